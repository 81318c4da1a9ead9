//! Decoded operands.

use halfpipe_isa::{Content, Small};
use num_bigint::BigInt;

use crate::flags::exact::Exact;
use crate::flags::shape::Shape;

/// An operand: a number, an infinity or a NaN.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A NaN.
    Nan {
        /// True if it signals: its highest fraction bit is 0.
        signals: bool,
    },
    /// An infinity.
    Infinity {
        /// True if it is less than all numbers.
        is_negative: bool,
    },
    /// A number. A zero has no sign here, as no exception depends on it.
    Number(Exact),
}

impl Operand {
    /// Returns the operand of an encoding. With `flushes`, a subnormal encoding gives zero.
    pub fn new(shape: Shape, bits: u64, flushes: bool) -> Operand {
        let sign = shape.width() - 1;
        let magnitude = bits & ((1 << sign) - 1);
        let is_negative = bits >> sign & 1 == 1;
        let largest = shape.largest_encoding();
        if magnitude <= largest {
            let is_flushed = flushes && magnitude >> shape.fraction_bits == 0;
            let number = if is_flushed {
                Exact::new(0, 0)
            } else {
                shape.number(magnitude)
            };
            return Operand::Number(if is_negative { number.negated() } else { number });
        }
        match shape.has_infinity() && magnitude == largest + 1 {
            true => Operand::Infinity { is_negative },
            false => Operand::Nan {
                signals: magnitude >> (shape.fraction_bits - 1) & 1 == 0,
            },
        }
    }

    /// Returns the operand of a conversion from its bits.
    pub fn of_content(content: Content, bits: u64, flushes: bool) -> Operand {
        match content {
            Content::Number(element) => Operand::new(element.into(), bits, flushes),
            Content::Small(Small::Ue8m0) => match bits & 0xFF {
                // There is no fraction bit that could make it signal.
                0xFF => Operand::Nan { signals: false },
                code => Operand::Number(Exact::power_of_two(code as i64 - 127)),
            },
            Content::Small(small) => {
                let shape = Shape::of_small(small).expect("all others have fractions");
                Operand::new(shape, bits, false)
            }
            Content::Signed(width) => {
                let above = BigInt::from(bits >> (width - 1) & 1) << width;
                Operand::Number(Exact::new(BigInt::from(bits) - above, 0))
            }
            _ => Operand::Number(Exact::new(bits, 0)),
        }
    }

    /// True if it is a signalling NaN.
    pub fn signals(&self) -> bool {
        matches!(self, Operand::Nan { signals: true })
    }

    /// True if it is a NaN.
    pub fn is_nan(&self) -> bool {
        matches!(self, Operand::Nan { .. })
    }

    /// Returns the same with the opposite sign.
    pub fn negated(self) -> Operand {
        match self {
            Operand::Nan { signals } => Operand::Nan { signals },
            Operand::Infinity { is_negative } => Operand::Infinity {
                is_negative: !is_negative,
            },
            Operand::Number(number) => Operand::Number(number.negated()),
        }
    }
}
