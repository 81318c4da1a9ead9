//! Decoded operands.

use halfpipe_isa::{ElementType, FloatFormat};
use num_bigint::BigInt;

use crate::flags::exact::Exact;
use crate::flags::exception::INVALID;

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
    pub fn new(format: FloatFormat, bits: u64, flushes: bool) -> Operand {
        let is_negative = bits & u64::from(format.sign_mask()) != 0;
        let magnitude = bits as u32 & format.magnitude_mask();
        let largest = format.largest_finite();
        if magnitude <= largest {
            let is_flushed = flushes && magnitude >> format.fraction_bits == 0;
            let number = if is_flushed {
                Exact::new(0, 0)
            } else {
                Exact::from_encoding(format, magnitude)
            };
            return Operand::Number(if is_negative { number.negated() } else { number });
        }
        if format.has_infinity() && magnitude == largest + 1 {
            Operand::Infinity { is_negative }
        } else {
            // Without a fraction, there is no bit that could make it signal.
            Operand::Nan {
                signals: format.fraction_bits > 0 && magnitude >> (format.fraction_bits - 1) & 1 == 0,
            }
        }
    }

    /// Returns the operand of a conversion from its bits.
    pub fn from_element_type(element_type: ElementType, bits: u64, flushes: bool) -> Operand {
        match element_type {
            ElementType::Number(format) => Operand::new(format, bits, flushes),
            ElementType::Small(format) => Operand::new(format, bits, false),
            ElementType::Signed(width) => {
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

/// Returns the invalid flag if an operand is a signalling NaN.
pub fn signalling(operands: &[Operand]) -> u64 {
    if operands.iter().any(Operand::signals) {
        INVALID
    } else {
        0
    }
}
