//! Dot products of any length: d = c + Σ aᵢ · bᵢ, as tensor cores compute them or rounded once.

use std::ops::Range;

use halfpipe_isa::{DotFormats, FloatFormat, Instruction, Rounding, TensorBlock};

use crate::exact_sum::ExactSum;
use crate::format::Format;
use crate::number::Number;
use crate::round::encode;

/// Exponents of elements that have none: of zeros, far below those of numbers, and of infinities and NaNs, far above.
const ZERO: i32 = -4096;
const NEGATIVE_ZERO: i32 = -8192;
const SPECIAL: i32 = 1 << 20;

/// The exponent from which a product is no finite number.
const LEAST_SPECIAL: i32 = SPECIAL / 2;

/// Decoded elements.
#[derive(Clone, Debug, Default)]
pub struct DotTerms {
    /// The signed significands. An infinity has ±1 and a NaN 0.
    significands: Vec<i32>,
    /// The exponents of the significands' leading places. A subnormal number has the least one of its format.
    exponents: Vec<i32>,
}

impl DotTerms {
    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.significands.len()
    }

    /// True without elements.
    pub fn is_empty(&self) -> bool {
        self.significands.is_empty()
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        self.significands.clear();
        self.exponents.clear();
    }

    fn slice(&self, range: Range<usize>) -> (&[i32], &[i32]) {
        (&self.significands[range.clone()], &self.exponents[range])
    }
}

/// The rule by which products are added.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Blocks of so many products. DotTerms are cut off behind so many places below the largest one.
    Blocks { products: usize, places: u32 },
    /// One rounding of the exact sum.
    Exact(Rounding),
}

/// A factor of the products.
#[derive(Clone, Copy, Debug)]
pub enum DotOperand {
    /// The elements of a.
    A = 0,
    /// The elements of b.
    B = 1,
}

/// A unit for dot products.
#[derive(Clone, Copy, Debug)]
pub struct DotUnit {
    /// The formats of the elements of a and of b.
    operands: [Format; 2],
    result: Format,
    /// The widths of an element of a and of b in a register, in bits.
    element_bits: [u32; 2],
    /// The number of elements of a register.
    elements: usize,
    rule: Rule,
    /// The least exponent to which terms are aligned.
    least_anchor: i32,
}

impl DotUnit {
    /// Returns the unit of a dot product; None for any other instruction, and for one with scales or of RISC-V.
    pub fn new(instruction: Instruction) -> Option<DotUnit> {
        if instruction.is_bulk() {
            return None;
        }
        let elements = instruction.operation().products()? as usize;
        if instruction.ty().scale_format().is_some() {
            return None;
        }
        let formats = DotFormats::from_instruction(instruction);
        let rule = match instruction.tensor_core() {
            None => Rule::Exact(instruction.rounding()),
            Some(generation) => {
                let TensorBlock { products, places } = TensorBlock::new(generation, formats);
                Rule::Blocks {
                    products: products as usize,
                    places,
                }
            }
        };
        let result = Format::new(formats.result);
        let least_anchor = match rule {
            Rule::Blocks { products, .. } => result.min_exponent - (3 + products.ilog2() as i32),
            Rule::Exact(_) => 0,
        };
        Some(DotUnit {
            operands: formats.elements.map(Format::new),
            result,
            element_bits: formats.elements.map(FloatFormat::register_bits),
            elements,
            rule,
            least_anchor,
        })
    }

    /// Returns the number of products that the unit adds at once. A dot product of another length continues with the
    /// result of the block before. None if it adds all of them exactly.
    pub fn block(&self) -> Option<usize> {
        match self.rule {
            Rule::Blocks { products, .. } => Some(products),
            Rule::Exact(_) => None,
        }
    }

    /// Decodes encodings of elements of a or b, behind those that are there.
    #[inline]
    pub fn decode<T: Copy + Into<u32>>(&self, operand: DotOperand, encodings: &[T], terms: &mut DotTerms) {
        // With constant formats the compiler finds vector instructions.
        const HALF: Format = Format::new(FloatFormat::F16);
        const BFLOAT: Format = Format::new(FloatFormat::BF16);
        let format = &self.operands[operand as usize];
        match (format.fraction_bits, format.bias) {
            (10, 15) => decode_all(&HALF, encodings, terms),
            (7, 127) => decode_all(&BFLOAT, encodings, terms),
            _ => decode_all(format, encodings, terms),
        }
    }

