//! The operand of tanh and 2^x: in a half-precision format that is known, or, in the core, in the one that a control tells.
//!
//! The coefficients for f16 serve bf16 too, so one datapath computes both. It has f16's widths; what differs is a constant, or a word
//! made for each format, that the control chooses.

use crate::format::Format;
use crate::net::{hidden, Label, Net, Scope};
use crate::stage::{unpack, Unpacked};

/// An operand in half precision.
#[derive(Clone, Copy)]
pub struct Half<'n> {
    bits: Net<'n>,
    /// The exponent field; where the format is told, as wide as bf16's, and 1 instead of 0.
    pub exponent: Net<'n>,
    /// The fraction; where the format is told, as long as f16's, with zeros below that of bf16.
    pub fraction: Net<'n>,
    /// The format whose table serves.
    pub table_format: Format,
    told: Option<Told<'n>>,
}

/// What the core knows of its operand.
#[derive(Clone, Copy)]
struct Told<'n> {
    bf16: Net<'n>,
    unpacked: Unpacked<'n>,
}

impl<'n> Half<'n> {
    /// An operand of a known format.
    pub fn known(format: Format, bits: Net<'n>) -> Half<'n> {
        Half {
            bits,
            exponent: bits.slice(format.fraction_bits, format.exponent_bits),
            fraction: bits.low(format.fraction_bits),
            table_format: format,
            told: None,
        }
    }

    /// An operand that is bf16 where a control says so, else f16. `unpacked` is the operand taken apart, without `.ftz`: its significand is
    /// as long as f16's, a bf16 one at the top with zeros below.
    pub fn told(bf16: Net<'n>, bits: Net<'n>, unpacked: Unpacked<'n>) -> Half<'n> {
        Half {
            bits,
            exponent: unpacked.exponent,
            fraction: unpacked.significand.low(Format::F16.fraction_bits),
            table_format: Format::F16,
            told: Some(Told { bf16, unpacked }),
        }
    }

    /// Its sign bit.
    pub fn sign(self) -> Net<'n> {
        self.bits.top_bit()
    }

    /// The encoding of its magnitude.
    pub fn magnitude(self) -> Net<'n> {
        self.bits.low(self.bits.width() - 1)
    }

    /// The formats that it may have.
    pub fn formats(self) -> Vec<Format> {
        match self.told {
            None => vec![self.table_format],
            Some(_) => vec![Format::F16, Format::BF16],
        }
    }

    /// What is made for each format, of the one that the operand has.
    pub fn by_format(self, n: Scope<'n>, of: impl Fn(Scope<'n>, Format) -> Net<'n>) -> Net<'n> {
        match self.told {
            None => of(n, self.table_format),
            Some(told) => {
                let bf16 = of(n.scope("bf16"), Format::BF16);
                told.bf16.select(bf16, of(n.scope("f16"), Format::F16))
            }
        }
    }

    /// A constant of the operand's format; where a control chooses it, the net has this name.
    pub fn constant(self, n: Scope<'n>, name: &str, width: u32, of: impl Fn(Format) -> u64) -> Net<'n> {
        let constant = self.by_format(n, |n, format| n.constant(of(format), width));
        match constant.constant_value() {
            Some(_) => constant,
            None => constant.named(hidden(name)),
        }
    }

    /// 1 where the magnitude is above a limit of its format; `name` is what the limit is of.
    pub fn above(self, n: Scope<'n>, name: &str, limit: impl Fn(Format) -> u64) -> Net<'n> {
        self.limit(n, name, limit).less_than(self.magnitude())
    }

    /// 1 where the magnitude is below a limit of its format; `name` is what the limit is of.
    pub fn below(self, n: Scope<'n>, name: &str, limit: impl Fn(Format) -> u64) -> Net<'n> {
        self.magnitude().less_than(self.limit(n, name, limit))
    }

    fn limit(self, n: Scope<'n>, name: &str, of: impl Fn(Format) -> u64) -> Net<'n> {
        self.constant(n, &format!("limit_of_{name}"), self.magnitude().width(), of)
    }

    /// The operand taken apart.
    pub fn unpacked(self, n: Scope<'n>) -> Unpacked<'n> {
        match self.told {
            None => unpack(n, "a", self.table_format, self.bits),
            Some(told) => told.unpacked,
        }
    }

    /// The name of a number of its format.
    pub fn number(self, name: &str) -> Label {
        match self.told {
            None => self.table_format.number(name),
            Some(_) => Label::from(name),
        }
    }
}
