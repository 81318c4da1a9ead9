//! Equivalence of comparison hardware with its instructions, in all lanes at once.

use std::sync::Arc;

use halfpipe_isa::Instruction;
use halfpipe_spec::{Arithmetic, Comparison, Exceptions};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::implementation::{add_goal, ElaboratedImplementation, Implementation};
use crate::kind::LemmaKind;
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
        1 => "the result is correct",
        _ => "the results are correct",
    };
    Lemma::new(LemmaKind::Result, statement, Procedure::Solve, move || {
        let mut graph = Graph::new();
        let signature = first.signature().operands();
        let ElaboratedImplementation {
            operands,
            results,
            words,
        } = ElaboratedImplementation::new(
            &*implementation,
            &mut graph,
            signature
                .iter()
                .map(|operand| (operand.name.to_owned(), operand.width() as usize)),
            &mut Schoolbook,
        );
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
        let mut formula = Formula {
            graph,
            words,
            ..Formula::default()
        };
        add_goal(&mut formula, &*implementation, &wrong);
        formula
    })
}
