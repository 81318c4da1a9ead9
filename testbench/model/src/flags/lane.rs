//! Exception flags of one lane of arithmetic or of a comparison.

use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Modifier, Operation, Rounding};

use crate::flags::exact::Exact;
use crate::flags::exception::{DIVIDE_BY_ZERO, INVALID};
use crate::flags::functions;
use crate::flags::limits::{raised_by_magnitude, raised_by_rounding};
use crate::flags::magnitude::{Quotient, Root};
use crate::flags::operand::{signalling, Operand};

/// Returns the flags of one lane of arithmetic or of a comparison, in any formats. A comparison comes without its
/// predicate.
///
/// # Panics
///
/// Panics if there are fewer operands than the instruction has, or if it is a conversion.
pub fn flags_of_lane(instruction: Instruction, formats: LaneFormats, operands: &[u64]) -> u64 {
    let flushes = instruction.has(Modifier::Ftz);
    let operand = |place: usize, format: FloatFormat| Operand::new(format, operands[place], flushes);
    let [first, second] = [0, 1].map(|place: usize| (place < operands.len()).then(|| operand(place, formats.operand)));
    let first = first.expect("every instruction has an operand");
    let factor = || second.clone().expect("it has two operands");
    let addend = |place: usize| operand(place, formats.addend());
    let sum = |x: &Operand, y: &Operand| find_sum_flags(x, y, formats.result, instruction.rounding());
    match instruction.operation() {
        Operation::Add => sum(&first, &addend(1)),
        Operation::Sub => sum(&first, &addend(1).negated()),
        Operation::Mul => match product(&first, &factor()) {
            None => INVALID,
            Some(product) => {
                signalling(&[first, factor()]) | find_result_flags(&product, formats.result, instruction.rounding())
            }
        },
        Operation::Fma => match product(&first, &factor()) {
            // An infinity times zero is invalid for any addend.
            None => INVALID,
            Some(product) => signalling(&[first, factor()]) | sum(&product, &addend(2)),
        },
        Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd => {
            let negates_product = instruction.operation() != Operation::Fmsub;
            let negates_addend = instruction.operation() != Operation::Fnmsub;
            let negated = |operand: Operand, negates: bool| if negates { operand.negated() } else { operand };
            let first = negated(first, negates_product);
            let third = negated(addend(2), negates_addend);
            match product(&first, &factor()) {
                None => INVALID,
                Some(product) => signalling(&[first, factor()]) | sum(&product, &third),
            }
        }
        Operation::Min
        | Operation::Max
        | Operation::Fminm
        | Operation::Fmaxm
        | Operation::Feq
        | Operation::Fleq
        | Operation::Fltq => signalling(&[first, factor()]),
        Operation::Flt | Operation::Fle => {
            if first.is_nan() || factor().is_nan() {
                INVALID
            } else {
                0
            }
        }
        Operation::Tanh => functions::find_tanh_flags(&first, formats.result),
        Operation::Ex2 => functions::of_exp2(&first, formats.result),
        Operation::Set | Operation::Setp => {
            let second = factor();
            let is_signalling = matches!(
                instruction.cmp_op(),
                Some(Modifier::Lt | Modifier::Le | Modifier::Gt | Modifier::Ge)
            );
            if is_signalling && (first.is_nan() || second.is_nan()) {
                INVALID
            } else {
                signalling(&[first, second])
            }
        }
        Operation::Div => find_quotient_flags(&first, &factor(), formats.result, instruction.rounding()),
        Operation::Rcp => {
            let one = Operand::Number(Exact::power_of_two(0));
            find_quotient_flags(&one, &first, formats.result, instruction.rounding())
        }
        Operation::Sqrt => find_root_flags(&first, formats.result, instruction.rounding()),
        Operation::Neg
        | Operation::Abs
        | Operation::Fsgnj
        | Operation::Fsgnjn
        | Operation::Fsgnjx
        | Operation::Fclass
        | Operation::Fmv
        | Operation::Fli => 0,
        Operation::Cvt => panic!("{instruction} has no other formats than its own"),
        operation => functions::find_elementary_flags(operation, &first, formats.result),
    }
}

/// Returns the flags of rounding; an infinity or a NaN raises none.
fn find_result_flags(result: &Operand, format: FloatFormat, rounding: Rounding) -> u64 {
    match result {
        Operand::Number(number) => raised_by_rounding(number, format, rounding),
        Operand::Infinity { .. } | Operand::Nan { .. } => 0,
    }
}

/// Returns the flags of a sum.
fn find_sum_flags(x: &Operand, y: &Operand, format: FloatFormat, rounding: Rounding) -> u64 {
    match (x, y) {
        (Operand::Number(x), Operand::Number(y)) => raised_by_rounding(&x.plus(y), format, rounding),
        (Operand::Infinity { is_negative: x }, Operand::Infinity { is_negative: y }) if x != y => INVALID,
        _ => signalling(&[x.clone(), y.clone()]),
    }
}

/// Returns the flags of a quotient.
fn find_quotient_flags(x: &Operand, y: &Operand, format: FloatFormat, rounding: Rounding) -> u64 {
    match (x, y) {
        (Operand::Infinity { .. }, Operand::Infinity { .. }) => INVALID,
        (Operand::Number(dividend), Operand::Number(divisor)) => match (dividend.is_zero(), divisor.is_zero()) {
            (true, true) => INVALID,
            (true, false) => 0,
            (false, true) => DIVIDE_BY_ZERO,
            (false, false) => {
                let is_negative = dividend.is_negative() != divisor.is_negative();
                let [dividend, divisor] = [dividend, divisor].map(Exact::magnitude);
                raised_by_magnitude(&Quotient { dividend, divisor }, is_negative, format, rounding)
            }
        },
        _ => signalling(&[x.clone(), y.clone()]),
    }
}

/// Returns the flags of a square root.
fn find_root_flags(x: &Operand, format: FloatFormat, rounding: Rounding) -> u64 {
    match x {
        Operand::Number(number) if number.is_zero() => 0,
        Operand::Number(number) if !number.is_negative() => {
            raised_by_magnitude(&Root(number.clone()), false, format, rounding)
        }
        Operand::Number(_) | Operand::Infinity { is_negative: true } => INVALID,
        Operand::Infinity { .. } | Operand::Nan { .. } => signalling(std::slice::from_ref(x)),
    }
}

/// Returns an exact product, a quiet NaN if a factor is a NaN; None if an infinity is multiplied by zero.
fn product(x: &Operand, y: &Operand) -> Option<Operand> {
    let sign = |number: &Exact| number.is_negative();
    match (x, y) {
        (Operand::Nan { .. }, _) | (_, Operand::Nan { .. }) => Some(Operand::Nan { signals: false }),
        (Operand::Infinity { .. }, Operand::Number(number)) | (Operand::Number(number), Operand::Infinity { .. })
            if number.is_zero() =>
        {
            None
        }
        (Operand::Infinity { is_negative }, Operand::Number(number))
        | (Operand::Number(number), Operand::Infinity { is_negative }) => Some(Operand::Infinity {
            is_negative: *is_negative != sign(number),
        }),
        (Operand::Infinity { is_negative: x }, Operand::Infinity { is_negative: y }) => {
            Some(Operand::Infinity { is_negative: x != y })
        }
        (Operand::Number(x), Operand::Number(y)) => Some(Operand::Number(x.times(y))),
    }
}
