//! Results of an instruction on arrays.

use std::sync::Arc;

use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Modifier, Operation, Rounding};

use crate::conversion::Conversion;
use crate::dot::DotUnit;
use crate::format::Format;
use crate::lane::{Lane, LaneResult};
use crate::selection::{truth, Relation};
use crate::table::{self, Table};

/// The vectors of which a lane is cut out at once.
const CHUNK: usize = 64;

/// The results of an instruction.
#[derive(Clone, Debug)]
pub struct Evaluator {
    instruction: Instruction,
    /// The instruction with a fixed rounding, which has no operand for it.
    plain: Instruction,
    method: Method,
}

/// The way in which results are computed.
#[derive(Clone, Debug)]
enum Method {
    Lanes(Lane),
    Comparison(Lane, Relation),
    Conversion(Conversion),
    Dot(DotUnit),
    Table(Arc<Table>),
    Model,
}

impl Evaluator {
    /// Returns the evaluator of an instruction.
    pub fn new(instruction: Instruction) -> Evaluator {
        let plain = instruction.with_fixed_rounding(Rounding::NearestEven);
        Evaluator {
            instruction,
            plain,
            method: Method::new(plain),
        }
    }

    /// Returns the instruction.
    pub fn instruction(&self) -> Instruction {
        self.instruction
    }

    /// True if the golden model computes the results: once for each operand of a function with 16 bits or fewer, and
    /// otherwise each time.
    pub fn asks_model(&self) -> bool {
        matches!(self.method, Method::Table(_) | Method::Model)
    }

    /// Computes the results of a number of vectors: an array for each operand of the signature, and one for each result.
    /// Bits above an operand's width are ignored.
    ///
    /// # Panics
    ///
    /// Panics if an array lacks, or if the arrays have different lengths.
    pub fn evaluate(&self, operands: &[&[u64]], results: &mut [&mut [u64]]) {
        let signature = self.instruction.signature();
        assert_eq!(
            (operands.len(), results.len()),
            (signature.operands().len(), signature.results().len()),
            "an array for each operand and result"
        );
        let lengths = operands.iter().map(|array| array.len());
        assert!(
            lengths
                .chain(results.iter().map(|array| array.len()))
                .all(|length| length == results[0].len()),
            "arrays of one length"
        );
        match (&self.method, self.instruction.has_flags()) {
            (Method::Lanes(lane), false) => self.evaluate_lanes::<false>(lane, operands, results),
            (Method::Lanes(lane), true) => self.evaluate_lanes::<true>(lane, operands, results),
            (Method::Comparison(lane, relation), false) => {
                self.compare::<false>(lane, *relation, operands, results);
            }
            (Method::Comparison(lane, relation), true) => self.compare::<true>(lane, *relation, operands, results),
            (Method::Conversion(conversion), false) => self.convert::<false>(conversion, operands, results),
            (Method::Conversion(conversion), true) => self.convert::<true>(conversion, operands, results),
            (Method::Dot(unit), _) => {
                for (index, result) in results[0].iter_mut().enumerate() {
                    *result = unit.registers(operands, index);
                }
            }
            (Method::Table(table), _) => self.look_up(table, operands, results),
            (Method::Model, _) => self.ask_model(operands, results),
        }
    }

