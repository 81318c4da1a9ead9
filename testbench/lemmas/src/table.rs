//! Exhaustive check of functions of one operand that are not arithmetic: tanh and ex2.

use std::sync::Arc;

use halfpipe_aig::bit_blast::Schoolbook;
use halfpipe_isa::{Instruction, LaneFormats};
use halfpipe_model::flags::flags_of_lane;
use halfpipe_model::value::evaluate_lane;
use sha2::{Digest, Sha256};

use crate::digest::short;
use crate::graph::{Gate, Graph, Literal};
use crate::implementation::{Implementation, ImplementationOutputs};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::verdict::{LemmaVerdict, UnprovenReason};

/// The width in bits of the operand.
const BITS: usize = 16;

/// Returns the lemma that a lane agrees with the big-integer model for every value of its operand and each of the
/// instructions.
pub fn every_value(instructions: &[Instruction], implementation: Arc<dyn Implementation>) -> Lemma {
    let statement = format!(
        "the result is correct for each of the {} values of the operand",
        1 << BITS
    );
    let instructions = instructions.to_vec();
    Lemma::structural(LemmaKind::EveryValue, statement, move || {
        let mut graph = Graph::new();
        let operand = graph.inputs(BITS);
        let ImplementationOutputs { results, .. } =
            implementation.elaborate(&mut graph, std::slice::from_ref(&operand), &mut Schoolbook);
        let mut place_of = vec![None; graph.gates().len()];
        for (place, bit) in operand.iter().enumerate() {
            place_of[bit.node()] = Some(place);
        }
        let is_other_input = |node: &usize| graph.gates()[*node] == Gate::Input && place_of[*node].is_none();
        if graph.cone(&results.concat()).iter().any(is_other_input) {
            let place = "the result depends on more than the operand".to_owned();
            return Err(LemmaVerdict::Unproven(UnprovenReason::Structure(place)));
        }
        let mut hasher = Sha256::new();
        let mut values = Vec::new();
        for block in (0..1_u32 << BITS).step_by(64) {
            graph.simulate_into(&mut values, |node| {
                let place = place_of[node].unwrap_or(BITS);
                (0..64).fold(0, |word, lane| word | u64::from((block + lane) >> place & 1) << lane)
            });
            for lane in 0..64 {
                for (instruction, result) in instructions.iter().zip(&results) {
                    let found = value(result, &values, lane);
                    let expected = expected(*instruction, block + lane);
                    hasher.update(found.to_le_bytes());
                    if found != expected {
                        return Err(LemmaVerdict::Fails(vec![("a".to_owned(), (block + lane).into())]));
                    }
                }
            }
        }
        let names: Vec<String> = instructions.iter().map(ToString::to_string).collect();
        Ok(format!("{} {}", names.join(" "), short(hasher.finalize())))
    })
}

/// Returns the result of a lane, with the flags above it if the instruction has them.
fn expected(instruction: Instruction, operand: u32) -> u32 {
    let ty = instruction.ty();
    let result = evaluate_lane(instruction.without_flags(), LaneFormats::from(ty), &[operand]);
    if instruction.has_flags() {
        let flags = flags_of_lane(
            instruction,
            LaneFormats::from_instruction(instruction),
            &[operand.into()],
        );
        (flags as u32) << ty.result_format().register_bits() | result
    } else {
        result
    }
}

fn value(word: &[Literal], values: &[u64], lane: u32) -> u32 {
    word.iter().rev().fold(0, |number, bit| {
        number << 1 | (bit.of_values(values) >> lane & 1) as u32
    })
}
