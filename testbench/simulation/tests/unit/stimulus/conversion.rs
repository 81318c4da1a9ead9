//! Unit tests of `src/stimulus/conversion.rs`.

use std::collections::HashSet;

use super::*;

fn source(mnemonic: &str) -> Conversions {
    Conversions::new(mnemonic.parse().unwrap(), 1)
}

#[test]
fn a_half_takes_every_value_again_and_again() {
    let mut source = source("cvt.rni.s64.bf16");
    for _ in 0..2 {
        let values: HashSet<u64> = source.fill(1 << 16).iter().map(|vector| vector[0]).collect();
        assert_eq!(values.len(), 1 << 16);
    }
}

#[test]
fn a_half_meets_every_rounding_of_a_port_in_five_rounds() {
    for mnemonic in ["fcvt.wu.h", "fcvt.h.bf16"] {
        let vectors = source(mnemonic).fill(5 << 16);
        let pairs: HashSet<[u64; 2]> = vectors.iter().map(|vector| [vector[0], vector[1]]).collect();
        assert_eq!(pairs.len(), 5 << 16, "{mnemonic}");
        assert!(pairs.iter().all(|[_, code]| *code < 5), "{mnemonic}");
    }
    let codes: HashSet<u64> = source("fcvt.h.s").fill(1_000).iter().map(|vector| vector[1]).collect();
    assert_eq!(codes, HashSet::from([0, 1, 2, 3, 4]));
}

#[test]
fn wider_operands_meet_every_exponent_of_the_result_and_ties() {
    let mut source = source("cvt.rn.f16.f32");
    let fixed = source.fixed_count() as usize;
    source.fill(fixed);
    let drawn = source.fill(20_000);
    let fields: HashSet<u64> = drawn.iter().map(|vector| vector[0] >> 23 & 0xFF).collect();
    assert!((127 - 26..=127 + 16).all(|field| fields.contains(&field)));
    let ties = drawn.iter().filter(|vector| vector[0] & 0x1FFF == 0x1000).count();
    assert_eq!(ties, 2747);
}

#[test]
fn integers_have_every_length() {
    let mut source = source("cvt.rn.bf16.s64");
    let fixed = source.fixed_count() as usize;
    source.fill(fixed);
    let drawn = source.fill(20_000);
    let lengths: HashSet<u32> = drawn
        .iter()
        .map(|vector| (vector[0] as i64).unsigned_abs().leading_zeros())
        .collect();
    assert_eq!(lengths.len(), 65);
}

#[test]
fn random_bits_carry_and_just_do_not() {
    let mut source = source("cvt.rs.f16x2.f32");
    let fixed = source.fixed_count() as usize;
    source.fill(fixed);
    let drawn = source.fill(20_000);
    let is_normal = |vector: &&Vector| (113..143).contains(&(vector[1] >> 23 & 0xFF));
    let sums = drawn
        .iter()
        .filter(is_normal)
        .map(|vector| (vector[1] & 0x1FFF) + (vector[2] & 0x1FFF));
    let near = sums.fold([0, 0], |[below, at], sum| {
        [below + u32::from(sum == 0x1FFF), at + u32::from(sum == 0x2000)]
    });
    assert_eq!(near, [2436, 2095]);
}
