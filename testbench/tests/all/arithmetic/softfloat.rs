//! The model against Berkeley SoftFloat in the settings of RISC-V, on drawn operands: results and flags.
//!
//! SoftFloat is that of the Python package softfloatpy. The instructions of RISC-V agree in every bit. Those of PTX
//! differ in what IEEE 754 leaves open: the bits of a NaN, and the integer that a NaN converts to.

use halfpipe_hdl::design::Design;
use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operation, Rounding};
use halfpipe_model::flags::{DIVIDE_BY_ZERO, INEXACT, INVALID, OVERFLOW, UNDERFLOW};
use halfpipe_simulation::model::results;
use halfpipe_simulation::stimulus::{self, has_every_value, Stimulus};
use halfpipe_simulation::{vector, Vector};
use halfpipe_test_support::{seed, share};
use rayon::prelude::*;

use super::python;

/// The number of vectors of a function. Each runs in every rounding.
const VECTORS: usize = 10_000;

/// The number of vectors of a function of RISC-V, besides all combinations of edge values.
const VECTORS_OF_RISCV: usize = 20_000;

/// The most combinations of edge values of a function of RISC-V. The fmas of single precision have more, and get a share
/// of them.
const EDGES: usize = 40_000;

/// SoftFloat's roundings, in the order of [`Rounding::ALL`].
const ROUNDINGS: [&str; 5] = ["NEAR_EVEN", "MIN_MAG", "MIN", "MAX", "NEAR_MAX_MAG"];

/// SoftFloat's functions with their mnemonics in PTX.
const FUNCTIONS: [(&str, &str); 32] = [
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
    ("f32_add", "add.rn.f32"),
    ("f32_sub", "sub.rn.f32"),
    ("f32_mul", "mul.rn.f32"),
    ("f32_mul_add", "fma.rn.f32"),
    ("f32_div", "div.rn.f32"),
    ("f32_sqrt", "sqrt.rn.f32"),
    ("f32_round_to_int", "cvt.rni.f32.f32"),
    ("f32_to_i32", "cvt.rni.s32.f32"),
    ("f32_to_ui32", "cvt.rni.u32.f32"),
    ("f32_to_i64", "cvt.rni.s64.f32"),
    ("f32_to_ui64", "cvt.rni.u64.f32"),
    ("i32_to_f32", "cvt.rn.f32.s32"),
    ("ui32_to_f32", "cvt.rn.f32.u32"),
    ("i64_to_f32", "cvt.rn.f32.s64"),
    ("ui64_to_f32", "cvt.rn.f32.u64"),
];

/// The same in RISC-V.
const RISCV_FUNCTIONS: [(&str, &str); 40] = [
    ("f16_add", "fadd.h"),
    ("f16_sub", "fsub.h"),
    ("f16_mul", "fmul.h"),
    ("f16_mul_add", "fmadd.h"),
    ("f16_mul_add", "fmsub.h"),
    ("f16_mul_add", "fnmsub.h"),
    ("f16_mul_add", "fnmadd.h"),
    ("f16_div", "fdiv.h"),
    ("f16_sqrt", "fsqrt.h"),
    ("f32_to_f16", "fcvt.h.s"),
    ("f32_to_bf16", "fcvt.bf16.s"),
    ("f16_to_i32", "fcvt.w.h"),
    ("f16_to_ui32", "fcvt.wu.h"),
    ("f16_to_i64", "fcvt.l.h"),
    ("f16_to_ui64", "fcvt.lu.h"),
    ("i32_to_f16", "fcvt.h.w"),
    ("ui32_to_f16", "fcvt.h.wu"),
    ("i64_to_f16", "fcvt.h.l"),
    ("ui64_to_f16", "fcvt.h.lu"),
    ("f16_round_to_int", "froundnx.h"),
    ("f16_round_to_int_without_nx", "fround.h"),
    ("f32_add", "fadd.s"),
    ("f32_sub", "fsub.s"),
    ("f32_mul", "fmul.s"),
    ("f32_mul_add", "fmadd.s"),
    ("f32_mul_add", "fmsub.s"),
    ("f32_mul_add", "fnmsub.s"),
    ("f32_mul_add", "fnmadd.s"),
    ("f32_div", "fdiv.s"),
    ("f32_sqrt", "fsqrt.s"),
    ("f32_round_to_int", "froundnx.s"),
    ("f32_round_to_int_without_nx", "fround.s"),
    ("f32_to_i32", "fcvt.w.s"),
    ("f32_to_ui32", "fcvt.wu.s"),
    ("f32_to_i64", "fcvt.l.s"),
    ("f32_to_ui64", "fcvt.lu.s"),
    ("i32_to_f32", "fcvt.s.w"),
    ("ui32_to_f32", "fcvt.s.wu"),
    ("i64_to_f32", "fcvt.s.l"),
    ("ui64_to_f32", "fcvt.s.lu"),
];

