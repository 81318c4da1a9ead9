//! Unit tests of `src/graph.rs`.

use super::*;

#[test]
fn the_same_gate_is_there_once_and_constants_cost_nothing() {
    let mut graph = Aig::new();
    let [a, b] = [graph.input(), graph.input()];
    let both = graph.and(a, b);
    assert_eq!(graph.and(b, a), both);
    let differ = graph.xor(!a, b);
    assert_eq!(graph.xor(b, a), !differ);
    let count = graph.gates().len();
    for (gate, expected) in [
        (graph.and(a, Literal::TRUE), a),
        (graph.and(a, !a), Literal::FALSE),
        (graph.and(a, a), a),
        (graph.xor(a, Literal::TRUE), !a),
        (graph.xor(a, !a), Literal::TRUE),
        (graph.select(a, b, b), b),
    ] {
        assert_eq!(gate, expected);
    }
    assert_eq!(graph.gates().len(), count);
}

#[test]
fn a_product_is_what_the_simulation_says() {
    let mut graph = Aig::new();
    let [a, b] = [graph.inputs(5), graph.inputs(4)];
    let product = graph.multiply(&a, &b);
    for x in 0..32_u64 {
        for y in 0..16_u64 {
            let bit = |node: usize| match a.iter().position(|bit| bit.node() == node) {
                Some(place) => x >> place & 1,
                None => y >> (node - b[0].node()) & 1,
            };
            let values = graph.simulate(bit);
            let found = product.iter().rev().fold(0, |value, bit| {
                value << 1 | (values[bit.node()] & 1 ^ u64::from(bit.is_inverted()))
            });
            assert_eq!(found, x * y);
        }
    }
}
