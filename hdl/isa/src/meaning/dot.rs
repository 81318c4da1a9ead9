//! Meaning of dot products: the rule of tensor cores, where it comes from, and the exact sum.

mod bulk;

use super::cases::Cases;
use super::dot_block::{count_products, Block};
use super::encoding::canonical_nan;
use crate::{DotFormats, DotScales, FloatFormat, Instruction, Modifier, Rounding};

/// Returns the result as a formula of the operands' elements.
pub fn formula(instruction: Instruction, products: u32) -> String {
    let sum = |first: u32, last: u32| {
        let ellipsis = if last - first > 1 { " + ..." } else { "" };
        format!("a[{first}] * b[{first}]{ellipsis} + a[{last}] * b[{last}]")
    };
    match DotScales::from_instruction(instruction) {
        None => format!("d = {} + c", sum(0, products - 1)),
        Some(DotScales { count: 1, .. }) => format!("d = ({}) * scale_a * scale_b + c", sum(0, products - 1)),
        Some(DotScales { count, sharing, .. }) => {
            let scaled = |scale: u32| {
                let first = scale * sharing;
                let sum = sum(first, first + sharing - 1);
                format!("({sum}) * scale_a[{scale}] * scale_b[{scale}]")
            };
            let ellipsis = if count > 2 { " + ..." } else { "" };
            format!("d = {}{ellipsis} + {} + c", scaled(0), scaled(count - 1))
        }
    }
}

/// Returns the difference from PTX, as a sentence without its end.
pub fn extension(instruction: Instruction) -> String {
    match instruction.tensor_core() {
        Some(_) => "not an instruction of PTX; dot products as tensor cores compute them".to_owned(),
        None if instruction.is_bulk() => {
            "not an instruction of PTX; dot products as vector instructions of RISC-V compute them".to_owned()
        }
        None => "not an instruction of PTX; an exact dot product, rounded once".to_owned(),
    }
}

/// Returns the contents of the registers.
pub fn registers(instruction: Instruction) -> String {
    let formats = DotFormats::from(instruction.ty());
    let DotFormats {
        elements: [a, b],
        result,
    } = formats;
    let products = count_products(instruction);
    let elements = if formats.has_two() {
        format!("a has {products} elements of {a}, b as many of {b}")
    } else {
        format!("a and b have {products} elements of {a}")
    };
    let ignored = match a.ignored_bits() {
        0 => String::new(),
        bits => format!(" Bits {} to 0 of an element of {a} do not matter.", bits - 1),
    };
    let scales = DotScales::from_instruction(instruction).map(describe_scales);
    format!(
        "{elements}, element 0 in the lowest bits.{ignored} c and d are {result}.{}",
        scales.unwrap_or_default()
    )
}

/// Returns the contents of the registers of scales, as sentences that follow others.
fn describe_scales(scales: DotScales) -> String {
    let DotScales { format, count, sharing } = scales;
    let contents = match count {
        1 => format!(" scale_a and scale_b are one scale of {format} each, which all elements share."),
        _ => format!(
            " scale_a and scale_b have {count} scales of {format}, each for {sharing} elements, that of element 0 in the \
             lowest bits."
        ),
    };
    let ignored = match format.register_bits() - format.width() {
        0 => "",
        _ => " The top bit of a scale does not matter.",
    };
    contents + ignored
}

/// Returns the meaning of a generation of tensor cores, and of RISC-V's rule; None for any other modifier.
pub fn modifier(modifier: Modifier) -> Option<&'static str> {
    Some(match modifier {
        Modifier::Volta => "Computes as the tensor cores of NVIDIA's Volta.",
        Modifier::Turing => "Computes as the tensor cores of NVIDIA's Turing.",
        Modifier::Ampere => "Computes as the tensor cores of NVIDIA's Ampere.",
        Modifier::Ada => "Computes as the tensor cores of NVIDIA's Ada Lovelace.",
        Modifier::Hopper => "Computes as the tensor cores of NVIDIA's Hopper.",
        Modifier::Blackwell => "Computes as the tensor cores of NVIDIA's Blackwell.",
        Modifier::Bulk => "Computes as the bulk-normalised dot products of RISC-V.",
        _ => return None,
    })
}

/// Returns the rule, its source, and the behaviour at the edges of the number formats.
pub fn edge_cases(instruction: Instruction) -> Vec<String> {
    let special = Vec::from(special_cases(instruction));
    match instruction.tensor_core() {
        Some(generation) => {
            let block = Block::new(generation, instruction);
            let mut cases = block.rule(instruction);
            cases.extend(special);
            cases.push(measured(generation, instruction));
            cases.extend(other_instruction(generation, instruction).map(str::to_owned));
            cases.push(block.decisions(generation, instruction));
            cases
        }
        None if instruction.is_bulk() => {
            let mut cases = bulk::rule(count_products(instruction));
            cases.extend(special);
            cases.push(bulk::source(instruction));
            cases
        }
        None => {
            let rule = "The sum of all products and c is exact and is rounded once.".to_owned();
            [rule].into_iter().chain(special).collect()
        }
    }
}

