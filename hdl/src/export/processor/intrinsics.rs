//! CUDA intrinsics that compute exactly one instruction, and their names.

use halfpipe_isa::{Content, Element, Instruction, Modifier, Operation, Rounding};

/// The intrinsic of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Intrinsic {
    /// The name. An f16 and a bf16 instruction may share one.
    pub name: String,
    /// True if the first argument is the instruction's second operand: PTX names the upper half first, CUDA the lower.
    pub is_swapped: bool,
}

/// Returns the intrinsic of an instruction, if CUDA has one.
pub(super) fn intrinsic(instruction: Instruction) -> Option<Intrinsic> {
    if !instruction.is_ptx() {
        return None;
    }
    let name = match instruction.operation() {
        Operation::Cvt => return conversion(instruction),
        Operation::Set => set(instruction),
        Operation::Setp => setp(instruction),
        _ => arithmetic(instruction),
    }?;
    Some(Intrinsic {
        name,
        is_swapped: false,
    })
}

/// Returns the modifiers except rounding to nearest.
fn beside_rounding(instruction: Instruction) -> Vec<Modifier> {
    instruction
        .modifiers()
        .filter(|modifier| !matches!(modifier, Modifier::Rn | Modifier::Approx))
        .collect()
}

fn arithmetic(instruction: Instruction) -> Option<String> {
    let ty = instruction.ty();
    if ty.is_mixed() {
        return None;
    }
    let two = if ty.lanes() == 2 { "2" } else { "" };
    let suffix = match beside_rounding(instruction)[..] {
        [] => "",
        [Modifier::Sat] => "_sat",
        [Modifier::Relu] => "_relu",
        [Modifier::Nan] => "_nan",
        _ => return None,
    };
    let name = match instruction.operation() {
        Operation::Tanh if two.is_empty() => return Some("htanh_approx".to_owned()),
        Operation::Tanh => return Some("h2tanh_approx".to_owned()),
        // CUDA's functions do more than the instruction.
        Operation::Ex2 => return None,
        other => other.name(),
    };
    Some(format!("__h{name}{two}{suffix}"))
}

/// Returns the intrinsic of `set` on a pair with numbers as the result.
fn set(instruction: Instruction) -> Option<String> {
    let is_of_numbers = matches!(instruction.ty().result(), Content::Number(_)) && instruction.ty().lanes() == 2;
    let relation = comparison(instruction)?;
    is_of_numbers.then(|| format!("__h{relation}2"))
}

/// Returns the intrinsic of `setp` on one value.
fn setp(instruction: Instruction) -> Option<String> {
    let relation = comparison(instruction)?;
    (instruction.ty().lanes() == 1).then(|| format!("__h{relation}"))
}

/// Returns the relation of a comparison without other modifiers.
fn comparison(instruction: Instruction) -> Option<&'static str> {
    let is_plain = !instruction.has(Modifier::Ftz) && instruction.junction().is_none();
    let relation = instruction.relation()?;
    let is_intrinsic = is_plain && !matches!(relation, Modifier::Num | Modifier::AnyNan);
    is_intrinsic.then(|| relation.name())
}

/// Returns CUDA's suffix for a rounding.
fn letters(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "rn",
        Rounding::TowardZero => "rz",
        Rounding::TowardNegative => "rd",
        Rounding::TowardPositive => "ru",
    }
}

fn conversion(instruction: Instruction) -> Option<Intrinsic> {
    let signature = instruction.signature();
    let (a, d) = (signature.operands()[0], signature.results()[0]);
    let says_more = [
        Modifier::Ftz,
        Modifier::Sat,
        Modifier::Relu,
        Modifier::Satfinite,
        Modifier::Rs,
    ];
    if says_more.into_iter().any(|modifier| instruction.has(modifier)) || a.lanes != 1 {
        return None;
    }
    let rounding = instruction.rounding();
    let letters = letters(rounding);
    let half = |element: Element| match element {
        Element::F16 => Some("half"),
        Element::Bf16 => Some("bfloat16"),
        Element::F32 | Element::E4m3 | Element::E5m2 => None,
    };
    let integer = |content: Content| match content {
        Content::Signed(16) => Some("short"),
        Content::Unsigned(16) => Some("ushort"),
        Content::Signed(32) => Some("int"),
        Content::Unsigned(32) => Some("uint"),
        _ => None,
    };
    let is_nearest = rounding == Rounding::NearestEven;
    let (name, is_swapped) = match (a.content, d.content) {
        (Content::Number(Element::F32), Content::Number(to)) if d.lanes == 2 && is_nearest => {
            (format!("__floats2{}2_rn", half(to)?), true)
        }
        (Content::Number(Element::F32), Content::Number(to)) if d.lanes == 1 => {
            (format!("__float2{}_{letters}", half(to)?), false)
        }
        (Content::Number(from), Content::Number(Element::F32)) => (format!("__{}2float", half(from)?), false),
        (Content::Number(from), Content::Number(to)) if from == to => {
            let name = match instruction.modifiers().find(|modifier| modifier.rounds_to_integer())? {
                Modifier::Rni => "hrint",
                Modifier::Rzi => "htrunc",
                Modifier::Rmi => "hfloor",
                _ => "hceil",
            };
            (name.to_owned(), false)
        }
        (Content::Number(from), to) => (format!("__{}2{}_{letters}", half(from)?, integer(to)?), false),
        (from, Content::Number(to)) => (format!("__{}2{}_{letters}", integer(from)?, half(to)?), false),
        _ => return None,
    };
    Some(Intrinsic { name, is_swapped })
}
