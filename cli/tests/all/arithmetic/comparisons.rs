//! set and setp on the command line.

use expect_test::expect;

use crate::common::{check_arguments, halfpipe};

#[test]
fn results() {
    check_arguments(
        "eval setp.lt.f16 1.0 2.0",
        expect![[r#"
        0x1
        status 0
    "#]],
    );
    check_arguments(
        "eval setp.lt.and.f16x2 3c00c000 40003c00 1 --latency 2",
        expect![[r#"
            0x1 0x1
            status 0
        "#]],
    );
    check_arguments(
        "eval set.nan.xor.u32.f16x2 nan,1.0 1.0,1.0 1 --engine reference --decimal",
        expect![[r#"
            0xffff0000  0,65535
            status 0
        "#]],
    );
    check_arguments(
        "eval set.le.bf16.bf16 1.0 1.0 --decimal",
        expect![[r#"
        0x3f80  1
        status 0
    "#]],
    );
}

#[test]
fn what_is_refused() {
    check_arguments(
        "eval set.eq.f16.s32 0 0",
        expect![[r#"
            ! error: set compares floating-point formats such as .f16, .bf16x2, .f32 and .e5m6 only, not `.s32`, which is an integer or plain bits
            status 2
        "#]],
    );
    check_arguments(
        "generate setp.lt.f64",
        expect![[r#"
            ! error: setp compares floating-point formats such as .f16, .bf16x2, .f32 and .e5m6 only, not `.f64`, which is double precision and out of scope
            status 2
        "#]],
    );
    check_arguments(
        "eval setp.lt.and.f16 3c00 4000 2",
        expect![[r#"
            ! error: operand c of setp.lt.and.f16 is `2`, but it has 1 bit: at most 0x1
            status 2
        "#]],
    );
}

#[test]
fn an_explanation() {
    check_arguments(
        "explain setp.lt.and.ftz.f16x2",
        expect![[r#"
            setp.lt.and.ftz.f16x2: PTX section 9.7.7.2, since PTX ISA 4.2 on sm_53

              Compares two values and joins the answer with a predicate; the answer is a predicate, one for each
              lane.
              p|q = (a < b) and c
              Operands are two f16 lanes: bits 15 to 0 are lane 0, bits 31 to 16 lane 1. p is lane 0's answer
              and q lane 1's, each one bit, 1 for true. c is one bit, for both lanes.

            Modifiers
              .lt   True if a is less than b; false if either is NaN.
              .and  Combines the answer with the predicate c by and. For PTX's !c, negate c outside the module.
              .ftz  A subnormal operand counts as zero of its sign. A NaN is not flushed.

            Edge cases
              - -0 equals +0.

            Ports of setp_lt_and_ftz_f16x2 at latency 1
              inputs clock, reset, enable, in_valid, a:32, b:32, c; outputs out_valid, p, q

            Stages; --stages describes them, and the registers of each latency
              unpack a, unpack b, flush, compare, relate, answer

            To prove it for all operands, run
              halfpipe prove setp.lt.and.ftz.f16x2 --latency all

            Area and clock frequency, measured for setp.lt.f16, one lane
              latency  ice40-hx8k: LUT4  flip-flops  MHz    ecp5-25k: LUT4  flip-flops  MHz
              0        30                33          199.5  24              33          214.0
              1        32                38          199.5  26              38          260.8

            Latencies 0 to 1, by default 1
            status 0
        "#]],
    );
    check_arguments(
        "explain setp",
        expect![[r#"
            setp: 336 instructions; `halfpipe list setp` lists them

            PTX section 9.7.7.2: Compares two values; the answer is a predicate.
              p = a CmpOp b
              setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{.ftz}.f16
                  since PTX ISA 4.2 on sm_53
              setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.bf16
                  since PTX ISA 7.8 on sm_90
              setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{.ftz}.f16x2
                  since PTX ISA 4.2 on sm_53
              setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.bf16x2
                  since PTX ISA 7.8 on sm_90
              setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}{.ftz}.f16
                  since PTX ISA 4.2 on sm_53
              setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}.bf16
                  since PTX ISA 7.8 on sm_90
              setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}{.ftz}.f16x2
                  since PTX ISA 4.2 on sm_53
              setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}.bf16x2
                  since PTX ISA 7.8 on sm_90

            Modifiers
              .eq   True if a equals b; false if either is NaN.
              .ne   True if a and b are different numbers; false if either is NaN.
              .lt   True if a is less than b; false if either is NaN.
              .le   True if a is less than or equal to b; false if either is NaN.
              .gt   True if a is greater than b; false if either is NaN.
              .ge   True if a is greater than or equal to b; false if either is NaN.
              .equ  True if a equals b or either is NaN.
              .neu  True if a differs from b or either is NaN.
              .ltu  True if a is less than b or either is NaN.
              .leu  True if a is less than or equal to b or either is NaN.
              .gtu  True if a is greater than b or either is NaN.
              .geu  True if a is greater than or equal to b or either is NaN.
              .num  True if neither a nor b is NaN.
              .nan  True if a or b is NaN.
              .and  Combines the answer with the predicate c by and. For PTX's !c, negate c outside the module.
              .or   Combines the answer with the predicate c by or. For PTX's !c, negate c outside the module.
              .xor  Combines the answer with the predicate c by exclusive or. For PTX's !c, negate c outside the
                    module.
              .ftz  A subnormal operand counts as zero of its sign. A NaN is not flushed.

            Edge cases, ports, stages and pipelines are those of an instruction: `halfpipe explain setp.eq.f16`.
            status 0
        "#]],
    );
}

#[test]
fn families_are_listed_and_proven() {
    for (word, count) in [("set", 1344), ("setp", 336), ("set.*.u16.*", 168)] {
        let output = halfpipe(&format!("list {word}")).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(told.lines().last(), Some(&*format!("{count} instructions")), "{word}");
    }
    let output = halfpipe("prove setp.*.f16x2 --latency all").output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert_eq!(told.lines().filter(|line| line.contains(": holds")).count(), 2 * 112);
}

#[test]
fn modules_and_cores_are_made_with_what_belongs_to_them() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for arguments in [
        format!("generate setp.lt.f16 set.geu.or.s32.bf16x2 --out {out} --package --stream"),
        format!("generate fpu --instructions setp.lt.f16x2,set.eq.and.u32.f16,fma.rn.f16x2 --latency 2 --out {out}"),
        format!("wave setp.ne.and.f16x2 3c00c000 40003c00 1 --out {out}"),
        "verify setp.neu.f16x2 set.gtu.xor.f16.f16 --vectors 5000".to_owned(),
        "verify fpu --instructions setp.lt.f16x2,set.eq.and.u32.f16,fma.rn.f16x2 --vectors 5000".to_owned(),
    ] {
        let output = halfpipe(&arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {said}");
    }
    let verilog = std::fs::read_to_string(folder.path().join("setp_lt_f16.v")).unwrap();
    assert!(verilog.contains("output wire p"), "{verilog}");
    let dump = std::fs::read_dir(folder.path()).unwrap();
    let vcd = dump
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|end| end == "vcd"));
    let vcd = std::fs::read_to_string(vcd.expect("wave writes a dump")).unwrap();
    for port in ["p", "q", "c"] {
        assert!(
            vcd.lines()
                .any(|line| line.starts_with("$var wire 1 ") && line.ends_with(&format!(" {port} $end"))),
            "{port}"
        );
    }
}
