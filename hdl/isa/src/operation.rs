//! Operations of instructions: the first word of a mnemonic.

use std::fmt;

/// Operation of an instruction, in the order of the PTX text.
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
    /// d is true if a relation holds between a and b.
    Set,
    /// The predicate p is true if a relation holds between a and b; with two lanes there is also q.
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

    /// Returns the first word of the mnemonic, such as `add`.
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

    /// True if the result is the truth of a relation: set and setp.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Operation::Set | Operation::Setp)
    }

    /// True if the result is the operand's value in another format: cvt.
    pub const fn is_conversion(self) -> bool {
        matches!(self, Operation::Cvt)
    }

    /// True if IEEE 754 lets it raise exceptions: all but neg and abs, which only change a sign.
    pub const fn raises_flags(self) -> bool {
        !matches!(self, Operation::Neg | Operation::Abs)
    }

    /// True if it adds or multiplies, and so rounds in every mode: add, sub, mul and fma.
    pub const fn is_sum_or_product(self) -> bool {
        matches!(self, Operation::Add | Operation::Sub | Operation::Mul | Operation::Fma)
    }

    /// True if it is neither a comparison nor a conversion.
    pub const fn is_arithmetic(self) -> bool {
        !self.is_comparison() && !self.is_conversion()
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
