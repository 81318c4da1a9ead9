//! Unit tests of `src/operands/number.rs`.

use rustc_apfloat::ieee::{BFloat, Half, Single};
use rustc_apfloat::{Float, Round, Status};

use super::*;

const FORMATS: [FloatFormat; 3] = [FloatFormat::F16, FloatFormat::BF16, FloatFormat::F32];

/// Returns the result of an independent library.
fn judged(format: FloatFormat, text: &str) -> Rounded {
    fn rounded<F: Float>(text: &str) -> Rounded {
        let read = F::from_str_r(text, Round::NearestTiesToEven).unwrap();
        Rounded {
            bits: read.value.to_bits() as u32,
            is_exact: !read.status.contains(Status::INEXACT),
        }
    }
    match format {
        FloatFormat::F16 => rounded::<Half>(text),
        FloatFormat::BF16 => rounded::<BFloat>(text),
        _ => rounded::<Single>(text),
    }
}

fn check(format: FloatFormat, text: &str) {
    assert_eq!(
        read(format, text.as_bytes()),
        Some(judged(format, text)),
        "{format:?} {text}"
    );
}

fn bits(format: FloatFormat, text: &str) -> Option<u32> {
    read(format, text.as_bytes()).map(|number| number.bits)
}

/// Returns every word of 16 bits, or some words of 32 bits.
fn words(format: FloatFormat) -> Vec<u32> {
    match format.width() {
        16 => (0..1 << 16).collect(),
        _ => (0..1_u32 << 14).map(|step| step.wrapping_mul(0x9E37_79B1)).collect(),
    }
}

#[test]
fn what_is_printed_is_read_as_the_same_word() {
    for format in FORMATS {
        for word in words(format) {
            let (short, precise) = (value(format, word), precise(format, word));
            let read = [&short, &precise].map(|text| bits(format, text.trim_start_matches('≈')).unwrap());
            let expected = match describe(format, word).class {
                Class::CanonicalNan | Class::OutOfBoundsNan | Class::Nan => {
                    format.canonical_nan() | word & format.sign_mask()
                }
                _ => word,
            };
            assert_eq!(read, [expected; 2], "{format:?} {word:#x}: {short}, {precise}");
        }
    }
}

#[test]
fn numbers_beside_and_between_those_of_a_format_are_rounded_as_a_library_rounds_them() {
    for format in FORMATS {
        let step = words(format).len() / 1021;
        for word in words(format).into_iter().step_by(step.max(1)) {
            let magnitude = word & format.magnitude_mask();
            if magnitude >= format.overflow_encoding() {
                continue;
            }
            let description = describe(format, magnitude);
            let quantum = description.exponent.unwrap() - i64::from(format.fraction_bits);
            let hidden = u64::from(description.class == Class::Normal) << format.fraction_bits;
            let significand = hidden | u64::from(magnitude & format.fraction_mask());
            // The tests use the number, the midpoint to its successor, and their close neighbours.
            for quarter in 0..8 {
                let text = format!("0x{:x}p{}", (significand << 3) + quarter, quantum - 3);
                check(format, &text);
            }
            let middle = BigUint::from(2 * significand + 1);
            let places = (1 - quantum).max(0) as u32;
            let scale = BigUint::from(1_u32) << (quantum - 1).max(0) as u64;
            let digits = middle * scale * BigUint::from(5_u32).pow(places);
            for tail in ["", "0", "0000000000000000000000000000000000000001"] {
                check(format, &format!("{digits}.{tail}e-{places}"));
            }
            check(format, &format!("{}.9999999999e-{places}", digits - 1_u32));
        }
    }
}