    /// Returns the result of the packed registers at an index: a word for each 64 bits of a and b, then c.
    pub(crate) fn registers(&self, operands: &[&[u64]], index: usize) -> u64 {
        let mut operands = operands.iter();
        let mut unpack = |operand: DotOperand| {
            let bits = self.element_bits[operand as usize];
            let in_word = (u64::BITS / bits) as usize;
            let words: Vec<u64> = (0..self.elements.div_ceil(in_word))
                .map(|_| operands.next().expect("a word for each 64 bits")[index])
                .collect();
            let element = |place: usize| (words[place / in_word] >> (place % in_word * bits as usize)) as u32;
            let mut terms = DotTerms::default();
            self.decode(
                operand,
                &(0..self.elements).map(element).collect::<Vec<u32>>(),
                &mut terms,
            );
            terms
        };
        let (a, b) = (unpack(DotOperand::A), unpack(DotOperand::B));
        let c = operands.next().expect("c is the last operand")[index];
        let all = 0..self.elements;
        self.dot(&a, all.clone(), &b, all, c as u32).into()
    }

    /// Returns the encoding of c plus the products of the elements in both ranges, which have one length.
    #[inline]
    pub fn dot(&self, a: &DotTerms, a_range: Range<usize>, b: &DotTerms, b_range: Range<usize>, c: u32) -> u32 {
        let (a, b) = (a.slice(a_range), b.slice(b_range));
        match self.rule {
            Rule::Exact(rounding) => self.exact(a, b, c, rounding),
            Rule::Blocks { products: 4, places } => self.add_blocks::<4>(a, b, c, places),
            Rule::Blocks { products: 8, places } => self.add_blocks::<8>(a, b, c, places),
            Rule::Blocks { products: 16, places } => self.add_blocks::<16>(a, b, c, places),
            Rule::Blocks { places, .. } => self.add_blocks::<32>(a, b, c, places),
        }
    }

    /// Adds blocks of N products in order. Products that the last block lacks are zeros.
    #[inline(always)]
    fn add_blocks<const N: usize>(&self, a: (&[i32], &[i32]), b: (&[i32], &[i32]), c: u32, places: u32) -> u32 {
        let (a, a_rest) = split::<N>(a);
        let (b, b_rest) = split::<N>(b);
        let blocks = a.0.iter().zip(a.1).zip(b.0.iter().zip(b.1));
        let sum = blocks.fold(c, |sum, (x, y)| self.add_block(x, y, sum, places));
        if a_rest.0.is_empty() {
            return sum;
        }
        let [x, y] = [a_rest, b_rest].map(|(significands, exponents)| {
            let mut padded = ([0; N], [ZERO; N]);
            padded.0[..significands.len()].copy_from_slice(significands);
            padded.1[..exponents.len()].copy_from_slice(exponents);
            padded
        });
        self.add_block((&x.0, &x.1), (&y.0, &y.1), sum, places)
    }

    fn exact(&self, a: (&[i32], &[i32]), b: (&[i32], &[i32]), c: u32, rounding: Rounding) -> u32 {
        let mut sum = ExactSum::new();
        for place in 0..a.0.len() {
            let x = number(&self.operands[0], a.0[place], a.1[place]);
            let y = number(&self.operands[1], b.0[place], b.1[place]);
            sum.add(crate::arithmetic::multiply(x, y));
        }
        sum.add(self.result.decode(c));
        encode(&self.result, sum.value(rounding), rounding)
    }

    /// Returns c plus the products of one block.
    #[inline(always)]
    fn add_block<const N: usize>(&self, a: Block<N>, b: Block<N>, c: u32, places: u32) -> u32 {
        let (c_significand, c_exponent) = decode(&self.result, c);
        let exponents: [i32; N] = std::array::from_fn(|place| a.1[place] + b.1[place]);
        let largest = exponents
            .iter()
            .fold(c_exponent, |largest, exponent| largest.max(*exponent));
        if largest >= LEAST_SPECIAL {
            return self.special(a, b, c);
        }
        let anchor = largest.max(self.least_anchor);
        let aligned = |significand: i64, shift: i32| {
            let sign = significand >> 63;
            let magnitude = ((significand ^ sign) - sign) as u64;
            let cut = (magnitude << places >> shift.min(63)) as i64;
            (cut ^ sign) - sign
        };
        let fractions = (self.operands[0].fraction_bits + self.operands[1].fraction_bits) as i32;
        let mut sum = aligned(
            c_significand.into(),
            anchor - c_exponent + self.result.fraction_bits as i32,
        );
        for ((x, y), exponent) in a.0.iter().zip(b.0).zip(exponents) {
            sum += aligned((x * y).into(), anchor - exponent + fractions);
        }
        self.encode_sum(sum, anchor - places as i32, places)
    }

