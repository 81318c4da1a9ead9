//! The model against Berkeley SoftFloat in the settings of RISC-V, on drawn operands: results and flags.
//!
//! SoftFloat is that of the Python package softfloatpy. The models differ in what IEEE 754 leaves open: the bits of a
//! NaN, and the integer that a NaN converts to.

use std::io::{Seek, Write};
use std::process::Command;

use halfpipe_hdl::design::Design;
use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operation};
use halfpipe_model::flags::{DIVIDE_BY_ZERO, INEXACT, INVALID, OVERFLOW, UNDERFLOW};
use halfpipe_test_support::seed;
use halfpipe_testbench::model::results;
use halfpipe_testbench::{stimulus, Vector};
use halfpipe_tools::Tool;
use rayon::prelude::*;

/// The number of vectors of a function. Each runs in every rounding.
const VECTORS: usize = 10_000;

/// SoftFloat's roundings with their names in a mnemonic.
const ROUNDINGS: [(&str, &str); 5] = [
    ("NEAR_EVEN", "rn"),
    ("MIN_MAG", "rz"),
    ("MIN", "rm"),
    ("MAX", "rp"),
    ("NEAR_MAX_MAG", "rna"),
];

/// SoftFloat's functions with their mnemonics; a rounding replaces `rn`.
const FUNCTIONS: [(&str, &str); 17] = [
    ("f16_add", "add.rn.f16"),
    ("f16_sub", "sub.rn.f16"),
    ("f16_mul", "mul.rn.f16"),
    ("f16_mul_add", "fma.rn.f16"),
    ("f16_div", "div.rn.f16"),
    ("f16_sqrt", "sqrt.rn.f16"),
    ("f16_round_to_int", "cvt.rni.f16.f16"),
    ("f32_to_f16", "cvt.rn.f16.f32"),
    ("f32_to_bf16", "cvt.rn.bf16.f32"),
    ("f16_to_i32", "cvt.rni.s32.f16"),
    ("f16_to_ui32", "cvt.rni.u32.f16"),
    ("f16_to_i64", "cvt.rni.s64.f16"),
    ("f16_to_ui64", "cvt.rni.u64.f16"),
    ("i32_to_f16", "cvt.rn.f16.s32"),
    ("ui32_to_f16", "cvt.rn.f16.u32"),
    ("i64_to_f16", "cvt.rn.f16.s64"),
    ("ui64_to_f16", "cvt.rn.f16.u64"),
];

/// Functions that do not round, with their mnemonics.
const EXACT_FUNCTIONS: [(&str, &str); 2] = [("f16_to_f32", "cvt.f32.f16"), ("bf16_to_f32", "cvt.f32.bf16")];

fn instruction(mnemonic: &str) -> Instruction {
    let instruction: Instruction = mnemonic.parse().unwrap_or_else(|error| panic!("{mnemonic}: {error}"));
    instruction.with_flags().expect("it raises exceptions")
}

/// Returns the operands of an instruction.
fn drawn(instruction: Instruction, seed: u64) -> Vec<Vector> {
    let unit = Design::unit(instruction, 0).expect("every instruction has latency 0");
    let function = unit.interface().function().expect("it is of one instruction");
    stimulus::sample(function, seed, VECTORS)
}

/// Returns the results and flags of one of SoftFloat's functions, for each of the roundings in turn.
fn softfloat(function: &str, roundings: &[&str], instruction: Instruction, vectors: &[Vector]) -> Vec<Vec<[u64; 2]>> {
    let registers = instruction.signature().operands();
    let mut input = tempfile::tempfile().unwrap();
    for rounding in roundings {
        let words = vectors.iter().flat_map(|vector| {
            let operands = registers.iter().enumerate();
            operands.map(|(place, register)| {
                let digits = register.width() as usize / 4;
                format!("{:0digits$x}", vector.word(place))
            })
        });
        let words: Vec<String> = words.collect();
        writeln!(input, "{function} {rounding} {}", words.join(" ")).unwrap();
    }
    input.rewind().unwrap();
    let python = Tool::Python.find().unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(python)
        .args(["-c", include_str!("softfloat.py")])
        .stdin(input)
        .output()
        .expect("Python starts");
    let diagnostic = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "`make tools` installs SoftFloat: {diagnostic}");
    let text = String::from_utf8(output.stdout).expect("it is hexadecimal digits");
    let calls = |line: &str| -> Vec<[u64; 2]> {
        let words = line
            .split_whitespace()
            .map(|word| u64::from_str_radix(word, 16).unwrap());
        let words: Vec<u64> = words.collect();
        words.chunks(2).map(|call| [call[0], call[1]]).collect()
    };
    let lines: Vec<Vec<[u64; 2]>> = text.lines().map(calls).collect();
    assert!(lines.len() == roundings.len() && lines.iter().all(|line| line.len() == vectors.len()));
    lines
}

/// True if a number is NaN.
fn is_nan(format: FloatFormat, number: u64) -> bool {
    number & u64::from(format.magnitude_mask()) > u64::from(format.infinity())
}

