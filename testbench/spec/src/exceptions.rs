//! IEEE 754 exceptions of an instruction, derived from the same exact numbers as its results.
//!
//! The flags are a word of five bits, the lowest first: inexact, underflow, overflow, division by zero, invalid.

use halfpipe_isa::{Instruction, Modifier, Operation, Rounding};

use crate::exact::Exact;
use crate::format::{Format, Unpacked};
use crate::lane::is_enumerated;
use crate::logic::Logic;
use crate::root::root;
use crate::round::{leading_place, shifted};
use crate::terms::{
    divides, multiplies, negate_terms, place, product_of_formats, quotient_of_formats, Case, GivenProduct,
};
use crate::words::Arithmetic;

/// The flags of one lane of arithmetic, or of all lanes of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Exceptions {
    instruction: Instruction,
    operand: Format,
    result: Format,
}

/// The exceptions that rounding raises.
pub(crate) struct Raised<B> {
    pub inexact: B,
    pub underflow: B,
    pub overflow: B,
}

impl<B: Copy> Raised<B> {
    /// Returns no exceptions.
    pub fn none<L: Logic<Bit = B>>(logic: &L) -> Raised<B> {
        let none = logic.constant(false);
        Raised {
            inexact: none,
            underflow: none,
            overflow: none,
        }
    }

    /// Returns the flags as a word, together with an invalid operation.
    pub fn word<L: Logic<Bit = B>>(&self, logic: &L, invalid: B) -> Vec<B> {
        self.word_of_quotient(logic.constant(false), invalid)
    }

    /// Returns the flags as a word, together with a division by zero and an invalid operation.
    pub fn word_of_quotient(&self, divided: B, invalid: B) -> Vec<B> {
        vec![self.inexact, self.underflow, self.overflow, divided, invalid]
    }
}

impl Exceptions {
    /// Returns the exceptions of an instruction, if it has them as a result. Functions of one operand have no formula,
    /// and conversions have their own.
    pub fn from_instruction(instruction: Instruction) -> Option<Exceptions> {
        let operation = instruction.operation();
        let ty = instruction.ty();
        let is_other = is_enumerated(operation, ty.operand_format().into()) || operation.is_conversion();
        (instruction.has_flags() && !is_other)
            .then(|| Exceptions::in_formats(instruction, ty.operand_format().into(), ty.result_format().into()))
    }

    /// Returns the exceptions of arithmetic in other formats, even if they are no result of it.
    pub fn in_formats(instruction: Instruction, operand: Format, result: Format) -> Exceptions {
        Exceptions {
            instruction,
            operand,
            result,
        }
    }

    /// Returns the flags of a lane of arithmetic in a case of its operands; the product may be given from outside.
    ///
    /// # Panics
    ///
    /// Panics if the operation has no such case.
    pub fn specify<L: Logic>(
        self,
        logic: &mut L,
        operands: &[Vec<L::Bit>],
        product: Option<&GivenProduct<L::Bit>>,
        case: Case,
    ) -> Vec<L::Bit> {
        let invalid = match self.instruction.operation() {
            Operation::Min
            | Operation::Max
            | Operation::Fminm
            | Operation::Fmaxm
            | Operation::Feq
            | Operation::Fleq
            | Operation::Fltq => Some(self.any_signals(logic, operands, &[self.operand, self.operand])),
            Operation::Flt | Operation::Fle => {
                let nans = [0, 1].map(|place: usize| Unpacked::new(logic, self.operand, &operands[place], false).nan);
                Some(logic.any(&nans))
            }
            Operation::Fsgnj
            | Operation::Fsgnjn
            | Operation::Fsgnjx
            | Operation::Fclass
            | Operation::Fmv
            | Operation::Fli => Some(logic.constant(false)),
            _ => None,
        };
        if let Some(invalid) = invalid {
            return Raised::none(logic).word(logic, invalid);
        }
        let formats = self.formats(operands.len());
        let mut unpacked: Vec<Unpacked<L::Bit>> = formats
            .iter()
            .zip(operands)
            .map(|(format, operand)| Unpacked::new(logic, *format, operand, self.instruction.has(Modifier::Ftz)))
            .collect();
        negate_terms(logic, self.instruction.operation(), &mut unpacked);
        if self.instruction.operation() == Operation::Rcp {
            unpacked.insert(0, Unpacked::one(logic, self.operand));
        }
        if let (Case::Special, Operation::Sqrt, [a]) = (case, self.instruction.operation(), &unpacked[..]) {
            let signals = self.any_signals(logic, operands, &formats);
            let below_zero = logic.all(&[a.sign, logic.not(a.zero), logic.not(a.nan)]);
            let invalid = logic.or(signals, below_zero);
            return Raised::none(logic).word(logic, invalid);
        }
        if let (Case::Special, true, [a, b]) = (case, divides(self.instruction.operation()), &unpacked[..]) {
            let zeros = logic.and(a.zero, b.zero);
            let infinities = logic.and(a.infinite, b.infinite);
            let signals = self.any_signals(logic, operands, &formats);
            let invalid = logic.any(&[zeros, infinities, signals]);
            let no_number = a.special(logic);
            let divided = logic.all(&[b.zero, logic.not(a.zero), logic.not(no_number)]);
            return Raised::none(logic).word_of_quotient(divided, invalid);
        }
        if case == Case::Special {
            let signals = self.any_signals(logic, operands, &formats);
            let undefined = self.is_undefined(logic, &unpacked);
            let invalid = logic.or(signals, undefined);
            return Raised::none(logic).word(logic, invalid);
        }
        let exact = self.exact(logic, &unpacked, product, case);
        let raised = raised(logic, self.result, self.instruction.rounding(), &exact);
        let valid = logic.constant(false);
        raised.word(logic, valid)
    }

