//! What the classes of an instruction depend on.

use std::ops::RangeInclusive;

use halfpipe_isa::{Instruction, Modifier, Operation, Rounding};
use halfpipe_reference::Format;

use crate::stimulus::edges::one;
use crate::Operands;

/// What the classes of an instruction depend on. Everything is an fma here: an add is a · 1 + c and a sub a · 1 + (−c).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Of a and b.
    pub(super) factor: Format,
    /// Of c and of the result; in mixed precision it has room for every bit of a product.
    pub(super) result: Format,
    /// Whether a is multiplied by an operand b.
    pub(super) multiplies: bool,
    /// Whether c is subtracted.
    pub(super) subtracts: bool,
    pub(super) rounding: Rounding,
    /// `.ftz`
    pub(super) flushes: bool,
    /// `.oob`
    pub(super) out_of_bounds: bool,
    pub(super) clamp: Clamp,
}

/// What is done to a rounded result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clamp {
    /// Nothing.
    None,
    /// `.sat`
    Saturate,
    /// `.relu`
    Relu,
}

/// An instruction that has no such classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("only fma and mixed precision have classes of vectors, and {0} is neither")]
pub struct NoClasses(pub Instruction);

impl TryFrom<Instruction> for Rules {
    type Error = NoClasses;

    fn try_from(instruction: Instruction) -> Result<Rules, NoClasses> {
        let (operation, ty) = (instruction.operation(), instruction.ty());
        let is_mixed = operation.is_arithmetic() && ty.is_mixed();
        if operation != Operation::Fma && !is_mixed {
            return Err(NoClasses(instruction));
        }
        let clamp = match (instruction.has(Modifier::Sat), instruction.has(Modifier::Relu)) {
            (true, _) => Clamp::Saturate,
            (_, true) => Clamp::Relu,
            _ => Clamp::None,
        };
        Ok(Rules {
            factor: ty.element().into(),
            result: ty.result_element().into(),
            multiplies: operation == Operation::Fma,
            subtracts: operation == Operation::Sub,
            rounding: instruction.rounding(),
            flushes: instruction.has(Modifier::Ftz),
            out_of_bounds: instruction.has(Modifier::Oob),
            clamp,
        })
    }
}

/// Operands.
impl Rules {
    /// a, b and c of a · b + c.
    pub(super) fn operands(&self, vector: Operands) -> Operands {
        match self.multiplies {
            true => vector,
            false => [vector[0], one(self.factor), self.signed_addend(vector[1])],
        }
    }

    /// The vector that has these a, b and c.
    pub(super) fn vector(&self, [a, b, c]: Operands) -> Operands {
        match self.multiplies {
            true => [a, b, c],
            false => [a, self.signed_addend(c), 0],
        }
    }

    /// The addend that an operand c is, and the other way round.
    fn signed_addend(&self, c: u32) -> u32 {
        match self.subtracts {
            true => c ^ self.result.sign_mask(),
            false => c,
        }
    }
}

/// Widths and exponents.
impl Rules {
    /// How many bits the significand of a factor has.
    pub(super) fn factor_bits(&self) -> i32 {
        self.factor.fraction_bits() as i32 + 1
    }

    /// How many bits the significands of addend and result have.
    pub(super) fn result_bits(&self) -> i32 {
        self.result.fraction_bits() as i32 + 1
    }

    /// Whether every product is a number of the result's format, as far as its exponent goes.
    pub(super) fn is_product_exact(&self) -> bool {
        let product_bits = match self.multiplies {
            true => 2 * self.factor_bits(),
            false => self.factor_bits(),
        };
        product_bits <= self.result_bits()
    }

    /// The leading exponents of operands that count as numbers, from that of the last subnormal bit; from that of the
    /// smallest normal number where subnormal ones are flushed.
    fn leading(&self, format: Format) -> RangeInclusive<i32> {
        let smallest_normal = format.min_exponent() as i32;
        let lowest = match self.flushes {
            true => smallest_normal,
            false => smallest_normal - format.fraction_bits() as i32,
        };
        lowest..=format.max_exponent() as i32
    }

    /// The leading exponents of a and b.
    pub(super) fn factors(&self) -> RangeInclusive<i32> {
        self.leading(self.factor)
    }

    /// The leading exponents of addends.
    pub(super) fn addends(&self) -> RangeInclusive<i32> {
        self.leading(self.result)
    }

    /// The leading exponents of products.
    ///
    /// Powers of two have products with every exponent from twice the lowest to twice the highest. From a product of
    /// significands of 2 and more comes one exponent more at the top; at the bottom such a product needs factors of two
    /// bits at least, which a subnormal number has from the second place on.
    pub(super) fn products(&self, carries: Option<bool>) -> RangeInclusive<i32> {
        let (lowest, highest) = self.factors().into_inner();
        match carries {
            None => lowest..=highest,
            Some(false) => 2 * lowest..=2 * highest,
            Some(true) => {
                let lowest_of_two_bits = lowest + i32::from(!self.flushes);
                2 * lowest_of_two_bits + 1..=2 * highest + 1
            }
        }
    }

    /// Whether products carry: both ways, where there is a multiplication.
    pub(super) fn carries(&self) -> &'static [Option<bool>] {
        match self.multiplies {
            true => &[Some(false), Some(true)],
            false => &[None],
        }
    }

    /// The leading exponents of all products.
    pub(super) fn all_products(&self) -> RangeInclusive<i32> {
        let ranges = self.carries().iter().map(|carries| self.products(*carries));
        let widest = ranges.reduce(|all, range| *all.start().min(range.start())..=*all.end().max(range.end()));
        widest.expect("products carry or do not")
    }

    /// The exponents of the result's normal numbers.
    pub(super) fn normal_results(&self) -> RangeInclusive<i32> {
        self.result.min_exponent() as i32..=self.result.max_exponent() as i32
    }
}
