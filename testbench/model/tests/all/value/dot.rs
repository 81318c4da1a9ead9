//! Dot products: cases worked by hand, and the exact modes against definitions.

use halfpipe_isa::{DotFormats, DotScales, FloatFormat, Instruction, Rounding};
use halfpipe_model::value::{evaluate, results};
use num_bigint::BigInt;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Returns the operands as words in the order of the signature; elements that are missing are +0. Scales are left out.
fn words(instruction: Instruction, a: &[u32], b: &[u32], c: u32) -> Vec<u64> {
    let formats = DotFormats::from_instruction(instruction);
    let products = instruction.operation().products().expect("a dot product");
    let register = |elements: &[u32], format: FloatFormat| -> Vec<u64> {
        let width = format.register_bits();
        let bits = products * width;
        assert!(
            elements.len() <= products as usize,
            "{instruction} has {products} products"
        );
        let mut words = vec![0; bits.div_ceil(64) as usize];
        for (place, element) in (0..).zip(elements) {
            let low = place * width;
            words[low as usize / 64] |= u64::from(*element) << format.ignored_bits() << (low % 64);
        }
        words
    };
    let [format_of_a, format_of_b] = formats.elements;
    [register(a, format_of_a), register(b, format_of_b), vec![c.into()]].concat()
}

/// Returns the result. Scales are 1.
fn dot(instruction: Instruction, a: &[u32], b: &[u32], c: u32) -> u32 {
    let mut operands = words(instruction, a, b, c);
    if let Some(DotScales { format, count, .. }) = DotScales::from_instruction(instruction) {
        let scale = u64::from(format.one());
        let scales = (0..count).fold(0, |scales, place| scales | scale << (place * format.register_bits()));
        operands.extend([scales; 2]);
    }
    results(instruction, &operands)[0] as u32
}

fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap_or_else(|error| panic!("{mnemonic}: {error}"))
}

/// Expects a result of each of the instructions, whose names are separated by spaces.
#[track_caller]
fn expect(mnemonics: &str, a: &[u32], b: &[u32], c: u32, due: u32) {
    for mnemonic in mnemonics.split_whitespace() {
        let found = dot(instruction(mnemonic), a, b, c);
        assert_eq!(found, due, "{mnemonic} {a:x?} {b:x?} {c:x} is {found:x}, not {due:x}");
    }
}

const ONE: u32 = 0x3F80_0000;
const NAN: u32 = 0x7FFF_FFFF;
const INFINITY: u32 = 0x7F80_0000;

#[test]
fn element_0_has_the_lowest_bits() {
    let operands = [0x4000_3C00, 0x0000_4200, 0];
    // 1 · 3 + 2 · 0.
    assert_eq!(evaluate(instruction("dot2.rn.f32.f16"), &operands), 0x4040_0000);
    assert_eq!(evaluate(instruction("dot2.volta.f32.f16"), &operands), 0x4040_0000);
}

#[test]
fn every_element_counts() {
    for instruction in Instruction::dots() {
        let formats = DotFormats::from_instruction(*instruction);
        let products = instruction.operation().products().unwrap() as usize;
        let [one_of_a, one_of_b] = formats.elements.map(FloatFormat::one);
        let ones = vec![one_of_b; products];
        let expected: f32 = products as f32 + 1.0;
        let expected = match formats.result {
            FloatFormat::F32 | FloatFormat::RISCV_S => expected.to_bits(),
            _ => half(products as u32 + 1),
        };
        assert_eq!(
            dot(*instruction, &vec![one_of_a; products], &ones, formats.result.one()),
            expected,
            "{instruction}"
        );
        // A product beside zeros, at each place.
        for place in 0..products {
            let mut a = vec![0; products];
            a[place] = one_of_a;
            assert_eq!(
                dot(*instruction, &a, &ones, 0),
                formats.result.one(),
                "{instruction} at {place}"
            );
        }
    }
}

/// Returns the f16 encoding of an integer from 1 to 2047.
fn half(number: u32) -> u32 {
    let leading = number.ilog2();
    (leading + 15) << 10 | (number << (10 - leading) & 0x3FF)
}