/// Returns the behaviour at the edges of the number formats alone.
pub fn special_cases(instruction: Instruction) -> Cases {
    let DotFormats { elements, result } = DotFormats::from_instruction(instruction);
    let mut cases = Cases::from([canonical_nan(result)]);
    cases.push(if elements.iter().any(|element| element.has_infinity()) {
        "A NaN operand, inf * 0 and opposite infinities give NaN. Otherwise an infinity wins.".to_owned()
    } else {
        "A NaN operand gives NaN. Otherwise an infinite c wins; the elements have no infinity.".to_owned()
    });
    if let Some(DotScales { format, .. }) = DotScales::from_instruction(instruction) {
        cases.push(format!(
            "A scale of {:#x} is NaN, and so is the result then.",
            format.canonical_nan()
        ));
    }
    if instruction.tensor_core().is_some() || instruction.is_bulk() {
        cases.push("A result of zero is +0.");
        cases.push("Overflow gives infinity of the result's sign.");
    } else {
        cases.push(match instruction.rounding() {
            Rounding::TowardNegative => "An exact cancellation gives -0; the sum of zeros of one sign keeps the sign.",
            _ => "An exact cancellation gives +0; the sum of zeros of one sign keeps the sign.",
        });
        cases.push(match instruction.rounding() {
            Rounding::NearestEven | Rounding::NearestAway => "Overflow gives infinity of the result's sign.",
            Rounding::TowardZero => "Overflow gives the largest number of the result's sign.",
            Rounding::TowardNegative => "Overflow gives the largest number, or -inf.",
            Rounding::TowardPositive => "Overflow gives +inf, or the most negative number.",
        });
    }
    cases.push("Subnormal operands and results are numbers like any other.");
    cases
}

/// The source of a rule without a measurement.
const MODEL_OF_OTHERS: &str = "No measured result is published; the rule is that of MMA-Sim, a model of tensor cores.";

/// The source of the rule of scaled products.
const MODEL_OF_SCALES: &str =
    "No measured result is published; the rule is that of MMA-Sim, a model of tensor cores. The \
                               formats of the scales are those of PTX.";

/// Returns the GPUs whose results the rule gives.
fn measured(generation: Modifier, instruction: Instruction) -> String {
    let formats = DotFormats::from_instruction(instruction);
    let element = formats.elements[0];
    match (generation, formats.has_two()) {
        (Modifier::Turing, _) => return MODEL_OF_OTHERS.to_owned(),
        _ if instruction.ty().scale_format().is_some() => return MODEL_OF_SCALES.to_owned(),
        (Modifier::Blackwell, _) if element.register_bits() <= 8 => return MODEL_OF_OTHERS.to_owned(),
        (Modifier::Ada, true) => {
            return "Recorded with both element types to f32 on an RTX 4060; the rule gives every result.".to_owned()
        }
        _ if element == FloatFormat::TF32 => {
            let gpus = match generation {
                Modifier::Ampere => "A100 and A2",
                Modifier::Ada => "Ada and L40S",
                Modifier::Hopper => "H100 and H200",
                _ => "B200",
            };
            return format!("Measured with four products of ordinary numbers on {gpus}; the rule gives every result.");
        }
        (_, true) => return "No measurement has two element types; the rule is that of one.".to_owned(),
        (_, false) => {}
    }
    let (gpus, formats) = match generation {
        Modifier::Volta => ("V100", "The formats were f16 to f32 and to f16."),
        Modifier::Ampere => (
            "A100 and A2",
            "The formats were f16 to f32 and to f16, and bf16 to f32.",
        ),
        Modifier::Ada => (
            "Ada and L40S",
            "Those of f16, e4m3 and e5m2 to f32 are among the tests.",
        ),
        Modifier::Hopper => (
            "H100 and H200",
            "Those of f16, bf16 and e4m3 to f32 are among the tests.",
        ),
        _ => ("B200", "It computes as Hopper, whose results are among the tests."),
    };
    format!("Measured with ordinary numbers on {gpus}; the rule gives every result. {formats}")
}

/// Returns the instruction of a GPU that computes it, where another one computes otherwise.
fn other_instruction(generation: Modifier, instruction: Instruction) -> Option<&'static str> {
    if let Some(scales) = DotScales::from_instruction(instruction) {
        return Some(match (count_products(instruction), scales.format) {
            (_, FloatFormat::UE4M3) => "In PTX, this is the kind mxf4nvf4 (NVFP4).",
            (64, _) => {
                "In PTX, this is the kind mxf4. With fewer products, it is the kind mxf8f6f4, which rounds otherwise."
            }
            _ if instruction.ty().element_formats() == [FloatFormat::E2M1; 2] => {
                "In PTX, this is the kind mxf8f6f4. With 64 products, it is the kind mxf4, which rounds otherwise."
            }
            _ => "In PTX, this is the kind mxf8f6f4.",
        });
    }
    let is_eight_bit = instruction.ty().operand_format().width() == 8;
    match generation {
        _ if !is_eight_bit => None,
        Modifier::Hopper => Some("This is wgmma. In eight bits, mma.sync of Hopper computes otherwise."),
        Modifier::Blackwell => Some("This is tcgen05.mma. In eight bits, mma.sync of Blackwell computes otherwise."),
        _ => None,
    }
}
