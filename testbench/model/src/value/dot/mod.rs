//! Dot products: d = c + Σ aᵢ · bᵢ, as tensor cores or RISC-V compute them, or rounded once.
//!
//! The rule of tensor cores is the one that explains measurements of V100, A100, Ada and H100; see `testbench/silicon`.

mod block;
mod scaled;

use halfpipe_isa::{DotFormats, DotScales, FloatFormat, Instruction};

use crate::value::bulk::bulk_dot;
use crate::value::number::{decode, encode, Value};
use crate::value::round::round;

use block::{exact_sum, TensorBlock};

/// Width of an operand of the signature in bits. A longer register is several operands.
const WORD: u32 = 64;

/// Returns the result register of a dot product. Operands come in the order of the signature.
///
/// # Panics
///
/// Panics if there are fewer operands than the instruction has.
pub fn register(instruction: Instruction, operands: &[u64]) -> u32 {
    let products = instruction.operation().products().expect("a dot product") as usize;
    let formats = DotFormats::from_instruction(instruction);
    let mut words = operands;
    let mut next_register = |format: FloatFormat| -> Vec<Value> {
        let element_bits = format.register_bits();
        let (register, rest) = words.split_at(products.div_ceil((WORD / element_bits) as usize));
        words = rest;
        let encodings = register.iter().flat_map(|word| elements(*word, element_bits));
        encodings
            .take(products)
            .map(|encoding| decode(format, encoding >> format.ignored_bits()))
            .collect()
    };
    let [a, b] = formats.elements.map(&mut next_register);
    let c = words[0] as u32;
    let factors: Vec<(Value, Value)> = a.into_iter().zip(b).collect();
    match instruction.tensor_core() {
        Some(_) if instruction.ty().scale_format().is_some() => {
            let scales = DotScales::from_instruction(instruction).expect("it has scales");
            let [scales_of_a, scales_of_b] = [words[1], words[2]].map(|word| {
                let encodings = elements(word, scales.format.register_bits()).take(scales.count as usize);
                let values = encodings.map(|encoding| scaled::decode_scale(scales.format, encoding));
                values.collect::<Vec<Value>>()
            });
            let all: Vec<(Value, Value)> = scales_of_a.into_iter().zip(scales_of_b).collect();
            scaled::result(formats, scales, &factors, &all, c)
        }
        Some(generation) => {
            let block = TensorBlock::new(generation, formats);
            // A block has the result of the block before it as its addend.
            factors
                .chunks(block.products)
                .fold(c, |c, factors| block.result(factors, c))
        }
        None if instruction.is_bulk() => {
            let c = decode(formats.result, c);
            encode(formats.result, &bulk_dot(formats, &factors, &c))
        }
        None => {
            let sum = exact_sum(&factors, decode(formats.result, c), instruction.rounding());
            encode(formats.result, &round(sum, formats.result, instruction.rounding()))
        }
    }
}

/// Returns the encodings in a word, the lowest bits first.
fn elements(word: u64, width: u32) -> impl Iterator<Item = u32> {
    let mask = (1_u64 << width) - 1;
    (0..WORD / width).map(move |place| (word >> (place * width) & mask) as u32)
}
