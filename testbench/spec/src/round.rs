//! Rounding: each result is rounded once.

use halfpipe_isa::Rounding;

use crate::exact::Exact;
use crate::format::Format;
use crate::logic::Logic;
use crate::words::Arithmetic;

/// Returns an exact number rounded to a format. With `flushes`, a number below every normal one is zero instead. With
/// `saturates`, a number that is too large is the largest.
pub(crate) fn round<L: Logic>(
    logic: &mut L,
    format: Format,
    rounding: Rounding,
    (flushes, saturates): (bool, bool),
    exact: &Exact<L::Bit>,
) -> Vec<L::Bit> {
    round_apart(logic, format, [rounding, rounding], (flushes, saturates), exact)
}

/// Returns the same with two roundings: that of numbers in range, and the one that says to what a number that is too large
/// is rounded.
pub(crate) fn round_apart<L: Logic>(
    logic: &mut L,
    format: Format,
    [rounding, of_overflow]: [Rounding; 2],
    modifiers: (bool, bool),
    exact: &Exact<L::Bit>,
) -> Vec<L::Bit> {
    round_in_range(logic, format, (Some(rounding), of_overflow), modifiers, exact)
}

/// Returns an exact number rounded to odd: a number between two neighbours of the format is the odd one. A number that is
/// too large is infinite.
pub(crate) fn round_to_odd<L: Logic>(logic: &mut L, format: Format, exact: &Exact<L::Bit>) -> Vec<L::Bit> {
    round_in_range(logic, format, (None, Rounding::NearestEven), (false, false), exact)
}

/// Returns a rounded number. Without a rounding for numbers in range, it is rounded to odd.
fn round_in_range<L: Logic>(
    logic: &mut L,
    format: Format,
    (rounding, of_overflow): (Option<Rounding>, Rounding),
    (flushes, saturates): (bool, bool),
    exact: &Exact<L::Bit>,
) -> Vec<L::Bit> {
    let Exact { sign, magnitude, place } = exact;
    let fraction_bits = format.fraction_bits;
    let leading = leading_place(logic, magnitude);
    // One bit for the sign, one for a carry.
    let width = place.len().max(leading.len()) + 2;
    let place = logic.extended(place, width);
    let leading = logic.resized(&leading, width);
    // The distance of the result's last digit above the lowest digit. It makes the leading one the first of the
    // result's digits, but the place is no lower than the format's unit.
    let precision = logic.number(-(fraction_bits as i128), width);
    let of_normal = logic.sum(&leading, &precision);
    let zero = logic.number(0, width);
    let (of_subnormal, _) = logic.subtract(&zero, &place);
    let (difference, _) = logic.subtract(&of_normal, &of_subnormal);
    let subnormal = difference[width - 1];
    let last = logic.choose(subnormal, &of_subnormal, &of_normal);
    // Digits below the lowest one, so that the last digit is never below them, and one more for half of a unit.
    let digits = logic.raised(magnitude, fraction_bits + 1);
    let offset = logic.number(fraction_bits as i128, width);
    let amount = logic.sum(&last, &offset);
    let (kept, lost) = shifted(logic, &digits, &amount, fraction_bits + 2);
    let (half, significand) = (kept[0], &kept[1..]);
    let inexact = logic.or(half, lost);
    let up = match rounding {
        None => logic.and(inexact, logic.not(significand[0])),
        Some(Rounding::NearestEven) => {
            let odd_or_above = logic.or(lost, significand[0]);
            logic.and(half, odd_or_above)
        }
        Some(Rounding::TowardZero) => logic.constant(false),
        Some(Rounding::TowardNegative) => logic.and(inexact, *sign),
        Some(Rounding::TowardPositive) => logic.and(inexact, logic.not(*sign)),
        Some(Rounding::NearestAway) => half,
    };
    // The leading digit of a normal number adds one to the exponent field of a subnormal number, as does a carry out of
    // the significand.
    let exponent = logic.sum(&last, &place);
    let field = logic.raised(&exponent, fraction_bits);
    let significand = logic.resized(significand, field.len());
    let (encoded, _) = logic.add(&field, &significand, up);
    // The successor of the largest number is an infinity, or the NaN that replaces one.
    let next = logic.number(format.largest() + 1, encoded.len());
    let below = logic.less(&encoded, &next);
    let of_overflow = if saturates {
        logic.number(format.largest(), format.width() - 1)
    } else {
        overflow(logic, format, of_overflow, *sign)
    };
    let bits = format.width() - 1;
    let result = logic.choose(below, &encoded[..bits], &of_overflow);
    let mut nonzero = logic.any(magnitude);
    if flushes {
        nonzero = logic.and(nonzero, logic.not(subnormal));
    }
    let mut result = logic.only_if(nonzero, &result);
    result.push(if format.has_infinity || saturates {
        *sign
    } else {
        // The NaN that replaces an infinity has no sign. It is all ones.
        let is_nan = logic.all(&result);
        logic.and(*sign, logic.not(is_nan))
    });
    result
}

/// Returns the place of the leading one; 0 if there is none.
pub(crate) fn leading_place<L: Logic>(logic: &mut L, magnitude: &[L::Bit]) -> Vec<L::Bit> {
    let mut above = logic.constant(false);
    let mut leading = magnitude.to_vec();
    for bit in leading.iter_mut().rev() {
        let here = logic.and(*bit, logic.not(above));
        above = logic.or(above, *bit);
        *bit = here;
    }
    let width = (usize::BITS - (magnitude.len() - 1).leading_zeros()) as usize;
    let bit_of_place = |logic: &mut L, bit: usize| {
        let with: Vec<L::Bit> = (0..leading.len())
            .filter(|place| place >> bit & 1 == 1)
            .map(|place| leading[place])
            .collect();
        logic.any(&with)
    };
    (0..width).map(|bit| bit_of_place(logic, bit)).collect()
}

/// Returns the lowest bits of a word shifted right by a non-negative amount, and the sticky bit: 1 if a 1 fell out.
pub(crate) fn shifted<L: Logic>(
    logic: &mut L,
    word: &[L::Bit],
    amount: &[L::Bit],
    keep: usize,
) -> (Vec<L::Bit>, L::Bit) {
    let mut word = word.to_vec();
    let mut lost = logic.constant(false);
    for (step, bit) in amount.iter().enumerate() {
        let places = 1_usize.checked_shl(step as u32).unwrap_or(usize::MAX).min(word.len());
        let falls_out = logic.any(&word[..places]);
        let falls_out = logic.and(*bit, falls_out);
        lost = logic.or(lost, falls_out);
        let moved = logic.resized(&word[places..], word.len());
        word = logic.choose(*bit, &moved, &word);
    }
    let kept = logic.resized(&word, keep);
    (kept, lost)
}

/// Returns the result of a number that is too large.
fn overflow<L: Logic>(logic: &mut L, format: Format, rounding: Rounding, sign: L::Bit) -> Vec<L::Bit> {
    let bits = format.width() - 1;
    let infinity = logic.number(format.infinity(), bits);
    let largest = logic.number(format.largest(), bits);
    match rounding {
        Rounding::NearestEven | Rounding::NearestAway => infinity,
        Rounding::TowardZero => largest,
        Rounding::TowardNegative => logic.choose(sign, &infinity, &largest),
        Rounding::TowardPositive => logic.choose(sign, &largest, &infinity),
    }
}
