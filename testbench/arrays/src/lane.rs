//! One lane of arithmetic or of a comparison.

use halfpipe_isa::{Instruction, LaneFormats, Modifier, Operation, Rounding};

use crate::arithmetic::{add, divide, multiply, square_root};
use crate::finite::Finite;
use crate::format::Format;
use crate::modifiers::Modifiers;
use crate::number::{Class, Number};
use crate::round::exception;

/// The result of a lane: its encoding or answer, and the exceptions.
#[derive(Clone, Copy, Debug)]
pub struct LaneResult {
    /// The bits of the result.
    pub bits: u32,
    /// The exceptions.
    pub flags: u64,
}

/// The formats and modifiers of a lane.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// The format of a and b.
    pub operand: Format,
    /// The format of the last term of a sum.
    pub addend: Format,
    /// The format of the result.
    pub result: Format,
    /// The magnitude of the NaN of elements outside a tensor, if it makes the result 0.
    out_of_bounds: Option<u32>,
    pub(crate) modifiers: Modifiers,
    pub(crate) nan_wins: bool,
    pub(crate) multiplies_signs: bool,
    /// True if finite numbers have a way without branches: the result has infinities, and nothing replaces them.
    has_infinities: bool,
}

impl Lane {
    /// Returns the lane of an instruction.
    pub fn new(instruction: Instruction) -> Lane {
        let formats = LaneFormats::from(instruction.ty());
        let has = |modifier| instruction.has(modifier);
        let is_own = matches!(instruction.operation(), Operation::Fminm | Operation::Fmaxm);
        Lane {
            operand: Format::new(formats.operand),
            addend: Format::new(formats.result),
            result: Format::new(formats.result),
            out_of_bounds: has(Modifier::Oob).then(|| formats.operand.out_of_bounds_nan()),
            modifiers: Modifiers::new(instruction),
            nan_wins: is_own || has(Modifier::Nan),
            multiplies_signs: has(Modifier::XorsignAbs),
            has_infinities: formats.result.has_infinity() && !has(Modifier::Satfinite),
        }
    }

    /// Returns the same lane, whose formats are all this one, with their constants known to the compiler.
    #[inline(always)]
    pub fn with_formats(&self, format: Format) -> Lane {
        Lane {
            operand: format,
            addend: format,
            result: format,
            ..*self
        }
    }

    /// Returns the value of an encoding, flushed if that is wanted.
    #[inline(always)]
    pub(crate) fn decode(&self, format: &Format, bits: u32) -> Number {
        let number = format.decode(bits);
        if self.modifiers.flushes && number.class == Class::Finite && number.exponent < format.min_exponent {
            Number::zero(number.is_negative)
        } else {
            number
        }
    }

    /// Rounds, clamps and encodes a value. `invalid` are the exceptions of the operation itself.
    #[inline(always)]
    pub(crate) fn finish<const FLAGS: bool>(&self, value: Number, rounding: Rounding, invalid: u64) -> LaneResult {
        let (bits, flags) = self.modifiers.encode::<FLAGS>(&self.result, value, rounding);
        LaneResult {
            bits: self.modifiers.clamp(&self.result, bits),
            flags: flags | invalid,
        }
    }

    /// True if an element outside a tensor makes the result 0.
    #[inline(always)]
    pub(crate) fn is_out_of_bounds(&self, operands: [u32; 3]) -> bool {
        self.out_of_bounds.is_some_and(|magnitude| {
            let [a, b] = [operands[0], operands[1]].map(|bits| bits & self.operand.magnitude_mask);
            a == magnitude || b == magnitude
        })
    }

    /// Returns the exceptions of an operation that gives this value: invalid if an operand signals, or if a NaN comes from
    /// numbers.
    #[inline(always)]
    pub(crate) fn find_invalid<const FLAGS: bool>(&self, has_signal: bool, is_invalid: bool) -> u64 {
        if FLAGS && (has_signal || is_invalid) {
            exception::INVALID
        } else {
            0
        }
    }

    /// True if the way without branches applies: no flags are wanted, and both encodings are finite.
    #[inline(always)]
    fn is_plain<const FLAGS: bool>(&self, formats: [&Format; 3], operands: [u32; 3]) -> bool {
        let is_finite = |place: usize| formats[place].is_finite(operands[place]);
        !FLAGS && self.has_infinities && is_finite(0) & is_finite(1) & is_finite(2)
    }

    /// Returns a finite operand.
    #[inline(always)]
    fn finite(&self, format: &Format, bits: u32) -> Finite {
        Finite::decode(format, bits, self.modifiers.flushes)
    }

    /// Clamps a result of the way without branches.
    #[inline(always)]
    fn plain(&self, bits: u32) -> LaneResult {
        LaneResult {
            bits: self.modifiers.clamp(&self.result, bits),
            flags: 0,
        }
    }