#[test]
fn each_term_is_truncated_toward_zero() {
    // 1 and four times 2^-24, of which volta keeps none. Behind them, 2^-25, of which ampere keeps none.
    let (positive, negative) = (&[0x0C00; 4], &[0x8C00; 4]);
    expect("dot4.volta.f32.f16", positive, &[0x0C00; 4], ONE, ONE);
    expect(
        "dot4.turing.f32.f16 dot4.ampere.f32.f16 dot4.ada.f32.f16 dot4.hopper.f32.f16 dot4.blackwell.f32.f16 \
         dot4.rn.f32.f16",
        positive,
        &[0x0C00; 4],
        ONE,
        ONE + 2,
    );
    expect(
        "dot4.turing.f32.f16 dot4.ampere.f32.f16 dot4.ada.f32.f16",
        positive,
        &[0x0800; 4],
        ONE,
        ONE,
    );
    expect(
        "dot4.hopper.f32.f16 dot4.blackwell.f32.f16",
        positive,
        &[0x0800; 4],
        ONE,
        ONE + 1,
    );
    // Toward zero, not down.
    expect("dot4.volta.f32.f16", negative, &[0x0C00; 4], ONE, ONE);
    expect("dot4.ampere.f32.f16", negative, &[0x0800; 4], ONE, ONE);
    // 2^-23 · 1.5 is cut to 2^-23.
    expect("dot2.volta.f32.f16", &[0x0E00], &[0x1000], ONE, ONE + 1);
}

#[test]
fn the_low_bits_of_tf32_do_not_matter() {
    // 1 and 2, with all lower bits 1: nothing is rounded.
    let operands = [0x4000_1FFF_3F80_1FFF, 0x3F80_1FFF_3F80_0000, 0];
    for mode in ["ampere", "ada", "hopper", "blackwell"] {
        let dot = instruction(&format!("dot2.{mode}.f32.tf32"));
        assert_eq!(results(dot, &operands), [0x4040_0000], "{dot}");
    }
}

#[test]
fn blocks_of_tf32_have_four_or_eight_products() {
    // 2^24, -2^24 and, in the next four, 2^-10.
    let power = |exponent: u32| exponent << 10;
    let a = [power(151), power(151) | 1 << 18, 0, 0, power(117)];
    let b = [power(127); 5];
    expect("dot8.ampere.f32.tf32 dot8.ada.f32.tf32", &a, &b, 0, 0x3A80_0000);
    expect("dot8.hopper.f32.tf32 dot8.blackwell.f32.tf32", &a, &b, 0, 0);
}

#[test]
fn small_formats_of_blackwell_keep_25_places() {
    // 1 · 1 + 0.5 · 0.5, then 1 + 2^-24, which is cut.
    let (one, half) = (0b0010, 0b0001);
    expect("dot2.blackwell.f32.e2m1", &[one, half], &[one, half], 0, 0x3FA0_0000);
    expect("dot2.blackwell.f32.e2m1", &[one], &[one], 0x3380_0000, 0x3F80_0000);
    // 6 · 28, then 7.5 · -0.5.
    expect(
        "dot2.blackwell.f32.e2m1.e3m2",
        &[0b0111, 0b1001],
        &[0b01_1111, 0],
        0,
        0x4328_0000,
    );
    expect("dot2.blackwell.f32.e2m3.e2m1", &[0b01_1111], &[0b1001], 0, 0xC070_0000);
    // Two bits above an element of six bits do not matter.
    let above = results(
        instruction("dot2.blackwell.f32.e3m2"),
        &[0xC0 | 0b00_1100, 0b00_1100, 0],
    );
    assert_eq!(above, [0x3F80_0000]);
}

#[test]
fn products_are_not_normalised() {
    // 1.5 · 1.5 is 2.25 at the exponent 0, so twice 2^-23 is not lost.
    let (a, b) = (&[0x3E00, 0x0C00, 0x0C00], &[0x3E00, 0x1000, 0x1000]);
    expect("dot4.volta.f32.f16", a, b, 0, 0x4010_0001);
    // With c = 2.25 at the exponent 1, it is.
    expect("dot4.volta.f32.f16", &a[1..], &b[1..], 0x4010_0000, 0x4010_0000);
}

#[test]
fn zeros_do_not_count_for_the_anchor() {
    // 0 · 65504 and 2^-24.
    expect("dot2.volta.f32.f16", &[0, 0x0C00], &[0x7BFF, 0x0C00], 0, 0x3380_0000);
    // The addend is zero, and the product far below 1.
    expect("dot2.hopper.f32.f16", &[0x0001], &[0x0001], 0, 0x2780_0000);
}

