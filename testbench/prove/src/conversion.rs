//! Equivalence of conversion hardware with its instruction, lane by lane.

use std::sync::Arc;

use halfpipe_isa::Instruction;
use halfpipe_spec::{Arithmetic, Conversion, ConversionExceptions};

use crate::formula::{Formula, Method};
use crate::graph::{Graph, Literal};
use crate::lane_equivalence::{Implementation, ImplementationOutputs};
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
    let method = match bits {
        ..=ENUMERATED_BITS => Method::Enumerate,
        _ => Method::Sweep,
    };
    let lanes = conversion.lanes();
    let lemma = |lane: usize| {
        let (name, statement) = match lanes {
            1 => ("result".to_owned(), "the result is right".to_owned()),
            _ => (format!("lane {lane}"), format!("lane {lane} of the result is right")),
        };
        let implementation = implementation.clone();
        Lemma::new(name, statement, method, move || {
            formula(instruction, &implementation, |graph, operands, result| {
                let specified = conversion.specify(graph, operands, lane);
                let of_lane = &result[lane * specified.len()..][..specified.len()];
                graph.equal(&specified, of_lane)
            })
        })
    };
    let flags = ConversionExceptions::from_instruction(instruction)
        .map(|exceptions| flags(exceptions, instruction, method, implementation));
    (0..lanes).map(lemma).chain(flags).collect()
}

/// Returns the lemma that the flags are right for all operands.
fn flags(
    exceptions: ConversionExceptions,
    instruction: Instruction,
    method: Method,
    implementation: &Arc<dyn Implementation>,
) -> Lemma {
    let implementation = implementation.clone();
    Lemma::new("flags", "the flags are right", method, move || {
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
    let widths = signature.iter().map(|operand| operand.width() as usize);
    let operands: Vec<Vec<Literal>> = widths.map(|width| graph.inputs(width)).collect();
    let ImplementationOutputs { results, inputs } = implementation.elaborate(&mut graph, &operands, &mut Schoolbook);
    let same = same(&mut graph, &operands, &results[0]);
    let told = implementation.counterexample_words(&mut graph, &[!same]);
    let names = signature.iter().map(|operand| operand.name.to_owned());
    let words: Vec<(String, Vec<Literal>)> = match inputs.is_empty() {
        true => names.zip(operands).collect(),
        false => inputs,
    };
    Formula {
        negated_goals: vec![!same],
        words: words.into_iter().chain(told).collect(),
        graph,
        ..Formula::default()
    }
}
