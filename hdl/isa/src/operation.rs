//! What an instruction does: the first word of its mnemonic.

use std::fmt;

use crate::form::Form;
use crate::table::{Section, SECTIONS};

/// What an instruction computes, in the order of the PTX text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// d = a + b, or a + c in mixed precision.
    Add,
    /// d = a − b, or a − c in mixed precision.
    Sub,
    /// d = a · b.
    Mul,
    /// d = a · b + c, rounded once.
    Fma,
    /// d = −a.
    Neg,
    /// d = |a|.
    Abs,
    /// The lesser of a and b.
    Min,
    /// The greater of a and b.
    Max,
    /// The hyperbolic tangent of a.
    Tanh,
    /// 2 to the power of a.
    Ex2,
}

impl Operation {
    /// Every operation, in the order of the PTX text.
    pub const ALL: [Operation; 10] = [
        Operation::Add,
        Operation::Sub,
        Operation::Mul,
        Operation::Fma,
        Operation::Neg,
        Operation::Abs,
        Operation::Min,
        Operation::Max,
        Operation::Tanh,
        Operation::Ex2,
    ];

    /// The word a mnemonic begins with, such as `add`.
    pub const fn name(self) -> &'static str {
        match self {
            Operation::Add => "add",
            Operation::Sub => "sub",
            Operation::Mul => "mul",
            Operation::Fma => "fma",
            Operation::Neg => "neg",
            Operation::Abs => "abs",
            Operation::Min => "min",
            Operation::Max => "max",
            Operation::Tanh => "tanh",
            Operation::Ex2 => "ex2",
        }
    }

    /// The PTX section that defines the operation in half precision, such as `9.7.4.1`.
    ///
    /// [`Form::section`] and [`Instruction::section`](crate::Instruction::section) tell mixed precision apart.
    pub fn section(self) -> &'static str {
        self.half_precision_section().number
    }

    /// What the operation does, in one line.
    pub fn summary(self) -> &'static str {
        self.half_precision_section().summary
    }

    /// The syntax lines of the operation, half precision before mixed.
    pub fn forms(self) -> impl Iterator<Item = Form> {
        crate::form::syntax_lines().filter(move |form| form.operation() == self)
    }

    /// Half precision comes first in the table and has every operation.
    fn half_precision_section(self) -> &'static Section {
        SECTIONS
            .iter()
            .find(|section| section.operation == self)
            .expect("the table has a section for every operation")
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