#[test]
fn single_precision_is_rounded_toward_zero() {
    // -1 - 1.5 · 2^-24.
    expect("dot2.hopper.f32.f16", &[0x8E00], &[0x0C00], 0xBF80_0000, 0xBF80_0000);
    expect(
        "dot2.rn.f32.f16 dot2.rm.f32.f16",
        &[0x8E00],
        &[0x0C00],
        0xBF80_0000,
        0xBF80_0001,
    );
    // 2^200, which is infinite all the same.
    expect(
        "dot2.ampere.f32.bf16 dot2.hopper.f32.bf16",
        &[0x7180],
        &[0x7180],
        0,
        INFINITY,
    );
    expect("dot2.ampere.f32.bf16", &[0x7180], &[0xF180], 0, INFINITY | 0x8000_0000);
    // The sum alone counts: 2^200 - 2^200 + 1 is 1 without the digits below 2^200.
    expect("dot2.ampere.f32.bf16", &[0x7180, 0x7180], &[0x7180, 0xF180], ONE, 0);
}

#[test]
fn half_precision_is_rounded_to_nearest_even() {
    // 1 + 2^-11, a tie, and with 2^-20 more.
    expect(
        "dot2.volta.f16.f16 dot2.ada.f16.f16",
        &[0x1000],
        &[0x3C00],
        0x3C00,
        0x3C00,
    );
    expect(
        "dot2.volta.f16.f16 dot2.ada.f16.f16",
        &[0x1000, 0x1400],
        &[0x3C00, 0x1400],
        0x3C00,
        0x3C01,
    );
    expect("dot2.volta.f16.f16", &[0x1000], &[0x3C00], 0x3C01, 0x3C02);
    // 65504 + 16, a tie, is infinite; 65504 + 15 is not.
    expect(
        "dot2.volta.f16.f16 dot2.hopper.f16.f16",
        &[0x4400],
        &[0x4400],
        0x7BFF,
        0x7C00,
    );
    expect(
        "dot2.volta.f16.f16 dot2.hopper.f16.f16",
        &[0x4200],
        &[0x4500],
        0x7BFF,
        0x7BFF,
    );
    expect("dot2.volta.f16.f16", &[0xFBFF], &[0x4000], 0, 0xFC00);
}

#[test]
fn the_anchor_has_a_floor() {
    // 2^-25 + 2^-48 in f16: at the floor, the second term is lost, and the first is a tie.
    let operands = (&[0x0400, 0x0001], &[0x1000, 0x0001]);
    expect(
        "dot2.volta.f16.f16 dot2.ampere.f16.f16 dot2.hopper.f16.f16",
        operands.0,
        operands.1,
        0,
        0,
    );
    expect("dot2.rn.f16.f16", operands.0, operands.1, 0, 1);
    // Eight times 2^-152: the floor is low enough to keep them.
    expect(
        "dot8.ampere.f32.bf16 dot8.hopper.f32.bf16",
        &[0x1980; 8],
        &[0x1980; 8],
        0,
        1,
    );
    // 2^-149 - 2^-157, below the floor's last place, and 2^-149 - 2^-155. The floor is that of the whole block.
    expect("dot2.ampere.f32.bf16", &[0x1A00, 0x9880], &[0x1A80, 0x1800], 0, 1);
    expect("dot2.ampere.f32.bf16", &[0x1A00, 0x9900], &[0x1A80, 0x1880], 0, 0);
    // Hopper's floor and place are lower: 2^-158 stays, 2^-159 does not.
    expect("dot2.hopper.f32.bf16", &[0x1A00, 0x9800], &[0x1A80, 0x1800], 0, 0);
    expect("dot2.hopper.f32.bf16", &[0x1A00, 0x9800], &[0x1A80, 0x1780], 0, 1);
}

