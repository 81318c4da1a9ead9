//! Numbers of a format, in words.

use crate::FloatFormat;

/// Returns an encoding in hexadecimal, such as `0x7fff`.
pub(super) fn hexadecimal(format: FloatFormat, bits: u32) -> String {
    let digits = format.width().div_ceil(4) as usize;
    format!("{bits:#0width$x}", width = 2 + digits)
}

/// Returns a normal number, such as `448`: a power of two if the format has no other numbers.
pub(super) fn number(format: FloatFormat, magnitude: u32) -> String {
    let exponent = i64::from(magnitude >> format.fraction_bits) - format.bias();
    if format.fraction_bits == 0 {
        return format!("2^{exponent}");
    }
    let significand = magnitude & format.fraction_mask() | 1 << format.fraction_bits;
    let last_place = exponent - i64::from(format.fraction_bits);
    (f64::from(significand) * (last_place as f64).exp2()).to_string()
}

/// Returns the largest number.
pub(super) fn largest_number(format: FloatFormat) -> String {
    number(format, format.largest_finite())
}

/// Returns the first and the last encoding whose numbers are above the largest number of another format; None if there
/// are none.
pub(super) fn overflowing_encodings(from: FloatFormat, to: FloatFormat) -> Option<[u32; 2]> {
    let first = ((to.max_exponent() + 1 + from.bias()) as u32) << from.fraction_bits;
    (first <= from.largest_finite()).then(|| [first, from.largest_finite()])
}

/// States the canonical NaN of a result.
pub(super) fn canonical_nan(format: FloatFormat) -> String {
    let nan = hexadecimal(format, format.canonical_nan());
    format!("Every NaN result is the canonical NaN, {nan}.")
}
