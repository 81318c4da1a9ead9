//! Formats, and decoded numbers.

use halfpipe_isa::FloatFormat;

use crate::logic::Logic;
use crate::words::Arithmetic;

/// A binary format of a sign, an exponent field and a fraction field. Subnormals, infinities and NaNs are as in IEEE
/// 754, or there are no infinities and one NaN of each sign, all ones, or neither. The NaN of results is all ones, or
/// RISC-V's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Width of the exponent field, in bits.
    pub exponent_bits: usize,
    /// Width of the fraction field, in bits.
    pub fraction_bits: usize,
    /// True if there are infinities.
    pub has_infinity: bool,
    /// True if there are NaNs.
    pub has_nan: bool,
    /// True if of the fraction of the NaN of results only the top bit is 1, as in RISC-V.
    pub is_riscv: bool,
}

/// Repeats the facts of the formats with a sign and a fraction: the specification takes no width from the instruction set.
impl From<FloatFormat> for Format {
    fn from(format: FloatFormat) -> Format {
        let (exponent_bits, fraction_bits) = match format {
            FloatFormat::F16 | FloatFormat::RISCV_H => (5, 10),
            FloatFormat::BF16 | FloatFormat::RISCV_BF16 => (8, 7),
            FloatFormat::F32 | FloatFormat::RISCV_S => (8, 23),
            FloatFormat::E4M3 => (4, 3),
            FloatFormat::E5M2 => (5, 2),
            FloatFormat::E2M3 => (2, 3),
            FloatFormat::E3M2 => (3, 2),
            FloatFormat::E2M1 => (2, 1),
            // An IEEE format has its widths in its name.
            other if other.has_infinity() => (other.exponent_bits as usize, other.fraction_bits as usize),
            other => panic!("{other} has no sign or no fraction"),
        };
        let has_nan = !matches!(format, FloatFormat::E2M3 | FloatFormat::E3M2 | FloatFormat::E2M1);
        Format {
            exponent_bits,
            fraction_bits,
            has_infinity: has_nan && format != FloatFormat::E4M3,
            has_nan,
            is_riscv: matches!(
                format,
                FloatFormat::RISCV_H | FloatFormat::RISCV_BF16 | FloatFormat::RISCV_S
            ),
        }
    }
}

impl Format {
    /// Returns the width of an encoding in bits.
    pub fn width(self) -> usize {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// Returns the exponent bias.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// Returns the exponent of the last place of the smallest number, of which every number is a multiple.
    pub fn unit(self) -> i64 {
        1 - self.bias() - self.fraction_bits as i64
    }

    /// Returns the largest exponent field of a finite number.
    pub fn largest_exponent(self) -> i64 {
        (self.largest() >> self.fraction_bits) as i64
    }

    /// Returns the encoding of the largest number, without its sign.
    pub(crate) fn largest(self) -> i128 {
        match (self.has_infinity, self.has_nan) {
            (true, _) => self.infinity() - 1,
            (false, true) => self.nan() - 1,
            (false, false) => (1 << (self.width() - 1)) - 1,
        }
    }

    /// Returns the encoding of an infinity without its sign, or of the NaN that replaces it if there is none.
    pub(crate) fn infinity(self) -> i128 {
        if self.has_infinity {
            ((1 << self.exponent_bits) - 1) << self.fraction_bits
        } else {
            self.nan()
        }
    }

    /// Returns the encoding of 1.
    pub(crate) fn one(self) -> i128 {
        i128::from(self.bias()) << self.fraction_bits
    }

    /// Returns the encoding without its sign of the NaN that `.oob` looks for: fraction bit 3 is 0, or the highest one if
    /// there are three or fewer.
    pub(crate) fn out_of_bounds_nan(self) -> i128 {
        self.nan() - (1 << (self.fraction_bits - 1).min(3))
    }

    /// Returns the encoding of the NaN of results.
    pub(crate) fn nan(self) -> i128 {
        if self.is_riscv {
            self.infinity() | 1 << (self.fraction_bits - 1)
        } else {
            (1 << (self.width() - 1)) - 1
        }
    }
}

/// A decoded number.
pub(crate) struct Unpacked<B> {
    pub sign: B,
    pub nan: B,
    pub infinite: B,
    /// True if it is a zero, or flushed to one.
    pub zero: B,
    /// The digits; a finite number is them times two to the `place`.
    pub significand: Vec<B>,
    /// The exponent field, and 1 for subnormals. The last digit of `significand` has the place `exponent - 1` above
    /// [`Format::unit`].
    pub exponent: Vec<B>,
}

impl<B: Copy> Unpacked<B> {
    /// Returns a decoded encoding; with `flushes`, subnormals are zeros.
    pub fn new<L: Logic<Bit = B>>(logic: &mut L, format: Format, bits: &[B], flushes: bool) -> Unpacked<B> {
        let (fraction, rest) = bits.split_at(format.fraction_bits);
        let (field, sign) = rest.split_at(format.exponent_bits);
        let normal = logic.any(field);
        let largest = logic.all(field);
        let has_fraction = logic.any(fraction);
        let mut significand = fraction.to_vec();
        significand.push(normal);
        if flushes {
            significand = logic.only_if(normal, &significand);
        }
        let mut exponent = field.to_vec();
        exponent[0] = logic.or(exponent[0], logic.not(normal));
        let digits = logic.any(&significand);
        let (nan, infinite) = if format.has_infinity {
            (
                logic.and(largest, has_fraction),
                logic.and(largest, logic.not(has_fraction)),
            )
        } else {
            let ones = logic.all(fraction);
            let has_nan = logic.constant(format.has_nan);
            (logic.all(&[largest, ones, has_nan]), logic.constant(false))
        };
        Unpacked {
            sign: sign[0],
            nan,
            infinite,
            zero: logic.not(digits),
            significand,
            exponent,
        }
    }

    /// Returns the number 1.
    pub fn one<L: Logic<Bit = B>>(logic: &L, format: Format) -> Unpacked<B> {
        let never = logic.constant(false);
        let mut significand = vec![never; format.fraction_bits];
        significand.push(logic.constant(true));
        Unpacked {
            sign: never,
            nan: never,
            infinite: never,
            zero: never,
            significand,
            exponent: logic.number(format.bias().into(), format.exponent_bits),
        }
    }

    /// True if it is no finite number.
    pub fn special<L: Logic<Bit = B>>(&self, logic: &mut L) -> B {
        logic.or(self.nan, self.infinite)
    }
}