    /// Returns a sum of a and an addend, which is in the result's format if that is another one.
    #[inline(always)]
    pub fn sum<const FLAGS: bool>(&self, operands: [u32; 3], negates: bool, rounding: Rounding) -> LaneResult {
        let [a, c, _] = operands;
        if self.is_plain::<FLAGS>([&self.operand, &self.addend, &self.operand], [a, c, a]) {
            let addend = self.finite(&self.addend, c).negated_if(negates);
            let first = self.finite(&self.operand, a);
            return self.plain(first.plus(addend, &self.result, rounding, self.modifiers.flushes));
        }
        let first = self.decode(&self.operand, a);
        let addend = self.decode(&self.addend, c);
        let addend = if negates { addend.negated() } else { addend };
        let sum = add(first, addend, rounding);
        let has_signal = FLAGS && (self.operand.signals(a) || self.addend.signals(c));
        let is_new_nan = sum.is_nan() && !first.is_nan() && !addend.is_nan();
        let invalid = self.find_invalid::<FLAGS>(has_signal, is_new_nan);
        self.finish_in_bounds::<FLAGS>(operands, sum, rounding, invalid)
    }

    /// Returns the product of a and b.
    #[inline(always)]
    pub fn product<const FLAGS: bool>(&self, operands: [u32; 3], rounding: Rounding) -> LaneResult {
        let [a, b, _] = operands;
        if self.is_plain::<FLAGS>([&self.operand; 3], [a, b, a]) {
            let product = self.finite(&self.operand, a).times(self.finite(&self.operand, b));
            return self.plain(product.encode(&self.result, rounding, self.modifiers.flushes));
        }
        let [first, second] = [a, b].map(|bits| self.decode(&self.operand, bits));
        let product = multiply(first, second);
        let has_signal = FLAGS && (self.operand.signals(a) || self.operand.signals(b));
        let is_new_nan = product.is_nan() && !first.is_nan() && !second.is_nan();
        let invalid = self.find_invalid::<FLAGS>(has_signal, is_new_nan);
        self.finish_in_bounds::<FLAGS>(operands, product, rounding, invalid)
    }

    /// Returns ± a · b ± c. `negates` says if the product and if c change their sign.
    #[inline(always)]
    pub fn fma<const FLAGS: bool>(&self, operands: [u32; 3], negates: [bool; 2], rounding: Rounding) -> LaneResult {
        let [a, b, c] = operands;
        if self.is_plain::<FLAGS>([&self.operand, &self.operand, &self.addend], operands) {
            let product = self.finite(&self.operand, a).times(self.finite(&self.operand, b));
            let addend = self.finite(&self.addend, c).negated_if(negates[1]);
            let product = product.negated_if(negates[0]);
            return self.plain(product.plus(addend, &self.result, rounding, self.modifiers.flushes));
        }
        let [first, second] = [a, b].map(|bits| self.decode(&self.operand, bits));
        let addend = self.decode(&self.addend, c);
        let first = if negates[0] { first.negated() } else { first };
        let addend = if negates[1] { addend.negated() } else { addend };
        let product = multiply(first, second);
        let sum = add(product, addend, rounding);
        let has_signal = FLAGS && (self.operand.signals(a) || self.operand.signals(b) || self.addend.signals(c));
        // Infinity times zero is invalid for any addend.
        let is_new_product = product.is_nan() && !first.is_nan() && !second.is_nan();
        let is_new_sum = sum.is_nan() && !product.is_nan() && !addend.is_nan();
        let invalid = self.find_invalid::<FLAGS>(has_signal, is_new_product || is_new_sum);
        self.finish_in_bounds::<FLAGS>(operands, sum, rounding, invalid)
    }

    #[inline(always)]
    fn finish_in_bounds<const FLAGS: bool>(
        &self,
        operands: [u32; 3],
        value: Number,
        rounding: Rounding,
        invalid: u64,
    ) -> LaneResult {
        let finished = self.finish::<FLAGS>(value, rounding, invalid);
        let bits = if self.is_out_of_bounds(operands) {
            0
        } else {
            finished.bits
        };
        LaneResult { bits, ..finished }
    }

    /// Returns a / b, or 1 / a for the reciprocal.
    #[inline(always)]
    pub fn quotient<const FLAGS: bool>(
        &self,
        operands: [u32; 3],
        is_reciprocal: bool,
        rounding: Rounding,
    ) -> LaneResult {
        let [a, b] = [operands[0], operands[1]].map(|bits| self.decode(&self.operand, bits));
        let (dividend, divisor) = if is_reciprocal { (Number::ONE, a) } else { (a, b) };
        let quotient = divide(dividend, divisor);
        let mut flags = 0;
        if FLAGS {
            let has_signal = self.operand.signals(operands[0]) || !is_reciprocal && self.operand.signals(operands[1]);
            let is_new_nan = quotient.is_nan() && !dividend.is_nan() && !divisor.is_nan();
            flags = self.find_invalid::<FLAGS>(has_signal, is_new_nan);
            if dividend.class == Class::Finite && divisor.class == Class::Zero {
                flags |= exception::DIVIDE_BY_ZERO;
            }
        }
        self.finish::<FLAGS>(quotient, rounding, flags)
    }

    /// Returns the square root of a.
    #[inline(always)]
    pub fn root<const FLAGS: bool>(&self, operands: [u32; 3], rounding: Rounding) -> LaneResult {
        let number = self.decode(&self.operand, operands[0]);
        let root = square_root(number);
        let is_new_nan = root.is_nan() && !number.is_nan();
        let has_signal = FLAGS && self.operand.signals(operands[0]);
        let invalid = self.find_invalid::<FLAGS>(has_signal, is_new_nan);
        self.finish::<FLAGS>(root, rounding, invalid)
    }
}
