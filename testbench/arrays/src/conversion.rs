//! One lane of a conversion.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Operation, Rounding};

use crate::format::Format;
use crate::modifiers::Modifiers;
use crate::number::{Class, Number, LEADING_BIT};
use crate::round::{exception, round, round_to_integer, stays_finite};

/// The format of a conversion's operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastSource {
    /// A format of at most 32 bits.
    Format(FloatFormat),
    /// IEEE binary64.
    Double,
}

/// The element of an operand.
#[derive(Clone, Copy, Debug)]
enum From {
    Number(Format),
    Double,
    Unsigned,
    Signed(u32),
}

/// The element of the result.
#[derive(Clone, Copy, Debug)]
enum To {
    /// A number of a format with arithmetic.
    Number(Format),
    /// An integral number of a format with arithmetic.
    Integral(Format),
    /// A number that random bits round, of the format and as many bits.
    Random(Format, u32),
    /// A number of a format that only conversions use.
    Small(Format),
    /// A power of two.
    Power(Format),
    /// An integer of so many bits, with or without a sign.
    Integer { bits: u32, is_signed: bool },
}

/// The elements and modifiers of a lane.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    from: From,
    to: To,
    flushes_operand: bool,
    modifiers: Modifiers,
    is_riscv: bool,
    is_quiet: bool,
}

impl Conversion {
    /// Returns the lane of a conversion.
    pub fn new(instruction: Instruction) -> Conversion {
        let signature = instruction.signature();
        let (operand, result) = (
            signature.operands()[0].element_type,
            signature.results()[0].element_type,
        );
        let has = |modifier| instruction.has(modifier);
        let single = ElementType::Number(FloatFormat::F32);
        let to = match result {
            ElementType::Small(FloatFormat::UE8M0) => To::Power(Format::new(FloatFormat::UE8M0)),
            ElementType::Small(format) => To::Small(Format::new(format)),
            ElementType::Number(format) if instruction.modifiers().any(Modifier::rounds_to_integer) => {
                To::Integral(Format::new(format))
            }
            ElementType::Number(format) if has(Modifier::Rs) => {
                // As many random bits as a normal f32 significand has below the result's.
                To::Random(
                    Format::new(format),
                    FloatFormat::F32.fraction_bits - format.fraction_bits,
                )
            }
            ElementType::Number(format) => To::Number(Format::new(format)),
            other => To::Integer {
                bits: other.bits(),
                is_signed: matches!(other, ElementType::Signed(_)),
            },
        };
        Conversion {
            from: match operand {
                ElementType::Number(format) | ElementType::Small(format) => From::Number(Format::new(format)),
                ElementType::Signed(bits) => From::Signed(bits),
                _ => From::Unsigned,
            },
            to,
            flushes_operand: has(Modifier::Ftz) && operand == single,
            modifiers: Modifiers {
                flushes: has(Modifier::Ftz) && result == single,
                ..Modifiers::new(instruction)
            },
            is_riscv: instruction.is_riscv(),
            is_quiet: instruction.operation() == Operation::Fround,
        }
    }

    /// Returns the conversion from one format to another.
    pub fn between(from: CastSource, to: FloatFormat, saturates: bool) -> Conversion {
        let format = Format::new(to);
        Conversion {
            from: match from {
                CastSource::Format(from) => From::Number(Format::new(from)),
                CastSource::Double => From::Double,
            },
            to: match to {
                FloatFormat::UE8M0 => To::Power(format),
                _ if to.has_infinity() => To::Number(format),
                _ => To::Small(format),
            },
            flushes_operand: false,
            modifiers: Modifiers {
                stays_finite: saturates,
                ..Modifiers::default()
            },
            is_riscv: false,
            is_quiet: false,
        }
    }