#[test]
fn blocks_are_chained_in_order() {
    // 2^-24 in the first block, 1 - 1 in the second.
    let (small, cancelled) = ([0x0C00, 0, 0, 0], [0x3C00, 0x3C00, 0, 0]);
    let (small_b, cancelled_b) = ([0x0C00, 0, 0, 0], [0x3C00, 0xBC00, 0, 0]);
    let join = |first: [u32; 4], second: [u32; 4]| [first, second].concat();
    let (a, b) = (join(small, cancelled), join(small_b, cancelled_b));
    expect("dot8.volta.f32.f16", &a, &b, 0, 0);
    let (a, b) = (join(cancelled, small), join(cancelled_b, small_b));
    expect("dot8.volta.f32.f16", &a, &b, 0, 0x3380_0000);
    // Each block rounds: 1 + 2^-11 is 1, twice.
    let halves = ([0x1000, 0, 0, 0, 0x1000], [0x3C00; 5]);
    expect("dot8.volta.f16.f16", &halves.0, &halves.1, 0x3C00, 0x3C00);
    expect("dot8.ampere.f16.f16", &halves.0, &halves.1, 0x3C00, 0x3C01);
    // An infinity between blocks stays.
    let a = [0x7BFF, 0x7BFF, 0, 0, 0xFBFF, 0xFBFF];
    expect("dot8.volta.f16.f16 dot32.volta.f16.f16", &a, &[0x3C00; 6], 0, 0x7C00);
    expect("dot8.ampere.f16.f16", &a, &[0x3C00; 6], 0, 0);
    let a = [0x7BFF, 0x7BFF, 0, 0, 0xFC00];
    expect("dot8.volta.f16.f16", &a, &[0x3C00; 5], 0, 0x7FFF);
    expect("dot8.ampere.f16.f16", &a, &[0x3C00; 5], 0, 0xFC00);
}

#[test]
fn a_zero_sum_of_a_tensor_core_is_positive() {
    for generation in ["volta", "ampere", "ada", "hopper", "blackwell"] {
        let single = format!("dot4.{generation}.f32.f16");
        let half = format!("dot4.{generation}.f16.f16");
        expect(&single, &[0x8000; 4], &[0x3C00; 4], 0x8000_0000, 0);
        expect(&half, &[0x8000; 4], &[0x3C00; 4], 0x8000, 0);
        expect(&single, &[0xBC00], &[0x3C00], ONE, 0);
        // -2^-26 is rounded to zero.
        expect(&half, &[0x8800], &[0x0800], 0, 0);
    }
    // -2^-150.
    expect("dot2.ampere.f32.bf16", &[0x9A00], &[0x1A00], 0, 0);
}

#[test]
fn a_zero_sum_that_is_rounded_once_is_that_of_ieee_754() {
    let signed = |mode: &str, negative: bool| match (mode, negative) {
        ("rm", _) | (_, true) => 0x8000_0000,
        _ => 0,
    };
    for mode in ["rn", "rz", "rm", "rp"] {
        let name = format!("dot2.{mode}.f32.f16");
        expect(&name, &[0x8000; 2], &[0x3C00; 2], 0x8000_0000, 0x8000_0000);
        expect(&name, &[0x0000; 2], &[0x3C00; 2], 0, 0);
        expect(&name, &[0x8000, 0], &[0x3C00; 2], 0x8000_0000, signed(mode, false));
        expect(&name, &[0x8000; 2], &[0x3C00; 2], 0, signed(mode, false));
        expect(&name, &[0x3C00, 0xBC00], &[0x3C00; 2], 0x8000_0000, signed(mode, false));
        expect(&name, &[0x3C00, 0x8000], &[0x3C00; 2], 0xBF80_0000, signed(mode, false));
    }
    // -2^-26 is below half a unit.
    expect(
        "dot2.rn.f16.f16 dot2.rz.f16.f16 dot2.rp.f16.f16",
        &[0x8800],
        &[0x0800],
        0,
        0x8000,
    );
    expect("dot2.rm.f16.f16", &[0x8800], &[0x0800], 0, 0x8001);
}

#[test]
fn subnormal_numbers_have_the_least_exponent() {
    // 2^-24 at the exponent -14, so 2^-38 is lost.
    expect(
        "dot2.volta.f32.f16",
        &[0x0001, 0x0020],
        &[0x3C00, 0x0020],
        0,
        0x3380_0000,
    );
    expect("dot2.rn.f32.f16", &[0x0001, 0x0020], &[0x3C00, 0x0020], 0, 0x3380_0200);
    // A subnormal addend and result.
    expect(
        "dot2.volta.f32.f16 dot2.ada.f32.f16",
        &[],
        &[],
        0x0000_0001,
        0x0000_0001,
    );
    expect("dot2.ampere.f32.bf16", &[0x1A00], &[0x1A80], 0x007F_FFFF, 0x0080_0000);
    expect("dot2.volta.f16.f16", &[0x0001], &[0x3C00], 0x03FF, 0x0400);
}

