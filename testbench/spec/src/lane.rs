//! One lane of an instruction.

use std::ops::RangeInclusive;

use halfpipe_isa::{ElementType, Instruction, Modifier, Operation};

use crate::exact::Exact;
use crate::extremum::{canonical, extremum, flushed, is_nan};
use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::modifiers::{is_out_of_bounds, rectified, saturated};
use crate::quotient::quotient;
use crate::riscv::{class, comparison, with_injected_sign};
use crate::round::round;
use crate::special::{finite_only, Special};
use crate::words::Arithmetic;

/// One lane of an instruction, in any formats.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    instruction: Instruction,
    operand: Format,
    result: Format,
}

/// A subset of all operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Case {
    /// All operands.
    Every,
    /// Operands with an infinity or a NaN among them, or a division by zero.
    Special,
    /// Finite operands, and no division by zero.
    Finite,
    /// Finite operands at one distance: the number of places from the last digit of a sum's second term up to that of
    /// the first.
    Distance(i64),
}

/// The exact product of two significands, given from outside.
#[derive(Clone, Debug)]
pub struct Product<B> {
    /// Its digits.
    pub digits: Vec<B>,
    /// The number of places by which they were moved up, as an unsigned number.
    pub moved: Vec<B>,
}

/// The specified result of a lane.
#[derive(Clone, Debug)]
pub struct Specified<B> {
    /// True if the operands are of the case.
    pub is_case: B,
    /// The result for operands of the case.
    pub result: Vec<B>,
}

impl Lane {
    /// Returns the lane of an arithmetic instruction. Functions of one operand, dot products, comparisons and
    /// conversions have none.
    pub fn from_instruction(instruction: Instruction) -> Option<Lane> {
        let ty = instruction.ty();
        Lane::in_formats(instruction, ty.operand_format().into(), ty.result_format().into())
    }

    /// Returns the same in other formats.
    pub fn in_formats(instruction: Instruction, operand: Format, result: Format) -> Option<Lane> {
        let lane = Lane {
            instruction,
            operand,
            result,
        };
        let operation = instruction.operation();
        let has_lane = operation.is_arithmetic() && !is_unary_function(operation) && !operation.is_dot();
        has_lane.then_some(lane)
    }

    /// True if it multiplies.
    pub fn multiplies(self) -> bool {
        multiplies(self.instruction.operation())
    }

    /// True if it divides.
    pub fn divides(self) -> bool {
        self.instruction.operation() == Operation::Div
    }

    /// Returns the cases, which together cover all operands if products are moved up by this range of places.
    pub fn cases(self, moved: RangeInclusive<i64>) -> Vec<Case> {
        let finite = match self.instruction.operation() {
            Operation::Add
            | Operation::Sub
            | Operation::Fma
            | Operation::Fmsub
            | Operation::Fnmsub
            | Operation::Fnmadd => self.distances(moved),
            Operation::Mul | Operation::Div => vec![Case::Finite],
            _ => return vec![Case::Every],
        };
        [Case::Special].into_iter().chain(finite).collect()
    }

    /// Returns the widths of the operands.
    pub fn operand_widths(self) -> Vec<usize> {
        let [operand, result] = [self.operand, self.result].map(Format::width);
        match self.instruction.operation() {
            Operation::Neg | Operation::Abs | Operation::Fclass => vec![operand],
            Operation::Add | Operation::Sub => vec![operand, result],
            Operation::Fma | Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd => {
                vec![operand, operand, result]
            }
            Operation::Fmv if self.gives_integer() => vec![operand],
            Operation::Fmv => vec![REGISTER_BITS],
            _ => vec![operand, operand],
        }
    }

    /// Returns the case of some operands.
    pub fn case_of(self, operands: &[u32]) -> Case {
        let cases = self.cases(0..=0);
        if let [only] = cases[..] {
            return only;
        }
        let exponent = |format: Format, bits: u32| {
            let magnitude = i128::from(bits) & ((1 << (format.width() - 1)) - 1);
            let field = (magnitude >> format.fraction_bits) as i64;
            (magnitude <= format.largest()).then_some(field.max(1))
        };
        let formats = self.formats_of_operands();
        let exponents: Option<Vec<i64>> = formats
            .iter()
            .zip(operands)
            .map(|(format, bits)| exponent(*format, *bits))
            .collect();
        let is_zero = |bits: u32| {
            let magnitude = i128::from(bits) & ((1 << (self.operand.width() - 1)) - 1);
            let flushes = self.has(Modifier::Ftz);
            magnitude == 0 || flushes && magnitude >> self.operand.fraction_bits == 0
        };
        match exponents.as_deref() {
            None => Case::Special,
            Some(_) if self.divides() && is_zero(operands[1]) => Case::Special,
            Some(_) if self.divides() => Case::Finite,
            Some([a, c]) if !self.multiplies() => Case::Distance(a - c + self.offset(1)),
            Some([a, b, c]) => Case::Distance(a + b - c + self.offset(2)),
            Some(_) => Case::Finite,
        }
    }

