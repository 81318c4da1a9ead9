//! Tests that the committed tables are the program's output, and that they round every input correctly.

use std::path::Path;

use xtask::tables::ex2::{self, FittedEx2};
use xtask::tables::exact;
use xtask::tables::format::{TableFormat, BF16};
use xtask::tables::source;
use xtask::tables::tanh::{self, FittedTanh};

fn committed(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../hdl/src/tables")
        .join(name);
    std::fs::read_to_string(path).expect("the table is there")
}

/// Compares all inputs and returns the number of different results.
fn every_input(expected: impl Fn(u16) -> u16, computed: impl Fn(u16) -> u16) -> usize {
    let mut seen = vec![false; 1 << 16];
    for operand in 0..=u16::MAX {
        let (expected, computed) = (expected(operand), computed(operand));
        assert_eq!(
            computed, expected,
            "operand {operand:#06x}: {computed:#06x} != {expected:#06x}"
        );
        seen[usize::from(expected)] = true;
    }
    seen.into_iter().filter(|&seen| seen).count()
}

fn expected_tanh(format: TableFormat, operand: u16) -> u16 {
    let (sign, magnitude) = (operand & 0x8000, operand & 0x7FFF);
    if magnitude > format.infinity() {
        0x7FFF
    } else if magnitude == format.infinity() {
        sign | format.one()
    } else {
        sign | exact::tanh(format, magnitude)
    }
}

fn expected_ex2(format: TableFormat, flush: bool, operand: u16) -> u16 {
    let (negative, magnitude) = (operand >> 15 != 0, operand & 0x7FFF);
    if magnitude > format.infinity() {
        0x7FFF
    } else if magnitude == format.infinity() {
        if negative {
            0
        } else {
            format.infinity()
        }
    } else {
        exact::ex2(format, flush, negative, magnitude)
    }
}

// The numbers of different results were found independently, with a multiple-precision floating-point library.

#[test]
fn tanh_f16() {
    let tanh = FittedTanh::fit(tanh::DATAPATH_F16).unwrap();
    assert_eq!(source::tanh(&tanh), committed("tanh_f16.json"));
    let format = tanh.datapath.format;
    assert_eq!(every_input(|x| expected_tanh(format, x), |x| tanh.evaluate(x)), 30_557);
    let shorter = tanh.with_shorter_format().unwrap();
    assert_eq!(every_input(|x| expected_tanh(BF16, x), |x| shorter.evaluate(x)), 32_499);
}

#[test]
fn tanh_bf16() {
    let tanh = FittedTanh::fit(tanh::DATAPATH_BF16).unwrap();
    assert_eq!(source::tanh(&tanh), committed("tanh_bf16.json"));
    let format = tanh.datapath.format;
    assert_eq!(every_input(|x| expected_tanh(format, x), |x| tanh.evaluate(x)), 32_499);
}

#[test]
fn ex2_f16() {
    let ex2 = FittedEx2::fit(ex2::DATAPATH_F16).unwrap();
    assert_eq!(source::ex2(&ex2), committed("ex2_f16.json"));
    let format = ex2.datapath.format;
    assert_eq!(
        every_input(|x| expected_ex2(format, false, x), |x| ex2.evaluate(x)),
        10_252
    );
    let shorter = ex2.with_shorter_format().unwrap();
    assert_eq!(
        every_input(|x| expected_ex2(BF16, true, x), |x| shorter.evaluate(x)),
        2_025
    );
}

#[test]
fn ex2_bf16() {
    let ex2 = FittedEx2::fit(ex2::DATAPATH_BF16).unwrap();
    assert_eq!(source::ex2(&ex2), committed("ex2_bf16.json"));
    let format = ex2.datapath.format;
    assert_eq!(
        every_input(|x| expected_ex2(format, true, x), |x| ex2.evaluate(x)),
        2_025
    );
}

/// The files whose tables take long to fit. `cargo xtask tables --check` compares them too.
const SLOW: [&str; 10] = [
    "exp_f16.json",
    "sigmoid_f16.json",
    "sigmoid_bf16.json",
    "silu_f16.json",
    "silu_bf16.json",
    "gelu_f16.json",
    "gelu_bf16.json",
    "erf_f16.json",
    "sine_f16.json",
    "sine_bf16.json",
];

#[test]
fn other_tables_are_the_fitted_ones() {
    let files: Vec<_> = source::files();
    for slow in SLOW {
        assert!(files.iter().any(|(name, _)| *name == slow), "{slow}");
    }
    for (name, fit) in files {
        let is_tested_above = name.starts_with("tanh") || name.starts_with("ex2");
        if !is_tested_above && !SLOW.contains(&name) {
            assert_eq!(fit().unwrap(), committed(name), "{name}");
        }
    }
}
