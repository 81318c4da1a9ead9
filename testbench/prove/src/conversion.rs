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

/// Returns the lemmas that each lane of the result, and the flags, are right for all operands, of several conversions with
/// the same operands: one, or one in each rounding.
pub fn every_lane(
    conversions: Vec<Conversion>,
    instructions: &[Instruction],
    implementation: &Arc<dyn Implementation>,
) -> Vec<Lemma> {
    let first = instructions[0];
    let signature = first.signature();
    let bits: u32 = signature.operands().iter().map(|operand| operand.width()).sum();
    let procedure = match bits {
        ..=ENUMERATED_BITS => Procedure::Enumerate,
        _ => Procedure::Sweep,
    };
    let lanes = conversions[0].lanes();
    let conversions = Arc::new(conversions);
    let lemma = |lane: usize| {
        let (kind, statement) = match lanes {
            1 => (LemmaKind::Result, "the result is correct".to_owned()),
            _ => (LemmaKind::Lane(lane), format!("lane {lane} of the result is correct")),
        };
        let (conversions, implementation) = (conversions.clone(), implementation.clone());
        Lemma::new(kind, statement, procedure, move || {
            formula(first, &implementation, |graph, operands, results| {
                let pairs = conversions.iter().zip(results);
                let is_right = pairs.map(|(conversion, result)| {
                    let specified = conversion.specify(graph, operands, lane);
                    let of_lane = &result[lane * specified.len()..][..specified.len()];
                    graph.equal(&specified, of_lane)
                });
                is_right.collect()
            })
        })
    };
    let exceptions = instructions.iter().copied().map(ConversionExceptions::from_instruction);
    let exceptions: Option<Vec<ConversionExceptions>> = exceptions.collect();
    let flags = exceptions.map(|exceptions| flags(exceptions, first, procedure, implementation));
    (0..lanes).map(lemma).chain(flags).collect()
}

/// Returns the lemma that the flags are right for all operands.
fn flags(
    exceptions: Vec<ConversionExceptions>,
    instruction: Instruction,
    procedure: Procedure,
    implementation: &Arc<dyn Implementation>,
) -> Lemma {
    let implementation = implementation.clone();
    Lemma::new(LemmaKind::Flags, "the flags are correct", procedure, move || {
        formula(instruction, &implementation, |graph, operands, results| {
            let pairs = exceptions.iter().zip(results);
            let is_right = pairs.map(|(exceptions, result)| {
                let specified = exceptions.specify(graph, operands);
                let made = &result[result.len() - specified.len()..];
                graph.equal(&specified, made)
            });
            is_right.collect()
        })
    })
}

/// Builds the formula that all of `are_right` are true for all operands and the implementation's results. The operands are
/// those of the instruction.
fn formula(
    instruction: Instruction,
    implementation: &Arc<dyn Implementation>,
    are_right: impl FnOnce(&mut Graph, &[Vec<Literal>], &[Vec<Literal>]) -> Vec<Literal>,
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
    let are_right = are_right(&mut graph, &operands, &results);
    let wrong: Vec<Literal> = are_right.into_iter().map(|is_right| !is_right).collect();
    let mut formula = Formula {
        graph,
        words,
        ..Formula::default()
    };
    add_goal(&mut formula, &**implementation, &wrong);
    formula
}
