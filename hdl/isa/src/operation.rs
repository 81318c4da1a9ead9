//! Operations of instructions: the first word of a mnemonic.

use std::fmt;

/// Operation of an instruction: those of the PTX text on halves in its order, then functions that it lacks on halves.
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
    /// d = a / b.
    Div,
    /// d = 1 / a.
    Rcp,
    /// d = √a.
    Sqrt,
    /// d = 1 / √a.
    Rsqrt,
    /// The logarithm of a to base 2.
    Lg2,
    /// e to the power of a.
    Exp,
    /// The natural logarithm of a.
    Log,
    /// The logistic function, 1 / (1 + e^-a).
    Sigmoid,
    /// a times its logistic function.
    Silu,
    /// a times the distribution function of the normal distribution at a.
    Gelu,
    /// The error function of a.
    Erf,
    /// The sine of a, in radians.
    Sin,
    /// The cosine of a, in radians.
    Cos,
}

impl Operation {
    /// Every operation, in order.
    pub const ALL: [Operation; 26] = [
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
        Operation::Div,
        Operation::Rcp,
        Operation::Sqrt,
        Operation::Rsqrt,
        Operation::Lg2,
        Operation::Exp,
        Operation::Log,
        Operation::Sigmoid,
        Operation::Silu,
        Operation::Gelu,
        Operation::Erf,
        Operation::Sin,
        Operation::Cos,
    ];

    /// The functions that PTX does not have on halves and that round to nearest even only, in order.
    pub const ELEMENTARY: [Operation; 10] = [
        Operation::Rsqrt,
        Operation::Lg2,
        Operation::Exp,
        Operation::Log,
        Operation::Sigmoid,
        Operation::Silu,
        Operation::Gelu,
        Operation::Erf,
        Operation::Sin,
        Operation::Cos,
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
            Operation::Div => "div",
            Operation::Rcp => "rcp",
            Operation::Sqrt => "sqrt",
            Operation::Rsqrt => "rsqrt",
            Operation::Lg2 => "lg2",
            Operation::Exp => "exp",
            Operation::Log => "log",
            Operation::Sigmoid => "sigmoid",
            Operation::Silu => "silu",
            Operation::Gelu => "gelu",
            Operation::Erf => "erf",
            Operation::Sin => "sin",
            Operation::Cos => "cos",
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

    /// True if it adds or multiplies: add, sub, mul and fma.
    pub const fn is_sum_or_product(self) -> bool {
        matches!(self, Operation::Add | Operation::Sub | Operation::Mul | Operation::Fma)
    }

    /// True for division, reciprocal and square root: div, rcp and sqrt.
    pub const fn is_quotient_or_root(self) -> bool {
        matches!(self, Operation::Div | Operation::Rcp | Operation::Sqrt)
    }

    /// True for one of [`Operation::ELEMENTARY`], such as rsqrt and exp.
    pub fn is_elementary(self) -> bool {
        Operation::ELEMENTARY.contains(&self)
    }

    /// True for a function that PTX does not have on halves, such as div, sqrt and exp.
    pub fn is_function(self) -> bool {
        self.is_quotient_or_root() || self.is_elementary()
    }

    /// True if PTX has it on f32.
    pub const fn is_in_ptx_on_f32(self) -> bool {
        !matches!(
            self,
            Operation::Exp | Operation::Log | Operation::Sigmoid | Operation::Silu | Operation::Gelu | Operation::Erf
        )
    }

    /// True if it rounds in every mode, fixed or from a port.
    pub const fn has_all_roundings(self) -> bool {
        self.is_sum_or_product() || self.is_quotient_or_root()
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
