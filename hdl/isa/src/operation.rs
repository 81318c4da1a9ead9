//! What an instruction does: the first word of its mnemonic.

use std::fmt;

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
    /// d says whether a relation holds between a and b.
    Set,
    /// The predicate p, of two lanes also q, says whether a relation holds between a and b.
    Setp,
    /// d is the value of a in another format.
    Cvt,
}

impl Operation {
    /// Every operation, in the order of the PTX text.
    pub const ALL: [Operation; 13] = [
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
        Operation::Set,
        Operation::Setp,
        Operation::Cvt,
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
            Operation::Set => "set",
            Operation::Setp => "setp",
            Operation::Cvt => "cvt",
        }
    }

    /// Whether the result says if a relation holds: set and setp.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Operation::Set | Operation::Setp)
    }

    /// Whether the result is the operand's value in another format: cvt.
    pub const fn is_conversion(self) -> bool {
        matches!(self, Operation::Cvt)
    }

    /// Whether IEEE 754 lets it raise exceptions: all but neg and abs, which only change a sign.
    pub const fn raises_flags(self) -> bool {
        !matches!(self, Operation::Neg | Operation::Abs)
    }

    /// Whether it is neither a comparison nor a conversion.
    pub const fn is_arithmetic(self) -> bool {
        !self.is_comparison() && !self.is_conversion()
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
