//! Formats of eight bits or fewer, by lists of their numbers and of the midpoints between them.

use halfpipe_isa::{FloatFormat, Rounding};

use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::words::Arithmetic;

/// The non-negative number digits · 2^exponent.
#[derive(Clone, Copy)]
struct Dyadic {
    digits: i128,
    exponent: i64,
}

impl Dyadic {
    /// Returns the same number with a lower exponent.
    fn lowered(self, exponent: i64) -> i128 {
        self.digits << (self.exponent - exponent)
    }

    /// Returns the midpoint between this number and another.
    fn middle(self, other: Dyadic) -> Dyadic {
        let exponent = self.exponent.min(other.exponent);
        Dyadic {
            digits: self.lowered(exponent) + other.lowered(exponent),
            exponent: exponent - 1,
        }
    }

    /// Returns the magnitude's encoding in a format that has the number.
    fn encoded(self, format: Format) -> i128 {
        if self.digits == 0 {
            return 0;
        }
        let fraction_bits = format.fraction_bits as i64;
        let leading = self.exponent + i64::from(self.digits.ilog2());
        let field = leading + format.bias();
        // The place of the last digit: for all subnormal numbers it is the unit.
        let last = (leading - fraction_bits).max(format.unit());
        let fraction = match self.exponent - last {
            places @ 0.. => self.digits << places,
            places => self.digits >> -places,
        };
        match field {
            1.. => (i128::from(field) << fraction_bits) + fraction - (1 << fraction_bits),
            _ => fraction,
        }
    }
}

/// Returns every finite non-negative number, in the order of the encodings.
fn numbers(format: FloatFormat) -> Vec<Dyadic> {
    let (fraction_bits, bias, greatest) = match format {
        FloatFormat::E4M3 => (3, 7, 0x7E),
        FloatFormat::E5M2 => (2, 15, 0x7B),
        FloatFormat::E2M3 => (3, 1, 0x1F),
        FloatFormat::E3M2 => (2, 3, 0x1F),
        FloatFormat::E2M1 => (1, 1, 0x7),
        FloatFormat::UE8M0 => {
            let power = |code: i64| Dyadic {
                digits: 1,
                exponent: code - 127,
            };
            return (0..=254).map(power).collect();
        }
        other => panic!("{other} has more than eight bits"),
    };
    let of = |encoding: i128| {
        let (field, fraction) = (encoding >> fraction_bits, encoding & ((1 << fraction_bits) - 1));
        let (digits, field) = match field {
            0 => (fraction, 1),
            _ => (fraction + (1 << fraction_bits), field),
        };
        Dyadic {
            digits,
            exponent: field as i64 - bias - fraction_bits as i64,
        }
    };
    (0..=greatest).map(of).collect()
}

/// Returns the position of the sign in a format that has one.
pub(crate) fn place_of_sign(format: FloatFormat) -> Option<usize> {
    match format {
        FloatFormat::E4M3 | FloatFormat::E5M2 => Some(7),
        FloatFormat::E2M3 | FloatFormat::E3M2 => Some(5),
        FloatFormat::E2M1 => Some(3),
        FloatFormat::UE8M0 => None,
        other => panic!("{other} has more than eight bits"),
    }
}

