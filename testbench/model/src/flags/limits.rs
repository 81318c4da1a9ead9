//! Thresholds for the exceptions that rounding raises.

use std::cmp::Ordering;

use halfpipe_isa::{FloatFormat, Rounding};

use crate::flags::exact::Exact;
use crate::flags::exception::{INEXACT, OVERFLOW, UNDERFLOW};
use crate::flags::magnitude::Magnitude;

/// Rounding direction of a magnitude.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// To the nearest; of two equally near ones, to the even one.
    NearestEven,
    /// To the nearest; of two equally near ones, to the larger one.
    NearestLarger,
    /// To the nearest one that is not larger.
    Down,
    /// To the nearest one that is not smaller.
    Up,
}

impl Direction {
    /// Returns the direction for the magnitude of a number.
    fn new(rounding: Rounding, is_negative: bool) -> Direction {
        match (rounding, is_negative) {
            (Rounding::NearestEven, _) => Direction::NearestEven,
            (Rounding::NearestAway, _) => Direction::NearestLarger,
            (Rounding::TowardZero, _) | (Rounding::TowardNegative, false) | (Rounding::TowardPositive, true) => {
                Direction::Down
            }
            (Rounding::TowardNegative, true) | (Rounding::TowardPositive, false) => Direction::Up,
        }
    }
}

/// Returns the flags that rounding a number to a format raises.
pub fn raised_by_rounding(number: &Exact, format: FloatFormat, rounding: Rounding) -> u64 {
    if number.is_zero() {
        return 0;
    }
    raised_by_magnitude(&number.magnitude(), number.is_negative(), format, rounding)
}

/// Returns the flags that rounding a number of this magnitude and sign to a format raises.
pub fn raised_by_magnitude(
    magnitude: &impl Magnitude,
    is_negative: bool,
    format: FloatFormat,
    rounding: Rounding,
) -> u64 {
    let direction = Direction::new(rounding, is_negative);
    if overflows(magnitude, format, direction) {
        return OVERFLOW | INEXACT;
    }
    match (is_exact(magnitude, format), is_tiny(magnitude, format, direction)) {
        (true, _) => 0,
        (false, true) => UNDERFLOW | INEXACT,
        (false, false) => INEXACT,
    }
}

/// True if the format has a magnitude that is not above its largest number.
pub fn is_exact(magnitude: &impl Magnitude, format: FloatFormat) -> bool {
    magnitude.is_multiple_of_power(last_place(magnitude, format))
}

/// Returns the exponent of the format's last digit for a magnitude.
pub fn last_place(magnitude: &impl Magnitude, format: FloatFormat) -> i64 {
    magnitude.leading().max(format.min_exponent()) + 1 - i64::from(format.significand_bits())
}

/// True if the magnitude, rounded with unbounded exponents, is above the largest number.
fn overflows(magnitude: &impl Magnitude, format: FloatFormat, direction: Direction) -> bool {
    let largest = Exact::from_encoding(format, format.largest_finite());
    let next = largest.plus(&Exact::power_of_two(last_place(&largest, format)));
    let middle = largest.plus(&next).scaled(-1);
    match (direction, magnitude.compare(&middle)) {
        // At the midpoint, an odd number gives way to the next one.
        (Direction::NearestEven, Ordering::Equal) => format.largest_finite() % 2 == 1,
        (Direction::NearestEven, order) => order.is_gt(),
        (Direction::NearestLarger, order) => order.is_ge(),
        (Direction::Down, _) => magnitude.compare(&next).is_ge(),
        (Direction::Up, _) => magnitude.compare(&largest).is_gt(),
    }
}

/// True if the magnitude, rounded with unbounded exponents, is below the smallest normal number.
fn is_tiny(magnitude: &impl Magnitude, format: FloatFormat, direction: Direction) -> bool {
    let least = Exact::power_of_two(format.min_exponent());
    // The preceding number, with all its digits.
    let before =
        least.plus(&Exact::power_of_two(format.min_exponent() - i64::from(format.significand_bits())).negated());
    let middle = least.plus(&before).scaled(-1);
    match direction {
        // Of the two, the power of two is even.
        Direction::NearestEven | Direction::NearestLarger => magnitude.compare(&middle).is_lt(),
        Direction::Down => magnitude.compare(&least).is_lt(),
        Direction::Up => magnitude.compare(&before).is_le(),
    }
}

/// Returns the flags of random rounding to a format, with the random bits as a fraction of a unit in the last place.
/// Tininess is decided by the result, as IEEE 754 has no such rounding.
pub fn raised_at_random(number: &Exact, format: FloatFormat, random: u64, random_bits: u32) -> u64 {
    if number.is_zero() {
        return 0;
    }
    let magnitude = number.magnitude();
    let last = last_place(&magnitude, format);
    let rounded = magnitude
        .plus(&Exact::new(random, last - i64::from(random_bits)))
        .floor(last);
    let largest = Exact::from_encoding(format, format.largest_finite());
    if rounded.compare(&largest).is_gt() {
        return OVERFLOW | INEXACT;
    }
    let is_tiny = rounded.compare(&Exact::power_of_two(format.min_exponent())).is_lt();
    match (is_exact(&magnitude, format), is_tiny) {
        (true, _) => 0,
        (false, true) => UNDERFLOW | INEXACT,
        (false, false) => INEXACT,
    }
}
