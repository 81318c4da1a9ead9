//! One lane of arithmetic or of a comparison.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, LaneFormats, Modifier, Operation, Rounding};

use crate::arithmetic::{add, divide, multiply, square_root};
use crate::finite::Finite;
use crate::format::Format;
use crate::number::{Class, Number};
use crate::round::{exception, round, stays_finite};

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
    flushes: bool,
    saturates: bool,
    clamps_negative: bool,
    stays_finite: bool,
    nan_wins: bool,
    multiplies_signs: bool,
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
            flushes: has(Modifier::Ftz),
            saturates: has(Modifier::Sat),
            clamps_negative: has(Modifier::Relu),
            stays_finite: has(Modifier::Satfinite),
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
    fn decode(&self, format: &Format, bits: u32) -> Number {
        let number = format.decode(bits);
        if self.flushes && number.class == Class::Finite && number.exponent < format.min_exponent {
            Number::zero(number.is_negative)
        } else {
            number
        }
    }

    /// Rounds, clamps and encodes a value. `invalid` are the exceptions of the operation itself.
    #[inline(always)]
    fn finish<const FLAGS: bool>(&self, value: Number, rounding: Rounding, invalid: u64) -> LaneResult {
        let format = &self.result;
        let (bits, flags) = match value.class {
            Class::Nan => (format.nan, 0),
            Class::Zero => (format.signed(value.is_negative, 0), 0),
            Class::Infinity => (self.infinity(value.is_negative), 0),
            Class::Finite => {
                let rounded = round::<FLAGS>(format, value, rounding);
                let bits = if self.flushes && value.exponent < format.min_exponent {
                    format.signed(value.is_negative, 0)
                } else if rounded.magnitude <= format.largest {
                    format.signed(value.is_negative, rounded.magnitude)
                } else if stays_finite(rounding, value.is_negative) {
                    format.signed(value.is_negative, format.largest)
                } else {
                    self.infinity(value.is_negative)
                };
                (bits, rounded.flags)
            }
        };
        LaneResult {
            bits: self.clamp(bits),
            flags: flags | invalid,
        }
    }

    /// Returns the encoding of an infinity, or of a result that is too large.
    #[inline(always)]
    fn infinity(&self, is_negative: bool) -> u32 {
        let format = &self.result;
        if self.stays_finite {
            format.signed(is_negative, format.largest)
        } else if format.has_infinity {
            format.signed(is_negative, format.overflow)
        } else {
            format.nan
        }
    }

    /// Applies `.sat` or `.relu` to an encoding.
    #[inline(always)]
    fn clamp(&self, bits: u32) -> u32 {
        let format = &self.result;
        if self.saturates {
            // Below the mask of the sign, only a NaN is above infinity.
            let one = (format.bias as u32) << format.fraction_bits;
            if bits & format.sign_mask != 0 || format.is_nan(bits) {
                0
            } else {
                bits.min(one)
            }
        } else if self.clamps_negative && bits & format.sign_mask != 0 {
            0
        } else {
            bits
        }
    }

    /// True if an element outside a tensor makes the result 0.
    #[inline(always)]
    fn is_out_of_bounds(&self, operands: [u32; 3]) -> bool {
        self.out_of_bounds.is_some_and(|magnitude| {
            let [a, b] = [operands[0], operands[1]].map(|bits| bits & self.operand.magnitude_mask);
            a == magnitude || b == magnitude
        })
    }

    /// Returns the exceptions of an operation that gives this value: invalid if an operand signals, or if a NaN comes from
    /// numbers.
    #[inline(always)]
    fn find_invalid<const FLAGS: bool>(&self, has_signal: bool, is_invalid: bool) -> u64 {
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
        Finite::decode(format, bits, self.flushes)
    }

    /// Clamps a result of the way without branches.
    #[inline(always)]
    fn plain(&self, bits: u32) -> LaneResult {
        LaneResult {
            bits: self.clamp(bits),
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
            return self.plain(first.plus(addend, &self.result, rounding, self.flushes));
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
            return self.plain(product.encode(&self.result, rounding, self.flushes));
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
            return self.plain(product.plus(addend, &self.result, rounding, self.flushes));
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

    /// Returns a with another sign: the opposite one, or plus.
    #[inline(always)]
    pub fn with_sign(&self, operands: [u32; 3], negates: bool) -> LaneResult {
        let number = self.decode(&self.operand, operands[0]);
        let value = if negates {
            number.negated()
        } else {
            Number {
                is_negative: false,
                ..number
            }
        };
        self.finish::<false>(value, Rounding::NearestEven, 0)
    }

    /// Returns an encoding as an integer of the same order, with a subnormal number flushed if that is wanted. A NaN has
    /// no order.
    #[inline(always)]
    fn order_key(&self, bits: u32) -> Option<i64> {
        let format = &self.operand;
        if format.is_nan(bits) {
            return None;
        }
        let is_flushed = self.flushes && format.is_below_normal(bits);
        let magnitude = if is_flushed {
            0
        } else {
            i64::from(bits & format.magnitude_mask)
        };
        Some(if bits & format.sign_mask == 0 {
            magnitude
        } else {
            -1 - magnitude
        })
    }

    /// Returns the lesser or the greater of a and b. The lesser zero is the negative one.
    #[inline(always)]
    pub fn extremum<const FLAGS: bool>(&self, operands: [u32; 3], takes_greater: bool) -> LaneResult {
        let format = &self.operand;
        let [a, b] = if self.multiplies_signs {
            [operands[0], operands[1]].map(|bits| bits & format.magnitude_mask)
        } else {
            [operands[0], operands[1]]
        };
        let (chosen, is_nan) = match (self.order_key(a), self.order_key(b)) {
            (Some(x), Some(y)) => (if (x < y) == takes_greater { b } else { a }, false),
            (None, Some(_)) => (b, self.nan_wins),
            (Some(_), None) => (a, self.nan_wins),
            (None, None) => (a, true),
        };
        let has_signal = FLAGS && (format.signals(operands[0]) || format.signals(operands[1]));
        let mut value = if is_nan {
            Number::NAN
        } else {
            self.decode(format, chosen)
        };
        if self.multiplies_signs {
            value.is_negative = (operands[0] ^ operands[1]) & format.sign_mask != 0;
        }
        let invalid = self.find_invalid::<FLAGS>(has_signal, false);
        let result = self.finish::<false>(value, Rounding::NearestEven, invalid);
        if self.is_out_of_bounds(operands) {
            LaneResult { bits: 0, ..result }
        } else {
            result
        }
    }

    /// Returns the answer of a relation between a and b, 1 for true. −0 equals +0.
    #[inline(always)]
    pub fn compare<const FLAGS: bool>(&self, operands: [u32; 3], relation: Relation) -> LaneResult {
        let [a, b] = [operands[0], operands[1]];
        let [x, y] = [a, b].map(|bits| self.order_key(bits).map(|key| if key == -1 { 0 } else { key }));
        let answer = match (x, y) {
            (Some(x), Some(y)) => {
                let order = 1 << (x.cmp(&y) as i8 + 1);
                relation.orders & order != 0
            }
            _ => relation.holds_for_nan,
        };
        let has_nan = x.is_none() || y.is_none();
        let has_signal = FLAGS && (self.operand.signals(a) || self.operand.signals(b));
        LaneResult {
            bits: answer.into(),
            flags: self.find_invalid::<FLAGS>(has_signal, relation.signals && has_nan),
        }
    }

    /// Returns a with a sign that both signs give. All other bits of a stay.
    #[inline(always)]
    pub fn inject_sign(&self, operands: [u32; 3], choose: impl Fn(u32, u32) -> u32) -> LaneResult {
        let format = &self.operand;
        let sign = choose(operands[0], operands[1]) & format.sign_mask;
        LaneResult {
            bits: operands[0] & format.magnitude_mask | sign,
            flags: 0,
        }
    }

    /// Returns the class of a as one bit of ten, in RISC-V's order.
    #[inline(always)]
    pub fn class(&self, operands: [u32; 3]) -> LaneResult {
        let [bits, ..] = operands;
        let format = &self.operand;
        let place = if format.is_nan(bits) {
            9 - u32::from(format.signals(bits))
        } else {
            // The places of the positive classes mirror those of the negative ones.
            let magnitude = bits & format.magnitude_mask;
            let place = match magnitude {
                0 => 4,
                _ if format.is_below_normal(bits) => 5,
                _ if magnitude <= format.largest => 6,
                _ => 7,
            };
            if bits & format.sign_mask == 0 {
                place
            } else {
                7 - place
            }
        };
        LaneResult {
            bits: 1 << place,
            flags: 0,
        }
    }

    /// Returns the bits of a. In an integer register, the bits above them repeat the sign.
    #[inline(always)]
    pub fn moved(&self, operands: [u32; 3], to_register: bool) -> LaneResult {
        let format = &self.operand;
        let bits = operands[0] & (format.sign_mask | format.magnitude_mask);
        let is_extended = to_register && bits & format.sign_mask != 0;
        LaneResult {
            bits: if is_extended {
                bits | !format.magnitude_mask
            } else {
                bits
            },
            flags: 0,
        }
    }
}

/// A relation of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Relation {
    /// A bit for each order for which it holds: below, equal, above.
    orders: u8,
    /// True if it holds where an operand is NaN.
    holds_for_nan: bool,
    /// True if any NaN is invalid.
    signals: bool,
}

