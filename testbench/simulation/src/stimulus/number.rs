//! Exact numbers for the construction of operands.

use halfpipe_isa::FloatFormat;

/// The number ± significand · 2^exponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    pub negative: bool,
    pub significand: u64,
    pub exponent: i32,
}

impl Number {
    /// Returns the value of a finite encoding.
    pub fn decode(format: FloatFormat, bits: u32) -> Number {
        let fraction = bits & format.fraction_mask();
        let field = (bits & format.magnitude_mask()) >> format.fraction_bits;
        let hidden_bit = u32::from(field > 0) << format.fraction_bits;
        Number {
            negative: bits & format.sign_mask() != 0,
            significand: u64::from(hidden_bit | fraction),
            exponent: field.max(1) as i32 - format.bias() as i32 - format.fraction_bits as i32,
        }
    }

    /// Returns x · y. Both significands have at most 32 bits.
    pub fn times(self, other: Number) -> Number {
        Number {
            negative: self.negative != other.negative,
            significand: self.significand * other.significand,
            exponent: self.exponent + other.exponent,
        }
    }

    /// Returns the number of the other sign.
    pub fn opposite(self) -> Number {
        Number {
            negative: !self.negative,
            ..self
        }
    }

    /// Returns its rounded value.
    pub fn approximate(self) -> f64 {
        let magnitude = self.significand as f64 * f64::from(self.exponent).exp2();
        if self.negative {
            -magnitude
        } else {
            magnitude
        }
    }

    /// Returns the power of two of the highest bit; a very small one for 0.
    pub fn leading_exponent(self) -> i32 {
        match self.significand.checked_ilog2() {
            Some(bit) => self.exponent + bit as i32,
            None => -10_000,
        }
    }

    /// Returns the encoding of the format's number nearest to it that is no greater in magnitude.
    pub fn truncate(self, format: FloatFormat) -> u32 {
        let sign = if self.negative { format.sign_mask() } else { 0 };
        let quantum = |leading: i32| leading.max(format.min_exponent() as i32) - format.fraction_bits as i32;
        let leading = self.leading_exponent();
        if leading > format.bias() as i32 {
            return sign | (format.overflow_encoding() - 1);
        }
        let shift = self.exponent - quantum(leading);
        let digits = match shift {
            0.. => self.significand << shift.min(63),
            _ => self.significand.checked_shr(shift.unsigned_abs()).unwrap_or(0),
        } as u32;
        if leading < format.min_exponent() as i32 {
            return sign | digits;
        }
        let field = (leading + format.bias() as i32) as u32;
        sign | field << format.fraction_bits | digits & format.fraction_mask()
    }
}

/// Returns the encoding `places` units in the last place away, towards larger magnitudes for positive `places`. It
/// stays finite and keeps its sign.
pub fn step(format: FloatFormat, bits: u32, places: i32) -> u32 {
    let magnitude = (bits & format.magnitude_mask()).saturating_add_signed(places);
    bits & format.sign_mask() | magnitude.min(format.overflow_encoding() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_number_comes_back() {
        for format in [FloatFormat::F16, FloatFormat::BF16, FloatFormat::SMALL] {
            for magnitude in 0..format.overflow_encoding() {
                for bits in [magnitude, format.sign_mask() | magnitude] {
                    assert_eq!(Number::decode(format, bits).truncate(format), bits, "{bits:04X}");
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        let number = |significand, exponent| Number {
            negative: false,
            significand,
            exponent,
        };
        assert_eq!(number(0xFFF, 0).truncate(FloatFormat::F16), 0x6BFF);
        assert_eq!(number(1, 16).truncate(FloatFormat::F16), 0x7BFF);
        assert_eq!(number(3, -25).truncate(FloatFormat::F16), 0x0001);
        assert_eq!(number(1, -40).truncate(FloatFormat::F16), 0x0000);
    }
}