/// Returns the encoding to which an operand is rounded: the count of lower encodings for which the operand is too
/// large.
pub(crate) fn nearest<L: Logic>(
    logic: &mut L,
    from: Format,
    to: FloatFormat,
    rounding: Rounding,
    saturates: bool,
    a: &[L::Bit],
) -> Vec<L::Bit> {
    let unpacked = Unpacked::new(logic, from, a, false);
    let magnitude = &a[..a.len() - 1];
    let numbers = numbers(to);
    let greatest = numbers.len() as i128 - 1;
    let bits = place_of_sign(to).unwrap_or(8);
    let mut code = logic.number(0, bits);
    for (place, pair) in numbers.windows(2).enumerate() {
        let (limit, reaches_at_limit) = match rounding {
            // At the midpoint, the even one is taken.
            Rounding::NearestEven => (pair[0].middle(pair[1]), place % 2 == 1),
            Rounding::NearestAway => (pair[0].middle(pair[1]), true),
            Rounding::TowardPositive => (pair[0], false),
            Rounding::TowardZero | Rounding::TowardNegative => (pair[1], true),
        };
        let limit = logic.number(limit.encoded(from), magnitude.len());
        let reaches = match reaches_at_limit {
            true => {
                let below = logic.less(magnitude, &limit);
                logic.not(below)
            }
            false => logic.less(&limit, magnitude),
        };
        let next = logic.number(place as i128 + 1, bits);
        code = logic.choose(reaches, &next, &code);
    }
    let (of_nan, of_overflow) = match to {
        FloatFormat::E4M3 | FloatFormat::E5M2 => (0x7F, greatest),
        FloatFormat::E2M3 | FloatFormat::E3M2 | FloatFormat::E2M1 => (greatest, greatest),
        FloatFormat::UE8M0 => (0xFF, if saturates { greatest } else { 0xFF }),
        other => panic!("{other} has more than eight bits"),
    };
    let [of_nan, of_overflow] = [of_nan, of_overflow].map(|number| logic.number(number, bits));
    // Rounded toward zero, nothing finite overflows.
    let last = numbers[numbers.len() - 1].encoded(from);
    let last = logic.number(last, magnitude.len());
    let above = logic.less(&last, magnitude);
    let overflows = match rounding {
        Rounding::TowardZero => unpacked.infinite,
        _ => above,
    };
    let code = logic.choose(overflows, &of_overflow, &code);
    let mut result = logic.choose(unpacked.nan, &of_nan, &code);
    if place_of_sign(to).is_some() {
        result.push(logic.and(unpacked.sign, logic.not(unpacked.nan)));
    }
    logic.resized(&result, to.register_bits() as usize)
}

/// Returns the number of an encoding, in a format that has it.
pub(crate) fn in_format<L: Logic>(logic: &mut L, from: FloatFormat, to: Format, a: &[L::Bit]) -> Vec<L::Bit> {
    let bits = place_of_sign(from).unwrap_or(8);
    let magnitude = &a[..bits];
    let mut result = logic.number(to.nan(), to.width() - 1);
    for (code, number) in numbers(from).into_iter().enumerate() {
        let code = logic.number(code as i128, bits);
        let is_it = logic.equal(magnitude, &code);
        let number = logic.number(number.encoded(to), to.width() - 1);
        result = logic.choose(is_it, &number, &result);
    }
    let nan = logic.number(to.nan(), to.width() - 1);
    if from == FloatFormat::E5M2 {
        let code = logic.number(0x7C, bits);
        let is_infinite = logic.equal(magnitude, &code);
        let infinity = logic.number(to.infinity(), to.width() - 1);
        result = logic.choose(is_infinite, &infinity, &result);
    }
    let sign = match place_of_sign(from) {
        Some(place) => {
            let is_nan = logic.equal(&result, &nan);
            logic.and(a[place], logic.not(is_nan))
        }
        None => logic.constant(false),
    };
    result.push(sign);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The specification repeats the facts of each format on purpose. They agree with those of the instruction set.
    #[test]
    fn formats_are_those_of_the_instruction_set() {
        for format in FloatFormat::ARITHMETIC {
            let own = Format::from(format);
            let widths = [format.exponent_bits, format.fraction_bits].map(|bits| bits as usize);
            assert_eq!([own.exponent_bits, own.fraction_bits], widths, "{format}");
            assert_eq!(
                (own.width(), own.bias()),
                (format.width() as usize, format.bias()),
                "{format}"
            );
            assert_eq!(own.has_infinity, format.has_infinity(), "{format}");
            let encodings = [
                format.largest_finite(),
                format.overflow_encoding(),
                format.one(),
                format.canonical_nan(),
            ];
            assert_eq!(
                [own.largest(), own.infinity(), own.one(), own.nan()],
                encodings.map(i128::from),
                "{format}"
            );
        }
    }

    #[test]
    fn small_formats_are_those_of_the_instruction_set() {
        let small = FloatFormat::ALL.into_iter().filter(|format| format.width() <= 8);
        for format in small {
            let numbers = numbers(format);
            assert_eq!(numbers.len() as u32 - 1, format.largest_finite(), "{format}");
            let sign = format.has_sign.then_some(format.magnitude_bits() as usize);
            assert_eq!(place_of_sign(format), sign, "{format}");
            let one = numbers[format.one() as usize];
            assert_eq!(one.digits, 1 << -one.exponent, "1 in {format}");
            let leading = |number: Dyadic| number.exponent + i64::from(number.digits.ilog2());
            let first_normal = match format.fraction_bits {
                0 => 0,
                bits => 1 << bits,
            };
            assert_eq!(leading(numbers[first_normal]), format.min_exponent(), "{format}");
            assert_eq!(leading(numbers[numbers.len() - 1]), format.max_exponent(), "{format}");
        }
    }
}
