//! Result of one lane.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, LaneFormats, Modifier, Operation};

use crate::value::arithmetic::{add, divide, multiply, square_root};
use crate::value::compare::{maximum, minimum};
use crate::value::comparison::{holds, join};
use crate::value::functions::elementary;
use crate::value::modifiers::{flush_to_zero, relu, saturate};
use crate::value::number::{decode, encode, Sign, Value};
use crate::value::riscv::{class, constant, register_of_half, with_sign_of};
use crate::value::round::{largest_finite, round};
use crate::value::transcendental::{exp2, tanh};

/// Returns the result of one lane of arithmetic or of a comparison, in any formats. A comparison gives 1 for true and 0
/// for false. fclass and fmv.x.h give a whole integer register.
///
/// The operands are those of [the signature](Instruction::signature), one lane of each; c is in the result's format, or
/// a predicate. Bits above a format's width are ignored.
///
/// # Panics
///
/// Panics if there are fewer operands than the instruction has, or if it is a conversion or a dot product, whose own
/// formats define it.
pub fn evaluate_lane(instruction: Instruction, formats: LaneFormats, operands: &[u32]) -> u32 {
    let lane = LaneOperands {
        instruction,
        formats,
        operands,
    };
    // This precedes everything else.
    if lane.is_out_of_bounds() {
        return 0;
    }
    match lane.exact() {
        Some(exact) => lane.finish(exact),
        None => lane.select_or_approximate(),
    }
}

/// The operands of one lane of an instruction.
#[derive(Clone, Copy)]
struct LaneOperands<'o> {
    instruction: Instruction,
    formats: LaneFormats,
    operands: &'o [u32],
}