    /// Returns the flags of all lanes of a comparison, whose first two operands hold numbers.
    pub fn specify_comparison<L: Logic>(self, logic: &mut L, operands: &[Vec<L::Bit>]) -> Vec<L::Bit> {
        let format = self.operand;
        let numbers = operands[..2].iter().flat_map(|operand| operand.chunks(format.width()));
        let is_signalling = matches!(
            self.instruction.cmp_op(),
            Some(Modifier::Lt | Modifier::Le | Modifier::Gt | Modifier::Ge)
        );
        let invalid: Vec<L::Bit> = numbers
            .map(|number| {
                if is_signalling {
                    Unpacked::new(logic, format, number, false).nan
                } else {
                    signals(logic, format, number)
                }
            })
            .collect();
        let invalid = logic.any(&invalid);
        Raised::none(logic).word(logic, invalid)
    }

    fn multiplies(self) -> bool {
        multiplies(self.instruction.operation())
    }

    /// Returns the formats of the operands: an addend has the result's.
    fn formats(self, count: usize) -> Vec<Format> {
        let has_two = self.multiplies() || divides(self.instruction.operation());
        let factors = if has_two { 2 } else { 1 };
        (0..count)
            .map(|place| if place < factors { self.operand } else { self.result })
            .collect()
    }

    fn any_signals<L: Logic>(self, logic: &mut L, operands: &[Vec<L::Bit>], formats: &[Format]) -> L::Bit {
        let each = operands.iter().zip(formats);
        let signalling: Vec<L::Bit> = each.map(|(operand, format)| signals(logic, *format, operand)).collect();
        logic.any(&signalling)
    }

    /// True if an infinity meets zero in the product, or one of the other sign in the sum.
    fn is_undefined<L: Logic>(self, logic: &mut L, operands: &[Unpacked<L::Bit>]) -> L::Bit {
        let subtracts = logic.constant(self.instruction.operation() == Operation::Sub);
        let (infinite, sign, of_product, addend) = match (operands, self.multiplies()) {
            ([a, b, rest @ ..], true) => {
                let products = [logic.and(a.infinite, b.zero), logic.and(a.zero, b.infinite)];
                let of_product = logic.any(&products);
                let some = logic.or(a.infinite, b.infinite);
                let none = [logic.not(of_product), logic.not(a.nan), logic.not(b.nan), some];
                (logic.all(&none), logic.xor(a.sign, b.sign), of_product, rest.first())
            }
            ([a, b], _) => (a.infinite, a.sign, logic.constant(false), Some(b)),
            _ => panic!("{} has no such operands", self.instruction),
        };
        let Some(addend) = addend else {
            return of_product;
        };
        let addend_sign = logic.xor(addend.sign, subtracts);
        let opposite = logic.xor(sign, addend_sign);
        let of_sum = logic.all(&[infinite, addend.infinite, opposite]);
        logic.or(of_product, of_sum)
    }

    /// Returns the exact result of finite operands.
    fn exact<L: Logic>(
        self,
        logic: &mut L,
        operands: &[Unpacked<L::Bit>],
        product: Option<&GivenProduct<L::Bit>>,
        case: Case,
    ) -> Exact<L::Bit> {
        if let (Operation::Sqrt, [operand]) = (self.instruction.operation(), operands) {
            return root(logic, self.operand, operand);
        }
        if let (true, [dividend, divisor]) = (divides(self.instruction.operation()), operands) {
            return quotient_of_formats(logic, [self.operand, self.result], dividend, divisor);
        }
        let subtracts = self.instruction.operation() == Operation::Sub;
        let mut terms: Vec<Exact<L::Bit>> = Vec::new();
        let mut added = operands;
        if let ([a, b, rest @ ..], true) = (operands, self.multiplies()) {
            terms.push(product_of_formats(logic, [self.operand, self.result], [a, b], product));
            added = rest;
        }
        let formats = self.formats(operands.len());
        for (number, (operand, format)) in added.iter().zip(&formats[operands.len() - added.len()..]).enumerate() {
            let negated = logic.constant(subtracts && number == 1);
            terms.push(Exact {
                sign: logic.xor(operand.sign, negated),
                magnitude: operand.significand.clone(),
                place: place(logic, [self.operand, self.result], &[&operand.exponent], *format),
            });
        }
        match (case, &terms[..]) {
            (Case::Finite, [only]) => only.clone(),
            (Case::Distance(distance), [first, second]) => {
                first.plus(logic, second, distance, self.instruction.rounding())
            }
            (case, _) => panic!("{} has no case {case:?}", self.instruction),
        }
    }
}

