use std::sync::Arc;

use super::*;

/// Two nodes of a product and an addend, which takes another form in each: `u ^ v` and the same where `w` is 0, which it always
/// is if `u` is 1.
fn absorbed() -> FileFunction {
    let mut circuit = Aig::new();
    let [a, b] = [circuit.input(), circuit.input()];
    let [x, v, w] = [circuit.input(), circuit.input(), circuit.input()];
    let u = circuit.and(x, !w);
    let product = circuit.and(a, b);
    let partial = circuit.xor(product, u);
    let digit = circuit.xor(partial, v);
    let [none, one] = [!u, u].map(|bit| {
        let masked = circuit.and(!bit, w);
        let bit = circuit.xor(bit, masked);
        circuit.and(product, bit)
    });
    let same = circuit.and(one, !w);
    let carry = circuit.select(v, none, same);
    circuit.output(digit);
    circuit.output(carry);
    FileFunction {
        circuit: Arc::new(circuit),
        widths: vec![1, 1, 3],
    }
}

/// Returns the boundary of a function in which nothing but the first two operands is unsteady.
fn boundary(function: &FileFunction) -> Boundary<'_> {
    let gates = function.circuit.gates();
    let mut is_steady = vec![true; gates.len()];
    for input in function.circuit.free_inputs().take(2) {
        is_steady[input.node()] = false;
    }
    for (node, gate) in gates.iter().enumerate() {
        is_steady[node] &= gate.operands().all(|operand| is_steady[operand.node()]);
    }
    Boundary::new(function, is_steady)
}

fn sum(function: &FileFunction) -> Vec<usize> {
    function.circuit.outputs().iter().map(|bit| bit.node()).collect()
}

fn results(function: &FileFunction) -> Vec<u64> {
    let first = function.circuit.free_inputs().next().map_or(0, Literal::node);
    let values = function.circuit.simulate(|node| COMBINATIONS[node - first]);
    let outputs = function.circuit.outputs().iter();
    outputs.map(|bit| bit.of_values(&values)).collect()
}

#[test]
fn a_bit_of_an_addend_that_is_absorbed_in_two_forms_becomes_one_node() {
    let file = absorbed();
    assert!(boundary(&file).nodes(&sum(&file)).len() > 1);
    let divided = boundary(&file).divide().function;
    let nodes = boundary(&divided).nodes(&sum(&divided));
    let merged = boundary(&divided).merge(&nodes).function;
    assert_eq!(boundary(&merged).nodes(&sum(&merged)).len(), 1);
    assert_eq!(results(&merged), results(&file));
}
