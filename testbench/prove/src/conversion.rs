//! Equivalence of conversion hardware with its instruction, lane by lane.

use std::sync::Arc;

use halfpipe_isa::Instruction;
use halfpipe_spec::{Arithmetic, Conversion, ConversionExceptions};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::implementation::{add_goal, ElaboratedImplementation, Implementation};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use halfpipe_aig::bit_blast::Schoolbook;

/// The most operand bits for which all values are enumerated.
const ENUMERATED_BITS: u32 = 16;

/// Returns the lemmas that each lane of the result, and the flags, are right for all operands.
pub fn every_lane(
    conversion: Conversion,
    instruction: Instruction,
    implementation: &Arc<dyn Implementation>,
) -> Vec<Lemma> {
    let signature = instruction.signature();
    let bits: u32 = signature.operands().iter().map(|operand| operand.width()).sum();
    let procedure = match bits {
        ..=ENUMERATED_BITS => Procedure::Enumerate,
        _ => Procedure::Sweep,
    };
    let lanes = conversion.lanes();
    let lemma = |lane: usize| {
        let (kind, statement) = match lanes {
            1 => (LemmaKind::Result, "the result is correct".to_owned()),
            _ => (LemmaKind::Lane(lane), format!("lane {lane} of the result is correct")),
        };
        let implementation = implementation.clone();
        Lemma::new(kind, statement, procedure, move || {
            formula(instruction, &implementation, |graph, operands, result| {
                let specified = conversion.specify(graph, operands, lane);
                let of_lane = &result[lane * specified.len()..][..specified.len()];
                graph.equal(&specified, of_lane)
            })
        })
    };
    let flags = ConversionExceptions::from_instruction(instruction)
        .map(|exceptions| flags(exceptions, instruction, procedure, implementation));
    (0..lanes).map(lemma).chain(flags).collect()
}

/// Returns the lemma that the flags are right for all operands.
fn flags(
    exceptions: ConversionExceptions,
    instruction: Instruction,
    procedure: Procedure,
    implementation: &Arc<dyn Implementation>,
) -> Lemma {
    let implementation = implementation.clone();
    Lemma::new(LemmaKind::Flags, "the flags are correct", procedure, move || {
        formula(instruction, &implementation, |graph, operands, result| {
            let specified = exceptions.specify(graph, operands);
            let made = &result[result.len() - specified.len()..];
            graph.equal(&specified, made)
        })
    })
}

/// Builds the formula that `same` is true for all operands and the implementation's result.
fn formula(
    instruction: Instruction,
    implementation: &Arc<dyn Implementation>,
    same: impl FnOnce(&mut Graph, &[Vec<Literal>], &[Literal]) -> Literal,
) -> Formula {
    let signature = instruction.signature().operands();
    let mut graph = Graph::new();
    let ElaboratedImplementation {
        operands,
        results,
        words,
    } = ElaboratedImplementation::new(
        &**implementation,
        &mut graph,
        signature
            .iter()
            .map(|operand| (operand.name.to_owned(), operand.width() as usize)),
        &mut Schoolbook,
    );
    let same = same(&mut graph, &operands, &results[0]);
    let mut formula = Formula {
        graph,
        words,
        ..Formula::default()
    };
    add_goal(&mut formula, &**implementation, &[!same]);
    formula
}