    /// Returns the digits of a factor, from which the product's digits are computed.
    pub fn significand<L: Logic>(self, logic: &mut L, operand: &[L::Bit]) -> Vec<L::Bit> {
        Unpacked::new(logic, self.operand, operand, self.has(Modifier::Ftz)).significand
    }

    fn formats_of_operands(self) -> Vec<Format> {
        let formats = [self.operand, self.operand, self.result];
        match self.operand_widths().len() {
            2 if !self.multiplies() && !self.divides() => vec![self.operand, self.result],
            count => formats[..count].to_vec(),
        }
    }

    /// Returns the offset from the sum of the factors' exponents less the addend's to the distance of their last
    /// digits.
    fn offset(self, factors: i64) -> i64 {
        1 + factors * (self.operand.unit() - 1) - self.result.unit()
    }

    fn distances(self, moved: RangeInclusive<i64>) -> Vec<Case> {
        let factors = if self.multiplies() { 2 } else { 1 };
        let least = factors - moved.end() - self.result.largest_exponent();
        let most = factors * self.operand.largest_exponent() - moved.start() - 1;
        let offset = self.offset(factors);
        (least + offset..=most + offset).map(Case::Distance).collect()
    }

    /// Returns the result in a case; the product of a lane that multiplies may be given from outside.
    ///
    /// # Panics
    ///
    /// Panics if an operand has another width, or the lane has no such case.
    pub fn specify<L: Logic>(
        self,
        logic: &mut L,
        operands: &[Vec<L::Bit>],
        product: Option<&Product<L::Bit>>,
        case: Case,
    ) -> Specified<L::Bit> {
        let widths: Vec<usize> = operands.iter().map(Vec::len).collect();
        assert_eq!(widths, self.operand_widths(), "operands of {}", self.instruction);
        match self.instruction.operation() {
            Operation::Neg | Operation::Abs | Operation::Min | Operation::Max => Specified {
                is_case: logic.constant(true),
                result: self.selected(logic, operands),
            },
            Operation::Fsgnj
            | Operation::Fsgnjn
            | Operation::Fsgnjx
            | Operation::Feq
            | Operation::Flt
            | Operation::Fle
            | Operation::Fclass
            | Operation::Fmv => Specified {
                is_case: logic.constant(true),
                result: self.of_bits(logic, operands),
            },
            Operation::Add
            | Operation::Sub
            | Operation::Mul
            | Operation::Fma
            | Operation::Fmsub
            | Operation::Fnmsub
            | Operation::Fnmadd
            | Operation::Div => self.computed(logic, operands, product, case),
            _ => unreachable!("{} has no lane", self.instruction),
        }
    }

    /// True if operands are of a case; see [`Lane::specify`].
    pub fn is_case<L: Logic>(
        self,
        logic: &mut L,
        operands: &[Vec<L::Bit>],
        product: Option<&Product<L::Bit>>,
        case: Case,
    ) -> L::Bit {
        let terms = self.terms(logic, operands, product);
        terms.are_of(logic, case)
    }

    /// Returns the number of digits of a significand.
    pub fn significand_bits(self) -> usize {
        self.operand.fraction_bits + 1
    }

    fn has(self, modifier: Modifier) -> bool {
        self.instruction.has(modifier)
    }

    /// Returns the result of an operation that only selects.
    fn selected<L: Logic>(self, logic: &mut L, operands: &[Vec<L::Bit>]) -> Vec<L::Bit> {
        let format = self.operand;
        let mut seen: Vec<Vec<L::Bit>> = operands.to_vec();
        if self.has(Modifier::Ftz) {
            seen = seen.iter().map(|operand| flushed(logic, format, operand)).collect();
        }
        let place_of_sign = format.width() - 1;
        if let [operand] = &seen[..] {
            let nan = is_nan(logic, format, operand);
            let mut result = operand.clone();
            result[place_of_sign] = match self.instruction.operation() {
                Operation::Neg => logic.not(result[place_of_sign]),
                _ => logic.constant(false),
            };
            return canonical(logic, format, nan, &result);
        }
        let sign = self.has(Modifier::XorsignAbs).then(|| {
            let signs = [0, 1].map(|operand: usize| operands[operand][place_of_sign]);
            logic.xor(signs[0], signs[1])
        });
        if sign.is_some() {
            seen.iter_mut()
                .for_each(|operand| operand[place_of_sign] = logic.constant(false));
        }
        let greater = self.instruction.operation() == Operation::Max;
        let mut result = extremum(logic, format, [&seen[0], &seen[1]], greater, self.has(Modifier::Nan));
        if let Some(sign) = sign {
            // Without its sign, the NaN of results is the only one here.
            let nan = is_nan(logic, format, &result);
            result[place_of_sign] = logic.and(sign, logic.not(nan));
        }
        result
    }