/// True if an encoding is a NaN whose highest fraction bit is 0.
pub(crate) fn signals<L: Logic>(logic: &mut L, format: Format, encoded: &[L::Bit]) -> L::Bit {
    if !format.has_infinity {
        return logic.constant(false);
    }
    let (fraction, rest) = encoded.split_at(format.fraction_bits);
    let largest = logic.all(&rest[..format.exponent_bits]);
    let (payload, quiet) = fraction.split_at(format.fraction_bits - 1);
    let nonzero = logic.any(payload);
    logic.all(&[largest, nonzero, logic.not(quiet[0])])
}

/// Returns the exceptions of rounding an exact number.
///
/// Rounding to as many digits as a normal number has, from the leading one, detects overflow and tininess. The last
/// place of the format there detects lost digits.
pub(crate) fn raised<L: Logic>(
    logic: &mut L,
    format: Format,
    rounding: Rounding,
    exact: &Exact<L::Bit>,
) -> Raised<L::Bit> {
    let Exact { sign, magnitude, place } = exact;
    let fraction_bits = format.fraction_bits;
    let nonzero = logic.any(magnitude);
    let leading = leading_place(logic, magnitude);
    let width = place.len().max(leading.len()) + 2;
    let place = logic.extended(place, width);
    let leading = logic.resized(&leading, width);
    let zero = logic.number(0, width);

    // The distance of the format's last place above the lowest digit.
    let precision = logic.number(-(fraction_bits as i128), width);
    let of_normal = logic.sum(&leading, &precision);
    let (of_subnormal, _) = logic.subtract(&zero, &place);
    let (difference, _) = logic.subtract(&of_normal, &of_subnormal);
    let last = logic.choose(difference[width - 1], &of_subnormal, &of_normal);
    let digits = logic.raised(magnitude, fraction_bits + 1);
    let offset = logic.number(fraction_bits as i128, width);
    let amount = logic.sum(&last, &offset);
    let (kept, rest) = shifted(logic, &digits, &amount, fraction_bits + 2);
    let lost = logic.or(kept[0], rest);

    // The digits from the leading one on, half a unit below them, and the sticky bit of everything below that.
    let (kept, rest) = shifted(logic, &digits, &leading, fraction_bits + 2);
    let (half, significand) = (kept[0], &kept[1..]);
    let inexact = logic.or(half, rest);
    // A significand of all ones is odd, so a tie rounds it up.
    let up = match rounding {
        Rounding::NearestEven | Rounding::NearestAway => half,
        Rounding::TowardZero => logic.constant(false),
        Rounding::TowardNegative => logic.and(inexact, *sign),
        Rounding::TowardPositive => logic.and(inexact, logic.not(*sign)),
    };
    let ones = logic.all(significand);
    let carries = logic.and(ones, up);
    // The place of the leading one above the unit, after rounding.
    let (top, _) = logic.add(&leading, &place, carries);
    let below = |logic: &mut L, limit: i64| {
        let limit = logic.number(limit.into(), width);
        let (difference, _) = logic.subtract(&top, &limit);
        difference[width - 1]
    };
    let is_tiny = below(logic, fraction_bits as i64);
    let is_within = below(logic, format.largest_exponent() + fraction_bits as i64);
    let exceeds = if format.has_infinity {
        logic.not(is_within)
    } else {
        // The number of all ones with the largest exponent is the NaN.
        let stays = logic.and(ones, logic.not(up));
        // The number below it is even, so a tie stays there.
        let up = match rounding {
            Rounding::NearestEven => logic.and(half, rest),
            _ => up,
        };
        let above = logic.all(&significand[1..]);
        let becomes = logic.all(&[above, logic.not(significand[0]), up]);
        let reaches_ones = logic.or(stays, becomes);
        let is_below_largest = below(logic, format.largest_exponent() - 1 + fraction_bits as i64);
        let exceeds = logic.and(reaches_ones, logic.not(is_below_largest));
        logic.or(exceeds, logic.not(is_within))
    };
    let overflow = logic.and(nonzero, exceeds);
    let lost = logic.and(nonzero, lost);
    Raised {
        inexact: logic.or(lost, overflow),
        underflow: logic.and(lost, is_tiny),
        overflow,
    }
}