#[test]
fn infinities_and_nans() {
    let modes = ["volta", "ampere", "ada", "hopper", "blackwell", "rn", "rz", "rm", "rp"];
    for mode in modes {
        for products in [2, 4, 8, 16, 32] {
            let name = format!("dot{products}.{mode}.f32.f16");
            expect(&name, &[0x7C00], &[0xBC00], ONE, INFINITY | 0x8000_0000);
            expect(&name, &[0x3C00], &[0x3C00], INFINITY, INFINITY);
            expect(&name, &[0x7C00], &[0x0000], ONE, NAN);
            expect(&name, &[0x7C00, 0xFC00], &[0x3C00; 2], ONE, NAN);
            expect(&name, &[0x7C00], &[0x3C00], 0xFF80_0000, NAN);
            expect(&name, &[0x7C01], &[0x0000], ONE, NAN);
            expect(&name, &[0x3C00], &[0x3C00], 0xFF80_0001, NAN);
            let name = format!("dot{products}.{mode}.f16.f16");
            expect(&name, &[0x0000, 0xFE00], &[0x3C00; 2], 0x7C00, 0x7FFF);
            expect(&name, &[0x3C00], &[0x3C00], 0xFC00, 0xFC00);
        }
    }
}

#[test]
fn e4m3_has_no_infinity() {
    for name in ["dot2.ada.f32.e4m3", "dot2.hopper.f32.e4m3", "dot2.rn.f32.e4m3"] {
        // 448 · 1, and NaN · 0.
        expect(name, &[0x7E], &[0x38], 0, 0x43E0_0000);
        expect(name, &[0x7F], &[0x00], 0, NAN);
        expect(name, &[0xFF], &[0x38], 0, NAN);
    }
    expect(
        "dot2.ada.f32.e5m2 dot2.rz.f32.e5m2",
        &[0x7C],
        &[0xBC],
        0,
        INFINITY | 0x8000_0000,
    );
    expect("dot2.ada.f16.e5m2 dot2.rz.f16.e5m2", &[0x7C], &[0x00], 0, 0x7FFF);
}

#[test]
fn eight_bit_products_have_13_places() {
    // 1 + 2^-13, and 2^-14, which is lost.
    expect(
        "dot2.ada.f32.e4m3 dot2.hopper.f32.e4m3",
        &[0x38, 0x08],
        &[0x38, 0x04],
        0,
        0x3F80_0400,
    );
    expect(
        "dot2.ada.f32.e4m3 dot2.hopper.f32.e4m3",
        &[0x38, 0x04],
        &[0x38, 0x04],
        0,
        ONE,
    );
    // 2.25 + 2^-13, and + 2^-12. The result has 13 fraction bits.
    expect("dot4.ada.f32.e4m3", &[0x3C, 0x08], &[0x3C, 0x04], 0, 0x4010_0000);
    expect(
        "dot4.ada.f32.e4m3",
        &[0x3C, 0x08, 0x08],
        &[0x3C, 0x04, 0x04],
        0,
        0x4010_0400,
    );
    // The other bits of c are lost too.
    expect("dot2.ada.f32.e4m3", &[], &[], 0x3F80_03FF, ONE);
    expect("dot2.hopper.f32.e5m2", &[], &[], 0xBF80_07FF, 0xBF80_0400);
    // 1 + 2^-11 is a tie in f16, and 2^-13 more is above it.
    expect("dot2.ada.f16.e4m3", &[0x10], &[0x08], 0x3C00, 0x3C00);
    expect("dot2.ada.f16.e4m3", &[0x10, 0x08], &[0x08, 0x04], 0x3C00, 0x3C01);
    // 16 products a block: 2^-14 lives in the second block of ada, but not in the one block of hopper.
    let mut a = [0; 32];
    let mut b = [0; 32];
    (a[0], b[0], a[16], b[16]) = (0x38, 0x38, 0x38, 0xB8);
    (a[1], b[1]) = (0x04, 0x04);
    expect("dot32.ada.f32.e4m3 dot32.hopper.f32.e4m3", &a, &b, 0, 0);
    (a[17], b[17], a[1], b[1]) = (0x38, 0x3C, 0, 0);
    expect("dot32.ada.f32.e4m3 dot32.hopper.f32.e4m3", &a, &b, 0, 0x3FC0_0000);
    // 2^-14 alone in the first block of ada is lost in the second. Behind them, 1 - 1 comes first.
    let (mut a, mut b) = ([0; 32], [0; 32]);
    (a[0], b[0], a[1], b[1], a[16], b[16]) = (0x38, 0x38, 0x38, 0xB8, 0x04, 0x04);
    expect("dot32.ada.f32.e4m3", &a, &b, 0, 0x3880_0000);
    expect("dot32.hopper.f32.e4m3", &a, &b, 0, 0);
}

