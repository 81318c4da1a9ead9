//! Comparisons set and setp: the decisions, and every relation against LLVM's comparison.

use std::cmp::Ordering;

use super::common::{edges, expect, instruction};
use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Modifier};
use halfpipe_model::value::{evaluate_lane, results};
use rustc_apfloat::ieee::{BFloat, Half};
use rustc_apfloat::Float;

/// True if a relation holds by LLVM's comparison, which gives none for a NaN.
fn holds(relation: Modifier, ordering: Option<Ordering>) -> bool {
    let name = relation.name();
    let Some(ordering) = ordering else {
        return name.len() == 3 && name != "num";
    };
    match &name[..2] {
        "eq" => ordering == Ordering::Equal,
        "ne" => ordering != Ordering::Equal,
        "lt" => ordering == Ordering::Less,
        "le" => ordering != Ordering::Greater,
        "gt" => ordering == Ordering::Greater,
        "ge" => ordering != Ordering::Less,
        _ => relation == Modifier::Num,
    }
}

fn agree<F: Float>(ty: &str, format: FloatFormat) {
    let values = edges(format);
    for relation in Modifier::CMP_OPS {
        let compare = instruction(&format!("setp.{relation}.{ty}"));
        for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b))) {
            let ordering = F::from_bits(a.into()).partial_cmp(&F::from_bits(b.into()));
            let expected = u64::from(holds(relation, ordering));
            assert_eq!(
                results(compare, &[a.into(), b.into()]),
                [expected],
                "{compare} {a:#06X} {b:#06X}"
            );
        }
    }
}

#[test]
fn every_relation_is_that_of_llvm() {
    agree::<Half>("f16", FloatFormat::F16);
    agree::<BFloat>("bf16", FloatFormat::BF16);
}

#[test]
fn true_is_one_in_a_number_and_all_ones_in_an_integer() {
    let operands = [0x3C00, 0x4000];
    for (mnemonic, truth) in [
        ("set.lt.f16.f16", 0x3C00),
        ("set.lt.u16.f16", 0xFFFF),
        ("set.lt.s16.f16", 0xFFFF),
        ("set.lt.u32.f16", 0xFFFF_FFFF),
        ("set.lt.s32.f16", 0xFFFF_FFFF),
        ("setp.lt.f16", 1),
    ] {
        expect(mnemonic, &operands, truth);
        expect(&mnemonic.replace("lt", "gt"), &operands, 0);
    }
    expect("set.lt.bf16.bf16", &[0x3F80, 0x4000], 0x3F80);
    expect("set.lt.s32.bf16", &[0x3F80, 0x4000], 0xFFFF_FFFF);
}

#[test]
fn each_lane_has_a_half_word_or_a_predicate() {
    let operands = [0x3C00_4000, 0x4000_3C00];
    expect("set.lt.f16x2.f16x2", &operands, 0x3C00_0000);
    expect("set.gt.f16x2.f16x2", &operands, 0x0000_3C00);
    expect("set.lt.u32.f16x2", &operands, 0xFFFF_0000);
    expect("set.gt.s32.f16x2", &operands, 0x0000_FFFF);
    expect("set.ne.bf16x2.bf16x2", &operands, 0x3F80_3F80);
    assert_eq!(results(instruction("setp.lt.f16x2"), &operands.map(u64::from)), [0, 1]);
    assert_eq!(results(instruction("setp.gt.bf16x2"), &operands.map(u64::from)), [1, 0]);
}

#[test]
fn both_lanes_are_joined_with_the_one_predicate() {
    let operands = |c| [0x3C00_4000, 0x4000_3C00, c];
    for (mnemonic, without, with) in [
        ("setp.lt.and.f16x2", [0, 0], [0, 1]),
        ("setp.lt.or.f16x2", [0, 1], [1, 1]),
        ("setp.lt.xor.f16x2", [0, 1], [1, 0]),
    ] {
        assert_eq!(
            results(instruction(mnemonic), &operands(0).map(u64::from)),
            without,
            "{mnemonic}"
        );
        assert_eq!(
            results(instruction(mnemonic), &operands(1).map(u64::from)),
            with,
            "{mnemonic}"
        );
    }
    expect("set.lt.xor.u32.f16x2", &operands(1), 0x0000_FFFF);
}

#[test]
fn zeros_are_equal_and_ftz_makes_zeros() {
    for (a, b) in [(0x0000, 0x8000), (0x8000, 0x0000)] {
        expect("setp.eq.f16", &[a, b], 1);
        expect("setp.lt.f16", &[a, b], 0);
        expect("setp.ge.f16", &[a, b], 1);
    }
    expect("setp.lt.f16", &[0x0001, 0x03FF], 1);
    expect("setp.lt.ftz.f16", &[0x0001, 0x03FF], 0);
    expect("setp.eq.ftz.f16", &[0x8001, 0x03FF], 1);
    expect("setp.lt.ftz.f16", &[0x03FF, 0x0400], 1);
    expect("setp.nan.ftz.f16", &[0x7C01, 0x0001], 1);
}

#[test]
fn what_a_lane_answers_is_what_the_registers_hold() {
    for compare in Instruction::comparisons() {
        let formats = LaneFormats::from(compare.ty());
        for (a, b) in [
            (0x3C00, 0x3C01),
            (0x3C01, 0x3C00),
            (0xBC00, 0xBC00),
            (0x7FFF, 0),
            (0x0001, 0x8001),
        ] {
            for c in [0, 1] {
                let answer = evaluate_lane(*compare, formats, &[a, b, c]) == 1;
                let registers = results(*compare, &[a | a << 16, b | b << 16, c].map(u64::from));
                assert!(
                    registers.iter().all(|register| (*register != 0) == answer),
                    "{compare} {a:X} {b:X} {c}"
                );
            }
        }
    }
}
