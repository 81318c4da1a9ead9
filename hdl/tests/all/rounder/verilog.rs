//! Rounders as Verilog: compiled by Verilator they agree with the model, and neither it nor Yosys reports anything.

use halfpipe_isa::FloatFormat;
use std::process::Command;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::verilog;
use halfpipe_isa::Rounding::{self, NearestEven, TowardNegative, TowardPositive, TowardZero};
use halfpipe_simulation::{vector, Vector};
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::Engine;
use halfpipe_tools::Tool;
use halfpipe_yosys::Yosys;

use super::hardware::Source;
use super::model::{convert, Value};
use super::{every_value, samples, Case, Kind, BF16, E2M1, E2M3, E3M2, E4M3, E5M2, F16, F32};

/// The conversions that are written: narrowing, widening, exact, with and without each kind of special value.
const CONVERSIONS: [(Kind, Kind, Rounding, bool); 10] = [
    (F32, F16, NearestEven, false),
    (F32, BF16, TowardPositive, true),
    (F32, E3M2, NearestEven, true),
    (F16, E4M3, NearestEven, true),
    (F16, E5M2, TowardNegative, false),
    (F16, BF16, TowardZero, false),
    (BF16, F16, NearestEven, true),
    (E4M3, F16, NearestEven, false),
    (E2M3, E2M1, TowardPositive, true),
    (E2M1, E4M3, NearestEven, false),
];

/// Builds a rounder in a module with one operand and a 32-bit result, in place of an instruction, with flags or
/// without.
fn unit(case: &Case, flags: bool) -> Design {
    let instruction = "neg.f16x2".parse().expect("an instruction with one operand");
    let rounder = &case.rounder;
    Design::from_lane(instruction, 0, rounder.in_32_bits(flags))
}

fn case((source, target, rounding, saturate): (Kind, Kind, Rounding, bool)) -> Case {
    Case::new(Source::Format(source.format), target, rounding, saturate)
}

fn operands(source: Kind, target: Kind) -> Vec<(u64, Value)> {
    if source.format == FloatFormat::F32 {
        let values = samples::around(&target).into_iter().map(u64::from);
        values.map(|bits| (bits, source.encodings.value(bits))).collect()
    } else {
        every_value(source).collect()
    }
}

#[test]
fn the_compiled_verilog_rounds_as_the_model_does() {
    let all: Vec<(Case, Kind, bool)> = CONVERSIONS
        .into_iter()
        .flat_map(|conversion| [false, true].map(|flags| (case(conversion), conversion.0, flags)))
        .collect();
    let units: Vec<Design> = all.iter().map(|(case, _, flags)| unit(case, *flags)).collect();
    let batch = Batch::build(&units.iter().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}"));
    for (index, (case, source, flags)) in all.iter().enumerate() {
        let operands = operands(*source, case.target);
        let vectors: Vec<Vector> = operands.iter().map(|(operand, _)| vector([*operand])).collect();
        let mut results = Vec::new();
        let mut engine = batch.engine(index).unwrap_or_else(|error| panic!("{error}"));
        engine
            .evaluate(&vectors, &mut results)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(results.len(), operands.len());
        for ((operand, value), result) in operands.iter().zip(results) {
            let rounder = &case.rounder;
            let expected = convert(value, &case.target.encodings, rounder.rounding, rounder.saturate);
            let raised = if *flags {
                expected.flags << case.target.format.width()
            } else {
                0
            };
            assert_eq!(
                result[0],
                raised | expected.bits,
                "{} {operand:X} to {}: {rounder:?}",
                source.name,
                case.target.name
            );
        }
    }
}

#[test]
fn the_verilog_is_clean() {
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    for conversion in CONVERSIONS {
        for flags in [false, true] {
            let unit = unit(&case(conversion), flags);
            let name = format!("{}.v", unit.module().name);
            let text = verilog(&unit);
            let folder = tempfile::tempdir().expect("a temporary folder");
            std::fs::write(folder.path().join(&name), &text).expect("a folder to write to");
            let lint = Command::new(&verilator)
                .args(["--lint-only", "-Wall", &name])
                .current_dir(&folder)
                .output()
                .expect("Verilator starts");
            let said = String::from_utf8_lossy(&lint.stderr);
            let (source, target, ..) = conversion;
            let what = format!("{} to {}, flags {flags}", source.name, target.name);
            assert!(lint.status.success() && said.is_empty(), "{what}: {said}\n{text}");
            let check = yosys.check(&[(name, text)]).unwrap_or_else(|error| panic!("{error}"));
            assert!(check.is_clean(), "{what}: {check:?}");
        }
    }
}

#[test]
fn every_net_has_a_name_of_the_datapath() {
    for conversion in CONVERSIONS {
        for flags in [false, true] {
            let text = verilog(&unit(&case(conversion), flags));
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
            let is_numbered = |word: &&str| {
                word.strip_prefix("net")
                    .is_some_and(|digits| digits.parse::<u32>().is_ok())
            };
            let found = words.find(is_numbered);
            assert_eq!(found, None, "{text}");
        }
    }
}
