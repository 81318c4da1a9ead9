//! Edge values of floating-point formats.

use halfpipe_isa::FloatFormat;

/// Returns the edge values of a format for an instruction of `operands` operands. Fewer operands allow more values.
pub fn edge_values(format: FloatFormat, operands: usize) -> Vec<u32> {
    let mut magnitudes = corners(format);
    if operands < 3 {
        magnitudes.extend(more_corners(format));
    }
    if operands < 2 {
        magnitudes.extend(powers_of_two(format).flat_map(|power| [power - 1, power, power + 1]));
    }
    magnitudes.retain(|magnitude| *magnitude <= format.nan_encoding());
    magnitudes.sort_unstable();
    magnitudes.dedup();
    magnitudes
        .iter()
        .flat_map(|magnitude| [*magnitude, format.sign_mask() | magnitude])
        .collect()
}

/// Returns one value of each class that decides about special cases, in both signs: zero, subnormal numbers, 1, infinity
/// and NaN. Instructions of three operands go without the subnormal numbers.
pub fn class_values(format: FloatFormat, operands: usize) -> Vec<u32> {
    let mut magnitudes = vec![0, one(format), format.overflow_encoding(), format.nan_encoding()];
    if operands < 3 {
        magnitudes.extend([1, smallest_normal(format) - 1]);
    }
    // Formats without infinity or NaN have their largest number there.
    let signed = magnitudes
        .iter()
        .flat_map(|magnitude| [*magnitude, format.sign_mask() | magnitude]);
    signed.collect()
}

/// Returns the encoding of 1, the number with an exponent of 0.
pub fn one(format: FloatFormat) -> u32 {
    (format.bias() as u32) << format.fraction_bits
}

fn smallest_normal(format: FloatFormat) -> u32 {
    1 << format.fraction_bits
}

/// Returns the edge values for instructions with any number of operands.
fn corners(format: FloatFormat) -> Vec<u32> {
    let one = one(format);
    let oob = format.out_of_bounds_nan();
    vec![
        0,
        // The smallest and the largest subnormal, the smallest normal and the one after it.
        1,
        smallest_normal(format) - 1,
        smallest_normal(format),
        smallest_normal(format) + 1,
        // 1, its neighbours, and half of its last place.
        one - 1,
        one,
        one + 1,
        one.saturating_sub((format.fraction_bits + 1) << format.fraction_bits),
        // The largest finite number, infinity, and the NaN beside it.
        format.overflow_encoding() - 1,
        format.overflow_encoding(),
        format.overflow_encoding() + 1,
        // The NaNs with a meaning, and the neighbours of the out-of-bounds NaN.
        format.nan_encoding(),
        oob - 1,
        oob,
        oob + 1,
    ]
}

/// Returns further edge values for instructions with at most two operands.
fn more_corners(format: FloatFormat) -> Vec<u32> {
    let one = one(format);
    let fraction_bits = format.fraction_bits;
    let precision = fraction_bits + 1;
    let quiet = 1 << (fraction_bits - 1);
    let mut magnitudes = vec![2, 3, smallest_normal(format) / 2, 2 * smallest_normal(format) - 1];
    magnitudes.extend([2 * smallest_normal(format), 2 * smallest_normal(format) + 1]);
    // Values around 1: halves, doubles, and fractions of all ones and of alternating bits.
    for exponent in [-1, 1] {
        let power = one.wrapping_add_signed(exponent << fraction_bits);
        magnitudes.extend([power - 1, power, power + 1]);
    }
    magnitudes.extend([one + quiet, one + quiet - 1, one + quiet + 1]);
    magnitudes.extend([0x5555_5555, 0x2AAA_AAAA].map(|pattern| one | pattern & format.fraction_mask()));
    // Exponents about one precision away from 1, at which an addend turns into a sticky bit.
    for distance in precision - 1..=precision + 2 {
        let power = one - (distance << fraction_bits);
        magnitudes.extend([power, power + 1]);
    }
    // Powers of two whose square is the smallest normal or subnormal number, or overflows.
    for exponent in [
        format.min_exponent(),
        format.min_exponent() - i64::from(fraction_bits),
        format.bias(),
    ] {
        for root in [exponent / 2 - 1, exponent / 2, exponent / 2 + 1] {
            magnitudes.push(one.wrapping_add_signed((root as i32) << fraction_bits));
        }
    }
    // The largest powers of two, half of the largest number's last place, and quiet NaNs.
    let largest = format.overflow_encoding() - (1 << fraction_bits);
    magnitudes.extend([largest, largest - 1, largest - (precision << fraction_bits)]);
    magnitudes.extend([
        format.overflow_encoding() + quiet,
        format.overflow_encoding() + quiet + 1,
        format.overflow_encoding() + quiet - 1,
    ]);
    magnitudes
}

/// Returns every power of two.
fn powers_of_two(format: FloatFormat) -> impl Iterator<Item = u32> {
    let subnormal = (0..format.fraction_bits).map(|bit| 1 << bit);
    let fields = 1..format.overflow_encoding() >> format.fraction_bits;
    subnormal.chain(fields.map(move |field| field << format.fraction_bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edges_of_a_format_are_among_its_edge_values() {
        let values = edge_values(FloatFormat::F16, 3);
        let wanted = [
            0x0000, 0x8000, 0x0001, 0x03FF, 0x0400, 0x0401, 0x3BFF, 0x3C00, 0x3C01, 0x7BFF, 0x7C00, 0x7C01, 0x7FFF,
            0x7FF7, 0xFFF7, 0x7FF6, 0x7FF8, 0xFFFF,
        ];
        for value in wanted {
            assert!(values.contains(&value), "{value:04X}");
        }
        // 2^-11, half of the last place of 1.
        assert!(values.contains(&0x1000));
    }

    #[test]
    fn every_class_of_value_is_there_in_both_signs() {
        for format in [
            FloatFormat::F16,
            FloatFormat::BF16,
            FloatFormat::F32,
            FloatFormat::SMALL,
        ] {
            let values = edge_values(format, 2);
            for value in &values {
                assert!(values.contains(&(value ^ format.sign_mask())), "{value:X}");
            }
        }
    }
}