/// Returns the result that is due where SoftFloat has this one.
fn due(instruction: Instruction, operands: &Vector, result: u64) -> u64 {
    let signature = instruction.signature();
    let [from, to] = [&signature.operands()[0], &signature.results()[0]].map(|register| register.element_type);
    let is_of_nan = from.format().is_some_and(|format| is_nan(format, operands.word(0)));
    match to {
        ElementType::Number(format) if is_nan(format, result) => format.canonical_nan().into(),
        // RISC-V converts a NaN to the largest integer. PTX has 0 in 32 bits, and the highest bit in 64.
        ElementType::Signed(bits) if is_of_nan => {
            assert_eq!(result, (1 << (bits - 1)) - 1, "{instruction}");
            of_nan(bits)
        }
        ElementType::Unsigned(bits) if is_of_nan => {
            assert_eq!(result, u64::MAX >> (64 - bits), "{instruction}");
            of_nan(bits)
        }
        // Both convert a number outside the range to the nearest integer in it.
        _ => result,
    }
}

/// Returns the integer of a NaN.
fn of_nan(bits: u32) -> u64 {
    match bits {
        64 => 1 << 63,
        _ => 0,
    }
}

/// Returns the operands of a vector.
fn operands(instruction: Instruction, vector: &Vector) -> Vec<u64> {
    let count = instruction.signature().operands().len();
    (0..count).map(|place| vector.word(place)).collect()
}

/// Returns the results and flags of the model.
fn modelled(instruction: Instruction, vectors: &[Vector]) -> Vec<Vec<u64>> {
    let results = |vector| results(instruction, &operands(instruction, vector));
    vectors.iter().map(results).collect()
}

/// Returns the number of vectors on which the model differs from SoftFloat in the result or the flags, and the first.
fn differences(
    instruction: Instruction,
    vectors: &[Vector],
    modelled: &[Vec<u64>],
    calls: &[[u64; 2]],
) -> (usize, Option<String>) {
    let (mut count, mut first) = (0, None);
    for (vector, (actual, [result, flags])) in vectors.iter().zip(modelled.iter().zip(calls)) {
        let due = [due(instruction, vector, *result), *flags];
        if *actual != due {
            count += 1;
            first.get_or_insert_with(|| {
                let operands = operands(instruction, vector);
                format!("{instruction} {operands:X?} gives {actual:X?}, and {due:X?} in SoftFloat")
            });
        }
    }
    (count, first)
}

/// Compares the model in each rounding with SoftFloat in each: they agree in the same rounding and in no other. Returns
/// all flags that SoftFloat raised.
fn check((function, nearest): (&str, &str), seed: u64) -> u64 {
    let instructions = ROUNDINGS.map(|(_, rounding)| instruction(&nearest.replacen("rn", rounding, 1)));
    let vectors = drawn(instructions[0], seed);
    let lines = softfloat(function, &ROUNDINGS.map(|(name, _)| name), instructions[0], &vectors);
    let operand = instructions[0].signature().operands()[0].element_type;
    for (other, instruction) in instructions.into_iter().enumerate() {
        let modelled = modelled(instruction, &vectors);
        for (place, calls) in lines.iter().enumerate() {
            // These two are the same for numbers without a sign. No root is a tie.
            let are = |names: [&str; 2]| [place, other].iter().all(|place| names.contains(&ROUNDINGS[*place].1));
            let is_root = instruction.operation() == Operation::Sqrt;
            let is_unsigned = matches!(operand, ElementType::Unsigned(_)) || is_root;
            let is_same = place == other || is_unsigned && are(["rz", "rm"]) || is_root && are(["rn", "rna"]);
            let (count, first) = differences(instruction, &vectors, &modelled, calls);
            match is_same {
                true => assert_eq!(first, None, "{count} differences"),
                false => assert_ne!(count, 0, "{instruction} agrees with SoftFloat's {}", ROUNDINGS[place].0),
            }
        }
    }
    lines.iter().flatten().fold(0, |raised, [_, flags]| raised | flags)
}

#[test]
fn the_model_agrees_with_softfloat_in_every_rounding_and_in_no_other_at_any_seed() {
    let seed = seed::seed();
    let raised = FUNCTIONS
        .par_iter()
        .with_max_len(1)
        .map(|function| check(*function, seed));
    let raised = raised.reduce(|| 0, |one, other| one | other);
    assert_eq!(raised, INVALID | DIVIDE_BY_ZERO | OVERFLOW | UNDERFLOW | INEXACT);
}

#[test]
fn widening_agrees_with_softfloat_at_any_seed() {
    let seed = seed::seed();
    for (function, mnemonic) in EXACT_FUNCTIONS {
        let instruction = instruction(mnemonic);
        let vectors = drawn(instruction, seed);
        let calls = softfloat(function, &["NEAR_EVEN"], instruction, &vectors).remove(0);
        let modelled = modelled(instruction, &vectors);
        let (count, first) = differences(instruction, &vectors, &modelled, &calls);
        assert_eq!(first, None, "{count} differences");
        // A wrong sign is a difference, and so is a flag.
        let flipped: Vec<[u64; 2]> = calls.iter().map(|[result, flags]| [result ^ 1 << 31, *flags]).collect();
        assert!(differences(instruction, &vectors, &modelled, &flipped).0 > VECTORS / 2);
        let raised: Vec<[u64; 2]> = calls.iter().map(|[result, flags]| [*result, flags ^ INVALID]).collect();
        assert_eq!(differences(instruction, &vectors, &modelled, &raised).0, VECTORS);
    }
}
