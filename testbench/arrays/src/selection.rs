//! Results that select bits: comparisons, minimum and maximum, signs, classes and moves.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Operation, Rounding};

use crate::lane::{Lane, LaneResult};
use crate::number::Number;

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

impl Lane {
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
        let is_flushed = self.modifiers.flushes && format.is_below_normal(bits);
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

/// Returns the encoding of true in a lane of a comparison's result.
pub fn truth(element_type: ElementType) -> u32 {
    match element_type {
        ElementType::Number(format) => FloatFormat::one(format),
        ElementType::Predicate => 1,
        other => u32::MAX >> (u32::BITS - other.bits()),
    }
}