    /// True if the result is an integer register.
    fn gives_integer(self) -> bool {
        !matches!(self.instruction.ty().result(), ElementType::Number(_))
    }

    /// Returns the result of an operation of RISC-V that looks at the operands' bits. An integer has a register's width.
    fn of_bits<L: Logic>(self, logic: &mut L, operands: &[Vec<L::Bit>]) -> Vec<L::Bit> {
        let (format, operation) = (self.operand, self.instruction.operation());
        match (operation, operands) {
            (Operation::Fclass, [a]) => {
                let class = class(logic, format, a);
                logic.resized(&class, REGISTER_BITS)
            }
            (Operation::Fmv, [a]) if self.gives_integer() => logic.extended(a, REGISTER_BITS),
            (Operation::Fmv, [a]) => a[..self.result.width()].to_vec(),
            (Operation::Feq | Operation::Flt | Operation::Fle, [a, b]) => {
                let holds = comparison(logic, format, operation, [a, b]);
                logic.resized(&[holds], REGISTER_BITS)
            }
            (_, [a, b]) => with_injected_sign(logic, operation, [a, b]),
            _ => unreachable!("{} has other operands", self.instruction),
        }
    }

    /// Returns the result of a sum or product.
    fn computed<L: Logic>(
        self,
        logic: &mut L,
        operands: &[Vec<L::Bit>],
        product: Option<&Product<L::Bit>>,
        case: Case,
    ) -> Specified<L::Bit> {
        let flushes = self.has(Modifier::Ftz);
        let saturates = self.has(Modifier::Satfinite);
        let rounding = self.instruction.rounding();
        let terms = self.terms(logic, operands, product);
        let is_case = terms.are_of(logic, case);
        let mut result = match (case, &terms.exact[..]) {
            (Case::Special, _) => {
                let special = terms.special.encoded(logic, self.result);
                if saturates {
                    finite_only(logic, self.result, &special)
                } else {
                    special
                }
            }
            (Case::Finite, [only]) => round(logic, self.result, rounding, (flushes, saturates), only),
            (Case::Distance(distance), [first, second]) => {
                let sum = first.plus(logic, second, distance, rounding);
                round(logic, self.result, rounding, (flushes, saturates), &sum)
            }
            (case, _) => panic!("{} has no case {case:?}", self.instruction),
        };
        if self.has(Modifier::Sat) {
            result = saturated(logic, self.result, &result);
        }
        if self.has(Modifier::Relu) {
            result = rectified(logic, &result);
        }
        if self.has(Modifier::Oob) {
            let found = [0, 1].map(|operand: usize| is_out_of_bounds(logic, &operands[operand]));
            let found = logic.or(found[0], found[1]);
            result = logic.only_if(logic.not(found), &result);
        }
        Specified { is_case, result }
    }

    /// Returns the terms of the sum; a product or a quotient alone has one.
    fn terms<L: Logic>(
        self,
        logic: &mut L,
        operands: &[Vec<L::Bit>],
        product: Option<&Product<L::Bit>>,
    ) -> Terms<L::Bit> {
        let formats = self.formats_of_operands();
        let mut unpacked: Vec<Unpacked<L::Bit>> = (formats.iter().zip(operands))
            .map(|(format, operand)| Unpacked::new(logic, *format, operand, self.has(Modifier::Ftz)))
            .collect();
        if self.instruction.operation() == Operation::Sub {
            unpacked[1].sign = logic.not(unpacked[1].sign);
        }
        negate_terms(logic, self.instruction.operation(), &mut unpacked);
        let mut specials: Vec<L::Bit> = unpacked.iter().map(|operand| operand.special(logic)).collect();
        if self.divides() {
            specials.push(unpacked[1].zero);
            return Terms {
                exact: vec![self.quotient(logic, &unpacked[0], &unpacked[1])],
                special: Special::of_quotient(logic, &unpacked[0], &unpacked[1]),
                is_special: logic.any(&specials),
            };
        }
        let mut exact = Vec::new();
        let mut special: Vec<Special<L::Bit>> = Vec::new();
        let mut added = &unpacked[..];
        if let ([a, b, rest @ ..], true) = (&unpacked[..], self.multiplies()) {
            exact.push(self.product(logic, a, b, product));
            special.push(Special::of_product(logic, a, b));
            added = rest;
        }
        for (operand, format) in added.iter().zip(&formats[formats.len() - added.len()..]) {
            exact.push(Exact {
                sign: operand.sign,
                magnitude: operand.significand.clone(),
                place: place(logic, [self.operand, self.result], &[&operand.exponent], *format),
            });
            special.push(Special::new(logic, operand));
        }
        let first = special.remove(0);
        Terms {
            exact,
            special: special.iter().fold(first, |sum, term| sum.plus(logic, term)),
            is_special: logic.any(&specials),
        }
    }

