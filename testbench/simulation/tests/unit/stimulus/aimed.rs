//! Tests of constrained-random operands.

use halfpipe_model::value::evaluate;
use rand_chacha::rand_core::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

const COUNT: usize = 100_000;

/// Returns the number of drawn vectors with the property.
fn count(mnemonic: &str, property: impl Fn(Operands, u32) -> bool) -> usize {
    let instruction: Instruction = mnemonic.parse().unwrap();
    let aim = ConstrainedRandom::from_instruction(instruction);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let vectors = (0..COUNT).map(|_| aim.draw(&mut random));
    vectors
        .filter(|vector| property(*vector, evaluate(instruction, vector)))
        .count()
}

/// True if a product of finite f16 numbers is exactly a tie.
fn is_product_tie(vector: Operands) -> bool {
    let [x, y] = [vector[0], vector[1]].map(|bits| Number::decode(FloatFormat::F16, bits));
    let product = x.times(y);
    if product.significand == 0 {
        return false;
    }
    let last_bit = product.exponent + product.significand.trailing_zeros() as i32;
    last_bit == product.leading_exponent().max(-14) - 11
}

#[test]
fn products_meet_ties_overflow_and_underflow() {
    let met = [
        count("mul.f16", |vector, _| is_product_tie(vector)),
        count("mul.f16", |_, d| matches!(d & 0x7FFF, 0x7800..=0x7C00)),
        count("mul.f16", |_, d| matches!(d & 0x7FFF, 0x0001..=0x0400)),
        count("mul.bf16", |_, d| matches!(d & 0x7FFF, 0x0001..=0x0080)),
    ];
    assert_eq!(met, [9359, 12871, 25862, 19695]);
}

#[test]
fn sums_meet_cancellation_and_every_alignment() {
    let zeros = ["add.f16", "fma.rn.f16", "fma.rn.bf16", "add.f32.f16", "fma.rn.f32.bf16"]
        .map(|mnemonic| count(mnemonic, |_, d| d & 0x7FFF_FFFF == 0));
    assert_eq!(zeros, [3825, 1716, 2057, 2601, 3389]);
    let of_distance = |distance: i32| {
        count("add.f16", |vector, _| {
            let [x, y] = [vector[0], vector[1]].map(|bits| Number::decode(FloatFormat::F16, bits));
            x.leading_exponent() - y.leading_exponent() == distance
        })
    };
    let met: Vec<usize> = (-13..=13).map(of_distance).collect();
    assert_eq!(
        met,
        [
            845, 1008, 1585, 1309, 1407, 1128, 1144, 1161, 1175, 1778, 1868, 2646, 6978, 27501, 6987, 2639, 1929, 1755,
            1152, 1130, 1121, 1126, 1374, 1329, 1664, 980, 804
        ]
    );
}

#[test]
fn a_tie_of_the_product_meets_an_addend_that_decides_it() {
    let decided = count("fma.rn.f16", |vector, _| {
        let tiny = Number::decode(FloatFormat::F16, vector[2]);
        let [x, y] = [vector[0], vector[1]].map(|bits| Number::decode(FloatFormat::F16, bits));
        is_product_tie(vector) && tiny.significand != 0 && tiny.leading_exponent() < x.times(y).leading_exponent() - 12
    });
    assert_eq!(decided, 555);
}

/// Infinities of both signs meet so often that a stall finds them at every stage of a pipeline.
#[test]
fn infinities_of_both_signs_meet() {
    let met = [0, 0x8000, 0x8000_0000_u32, 0x8000_8000].map(|signs| {
        let [a, b] = [signs >> 16, signs & 0xFFFF].map(|sign| 0x7F80 | sign);
        count("add.bf16", |vector, _| vector[..2] == [a, b])
    });
    assert_eq!(met, [110, 119, 89, 105]);
}

#[test]
fn not_a_number_is_met_in_each_operand() {
    let met = [0, 1, 2].map(|position| count("fma.rn.oob.f16", |vector, _| vector[position] & 0x7FFF == 0x7FF7));
    assert_eq!(met, [373, 367, 434]);
}
