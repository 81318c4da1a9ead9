//! Tests of the default latencies against the committed curves and the policy that moves them.
//!
//! `UPDATE_EXPECT=1` rewrites those of the table that have to move.

use std::fmt::Write;

use expect_test::expect_file;
use halfpipe_figures::curve::{measured, representative, Curve, KNEE_SHARE, REFERENCE_TARGET};
use halfpipe_figures::latency::{default_latency, latency_after, GAIN, TABLE};
use halfpipe_figures::results::{Entry, Results};
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{ElementType, FloatFormat, Instruction};

fn reference() -> Results {
    let mut committed = Results::committed();
    committed
        .find(|results| results.target == REFERENCE_TARGET)
        .expect("the reference target has results")
}

const HEAD: &str = "\
//! The default latencies.
//!
//! A test holds them against the results under `synth/results`, and asks for a change only where the policy of
//! [`latency`](crate::latency) does; `UPDATE_EXPECT=1 cargo test -p halfpipe-figures --test all latencies::` then makes that change.

/// The measured instruction of each family and format, and the default latency of all instructions of these.
";

#[test]
fn no_latency_of_the_table_has_to_move() {
    let results = reference();
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "pub const TABLE: [(&str, u32); {}] = [", measured().count());
    for instruction in measured() {
        let mnemonic = instruction.mnemonic();
        let row = TABLE.iter().find(|(name, _)| *name == mnemonic);
        let curve =
            Curve::new(&results, &mnemonic.as_str().into()).unwrap_or_else(|| panic!("{mnemonic} has no results"));
        let latency = latency_after(&curve, row.map(|(_, latency)| *latency));
        let latency = latency.unwrap_or_else(|| panic!("{mnemonic} has no clock frequency"));
        let _ = writeln!(text, "    (\"{mnemonic}\", {latency}),");
    }
    expect_file!["../../src/latency/table.rs"].assert_eq(&(text + "];\n"));
}

#[test]
fn an_instruction_has_the_latency_of_its_family() {
    for &instruction in Instruction::arithmetic() {
        let expected = match representative(instruction) {
            Some(measured) => TABLE
                .iter()
                .find(|(name, _)| *name == measured.mnemonic())
                .map(|row| row.1),
            None => Some(max_latency(instruction)),
        };
        assert_eq!(Some(default_latency(instruction)), expected, "{instruction}");
    }
}

#[test]
fn an_instruction_of_riscv_has_the_latency_of_its_datapath() {
    for (mnemonic, measured) in [
        ("fadd.h", "add.rn.f16"),
        ("fsub.bf16.rtz", "add.rn.bf16"),
        ("fmul.h", "mul.rn.f16"),
        ("fdiv.bf16", "div.rn.bf16"),
        ("fsqrt.h.rup", "sqrt.rn.f16"),
        ("fmadd.h", "fma.rn.f16"),
        ("fmsub.h", "fma.rn.f16"),
        ("fnmsub.bf16", "fma.rn.bf16"),
        ("fnmadd.bf16.rmm", "fma.rn.bf16"),
        ("fmin.h", "min.f16"),
        ("fmax.bf16", "min.bf16"),
        ("feq.h", "setp.lt.f16"),
        ("flt.bf16", "setp.lt.bf16"),
        ("fle.h", "setp.lt.f16"),
        ("fcvt.w.h", "cvt.rzi.s32.f16"),
        ("fcvt.lu.bf16", "cvt.rzi.s32.f16"),
        ("fcvt.h.wu", "cvt.rn.f16.s32"),
        ("fcvt.bf16.l", "cvt.rn.f16.s32"),
        ("fcvt.s.h", "cvt.f32.f16"),
        ("fcvt.h.s", "cvt.rn.f16.f32"),
        ("fcvt.bf16.s", "cvt.rn.f16.f32"),
    ] {
        let instruction: Instruction = mnemonic.parse().unwrap();
        let represents = representative(instruction).map(|one| one.mnemonic());
        assert_eq!(represents.as_deref(), Some(measured), "{mnemonic}");
    }
    for instruction in Instruction::riscv_with_rm() {
        let usual = default_latency(instruction);
        assert!(
            (1..=max_latency(instruction)).contains(&usual),
            "{instruction}: {usual}"
        );
        // Those without a representative only select bits, or are like instructions without a measurement.
        let ty = instruction.ty();
        let is_single = [ty.operand(), ty.result()].contains(&ElementType::Number(FloatFormat::RISCV_S));
        assert!(
            representative(instruction).is_some()
                || usual == 1
                || is_single
                || instruction.operation().is_round_to_integer(),
            "{instruction}: {usual}"
        );
    }
}

#[test]
fn a_dot_product_has_half_of_its_registers() {
    for instruction in Instruction::dots() {
        let (max, usual) = (max_latency(*instruction), default_latency(*instruction));
        assert!(usual >= 1 && usual == max / 2, "{instruction}: {usual} of {max}");
    }
}

/// The rule for dot products follows the measured instructions: their knees lie in the first half of the latencies.
#[test]
fn most_measured_instructions_have_their_default_in_the_first_half() {
    let in_first_half = measured().filter(|instruction| {
        let max = max_latency(*instruction);
        max < 2 || default_latency(*instruction) <= max / 2
    });
    assert!(measured().count() - in_first_half.count() <= 1);
}

/// Makes a curve from clock frequencies, as shares of the frequency that its knee must reach. A last latency reaches
/// the best frequency.
fn curve(reaches: &[f64]) -> Curve {
    let speeds = reaches.iter().copied().chain([1.0 / KNEE_SHARE]);
    let point = |(latency, reach): (usize, f64)| Entry {
        name: "add.rn.f16".into(),
        latency: latency as u32,
        digest: String::new(),
        luts: 1,
        carries: 0,
        dsps: 0,
        rams: 0,
        flip_flops: 0,
        mhz: vec![150.0 * reach],
        path: None,
    };
    Curve {
        target: REFERENCE_TARGET,
        points: speeds.enumerate().map(point).collect(),
    }
}

#[test]
fn what_is_hardly_better_moves_nothing() {
    // The knee is now at 1, by a narrow margin; before it was at 2.
    let barely_fast = curve(&[0.3, 1.0 + GAIN - 0.01, 1.2]);
    assert_eq!(barely_fast.knee(), Some(1));
    assert_eq!(latency_after(&barely_fast, Some(2)), Some(2));
    // The knee moved on to 2, as 1 is slightly too slow.
    let barely_slow = curve(&[0.3, 1.0 / (1.0 + GAIN) + 0.01, 1.2]);
    assert_eq!(barely_slow.knee(), Some(2));
    assert_eq!(latency_after(&barely_slow, Some(1)), Some(1));
}

#[test]
fn what_is_better_by_more_moves_the_latency_to_the_knee() {
    let faster = curve(&[0.3, 1.0 + GAIN + 0.01, 1.2]);
    assert_eq!(latency_after(&faster, Some(2)), Some(1));
    let slower = curve(&[0.3, 1.0 / (1.0 + GAIN) - 0.01, 1.2]);
    assert_eq!(latency_after(&slower, Some(1)), Some(2));
    // A latency that no longer exists, and one that is new in the table.
    assert_eq!(latency_after(&slower, Some(9)), Some(2));
    assert_eq!(latency_after(&slower, None), Some(2));
}

#[test]
fn without_a_clock_frequency_nothing_can_be_said() {
    let mut unmeasured = curve(&[0.3]);
    unmeasured.points.iter_mut().for_each(|point| point.mhz.clear());
    assert_eq!(latency_after(&unmeasured, Some(1)), None);
}