    /// Returns the encoding of a sum of so many units of 2^unit. A zero is +0, whatever was rounded to it.
    #[inline(always)]
    fn encode_sum(&self, sum: i64, unit: i32, places: u32) -> u32 {
        let format = &self.result;
        let magnitude = sum.unsigned_abs();
        if magnitude == 0 {
            return 0;
        }
        let is_negative = sum < 0;
        let encoding = if format.fraction_bits == FloatFormat::F32.fraction_bits {
            // Toward zero; but a number that is too large becomes infinite.
            let leading = unit + (63 - magnitude.leading_zeros()) as i32;
            let exponent = leading.max(format.min_exponent);
            let missing = format.fraction_bits.saturating_sub(places);
            let cut = exponent - format.fraction_bits as i32 + missing as i32 - unit;
            let digits = if cut >= 0 {
                magnitude >> cut.min(63)
            } else {
                magnitude << -cut
            };
            let fields = ((exponent + format.bias - 1) << format.fraction_bits) as u32;
            if leading > format.bias {
                format.signed(is_negative, format.overflow)
            } else {
                format.signed(is_negative, fields + ((digits as u32) << missing))
            }
        } else {
            encode(
                format,
                Number::from_digits(is_negative, magnitude, unit),
                Rounding::NearestEven,
            )
        };
        if encoding & format.magnitude_mask == 0 {
            0
        } else {
            encoding
        }
    }

    /// Returns a sum with an infinity or a NaN, which follows IEEE 754.
    #[cold]
    fn special<const N: usize>(&self, a: Block<N>, b: Block<N>, c: u32) -> u32 {
        self.exact((a.0, a.1), (b.0, b.1), c, Rounding::NearestEven)
    }
}

/// Returns the value of a decoded element.
fn number(format: &Format, significand: i32, exponent: i32) -> Number {
    match (significand, exponent) {
        (0, SPECIAL) => Number::NAN,
        (_, SPECIAL) => Number::infinity(significand < 0),
        (0, _) => Number::zero(exponent == NEGATIVE_ZERO),
        _ => {
            let digits = u64::from(significand.unsigned_abs());
            Number::from_digits(significand < 0, digits, exponent - format.fraction_bits as i32)
        }
    }
}

/// The significands and exponents of a block.
type Block<'t, const N: usize> = (&'t [i32; N], &'t [i32; N]);

/// Splits terms into blocks of N, and those that are left.
#[inline(always)]
#[allow(clippy::type_complexity)]
fn split<'t, const N: usize>(
    terms: (&'t [i32], &'t [i32]),
) -> ((&'t [[i32; N]], &'t [[i32; N]]), (&'t [i32], &'t [i32])) {
    let (significands, last_significands) = terms.0.as_chunks();
    let (exponents, last_exponents) = terms.1.as_chunks();
    ((significands, exponents), (last_significands, last_exponents))
}

/// Decodes encodings of elements of a format, behind those that are there.
#[inline(always)]
fn decode_all<T: Copy + Into<u32>>(format: &Format, encodings: &[T], terms: &mut DotTerms) {
    let start = terms.len();
    terms.significands.resize(start + encodings.len(), 0);
    terms.exponents.resize(start + encodings.len(), 0);
    // Two loops, each of which the compiler turns into vector instructions.
    for (significand, bits) in terms.significands[start..].iter_mut().zip(encodings) {
        *significand = decode(format, (*bits).into()).0;
    }
    for (exponent, bits) in terms.exponents[start..].iter_mut().zip(encodings) {
        *exponent = decode(format, (*bits).into()).1;
    }
}

/// Returns the signed significand of an encoding, and the exponent of its leading place.
#[inline(always)]
fn decode(format: &Format, bits: u32) -> (i32, i32) {
    let bits = bits >> format.ignored_bits;
    let magnitude = (bits & format.magnitude_mask) as i32;
    let is_negative = bits & format.sign_mask != 0;
    let field = magnitude >> format.fraction_bits;
    let fraction = magnitude & ((1 << format.fraction_bits) - 1);
    let hidden = i32::from(field > 0) << format.fraction_bits;
    let is_special = magnitude > format.largest as i32;
    let is_infinity = format.has_infinity && magnitude == format.overflow as i32;
    let significand = if is_special {
        i32::from(is_infinity)
    } else {
        hidden | fraction
    };
    let zero = if is_negative { NEGATIVE_ZERO } else { ZERO };
    let finite = if magnitude == 0 {
        zero
    } else {
        field + i32::from(field == 0) - format.bias
    };
    let exponent = if is_special { SPECIAL } else { finite };
    let sign = -i32::from(is_negative);
    ((significand ^ sign) - sign, exponent)
}
