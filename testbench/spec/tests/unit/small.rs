//! Unit tests of `src/small.rs`.

use super::*;

/// The specification repeats the facts of each format on purpose. They agree with those of the instruction set.
#[test]
fn formats_are_those_of_the_instruction_set() {
    let of_table = FloatFormat::ALL.into_iter().filter(|format| format.has_arithmetic());
    for format in of_table.chain(FloatFormat::ieee()) {
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
