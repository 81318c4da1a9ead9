//! cvt on the command line.

use expect_test::expect;

use crate::common::{check_arguments, halfpipe, printed};

#[test]
fn results() {
    check_arguments(
        "eval cvt.rn.f16.f32 0x3f801001 --decimal",
        expect![[r#"
            0x3c01  ≈1.001
            status 0
        "#]],
    );
    check_arguments(
        "eval cvt.rzi.s64.f16 -2.5 --decimal",
        expect![[r#"
        0xfffffffffffffffe  -2
        status 0
    "#]],
    );
    check_arguments(
        "eval cvt.rn.f16.s32 ffffffff --latency 2 --decimal",
        expect![[r#"
        0xbc00  -1
        status 0
    "#]],
    );
    check_arguments(
        "eval cvt.rn.satfinite.e4m3x2.f32 500.0 -0.5 --decimal",
        expect![[r#"
            0x7eb0  -0.5,448
            status 0
        "#]],
    );
    check_arguments(
        "eval cvt.rn.f16x2.e5m2x2 7c41 --engine reference --decimal",
        expect![[r#"
            0x7c004100  2.5,inf
            status 0
        "#]],
    );
    check_arguments(
        "eval cvt.rs.f16x2.f32 3f800c00 3f800c00 13ff1400",
        expect![[r#"
        0x3c003c01
        status 0
    "#]],
    );
}

#[test]
fn integers_and_small_numbers_may_be_written_as_such() {
    check_arguments(
        "eval cvt.rn.f16.s32 -5 --decimal",
        expect![[r#"
        0xc500  -5
        status 0
    "#]],
    );
    check_arguments(
        "eval cvt.rz.bf16.u64 +18446744073709551615 --decimal",
        expect![[r#"
            0x5f7f  ≈1.84e19
            status 0
        "#]],
    );
    check_arguments(
        "eval cvt.rn.f16x2.e4m3x2 1.5,-448.0 --decimal",
        expect![[r#"
        0xdf003e00  1.5,-448
        status 0
    "#]],
    );
    check_arguments(
        "eval cvt.rn.bf16x2.ue8m0x2 0x1p-127,nan --decimal",
        expect![[r#"
            0x7fff0040  ≈5.9e-39,nan
            status 0
        "#]],
    );
    check_arguments(
        "eval cvt.rn.f16.s8 +128",
        expect![[r#"
        ! error: operand a of cvt.rn.f16.s8 is `+128`, which is neither a decimal integer with its sign that fits, such as +2, nor 8 bits such as 0x01
        status 2
    "#]],
    );
    check_arguments(
        "eval cvt.rn.f16.u8 -1",
        expect![[r#"
        ! error: operand a of cvt.rn.f16.u8 is `-1`, which is neither a decimal integer with its sign that fits, such as +2, nor 8 bits such as 0x01
        status 2
    "#]],
    );
    check_arguments(
        "eval cvt.rn.f16x2.e2m1x2 1.5,7.0",
        expect![[r#"
            ! error: operand a of cvt.rn.f16x2.e2m1x2 is `7.0` behind the number of lane 0, which is neither a number of e2m1 for each lane such as 1.5,1.5 nor 8 bits such as 0x01
            status 2
        "#]],
    );
}

#[test]
fn an_integer_that_can_be_read_two_ways_is_refused() {
    let check = |mnemonic: &str, word: &str, message: &str| {
        let output = halfpipe(&format!("eval {mnemonic} {word}")).output().unwrap();
        let refusal = format!("error: operand a of {mnemonic} is {message}\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr), refusal);
        assert_eq!(output.status.code(), Some(2));
    };
    check(
        "cvt.rn.f16.s32",
        "100",
        "`100`: write +100 for the number, 0x00000100 for the bits",
    );
    check(
        "cvt.rn.f16.u8",
        "64",
        "`64`: write +64 for the number, 0x64 for the bits",
    );
    check(
        "cvt.rn.f16.s16",
        "30000",
        "`30000`, but it has 16 bits: at most 0xffff; write +30000 for the number",
    );
    check(
        "cvt.rn.f16.s32",
        "ff",
        "`ff`, which has 2 of 8 digits: write 0x000000ff for the bits",
    );
    for (word, number) in [("+100", "100"), ("0x64", "100"), ("5", "5"), ("0000000a", "10")] {
        let line = format!("eval cvt.rn.f16.s32 {word} --decimal");
        assert!(printed(&line).ends_with(&format!("  {number}\n")), "{word}");
    }
}

#[test]
fn what_is_refused() {
    check_arguments(
        "generate cvt.rn.f16.f64",
        expect![[r#"
            ! error: unsupported conversion cvt.f16.f64: double precision is out of scope; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
            status 2
        "#]],
    );
    check_arguments(
        "eval cvt.f16.f32 1.0",
        expect![[r#"
        ! error: one of .rn, .rz, .rm, .rp is missing in cvt.f16.f32; write cvt.{rn,rz,rm,rp}{.ftz}{.sat}.f16.f32
        status 2
    "#]],
    );
    check_arguments(
        "generate fpu --instructions add.rn.f16,cvt.rn.f16.s64",
        expect![[r#"
            ! error: cvt.rn.f16.s64 does not fit the core, whose registers have 32 bits; request it as a module of its own
            status 2
        "#]],
    );
}

#[test]
fn an_explanation() {
    check_arguments(
        "explain cvt.rn.satfinite.relu.e4m3x2.f16x2",
        expect![[r#"
            cvt.rn.satfinite.relu.e4m3x2.f16x2: PTX section 9.7.9.21, since PTX ISA 7.8 on sm_90

              Converts a value to another format, or rounds it to an integer.
              d = e4m3(a)
              a has two f16 lanes and d two e4m3 lanes, converted independently: the low half of each is lane 0.

            Modifiers
              .rn         Rounds to the nearest value, ties to the even significand.
              .satfinite  A magnitude above the largest number, infinity included, becomes that number. PTX
                          requires it in this conversion.
              .relu       A result with its sign bit set becomes +0; the result of a NaN does not change.

            Edge cases
              - A NaN gives 0x7f. There is no infinity; the largest number is 448.

            Ports of cvt_rn_satfinite_relu_e4m3x2_f16x2 at latency 1
              inputs clock, reset, enable, in_valid, a:32; outputs out_valid, d:16

            Stages; --stages describes them, and the registers of each latency
              unpack a, denormalise, round, pack, relu, result

            To prove it for all operands, run
              halfpipe prove cvt.rn.satfinite.relu.e4m3x2.f16x2 --latency all

            Area and clock frequency, measured for cvt.rn.satfinite.e4m3x2.f16x2, one lane
              latency  ice40-hx8k: LUT4  flip-flops  MHz    ecp5-25k: LUT4  flip-flops  MHz
              0        118               48          93.0   103             48          94.5
              1        124               80          139.2  124             80          140.9
              2        125               108         153.9  111             108         182.3
              3        142               142         189.5  130             142         221.3
              4        127               168         202.2  117             168         207.2
              5        132               190         196.8  124             190         233.6

            Latencies 0 to 5, by default 1
            status 0
        "#]],
    );
}

#[test]
fn a_proof_is_of_each_lane() {
    let told = printed("prove cvt.rp.ue8m0x2.f32 --latency 1");
    assert!(
        told.contains("\ncvt.rp.ue8m0x2.f32 at latency 1 is correct for all 2^64 operands:\n"),
        "{told}"
    );
    for lane in 0..2 {
        assert!(
            told.contains(&format!("lane {lane} of the result is correct\n")),
            "{told}"
        );
    }
}