    /// Returns the result of a lane and its exceptions. `random` holds the random bits of the lane, if it takes any.
    #[inline(always)]
    pub fn convert<const FLAGS: bool>(&self, bits: u64, random: u64, rounding: Rounding) -> (u64, u64) {
        let (mut value, has_signal) = match &self.from {
            From::Number(format) => (format.decode(bits as u32), FLAGS && format.signals(bits as u32)),
            From::Double => (Number::from_double(bits), false),
            From::Unsigned => (Number::from_digits(false, bits, 0), false),
            From::Signed(width) => {
                let unused = u64::BITS - width;
                let integer = (bits << unused) as i64 >> unused;
                (Number::from_digits(integer < 0, integer.unsigned_abs(), 0), false)
            }
        };
        let least_single = -126;
        if self.flushes_operand && value.class == Class::Finite && value.exponent < least_single {
            value = Number::zero(value.is_negative);
        }
        let (result, flags) = match &self.to {
            To::Number(format) => {
                let (bits, flags) = self.modifiers.encode::<FLAGS>(format, value, rounding);
                (self.modifiers.clamp(format, bits).into(), flags)
            }
            To::Integral(format) => {
                let (bits, flags) = self.make_integral(format, value, rounding);
                (self.modifiers.clamp(format, bits).into(), flags)
            }
            To::Random(format, random_bits) => {
                let random = random & ((1 << random_bits) - 1);
                let (bits, flags) = self.make_random(format, value, random, *random_bits);
                (self.modifiers.clamp(format, bits).into(), flags)
            }
            To::Small(format) => self.make_small::<FLAGS>(format, value, rounding),
            To::Power(format) => self.make_power(format, value, rounding),
            To::Integer { bits, is_signed } => self.make_integer(value, *bits, *is_signed, rounding),
        };
        let signal = if has_signal { exception::INVALID } else { 0 };
        (result, flags | signal)
    }

    #[inline(always)]
    fn make_integral(&self, format: &Format, value: Number, rounding: Rounding) -> (u32, u64) {
        if value.class != Class::Finite {
            return self.modifiers.encode::<false>(format, value, rounding);
        }
        let (integral, is_inexact) = if value.exponent >= LEADING_BIT as i32 {
            (value, false)
        } else {
            let (magnitude, is_inexact) = round_to_integer(value, rounding);
            (Number::from_digits(value.is_negative, magnitude as u64, 0), is_inexact)
        };
        let flags = if is_inexact && !self.is_quiet {
            exception::INEXACT
        } else {
            0
        };
        let (bits, _) = self.modifiers.encode::<false>(format, integral, rounding);
        (bits, flags)
    }

    /// Adds random bits below the last place, and cuts off.
    #[inline(always)]
    fn make_random(&self, format: &Format, value: Number, random: u64, random_bits: u32) -> (u32, u64) {
        if value.class != Class::Finite {
            return self.modifiers.encode::<false>(format, value, Rounding::TowardZero);
        }
        let exponent = value.exponent.max(format.min_exponent);
        let cut = LEADING_BIT - format.fraction_bits + (exponent - value.exponent) as u32;
        // A number below 2^-27 units stays below one unit with any 16 random bits.
        let kept = if cut > 90 {
            0
        } else {
            let added = u128::from(random) << (cut - random_bits);
            ((u128::from(value.significand) + added) >> cut) as i64
        };
        let magnitude = (i64::from(exponent + format.bias - 1) << format.fraction_bits) + kept;
        let is_exact = cut < 63 && value.significand & ((1 << cut) - 1) == 0;
        let flags = if magnitude > i64::from(format.largest) {
            exception::OVERFLOW | exception::INEXACT
        } else if is_exact {
            0
        } else if magnitude < 1 << format.fraction_bits {
            exception::UNDERFLOW | exception::INEXACT
        } else {
            exception::INEXACT
        };
        let bits = if magnitude > i64::from(format.largest) {
            self.modifiers.infinity(format, value.is_negative)
        } else {
            format.signed(value.is_negative, magnitude as u32)
        };
        (bits, flags)
    }