/// Power of two of the unit in which the definitions below count: below the product of the least numbers.
const UNIT: i64 = -300;

/// Returns a finite encoding's number of units.
fn units(format: FloatFormat, bits: u32) -> BigInt {
    let magnitude = bits & (format.sign_mask() - 1);
    let field = i64::from(magnitude >> format.fraction_bits);
    let fraction = i64::from(magnitude) - (field << format.fraction_bits);
    let digits = if field > 0 {
        fraction + (1 << format.fraction_bits)
    } else {
        fraction
    };
    let exponent = field.max(1) - ((1 << (format.exponent_bits - 1)) - 1) - i64::from(format.fraction_bits);
    let number = BigInt::from(digits) << (exponent - UNIT);
    if bits & format.sign_mask() == 0 {
        number
    } else {
        -number
    }
}

/// Returns the encoding to which a number other than zero rounds, by a search over all magnitudes.
fn rounded(format: FloatFormat, number: &BigInt, rounding: Rounding) -> u32 {
    let negative = *number < BigInt::from(0);
    let magnitude = BigInt::from(number.magnitude().clone());
    let infinity = format.overflow_encoding();
    let (mut below, mut above) = (0, infinity);
    while above - below > 1 {
        let middle = (below + above) / 2;
        if units(format, middle) <= magnitude {
            below = middle
        } else {
            above = middle
        }
    }
    // An infinity is as far from the largest number as the number that would be there in a wider format.
    let [low, high] = [below, above].map(|encoding| units(format, encoding));
    let is_exact = low == magnitude;
    let up = match rounding {
        _ if is_exact => false,
        Rounding::NearestEven => {
            let doubled = &magnitude + &magnitude;
            doubled > &low + &high || doubled == &low + &high && below % 2 == 1
        }
        Rounding::TowardZero => false,
        Rounding::TowardNegative => negative,
        _ => !negative,
    };
    let sign = if negative { format.sign_mask() } else { 0 };
    sign | if up { above } else { below }
}

#[test]
fn exact_modes_are_the_sum_rounded_once() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for instruction in Instruction::dots() {
        if instruction.tensor_core().is_some() || instruction.is_bulk() {
            continue;
        }
        let DotFormats {
            elements: [operand, _],
            result,
        } = DotFormats::from_instruction(*instruction);
        let products = instruction.operation().products().unwrap() as usize;
        for trial in 0..300 {
            let mut finite = |format: FloatFormat| loop {
                let bits = random.next_u32() & (2 * format.sign_mask() - 1);
                // Some with exponents near 1, so that they meet.
                let near =
                    format.one() ^ (bits & (format.sign_mask() | format.fraction_mask() | 2 << format.fraction_bits));
                let bits = if trial % 2 == 0 { bits } else { near };
                if bits & (format.sign_mask() - 1) <= format.largest_finite() {
                    return bits;
                }
            };
            let mut a: Vec<u32> = (0..products).map(|_| finite(operand)).collect();
            let mut b: Vec<u32> = (0..products).map(|_| finite(operand)).collect();
            let mut c = finite(result);
            if trial % 3 == 0 {
                // All but one product cancel.
                for place in (1..products).step_by(2) {
                    (a[place], b[place]) = (a[place - 1], b[place - 1] ^ operand.sign_mask());
                }
                a[0] = finite(operand);
            }
            if trial % 5 == 0 {
                c &= result.sign_mask() | 3;
            }
            let products = a.iter().zip(&b);
            let sum: BigInt = products.map(|(a, b)| units_of_product(operand, *a, *b)).sum();
            let sum = sum + units(result, c);
            if sum == BigInt::from(0) {
                continue;
            }
            let expected = rounded(result, &sum, instruction.rounding());
            let found = dot(*instruction, &a, &b, c);
            assert_eq!(
                found, expected,
                "{instruction} {a:x?} {b:x?} {c:x}: {found:x} {expected:x}"
            );
        }
    }
}

fn units_of_product(format: FloatFormat, a: u32, b: u32) -> BigInt {
    let product = units(format, a) * units(format, b);
    assert_eq!(
        &product >> -UNIT << -UNIT,
        product,
        "a product is a multiple of the unit"
    );
    product >> -UNIT
}

