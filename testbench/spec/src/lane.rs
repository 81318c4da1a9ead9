//! One lane of an instruction.

use std::ops::RangeInclusive;

use halfpipe_isa::{Instruction, Modifier, Operation};

use crate::exact::Exact;
use crate::extremum::is_nan;
use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::modifiers::{is_out_of_bounds, rectified, saturated};
use crate::root::{root, root_digits};
use crate::round::round;
use crate::selection::{gives_integer, select, select_bits, CONSTANT_BITS, REGISTER_BITS};
use crate::special::{finite_only, Special};
use crate::terms::{
    divides, multiplies, negate_terms, place, product_of_formats, quotient_of_formats, Case, GivenProduct, Terms,
};
use crate::words::Arithmetic;

/// One lane of an instruction, in any formats.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    instruction: Instruction,
    operand: Format,
    result: Format,
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
        let has_lane = operation.is_arithmetic() && !is_enumerated(operation, operand) && !operation.is_dot();
        has_lane.then_some(lane)
    }

    /// True if it multiplies.
    pub fn multiplies(self) -> bool {
        multiplies(self.instruction.operation())
    }

    /// True if it divides.
    pub fn divides(self) -> bool {
        divides(self.instruction.operation())
    }

    /// Returns the number of digits of the root that it takes, if it does.
    pub fn root_digits(self) -> Option<usize> {
        (self.instruction.operation() == Operation::Sqrt).then(|| root_digits(self.operand))
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
            Operation::Mul | Operation::Div | Operation::Rcp | Operation::Sqrt => vec![Case::Finite],
            _ => return vec![Case::Every],
        };
        [Case::Special].into_iter().chain(finite).collect()
    }

    /// Returns the widths of the operands.
    pub fn operand_widths(self) -> Vec<usize> {
        let [operand, result] = [self.operand, self.result].map(Format::width);
        match self.instruction.operation() {
            Operation::Neg | Operation::Abs | Operation::Fclass | Operation::Rcp | Operation::Sqrt => vec![operand],
            Operation::Add | Operation::Sub => vec![operand, result],
            Operation::Fma | Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd => {
                vec![operand, operand, result]
            }
            Operation::Fmv if gives_integer(self.instruction) => vec![operand],
            Operation::Fmv => vec![REGISTER_BITS],
            Operation::Fli => vec![CONSTANT_BITS],
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
        let formats = self.operand_formats();
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
        let is_negative = |bits: u32| bits >> (self.operand.width() - 1) == 1 && !is_zero(bits);
        match exponents.as_deref() {
            None => Case::Special,
            Some(_) if self.divides() && operands.last().is_some_and(|divisor| is_zero(*divisor)) => Case::Special,
            Some(_) if self.divides() => Case::Finite,
            Some(_) if self.root_digits().is_some() && is_negative(operands[0]) => Case::Special,
            Some([a, c]) if !self.multiplies() => Case::Distance(a - c + self.offset(1)),
            Some([a, b, c]) => Case::Distance(a + b - c + self.offset(2)),
            Some(_) => Case::Finite,
        }
    }

    /// Returns the digits of a factor, from which the product's digits are computed.
    pub fn significand<L: Logic>(self, logic: &mut L, operand: &[L::Bit]) -> Vec<L::Bit> {
        Unpacked::new(logic, self.operand, operand, self.has(Modifier::Ftz)).significand
    }

    /// Returns the formats of the operands.
    pub fn operand_formats(self) -> Vec<Format> {
        let formats = [self.operand, self.operand, self.result];
        match self.operand_widths().len() {
            1 => vec![self.operand],
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

    /// True if some operands are of a case, for factors that are moved up by one of these distances, in ascending order. A
    /// factor that is moved farther than by the least one is a subnormal number. With few exponents, there are distances
    /// between the terms that no operands have.
    pub fn has_operands(self, case: Case, moves: &[usize]) -> bool {
        let Case::Distance(distance) = case else {
            return true;
        };
        let exponents = |places: &usize| {
            let most = if *places == moves[0] {
                self.operand.largest_exponent()
            } else {
                1
            };
            [1, most].map(|exponent| exponent - *places as i64)
        };
        let difference = distance - self.offset(2);
        let of_addend = 1..=self.result.largest_exponent();
        moves.iter().map(exponents).any(|[least_a, most_a]| {
            moves.iter().map(exponents).any(|[least_b, most_b]| {
                // The exponent of the addend is the factors' sum less the distance.
                least_a + least_b - difference <= *of_addend.end() && *of_addend.start() <= most_a + most_b - difference
            })
        })
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
        product: Option<&GivenProduct<L::Bit>>,
        case: Case,
    ) -> Specified<L::Bit> {
        let widths: Vec<usize> = operands.iter().map(Vec::len).collect();
        assert_eq!(widths, self.operand_widths(), "operands of {}", self.instruction);
        match self.instruction.operation() {
            Operation::Neg | Operation::Abs | Operation::Min | Operation::Max | Operation::Fminm | Operation::Fmaxm => {
                Specified {
                    is_case: logic.constant(true),
                    result: select(logic, self.instruction, self.operand, operands),
                }
            }
            Operation::Fsgnj
            | Operation::Fsgnjn
            | Operation::Fsgnjx
            | Operation::Feq
            | Operation::Flt
            | Operation::Fle
            | Operation::Fleq
            | Operation::Fltq
            | Operation::Fclass
            | Operation::Fli
            | Operation::Fmv => Specified {
                is_case: logic.constant(true),
                result: select_bits(logic, self.instruction, [self.operand, self.result], operands),
            },
            Operation::Add
            | Operation::Sub
            | Operation::Mul
            | Operation::Fma
            | Operation::Fmsub
            | Operation::Fnmsub
            | Operation::Fnmadd
            | Operation::Div
            | Operation::Rcp
            | Operation::Sqrt => self.compute(logic, operands, product, case),
            _ => unreachable!("{} has no lane", self.instruction),
        }
    }

    /// True if operands are of a case; see [`Lane::specify`].
    pub fn is_case<L: Logic>(
        self,
        logic: &mut L,
        operands: &[Vec<L::Bit>],
        product: Option<&GivenProduct<L::Bit>>,
        case: Case,
    ) -> L::Bit {
        let terms = self.terms(logic, operands, product);
        terms.is_case(logic, case)
    }

    /// Returns the format of the result, if it is a number.
    pub fn result_format(self) -> Format {
        self.result
    }

    /// Returns the number of digits of a significand.
    pub fn significand_bits(self) -> usize {
        self.operand.fraction_bits + 1
    }

    fn has(self, modifier: Modifier) -> bool {
        self.instruction.has(modifier)
    }

    /// Returns the result of a sum or product.
    fn compute<L: Logic>(
        self,
        logic: &mut L,
        operands: &[Vec<L::Bit>],
        product: Option<&GivenProduct<L::Bit>>,
        case: Case,
    ) -> Specified<L::Bit> {
        let flushes = self.has(Modifier::Ftz);
        let saturates = self.has(Modifier::Satfinite);
        let rounding = self.instruction.rounding();
        let terms = self.terms(logic, operands, product);
        let is_case = terms.is_case(logic, case);
        let mut result = match (case, &terms.exact[..]) {
            (Case::Special, _) => {
                let mut special = terms.special.encoded(logic, self.result);
                if self.divides() && !self.result.has_infinity {
                    // The NaN that replaces the infinity of a division by zero has no sign.
                    let nan = is_nan(logic, self.result, &special);
                    let sign = special.len() - 1;
                    special[sign] = logic.and(special[sign], logic.not(nan));
                }
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
            let found = [0, 1].map(|operand: usize| is_out_of_bounds(logic, self.operand, &operands[operand]));
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
        product: Option<&GivenProduct<L::Bit>>,
    ) -> Terms<L::Bit> {
        let formats = self.operand_formats();
        let mut unpacked: Vec<Unpacked<L::Bit>> = (formats.iter().zip(operands))
            .map(|(format, operand)| Unpacked::new(logic, *format, operand, self.has(Modifier::Ftz)))
            .collect();
        if self.instruction.operation() == Operation::Sub {
            unpacked[1].sign = logic.not(unpacked[1].sign);
        }
        negate_terms(logic, self.instruction.operation(), &mut unpacked);
        let mut specials: Vec<L::Bit> = unpacked.iter().map(|operand| operand.special(logic)).collect();
        if self.instruction.operation() == Operation::Sqrt {
            let below_zero = logic.and(unpacked[0].sign, logic.not(unpacked[0].zero));
            specials.push(below_zero);
            return Terms {
                exact: vec![root(logic, self.operand, &unpacked[0])],
                special: Special {
                    nan: logic.or(unpacked[0].nan, below_zero),
                    infinite: unpacked[0].infinite,
                    zero: logic.constant(false),
                    sign: logic.constant(false),
                },
                is_special: logic.any(&specials),
            };
        }
        if self.instruction.operation() == Operation::Rcp {
            unpacked.insert(0, Unpacked::one(logic, self.operand));
        }
        if self.divides() {
            specials.push(unpacked[1].zero);
            return Terms {
                exact: vec![quotient_of_formats(
                    logic,
                    [self.operand, self.result],
                    &unpacked[0],
                    &unpacked[1],
                )],
                special: Special::from_quotient(logic, &unpacked[0], &unpacked[1]),
                is_special: logic.any(&specials),
            };
        }
        let mut exact = Vec::new();
        let mut special: Vec<Special<L::Bit>> = Vec::new();
        let mut added = &unpacked[..];
        if let ([a, b, rest @ ..], true) = (&unpacked[..], self.multiplies()) {
            exact.push(product_of_formats(logic, [self.operand, self.result], [a, b], product));
            special.push(Special::from_product(logic, a, b));
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
}

/// True for a function of one operand that is compared with the model for each value.
pub(crate) fn is_enumerated(operation: Operation, format: Format) -> bool {
    let has_formula = matches!(operation, Operation::Rcp | Operation::Sqrt) && format.width() != 16;
    is_unary_function(operation) && !has_formula
}

/// True for a function of one operand.
fn is_unary_function(operation: Operation) -> bool {
    operation.is_elementary()
        || matches!(operation, Operation::Tanh | Operation::Ex2)
        || matches!(operation, Operation::Rcp | Operation::Sqrt)
}