    /// Returns the operands without the rounding, and the rounding of each vector.
    fn split_rounding<'o>(&self, operands: &'o [&'o [u64]]) -> (&'o [&'o [u64]], impl Fn(usize) -> Rounding + 'o) {
        let (rest, codes) = match operands {
            [rest @ .., codes] if self.instruction.has_rounding_port() => (rest, Some(*codes)),
            all => (all, None),
        };
        let fixed = self.plain.rounding();
        let rounding = move |index: usize| codes.map_or(fixed, |codes| Rounding::from_code(codes[index]));
        (rest, rounding)
    }

    fn evaluate_lanes<const FLAGS: bool>(&self, lane: &Lane, operands: &[&[u64]], results: &mut [&mut [u64]]) {
        use Operation::{
            Abs, Add, Div, Fclass, Fma, Fmaxm, Fminm, Fmsub, Fmv, Fnmadd, Fnmsub, Fsgnj, Fsgnjn, Fsgnjx, Max, Min, Mul,
            Neg, Rcp, Sqrt, Sub,
        };
        // A loop for each operation.
        macro_rules! each {
            ($name:ident, $rounding:ident => $result:expr) => {
                self.each_lane::<FLAGS>(operands, results, |$name: [u32; 3], $rounding: Rounding| $result)
            };
        }
        // The most frequent loops have their format and rounding as constants.
        macro_rules! each_nearest {
            ($format:expr) => {{
                const FORMAT: Format = Format::new($format);
                let lane = &lane.with_formats(FORMAT);
                let nearest = Rounding::NearestEven;
                match self.instruction.operation() {
                    Add => return each!(x, _rounding => lane.sum::<FLAGS>(x, false, nearest)),
                    Mul => return each!(x, _rounding => lane.product::<FLAGS>(x, nearest)),
                    Fma => return each!(x, _rounding => lane.fma::<FLAGS>(x, [false, false], nearest)),
                    _ => {}
                }
            }};
        }
        let formats = LaneFormats::from(self.plain.ty());
        if !FLAGS && !self.instruction.has_rounding_port() && self.plain.rounding() == Rounding::NearestEven {
            match (formats.operand, formats.result) {
                (FloatFormat::F16, FloatFormat::F16) => each_nearest!(FloatFormat::F16),
                (FloatFormat::BF16, FloatFormat::BF16) => each_nearest!(FloatFormat::BF16),
                _ => {}
            }
        }
        match self.instruction.operation() {
            Add => each!(x, rounding => lane.sum::<FLAGS>(x, false, rounding)),
            Sub => each!(x, rounding => lane.sum::<FLAGS>(x, true, rounding)),
            Mul => each!(x, rounding => lane.product::<FLAGS>(x, rounding)),
            Fma => each!(x, rounding => lane.fma::<FLAGS>(x, [false, false], rounding)),
            Fmsub => each!(x, rounding => lane.fma::<FLAGS>(x, [false, true], rounding)),
            Fnmsub => each!(x, rounding => lane.fma::<FLAGS>(x, [true, false], rounding)),
            Fnmadd => each!(x, rounding => lane.fma::<FLAGS>(x, [true, true], rounding)),
            Div => each!(x, rounding => lane.quotient::<FLAGS>(x, false, rounding)),
            Rcp => each!(x, rounding => lane.quotient::<FLAGS>(x, true, rounding)),
            Sqrt => each!(x, rounding => lane.root::<FLAGS>(x, rounding)),
            Neg => each!(x, _rounding => lane.with_sign(x, true)),
            Abs => each!(x, _rounding => lane.with_sign(x, false)),
            Min | Fminm => each!(x, _rounding => lane.extremum::<FLAGS>(x, false)),
            Max | Fmaxm => each!(x, _rounding => lane.extremum::<FLAGS>(x, true)),
            Fsgnj => each!(x, _rounding => lane.inject_sign(x, |_, b| b)),
            Fsgnjn => each!(x, _rounding => lane.inject_sign(x, |_, b| !b)),
            Fsgnjx => each!(x, _rounding => lane.inject_sign(x, |a, b| a ^ b)),
            Fclass => each!(x, _rounding => lane.class(x)),
            Fmv => {
                let to_register = self.plain.signature().results()[0].element_type.format().is_none();
                each!(x, _rounding => lane.moved(x, to_register));
            }
            operation => unreachable!("{operation} has another method"),
        }
    }

    /// Computes every lane of every vector, and joins the flags of the lanes.
    #[inline(always)]
    fn each_lane<const FLAGS: bool>(
        &self,
        operands: &[&[u64]],
        results: &mut [&mut [u64]],
        function: impl Fn([u32; 3], Rounding) -> LaneResult,
    ) {
        let (operands, rounding) = self.split_rounding(operands);
        let signature = self.plain.signature();
        let lanes = signature.results()[0].lanes;
        let result_bits = signature.results()[0].element_type.bits();
        let mask = u64::MAX >> (u64::BITS - result_bits);
        let widths = [0, 1, 2].map(|place| signature.operands().get(place).map_or(0, |o| o.element_type.bits()));
        let a = operands[0];
        let [b, c] = [1, 2].map(|place| operands.get(place).copied().unwrap_or(a));
        let (first, rest) = results.split_first_mut().expect("an instruction has a result");
        let count = first.len();
        let (a, b, c) = (&a[..count], &b[..count], &c[..count]);
        first.fill(0);
        rest.iter_mut().for_each(|flags| flags.fill(0));
        for lane in 0..lanes {
            let shifts = widths.map(|width| lane * width);
            for start in (0..count).step_by(CHUNK) {
                let part = start..count.min(start + CHUNK);
                // Vector instructions cut the lane out.
                let mut numbers = [[0; CHUNK]; 3];
                for ((numbers, words), shift) in numbers.iter_mut().zip([a, b, c]).zip(shifts) {
                    let words = words[part.clone()].iter();
                    numbers
                        .iter_mut()
                        .zip(words)
                        .for_each(|(number, word)| *number = (word >> shift) as u32);
                }
                for (place, result) in first[part].iter_mut().enumerate() {
                    let operands = [numbers[0][place], numbers[1][place], numbers[2][place]];
                    let found = function(operands, rounding(start + place));
                    *result |= (u64::from(found.bits) & mask) << (lane * result_bits);
                    if FLAGS {
                        rest[0][start + place] |= found.flags;
                    }
                }
            }
        }
    }

    fn compare<const FLAGS: bool>(
        &self,
        lane: &Lane,
        relation: Relation,
        operands: &[&[u64]],
        results: &mut [&mut [u64]],
    ) {
        let signature = self.plain.signature();
        let register = signature.operands()[0];
        let result = signature.results()[0];
        let truth = u64::from(truth(result.element_type));
        let is_arithmetic = !self.plain.operation().is_comparison();
        // A result for each lane, or one with all lanes.
        let has_predicates = !is_arithmetic && result.lanes < register.lanes;
        let bool_op = self.plain.bool_op();
        for index in 0..results[0].len() {
            let words = [operands[0][index], operands[1][index]];
            let c = operands.get(2).map_or(0, |c| (c[index] & 1) as u32);
            let (mut answers, mut flags) = (0_u64, 0);
            for place in 0..register.lanes {
                let shift = place * register.element_type.bits();
                let found =
                    lane.compare::<FLAGS>([(words[0] >> shift) as u32, (words[1] >> shift) as u32, 0], relation);
                let answer = match bool_op {
                    Some(Modifier::And) => found.bits & c,
                    Some(Modifier::Or) => found.bits | c,
                    Some(_) => found.bits ^ c,
                    None => found.bits,
                };
                flags |= found.flags;
                if has_predicates {
                    results[place as usize][index] = answer.into();
                } else {
                    let value = if is_arithmetic { 1 } else { truth };
                    answers |= (u64::from(answer) * value) << (place * result.element_type.bits());
                }
            }
            if !has_predicates {
                results[0][index] = answers;
            }
            if self.instruction.has_flags() {
                results[results.len() - 1][index] = flags;
            }
        }
    }

    fn convert<const FLAGS: bool>(&self, conversion: &Conversion, operands: &[&[u64]], results: &mut [&mut [u64]]) {
        let (operands, rounding) = self.split_rounding(operands);
        let signature = self.plain.signature();
        let result = signature.results()[0];
        let bits = result.element_type.bits();
        let (first, rest) = results.split_first_mut().expect("an instruction has a result");
        for (index, word) in first.iter_mut().enumerate() {
            let rounding = rounding(index);
            let (mut register, mut flags) = (0, 0);
            for lane in 0..result.lanes {
                // Of two operands, the first goes to the upper lane.
                let (place, lane_of_operand) = match operands {
                    [_] => (0, lane),
                    _ => (1 - lane as usize, 0),
                };
                let operand = signature.operands()[place].lane(operands[place][index], lane_of_operand);
                let random = operands.get(2).map_or(0, |bits| bits[index] >> (16 * lane));
                let (found, raised) = conversion.convert::<FLAGS>(operand, random, rounding);
                register |= found << (lane * bits);
                flags |= raised;
            }
            *word = register;
            if let Some(all) = rest.first_mut() {
                all[index] = flags;
            }
        }
    }

    fn look_up(&self, table: &Table, operands: &[&[u64]], results: &mut [&mut [u64]]) {
        let signature = self.plain.signature();
        let (operand, result) = (signature.operands()[0], signature.results()[0]);
        for (index, word) in operands[0].iter().enumerate() {
            let (mut register, mut flags) = (0, 0);
            for lane in 0..result.lanes {
                let (found, raised) = table.result(operand.lane(*word, lane));
                register |= found << (lane * result.element_type.bits());
                flags |= raised;
            }
            results[0][index] = register;
            if let Some(all) = results.get_mut(1) {
                all[index] = flags;
            }
        }
    }

    fn ask_model(&self, operands: &[&[u64]], results: &mut [&mut [u64]]) {
        for index in 0..results[0].len() {
            let words: Vec<u64> = operands.iter().map(|array| array[index]).collect();
            let found = halfpipe_model::results(self.instruction, &words);
            for (array, word) in results.iter_mut().zip(found) {
                array[index] = word;
            }
        }
    }
}

impl Method {
    fn new(plain: Instruction) -> Method {
        let operation = plain.operation();
        let signature = plain.signature();
        let has_small_operand = || {
            let [operand] = signature.operands() else {
                return false;
            };
            operand.element_type.bits() <= table::WIDEST && operand.lanes == signature.results()[0].lanes
        };
        if operation.is_dot() {
            return DotUnit::new(plain).map_or(Method::Model, Method::Dot);
        }
        if operation.is_conversion() {
            return Method::Conversion(Conversion::new(plain));
        }
        use Operation::{Feq, Fle, Fleq, Fli, Flt, Fltq, Tanh};
        match operation {
            _ if operation.is_comparison() || matches!(operation, Feq | Flt | Fle | Fleq | Fltq) => {
                Method::Comparison(Lane::new(plain), Relation::new(plain))
            }
            Tanh | Operation::Ex2 | Fli if has_small_operand() => Method::Table(Table::shared(plain)),
            Tanh | Operation::Ex2 | Fli => Method::Model,
            _ if operation.is_elementary() && has_small_operand() => Method::Table(Table::shared(plain)),
            _ if operation.is_elementary() => Method::Model,
            _ => Method::Lanes(Lane::new(plain)),
        }
    }
}
