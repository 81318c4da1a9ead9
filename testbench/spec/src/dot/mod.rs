//! Dot products: c and the products of the elements of a and b.

mod block;
mod exact;
mod term;

use halfpipe_isa::{DotFormats, Instruction, Modifier};

use crate::format::Format;
use crate::logic::Logic;

pub use block::{Anchor, DotBlock};
pub use exact::{ExactDot, TermKind};
pub use term::{DotSpecial, DotTerm};

/// Width of an operand of the signature in bits. A wider register is several operands.
const OPERAND_BITS: usize = 64;

/// A dot product.
#[derive(Clone, Copy, Debug)]
pub struct Dot {
    products: usize,
    elements: [Format; 2],
    result: Format,
    arithmetic: DotArithmetic,
}

#[derive(Clone, Copy, Debug)]
enum DotArithmetic {
    TensorCore(DotBlock),
    Exact(ExactDot),
}

impl Dot {
    /// Returns the dot product of an instruction, if it is one.
    pub fn from_instruction(instruction: Instruction) -> Option<Dot> {
        let products = instruction.operation().products()? as usize;
        let formats = DotFormats::from_instruction(instruction);
        let (elements, result) = (formats.elements.map(Format::from), Format::from(formats.result));
        let arithmetic = match instruction.tensor_core() {
            Some(generation) => DotArithmetic::TensorCore(select_block(generation, elements, result)),
            None => DotArithmetic::Exact(ExactDot::new(elements, result, products, instruction.rounding())),
        };
        Some(Dot {
            products,
            elements,
            result,
            arithmetic,
        })
    }

    /// Returns the number of products.
    pub fn products(self) -> usize {
        self.products
    }

    /// Returns the block that a tensor core repeats; None for a dot product that rounds once.
    pub fn block(self) -> Option<DotBlock> {
        match self.arithmetic {
            DotArithmetic::TensorCore(block) => Some(block),
            DotArithmetic::Exact(_) => None,
        }
    }

    /// Returns the sum that rounds once; None for a dot product of a tensor core.
    pub fn exact(self) -> Option<ExactDot> {
        match self.arithmetic {
            DotArithmetic::TensorCore(_) => None,
            DotArithmetic::Exact(exact) => Some(exact),
        }
    }

    /// Returns the formats of the elements of a and of b.
    pub fn element_formats(self) -> [Format; 2] {
        self.elements
    }

    /// Returns the widths of the operands in the order of the signature: the parts of a, those of b, and c.
    pub fn operand_widths(self) -> Vec<usize> {
        let [a, b] = self.elements.map(|element| self.register_widths(element));
        [a, b, vec![self.result.width()]].concat()
    }

    /// Returns the widths of the parts of a register with elements of a format.
    fn register_widths(self, element: Format) -> Vec<usize> {
        let elements = vec![element_width(element); self.products];
        let parts = elements.chunks(OPERAND_BITS / elements[0]);
        parts.map(|part| part.iter().sum()).collect()
    }

    /// Returns the factors of each product, element 0 first, and c.
    ///
    /// # Panics
    ///
    /// Panics if an operand has another width than that of [`Dot::operand_widths`].
    pub fn elements<B: Copy>(self, operands: &[Vec<B>]) -> (Vec<[Vec<B>; 2]>, Vec<B>) {
        let widths: Vec<usize> = operands.iter().map(Vec::len).collect();
        assert_eq!(widths, self.operand_widths(), "operands of a dot product");
        let (c, registers) = operands.split_last().expect("a dot product has operands");
        let [format_of_a, format_of_b] = self.elements;
        let (a, b) = registers.split_at(self.register_widths(format_of_a).len());
        let values = |parts: &[Vec<B>], format: Format| -> Vec<Vec<B>> {
            let bits = parts.concat();
            let elements = bits.chunks(element_width(format));
            elements.map(|element| element[..format.width()].to_vec()).collect()
        };
        let pairs = values(a, format_of_a).into_iter().zip(values(b, format_of_b));
        (pairs.map(|(a, b)| [a, b]).collect(), c.clone())
    }

    /// Returns the result for all operands.
    ///
    /// # Panics
    ///
    /// Panics if an operand has another width than that of [`Dot::operand_widths`].
    pub fn specify<L: Logic>(self, logic: &mut L, operands: &[Vec<L::Bit>]) -> Vec<L::Bit> {
        let (factors, c) = self.elements(operands);
        match self.arithmetic {
            DotArithmetic::TensorCore(block) => block.chain(logic, &factors, &c),
            DotArithmetic::Exact(exact) => exact.result(logic, &factors, &c),
        }
    }
}

/// Returns the width of an element in bits. An element of six bits has two bits above it, which do not matter.
fn element_width(format: Format) -> usize {
    match format.width() {
        6 => 8,
        width => width,
    }
}

/// Returns the block of a generation of tensor cores.
fn select_block(generation: Modifier, elements: [Format; 2], result: Format) -> DotBlock {
    let (products, places) = match (elements[0].width(), generation) {
        (16, Modifier::Volta) => (4, 23),
        (16, Modifier::Ampere) => (8, 24),
        (16, Modifier::Ada) => (8, 24),
        (16, Modifier::Hopper) => (16, 25),
        (16, Modifier::Blackwell) => (16, 25),
        (8, Modifier::Ada) => (16, 13),
        (8, Modifier::Hopper) => (32, 13),
        (width, other) => panic!("{} has no elements of {width} bits", other.name()),
    };
    DotBlock::new(elements, result, products, places)
}
