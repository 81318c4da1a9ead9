//! Dot products: c and the products of the elements of a and b.

mod block;
mod bulk;
mod exact;
mod scaling;
mod term;

use halfpipe_isa::{DotFormats, FloatFormat, Instruction, Modifier};

use crate::format::Format;
use crate::logic::Logic;

pub use block::{Anchor, DotBlock};
pub use bulk::{AlignedSum, BulkDot};
pub use exact::{ExactDot, TermKind};
use scaling::SCALE_BITS;

pub use scaling::DotScaling;
pub use term::{DotOperands, DotSpecial, DotTerm};

/// Width of an operand of the signature in bits. A wider register is several operands.
const OPERAND_BITS: usize = 64;

/// A dot product.
#[derive(Clone, Copy, Debug)]
pub struct Dot {
    products: usize,
    elements: [DotElement; 2],
    result: Format,
    arithmetic: DotArithmetic,
}

/// The elements of a or of b: their format, and their place in a register.
#[derive(Clone, Copy, Debug)]
struct DotElement {
    format: Format,
    /// Width of an element in the register in bits.
    width: usize,
    /// The number of bits below the element, which do not matter.
    lowest: usize,
}

impl DotElement {
    /// An element of six bits has two bits above it, which do not matter. TF32 is the upper part of 32 bits.
    fn new(element: FloatFormat) -> DotElement {
        let format = Format::from(element);
        let (width, lowest) = match (element, format.width()) {
            (FloatFormat::TF32, _) => (32, 13),
            (_, 6) => (8, 0),
            (_, width) => (width, 0),
        };
        DotElement { format, width, lowest }
    }

    /// Returns the widths of the parts of a register with so many elements.
    fn part_widths(self, products: usize) -> Vec<usize> {
        let elements = vec![self.width; products];
        let parts = elements.chunks(OPERAND_BITS / self.width);
        parts.map(|part| part.iter().sum()).collect()
    }

    /// Returns the encodings of the elements of a register, which comes in parts.
    fn encodings<B: Copy>(self, parts: &[Vec<B>]) -> Vec<Vec<B>> {
        let bits = parts.concat();
        let elements = bits.chunks(self.width);
        let encoding = |element: &[B]| element[self.lowest..self.lowest + self.format.width()].to_vec();
        elements.map(encoding).collect()
    }

    /// Returns the parts of a register with elements of these encodings, with a filler where bits do not matter.
    fn register<'a, B: Copy + 'a>(self, encodings: impl Iterator<Item = &'a Vec<B>>, filler: B) -> Vec<Vec<B>> {
        let mut bits = Vec::new();
        for (place, encoding) in encodings.enumerate() {
            bits.resize(place * self.width + self.lowest, filler);
            bits.extend(encoding);
            bits.resize((place + 1) * self.width, filler);
        }
        let in_part = OPERAND_BITS / self.width * self.width;
        bits.chunks(in_part).map(<[B]>::to_vec).collect()
    }
}

#[derive(Clone, Copy, Debug)]
enum DotArithmetic {
    TensorCore(DotBlock),
    Exact(ExactDot),
    Bulk(BulkDot),
}