impl LaneOperands<'_> {
    /// True if `.oob` makes the result 0. It concerns a and b only.
    fn is_out_of_bounds(self) -> bool {
        let is_nan = |bits: &u32| self.formats.operand.is_out_of_bounds_nan(*bits);
        self.instruction.has(Modifier::Oob) && self.operands[..2].iter().any(is_nan)
    }

    fn decode(self, format: FloatFormat, position: usize) -> Value {
        self.flush(decode(format, self.operands[position]), format)
    }

    fn flush(self, value: Value, format: FloatFormat) -> Value {
        if self.instruction.has(Modifier::Ftz) {
            flush_to_zero(value, format)
        } else {
            value
        }
    }

    fn first(self) -> Value {
        self.decode(self.formats.operand, 0)
    }

    fn second(self) -> Value {
        self.decode(self.formats.operand, 1)
    }

    fn third(self) -> Value {
        self.decode(self.formats.result, 2)
    }

    /// Returns the second term of a sum of two operands.
    fn addend(self) -> Value {
        if self.formats.is_mixed() {
            self.decode(self.formats.result, 1)
        } else {
            self.second()
        }
    }

    /// Returns the signs of the first two operands, NaNs included.
    fn signs(self) -> [Sign; 2] {
        [0, 1].map(|position: usize| Sign::from_bits(self.formats.operand, self.operands[position]))
    }

    /// Returns the value before it is rounded to the result's format, for an instruction that rounds once.
    fn exact(self) -> Option<Value> {
        let rounding = self.instruction.rounding();
        let sum = |one: &Value, other: &Value| add(one, other, rounding);
        Some(match self.instruction.operation() {
            Operation::Add => sum(&self.first(), &self.addend()),
            Operation::Sub => sum(&self.first(), &self.addend().negated()),
            Operation::Mul => multiply(&self.first(), &self.second()),
            Operation::Fma => sum(&multiply(&self.first(), &self.second()), &self.third()),
            // The signs of a and c change before the operation, which decides the sign of a zero sum.
            Operation::Fmsub => sum(&multiply(&self.first(), &self.second()), &self.third().negated()),
            Operation::Fnmsub => sum(&multiply(&self.first().negated(), &self.second()), &self.third()),
            Operation::Fnmadd => sum(
                &multiply(&self.first().negated(), &self.second()),
                &self.third().negated(),
            ),
            Operation::Neg => self.first().negated(),
            Operation::Abs => self.first().with_sign(Sign::Positive),
            Operation::Min => self.extremum(minimum),
            Operation::Max => self.extremum(maximum),
            Operation::Fminm => minimum(self.first(), self.second(), true),
            Operation::Fmaxm => maximum(self.first(), self.second(), true),
            Operation::Div => divide(&self.first(), &self.second()),
            Operation::Rcp => divide(&Value::power_of_two(Sign::Positive, 0), &self.first()),
            Operation::Sqrt => square_root(&self.first()),
            _ => return None,
        })
    }

    /// Returns the result of an instruction without an exact value: a comparison, a selection of bits, or a function that
    /// rounds an approximation.
    fn select_or_approximate(self) -> u32 {
        let finish = |exact| self.finish(exact);
        let holds = |relation| holds(relation, &self.first(), &self.second());
        match self.instruction.operation() {
            Operation::Tanh => tanh(self.first(), finish),
            Operation::Ex2 => exp2(self.first(), finish),
            Operation::Set | Operation::Setp => {
                let relation = self.instruction.cmp_op().expect("every comparison has one");
                let c = self.operands.get(2).is_some_and(|c| c & 1 == 1);
                join(self.instruction.bool_op(), holds(relation), c).into()
            }
            Operation::Feq => holds(Modifier::Eq).into(),
            Operation::Flt | Operation::Fltq => holds(Modifier::Lt).into(),
            Operation::Fle | Operation::Fleq => holds(Modifier::Le).into(),
            // The bits of a NaN count too, so nothing is decoded here.
            Operation::Fsgnj => self.inject_sign(|[_, sign]| sign),
            Operation::Fsgnjn => self.inject_sign(|[_, sign]| -sign),
            Operation::Fsgnjx => self.inject_sign(|[sign, other]| sign * other),
            Operation::Fli => encode(self.formats.result, &constant(self.operands[0], self.formats.result)),
            Operation::Fclass => class(self.formats.operand, self.operands[0]),
            Operation::Fmv => match self.instruction.ty().result() {
                ElementType::Number(_) => {
                    let format = self.formats.result;
                    self.operands[0] & (format.sign_mask() | format.magnitude_mask())
                }
                _ => register_of_half(self.formats.operand, self.operands[0]),
            },
            operation if operation.is_conversion() || operation.is_dot() => {
                panic!("{} has no other formats than its own", self.instruction)
            }
            operation => elementary(operation, &self.first(), finish),
        }
    }

    /// Returns the minimum or maximum.
    fn extremum(self, choose: fn(Value, Value, bool) -> Value) -> Value {
        let nan_wins = self.instruction.has(Modifier::Nan);
        if self.instruction.has(Modifier::XorsignAbs) {
            // The signs before .abs, including that of a NaN.
            let [one, other] = self.signs();
            let [first, second] = [self.first(), self.second()].map(|value| value.with_sign(Sign::Positive));
            choose(first, second, nan_wins).with_sign(one * other)
        } else {
            choose(self.first(), self.second(), nan_wins)
        }
    }

    /// Returns the first operand with another sign.
    fn inject_sign(self, choose: fn([Sign; 2]) -> Sign) -> u32 {
        with_sign_of(self.formats.operand, self.operands[0], choose(self.signs()))
    }

    /// Flushes, rounds, clamps and encodes a result.
    fn finish(self, exact: Value) -> u32 {
        let format = self.formats.result;
        let rounded = match round(self.flush(exact, format), format, self.instruction.rounding()) {
            Value::Infinity { sign } if self.instruction.has(Modifier::Satfinite) => largest_finite(sign, format),
            // A result that is too large for a format without infinities is no number of the format.
            Value::Infinity { .. } if !format.has_infinity() => Value::Nan,
            other => other,
        };
        let clamped = if self.instruction.has(Modifier::Sat) {
            saturate(rounded)
        } else if self.instruction.has(Modifier::Relu) {
            relu(rounded)
        } else {
            rounded
        };
        encode(format, &clamped)
    }
}
