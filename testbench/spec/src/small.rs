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
        FloatFormat::UE5M3 => (3, 15, 0xFE),
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
        FloatFormat::UE8M0 | FloatFormat::UE5M3 => None,
        other => panic!("{other} has more than eight bits"),
    }
}

/// Returns the encoding to which an operand is rounded, its highest bit first: each is 1 if the operand reaches the
/// lowest encoding with that bit.
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
    // The least operand that is rounded to an encoding or a higher one, for each encoding but the first.
    let limits: Vec<i128> = (numbers.windows(2).enumerate())
        .map(|(place, pair)| {
            let (limit, is_reached) = match rounding {
                // At the midpoint, the even one is taken.
                Rounding::NearestEven => (pair[0].middle(pair[1]), place % 2 == 1),
                Rounding::NearestAway => (pair[0].middle(pair[1]), true),
                Rounding::TowardPositive => (pair[0], false),
                Rounding::TowardZero | Rounding::TowardNegative => (pair[1], true),
            };
            limit.encoded(from) + i128::from(!is_reached)
        })
        .collect();
    let mut code = Vec::new();
    for place in (0..bits).rev() {
        // The lowest encoding with this bit and the higher ones that are known.
        let lowest = |higher: usize| (2 * higher + 1) << place;
        let limits: Vec<i128> = (0..1 << code.len())
            .map(|higher| limits.get(lowest(higher) - 1).copied().unwrap_or(i128::MAX))
            .collect();
        let limit = constant_at(logic, &code, &limits, magnitude.len());
        let below = logic.less(magnitude, &limit);
        code.insert(0, logic.not(below));
    }
    let beyond = if saturates { greatest } else { 0xFF };
    let (of_nan, of_overflow) = match to {
        FloatFormat::E4M3 | FloatFormat::E5M2 => (0x7F, greatest),
        FloatFormat::E2M3 | FloatFormat::E3M2 | FloatFormat::E2M1 => (greatest, greatest),
        FloatFormat::UE8M0 | FloatFormat::UE5M3 => (0xFF, beyond),
        other => panic!("{other} has more than eight bits"),
    };
    let [of_nan, of_overflow] = [of_nan, of_overflow].map(|number| logic.number(number, bits));
    // Rounded toward zero, nothing finite overflows. The midpoint above the even number 0xfe of ue5m3 is rounded down to
    // it. The other formats saturate in rounding to nearest, so any limit up to that midpoint gives the same.
    let last = numbers[numbers.len() - 1];
    let limit = match (rounding, to) {
        (Rounding::NearestEven, FloatFormat::UE5M3) => Dyadic {
            digits: 29,
            exponent: 12,
        },
        _ => last,
    };
    let overflows = match rounding {
        Rounding::TowardZero => unpacked.infinite,
        _ => {
            let limit = logic.number(limit.encoded(from), magnitude.len());
            let above = logic.less(&limit, magnitude);
            logic.or(unpacked.infinite, above)
        }
    };
    let code = logic.choose(overflows, &of_overflow, &code);
    let mut result = logic.choose(unpacked.nan, &of_nan, &code);
    if place_of_sign(to).is_some() {
        result.push(logic.and(unpacked.sign, logic.not(unpacked.nan)));
    }
    logic.resized(&result, to.register_bits() as usize)
}

/// Returns the threshold from which rounding a magnitude exceeds the largest number of a format without infinities, as an
/// integer times a power of two, and true if it is inclusive.
pub(crate) fn overflow_limit(to: FloatFormat, rounding: Rounding) -> (i128, i64, bool) {
    let [largest, middle, beyond] = match to {
        FloatFormat::E4M3 => [(448, 0), (464, 0), (480, 0)],
        FloatFormat::E3M2 => [(28, 0), (30, 0), (32, 0)],
        FloatFormat::E2M3 => [(15, -1), (31, -2), (8, 0)],
        FloatFormat::E2M1 => [(6, 0), (7, 0), (8, 0)],
        FloatFormat::UE5M3 => [(114_688, 0), (118_784, 0), (122_880, 0)],
        other => unreachable!("{other} has infinities, or no fraction"),
    };
    let is_even = matches!(to, FloatFormat::E4M3 | FloatFormat::UE5M3);
    let ((integer, exponent), is_reached) = match rounding {
        Rounding::TowardZero | Rounding::TowardNegative => (beyond, true),
        Rounding::TowardPositive => (largest, false),
        // A tie is rounded to the largest number if that is even.
        Rounding::NearestEven => (middle, !is_even),
        Rounding::NearestAway => (middle, true),
    };
    (integer, exponent, is_reached)
}

/// Returns the constant at the position that the bits encode.
fn constant_at<L: Logic>(logic: &mut L, position: &[L::Bit], constants: &[i128], width: usize) -> Vec<L::Bit> {
    match position.split_last() {
        None => logic.number(constants[0], width),
        Some((highest, lower)) => {
            let (first, second) = constants.split_at(constants.len() / 2);
            let [first, second] = [first, second].map(|half| constant_at(logic, lower, half, width));
            logic.choose(*highest, &second, &first)
        }
    }
}

/// Returns the number of an encoding, in a format that has it.
pub(crate) fn in_format<L: Logic>(logic: &mut L, from: FloatFormat, to: Format, a: &[L::Bit]) -> Vec<L::Bit> {
    let bits = place_of_sign(from).unwrap_or(8);
    let magnitude = &a[..bits];
    let mut result = logic.number(to.nan(), to.width() - 1);
    for (code, number) in numbers(from).into_iter().enumerate() {
        let code = logic.number(code as i128, bits);
        let is_it = logic.equal(magnitude, &code);
        // The largest numbers of ue5m3 are above those of f16.
        let number = logic.number(number.encoded(to).min(to.infinity()), to.width() - 1);
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
#[path = "../tests/unit/small.rs"]
mod tests;
