//! Operations of instructions: the first word of a mnemonic.

use crate::named_enum::named_enum;
use Operation::*;

named_enum! {
    /// Operation of an instruction: those of the PTX text on halves in its order, then functions that it lacks on halves.
    enum Operation;
    /// Returns the first word of the mnemonic, such as `add`.
    name;

    /// d = a + b, or a + c in mixed precision.
    Add "add";
    /// d = a − b, or a − c in mixed precision.
    Sub "sub";
    /// d = a · b.
    Mul "mul";
    /// d = a · b + c, rounded once.
    Fma "fma";
    /// d = −a.
    Neg "neg";
    /// d = |a|.
    Abs "abs";
    /// The lesser of a and b.
    Min "min";
    /// The greater of a and b.
    Max "max";
    /// The hyperbolic tangent of a.
    Tanh "tanh";
    /// 2 to the power of a.
    Ex2 "ex2";
    /// d is true if a relation holds between a and b.
    Set "set";
    /// The predicate p is true if a relation holds between a and b; with two lanes there is also q.
    Setp "setp";
    /// d is the value of a in another format.
    Cvt "cvt";
    /// d = a / b.
    Div "div";
    /// d = 1 / a.
    Rcp "rcp";
    /// d = √a.
    Sqrt "sqrt";
    /// d = 1 / √a.
    Rsqrt "rsqrt";
    /// The logarithm of a to base 2.
    Lg2 "lg2";
    /// e to the power of a.
    Exp "exp";
    /// The natural logarithm of a.
    Log "log";
    /// The logistic function, 1 / (1 + e^-a).
    Sigmoid "sigmoid";
    /// a times its logistic function.
    Silu "silu";
    /// a times the distribution function of the normal distribution at a.
    Gelu "gelu";
    /// The error function of a.
    Erf "erf";
    /// The sine of a, in radians.
    Sin "sin";
    /// The cosine of a, in radians.
    Cos "cos";
    /// d = a · b − c, rounded once (RISC-V).
    Fmsub "fmsub";
    /// d = −(a · b) + c, rounded once (RISC-V).
    Fnmsub "fnmsub";
    /// d = −(a · b) − c, rounded once (RISC-V).
    Fnmadd "fnmadd";
    /// a with the sign of b (RISC-V).
    Fsgnj "fsgnj";
    /// a with the opposite of the sign of b (RISC-V).
    Fsgnjn "fsgnjn";
    /// a with the exclusive or of both signs (RISC-V).
    Fsgnjx "fsgnjx";
    /// d = 1 if a = b, otherwise 0 (RISC-V).
    Feq "feq";
    /// d = 1 if a < b, otherwise 0 (RISC-V).
    Flt "flt";
    /// d = 1 if a ≤ b, otherwise 0 (RISC-V).
    Fle "fle";
    /// d has a bit for the class of a (RISC-V).
    Fclass "fclass";
    /// d has the bits of a (RISC-V).
    Fmv "fmv";
    /// The constant with the number a (RISC-V).
    Fli "fli";
    /// The lesser of a and b, and NaN if either is one (RISC-V).
    Fminm "fminm";
    /// The greater of a and b, and NaN if either is one (RISC-V).
    Fmaxm "fmaxm";
    /// a rounded to an integer in its own format, without the inexact flag (RISC-V).
    Fround "fround";
    /// a rounded to an integer in its own format (RISC-V).
    Froundnx "froundnx";
    /// d = 1 if a ≤ b, otherwise 0; quiet (RISC-V).
    Fleq "fleq";
    /// d = 1 if a < b, otherwise 0; quiet (RISC-V).
    Fltq "fltq";
    /// The sum of two products and c.
    Dot2 "dot2";
    /// The sum of four products and c.
    Dot4 "dot4";
    /// The sum of 8 products and c.
    Dot8 "dot8";
    /// The sum of 16 products and c.
    Dot16 "dot16";
    /// The sum of 32 products and c.
    Dot32 "dot32";
    /// The sum of 64 products and c.
    Dot64 "dot64";
}

