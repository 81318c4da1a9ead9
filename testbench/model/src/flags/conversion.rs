//! Exception flags of conversions.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Operation, Rounding};

use crate::flags::exact::Exact;
use crate::flags::exception::{INEXACT, INVALID, OVERFLOW, UNDERFLOW};
use crate::flags::limits::{raised_at_random, raised_by_rounding};
use crate::flags::operand::{signalling, Operand};

/// Returns the flags of all lanes of a conversion. Each lane takes a lane of the only operand. Of two operands, the
/// upper lane takes the first and the lower lane the second.
pub fn flags(instruction: Instruction, operands: &[u64]) -> u64 {
    let signature = instruction.signature();
    let d = signature.results()[0];
    let of_lane = |lane: u32| {
        let (place, lane_of_operand) = match signature.operands() {
            [_] => (0, lane),
            _ => (1 - lane as usize, 0),
        };
        let register = &signature.operands()[place];
        let is_single = register.element_type == ElementType::Number(FloatFormat::F32);
        let flushes = instruction.has(Modifier::Ftz) && is_single;
        let operand = Operand::from_element_type(
            register.element_type,
            register.lane(operands[place], lane_of_operand),
            flushes,
        );
        let random = operands.get(2).map(|bits| bits >> (16 * lane));
        signalling(std::slice::from_ref(&operand)) | find_type_flags(instruction, &operand, d.element_type, random)
    };
    (0..d.lanes).fold(0, |all, lane| all | of_lane(lane))
}

/// Returns the flags of a conversion, apart from that of a signalling NaN.
fn find_type_flags(instruction: Instruction, operand: &Operand, to: ElementType, random: Option<u64>) -> u64 {
    let rounding = instruction.rounding();
    match to {
        ElementType::Number(_) if instruction.modifiers().any(Modifier::rounds_to_integer) => match operand {
            _ if instruction.operation() == Operation::Fround => 0,
            Operand::Number(number) if !number.is_multiple_of_power(0) => INEXACT,
            _ => 0,
        },
        ElementType::Number(format) => match (operand, random) {
            (Operand::Number(number), None) => raised_by_rounding(number, format, rounding),
            (Operand::Number(number), Some(random)) => {
                // As many random bits as a normal f32 significand has below the result's.
                let bits = FloatFormat::F32.fraction_bits - format.fraction_bits;
                raised_at_random(number, format, random & ((1 << bits) - 1), bits)
            }
            _ => 0,
        },
        ElementType::Small(FloatFormat::UE8M0) => to_power_of_two(operand, rounding),
        ElementType::Small(format) => match operand {
            Operand::Number(number) if !format.has_sign => raised_by_rounding(&number.magnitude(), format, rounding),
            Operand::Number(number) => raised_by_rounding(number, format, rounding),
            Operand::Infinity { .. } if !format.has_infinity() => INEXACT,
            Operand::Nan { .. } if !format.has_nan() => INVALID,
            _ => 0,
        },
        ElementType::Signed(bits) => to_integer(operand, rounding, -(1_i128 << (bits - 1))..1 << (bits - 1)),
        element_type => to_integer(operand, rounding, 0..1 << element_type.bits()),
    }
}

/// Returns the flags of a conversion to an integer. A NaN, an infinity or an integer outside the range is invalid; an
/// integer inside may be inexact.
fn to_integer(operand: &Operand, rounding: Rounding, range: std::ops::Range<i128>) -> u64 {
    let Operand::Number(number) = operand else {
        return INVALID;
    };
    let floor = number.floor(0);
    let is_exact = number.compare(&floor).is_eq();
    let fraction = number.plus(&floor.negated());
    let half = fraction.compare(&Exact::power_of_two(-1));
    let is_odd = !floor.is_multiple_of_power(1);
    let is_up = !is_exact
        && match rounding {
            Rounding::NearestEven => half.is_gt() || half.is_eq() && is_odd,
            Rounding::TowardZero => number.is_negative(),
            Rounding::TowardNegative => false,
            Rounding::TowardPositive => true,
            Rounding::NearestAway => half.is_gt() || half.is_eq() && !number.is_negative(),
        };
    let rounded = if is_up {
        floor.plus(&Exact::power_of_two(0))
    } else {
        floor
    };
    let against_rounded = |limit: i128| Exact::new(limit, 0).compare(&rounded);
    match against_rounded(range.start).is_le() && against_rounded(range.end).is_gt() {
        false => INVALID,
        true if is_exact => 0,
        true => INEXACT,
    }
}

/// Returns the flags of a conversion of the magnitude to a power of two from 2^-127 to 2^127. Neither zero nor an
/// infinity is one.
fn to_power_of_two(operand: &Operand, rounding: Rounding) -> u64 {
    let number = match operand {
        Operand::Nan { .. } => return 0,
        Operand::Infinity { .. } => return INEXACT,
        Operand::Number(number) => number.magnitude(),
    };
    if number.is_zero() {
        return INEXACT;
    }
    let leading = number.leading();
    let is_power = number.is_multiple_of_power(leading);
    // The exponent of the rounded power, as if exponents had no bound.
    let power = match rounding {
        Rounding::TowardPositive if !is_power => leading + 1,
        _ => leading,
    };
    match power {
        128.. => OVERFLOW | INEXACT,
        ..-127 => UNDERFLOW | INEXACT,
        _ if is_power => 0,
        _ => INEXACT,
    }
}
