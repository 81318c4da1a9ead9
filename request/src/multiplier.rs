//! The choice of multiplier, on the command line and in the project file.

use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::design::multiplies;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;
use serde::Deserialize;

/// The choice. Help lists the names without these descriptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MultiplierArg {
    /// Rows of partial products.
    #[value(help = None::<&str>)]
    #[default]
    Rows,
    /// A multiplier block.
    #[value(help = None::<&str>)]
    Block,
}

/// Multiplier blocks were requested for instructions without a multiplication.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} has no multiplication; request mul, fma or a core with one of them, or no multiplier blocks")]
pub struct NoMultiplication {
    what: String,
}

impl NoMultiplication {
    /// Creates the error for these instructions.
    pub fn new(instructions: &[Instruction]) -> NoMultiplication {
        NoMultiplication {
            what: match instructions {
                [] => "this core".to_owned(),
                [first, ..] => first.mnemonic(),
            },
        }
    }
}

impl MultiplierArg {
    /// Returns the multiplier for a module with products.
    pub fn multiplier(self) -> Multiplier {
        match self {
            MultiplierArg::Rows => Multiplier::Rows,
            MultiplierArg::Block => Multiplier::Block(multiplier_blocks()),
        }
    }

    /// Returns the multiplier for a module of these instructions. Refuses blocks if no instruction multiplies.
    pub fn resolve(self, instructions: &[Instruction]) -> Result<Multiplier, NoMultiplication> {
        if self == MultiplierArg::Block && !multiplies(instructions) {
            return Err(NoMultiplication::new(instructions));
        }
        Ok(self.multiplier())
    }
}

#[cfg(test)]
mod tests {
    use halfpipe_figures::curve::measured;
    use halfpipe_hdl::design::{Design, DesignSpec};
    use halfpipe_hdl::net::verilog::module_text;

    use super::*;

    #[test]
    fn the_choice_makes_a_difference_where_it_is_allowed() {
        for instruction in measured() {
            let of = |multiplier| {
                let spec = DesignSpec::unit(instruction, 0).with_multiplier(multiplier);
                module_text(Design::from_spec(&spec).unwrap().module())
            };
            let differs = of(Multiplier::Rows) != of(Multiplier::Block(multiplier_blocks()));
            assert_eq!(
                MultiplierArg::Block.resolve(&[instruction]).is_ok(),
                differs,
                "{instruction}"
            );
        }
    }
}
