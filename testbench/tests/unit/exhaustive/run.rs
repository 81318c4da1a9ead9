//! Unit tests of `src/exhaustive/run.rs`.

use super::*;

/// 30 add, sub and mul instructions, 48 min and max, 12 neg and abs, 8 tanh and ex2.
#[test]
fn instructions_with_one_or_two_halves_are_exhaustible() {
    let all = Instruction::arithmetic().iter();
    let count = all.filter(|instruction| is_exhaustible(**instruction)).count();
    assert_eq!(count, 30 + 48 + 12 + 8);
}

#[test]
fn predicates_roundings_and_flags_do_not_count_and_wide_operands_do() {
    let is_possible = |mnemonic: &str| is_exhaustible(mnemonic.parse().unwrap());
    for mnemonic in [
        "setp.eq.and.f16x2",
        "set.eq.and.u32.bf16",
        "fadd.h",
        "fsqrt.h.rne",
        "fcvt.lu.bf16",
        "cvt.rn.f16x2.e2m1x2",
        "cvt.rni.u64.f16",
        "cvt.rn.f16.s16",
        "add.rn.e4m3x4",
    ] {
        assert!(is_possible(mnemonic), "{mnemonic}");
    }
    for mnemonic in [
        "fma.rn.f16",
        "fmadd.h",
        "add.rn.f32.f16",
        "cvt.rn.f16.s32",
        "cvt.rn.f16x2.f32",
        "cvt.rs.f16x2.f32",
        "dot2.ada.f16.e4m3",
    ] {
        assert!(!is_possible(mnemonic), "{mnemonic}");
    }
    assert_eq!(
        ["add.rn.e4m3x2", "cvt.rn.f16x2.e2m1x2", "fadd.h"].map(|name| row_count(name.parse().unwrap())),
        [256, 16, 65_536]
    );
}

#[test]
fn rows_are_cut_where_blocks_end() {
    let pieces = |rows: Range<u32>| cut(rows).collect::<Vec<_>>();
    assert_eq!(pieces(0..128), [0..64, 64..128]);
    assert_eq!(pieces(10..130), [10..64, 64..128, 128..130]);
    assert_eq!(pieces(70..71), [70..71; 1]);
    assert_eq!(pieces(64..64), [0..0; 0]);
}