/// Functions that do not round, with their mnemonics.
const EXACT_FUNCTIONS: [(&str, &str); 17] = [
    ("f16_to_f32", "cvt.f32.f16"),
    ("bf16_to_f32", "cvt.f32.bf16"),
    ("f16_to_f32", "fcvt.s.h"),
    ("bf16_to_f32", "fcvt.s.bf16"),
    ("f16_eq", "feq.h"),
    ("f16_lt", "flt.h"),
    ("f16_le", "fle.h"),
    ("f16_lt_quiet", "fltq.h"),
    ("f16_le_quiet", "fleq.h"),
    ("f32_eq", "feq.s"),
    ("f32_lt", "flt.s"),
    ("f32_le", "fle.s"),
    ("f32_lt_quiet", "fltq.s"),
    ("f32_le_quiet", "fleq.s"),
    ("f32_eq", "setp.eq.f32"),
    ("f32_lt", "setp.lt.f32"),
    ("f32_le", "setp.le.f32"),
];

fn instruction(mnemonic: &str) -> Instruction {
    let instruction: Instruction = mnemonic.parse().unwrap_or_else(|error| panic!("{mnemonic}: {error}"));
    instruction.with_flags().expect("it raises exceptions")
}

/// Returns the operands of an instruction: of one half all values, else drawn ones, in RISC-V behind all combinations
/// of edge values.
fn drawn(instruction: Instruction, seed: u64) -> Vec<Vector> {
    let unit = Design::unit(instruction, 0).expect("every instruction has latency 0");
    let function = unit.interface().function().expect("it is of one instruction");
    if !instruction.is_riscv() {
        let mut vectors = stimulus::sample(function, seed, share::count(VECTORS / 4, VECTORS));
        if instruction.operation() == Operation::Div {
            vectors.push(halved_least_number(instruction.ty().operand_format()));
        }
        return vectors;
    }
    if has_every_value(function.signature()) {
        return stimulus::make_function_source(function, seed).fill(1 << 16);
    }
    let mut vectors = if instruction.operation().is_conversion() {
        Vec::new()
    } else {
        let all: Vec<Vector> = Stimulus::new(instruction, seed).edges().collect();
        let step = all.len().div_ceil(EDGES);
        all.into_iter().skip(seed as usize % step).step_by(step).collect()
    };
    vectors.extend(stimulus::sample(
        function,
        seed,
        share::count(VECTORS_OF_RISCV / 4, VECTORS_OF_RISCV),
    ));
    vectors
}

/// Returns the least number above 0 and the divisor 2. Only subnormal quotients are ties, which drawn operands of single
/// precision seldom meet.
fn halved_least_number(format: FloatFormat) -> Vector {
    let two = format.one() + (1 << format.fraction_bits);
    vector([1, two.into()])
}

/// Returns the operands of SoftFloat's function for those of an instruction. It has one fma, so that the signs change
/// before it.
fn operands_of_function(instruction: Instruction, vector: &Vector) -> Vec<u64> {
    let mut operands = operands(instruction, vector);
    let negated: &[usize] = match instruction.operation() {
        Operation::Fmsub => &[2],
        Operation::Fnmsub => &[0],
        Operation::Fnmadd => &[0, 2],
        _ => &[],
    };
    for place in negated {
        operands[*place] ^= u64::from(instruction.ty().operand_format().sign_mask());
    }
    operands
}