/// One product beside zeros of its sign: the fused multiplication and addition.
#[test]
fn one_product_is_fma() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    for (rounding, formats) in ["rn", "rz", "rm", "rp"]
        .into_iter()
        .flat_map(|rounding| ["f32.f16", "f16"].map(|formats| (rounding, formats)))
    {
        let fma = instruction(&format!("fma.{rounding}.{formats}"));
        let formats = match formats {
            "f16" => "f16.f16",
            mixed => mixed,
        };
        for products in [2, 4, 8, 16, 32] {
            let dot_product = instruction(&format!("dot{products}.{rounding}.{formats}"));
            for trial in 0..2000 {
                let mut next = || {
                    let bits = random.next_u32();
                    match trial % 4 {
                        // Zeros and infinities.
                        0 => bits & 0xFC00_FC00,
                        1 => bits & 0x8000_8001,
                        _ => bits,
                    }
                };
                let [a, b, c] = [next() & 0xFFFF, next() & 0xFFFF, next()];
                let place = trial % products;
                let sign = (a ^ b) & 0x8000;
                let mut register_a = vec![sign; products];
                let mut register_b = vec![0x3C00; products];
                (register_a[place], register_b[place]) = (a, b);
                let c = if formats == "f16.f16" { c & 0xFFFF } else { c };
                let found = dot(dot_product, &register_a, &register_b, c);
                assert_eq!(found, evaluate(fma, &[a, b, c]), "{dot_product} {a:x} {b:x} {c:x}");
            }
        }
    }
}

/// Expects the result of a scaled dot product of these elements, c and registers of scales.
#[track_caller]
fn expect_scaled(mnemonic: &str, [a, b]: [&[u32]; 2], c: u32, scales: [u64; 2], due: u32) {
    let instruction = instruction(mnemonic);
    let operands = [words(instruction, a, b, c), scales.to_vec()].concat();
    let found = results(instruction, &operands)[0];
    assert_eq!(found, u64::from(due), "{mnemonic} {a:x?} {b:x?} {c:x} {scales:x?}");
}

#[test]
fn exponents_of_both_scales_are_added_to_those_of_products() {
    let dot = "dot2.blackwell.f32.e4m3.e5m2.ue8m0";
    let (one, one_of_b) = (0x38, 0x3C);
    // 1 · 1 · 2^3 · 2^-1, and c of 1.
    expect_scaled(dot, [&[one], &[one_of_b]], ONE, [130, 126], 0x40A0_0000);
    // 2^127 · 2^127 · 2^-120 · 2^-6 is 2^128: infinity without any infinite operand.
    expect_scaled(dot, [&[one], &[one_of_b]], 0, [254, 128], INFINITY);
    expect_scaled(dot, [&[one | 0x80], &[one_of_b]], 0, [254, 254], 0xFF80_0000);
    // A subnormal result, and one that is cut to +0: 2^-127 · 2^-22, and half of it with a minus.
    expect_scaled(dot, [&[one], &[one_of_b]], 0, [0, 105], 0x0000_0001);
    expect_scaled(dot, [&[one | 0x80], &[one_of_b]], 0, [0, 104], 0);
}

#[test]
fn a_large_scale_lifts_no_zero_product() {
    // Without a product, c is the result, although the scales are 2^254 together.
    for dot in [
        "dot4.blackwell.f32.e4m3.e4m3.ue8m0",
        "dot32.blackwell.f32.e2m1.e2m1.ue8m0",
    ] {
        expect_scaled(dot, [&[0], &[0x2]], 0x0000_0001, [254, 254], 0x0000_0001);
        expect_scaled(dot, [&[0], &[0x2]], ONE, [254, 254], ONE);
    }
}

#[test]
fn scaled_products_keep_25_places_below_the_anchor() {
    let (one, tiny) = (0x38, 0x01);
    let dot = "dot4.blackwell.f32.e4m3.e4m3.ue8m0";
    // c is 1, and the products are 2^-9 · 2^-9 · 2^-7: 2^-25 is kept and cut by the rounding only, so two of them and
    // another two make 2^-23.
    let four = [tiny; 4];
    expect_scaled(dot, [&four, &four], ONE, [127, 120], ONE + 1);
    // One place lower, each of them is lost.
    expect_scaled(dot, [&four, &four], ONE, [127, 119], ONE);
    // A negative term is cut toward zero as well.
    expect_scaled(dot, [&[tiny], &[tiny | 0x80]], ONE, [127, 119], ONE);
    expect_scaled(dot, [&[one], &[one]], 0, [127, 127], ONE);
}

