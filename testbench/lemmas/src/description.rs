//! A description in words of how an instruction is proven.

use halfpipe_isa::Instruction;

use crate::kind::LemmaKind;
use crate::lanes::find_lane;
use crate::lemma::Lemma;
use crate::theorem::{ProofSubject, TheoremError};

/// Describes in a sentence or two how the function of an instruction is proven.
///
/// # Errors
///
/// [`TheoremError`] where no lemmas are known for its datapath.
pub fn description(instruction: Instruction) -> Result<String, TheoremError> {
    let lane = find_lane(instruction);
    let lemmas = ProofSubject::Lane(lane).lemmas()?;
    let operands = lane.signature().operands().iter();
    let bits: u32 = operands.map(|operand| operand.width()).sum();
    let has = |kind: LemmaKind| lemmas.iter().any(|lemma| lemma.kind == kind);
    let is_alignment = |lemma: &&Lemma| matches!(lemma.kind, LemmaKind::Alignment(_));
    let distances = lemmas.iter().filter(is_alignment).count();
    if lane.operation().is_comparison() {
        return Ok(format!(
            "A solver decides one formula about all 2^{bits} operands of all lanes. Further lemmas show that a \
             module at any latency is this datapath, and that every path has as many registers."
        ));
    }
    if lane.operation().is_conversion() {
        let lanes = match lemmas.len() {
            1 => "",
            _ => " for each lane of the result",
        };
        return Ok(format!(
            "One formula{lanes} covers all 2^{bits} operands. Few operands are tried one by one; a solver decides \
             about many. Further lemmas show that a module at any latency is this datapath, and that every path \
             has as many registers."
        ));
    }
    if lane.operation().products().is_some() {
        let count = lemmas.len();
        let steps = match (has(LemmaKind::SignOfZero), has(LemmaKind::Blocks)) {
            (true, _) => "the products, each term in the fixed point, each addition, the magnitude and the rounding",
            (false, true) => {
                "the products, the anchor, each aligned term, each addition and the rounding of a block, and the chain \
                 of blocks"
            }
            (false, false) => "the products, the anchor, each aligned term, each addition and the rounding",
        };
        return Ok(format!(
            "The datapath is proven step by step by {count} lemmas, which together cover all 2^{bits} operands: {steps}. \
             Each step holds for any values of the nets before it that earlier lemmas allow. Further lemmas show that a \
             module at any latency is this datapath, and that every path has as many registers."
        ));
    }
    let how = match distances {
        0 if has(LemmaKind::EveryValue) => {
            format!("One lane agrees with the exact model on each of its 2^{bits} operands.")
        }
        0 if has(LemmaKind::QuotientDigit) => format!(
            "A solver decides two formulas about one lane, which together cover all 2^{bits} operands: infinities, \
             NaNs and divisions by zero, and all others. The digits of the quotient are equal one by one to those of a \
             long division, of which each step is proven."
        ),
        0 if has(LemmaKind::FiniteOperands) => format!(
            "A solver decides two formulas about one lane, which together cover all 2^{bits} operands: infinities \
             and NaNs, and finite numbers. The product is abstracted: it is any value that fulfils a proven \
             constraint."
        ),
        0 => format!("A solver decides one formula about one lane and all of its 2^{bits} operands."),
        _ => {
            let open = if has(LemmaKind::Product) {
                " The product is abstracted: it is any value that fulfils a proven constraint."
            } else {
                ""
            };
            format!(
                "A solver decides {} formulas about one lane, which together cover all 2^{bits} operands: one \
                 case for infinities and NaNs, and one for each distance between the last digits of the two \
                 terms.{open}",
                distances + 1
            )
        }
    };
    Ok(format!(
        "{how} Further lemmas show that a module at any latency is this datapath in each lane, and that every \
         path has as many registers."
    ))
}
