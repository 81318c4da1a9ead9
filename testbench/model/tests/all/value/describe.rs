//! Text of decoded bit patterns.

use halfpipe_isa::FloatFormat;

use super::common::to_f64;
use halfpipe_model::value::{describe, Class, Sign};
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn lines() {
    for (format, bits, line) in [
        (FloatFormat::F16, 0x0000, "0x0000 + 0.0000000000 × 2^-14 = 0 (zero)"),
        (FloatFormat::F16, 0x8000, "0x8000 - 0.0000000000 × 2^-14 = -0 (zero)"),
        (
            FloatFormat::F16,
            0x0001,
            "0x0001 + 0.0000000001 × 2^-14 ≈ 6e-8 (subnormal)",
        ),
        (
            FloatFormat::F16,
            0x3555,
            "0x3555 + 1.0101010101 × 2^-2 ≈ 0.3333 (normal)",
        ),
        (
            FloatFormat::F16,
            0xC248,
            "0xC248 - 1.1001001000 × 2^1 = -3.140625 (normal)",
        ),
        (
            FloatFormat::F16,
            0x7BFF,
            "0x7BFF + 1.1111111111 × 2^15 = 65504 (normal)",
        ),
        (FloatFormat::F16, 0x7C00, "0x7C00 + = inf (infinity)"),
        (FloatFormat::F16, 0xFC00, "0xFC00 - = -inf (infinity)"),
        (FloatFormat::F16, 0x7FFF, "0x7FFF + = NaN (canonical NaN)"),
        (FloatFormat::F16, 0xFFF7, "0xFFF7 - = NaN (out-of-bounds NaN)"),
        (FloatFormat::F16, 0x7E00, "0x7E00 + = NaN (NaN)"),
        (FloatFormat::BF16, 0x3DCD, "0x3DCD + 1.1001101 × 2^-4 ≈ 0.1 (normal)"),
        (
            FloatFormat::BF16,
            0x7F7F,
            "0x7F7F + 1.1111111 × 2^127 ≈ 3.39e38 (normal)",
        ),
        (
            FloatFormat::F32,
            0x3F80_0001,
            "0x3F800001 + 1.00000000000000000000001 × 2^0 ≈ 1.0000001 (normal)",
        ),
        (FloatFormat::SMALL, 0x7B, "0x7B + = NaN (out-of-bounds NaN)"),
        (FloatFormat::SMALL, 0x38, "0x38 + 1.000 × 2^0 = 1 (normal)"),
    ] {
        assert_eq!(describe(format, bits).to_string(), line);
    }
}

#[test]
fn fields() {
    let description = describe(FloatFormat::F16, 0xFFFF_8001);
    assert_eq!(description.bits, 0x8001);
    assert_eq!(description.sign, Sign::Negative);
    assert_eq!(description.class, Class::Subnormal);
    assert_eq!(description.exponent, Some(-14));
    assert_eq!(description.significand.as_deref(), Some("0.0000000001"));

    let nan = describe(FloatFormat::BF16, 0xFFFF);
    assert_eq!(nan.sign, Sign::Negative);
    assert_eq!(nan.class, Class::Nan);
    assert_eq!(nan.exponent, None);
    assert_eq!(nan.significand, None);
}

#[test]
fn decimals_lie_nearest_to_their_number() {
    for format in [FloatFormat::SMALL, FloatFormat::F16, FloatFormat::BF16] {
        for bits in 0..format.infinity() {
            let decimal: f64 = describe(format, bits).value.text.parse().expect("a decimal");
            let distance = |other: u32| (decimal - to_f64(format, other)).abs();
            if bits > 0 {
                assert!(distance(bits) < distance(bits - 1), "{bits:#X}");
            }
            if bits + 1 < format.infinity() {
                assert!(distance(bits) < distance(bits + 1), "{bits:#X}");
            }
        }
    }
}

#[test]
fn a_decimal_is_exact_or_marked() {
    for format in [FloatFormat::SMALL, FloatFormat::F16, FloatFormat::BF16] {
        for bits in 0..format.infinity() {
            let value = describe(format, bits).value;
            let decimal: f64 = value.text.parse().expect("a decimal");
            let number = to_f64(format, bits);
            // An f64 near the number may be it although the decimal is not.
            assert!(decimal == number || !value.is_exact, "{bits:#X}: {value}");
            let digits = value.text.split('e').next().unwrap_or_default().replace('.', "");
            assert!(digits.trim_matches('0').len() <= 9, "{bits:#X}: {value}");
        }
    }
    for (bits, text) in [
        (0x7BFF, "65504"),
        (0x7605, "24656"),
        (0x3555, "≈0.3333"),
        (0x1001, "≈0.0004888"),
    ] {
        assert_eq!(describe(FloatFormat::F16, bits).value.to_string(), text);
    }
}

#[test]
fn single_precision_decimals_parse_back() {
    let mut random = ChaCha8Rng::seed_from_u64(0x6465_6369_6D61_6C73);
    for _ in 0..20_000 {
        let number = f32::from_bits(random.next_u32());
        if number.is_nan() {
            continue;
        }
        let description = describe(FloatFormat::F32, number.to_bits());
        let parsed: f32 = description.value.text.parse().expect("a decimal");
        assert_eq!(parsed.to_bits(), number.to_bits(), "{description}");
    }
}

#[test]
fn decimals_are_as_short_as_the_standard_library_has_them() {
    let digits = |text: &str| {
        let coefficient = text.split('e').next().unwrap_or_default().replace('.', "");
        coefficient.trim_matches('0').to_owned()
    };
    for number in [
        0.1_f32,
        1.0 / 3.0,
        16_777_216.0,
        1e-45,
        f32::MIN_POSITIVE,
        f32::MAX,
        123.456,
        5e-324_f64 as f32,
    ] {
        let described = describe(FloatFormat::F32, number.to_bits()).value;
        assert_eq!(digits(&described.text), digits(&format!("{number:e}")), "{described}");
    }
}

#[test]
fn numbers_of_eight_bits_have_all_their_digits() {
    let value = |format, bits| describe(format, bits).value.to_string();
    assert_eq!(value(FloatFormat::E4M3, 0x7E), "448");
    assert_eq!(value(FloatFormat::E4M3, 0x81), "-0.001953125");
    assert_eq!(value(FloatFormat::E5M2, 0x7B), "57344");
    assert_eq!(value(FloatFormat::E5M2, 0xFC), "-inf");
    // It has no infinity.
    assert_eq!(value(FloatFormat::E4M3, 0x78), "256");
    assert_eq!(describe(FloatFormat::E4M3, 0xFF).class, Class::Nan);
    assert_eq!(describe(FloatFormat::E5M2, 0x7D).class, Class::Nan);
    assert_eq!(describe(FloatFormat::E5M2, 0x7F).class, Class::CanonicalNan);
}
