//! Equivalence of comparison hardware with its instructions, in all lanes at once.

use std::sync::Arc;

use halfpipe_isa::Instruction;
use halfpipe_spec::{Arithmetic, Comparison, Exceptions};

use crate::formula::Procedure;
use crate::implementation::{claim_results, Implementation};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;

/// Returns the lemma that every result of the comparisons is right for all operands. The operands are those of the
/// first instruction.
pub fn every_result(instructions: &[Instruction], implementation: Arc<dyn Implementation>) -> Lemma {
    let first = instructions[0];
    let plain = instructions.iter().map(|instruction| instruction.without_flags());
    let comparisons: Vec<Comparison> = plain.filter_map(Comparison::from_instruction).collect();
    let exceptions: Vec<Option<Exceptions>> = instructions.iter().copied().map(Exceptions::from_instruction).collect();
    let statement = match first.signature().results().len() {
        1 => "the result is correct",
        _ => "the results are correct",
    };
    Lemma::new(LemmaKind::Result, statement, Procedure::Solve, move || {
        claim_results(&*implementation, first, |graph, operands, results| {
            let comparisons = comparisons.iter().zip(&exceptions).zip(results);
            let wrong = comparisons.map(|((comparison, exceptions), result)| {
                let mut specified = comparison.specify(graph, operands).concat();
                if let Some(exceptions) = exceptions {
                    specified.extend(exceptions.specify_comparison(graph, operands));
                }
                !graph.equal(&specified, result)
            });
            wrong.collect()
        })
    })
}
