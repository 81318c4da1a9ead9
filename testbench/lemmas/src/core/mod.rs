//! Proofs about the core: each operation computes its instruction, and the remaining outputs are as specified.

mod lane;
mod netlist;
mod outputs;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use halfpipe_hdl::design::{Design, DesignError};
use halfpipe_hdl::fpu::is_apart;
use halfpipe_isa::{Instruction, Modifier, Operation};
use halfpipe_netlist::Netlist;
use halfpipe_spec::Lane;

use crate::lane_equivalence::MultiplierMismatch;
use crate::lemma::Lemma;
use crate::subject_lemmas::SubjectLemmas;
use crate::{pipelined, unit};

use lane::CoreLane;
use netlist::CoreUnderProof;

/// The reason why nothing can be proven about a core.
#[derive(Debug, thiserror::Error)]
pub enum CoreProofError {
    /// The core does not exist.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// The multiplier has unexpected factors.
    #[error(transparent)]
    Factors(#[from] MultiplierMismatch),
}

/// Builds a core without registers, in which each product is a single multiplication. The function of all cores with
/// the same instructions is proven for this netlist.
///
/// # Errors
///
/// [`CoreProofError`] where there is no such core.
pub fn datapath(design: &Design) -> Result<Arc<Netlist>, CoreProofError> {
    Ok(CoreUnderProof::from_design(design)?.netlist)
}

/// Returns the lemmas that together prove that a core without registers computes each of its instructions.
///
/// # Errors
///
/// [`CoreProofError`] where its multiplier has other factors than its operands.
pub fn function_lemmas(design: &Design) -> Result<Vec<Lemma>, CoreProofError> {
    lemmas_of_netlist(design, datapath(design)?)
}

/// Returns the lemmas of [`function_lemmas`] for any netlist with the ports of [`datapath`].
///
/// # Errors
///
/// [`CoreProofError`] where its multiplier has other factors than its operands.
pub fn lemmas_of_netlist(design: &Design, netlist: Arc<Netlist>) -> Result<Vec<Lemma>, CoreProofError> {
    let mut lemmas = SubjectLemmas::new(CoreUnderProof {
        netlist,
        ..CoreUnderProof::from_design(design)?
    });
    let core = lemmas.subject.clone();
    outputs::add_core_lemmas(&mut lemmas);
    let selections = core.list_selections();
    let instructions: Vec<Instruction> = selections.iter().map(|(_, instruction)| *instruction).collect();
    for ((together, lane), places) in group(&instructions) {
        let all: Vec<Instruction> = places.iter().map(|place| instructions[*place]).collect();
        let selected = places.iter().map(|place| selections[*place].0).collect();
        let hardware = Arc::new(CoreLane::new(core.clone(), all[0], selected, lane));
        let lane_lemmas = if counts_zeros(all[0]) {
            unit::zero_counting_lemmas(&all, hardware)?
        } else {
            unit::implementation_lemmas(&all, hardware)?
        };
        let part = format!("{together}, lane {lane}");
        lemmas.lemmas.extend(lane_lemmas.into_iter().map(|mut lemma| {
            lemma.part = Some(part.clone());
            lemma
        }));
    }
    for (op, instruction) in design.instructions().into_iter().enumerate() {
        outputs::add_operation_lemmas(&mut lemmas, op, instruction);
    }
    Ok(lemmas.lemmas)
}

/// Groups the instructions that are proven together, for each lane, by their places in the list. The instructions of a
/// group take the same operands and compute the same exact result.
fn group(instructions: &[Instruction]) -> BTreeMap<(String, usize), Vec<usize>> {
    let mut found: BTreeMap<(String, usize), Vec<usize>> = BTreeMap::new();
    for (place, instruction) in instructions.iter().enumerate() {
        for lane in 0..instruction.independent_lanes() as usize {
            found
                .entry((name_exact_result(*instruction), lane))
                .or_default()
                .push(place);
        }
    }
    found
}

/// True if the core counts the leading zeros of both factors of an instruction. It does so in f16 and bf16 where the result's format
/// can represent a product of two subnormal numbers: f16 cannot for factors in f16, nor f32 for factors in bf16.
fn counts_zeros(instruction: Instruction) -> bool {
    let ty = instruction.ty();
    !is_apart(instruction)
        && 2 * ty.operand_format().least_exponent() >= ty.result_format().least_exponent()
        && Lane::from_instruction(instruction.without_flags()).is_some_and(Lane::multiplies)
}

/// Names the exact result of an instruction, before rounding: the operation, the formats, and whether operands are
/// flushed. A comparison, a conversion or a move has no other result, so its name is used.
fn name_exact_result(instruction: Instruction) -> String {
    if !instruction.operation().is_arithmetic() || matches!(instruction.operation(), Operation::Fmv | Operation::Fli) {
        return instruction.to_string();
    }
    let ty = instruction.ty();
    let flushes = if instruction.has(Modifier::Ftz) { ".ftz" } else { "" };
    let formats = if ty.operand_format() != ty.result_format() {
        format!("{}.{}", ty.result_format(), ty.operand_format())
    } else {
        ty.operand_format().to_string()
    };
    format!("{}{flushes}.{formats}", instruction.operation())
}

/// Returns the lemmas that prove a core with registers equivalent to the core without.
///
/// # Errors
///
/// [`CoreProofError`] where there is no such core.
pub fn module_lemmas(design: &Design) -> Result<Vec<Lemma>, CoreProofError> {
    let core = CoreUnderProof::from_design(design)?;
    let (apart, of_lanes): (Vec<Instruction>, Vec<Instruction>) = design
        .instructions()
        .into_iter()
        .partition(|instruction| is_apart(*instruction));
    // The lanes have one multiplier, which takes factors of both formats.
    let widest = factor_bits(&of_lanes).last().copied();
    let factors: BTreeSet<usize> = widest.into_iter().chain(factor_bits(&apart)).collect();
    let factors: Vec<[usize; 2]> = factors.into_iter().map(|bits| [bits; 2]).collect();
    Ok(pipelined::lemmas(
        design.module().clone(),
        design.multiplier(),
        core.netlist,
        1,
        &factors,
        false,
    ))
}

/// Returns the widths in bits of the factors of instructions.
fn factor_bits(instructions: &[Instruction]) -> BTreeSet<usize> {
    let plain = instructions.iter().map(|instruction| instruction.without_flags());
    let lanes = plain.filter_map(Lane::from_instruction);
    lanes
        .filter(|lane| lane.multiplies())
        .map(Lane::significand_bits)
        .collect()
}
