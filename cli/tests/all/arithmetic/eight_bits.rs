//! Arithmetic in e4m3 and e5m2 on the command line. These instructions are not PTX.

use expect_test::expect;
use halfpipe_hdl::unit::max_latency;

use crate::common::{check, check_arguments, files_in, halfpipe, printed};

#[test]
fn the_listing_says_that_ptx_does_not_have_them() {
    let told = printed("list fp8");
    assert!(told.ends_with("84 instructions\n"), "{told}");
    let lines: Vec<&str> = told.lines().filter(|line| line.contains(".e")).collect();
    assert!(lines.len() == 84 && lines.iter().all(|line| line.contains("not PTX")));
    check_arguments(
        "list fma.rn.e4m3x4 add.e5m2",
        expect![[r#"
            mnemonic       PTX      operands        result  latencies
            fma.rn.e4m3x4  not PTX  a:32 b:32 c:32  d:32    0 to 9
            add.rn.e5m2    not PTX  a:8 b:8         d:8     0 to 5
            2 instructions
            ! Other formats are accepted, too: .f32 and any .eXmY, X from 2 to 8 and Y from 1 to 23, such as add.rn.e5m6
            status 0
        "#]],
    );
    // Neither `all` nor a pattern that matches instructions of PTX includes them.
    for words in ["all", "'add.*'", "fma"] {
        let listed = halfpipe(&format!("list {}", words.trim_matches('\'')))
            .output()
            .unwrap();
        assert!(
            !String::from_utf8(listed.stdout).unwrap().contains("not PTX"),
            "{words}"
        );
    }
}

#[test]
fn an_explanation() {
    let told = printed("explain fma.satfinite.relu.e4m3x4");
    let (head, _) = told.split_once("\nPorts").unwrap();
    expect![[r#"
        fma.rn.satfinite.relu.e4m3x4: not an instruction of PTX, which only converts from and to e4m3

          Multiplies two values of eight bits and adds a third, rounding once.
          d = a * b + c
          4 lanes of e4m3, computed independently: bits 7 to 0 are lane 0, bits 15 to 8 lane 1, and so on.

        Modifiers
          .rn         Rounds to the nearest value, ties to the even significand.
          .satfinite  A result above the largest finite number in magnitude, infinity included, becomes that
                      number with its sign.
          .relu       A result with its sign bit set, -0 and -inf included, becomes +0; NaN stays canonical
                      NaN.

        Edge cases
          - Every NaN result is the canonical NaN, 0x7f.
          - An exact cancellation gives +0; the sum of two zeros of one sign keeps the sign.
          - Subnormal operands and results are numbers like any other.
          - There is no infinity; the largest number is 448.
          - Order: compute exactly, round once, limit it to finite numbers, clamp.
    "#]]
    .assert_eq(head);
    let told = printed("explain add.e5m2");
    let (head, _) = told.split_once("\nPorts").unwrap();
    expect![[r#"
        add.rn.e5m2: not an instruction of PTX, which only converts from and to e5m2

          Adds two values of eight bits.
          d = a + b
          Operands and result are e5m2.

        Modifiers
          .rn  Rounds to the nearest value, ties to the even significand.

        Edge cases
          - Every NaN result is the canonical NaN, 0x7f.
          - inf - inf is NaN.
          - An exact cancellation gives +0; the sum of two zeros of one sign keeps the sign.
          - Subnormal operands and results are numbers like any other.
          - A magnitude that rounds beyond 57344, the largest number, gives infinity of the result's sign.
    "#]]
    .assert_eq(head);
}

#[test]
fn results() {
    check_arguments(
        "eval add.e4m3 448.0 16.0 --decimal",
        expect![[r#"
            0x7e  448
            status 0
        "#]],
    );
    check_arguments(
        "eval add.e4m3 448.0 32.0 --decimal",
        expect![[r#"
        0x7f  nan
        status 0
    "#]],
    );
    check_arguments(
        "eval add.satfinite.e4m3 448.0 32.0 --engine reference --decimal",
        expect![[r#"
            0x7e  448
            status 0
        "#]],
    );
    check_arguments(
        "eval mul.e5m2 57344.0 -2.0 --decimal",
        expect![[r#"
        0xfc  -inf
        status 0
    "#]],
    );
    check_arguments(
        "eval fma.satfinite.e4m3x4 1.0,2.0,-448.0,nan 1.5,2.0,448.0,0.0 0.5,-4.0,0.0,0.0 --decimal",
        expect![[r#"
            0x7ffe0040  2,0,-448,nan
            status 0
        "#]],
    );
    check_arguments(
        "eval min.e5m2 inf -inf --decimal",
        expect![[r#"
        0xfc  -inf
        status 0
    "#]],
    );
    check_arguments(
        "eval max.e4m3 inf 1.0 --decimal",
        expect![[r#"
        0x38  1
        ! inf is not representable in e4m3; using 0x7f (nan)
        status 0
    "#]],
    );
    check_arguments(
        "eval add.e4m3x2 3c38 40 --latency 1",
        expect![[r#"
        ! error: operand b of add.rn.e4m3x2 is `40`: write 40.0 for the number, 0x0040 for the bits
        status 2
    "#]],
    );
}

#[test]
fn what_is_refused() {
    check_arguments(
        "eval add.ftz.e4m3 38 38",
        expect![[r#"
            ! error: `.ftz` is not allowed in add.e4m3; add.e4m3 takes .rn, .rz, .rm, .rp, .rna, .satfinite
            status 2
        "#]],
    );
    check_arguments(
        "generate fma.sat.e4m3",
        expect![[r#"
            ! error: `.sat` is not allowed in fma.e4m3; fma.e4m3 takes .rn, .rz, .rm, .rp, .rna, .relu, .satfinite
            status 2
        "#]],
    );
    check_arguments(
        "generate tanh.approx.e5m2",
        expect![[r#"
        ! error: tanh has no type `.e5m2`; tanh takes .f16, .f16x2, .bf16, .bf16x2
        status 2
    "#]],
    );
}

#[test]
fn the_helps_name_the_words_for_many() {
    for command in ["generate", "verify", "prove", "synth"] {
        let help = printed(&format!("{command} --help"));
        let words: Vec<&str> = help.split_whitespace().collect();
        let words = words.join(" ");
        assert!(words.contains("all, cuda, dots, fp8 or roundings (see list)"), "{help}");
    }
    let help = printed("list --help");
    let words = [
        "all        the arithmetic",
        "cuda       the instructions",
        "dots       dot products",
        "fp8        arithmetic",
        "roundings  arithmetic",
    ];
    assert!(words.iter().all(|word| help.contains(word)), "{help}");
}

#[test]
fn a_module_a_package_and_a_wave() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let mut command = halfpipe(arguments);
        command.current_dir(folder.path());
        command
    };
    run("generate fma.satfinite.e4m3x4 --latency 3 --package --stream --no-check")
        .assert()
        .success();
    assert_eq!(files_in(folder.path()).len(), 14);
    run("wave mul.e5m2x2 3c3c 4040 --out wave").assert().success();
    let proven = run("prove fma.e4m3 add.e5m2x2 min.e4m3x4 --latency all")
        .output()
        .unwrap();
    let told = String::from_utf8(proven.stdout).unwrap();
    assert!(
        proven.status.success() && told.lines().all(|line| line.contains(": holds, ")),
        "{told}"
    );
    let longest = ["fma.rn.e4m3", "add.rn.e5m2x2", "min.e4m3x4"].map(|name| max_latency(name.parse().unwrap()));
    let count: u32 = longest.map(|latency| latency + 1).iter().sum();
    assert_eq!(told.lines().count(), count as usize, "{told}");
    check(
        run("verify fma.e4m3x2 mul.e5m2x4 --engine simulator --vectors 70000"),
        expect![[r#"
            engine simulator, seed 1
            fma.rn.e4m3x2 at latency 3: 70000 vectors, no mismatch
            mul.rn.e5m2x4 at latency 1: 70000 vectors, no mismatch
            status 0
        "#]],
    );
}
