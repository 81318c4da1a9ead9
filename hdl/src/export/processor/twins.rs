//! Software models: each instruction in plain C, exact, for tests of programs.
//!
//! They compute with integers of 64 bits: exact products and sums, and one rounding at the end. Low bits of a sum may
//! be reduced to one sticky bit. tanh and ex2 multiply powers of e and of 2, one for each bit of their operand.

use std::fmt::Write;

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Operation, Rounding};

use super::header::{names, typed, WORDS};
use super::types::TYPES;
use crate::export::comment::{commented, notice};

/// The suffix of the name of an instruction's software model.
const ENDING: &str = "_twin";

/// The functions that all software models call.
const ARITHMETIC: &str = include_str!("twins.h");

/// Returns the C header with the software model of each instruction of a core with this name, on words and on C types.
pub fn twins_header(core: &str, instructions: &[Instruction]) -> String {
    let guard = format!("{}_TWINS_H", core.to_uppercase());
    let mut text = commented(&[
        format!("Software twins of the instructions of {}, for tests.", core),
        String::new(),
        "Each function NAME of the core's header has a NAME_twin that computes the same on any processor with integers.".to_owned(),
        notice(),
    ]);
    let _ = write!(text, "#ifndef {guard}\n#define {guard}\n\n{TYPES}\n{ARITHMETIC}");
    for &instruction in instructions {
        text += &words(instruction);
        text += &typed(instruction, ENDING);
    }
    text += &names(instructions, ENDING);
    text + "\n#endif\n"
}

/// Returns the software model of an instruction on words.
fn words(instruction: Instruction) -> String {
    let operands = instruction.signature().operands();
    let letters = &["a", "b", "c"][..operands.len()];
    let parameters: Vec<String> = letters.iter().map(|letter| format!("uint32_t {letter}")).collect();
    let arguments: Vec<&str> = ["a", "b", "c"]
        .into_iter()
        .map(|letter| if letters.contains(&letter) { letter } else { "0" })
        .collect();
    let call = match instruction.operation() {
        Operation::Set | Operation::Setp => comparison(instruction),
        Operation::Cvt => conversion(instruction),
        _ => arithmetic(instruction),
    };
    format!(
        "\n// {instruction}\nstatic inline uint32_t {WORDS}{}{ENDING}({}) {{\n    return {call}, {});\n}}\n",
        instruction.module_name(),
        parameters.join(", "),
        arguments.join(", ")
    )
}

fn arithmetic(instruction: Instruction) -> String {
    let ty = instruction.ty();
    let operation = instruction.operation().name().to_uppercase();
    format!(
        "halfpipe_arithmetic(HALFPIPE_{operation}, {}, {}, {}, {}, {}",
        name(ty.operand_format()),
        name(ty.result_format()),
        ty.lanes(),
        rounding(instruction),
        flags(instruction)
    )
}

fn comparison(instruction: Instruction) -> String {
    let ty = instruction.ty();
    let holds = holds(instruction);
    let junction = instruction.bool_op();
    let junction = junction.and_then(|junction| Modifier::BOOL_OPS.iter().position(|other| *other == junction));
    let truth = match instruction.signature().results()[0].element_type {
        ElementType::Number(format) => format!("{:#x}", format.one()),
        ElementType::Predicate => "1".to_owned(),
        ElementType::Signed(32) | ElementType::Unsigned(32) => "0xffffffff".to_owned(),
        _ => "0xffff".to_owned(),
    };
    format!(
        "halfpipe_comparison({}, {}, {holds}, {}, {truth}, {}",
        name(ty.operand_format()),
        ty.lanes(),
        junction.map_or(0, |place| place + 1),
        flags(instruction)
    )
}

/// Returns the outcomes for which the relation holds: a bit each for less, equal, greater and NaN.
fn holds(instruction: Instruction) -> &'static str {
    match instruction.cmp_op() {
        Some(Modifier::Lt) => "1",
        Some(Modifier::Eq) => "2",
        Some(Modifier::Le) => "1 | 2",
        Some(Modifier::Gt) => "4",
        Some(Modifier::Ne) => "1 | 4",
        Some(Modifier::Ge) => "2 | 4",
        Some(Modifier::Num) => "1 | 2 | 4",
        Some(Modifier::AnyNan) => "8",
        Some(Modifier::Ltu) => "1 | 8",
        Some(Modifier::Equ) => "2 | 8",
        Some(Modifier::Leu) => "1 | 2 | 8",
        Some(Modifier::Gtu) => "4 | 8",
        Some(Modifier::Neu) => "1 | 4 | 8",
        Some(Modifier::Geu) => "2 | 4 | 8",
        other => unreachable!("a comparison has a relation, not {other:?}"),
    }
}

fn conversion(instruction: Instruction) -> String {
    let signature = instruction.signature();
    let (a, d) = (signature.operands()[0], signature.results()[0]);
    let described = |element_type: ElementType| {
        let width = element_type.bits();
        match element_type {
            ElementType::Number(format) | ElementType::Small(format) => format!("{}, 0, 0, {width}", name(format)),
            ElementType::Signed(bits) => format!("HALFPIPE_F32, {bits}, 1, {width}"),
            _ => format!("HALFPIPE_F32, {width}, 0, {width}"),
        }
    };
    format!(
        "halfpipe_conversion({}, {}, {}, {}, {}, {}",
        described(a.element_type),
        // With three operands, the third one is random bits.
        signature.operands().len().min(2),
        described(d.element_type),
        d.lanes,
        rounding(instruction),
        flags(instruction)
    )
}

/// Returns the name of a format in the header.
fn name(format: FloatFormat) -> String {
    format!("HALFPIPE_{}", format.to_string().to_uppercase())
}

fn rounding(instruction: Instruction) -> &'static str {
    if instruction.has(Modifier::Rs) {
        return "HALFPIPE_AT_RANDOM";
    }
    match instruction.rounding() {
        Rounding::NearestEven => "HALFPIPE_NEAREST",
        Rounding::TowardZero => "HALFPIPE_TOWARD_ZERO",
        Rounding::TowardNegative => "HALFPIPE_TOWARD_NEGATIVE",
        Rounding::TowardPositive => "HALFPIPE_TOWARD_POSITIVE",
        Rounding::NearestAway => "HALFPIPE_NEAREST_AWAY",
    }
}

/// Returns the flags of the modifiers other than rounding, or 0 if there are none.
fn flags(instruction: Instruction) -> String {
    let of_modifier = |modifier: Modifier| match modifier {
        Modifier::Ftz => Some("HALFPIPE_FTZ"),
        Modifier::Sat => Some("HALFPIPE_SAT"),
        Modifier::Relu => Some("HALFPIPE_RELU"),
        Modifier::Oob => Some("HALFPIPE_OOB"),
        Modifier::Nan => Some("HALFPIPE_NAN"),
        Modifier::XorsignAbs => Some("HALFPIPE_XORSIGN"),
        Modifier::Satfinite => Some("HALFPIPE_SATFINITE"),
        Modifier::Rni | Modifier::Rzi | Modifier::Rmi | Modifier::Rpi | Modifier::Rnai => Some("HALFPIPE_INTEGER"),
        _ => None,
    };
    let flags: Vec<&str> = instruction.modifiers().filter_map(of_modifier).collect();
    if flags.is_empty() {
        "0".to_owned()
    } else {
        flags.join(" | ")
    }
}
