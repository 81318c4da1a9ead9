//! A description in words of how an instruction is proven.

use halfpipe_isa::Instruction;

use crate::kind::LemmaKind;
use crate::lanes::lane_of;
use crate::lemma::Lemma;
use crate::theorem::{ProofSubject, TheoremError};

/// Describes in a sentence or two how the function of an instruction is proven.
///
/// # Errors
///
/// [`TheoremError`] where no lemmas are known for its datapath.
pub fn description(instruction: Instruction) -> Result<String, TheoremError> {
    let lane = lane_of(instruction);
    let lemmas = ProofSubject::Lane(lane).lemmas()?;
    let operands = lane.signature().operands().iter();
    let bits: u32 = operands.map(|operand| operand.width()).sum();
    let has = |kind: LemmaKind| lemmas.iter().any(|lemma| lemma.kind == kind);
    let is_alignment = |lemma: &&Lemma| matches!(lemma.kind, LemmaKind::Alignment(_));
    let distances = lemmas.iter().filter(is_alignment).count();
    if lane.operation().is_comparison() {
        return Ok(format!(
            "A solver decides one formula about all 2^{bits} operands of all lanes. That a module at any latency is this datapath, and \
             that every path has as many registers, is proven apart."
        ));
    }
    if lane.operation().is_conversion() {
        let lanes = match lemmas.len() {
            1 => "",
            _ => " for each lane of the result",
        };
        return Ok(format!(
            "One formula{lanes} is decided about all 2^{bits} operands: by trying them where they are few, else by a solver. That a \
             module at any latency is this datapath, and that every path has as many registers, is proven apart."
        ));
    }
    let how = match distances {
        0 if has(LemmaKind::EveryValue) => format!("One lane gives what the exact model does for each of its 2^{bits} operands."),
        0 if has(LemmaKind::FiniteOperands) => format!(
            "A solver decides two formulas about one lane, which together are about all 2^{bits} operands: infinities and NaNs, and \
             finite numbers. The product is left open in them: any number of which what they assume is true."
        ),
        0 => format!("A solver decides one formula about one lane and all 2^{bits} of its operands."),
        _ => {
            let open = match has(LemmaKind::Product) {
                true => " The product is left open in them: any number of which what they assume is true.",
                false => "",
            };
            format!(
                "A solver decides {} formulas about one lane, which together are about all 2^{bits} operands: infinities and NaNs, \
                 and finite numbers by each distance of the last digits of the two terms.{open}",
                distances + 1
            )
        }
    };
    Ok(format!(
        "{how} That a module at any latency is this datapath in each lane, and that every path has as many registers, is proven apart."
    ))
}
