//! Equivalence of conversion hardware with its instruction, lane by lane.

use std::sync::Arc;

use halfpipe_isa::Instruction;
use halfpipe_spec::{Arithmetic, Conversion, ConversionExceptions};

use crate::formula::Procedure;
use crate::implementation::{claim_results, Implementation};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;

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
            claim_results(&*implementation, first, |graph, operands, results| {
                let pairs = conversions.iter().zip(results);
                let wrong = pairs.map(|(conversion, result)| {
                    let specified = conversion.specify(graph, operands, lane);
                    let made = &result[lane * specified.len()..][..specified.len()];
                    !graph.equal(&specified, made)
                });
                wrong.collect()
            })
        })
    };
    let exceptions = instructions.iter().copied().map(ConversionExceptions::from_instruction);
    let exceptions: Option<Vec<ConversionExceptions>> = exceptions.collect();
    let flags = exceptions.map(|exceptions| {
        let implementation = implementation.clone();
        Lemma::new(LemmaKind::Flags, "the flags are correct", procedure, move || {
            claim_results(&*implementation, first, |graph, operands, results| {
                let pairs = exceptions.iter().zip(results);
                let wrong = pairs.map(|(exceptions, result)| {
                    let specified = exceptions.specify(graph, operands);
                    let made = &result[result.len() - specified.len()..];
                    !graph.equal(&specified, made)
                });
                wrong.collect()
            })
        })
    });
    (0..lanes).map(lemma).chain(flags).collect()
}
