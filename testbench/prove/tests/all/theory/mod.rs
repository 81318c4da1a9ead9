//! Equivalence of the specified sums with SMT-LIB's theory of floating point, for every operand.
//!
//! Bitwuzla has that theory built in, and shares nothing with this project. It is asked for operands of a case for
//! which the specification differs from the theory.

mod smt;

use std::process::Command;

use halfpipe_isa::{Instruction, Modifier, Operation, Rounding, Type};
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_spec::{Case, Format, Lane};
use halfpipe_test_support::{seed, share};
use halfpipe_tools::Tool;
use rayon::prelude::*;
use smt::{bool_of, definitions, vector_of};

/// The answer if the case has operands, and all are right.
const NONE: &str = "sat\nunsat";

/// The answer if some operands of the case are wrong.
const SOME: &str = "sat\nsat";

/// The number of cases that are tried where not all are.
const DRAWN: usize = 20;

/// Builds the question for operands of a case where the lane of an instruction differs from the theory. A NaN result
/// must be the canonical one, which is positive and all ones.
fn question(specified: Instruction, instruction: Instruction, case: Case) -> String {
    let lane = Lane::from_instruction(specified).expect("it is arithmetic");
    let mut graph = Graph::new();
    let widths = lane.operand_widths().into_iter();
    let operands: Vec<Vec<Literal>> = widths.map(|width| graph.inputs(width)).collect();
    let specified = lane.specify(&mut graph, &operands, None, case);
    let words = [("a", &operands[0][..]), ("c", &operands[1][..])];
    let mut roots = specified.result.clone();
    roots.push(specified.is_case);

    let ty = instruction.ty();
    let result = Format::from(ty.result_format());
    // The width of a significand in an SMT-LIB sort includes the digit before the point.
    let sort = format!("{} {}", result.exponent_bits, result.fraction_bits + 1);
    let first = match ty {
        Type::F32F16 => "RNE ((_ to_fp 5 11) a)",
        // A bf16 number is the upper half of the same f32 number.
        Type::F32Bf16 => "(concat a #x0000)",
        _ => "a",
    };
    let operation = match instruction.operation() {
        Operation::Add => "fp.add",
        Operation::Sub => "fp.sub",
        other => panic!("{other} is no sum"),
    };
    let rounding = match instruction.rounding() {
        Rounding::NearestEven => "RNE",
        Rounding::TowardZero => "RTZ",
        Rounding::TowardNegative => "RTN",
        Rounding::TowardPositive => "RTP",
        Rounding::NearestAway => "RNA",
    };
    format!(
        "(set-logic QF_BVFP)
{definitions}
(define-fun first () (_ FloatingPoint {sort}) ((_ to_fp {sort}) {first}))
(define-fun second () (_ FloatingPoint {sort}) ((_ to_fp {sort}) c))
(define-fun wanted () (_ FloatingPoint {sort}) ({operation} {rounding} first second))
(define-fun specified () (_ BitVec {width}) {specified})
(define-fun other_nan () Bool (and (fp.isNaN wanted) (not (= specified #b0{ones}))))
(assert {is_case})
(check-sat)
(assert (or other_nan (not (= wanted ((_ to_fp {sort}) specified)))))
(check-sat)
",
        definitions = definitions(&graph, &words, &roots),
        width = result.width(),
        specified = vector_of(&specified.result),
        ones = "1".repeat(result.width() - 1),
        is_case = bool_of(specified.is_case),
    )
}

/// Returns Bitwuzla's answer to a question: whether the case has operands, and whether some of them are wrong.
fn answer(question: &str) -> String {
    let program = Tool::Bitwuzla.find().unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("question.smt2");
    std::fs::write(&file, question).expect("it is written");
    let output = Command::new(program).arg(&file).output().expect("Bitwuzla starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Returns the sums without modifiers other than their rounding. The solver has no bf16 format, but mixed-precision
/// sums need none.
fn sums() -> Vec<Instruction> {
    let is_sum = |instruction: &Instruction| {
        [Operation::Add, Operation::Sub].contains(&instruction.operation())
            && [Type::F16, Type::F32F16, Type::F32Bf16].contains(&instruction.ty())
            && ![Modifier::Ftz, Modifier::Sat].iter().any(|more| instruction.has(*more))
    };
    let all = Instruction::arithmetic().iter().chain(Instruction::other_roundings());
    all.copied().filter(is_sum).collect()
}

#[test]
fn sums_are_those_of_the_theory_at_any_seed() {
    // Two operations in f16, and with two element types in mixed precision, in five roundings.
    assert_eq!(sums().len(), 2 * (1 + 2) * 5);
    let cases = |instruction: Instruction| {
        let lane = Lane::from_instruction(instruction).expect("it is arithmetic");
        lane.cases(0..=0).into_iter().map(move |case| (instruction, case))
    };
    let all: Vec<(Instruction, Case)> = sums().into_iter().flat_map(cases).collect();
    let tried = share::drawn(&all, DRAWN, &mut seed::random());
    tried.into_par_iter().with_max_len(1).for_each(|(instruction, case)| {
        let answer = answer(&question(instruction, instruction, case));
        assert_eq!(answer, NONE, "{instruction} in {case:?}");
    });
}

#[test]
fn other_sums_are_not() {
    for (specified, instruction) in [
        ("add.rz.f32.f16", "add.rn.f32.f16"),
        ("add.rm.f32.bf16", "add.rz.f32.bf16"),
        ("add.rn.sat.f32.f16", "add.rn.f32.f16"),
        ("add.rn.ftz.f16", "add.rn.f16"),
        ("sub.rn.f16", "add.rn.f16"),
    ] {
        let [specified, instruction] =
            [specified, instruction].map(|mnemonic| mnemonic.parse().expect("an instruction"));
        let question = question(specified, instruction, Case::Distance(0));
        assert_eq!(answer(&question), SOME, "{specified} for {instruction}");
    }
}

#[test]
fn another_nan_is_not() {
    let instruction = "add.rn.f16".parse().expect("an instruction");
    let question = question(instruction, instruction, Case::Special);
    assert_eq!(answer(&question), NONE);
    let other = question.replace("#b0111111111111111", "#b0111111111111110");
    assert_ne!(question, other);
    assert_eq!(answer(&other), SOME);
}