impl Dot {
    /// Returns the dot product of an instruction, if it is one.
    pub fn from_instruction(instruction: Instruction) -> Option<Dot> {
        let products = instruction.operation().products()? as usize;
        let formats = DotFormats::from_instruction(instruction);
        let elements = formats.elements.map(DotElement::new);
        let (factors, result) = (elements.map(|element| element.format), Format::from(formats.result));
        let arithmetic = match instruction.tensor_core() {
            Some(generation) => DotArithmetic::TensorCore(match instruction.ty().scale_format() {
                Some(scale) => scaled_block(factors, result, DotScaling::new(scale, products)),
                None => select_block(generation, factors, result),
            }),
            None if instruction.is_bulk() => DotArithmetic::Bulk(BulkDot::new(factors, result, products)),
            None => DotArithmetic::Exact(ExactDot::new(factors, result, products, instruction.rounding())),
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

    /// Returns the block that a tensor core repeats; None for any other dot product.
    pub fn block(self) -> Option<DotBlock> {
        match self.arithmetic {
            DotArithmetic::TensorCore(block) => Some(block),
            DotArithmetic::Exact(_) | DotArithmetic::Bulk(_) => None,
        }
    }

    /// Returns the sum that rounds once; None for any other dot product.
    pub fn exact(self) -> Option<ExactDot> {
        match self.arithmetic {
            DotArithmetic::Exact(exact) => Some(exact),
            DotArithmetic::TensorCore(_) | DotArithmetic::Bulk(_) => None,
        }
    }

    /// Returns the bulk-normalised sum; None for any other dot product.
    pub fn bulk(self) -> Option<BulkDot> {
        match self.arithmetic {
            DotArithmetic::Bulk(bulk) => Some(bulk),
            DotArithmetic::TensorCore(_) | DotArithmetic::Exact(_) => None,
        }
    }

    /// Returns the formats of the elements of a and of b.
    pub fn element_formats(self) -> [Format; 2] {
        self.elements.map(|element| element.format)
    }

    /// Returns the widths of the operands in the order of the signature: the parts of a, those of b, c,
    /// and the scales of a and of b if there are any.
    pub fn operand_widths(self) -> Vec<usize> {
        let [a, b] = self.elements.map(|element| element.part_widths(self.products));
        let scales = match self.scaling() {
            Some(scaling) => vec![SCALE_BITS * scaling.count(self.products); 2],
            None => Vec::new(),
        };
        [a, b, vec![self.result.width()], scales].concat()
    }

    fn scaling(self) -> Option<DotScaling> {
        self.block().and_then(DotBlock::scaling)
    }

    /// Returns the operands element by element.
    ///
    /// # Panics
    ///
    /// Panics if an operand has another width than that of [`Dot::operand_widths`].
    pub fn elements<B: Copy>(self, operands: &[Vec<B>]) -> DotOperands<B> {
        let widths: Vec<usize> = operands.iter().map(Vec::len).collect();
        assert_eq!(widths, self.operand_widths(), "operands of a dot product");
        let [a_parts, b_parts] = self.elements.map(|element| element.part_widths(self.products).len());
        let (a, rest) = operands.split_at(a_parts);
        let (b, rest) = rest.split_at(b_parts);
        let (c, scales) = rest.split_first().expect("a dot product has a c");
        let [of_a, of_b] = self.elements;
        let pairs = of_a.encodings(a).into_iter().zip(of_b.encodings(b));
        let scales = match scales {
            [a, b] => a.chunks(SCALE_BITS).zip(b.chunks(SCALE_BITS)),
            _ => [].chunks(SCALE_BITS).zip([].chunks(SCALE_BITS)),
        };
        DotOperands {
            factors: pairs.map(|(a, b)| [a, b]).collect(),
            c: c.clone(),
            scales: scales.map(|(a, b)| [a.to_vec(), b.to_vec()]).collect(),
        }
    }

    /// Returns the registers of a and b with these factors, element 0 first, and a filler where bits do not matter.
    pub fn registers<B: Copy>(self, factors: &[[Vec<B>; 2]], filler: B) -> Vec<Vec<B>> {
        let register = |place: usize| self.elements[place].register(factors.iter().map(|pair| &pair[place]), filler);
        [register(0), register(1)].concat()
    }

    /// Returns the result for all operands.
    ///
    /// # Panics
    ///
    /// Panics if an operand has another width than that of [`Dot::operand_widths`].
    pub fn specify<L: Logic>(self, logic: &mut L, operands: &[Vec<L::Bit>]) -> Vec<L::Bit> {
        let operands = self.elements(operands);
        match self.arithmetic {
            DotArithmetic::TensorCore(block) => block.chain(logic, &operands),
            DotArithmetic::Exact(exact) => exact.result(logic, &operands.factors, &operands.c),
            DotArithmetic::Bulk(bulk) => bulk.result(logic, &operands.factors, &operands.c),
        }
    }
}

/// Returns the block of a generation of tensor cores.
fn select_block(generation: Modifier, elements: [Format; 2], result: Format) -> DotBlock {
    let (products, places) = match (elements[0].width(), generation) {
        (19, Modifier::Ampere | Modifier::Ada) => (4, 24),
        (19, Modifier::Hopper | Modifier::Blackwell) => (8, 25),
        (16, Modifier::Volta) => (4, 23),
        (16, Modifier::Turing) => (8, 24),
        (16, Modifier::Ampere) => (8, 24),
        (16, Modifier::Ada) => (8, 24),
        (16, Modifier::Hopper) => (16, 25),
        (16, Modifier::Blackwell) => (16, 25),
        (8, Modifier::Ada) => (16, 13),
        (8, Modifier::Hopper) => (32, 13),
        (8 | 6 | 4, Modifier::Blackwell) => (32, 25),
        (width, other) => panic!("{} has no elements of {width} bits", other.name()),
    };
    DotBlock::new(elements, result, products, places)
}

/// Returns the block of Blackwell whose products have scales.
fn scaled_block(elements: [Format; 2], result: Format, scaling: DotScaling) -> DotBlock {
    let (products, places) = match scaling.group() {
        1 => (32, 25),
        _ => (64, 35),
    };
    DotBlock::new(elements, result, products, places).with_scales(scaling)
}
