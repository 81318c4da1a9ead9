//! What products are made of, as it is chosen on the command line and in the project file.

use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::{Instruction, Operation};
use halfpipe_synth::device::multiplier_blocks;
use serde::Deserialize;

/// The choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    #[default]
    Rows,
    Block,
}

/// A block for an instruction that needs none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} has no multiplication; block is for mul and fma, every other instruction has rows")]
pub struct NoMultiplication(Instruction);

impl Choice {
    /// The choice for an instruction. A block is refused where there is nothing to be put into it.
    pub fn of(self, instruction: Instruction) -> Result<Multiplier, NoMultiplication> {
        match self {
            Choice::Rows => Ok(Multiplier::Rows),
            Choice::Block if multiplies(instruction) => Ok(multiplier_blocks()),
            Choice::Block => Err(NoMultiplication(instruction)),
        }
    }
}

/// The options of `generate` with which it writes a module, the instruction aside.
pub fn options(instruction: Instruction, latency: u32, multiplier: Multiplier) -> String {
    let block = match multiplier {
        Multiplier::Block(_) if multiplies(instruction) => " --multiplier block",
        _ => "",
    };
    format!("--latency {latency}{block}")
}

/// Whether the choice makes a difference.
fn multiplies(instruction: Instruction) -> bool {
    matches!(instruction.operation(), Operation::Mul | Operation::Fma)
}

#[cfg(test)]
mod tests {
    use halfpipe_hdl::export::verilog;
    use halfpipe_hdl::unit::Unit;
    use halfpipe_synth::curve::measured;

    use super::*;

    #[test]
    fn the_choice_makes_a_difference_where_it_is_allowed() {
        for instruction in measured() {
            let of = |multiplier| verilog(&Unit::with(instruction, 0, multiplier).unwrap());
            let differs = of(Multiplier::Rows) != of(multiplier_blocks());
            assert_eq!(Choice::Block.of(instruction).is_ok(), differs, "{instruction}");
        }
    }
}
