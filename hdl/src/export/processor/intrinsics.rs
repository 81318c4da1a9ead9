//! CUDA intrinsics that compute exactly one instruction, and their names.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Operation, Rounding};

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
        operation @ (Operation::Add
        | Operation::Sub
        | Operation::Mul
        | Operation::Fma
        | Operation::Neg
        | Operation::Abs
        | Operation::Min
        | Operation::Max) => operation.name(),
        // CUDA has no function of other operations, or one that does more than the instruction, as of ex2.
        _ => return None,
    };
    Some(format!("__h{name}{two}{suffix}"))
}

/// Returns the intrinsic of `set` on a pair with numbers as the result.
fn set(instruction: Instruction) -> Option<String> {
    let is_of_numbers = matches!(instruction.ty().result(), ElementType::Number(_)) && instruction.ty().lanes() == 2;
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
    let is_plain = !instruction.has(Modifier::Ftz) && instruction.bool_op().is_none();
    let relation = instruction.cmp_op()?;
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
        Rounding::NearestAway => unreachable!("PTX has no such rounding"),
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
    let half = |format: FloatFormat| match format {
        FloatFormat::F16 => Some("half"),
        FloatFormat::BF16 => Some("bfloat16"),
        _ => None,
    };
    let integer = |element_type: ElementType| match element_type {
        ElementType::Signed(16) => Some("short"),
        ElementType::Unsigned(16) => Some("ushort"),
        ElementType::Signed(32) => Some("int"),
        ElementType::Unsigned(32) => Some("uint"),
        _ => None,
    };
    let is_nearest = rounding == Rounding::NearestEven;
    let (name, is_swapped) = match (a.element_type, d.element_type) {
        (ElementType::Number(FloatFormat::F32), ElementType::Number(to)) if d.lanes == 2 && is_nearest => {
            (format!("__floats2{}2_rn", half(to)?), true)
        }
        (ElementType::Number(FloatFormat::F32), ElementType::Number(to)) if d.lanes == 1 => {
            (format!("__float2{}_{letters}", half(to)?), false)
        }
        (ElementType::Number(from), ElementType::Number(FloatFormat::F32)) => {
            (format!("__{}2float", half(from)?), false)
        }
        (ElementType::Number(from), ElementType::Number(to)) if from == to => {
            let name = match instruction.modifiers().find(|modifier| modifier.rounds_to_integer())? {
                Modifier::Rni => "hrint",
                Modifier::Rzi => "htrunc",
                Modifier::Rmi => "hfloor",
                _ => "hceil",
            };
            (name.to_owned(), false)
        }
        (ElementType::Number(from), to) => (format!("__{}2{}_{letters}", half(from)?, integer(to)?), false),
        (from, ElementType::Number(to)) => (format!("__{}2{}_{letters}", integer(from)?, half(to)?), false),
        _ => return None,
    };
    Some(Intrinsic { name, is_swapped })
}