/// Returns the results and flags of one of SoftFloat's functions, for each of the roundings in turn.
fn softfloat(function: &str, roundings: &[&str], instruction: Instruction, vectors: &[Vector]) -> Vec<Vec<[u64; 2]>> {
    let registers = instruction.signature().operands();
    let words = vectors.iter().flat_map(|vector| {
        let operands = operands_of_function(instruction, vector).into_iter();
        operands.zip(registers).map(|(operand, register)| {
            let digits = register.width() as usize / 4;
            format!("{operand:0digits$x}")
        })
    });
    let words = words.collect::<Vec<String>>().join(" ");
    let input: String = roundings
        .iter()
        .map(|rounding| format!("{function} {rounding} {words}\n"))
        .collect();
    let calls = |line: String| -> Vec<[u64; 2]> {
        let words = line
            .split_whitespace()
            .map(|word| u64::from_str_radix(word, 16).unwrap());
        let words: Vec<u64> = words.collect();
        words.chunks(2).map(|call| [call[0], call[1]]).collect()
    };
    let output = python::run(include_str!("softfloat.py"), &input);
    let lines: Vec<Vec<[u64; 2]>> = output.into_iter().map(calls).collect();
    assert!(lines.len() == roundings.len() && lines.iter().all(|line| line.len() == vectors.len()));
    lines
}

/// True if a number is NaN.
fn is_nan(format: FloatFormat, number: u64) -> bool {
    number & u64::from(format.magnitude_mask()) > u64::from(format.infinity())
}

/// Returns the result that is due where SoftFloat has this one.
fn due(instruction: Instruction, operands: &Vector, result: u64) -> u64 {
    if instruction.is_riscv() {
        return result;
    }
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
fn check((function, mnemonic): (&str, &str), seed: u64) -> u64 {
    let with_port = instruction(mnemonic)
        .with_rounding_port()
        .expect("it has every rounding");
    let instructions = Rounding::ALL.map(|rounding| with_port.with_fixed_rounding(rounding));
    let vectors = drawn(instructions[0], seed);
    let lines = softfloat(function, &ROUNDINGS, instructions[0], &vectors);
    let operand = instructions[0].signature().operands()[0].element_type;
    for (other, instruction) in instructions.into_iter().enumerate() {
        let modelled = modelled(instruction, &vectors);
        for (place, calls) in lines.iter().enumerate() {
            // These two are the same for numbers without a sign. No root is a tie.
            let are = |roundings: [Rounding; 2]| {
                [place, other]
                    .iter()
                    .all(|place| roundings.contains(&Rounding::ALL[*place]))
            };
            let is_root = instruction.operation() == Operation::Sqrt;
            let is_unsigned = matches!(operand, ElementType::Unsigned(_)) || is_root;
            let is_same = place == other
                || is_unsigned && are([Rounding::TowardZero, Rounding::TowardNegative])
                || is_root && are([Rounding::NearestEven, Rounding::NearestAway]);
            let (count, first) = differences(instruction, &vectors, &modelled, calls);
            if is_same {
                assert_eq!(first, None, "{count} differences")
            } else {
                assert_ne!(count, 0, "{instruction} agrees with SoftFloat's {}", ROUNDINGS[place])
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
fn riscv_agrees_with_softfloat_in_every_bit_and_flag_at_any_seed() {
    let seed = seed::seed();
    let raised = RISCV_FUNCTIONS
        .par_iter()
        .with_max_len(1)
        .map(|function| check(*function, seed));
    let raised = raised.reduce(|| 0, |one, other| one | other);
    assert_eq!(raised, INVALID | DIVIDE_BY_ZERO | OVERFLOW | UNDERFLOW | INEXACT);
}

#[test]
fn widening_and_comparisons_agree_with_softfloat_at_any_seed() {
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
        assert!(differences(instruction, &vectors, &modelled, &flipped).0 > vectors.len() / 2);
        let raised: Vec<[u64; 2]> = calls.iter().map(|[result, flags]| [*result, flags ^ INVALID]).collect();
        assert_eq!(differences(instruction, &vectors, &modelled, &raised).0, vectors.len());
    }
}