    /// Returns the quotient of two operands.
    fn quotient<L: Logic>(self, logic: &mut L, a: &Unpacked<L::Bit>, b: &Unpacked<L::Bit>) -> Exact<L::Bit> {
        quotient_of_formats(logic, [self.operand, self.result], a, b)
    }

    /// Returns the product of two operands, with its digits as given if they are.
    fn product<L: Logic>(
        self,
        logic: &mut L,
        a: &Unpacked<L::Bit>,
        b: &Unpacked<L::Bit>,
        given: Option<&Product<L::Bit>>,
    ) -> Exact<L::Bit> {
        let (digits, moved) = match given {
            Some(Product { digits, moved }) => (digits.clone(), moved.clone()),
            None => (logic.multiply(&a.significand, &b.significand), Vec::new()),
        };
        let place = place(
            logic,
            [self.operand, self.result],
            &[&a.exponent, &b.exponent],
            self.operand,
        );
        let moved = logic.resized(&moved, place.len());
        Exact {
            sign: logic.xor(a.sign, b.sign),
            magnitude: digits,
            place: logic.subtract(&place, &moved).0,
        }
    }
}

/// Width of an integer register of RISC-V in bits.
const REGISTER_BITS: usize = 32;

/// True for an operation with a product.
pub(crate) fn multiplies(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Mul | Operation::Fma | Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd
    )
}

/// Changes the signs of a and c for the variants of fma. The operation then is an fma, also in the sign of a zero sum.
pub(crate) fn negate_terms<L: Logic>(logic: &L, operation: Operation, operands: &mut [Unpacked<L::Bit>]) {
    let negated: &[usize] = match operation {
        Operation::Fmsub => &[2],
        Operation::Fnmsub => &[0],
        Operation::Fnmadd => &[0, 2],
        _ => &[],
    };
    for place in negated {
        operands[*place].sign = logic.not(operands[*place].sign);
    }
}

/// Returns the place of the last digit of a number, or of a product, above the result's unit. The formats are those of
/// operand and result.
pub(crate) fn place<L: Logic>(
    logic: &mut L,
    [operand, result]: [Format; 2],
    exponents: &[&[L::Bit]],
    format: Format,
) -> Vec<L::Bit> {
    // Sums of two exponents, with a sign and room for the shift of a product.
    let width = operand.exponent_bits.max(result.exponent_bits) + 4;
    let offset = exponents.len() as i64 * (format.unit() - 1) - result.unit();
    let mut place = logic.number(offset.into(), width);
    for exponent in exponents {
        let exponent = logic.resized(exponent, width);
        place = logic.sum(&place, &exponent);
    }
    place
}

/// Returns the quotient of two operands. The formats are those of operand and result.
pub(crate) fn quotient_of_formats<L: Logic>(
    logic: &mut L,
    [operand, result]: [Format; 2],
    dividend: &Unpacked<L::Bit>,
    divisor: &Unpacked<L::Bit>,
) -> Exact<L::Bit> {
    // Differences of two exponents and of two moves, with a sign.
    let width = operand.exponent_bits.max(result.exponent_bits) + 4;
    let [first, second] = [dividend, divisor].map(|term| logic.resized(&term.exponent, width));
    let unit = logic.number((-result.unit()).into(), width);
    let (difference, _) = logic.subtract(&first, &second);
    let place = logic.sum(&difference, &unit);
    quotient(logic, dividend, divisor, &place, result.fraction_bits)
}

/// True for a function of one operand, which is compared with the model for each value.
pub(crate) fn is_unary_function(operation: Operation) -> bool {
    operation.is_elementary()
        || matches!(
            operation,
            Operation::Tanh | Operation::Ex2 | Operation::Rcp | Operation::Sqrt
        )
}

/// The terms of a sum.
struct Terms<B> {
    exact: Vec<Exact<B>>,
    /// The sum if it is no finite number.
    special: Special<B>,
    /// True if an operand is no finite number.
    is_special: B,
}

impl<B: Copy> Terms<B> {
    /// True if the terms are of a case.
    fn are_of<L: Logic<Bit = B>>(&self, logic: &mut L, case: Case) -> B {
        match (case, &self.exact[..]) {
            (Case::Every, _) => logic.constant(true),
            (Case::Special, _) => self.is_special,
            (Case::Distance(distance), [first, second]) => {
                let wanted = logic.number(distance.into(), first.place.len());
                let (found, _) = logic.subtract(&first.place, &second.place);
                let is_distance = logic.equal(&found, &wanted);
                logic.and(is_distance, logic.not(self.is_special))
            }
            _ => logic.not(self.is_special),
        }
    }
}
