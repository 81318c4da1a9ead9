//! Equivalence of comparison hardware with its instructions, in all lanes at once.

use std::sync::Arc;

use halfpipe_isa::Instruction;
use halfpipe_spec::{Arithmetic, Comparison, Exceptions};

use crate::formula::{Formula, Method};
use crate::graph::{Graph, Literal};
use crate::lane_equivalence::{Implementation, ImplementationOutputs};
use crate::lemma::Lemma;
use halfpipe_aig::bit_blast::Schoolbook;

/// Returns the lemma that every result of the comparisons is right for all operands. The operands are those of the
/// first instruction.
pub fn every_result(instructions: &[Instruction], implementation: Arc<dyn Implementation>) -> Lemma {
    let first = instructions[0];
    let plain = instructions.iter().map(|instruction| instruction.without_flags());
    let comparisons: Vec<Comparison> = plain.filter_map(Comparison::from_instruction).collect();
    let exceptions: Vec<Option<Exceptions>> = instructions.iter().copied().map(Exceptions::from_instruction).collect();
    let statement = match first.signature().results().len() {
        1 => "the result is right",
        _ => "the results are right",
    };
    Lemma::new("result", statement, Method::Solve, move || {
        let mut graph = Graph::new();
        let signature = first.signature().operands();
        let operands: Vec<Vec<Literal>> = signature
            .iter()
            .map(|operand| graph.inputs(operand.width() as usize))
            .collect();
        let ImplementationOutputs { results, inputs } =
            implementation.elaborate(&mut graph, &operands, &mut Schoolbook);
        let wrong: Vec<Literal> = comparisons
            .iter()
            .zip(&exceptions)
            .zip(&results)
            .map(|((comparison, exceptions), result)| {
                let mut specified = comparison.specify(&mut graph, &operands).concat();
                if let Some(exceptions) = exceptions {
                    specified.extend(exceptions.of_comparison(&mut graph, &operands));
                }
                let same = graph.equal(&specified, result);
                !same
            })
            .collect();
        let told = implementation.counterexample_words(&mut graph, &wrong);
        let any = graph.any(&wrong);
        let names = signature.iter().map(|operand| operand.name.to_owned());
        let words = match inputs.is_empty() {
            true => names.zip(operands).collect(),
            false => inputs,
        };
        Formula {
            negated_goals: vec![any],
            words: words.into_iter().chain(told).collect(),
            graph,
            ..Formula::default()
        }
    })
}