#[test]
fn a_scale_can_be_nan() {
    let dots = [
        ("dot2.blackwell.f32.e5m2.e5m2.ue8m0", 0xFF, 0x7F),
        ("dot64.blackwell.f32.e2m1.e2m1.ue8m0", 0xFF00, 0x7F7F),
        ("dot16.blackwell.f32.e2m1.e2m1.ue4m3", 0x7F, 0x38),
        ("dot32.blackwell.f32.e2m1.e2m1.ue4m3", 0xFF38, 0x3838),
        ("dot64.blackwell.f32.e2m1.e2m1.ue4m3", 0x7F38_3838, 0x3838_3838),
    ];
    for (dot, nan, ones) in dots {
        expect_scaled(dot, [&[], &[]], ONE, [nan, ones], NAN);
        expect_scaled(dot, [&[], &[]], INFINITY, [ones, nan], NAN);
        expect_scaled(dot, [&[], &[]], INFINITY, [ones, ones], INFINITY);
        expect_scaled(dot, [&[], &[]], NAN, [ones, ones], NAN);
    }
    // An infinite element wins over finite scales.
    let dot = dots[0].0;
    expect_scaled(dot, [&[0x7C], &[0xBC]], ONE, [0, 0], 0xFF80_0000);
}

#[test]
fn products_of_a_group_are_added_exactly() {
    let dot = "dot16.blackwell.f32.e2m1.e2m1.ue4m3";
    let (half, one, six) = (0x1, 0x2, 0x7);
    // 0.5 · 0.5 + 15 · 6 · 6 is 540.25.
    let mut a = [six; 16];
    a[3] = half;
    expect_scaled(dot, [&a, &a], 0, [0x38, 0x38], 0x4407_1000);
    // Times 1.125 and 1.875: 540.25 · 2.109375 is 1139.58984375.
    expect_scaled(dot, [&a, &a], 0, [0x39, 0x3F], 0x448E_72E0);
    // The top bit of a scale does not matter, and a zero scale makes a zero.
    expect_scaled(dot, [&a, &a], 0, [0xB9, 0xBF], 0x448E_72E0);
    expect_scaled(dot, [&a, &a], ONE, [0x00, 0x7E], ONE);
    // A subnormal scale, 2^-9.
    expect_scaled(dot, [&[one], &[one]], 0, [0x01, 0x38], 0x3B00_0000);
}

#[test]
fn each_group_of_mxf4_and_nvf4_has_its_scales() {
    let (one, of_each) = (0x2, |scales: [u64; 4]| {
        scales.iter().rev().fold(0, |word, scale| word << 8 | scale)
    });
    let ones = [one; 64];
    // 16 · (1 + 2 + 4 + 8) with a scale per 16 elements.
    let scales = of_each([0x38, 0x40, 0x48, 0x50]);
    expect_scaled(
        "dot64.blackwell.f32.e2m1.e2m1.ue4m3",
        [&ones, &ones],
        0,
        [scales, of_each([0x38; 4])],
        0x4370_0000,
    );
    // 32 · (1 + 4) with a scale per 32 elements.
    expect_scaled(
        "dot64.blackwell.f32.e2m1.e2m1.ue8m0",
        [&ones, &ones],
        0,
        [0x817F, 0x7F7F],
        0x4320_0000,
    );
}

#[test]
fn a_group_has_the_exponent_of_its_scales_and_35_places() {
    let (one, minus_one) = (0x2, 0xA);
    let dot = "dot64.blackwell.f32.e2m1.e2m1.ue8m0";
    // The second scale's groups are zero, yet their exponent is the anchor: c of 2^-36 is lost, and 2^-35 is kept.
    let mut a = [0; 64];
    (a[32], a[33]) = (one, minus_one);
    let b = [one; 64];
    for (c, due) in [(0x2D80_0000, 0), (0x2E00_0000, 0x2E00_0000)] {
        expect_scaled(dot, [&a, &b], c, [0x7F7F, 0x7F7F], due);
        // Without elements, too.
        expect_scaled(dot, [&[], &[]], c, [0x7F7F, 0x7F7F], due);
    }
    // In mxf8f6f4, no product other than zero is there.
    let of_products = "dot32.blackwell.f32.e2m1.e2m1.ue8m0";
    expect_scaled(
        of_products,
        [&[one, minus_one], &[one; 2]],
        0x2D80_0000,
        [0x7F, 0x7F],
        0,
    );
    expect_scaled(of_products, [&[], &[]], 0x2D80_0000, [0x7F, 0x7F], 0x2D80_0000);
}