#[test]
fn the_edges_of_f16() {
    let of = |text: &str| read(FloatFormat::F16, text.as_bytes()).map(|number| (number.bits, number.is_exact));
    for (text, expected) in [
        ("1.5", (0x3E00, true)),
        ("+1.5", (0x3E00, true)),
        ("-0x1p-3", (0xB000, true)),
        ("0X1.8P+1", (0x4200, true)),
        (".5", (0x3800, true)),
        ("5.", (0x4500, true)),
        ("0", (0x0000, true)),
        ("-0.0", (0x8000, true)),
        ("0e999999999999999999999999", (0x0000, true)),
        ("0.1", (0x2E66, false)),
        ("65504", (0x7BFF, true)),
        ("65519.99999", (0x7BFF, false)),
        ("65520", (0x7C00, false)),
        ("-1e6", (0xFC00, false)),
        ("0x1p-24", (0x0001, true)),
        ("0x1p-25", (0x0000, false)),
        ("0x1.000001p-25", (0x0001, false)),
        ("-0x1p-25", (0x8000, false)),
        ("0x1.ff8p-15", (0x03FF, true)),
        ("0x1.ffcp-15", (0x0400, false)),
        ("INF", (0x7C00, true)),
        ("-infinity", (0xFC00, true)),
        ("NaN", (0x7FFF, true)),
        ("-nan", (0xFFFF, true)),
    ] {
        assert_eq!(of(text), Some(expected), "{text}");
    }
}

#[test]
fn numbers_of_any_size_take_no_time() {
    let zeros = "0".repeat(100_000);
    for format in FORMATS {
        let infinity = Some(format.overflow_encoding());
        for huge in [
            "1e999999999",
            "1e99999999999999999999999999",
            "0x1p999999999999999999",
            "7e2000000000",
        ] {
            assert_eq!(bits(format, huge), infinity, "{huge}");
            let tiny = huge.replace(['e', 'p'], if huge.contains('x') { "p-" } else { "e-" });
            assert_eq!(bits(format, &tiny), Some(0), "{tiny}");
        }
        assert_eq!(bits(format, &format!("1{zeros}")), infinity);
        assert_eq!(bits(format, &format!("0.{zeros}1")), Some(0));
        // A long text may still be a number of the format.
        assert_eq!(bits(format, &format!("1{zeros}e-100000")), bits(format, "1"));
        assert_eq!(bits(format, &format!("0.{zeros}15e100001")), bits(format, "1.5"));
        assert_eq!(bits(format, &format!("0x{zeros}.{zeros}1p400004")), bits(format, "1"));
    }
}

#[test]
fn what_is_no_number() {
    for text in [
        "", "-", "+", ".", "e5", "1e", "1e+", "1e1.5", "1.2.3", "--1", "+-1", "0x", "0x.", "0xp1", "0x1p", "0x1pf",
        "1p3", "0b1", "infin", "nano", "1_000", "1,5", "１", "1 ", "0x-1", "1e0x1",
    ] {
        assert_eq!(read(FloatFormat::F16, text.as_bytes()), None, "{text:?}");
    }
}

#[test]
fn a_value_is_exact_or_marked() {
    for format in FORMATS {
        for word in words(format) {
            if describe(format, word).exponent.is_none() {
                continue;
            }
            for text in [value(format, word), precise(format, word)] {
                let (is_exact, digits) = match text.strip_prefix('≈') {
                    Some(digits) => (false, digits),
                    None => (true, &text[..]),
                };
                let read = read(format, digits.as_bytes()).unwrap();
                assert_eq!(read.is_exact, is_exact, "{format:?} {word:#x}: {text}");
            }
        }
    }
}

#[test]
fn what_a_number_was_rounded_to_is_said_precisely() {
    for (text, expected) in [
        ("0.1", "0.0999755859375"),
        ("-0.1", "-0.0999755859375"),
        ("1e-7", "1.1920928955078125e-7"),
        ("1e6", "inf"),
        ("1e-9", "0"),
    ] {
        let word = bits(FloatFormat::F16, text).unwrap();
        assert_eq!(precise(FloatFormat::F16, word), expected, "{text}");
    }
    for (text, expected) in [("0.1", "≈0.10000000149011612"), ("1e-45", "≈1.401298464324817e-45")] {
        let word = bits(FloatFormat::F32, text).unwrap();
        assert_eq!(precise(FloatFormat::F32, word), expected, "{text}");
    }
}
