//! Functions that modules compute.

use std::fmt;

use halfpipe_isa::{Instruction, Signature};

use super::error::DesignError;
use super::name;
use crate::net::verilog::RESERVED;

/// The function that a module computes from its operands: a PTX instruction or a custom function.
///
/// All code that writes, runs, displays or packages a module uses its signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    name: String,
    signature: Signature,
    instruction: Option<Instruction>,
}

impl Function {
    /// Returns a custom function with a name such as `find.b8.b64`. Its module has `_` for `.`.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is invalid for a module, or that of an operand or result is invalid for a port.
    pub fn new(name: &str, signature: Signature) -> Result<Function, DesignError> {
        let function = Function {
            name: name.to_owned(),
            signature,
            instruction: None,
        };
        name::check(&function.module_name())?;
        let registers = function.signature.operands().iter().chain(function.signature.results());
        for register in registers {
            if RESERVED.contains(&register.name) || name::check(register.name).is_err() {
                return Err(DesignError::PortName(register.name.to_owned()));
            }
        }
        Ok(function)
    }

    /// Returns the canonical mnemonic.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the usual name of its module.
    pub fn module_name(&self) -> String {
        self.name.replace('.', "_")
    }

    /// Returns its operands and results.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Returns the instruction, if the function is one.
    pub fn instruction(&self) -> Option<Instruction> {
        self.instruction
    }
}

impl From<Instruction> for Function {
    fn from(instruction: Instruction) -> Function {
        Function {
            name: instruction.mnemonic(),
            signature: instruction.signature().clone(),
            instruction: Some(instruction),
        }
    }
}

/// Prints the function as in a command line. An instruction with flags has the option that requests them.
impl fmt::Display for Function {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.instruction {
            Some(instruction) => instruction.fmt(formatter),
            None => formatter.pad(&self.name),
        }
    }
}
