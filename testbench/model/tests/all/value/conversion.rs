//! Conversions (cvt): values worked out by hand, and every conversion against LLVM's.

use halfpipe_isa::{FloatFormat, Instruction, Type};
use halfpipe_model::value::results;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_apfloat::ieee::{BFloat, Float8E4M3FN, Float8E5M2, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::common::{edges, instruction};

#[track_caller]
fn expect_of(instruction: Instruction, operand: u64, expected: u64) {
    let result = results(instruction, &[operand])[0];
    assert!(
        result == expected,
        "{instruction} {operand:#X} is {result:#X}, expected {expected:#X}"
    );
}

/// Returns the result of a conversion given by its mnemonic.
fn convert(mnemonic: &str, operands: &[u64]) -> u64 {
    results(instruction(mnemonic), operands)[0]
}

#[track_caller]
fn expect(mnemonic: &str, operand: u64, expected: u64) {
    expect_of(instruction(mnemonic), operand, expected);
}

#[test]
fn to_integers_values_are_rounded_then_clamped() {
    // 2.5, 3.5, -2.5, -0.75 and 127.5.
    for (operand, rni, rzi, rmi, rpi) in [
        (0x4100, 2, 2, 2, 3),
        (0x4300, 4, 3, 3, 4),
        (0xC100, 0xFE, 0xFE, 0xFD, 0xFE),
        (0xBA00, 0xFF, 0, 0xFF, 0),
        (0x57F8, 127, 127, 127, 127),
        (0x5800, 127, 127, 127, 127),
        (0xD800, 0x80, 0x80, 0x80, 0x80),
        (0xD808, 0x80, 0x80, 0x80, 0x80),
    ] {
        expect("cvt.rni.s8.f16", operand, rni);
        expect("cvt.rzi.s8.f16", operand, rzi);
        expect("cvt.rmi.s8.f16", operand, rmi);
        expect("cvt.rpi.s8.f16", operand, rpi);
    }
    expect("cvt.rni.u8.f16", 0x57F8, 128);
    expect("cvt.rni.u8.f16", 0x5BFC, 255);
    expect("cvt.rni.u8.f16", 0xBC00, 0);
    expect("cvt.rmi.u32.f16", 0x8001, 0);
    expect("cvt.rmi.s32.f16", 0x8001, 0xFFFF_FFFF);
    expect("cvt.rpi.u64.bf16", 0x0001, 1);
    expect("cvt.rzi.s32.bf16", 0x4F00, 0x7FFF_FFFF);
    expect("cvt.rzi.u32.bf16", 0x4F00, 0x8000_0000);
    expect("cvt.rzi.s32.bf16", 0xCF00, 0x8000_0000);
    expect("cvt.rzi.u64.bf16", 0x5F7F, 0xFF00_0000_0000_0000);
}

#[test]
fn an_infinity_is_clamped_and_a_nan_is_0_or_2_to_the_63() {
    for (ty, greatest, least, nan) in [
        ("u8", 0xFF, 0, 0),
        ("s8", 0x7F, 0x80, 0),
        ("u16", 0xFFFF, 0, 0),
        ("s16", 0x7FFF, 0x8000, 0),
        ("u32", 0xFFFF_FFFF, 0, 0),
        ("s32", 0x7FFF_FFFF, 0x8000_0000, 0),
        ("u64", u64::MAX, 0, 1 << 63),
        ("s64", i64::MAX as u64, 1 << 63, 1 << 63),
    ] {
        for (format, infinity) in [("f16", 0x7C00), ("bf16", 0x7F80)] {
            let name = format!("cvt.rni.{ty}.{format}");
            expect(&name, infinity, greatest);
            expect(&name, infinity | 0x8000, least);
            expect(&name, 0x7FFF, nan);
            expect(&name, 0xFFFF, nan);
            expect(&name, 0x8000, 0);
        }
    }
}

#[test]
fn an_integer_in_floating_point_keeps_its_sign() {
    // -0.3, 0.5, 1.5, -1.5, 1023.5 and 2047.
    expect("cvt.rni.f16.f16", 0xB4CD, 0x8000);
    expect("cvt.rpi.f16.f16", 0xB4CD, 0x8000);
    expect("cvt.rmi.f16.f16", 0xB4CD, 0xBC00);
    expect("cvt.rni.f16.f16", 0x3800, 0x0000);
    expect("cvt.rni.f16.f16", 0x3E00, 0x4000);
    expect("cvt.rzi.f16.f16", 0xBE00, 0xBC00);
    expect("cvt.rni.f16.f16", 0x63FF, 0x6400);
    expect("cvt.rni.f16.f16", 0x67FF, 0x67FF);
    expect("cvt.rni.sat.f16.f16", 0xBE00, 0x0000);
    expect("cvt.rpi.bf16.bf16", 0x0001, 0x3F80);
    expect("cvt.rni.bf16.bf16", 0xFF81, 0x7FFF);
    expect("cvt.rni.f16.f16", 0xFC00, 0xFC00);
}

#[test]
fn an_integer_is_rounded_to_a_number() {
    expect("cvt.rn.f16.s8", 0x80, 0xD800);
    expect("cvt.rn.f16.u8", 0x80, 0x5800);
    expect("cvt.rn.f16.s32", 0, 0x0000);
    expect("cvt.rn.f16.s32", u64::from(u32::MAX), 0xBC00);
    // 2049 is the midpoint of 2048 and 2050.
    expect("cvt.rn.f16.u16", 2049, 0x6800);
    expect("cvt.rp.f16.u16", 2049, 0x6801);
    expect("cvt.rn.f16.u16", 65_519, 0x7BFF);
    expect("cvt.rn.f16.u16", 65_520, 0x7C00);
    expect("cvt.rz.f16.u64", u64::MAX, 0x7BFF);
    expect("cvt.rm.f16.s64", 1 << 63, 0xFC00);
    expect("cvt.rp.f16.s64", 1 << 63, 0xFBFF);
    expect("cvt.rn.bf16.u64", u64::MAX, 0x5F80);
    expect("cvt.rn.bf16.s64", 1 << 63, 0xDF00);
    expect("cvt.rn.sat.f16.s16", 7, 0x3C00);
    expect("cvt.rn.sat.f16.s16", 0xFFFF, 0x0000);
}

#[test]
fn a_nan_is_canonical_and_modifiers_clamp() {
    expect("cvt.rn.f16.f32", 0xFF80_0001, 0x7FFF);
    expect("cvt.f32.bf16", 0xFFC0, 0x7FFF_FFFF);
    expect("cvt.f16.f16", 0xFC01, 0x7FFF);
    expect("cvt.sat.f16.f16", 0xFC01, 0x0000);
    expect("cvt.sat.f32.f16", 0x4000, 0x3F80_0000);
    expect("cvt.sat.f32.f16", 0x8000, 0x0000_0000);
    expect("cvt.rn.relu.f16.f32", 0xFFC0_0000, 0x7FFF);
    expect("cvt.rn.relu.f16.f32", 0xBF80_0000, 0x0000);
    expect("cvt.rn.satfinite.f16.f32", 0x7F80_0000, 0x7BFF);
    expect("cvt.rn.satfinite.f16.f32", 0xC780_0000, 0xFBFF);
    expect("cvt.rn.satfinite.bf16.f32", 0x7F7F_FFFF, 0x7F7F);
    expect("cvt.rz.relu.satfinite.bf16.f32", 0xFF80_0000, 0x0000);
    expect("cvt.rn.satfinite.f16.f32", 0x7FC0_0000, 0x7FFF);
}

#[test]
fn ftz_concerns_single_precision_only() {
    expect("cvt.rp.f16.f32", 0x0000_0001, 0x0001);
    expect("cvt.rp.ftz.f16.f32", 0x0000_0001, 0x0000);
    expect("cvt.rm.ftz.f16.f32", 0x807F_FFFF, 0x8000);
    expect("cvt.rp.ftz.f16.f32", 0x0080_0000, 0x0001);
    expect("cvt.ftz.f32.f16", 0x8001, 0xB380_0000);
    expect("cvt.ftz.f32.bf16", 0x8001, 0x8000_0000);
    expect("cvt.f32.bf16", 0x8001, 0x8001_0000);
    expect("cvt.ftz.f32.bf16", 0x0080, 0x0080_0000);
}

#[test]
fn of_two_operands_a_goes_to_the_upper_half() {
    let pair = [0x3F80_0000, 0xC000_0000];
    assert_eq!(convert("cvt.rn.f16x2.f32", &pair), 0x3C00_C000);
    assert_eq!(convert("cvt.rz.relu.bf16x2.f32", &pair), 0x3F80_0000);
}

#[test]
fn random_bits_are_added_below_the_last_place() {
    let of = |name: &str, a: u64, b: u64, random: u64| convert(name, &[a, b, random]);
    // 1 and 3/8 of a unit in the last place: the conversion looks at 13 bits of it, and 5/8 of a unit carry.
    let a = 0x3F80_0C00;
    assert_eq!(of("cvt.rs.f16x2.f32", a, a, 0x13FF_1400), 0x3C00_3C01);
    assert_eq!(of("cvt.rs.f16x2.f32", a, a, 0xF400_F3FF), 0x3C01_3C00);
    // The same in bf16, with 16 bits.
    let a = 0xBF80_6000;
    assert_eq!(of("cvt.rs.bf16x2.f32", a, a, 0x9FFF_A000), 0xBF80_BF81);
    // A number of the format is unchanged.
    assert_eq!(
        of("cvt.rs.bf16x2.f32", 0x3F80_0000, 0, u64::from(u32::MAX)),
        0x3F80_0000
    );
    // 65,535 is 31/32 of a unit in the last place above the largest number.
    let a = 0x477F_FF00;
    assert_eq!(of("cvt.rs.f16x2.f32", a, a, 0x1FFF_0000), 0x7C00_7BFF);
    assert_eq!(of("cvt.rs.satfinite.f16x2.f32", a, a, 0x1FFF_0000), 0x7BFF_7BFF);
    assert_eq!(of("cvt.rs.relu.f16x2.f32", a | 1 << 31, a, 0x1FFF_0000), 0x0000_7BFF);
    // Half of the smallest subnormal number.
    let a = 0x3300_0000;
    assert_eq!(of("cvt.rs.f16x2.f32", a, a, 0x0FFF_1000), 0x0000_0001);
    assert_eq!(of("cvt.rs.f16x2.f32", 0x7F80_0000, 0xFFFF_FFFF, 0), 0x7C00_7FFF);
}

#[test]
fn numbers_become_those_of_eight_bits_or_fewer() {
    let pair = |name: &str, a: f32, b: f32| convert(name, &[a.to_bits().into(), b.to_bits().into()]);
    assert_eq!(pair("cvt.rn.satfinite.e4m3x2.f32", 448.0, -1.0), 0x7EB8);
    assert_eq!(pair("cvt.rn.satfinite.e4m3x2.f32", f32::INFINITY, f32::NAN), 0x7E7F);
    assert_eq!(pair("cvt.rn.satfinite.relu.e4m3x2.f32", -1.0, f32::NAN), 0x007F);
    // The midpoint of 0 and the smallest number, and a value above it.
    assert_eq!(pair("cvt.rn.satfinite.e4m3x2.f32", 1.0 / 1024.0, 1.5 / 1024.0), 0x0001);
    assert_eq!(pair("cvt.rn.satfinite.e5m2x2.f32", 60_000.0, -1e9), 0x7BFB);
    assert_eq!(pair("cvt.rn.satfinite.e5m2x2.f32", -0.0, 1.125), 0x803C);
    assert_eq!(pair("cvt.rn.satfinite.e2m3x2.f32", f32::NAN, -7.5), 0x1F3F);
    assert_eq!(pair("cvt.rn.satfinite.e3m2x2.f32", 28.0, -0.0625), 0x1F21);
    assert_eq!(pair("cvt.rn.satfinite.e2m1x2.f32", -6.0, 2.5), 0xF4);
    assert_eq!(pair("cvt.rn.satfinite.e2m1x2.f32", f32::NAN, 5.0), 0x76);
    assert_eq!(pair("cvt.rn.satfinite.relu.e2m1x2.f32", f32::NAN, -0.0), 0x70);
    expect("cvt.rn.satfinite.e4m3x2.f16x2", 0x7C00_3C00, 0x7E38);
    expect("cvt.rn.satfinite.relu.e5m2x2.f16x2", 0xBC00_7FFF, 0x007F);
}

#[test]
fn numbers_of_eight_bits_or_fewer_become_halves() {
    expect("cvt.rn.f16x2.e4m3x2", 0x7EFF, 0x5F00_7FFF);
    expect("cvt.rn.f16x2.e5m2x2", 0xFC01, 0xFC00_0100);
    expect("cvt.rn.relu.f16x2.e5m2x2", 0xFC7D, 0x0000_7FFF);
    expect("cvt.rn.f16x2.e2m3x2", 0x1FA1, 0x4780_B000);
    // The upper two bits of a byte are ignored.
    expect("cvt.rn.f16x2.e3m2x2", 0xDFC1, 0x4F00_2C00);
    expect("cvt.rn.f16x2.e2m1x2", 0xF1, 0xC600_3800);
    expect("cvt.rn.bf16x2.ue8m0x2", 0x00FF, 0x0040_7FFF);
    expect("cvt.rn.bf16x2.ue8m0x2", 0x7FFE, 0x3F80_7F00);
}

#[test]
fn small_numbers_are_exact_in_bf16() {
    expect("cvt.rn.bf16x2.e4m3x2", 0x7E81, 0x43E0_BB00);
    expect("cvt.rn.bf16x2.e4m3x2", 0x7FFF, 0x7FFF_7FFF);
    expect("cvt.rn.relu.bf16x2.e4m3x2", 0xFEFF, 0x0000_7FFF);
    expect("cvt.rn.bf16x2.e5m2x2", 0x7CFC, 0x7F80_FF80);
    expect("cvt.rn.satfinite.bf16x2.e5m2x2", 0x7CFC, 0x7F7F_FF7F);
    expect("cvt.rn.satfinite.relu.bf16x2.e5m2x2", 0x7CFC, 0x7F7F_0000);
    expect("cvt.rn.satfinite.bf16x2.e5m2x2", 0x7D01, 0x7FFF_3780);
    expect("cvt.rn.bf16x2.e2m3x2", 0x1FA1, 0x40F0_BE00);
    expect("cvt.rn.bf16x2.e3m2x2", 0xDFC1, 0x41E0_3D80);
    expect("cvt.rn.bf16x2.e2m1x2", 0xF1, 0xC0C0_3F00);
    // 2^-17 and 114688; NaN and 65536.
    expect("cvt.rn.bf16x2.ue5m3x2", 0x01FE, 0x3700_47E0);
    expect("cvt.rn.satfinite.bf16x2.ue5m3x2", 0xFFF8, 0x7FFF_4780);
}

#[test]
fn the_greatest_numbers_of_ue5m3_are_above_those_of_f16() {
    // 61440 and 65536; 114688 and NaN; 2^-17 and 0.
    expect("cvt.rn.f16x2.ue5m3x2", 0xF7F8, 0x7B80_7C00);
    expect("cvt.rn.f16x2.ue5m3x2", 0xFEFF, 0x7C00_7FFF);
    expect("cvt.rn.f16x2.ue5m3x2", 0x0100, 0x0080_0000);
}

#[test]
fn numbers_become_those_of_ue5m3() {
    let smallest = (-17_f32).exp2();
    // The results of .rn, .rz and .rp.
    for (number, plain, saturated) in [
        (0.0, [0x00; 3], [0x00; 3]),
        (-0.0, [0x00; 3], [0x00; 3]),
        (f32::from_bits(1), [0x00, 0x00, 0x01], [0x00, 0x00, 0x01]),
        (smallest / 2.0, [0x00, 0x00, 0x01], [0x00, 0x00, 0x01]),
        ((smallest / 2.0).next_up(), [0x01, 0x00, 0x01], [0x01, 0x00, 0x01]),
        (smallest, [0x01; 3], [0x01; 3]),
        (1.5 * smallest, [0x02, 0x01, 0x02], [0x02, 0x01, 0x02]),
        (-1.0, [0x78; 3], [0x78; 3]),
        (1.0625, [0x78, 0x78, 0x79], [0x78, 0x78, 0x79]),
        (-1.1875, [0x7A, 0x79, 0x7A], [0x7A, 0x79, 0x7A]),
        (114_688.0, [0xFE; 3], [0xFE; 3]),
        (114_689.0, [0xFE, 0xFE, 0xFF], [0xFE; 3]),
        (118_784.0, [0xFE, 0xFE, 0xFF], [0xFE; 3]),
        (118_785.0, [0xFF, 0xFE, 0xFF], [0xFE; 3]),
        (-f32::MAX, [0xFF, 0xFE, 0xFF], [0xFE; 3]),
        (f32::INFINITY, [0xFF; 3], [0xFE; 3]),
        (f32::NEG_INFINITY, [0xFF; 3], [0xFE; 3]),
        (f32::NAN, [0xFF; 3], [0xFF; 3]),
    ] {
        let of = |name: &str| {
            let pair = convert(name, &[0x3F80_0000, number.to_bits().into()]);
            assert_eq!(pair >> 8, 0x78, "{name} {number}");
            pair & 0xFF
        };
        let found = ["rn", "rz", "rp"].map(|rounding| of(&format!("cvt.{rounding}.ue5m3x2.f32")));
        assert_eq!(found, plain, "{number:e}");
        let found = ["rn", "rz", "rp"].map(|rounding| of(&format!("cvt.{rounding}.satfinite.ue5m3x2.f32")));
        assert_eq!(found, saturated, "{number:e}");
    }
    // The largest half and an infinity; the smallest and the largest bf16.
    expect("cvt.rn.ue5m3x2.f16x2", 0x7BFF_FC00, 0xF8FF);
    expect("cvt.rz.ue5m3x2.f16x2", 0x7BFF_FC00, 0xF7FF);
    expect("cvt.rp.satfinite.ue5m3x2.bf16x2", 0x8001_7F7F, 0x01FE);
}

#[test]
fn rounding_towards_zero_stops_at_the_largest_number() {
    let pair = |name: &str, a: f32, b: f32| convert(name, &[a.to_bits().into(), b.to_bits().into()]);
    assert_eq!(pair("cvt.rz.satfinite.e4m3x2.f32", 1.1874, -1e9), 0x39FE);
    assert_eq!(pair("cvt.rz.satfinite.e5m2x2.f32", f32::INFINITY, -61_440.0), 0x7BFB);
    assert_eq!(pair("cvt.rz.satfinite.relu.e2m3x2.f32", -1.0, 7.9), 0x001F);
    assert_eq!(pair("cvt.rz.satfinite.e3m2x2.f32", f32::NAN, -0.0624), 0x1F20);
    assert_eq!(pair("cvt.rz.satfinite.e2m1x2.f32", 2.9, -5.9), 0x4E);
    expect("cvt.rz.satfinite.e5m2x2.f16x2", 0x7BFF_BFFF, 0x7BBF);
    expect("cvt.rn.satfinite.e2m1x2.f16x2", 0x7C00_BFFF, 0x7C);
    expect("cvt.rn.satfinite.e4m3x2.bf16x2", 0x43F0_FFC0, 0x7E7F);
}

#[test]
fn magnitudes_become_powers_of_two() {
    for (operand, rz, rp) in [
        (0x3F80_0000, 127, 127),
        (0xBF80_0001, 127, 128),
        (0x0000_0000, 0, 0),
        (0x0000_0001, 0, 0),
        (0x0040_0000, 0, 0),
        (0x0040_0001, 0, 1),
        (0x0080_0000, 1, 1),
        (0x7F00_0000, 254, 254),
        (0x7F00_0001, 254, 255),
        (0x7F80_0000, 255, 255),
        (0xFFC0_0000, 255, 255),
    ] {
        let of = |name: &str| convert(name, &[0, operand]) & 0xFF;
        assert_eq!(
            [of("cvt.rz.ue8m0x2.f32"), of("cvt.rp.ue8m0x2.f32")],
            [rz, rp],
            "{operand:#X}"
        );
        let is_nan = operand & 0x7FFF_FFFF > 0x7F80_0000;
        let most = if is_nan { 255 } else { 254 };
        let saturated = [of("cvt.rz.satfinite.ue8m0x2.f32"), of("cvt.rp.satfinite.ue8m0x2.f32")];
        assert_eq!(saturated, [rz.min(most), rp.min(most)], "{operand:#X}");
    }
    expect("cvt.rp.ue8m0x2.bf16x2", 0x0041_C000, 0x0180);
}

const ROUNDINGS: [(&str, Round); 5] = [
    ("rn", Round::NearestTiesToEven),
    ("rz", Round::TowardZero),
    ("rm", Round::TowardNegative),
    ("rp", Round::TowardPositive),
    ("rna", Round::NearestTiesToAway),
];

fn bits<F: Float>(value: F, format: FloatFormat) -> u64 {
    if value.is_nan() {
        format.canonical_nan().into()
    } else {
        u64::try_from(value.to_bits()).expect("at most 32 bits")
    }
}

/// Returns every half, or edge and random values of single precision, most of them with exponents that a half has.
fn operands(format: FloatFormat) -> Vec<u64> {
    if format.width() == 16 {
        return (0..1 << 16).collect();
    }
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let drawn = (0..50_000).map(|_| {
        let bits = random.next_u32();
        let exponent = match bits % 4 {
            0 => bits >> 8 & 0xFF,
            _ => 127 - 26 + (bits >> 8) % 44,
        };
        // Below some place all bits are 0, or all are 1.
        let fraction = random.next_u32() & 0x7F_FFFF;
        let low = (1 << (bits >> 16 & 0xF)) - 1;
        let fraction = match bits >> 20 & 3 {
            0 => fraction & !low,
            1 => fraction | low,
            _ => fraction,
        };
        u64::from(bits & 1 << 31 | exponent << 23 | fraction)
    });
    edges(format).into_iter().map(u64::from).chain(drawn).collect()
}

fn agree<S: Float + FloatConvert<T>, T: Float>(types: &str, from: FloatFormat, to: FloatFormat, roundings: &[&str]) {
    for name in roundings {
        let (_, round) = ROUNDINGS
            .into_iter()
            .find(|(other, _)| other == name)
            .unwrap_or(ROUNDINGS[0]);
        let name = if name.is_empty() {
            String::new()
        } else {
            format!(".{name}")
        };
        let conversion = instruction(&format!("cvt{name}.{types}"));
        for operand in operands(from) {
            let expected = S::from_bits(operand.into()).convert_r(round, &mut false).value;
            expect_of(conversion, operand, bits::<T>(expected, to));
        }
    }
}

#[test]
fn floats_become_floats_as_llvm_has_it() {
    let all = ROUNDINGS.map(|(name, _)| name);
    agree::<Single, Half>("f16.f32", FloatFormat::F32, FloatFormat::F16, &all);
    agree::<Single, BFloat>("bf16.f32", FloatFormat::F32, FloatFormat::BF16, &all);
    agree::<BFloat, Half>("f16.bf16", FloatFormat::BF16, FloatFormat::F16, &all);
    agree::<Half, BFloat>("bf16.f16", FloatFormat::F16, FloatFormat::BF16, &all);
    agree::<Half, Single>("f32.f16", FloatFormat::F16, FloatFormat::F32, &[""]);
    agree::<BFloat, Single>("f32.bf16", FloatFormat::BF16, FloatFormat::F32, &[""]);
    agree::<Half, Half>("f16.f16", FloatFormat::F16, FloatFormat::F16, &[""]);
}

/// Checks bytes from halves and from single precision, and halves from bytes. LLVM's conversion gives infinity or NaN
/// for values that are too large.
fn bytes_agree<F>(small: &str, greatest: u64, finite_exponents: std::ops::Range<u32>)
where
    Single: FloatConvert<F>,
    Half: FloatConvert<F>,
    F: Float + FloatConvert<Half>,
{
    let expected = |value: F| match (value.is_nan(), value.is_finite()) {
        (true, _) => 0x7F,
        (_, true) => value.to_bits() as u64,
        _ => greatest | u64::from(value.is_negative()) << 7,
    };
    for (name, round) in [ROUNDINGS[0], ROUNDINGS[4]] {
        let of_single = instruction(&format!("cvt.{name}.satfinite.{small}x2.f32"));
        for operand in operands(FloatFormat::F32) {
            let value = Single::from_bits(operand.into());
            // A value far above the largest number is LLVM's NaN if there is no infinity.
            if !finite_exponents.contains(&(operand as u32 >> 23 & 0xFF)) {
                continue;
            }
            let found = results(of_single, &[operand, operand])[0];
            let byte = expected(value.convert_r(round, &mut false).value);
            assert_eq!(found, byte << 8 | byte, "{of_single} {operand:X}");
        }
    }
    let to_half = instruction(&format!("cvt.rn.f16x2.{small}x2"));
    for byte in 0..1 << 8 {
        let value = F::from_bits(byte).convert_r(Round::NearestTiesToEven, &mut false).value;
        let found = results(to_half, &[byte as u64])[0] & 0xFFFF;
        assert_eq!(found, bits::<Half>(value, FloatFormat::F16), "{to_half} {byte:X}");
    }
}

#[test]
fn bytes_are_those_of_llvm() {
    bytes_agree::<Float8E4M3FN>("e4m3", 0x7E, 0..127 + 8);
    bytes_agree::<Float8E5M2>("e5m2", 0x7B, 0..255);
}

/// The widths of integers, in bits.
const WIDTHS: [usize; 4] = [8, 16, 32, 64];

fn integers_agree<F: Float>(ty: &str, format: FloatFormat) {
    for (name, round) in ROUNDINGS {
        let integral = instruction(&format!("cvt.{name}i.{ty}.{ty}"));
        let to_integers = WIDTHS.map(|width| {
            let [signed, unsigned] = ["s", "u"].map(|sign| instruction(&format!("cvt.{name}i.{sign}{width}.{ty}")));
            (width, signed, unsigned)
        });
        for operand in 0..1 << 16 {
            let value = F::from_bits(operand);
            let expected = value.round_to_integral(round).value;
            expect_of(integral, operand as u64, bits(expected, format));
            if value.is_nan() {
                continue;
            }
            for (width, to_signed, to_unsigned) in to_integers {
                let mask = u64::MAX >> (64 - width);
                let signed = value.to_i128_r(width, round, &mut false).value as u64 & mask;
                expect_of(to_signed, operand as u64, signed);
                let unsigned = value.to_u128_r(width, round, &mut false).value as u64 & mask;
                expect_of(to_unsigned, operand as u64, unsigned);
            }
        }
    }
}

#[test]
fn halves_become_integers_as_llvm_has_it() {
    integers_agree::<Half>("f16", FloatFormat::F16);
    integers_agree::<BFloat>("bf16", FloatFormat::BF16);
}

fn numbers_agree<F: Float>(ty: &str, format: FloatFormat) {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let places = (0..64).flat_map(|place| {
        [
            1_u64 << place,
            (1 << place) - 1,
            (1 << place) + 1,
            3 << place,
            !0 << place,
        ]
    });
    let mut words: Vec<u64> = places.collect();
    words.extend((0..5_000).map(|_| random.next_u64() >> (random.next_u32() % 64)));
    for (name, round) in ROUNDINGS {
        for width in WIDTHS {
            let [of_signed, of_unsigned] =
                ["s", "u"].map(|sign| instruction(&format!("cvt.{name}.{ty}.{sign}{width}")));
            for word in words.iter().flat_map(|word| [*word, word.wrapping_neg(), !word]) {
                let word = word & (u64::MAX >> (64 - width));
                let signed = (word << (64 - width)) as i64 >> (64 - width);
                let expected = F::from_i128_r(signed.into(), round).value;
                expect_of(of_signed, word, bits(expected, format));
                let expected = F::from_u128_r(word.into(), round).value;
                expect_of(of_unsigned, word, bits(expected, format));
            }
        }
    }
}

#[test]
fn integers_become_halves_as_llvm_has_it() {
    numbers_agree::<Half>("f16", FloatFormat::F16);
    numbers_agree::<BFloat>("bf16", FloatFormat::BF16);
}

#[test]
fn a_pair_is_made_of_two_conversions() {
    for pair in Instruction::conversions()
        .iter()
        .filter(|one| one.signature().operands().len() == 2 && [Type::F16x2F32, Type::Bf16x2F32].contains(&one.ty()))
    {
        let single = instruction(&pair.mnemonic().replace("f16x2", "f16"));
        let values = operands(FloatFormat::F32);
        for (a, b) in values.iter().zip(values.iter().rev()).take(20_000) {
            let expected = results(single, &[*a])[0] << 16 | results(single, &[*b])[0];
            assert_eq!(results(*pair, &[*a, *b]), [expected], "{pair} {a:X} {b:X}");
        }
    }
}
