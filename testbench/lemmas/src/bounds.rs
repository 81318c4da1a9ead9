//! Bounds: a proof by induction of a property of products, for factors too wide to try all of them.
//!
//! A product is the sum of the first factor shifted to each 1 of the second. The partial sums have bounds that give the
//! place of the second factor's leading one. With the factors swapped, the same bounds hold, as products commute.

use halfpipe_spec::{Arithmetic, Logic};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::verdict::LemmaVerdict;

/// A property of two factors and their product.
pub type Relation = fn(&mut Graph, &[Literal], &[Literal], &[Literal]) -> Literal;

/// Returns the bit that is 1 if a product is within the bounds of its second factor.
fn within_bounds(graph: &mut Graph, first: &[Literal], second: &[Literal], product: &[Literal]) -> Literal {
    let mut wrong = Vec::new();
    let nonzero = graph.any(product);
    let factors = [first, second].map(|factor| graph.any(factor));
    let both = graph.and(factors[0], factors[1]);
    wrong.push(graph.and(nonzero, !both));
    for place in 0..=second.len() {
        let raised = graph.raised(first, place);
        let width = raised.len().max(product.len());
        let [raised, product] = [&raised[..], product].map(|word| graph.resized(word, width));
        let below = graph.less(&product, &raised);
        let reached = graph.any(&second[place..]);
        // At least 2^place times the first factor.
        let too_low = graph.and(reached, below);
        wrong.push(too_low);
        // Less than 2^place times the first factor, unless that is zero.
        let too_high = graph.and(!below, !reached);
        let too_high = graph.and(too_high, factors[0]);
        if place > 0 {
            wrong.push(too_high);
        }
    }
    let any = graph.any(&wrong);
    !any
}

/// Proves that a relation holds for two factors of so many bits and their product. Returns a description of the proof.
///
/// # Errors
///
/// Fails with the verdict on the first step that does not hold.
pub fn prove_relation(bits: usize, relation: Relation) -> Result<String, LemmaVerdict> {
    let decide = |formula: Formula| match formula.decide(Procedure::Solve) {
        LemmaVerdict::Holds => Ok(()),
        verdict => Err(verdict),
    };
    for rows in 0..bits {
        let mut graph = Graph::new();
        let [first, second] = [graph.inputs(bits), graph.inputs(rows + 1)];
        let (before, holds) = if rows == 0 {
            (vec![Literal::FALSE; bits], Literal::TRUE)
        } else {
            let before = graph.inputs(bits + rows);
            let holds = within_bounds(&mut graph, &first, &second[..rows], &before);
            (before, holds)
        };
        let row = graph.only_if(second[rows], &first);
        let row = graph.raised(&row, rows);
        let [before, row] = [before, row].map(|word| graph.resized(&word, bits + rows + 1));
        let after = graph.sum(&before, &row);
        let after = graph.resized(&after, bits + rows + 1);
        let goal = within_bounds(&mut graph, &first, &second, &after);
        decide(Formula::always(graph, goal).assume(holds))?;
    }
    let mut graph = Graph::new();
    let [first, second] = [graph.inputs(bits), graph.inputs(bits)];
    let product = graph.inputs(2 * bits);
    let one = within_bounds(&mut graph, &first, &second, &product);
    let other = within_bounds(&mut graph, &second, &first, &product);
    let goal = relation(&mut graph, &first, &second, &product);
    decide(Formula::always(graph, goal).assume(one).assume(other))?;
    Ok(format!(
        "bounds of {bits} partial sums, and the property that follows from them"
    ))
}
