//! Numbers as integers: decoding of an encoding, and rounding of an exact value to one.

use halfpipe_isa::Rounding;

/// A rounding as masks of ones or zeros, which select without a branch.
#[derive(Clone, Copy, Debug)]
pub struct RoundingMasks {
    /// Ones if it is to the nearest, ties to even.
    even: u32,
    /// Ones if it is to the nearest, ties away from zero.
    away: u32,
    /// Ones if positive numbers round to greater magnitudes.
    up: u32,
    /// Ones if negative numbers round to greater magnitudes.
    down: u32,
}

impl RoundingMasks {
    /// Returns the masks of a rounding.
    pub fn from_rounding(rounding: Rounding) -> RoundingMasks {
        let mask = |of: Rounding| if rounding == of { u32::MAX } else { 0 };
        RoundingMasks {
            even: mask(Rounding::NearestEven),
            away: mask(Rounding::NearestAway),
            up: mask(Rounding::TowardPositive),
            down: mask(Rounding::TowardNegative),
        }
    }

    /// True if the sum of a number and its opposite is -0.
    #[inline(always)]
    pub fn cancels_to_negative(self) -> bool {
        self.down != 0
    }
}

/// The decoded fields of an encoding. The significand of an infinity or NaN is meaningless.
#[derive(Clone, Copy)]
pub struct DecodedParts {
    /// True if the sign bit is 1.
    pub negative: bool,
    /// The exponent field; 1 for zeros and subnormals, whose significands have the same weight.
    pub exponent: i32,
    /// The significand with its leading bit, in units of its last place.
    pub significand: i32,
    /// True if it is an infinity.
    pub infinite: bool,
    /// True if it is NaN.
    pub nan: bool,
}

/// Returns the encoding of +infinity.
pub const fn infinity<const EXPONENT: u32, const FRACTION: u32>() -> u32 {
    ((1 << EXPONENT) - 1) << FRACTION
}

/// Returns canonical NaN: every bit is 1 except the sign.
pub const fn canonical_nan<const EXPONENT: u32, const FRACTION: u32>() -> u32 {
    (1 << (EXPONENT + FRACTION)) - 1
}

/// Returns the exponent field of numbers from 1 to 2.
pub const fn bias<const EXPONENT: u32>() -> i32 {
    (1 << (EXPONENT - 1)) - 1
}

/// Returns an encoding with its sign bit cleared.
#[inline(always)]
pub fn magnitude<const EXPONENT: u32, const FRACTION: u32>(bits: u32) -> u32 {
    bits & canonical_nan::<EXPONENT, FRACTION>()
}

/// True if the sign bit of an encoding is set.
#[inline(always)]
pub fn is_negative<const EXPONENT: u32, const FRACTION: u32>(bits: u32) -> bool {
    bits >> (EXPONENT + FRACTION) & 1 == 1
}

/// Returns the sign bit in its position.
#[inline(always)]
pub fn sign_bit<const EXPONENT: u32, const FRACTION: u32>(negative: bool) -> u32 {
    u32::from(negative) << (EXPONENT + FRACTION)
}

/// Decodes an encoding; `ftz` makes a subnormal number a zero.
#[inline(always)]
pub fn parts<const EXPONENT: u32, const FRACTION: u32>(bits: u32, ftz: bool) -> DecodedParts {
    let magnitude = magnitude::<EXPONENT, FRACTION>(bits);
    let field = (magnitude >> FRACTION) as i32;
    let fraction = (magnitude & ((1 << FRACTION) - 1)) as i32;
    let subnormal_significand = if ftz { 0 } else { fraction };
    DecodedParts {
        negative: is_negative::<EXPONENT, FRACTION>(bits),
        exponent: field.max(1),
        significand: if field == 0 {
            subnormal_significand
        } else {
            fraction | 1 << FRACTION
        },
        infinite: magnitude == infinity::<EXPONENT, FRACTION>(),
        nan: magnitude > infinity::<EXPONENT, FRACTION>(),
    }
}

/// Returns the encoding of `significand` / 2^`below`, rounded, in units of the last place of a number with this exponent
/// field. `ftz` makes a value below the smallest normal number a zero.
///
/// The exponent field may be negative. The significand is below 2^30, and `below` is at least the width of the fraction.
#[inline(always)]
pub fn round<const EXPONENT: u32, const FRACTION: u32>(
    negative: bool,
    significand: i32,
    exponent: i32,
    below: i32,
    rounding: RoundingMasks,
    ftz: bool,
) -> u32 {
    let significand = significand as u32;
    let top = 31 - (significand | 1).leading_zeros() as i32;
    // The exponent field of the value, as if there were no smallest one.
    let field = exponent + top - below - FRACTION as i32;
    // The result's last place, counted from the significand's. A subnormal result has that of exponent field 1.
    let last_place = (top - FRACTION as i32).max(below + 1 - exponent);
    // A unit 31 places up is already more than twice as large as the significand, like any larger one.
    let cut = last_place.clamp(0, 31) as u32;
    let unit = 1_u32 << cut;
    let half = unit >> 1;
    let odd = significand >> cut & u32::from(cut != 0);
    let outward = if negative { rounding.down } else { rounding.up };
    // The addend that carries into the last place where the magnitude is rounded up.
    let to_even = half.saturating_sub(1) + odd;
    let addend = (to_even & rounding.even) | (half & rounding.away) | ((unit - 1) & outward);
    let rounded = (significand + addend) >> cut;
    let kept = rounded << (-last_place).max(0) as u32;
    // The leading bit of the significand adds 1 to the exponent field, as does a carry out of it.
    let rounded = (((field.max(1) - 1) as u32) << FRACTION) + kept;
    let flushed = if ftz && field < 1 { 0 } else { rounded };
    // Where the magnitude never rounds up, the largest number is the last one before infinity.
    let reaches_infinity = (rounding.even | rounding.away | outward) & 1;
    let limited = flushed.min(infinity::<EXPONENT, FRACTION>() - 1 + reaches_infinity);
    let magnitude = if significand == 0 { 0 } else { limited };
    magnitude | sign_bit::<EXPONENT, FRACTION>(negative)
}

/// Applies `.sat`: NaN and anything with a negative sign become +0, anything above 1 becomes 1.
#[inline(always)]
pub fn saturate<const EXPONENT: u32, const FRACTION: u32>(bits: u32) -> u32 {
    let one = (bias::<EXPONENT>() as u32) << FRACTION;
    // An encoding with the sign bit set is larger than any without.
    if bits > infinity::<EXPONENT, FRACTION>() {
        0
    } else {
        bits.min(one)
    }
}
