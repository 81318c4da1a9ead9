//! The conversions that CUDA 13.5's assembler accepts and the PTX text does not have.

use expect_test::expect;

use crate::common::{check_arguments, printed};

#[test]
fn explain_tells_their_origin_and_limits() {
    let told = printed("explain cvt.rp.ue5m3x2.bf16x2");
    assert!(
        told.starts_with("cvt.rp.ue5m3x2.bf16x2: not in the text of PTX; the assembler of CUDA 13.5 accepts it\n"),
        "{told}"
    );
    for line in [
        "  .rp  Drops the sign, then rounds up.\n",
        "  - The sign is dropped. A NaN gives 0xff.\n",
        "  - In .rp a magnitude below 2^-17, the smallest number, gives 0x01 unless it is 0.\n",
        "  - Without .satfinite, .rp gives 0xff for an infinity and for any larger number.\n",
    ] {
        assert!(told.contains(line), "{line}{told}");
    }
}

#[test]
fn eval_takes_and_prints_their_numbers() {
    check_arguments(
        "eval cvt.rn.ue5m3x2.f32 118784.0 -1.5 --decimal",
        expect![[r#"
        0xfe7c  1.5,114688
        status 0
    "#]],
    );
    check_arguments(
        "eval cvt.rn.f16x2.ue5m3x2 1.5,65536.0 --decimal",
        expect![[r#"
        0x7c003e00  1.5,inf
        status 0
    "#]],
    );
    check_arguments(
        "eval cvt.rn.bf16x2.ue5m3x2 nan,114688.0 --decimal",
        expect![[r#"
        0x47e07fff  nan,114688
        status 0
    "#]],
    );
    check_arguments(
        "eval cvt.rn.bf16x2.ue5m3x2 -1.5,1.0",
        expect![[r#"
        ! error: operand a of cvt.rn.bf16x2.ue5m3x2 is `-1.5`, which is neither a number of ue5m3 for each lane such as 1.5,1.5 nor 16 bits such as 0x0001
        status 2
    "#]],
    );
    check_arguments(
        "eval cvt.rn.f16x2.ue5m3x2 0xf8ff --flags",
        expect![[r#"
        0x7c007fff 0x05
        status 0
    "#]],
    );
}

#[test]
fn a_pattern_lists_them() {
    let told = printed("list cvt.*bf16x2.ue5m3x2");
    assert!(told.contains("cvt.rn.satfinite.bf16x2.ue5m3x2  not PTX"), "{told}");
    assert!(told.ends_with("2 instructions\n"), "{told}");
}

#[test]
fn a_core_has_them_beside_arithmetic() {
    let instructions = "add.rn.bf16x2,cvt.rn.ue5m3x2.bf16x2,cvt.rn.satfinite.bf16x2.e4m3x2";
    let told = printed(&format!("verify fpu --instructions {instructions} --vectors 2000"));
    assert!(told.contains("2000 vectors"), "{told}");
}
