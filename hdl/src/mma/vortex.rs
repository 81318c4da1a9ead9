//! Specifications of the dot product unit of Vortex' tensor core.

use halfpipe_isa::{FloatFormat, Instruction, Modifier, Type};

use super::spec::{dot, MmaError, VORTEX_SIZES};
use crate::design::{Design, DesignSpec};
use crate::stage::Multiplier;

/// The keyword that replaces a mnemonic on the command line.
pub const VORTEX_KEYWORD: &str = "vortex";

/// The name of the module, unless another is given: Vortex instantiates a module of this name.
pub const VORTEX_NAME: &str = "VX_tcu_fedp_tfr";

/// The specification of Vortex' unit. Equal specifications give equal modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VortexSpec {
    /// The name of the module, if not its usual one.
    pub name: Option<String>,
    /// The number of 32-bit words in a row of A: Vortex' `TCU_TC_K`.
    pub size: u32,
    /// The mode, such as `ampere`.
    pub mode: Modifier,
    /// The implementation of products.
    pub multiplier: Multiplier,
}

impl VortexSpec {
    /// Checks that there is such a unit.
    ///
    /// # Errors
    ///
    /// Returns the first error.
    pub fn check(&self) -> Result<(), MmaError> {
        if !VORTEX_SIZES.contains(&self.size) {
            return Err(MmaError::VortexSize(self.size));
        }
        self.instructions()?;
        match &self.name {
            Some(name) => crate::design::check_name(name).map_err(|_| MmaError::Name(name.clone())),
            None => Ok(()),
        }
    }

    /// Returns the name of the module.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(VORTEX_NAME)
    }

    /// Returns the number of products.
    pub fn products(&self) -> u32 {
        2 * self.size
    }

    /// Returns the latency that Vortex expects, in enabled clock cycles.
    pub fn latency(&self) -> u32 {
        if self.size > 2 {
            5
        } else {
            4
        }
    }

    /// Returns the dot products: that of f16, and that of bf16 if the mode has it.
    ///
    /// # Errors
    ///
    /// Returns an error if the modifier is no mode.
    pub fn instructions(&self) -> Result<Vec<Instruction>, MmaError> {
        let unit = |ty: Type| dot(self.products(), self.mode, ty);
        let f16 = unit(Type::F32F16).ok_or_else(|| MmaError::Mode(self.mode.to_string()))?;
        Ok([Some(f16), unit(Type::F32Bf16)].into_iter().flatten().collect())
    }

    /// Builds the units, in the order of [`VortexSpec::instructions`].
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such unit.
    pub fn units(&self) -> Result<Vec<Design>, MmaError> {
        self.check()?;
        let unit = |instruction: Instruction| {
            let spec = DesignSpec {
                multiplier: self.multiplier,
                name: Some(format!("{}_{}", self.name(), VortexSpec::operand(instruction))),
                ..DesignSpec::unit(instruction, self.latency())
            };
            Design::from_spec(&spec).map_err(|_| MmaError::Name(self.name().to_owned()))
        };
        self.instructions()?.into_iter().map(unit).collect()
    }

    /// Returns the format of the elements of A and B.
    pub fn operand(instruction: Instruction) -> FloatFormat {
        instruction.ty().operand_format()
    }
}
