//! Result of an instruction.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, LaneFormats, Modifier, Operation};

use crate::value::arithmetic::{add, divide, multiply, square_root};
use crate::value::compare::{maximum, minimum};
use crate::value::comparison::{holds, joined, registers};
use crate::value::conversion;
use crate::value::dot;
use crate::value::functions::elementary;
use crate::value::modifiers::{flush_to_zero, relu, saturate};
use crate::value::number::{decode, encode, Sign, Value};
use crate::value::riscv::{class, register_of_half, with_sign_of};
use crate::value::round::{largest_finite, round};
use crate::value::transcendental::{exp2, tanh};

/// Returns the result registers of an instruction, in the order of [the signature](Instruction::signature).
///
/// Operands come in that order too; bits above an operand's width are ignored. The two lanes of an x2 instruction are
/// computed separately.
///
/// # Panics
///
/// Panics if there are fewer operands than the instruction has.
pub fn results(instruction: Instruction, operands: &[u64]) -> Vec<u64> {
    if instruction.operation().is_conversion() {
        return vec![conversion::register(instruction, operands)];
    }
    if instruction.operation().is_dot() {
        return vec![dot::register(instruction, operands).into()];
    }
    let operands: Vec<u32> = operands.iter().map(|word| *word as u32).collect();
    let results = if instruction.operation().is_comparison() {
        registers(instruction, &operands)
    } else {
        vec![evaluate(instruction, &operands)]
    };
    results.into_iter().map(u64::from).collect()
}

/// Returns the result register of an instruction with registers of 32 bits at most. Of two predicates, it is
/// that of lane 0: see [`results`].
///
/// # Panics
///
/// Panics if there are fewer operands than the instruction has, or if the result is wider than 32 bits. An operand of
/// more than 32 bits counts as one with zeros above them.
pub fn evaluate(instruction: Instruction, operands: &[u32]) -> u32 {
    if instruction.operation().is_comparison() {
        return registers(instruction, operands)[0];
    }
    if instruction.operation().is_conversion() || instruction.operation().is_dot() {
        let operands: Vec<u64> = operands.iter().map(|word| u64::from(*word)).collect();
        let result = results(instruction, &operands)[0];
        return u32::try_from(result).expect("the result has 32 bits at most");
    }
    let formats = LaneFormats::from(instruction.ty());
    let lane_width = formats.result.width();
    (0..instruction.ty().lanes())
        .map(|lane| lane * lane_width)
        .map(|shift| {
            let lane_operands: Vec<u32> = operands.iter().map(|word| word >> shift).collect();
            evaluate_lane(instruction, formats, &lane_operands) << shift
        })
        .fold(0, |register, lane| register | lane)
}

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
    let flushes = instruction.has(Modifier::Ftz);
    let rounding = instruction.rounding();

    // This precedes everything else, and concerns a and b only.
    if instruction.has(Modifier::Oob)
        && operands[..2]
            .iter()
            .any(|&bits| formats.operand.is_out_of_bounds_nan(bits))
    {
        return 0;
    }

    let value_of = |format: FloatFormat, bits: u32| {
        let value = decode(format, bits);
        if flushes {
            flush_to_zero(value, format)
        } else {
            value
        }
    };
    let first = || value_of(formats.operand, operands[0]);
    let second = || value_of(formats.operand, operands[1]);
    let addend = || {
        if instruction.ty().is_mixed() {
            value_of(formats.result, operands[1])
        } else {
            second()
        }
    };
    let third = || value_of(formats.result, operands[2]);

    let finish = |exact: Value| {
        let flushed = if flushes {
            flush_to_zero(exact, formats.result)
        } else {
            exact
        };
        let rounded = round(flushed, formats.result, rounding);
        let rounded = match rounded {
            Value::Infinity { sign } if instruction.has(Modifier::Satfinite) => largest_finite(sign, formats.result),
            // A result that is too large for a format without infinities is no number of the format.
            Value::Infinity { .. } if !formats.result.has_infinity() => Value::Nan,
            other => other,
        };
        let clamped = if instruction.has(Modifier::Sat) {
            saturate(rounded)
        } else if instruction.has(Modifier::Relu) {
            relu(rounded)
        } else {
            rounded
        };
        encode(formats.result, &clamped)
    };

    let extremum = |choose: fn(Value, Value, bool) -> Value| {
        let nan_wins = instruction.has(Modifier::Nan);
        if instruction.has(Modifier::XorsignAbs) {
            // The signs before .abs, including that of a NaN.
            let sign = Sign::from_bits(formats.operand, operands[0]) * Sign::from_bits(formats.operand, operands[1]);
            let magnitude = |value: Value| value.with_sign(Sign::Positive);
            choose(magnitude(first()), magnitude(second()), nan_wins).with_sign(sign)
        } else {
            choose(first(), second(), nan_wins)
        }
    };

    match instruction.operation() {
        Operation::Add => finish(add(&first(), &addend(), rounding)),
        Operation::Sub => finish(add(&first(), &addend().negated(), rounding)),
        Operation::Mul => finish(multiply(&first(), &second())),
        Operation::Fma => finish(add(&multiply(&first(), &second()), &third(), rounding)),
        // The signs of a and c change before the operation, which decides the sign of a zero sum.
        Operation::Fmsub => finish(add(&multiply(&first(), &second()), &third().negated(), rounding)),
        Operation::Fnmsub => finish(add(&multiply(&first().negated(), &second()), &third(), rounding)),
        Operation::Fnmadd => finish(add(
            &multiply(&first().negated(), &second()),
            &third().negated(),
            rounding,
        )),
        Operation::Neg => finish(first().negated()),
        Operation::Abs => finish(first().with_sign(Sign::Positive)),
        Operation::Min => finish(extremum(minimum)),
        Operation::Max => finish(extremum(maximum)),
        Operation::Tanh => tanh(first(), finish),
        Operation::Ex2 => exp2(first(), finish),
        Operation::Div => finish(divide(&first(), &second())),
        Operation::Rcp => finish(divide(&Value::power_of_two(Sign::Positive, 0), &first())),
        Operation::Sqrt => finish(square_root(&first())),
        Operation::Set | Operation::Setp => {
            let relation = instruction.cmp_op().expect("every comparison has one");
            let c = operands.get(2).is_some_and(|c| c & 1 == 1);
            joined(instruction.bool_op(), holds(relation, &first(), &second()), c).into()
        }
        Operation::Feq => holds(Modifier::Eq, &first(), &second()).into(),
        Operation::Flt => holds(Modifier::Lt, &first(), &second()).into(),
        Operation::Fle => holds(Modifier::Le, &first(), &second()).into(),
        Operation::Fsgnj | Operation::Fsgnjn | Operation::Fsgnjx => {
            // The bits of a NaN count too, so nothing is decoded here.
            let signs = [operands[0], operands[1]].map(|bits| Sign::from_bits(formats.operand, bits));
            let sign = match instruction.operation() {
                Operation::Fsgnj => signs[1],
                Operation::Fsgnjn => -signs[1],
                _ => signs[0] * signs[1],
            };
            with_sign_of(formats.operand, operands[0], sign)
        }
        Operation::Fclass => class(formats.operand, operands[0]),
        Operation::Fmv => match instruction.ty().result() {
            ElementType::Number(_) => operands[0] & (formats.result.sign_mask() | formats.result.magnitude_mask()),
            _ => register_of_half(formats.operand, operands[0]),
        },
        operation if operation.is_conversion() || operation.is_dot() => {
            panic!("{instruction} has no other formats than its own")
        }
        operation => elementary(operation, &first(), finish),
    }
}
