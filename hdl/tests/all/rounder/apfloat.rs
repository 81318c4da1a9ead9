//! The rounder against LLVM's software floating point, which has all formats with special values.

use halfpipe_isa::Rounding;
use rayon::prelude::*;
use rustc_apfloat::ieee::{BFloat, Float8E4M3FN, Float8E5M2, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use super::hardware::{simulate, simulator, Source};
use super::model::{INEXACT, INVALID, OVERFLOW, UNDERFLOW};
use super::{samples, Case, Kind, BF16, E4M3, E5M2, F16, F32};

/// A function that returns LLVM's bits and flags for an encoding.
type Convert = fn(u64, Round) -> (u64, u64);

fn convert<Source: Float + FloatConvert<Target>, Target: Float>(bits: u64, round: Round) -> (u64, u64) {
    let converted = Source::from_bits(bits.into()).convert_r(round, &mut false);
    let flags = [
        (Status::INVALID_OP, INVALID),
        (Status::OVERFLOW, OVERFLOW),
        (Status::UNDERFLOW, UNDERFLOW),
        (Status::INEXACT, INEXACT),
    ];
    let raised = flags
        .into_iter()
        .filter(|(status, _)| converted.status.contains(*status));
    let bits = u64::try_from(converted.value.to_bits()).expect("at most 32 bits");
    (bits, raised.map(|(_, flag)| flag).sum())
}

fn round_of(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::TowardZero => Round::TowardZero,
        Rounding::TowardNegative => Round::TowardNegative,
        Rounding::TowardPositive => Round::TowardPositive,
        Rounding::NearestAway => Round::NearestTiesToAway,
    }
}

/// LLVM's result for an operand: the bits that a module must give, and the flags. LLVM is known to raise too few flags
/// in some cases; the flags that IEEE 754 requires are then added.
struct Verdict {
    bits: u64,
    flags: [u64; 2],
}

/// Returns LLVM's result, corrected for its known errors.
fn verdict(case: &Case, operand_negative: bool, (bits, flags): (u64, u64)) -> Option<Verdict> {
    let Kind { format, encodings, .. } = case.target;
    let magnitude = bits % (1 << format.magnitude_bits());
    let is_infinity = format.has_infinity() && magnitude == u64::from(format.infinity());
    let is_nan = magnitude > encodings.largest && !is_infinity;
    let directed = !case.rounder.rounding.is_nearest();
    let at_largest = magnitude == encodings.largest || is_nan && flags != 0;
    if case.target.name == E4M3.name && operand_negative && directed && at_largest {
        // LLVM reverses the direction for some, but not all, of the negative overflows to e4m3.
        return None;
    }
    let missing = if directed && magnitude == encodings.largest && flags == INEXACT {
        // IEEE 754 raises overflow where the largest number replaces a larger one. LLVM does not.
        OVERFLOW
    } else if magnitude == 1 << format.fraction_bits && flags == INEXACT {
        // IEEE 754 detects tininess with an unbounded exponent, LLVM in the precision of subnormal numbers.
        UNDERFLOW
    } else {
        0
    };
    Some(Verdict {
        // A NaN keeps its sign and payload in LLVM.
        bits: if is_nan { format.canonical_nan().into() } else { bits },
        flags: [flags, flags | missing],
    })
}

/// Compares every operand in every rounding.
fn check(source: Kind, target: Kind, operands: &[u64], convert: Convert) {
    for rounding in Rounding::ALL {
        let case = Case::new(Source::Format(source.format), target, rounding, false);
        let mut hardware = simulator(case.rounder.with_flags());
        let width = target.format.width();
        for operand in operands {
            let negative = operand >> (source.format.width() - 1) == 1;
            let Some(expected) = verdict(&case, negative, convert(*operand, round_of(rounding))) else {
                continue;
            };
            let result = simulate(&mut hardware, *operand);
            let (bits, flags) = (result % (1 << width), result >> width);
            assert!(
                bits == expected.bits && expected.flags.contains(&flags),
                "{} {operand:X} to {} {rounding:?}: {bits:X} with flags {flags:05b} for {:X} with {:05b}",
                source.name,
                target.name,
                expected.bits,
                expected.flags[0]
            );
        }
    }
}

#[test]
fn results_and_flags_are_those_of_llvm() {
    let half: Vec<u64> = (0..1 << 16).collect();
    let single = |target: &Kind| samples::around(target).into_iter().map(u64::from).collect::<Vec<u64>>();
    let byte: Vec<u64> = (0..1 << 8).collect();
    let comparisons: [(Kind, Kind, Vec<u64>, Convert); 17] = [
        (F16, E4M3, half.clone(), convert::<Half, Float8E4M3FN>),
        (F16, E5M2, half.clone(), convert::<Half, Float8E5M2>),
        (F16, F16, half.clone(), convert::<Half, Half>),
        (F16, BF16, half.clone(), convert::<Half, BFloat>),
        (F16, F32, half.clone(), convert::<Half, Single>),
        (BF16, E4M3, half.clone(), convert::<BFloat, Float8E4M3FN>),
        (BF16, E5M2, half.clone(), convert::<BFloat, Float8E5M2>),
        (BF16, F16, half.clone(), convert::<BFloat, Half>),
        (BF16, F32, half, convert::<BFloat, Single>),
        (F32, E4M3, single(&E4M3), convert::<Single, Float8E4M3FN>),
        (F32, E5M2, single(&E5M2), convert::<Single, Float8E5M2>),
        (F32, F16, single(&F16), convert::<Single, Half>),
        (F32, BF16, single(&BF16), convert::<Single, BFloat>),
        (E4M3, F16, byte.clone(), convert::<Float8E4M3FN, Half>),
        (E4M3, E5M2, byte.clone(), convert::<Float8E4M3FN, Float8E5M2>),
        (E5M2, E4M3, byte.clone(), convert::<Float8E5M2, Float8E4M3FN>),
        (E5M2, BF16, byte, convert::<Float8E5M2, BFloat>),
    ];
    comparisons
        .into_par_iter()
        .with_max_len(1)
        .for_each(|(source, target, operands, convert)| check(source, target, &operands, convert));
}
