//! The operand of tanh and ex2: half precision in a fixed format, or in the core in a format selected at run time.
//!
//! The coefficients for f16 serve bf16 too, so one datapath computes both. It has the widths of f16. The formats differ
//! in constants, and in words made for each format, which the control selects.

use halfpipe_isa::FloatFormat;

use crate::format::HardwareFormat;
use crate::net::{hidden, Label, Net, Scope};
use crate::stage::{unpack, Unpacked};

/// An operand in half precision.
#[derive(Clone, Copy)]
pub struct HalfOperand<'n> {
    bits: Net<'n>,
    /// The exponent field. With a run-time format it is as wide as that of bf16, and 1 instead of 0.
    pub exponent: Net<'n>,
    /// The fraction. With a run-time format it is as wide as that of f16, with zeros below that of bf16.
    pub fraction: Net<'n>,
    /// The format whose table is used.
    pub table_format: FloatFormat,
    runtime_format: Option<RuntimeFormat<'n>>,
}

/// The run-time format of an operand in the core.
#[derive(Clone, Copy)]
struct RuntimeFormat<'n> {
    bf16: Net<'n>,
    unpacked: Unpacked<'n>,
}

impl<'n> HalfOperand<'n> {
    /// Returns an operand of a fixed format.
    pub fn fixed(format: FloatFormat, bits: Net<'n>) -> HalfOperand<'n> {
        HalfOperand {
            bits,
            exponent: bits.slice(format.fraction_bits, format.exponent_bits),
            fraction: bits.low(format.fraction_bits),
            table_format: format,
            runtime_format: None,
        }
    }

    /// Returns an operand that is bf16 if the control `bf16` is 1, else f16. `unpacked` is the unpacked operand,
    /// without `.ftz`. Its significand is as wide as that of f16; a bf16 significand is at the top, with zeros below.
    pub fn selected(bf16: Net<'n>, bits: Net<'n>, unpacked: Unpacked<'n>) -> HalfOperand<'n> {
        HalfOperand {
            bits,
            exponent: unpacked.exponent,
            fraction: unpacked.significand.low(FloatFormat::F16.fraction_bits),
            table_format: FloatFormat::F16,
            runtime_format: Some(RuntimeFormat { bf16, unpacked }),
        }
    }

    /// Returns the sign bit.
    pub fn sign(self) -> Net<'n> {
        self.bits.top_bit()
    }

    /// Returns the encoding of the magnitude.
    pub fn magnitude(self) -> Net<'n> {
        self.bits.low(self.bits.width() - 1)
    }

    /// Returns the formats that the operand may have.
    pub fn formats(self) -> Vec<FloatFormat> {
        match self.runtime_format {
            None => vec![self.table_format],
            Some(_) => vec![FloatFormat::F16, FloatFormat::BF16],
        }
    }

    /// Makes a word for each format and selects that of the operand.
    pub fn select_by_format(self, n: Scope<'n>, of: impl Fn(Scope<'n>, FloatFormat) -> Net<'n>) -> Net<'n> {
        match self.runtime_format {
            None => of(n, self.table_format),
            Some(runtime) => {
                let bf16 = of(n.scope("bf16"), FloatFormat::BF16);
                runtime.bf16.select(bf16, of(n.scope("f16"), FloatFormat::F16))
            }
        }
    }

    /// Returns a constant of the operand's format. A constant selected by a control gets this name.
    pub fn constant(self, n: Scope<'n>, name: &str, width: u32, of: impl Fn(FloatFormat) -> u64) -> Net<'n> {
        let constant = self.select_by_format(n, |n, format| n.constant(of(format), width));
        match constant.constant_value() {
            Some(_) => constant,
            None => constant.named(hidden(name)),
        }
    }

    /// Returns 1 if the magnitude is above a limit of its format. `name` says what it limits.
    pub fn is_above(self, n: Scope<'n>, name: &str, limit: impl Fn(FloatFormat) -> u64) -> Net<'n> {
        self.limit(n, name, limit).less_than(self.magnitude())
    }

    /// Returns 1 if the magnitude is below a limit of its format. `name` says what it limits.
    pub fn is_below(self, n: Scope<'n>, name: &str, limit: impl Fn(FloatFormat) -> u64) -> Net<'n> {
        self.magnitude().less_than(self.limit(n, name, limit))
    }

    fn limit(self, n: Scope<'n>, name: &str, of: impl Fn(FloatFormat) -> u64) -> Net<'n> {
        self.constant(n, &format!("limit_of_{name}"), self.magnitude().width(), of)
    }

    /// Unpacks the operand.
    pub fn unpacked(self, n: Scope<'n>) -> Unpacked<'n> {
        match self.runtime_format {
            None => unpack(n, "a", self.table_format, self.bits),
            Some(runtime) => runtime.unpacked,
        }
    }

    /// Returns the label of a number of its format.
    pub fn number(self, name: &str) -> Label {
        match self.runtime_format {
            None => self.table_format.number(name),
            Some(_) => Label::from(name),
        }
    }
}
