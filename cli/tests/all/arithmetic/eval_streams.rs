//! `eval` of a stream: integer arithmetic on arrays has the results of the hardware and of the golden model.

use std::fmt::Write;

use halfpipe_isa::{ElementType, Instruction, Operand};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::halfpipe;

/// The number of lines of each instruction.
const LINES: usize = 300;

/// Units of every method: their names, and the options of their ports.
const UNITS: [&str; 13] = [
    "fma.rn.f16",
    "fma.rn.relu.bf16x2",
    "add.f16x2 --rounding port --flags",
    "div.rn.f16 --flags --iterative",
    "sqrt.rn.f32 --latency 2",
    "fmadd.s",
    "min.xorsign.abs.f16",
    "setp.lt.and.f16x2 --flags",
    "set.gt.u32.bf16",
    "cvt.rn.satfinite.e4m3x2.f32",
    "cvt.rs.f16x2.f32",
    "dot8.ampere.f32.f16",
    "tanh.approx.f16",
];

/// Returns the operand as bits of a line: any, with a rounding that has a code.
fn word(operand: &Operand, random: &mut ChaCha8Rng) -> String {
    let width = operand.part.map_or(operand.width(), |part| part.width);
    if operand.element_type == ElementType::Rounding {
        return random.random_range(0..5).to_string();
    }
    let digits = (0..width.div_ceil(4)).map(|_| random.random_range(0..16_u32));
    let mut text: String = digits.map(|digit| format!("{digit:x}")).collect();
    if width < 4 {
        text = (random.random_range(0..16_u32) & ((1 << width) - 1)).to_string();
    }
    text
}

/// Returns lines of operands of a unit.
fn lines(instruction: Instruction, random: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    for _ in 0..LINES {
        // The parts of a wide register are one word.
        let operands = instruction.signature().operand_registers();
        let words: Vec<String> = operands.map(|operand| word(&operand, random)).collect();
        writeln!(text, "{}", words.join(" ")).unwrap();
    }
    text
}

/// Returns the output of `eval` for lines.
fn output(arguments: &str, lines: &str) -> String {
    let mut command = halfpipe(&format!("eval {arguments} --decimal"));
    let output = command.write_stdin(lines.to_owned()).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn lines_have_the_results_of_the_hardware_and_of_the_model() {
    let mut random = ChaCha8Rng::seed_from_u64(64);
    for unit in UNITS {
        let name = unit.split(' ').next().unwrap();
        let instruction: Instruction = name.parse().unwrap();
        let instruction = match instruction.with_rounding_port() {
            Some(with_port) if unit.contains("--rounding") => with_port,
            _ => instruction,
        };
        let lines = lines(instruction, &mut random);
        let found = output(unit, &lines);
        assert_eq!(found.lines().count(), LINES, "{unit}");
        for engine in ["simulator", "reference"] {
            assert_eq!(found, output(&format!("{unit} --engine {engine}"), &lines), "{unit}");
        }
    }
}

#[test]
fn a_core_runs_in_the_simulator() {
    let lines = "add.rn.f16x2 3c003c00 40004000\nsetp.lt.f16x2 0 3c003c00\n";
    let core = "fpu --instructions add.rn.f16x2,setp.lt.f16x2";
    assert_eq!(
        output(core, lines),
        output(&format!("{core} --engine reference"), lines)
    );
}