impl Operation {
    /// The functions that PTX does not have on halves and that round to nearest even only, in order.
    pub const ELEMENTARY: [Operation; 10] = [Rsqrt, Lg2, Exp, Log, Sigmoid, Silu, Gelu, Erf, Sin, Cos];

    /// Returns the first word of the mnemonic in RISC-V, such as `fadd`; None if RISC-V does not have the operation.
    pub const fn riscv_name(self) -> Option<&'static str> {
        Some(match self {
            Add => "fadd",
            Sub => "fsub",
            Mul => "fmul",
            Fma => "fmadd",
            Min => "fmin",
            Max => "fmax",
            Cvt => "fcvt",
            Div => "fdiv",
            Sqrt => "fsqrt",
            own if own.is_riscv_only() => own.name(),
            _ => return None,
        })
    }

    /// Returns the operation with this name in RISC-V.
    pub(crate) fn from_riscv_name(name: &str) -> Option<Operation> {
        let mut all = Operation::ALL.into_iter();
        all.find(|operation| operation.riscv_name() == Some(name))
    }

    /// True if RISC-V has it and PTX does not.
    pub const fn is_riscv_only(self) -> bool {
        self.is_fused_otherwise()
            || self.is_in_zfa()
            || matches!(self, Fsgnj | Fsgnjn | Fsgnjx | Feq | Flt | Fle | Fclass | Fmv)
    }

    /// True if RISC-V's extension Zfa has it.
    pub const fn is_in_zfa(self) -> bool {
        matches!(self, Fli | Fminm | Fmaxm | Fround | Froundnx | Fleq | Fltq)
    }

    /// True if the value of a is rounded to an integer in its own format: fround and froundnx.
    pub const fn is_round_to_integer(self) -> bool {
        matches!(self, Fround | Froundnx)
    }

    /// True for an fma that changes the sign of the product or of the addend: fmsub, fnmsub and fnmadd.
    pub const fn is_fused_otherwise(self) -> bool {
        matches!(self, Fmsub | Fnmsub | Fnmadd)
    }

    /// True if the result is the truth of a relation: set and setp.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Set | Setp)
    }

    /// True if the result is the operand's value in another format, or rounded to an integer: cvt, fround and froundnx.
    pub const fn is_conversion(self) -> bool {
        matches!(self, Cvt) || self.is_round_to_integer()
    }

    /// Returns the number of products of a dot product; None for any other operation.
    pub const fn products(self) -> Option<u32> {
        match self {
            Dot2 => Some(2),
            Dot4 => Some(4),
            Dot8 => Some(8),
            Dot16 => Some(16),
            Dot32 => Some(32),
            Dot64 => Some(64),
            _ => None,
        }
    }

    /// True for a dot product: dot2 to dot64.
    pub const fn is_dot(self) -> bool {
        self.products().is_some()
    }

    /// True if it has flags: all but those that only change a sign, classify or move, and dot products, whose hardware in
    /// tensor cores has none.
    pub const fn raises_flags(self) -> bool {
        !self.is_dot() && !matches!(self, Neg | Abs | Fsgnj | Fsgnjn | Fsgnjx | Fclass | Fmv | Fli)
    }

    /// True if it adds or multiplies: add, sub, mul, fma, fmsub, fnmsub and fnmadd.
    pub const fn is_sum_or_product(self) -> bool {
        matches!(self, Add | Sub | Mul | Fma) || self.is_fused_otherwise()
    }

    /// True for division, reciprocal and square root: div, rcp and sqrt.
    pub const fn is_quotient_or_root(self) -> bool {
        matches!(self, Div | Rcp | Sqrt)
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
        !matches!(self, Exp | Log | Sigmoid | Silu | Gelu | Erf)
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