    /// Rounds to a format that only conversions use. Without `.satfinite`, all that is too large is a NaN.
    #[inline(always)]
    fn make_small<const FLAGS: bool>(&self, format: &Format, value: Number, rounding: Rounding) -> (u64, u64) {
        // A format without a sign has the magnitude.
        let has_sign = format.sign_mask != 0;
        let is_negative = value.is_negative && has_sign;
        let is_cleared = self.modifiers.clamps_negative && value.is_negative;
        let too_large = if self.modifiers.stays_finite {
            format.largest
        } else {
            format.nan
        };
        let (magnitude, flags) = match value.class {
            Class::Nan => {
                let flags = if format.has_nan { 0 } else { exception::INVALID };
                return (format.nan.into(), flags);
            }
            Class::Infinity => (too_large, if format.has_infinity { 0 } else { exception::INEXACT }),
            Class::Zero => (0, 0),
            Class::Finite => {
                let number = Number { is_negative, ..value };
                let rounded = round::<FLAGS>(format, number, rounding);
                let magnitude = if rounded.magnitude <= format.largest {
                    rounded.magnitude
                } else if stays_finite(rounding, is_negative) {
                    format.largest
                } else {
                    too_large
                };
                (magnitude, rounded.flags)
            }
        };
        let bits = if is_cleared {
            0
        } else {
            format.signed(is_negative, magnitude)
        };
        (bits.into(), flags)
    }

    /// Rounds the magnitude to a power of two. Zero becomes the smallest one.
    #[inline(always)]
    fn make_power(&self, format: &Format, value: Number, rounding: Rounding) -> (u64, u64) {
        let too_large = if self.modifiers.stays_finite {
            format.largest
        } else {
            format.nan
        };
        if value.class == Class::Nan {
            return (format.nan.into(), 0);
        }
        if value.class == Class::Zero || self.modifiers.clamps_negative && value.is_negative {
            return (0, exception::INEXACT);
        }
        if value.class == Class::Infinity {
            return (too_large.into(), exception::INEXACT);
        }
        let is_power = value.significand == 1 << LEADING_BIT;
        let middle = 3 << (LEADING_BIT - 1);
        let rounds_up = match rounding {
            Rounding::TowardPositive => !is_power,
            Rounding::TowardZero | Rounding::TowardNegative => false,
            Rounding::NearestAway => value.significand >= middle,
            Rounding::NearestEven => {
                let is_odd = (value.exponent + format.bias) & 1 == 1;
                value.significand > middle || value.significand == middle && is_odd
            }
        };
        let place = value.exponent + format.bias + i32::from(rounds_up);
        let is_directed_up = rounding == Rounding::TowardPositive && !is_power;
        let flags = match value.exponent + i32::from(is_directed_up) {
            128.. => exception::OVERFLOW | exception::INEXACT,
            ..-127 => exception::UNDERFLOW | exception::INEXACT,
            _ if is_power => 0,
            _ => exception::INEXACT,
        };
        let magnitude = match place {
            ..0 => 0,
            place if place as u32 > format.largest => too_large,
            place => place as u32,
        };
        (magnitude.into(), flags)
    }

    /// Rounds and clamps to the range of an integer. A NaN is 0, and 2^63 in 64 bits; in RISC-V it is the greatest
    /// integer.
    #[inline(always)]
    fn make_integer(&self, value: Number, bits: u32, is_signed: bool, rounding: Rounding) -> (u64, u64) {
        let mask = u64::MAX >> (u64::BITS - bits);
        let greatest = mask >> u32::from(is_signed);
        let least = if is_signed { greatest + 1 } else { 0 };
        let (word, flags) = match value.class {
            Class::Nan if self.is_riscv => (greatest, exception::INVALID),
            Class::Nan if bits == 64 => (1 << 63, exception::INVALID),
            Class::Nan => (0, exception::INVALID),
            Class::Infinity if value.is_negative => (least.wrapping_neg(), exception::INVALID),
            Class::Infinity => (greatest, exception::INVALID),
            Class::Zero => (0, 0),
            Class::Finite => {
                let (magnitude, is_inexact) = round_to_integer(value, rounding);
                let limit = u128::from(if value.is_negative { least } else { greatest });
                let flags = match (magnitude > limit, is_inexact) {
                    (true, _) => exception::INVALID,
                    (false, true) => exception::INEXACT,
                    (false, false) => 0,
                };
                let magnitude = magnitude.min(limit) as u64;
                let word = if value.is_negative {
                    magnitude.wrapping_neg()
                } else {
                    magnitude
                };
                (word, flags)
            }
        };
        (word & mask, flags)
    }
}