const BELOW: u8 = 1;
const EQUAL: u8 = 2;
const ABOVE: u8 = 4;

impl Relation {
    /// Returns the relation of a comparison of PTX or RISC-V.
    ///
    /// # Panics
    ///
    /// Panics if the instruction compares nothing.
    pub fn new(instruction: Instruction) -> Relation {
        let (orders, holds_for_nan) = match (instruction.cmp_op(), instruction.operation()) {
            (Some(Modifier::Eq), _) | (None, Operation::Feq) => (EQUAL, false),
            (Some(Modifier::Ne), _) => (BELOW | ABOVE, false),
            (Some(Modifier::Lt), _) | (None, Operation::Flt | Operation::Fltq) => (BELOW, false),
            (Some(Modifier::Le), _) | (None, Operation::Fle | Operation::Fleq) => (BELOW | EQUAL, false),
            (Some(Modifier::Gt), _) => (ABOVE, false),
            (Some(Modifier::Ge), _) => (EQUAL | ABOVE, false),
            (Some(Modifier::Num), _) => (BELOW | EQUAL | ABOVE, false),
            (Some(Modifier::Equ), _) => (EQUAL, true),
            (Some(Modifier::Neu), _) => (BELOW | ABOVE, true),
            (Some(Modifier::Ltu), _) => (BELOW, true),
            (Some(Modifier::Leu), _) => (BELOW | EQUAL, true),
            (Some(Modifier::Gtu), _) => (ABOVE, true),
            (Some(Modifier::Geu), _) => (EQUAL | ABOVE, true),
            (Some(Modifier::AnyNan), _) => (0, true),
            _ => panic!("{instruction} is no comparison"),
        };
        let of_order = [Modifier::Lt, Modifier::Le, Modifier::Gt, Modifier::Ge].map(Some);
        Relation {
            orders,
            holds_for_nan,
            signals: of_order.contains(&instruction.cmp_op())
                || matches!(instruction.operation(), Operation::Flt | Operation::Fle),
        }
    }
}

/// Returns the encoding of true in a lane of a comparison's result.
pub fn truth(element_type: ElementType) -> u32 {
    match element_type {
        ElementType::Number(format) => FloatFormat::one(format),
        ElementType::Predicate => 1,
        other => u32::MAX >> (u32::BITS - other.bits()),
    }
}
