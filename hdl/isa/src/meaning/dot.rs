//! Meaning of dot products: the rule of tensor cores, where it comes from, and the exact sum.

mod bulk;

use super::cases::Cases;
use super::encoding::canonical_nan;
use crate::{DotFormats, FloatFormat, Instruction, Modifier, Rounding};

/// Returns the result as a formula of the operands' elements.
pub fn formula(products: u32) -> String {
    let ellipsis = if products > 2 { " + ..." } else { "" };
    let last = products - 1;
    format!("d = a[0] * b[0]{ellipsis} + a[{last}] * b[{last}] + c")
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
    let products = products(instruction);
    let elements = if formats.has_two() {
        format!("a has {products} elements of {a}, b as many of {b}")
    } else {
        format!("a and b have {products} elements of {a}")
    };
    let ignored = match a.ignored_bits {
        0 => String::new(),
        bits => format!(" Bits {} to 0 of an element of {a} do not matter.", bits - 1),
    };
    format!("{elements}, element 0 in the lowest bits.{ignored} c and d are {result}.")
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
            let mut cases = bulk::rule(products(instruction));
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
        let [a, b] = elements;
        let without = if a == b {
            format!("{a} has no infinity")
        } else {
            format!("{a} and {b} have no infinity")
        };
        format!("A NaN operand gives NaN. Otherwise an infinite c wins; {without}.")
    });
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

fn products(instruction: Instruction) -> u32 {
    let products = instruction.operation().products();
    products.expect("it is a dot product")
}

/// A group of products that a tensor core adds at once.
struct Block {
    products: u32,
    /// The number of binary places that a term keeps below the anchor.
    places: u32,
}

impl Block {
    fn new(generation: Modifier, instruction: Instruction) -> Block {
        let (products, places) = match (generation, instruction.ty().operand_format().register_bits()) {
            (Modifier::Volta, _) => (4, 23),
            (Modifier::Ampere | Modifier::Ada, 32) => (4, 24),
            (_, 32) => (8, 25),
            (Modifier::Turing | Modifier::Ampere | Modifier::Ada, 16) => (8, 24),
            (_, 16) => (16, 25),
            (Modifier::Blackwell, _) => (32, 25),
            (Modifier::Ada, _) => (16, 13),
            _ => (32, 13),
        };
        Block { products, places }
    }

    fn rule(&self, instruction: Instruction) -> Vec<String> {
        let Block { products, places } = self;
        let all = self::products(instruction);
        let block = match all.cmp(products) {
            std::cmp::Ordering::Greater => format!(
                "A block adds {products} products and c. {all} products are {} blocks, in order; each result is c of the \
                 next block.",
                all / products
            ),
            std::cmp::Ordering::Equal => format!("One block adds the {products} products and c."),
            std::cmp::Ordering::Less => {
                format!("One block adds {products} products and c; {} of the products are zero.", products - all)
            }
        };
        let result = instruction.ty().result_format();
        let floor = result.min_exponent() - (3 + i64::from(products.ilog2()));
        let rounded = if instruction.rounding() == Rounding::TowardZero {
            let fraction_bits = result.fraction_bits.min(*places);
            format!("The sum is rounded toward zero to {fraction_bits} fraction bits.")
        } else {
            "The sum is rounded to nearest even.".to_owned()
        };
        vec![
            block,
            "The exponent of a product is the sum of its factors' exponents; the product, below 4, is not normalised. A \
             subnormal number has the least exponent of its format."
                .to_owned(),
            format!(
                "The anchor is the largest exponent among the products and c, without the zeros. It is at least \
                 {floor}."
            ),
            format!(
                "Each term is truncated toward zero: its digits below 2^(anchor - {places}) are lost. The terms are then \
                 added exactly."
            ),
            rounded,
        ]
    }

    /// Returns the parts of the rule that no measurement decides.
    fn decisions(&self, generation: Modifier, instruction: Instruction) -> String {
        let all = self::products(instruction);
        let mut decided = vec!["the least anchor", "+0 for a negative sum that rounds to zero"];
        // The results of Ada in eight bits are those of two blocks.
        let is_measured_chain = generation == Modifier::Ada && instruction.ty().operand_format().width() == 8;
        if all > self.products && !is_measured_chain {
            decided.push("the order of the blocks");
        }
        if all < self.products {
            decided.push("fewer products than a block has");
        }
        let ty = instruction.ty();
        let shows = ty.result_format() != FloatFormat::F32 || ty.operand_format().exponent_bits == 8;
        let reach = match (shows, decided.len()) {
            (true, _) => "",
            (false, 2) => " Neither changes a result in these formats.",
            (false, _) => " The first two change no result in these formats.",
        };
        format!("Decided without a measurement: {}.{reach}", decided.join("; "))
    }
}

/// The source of a rule without a measurement.
const MODEL_OF_OTHERS: &str = "No measured result is published; the rule is that of MMA-Sim, a model of tensor cores.";

/// Returns the GPUs whose results the rule gives.
fn measured(generation: Modifier, instruction: Instruction) -> String {
    let formats = DotFormats::from_instruction(instruction);
    let element = formats.elements[0];
    match (generation, formats.has_two()) {
        (Modifier::Turing, _) => return MODEL_OF_OTHERS.to_owned(),
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

/// Returns the instruction of a GPU that computes otherwise.
fn other_instruction(generation: Modifier, instruction: Instruction) -> Option<&'static str> {
    let is_eight_bit = instruction.ty().operand_format().width() == 8;
    match generation {
        _ if !is_eight_bit => None,
        Modifier::Hopper => Some("This is wgmma. In eight bits, mma.sync of Hopper computes otherwise."),
        Modifier::Blackwell => Some("This is tcgen05.mma. In eight bits, mma.sync of Blackwell computes otherwise."),
        _ => None,
    }
}
