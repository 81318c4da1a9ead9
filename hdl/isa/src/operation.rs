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
    /// d = a · b − c, rounded once (RISC-V).
    Fmsub,
    /// d = −(a · b) + c, rounded once (RISC-V).
    Fnmsub,
    /// d = −(a · b) − c, rounded once (RISC-V).
    Fnmadd,
    /// a with the sign of b (RISC-V).
    Fsgnj,
    /// a with the opposite of the sign of b (RISC-V).
    Fsgnjn,
    /// a with the exclusive or of both signs (RISC-V).
    Fsgnjx,
    /// d = 1 if a = b, otherwise 0 (RISC-V).
    Feq,
    /// d = 1 if a < b, otherwise 0 (RISC-V).
    Flt,
    /// d = 1 if a ≤ b, otherwise 0 (RISC-V).
    Fle,
    /// d has a bit for the class of a (RISC-V).
    Fclass,
    /// d has the bits of a (RISC-V).
    Fmv,
    /// The sum of two products and c.
    Dot2,
    /// The sum of four products and c.
    Dot4,
    /// The sum of 8 products and c.
    Dot8,
    /// The sum of 16 products and c.
    Dot16,
    /// The sum of 32 products and c.
    Dot32,
}

impl Operation {
    /// Every operation, in order.
    pub const ALL: [Operation; 42] = [
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
        Operation::Fmsub,
        Operation::Fnmsub,
        Operation::Fnmadd,
        Operation::Fsgnj,
        Operation::Fsgnjn,
        Operation::Fsgnjx,
        Operation::Feq,
        Operation::Flt,
        Operation::Fle,
        Operation::Fclass,
        Operation::Fmv,
        Operation::Dot2,
        Operation::Dot4,
        Operation::Dot8,
        Operation::Dot16,
        Operation::Dot32,
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
            Operation::Fmsub => "fmsub",
            Operation::Fnmsub => "fnmsub",
            Operation::Fnmadd => "fnmadd",
            Operation::Fsgnj => "fsgnj",
            Operation::Fsgnjn => "fsgnjn",
            Operation::Fsgnjx => "fsgnjx",
            Operation::Feq => "feq",
            Operation::Flt => "flt",
            Operation::Fle => "fle",
            Operation::Fclass => "fclass",
            Operation::Fmv => "fmv",
            Operation::Dot2 => "dot2",
            Operation::Dot4 => "dot4",
            Operation::Dot8 => "dot8",
            Operation::Dot16 => "dot16",
            Operation::Dot32 => "dot32",
        }
    }

    /// Returns the first word of the mnemonic in RISC-V, such as `fadd`; None if RISC-V does not have the operation.
    pub const fn riscv_name(self) -> Option<&'static str> {
        Some(match self {
            Operation::Add => "fadd",
            Operation::Sub => "fsub",
            Operation::Mul => "fmul",
            Operation::Fma => "fmadd",
            Operation::Min => "fmin",
            Operation::Max => "fmax",
            Operation::Cvt => "fcvt",
            Operation::Div => "fdiv",
            Operation::Sqrt => "fsqrt",
            own if own.is_riscv_only() => own.name(),
            _ => return None,
        })
    }

    /// True if RISC-V has it and PTX does not.
    pub const fn is_riscv_only(self) -> bool {
        self.is_fused_otherwise()
            || matches!(
                self,
                Operation::Fsgnj
                    | Operation::Fsgnjn
                    | Operation::Fsgnjx
                    | Operation::Feq
                    | Operation::Flt
                    | Operation::Fle
                    | Operation::Fclass
                    | Operation::Fmv
            )
    }

    /// True for an fma that changes the sign of the product or of the addend: fmsub, fnmsub and fnmadd.
    pub const fn is_fused_otherwise(self) -> bool {
        matches!(self, Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd)
    }

    /// True if the result is the truth of a relation: set and setp.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Operation::Set | Operation::Setp)
    }

    /// True if the result is the operand's value in another format: cvt.
    pub const fn is_conversion(self) -> bool {
        matches!(self, Operation::Cvt)
    }

    /// Returns the number of products of a dot product; None for any other operation.
    pub const fn products(self) -> Option<u32> {
        match self {
            Operation::Dot2 => Some(2),
            Operation::Dot4 => Some(4),
            Operation::Dot8 => Some(8),
            Operation::Dot16 => Some(16),
            Operation::Dot32 => Some(32),
            _ => None,
        }
    }

    /// True for a dot product: dot2 to dot32.
    pub const fn is_dot(self) -> bool {
        self.products().is_some()
    }

    /// True if it has flags: all but those that only change a sign, classify or move, and dot products, whose hardware in
    /// tensor cores has none.
    pub const fn raises_flags(self) -> bool {
        !self.is_dot()
            && !matches!(
                self,
                Operation::Neg
                    | Operation::Abs
                    | Operation::Fsgnj
                    | Operation::Fsgnjn
                    | Operation::Fsgnjx
                    | Operation::Fclass
                    | Operation::Fmv
            )
    }

    /// True if it adds or multiplies: add, sub, mul, fma, fmsub, fnmsub and fnmadd.
    pub const fn is_sum_or_product(self) -> bool {
        matches!(self, Operation::Add | Operation::Sub | Operation::Mul | Operation::Fma) || self.is_fused_otherwise()
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
