//! The rounder against LLVM's software floating point, which has all formats but those without any special value.

use halfpipe_isa::Rounding;
use rayon::prelude::*;
use rustc_apfloat::ieee::{BFloat, Float8E4M3FN, Float8E5M2, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use crate::hardware::{simulate, simulator, Source, ROUNDINGS};
use crate::model::{INEXACT, INVALID, OVERFLOW, UNDERFLOW};
use crate::{samples, Case, Kind, BF16, E4M3, E5M2, F16, F32};

/// The bits and the flags that LLVM gives for an encoding.
type Convert = fn(u64, Round) -> (u64, u64);

fn convert<Source: FloatConvert<Target>, Target: Float>(bits: u64, round: Round) -> (u64, u64) {
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
    }
}

/// The result and flags that a module must give where LLVM gives these, if LLVM can be asked.
fn expected(case: &Case, operand_negative: bool, (bits, flags): (u64, u64)) -> Option<(u64, u64)> {
    let Kind { format, encodings, .. } = case.target;
    let sign = 1 << (format.width() - 1);
    let magnitude = bits & (sign - 1);
    let rounding = case.rounder.rounding;
    let directed = rounding != Rounding::NearestEven;
    let is_nan =
        format.has_nan() && magnitude > encodings.largest && !(format.has_infinity() && magnitude == format.infinity());
    if is_nan && flags & (OVERFLOW | INEXACT) == 0 {
        // A NaN operand: LLVM keeps its sign and payload.
        return Some((format.canonical_nan(), flags));
    }
    let at_largest = magnitude == encodings.largest || is_nan;
    if case.target.name == E4M3.name && operand_negative && directed && at_largest {
        // LLVM turns the directions round for some of the negative overflows to e4m3, not for all.
        return None;
    }
    if is_nan {
        return Some((format.canonical_nan(), flags));
    }
    if directed && magnitude == encodings.largest && flags == INEXACT {
        // IEEE 754 raises overflow where the largest number takes the place of a larger one. LLVM does not.
        return None;
    }
    if magnitude == 1 << format.fraction_bits && flags == INEXACT {
        // LLVM finds tiny what is subnormal in its final precision.
        return None;
    }
    Some((bits, flags))
}

/// How many operands were not compared, for both ends of the target's range.
fn check(source: Kind, target: Kind, operands: &[u64], convert: Convert) {
    for rounding in ROUNDINGS {
        let case = Case::new(Source::Format(source.format), target, rounding, false);
        let mut hardware = simulator(case.rounder.with_flags());
        let width = target.format.width();
        let mut skipped = 0;
        for operand in operands {
            let negative = operand >> (source.format.width() - 1) == 1;
            let llvm = convert(*operand, round_of(rounding));
            let Some((bits, flags)) = expected(&case, negative, llvm) else {
                skipped += 1;
                continue;
            };
            let result = simulate(&mut hardware, *operand);
            assert_eq!(
                result,
                flags << width | bits,
                "{} {operand:X} to {} {rounding:?}: {:X} with flags {:05b} for {bits:X} with {flags:05b}",
                source.name,
                target.name,
                result % (1 << width),
                result >> width
            );
        }
        assert!(
            skipped * 2 < operands.len(),
            "{skipped} of {} operands of {} to {} {rounding:?} were not compared",
            operands.len(),
            source.name,
            target.name
        );
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
