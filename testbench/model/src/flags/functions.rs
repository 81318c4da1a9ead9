//! Exception flags of functions of one operand: correctly rounded in the sense of IEEE 754, exact for few arguments.

use halfpipe_isa::{FloatFormat, Operation, Rounding};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::flags::exact::Exact;
use crate::flags::exception::{DIVIDE_BY_ZERO, INEXACT, INVALID, OVERFLOW, UNDERFLOW};
use crate::flags::limits::raised_by_rounding;
use crate::flags::operand::{signalling, Operand};

/// Returns the flags of tanh x, which no format can represent except for zeros and infinities.
///
/// Below the smallest normal number, tanh x = x - x³/3 + … is nearer to x than to any other number with as many digits
/// as a normal one. It is therefore tiny; the smallest normal number is not.
pub fn find_tanh_flags(x: &Operand, format: FloatFormat) -> u64 {
    match x {
        Operand::Number(number) if !number.is_zero() => {
            match number.magnitude().compare(&Exact::power_of_two(format.min_exponent())) {
                order if order.is_lt() => UNDERFLOW | INEXACT,
                _ => INEXACT,
            }
        }
        _ => signalling(std::slice::from_ref(x)),
    }
}

/// Returns the flags of 2^x, which is exact if x is an integer and the format has the power of two.
///
/// Elsewhere 2^x is irrational. Near an integer as large as the least exponent, any other x is at least 2^-7 away in
/// every format. Then 2^x is more than half a unit in the last place away from that power of two. Thus x alone decides
/// if 2^x is rounded to it.
pub fn of_exp2(x: &Operand, format: FloatFormat) -> u64 {
    let Operand::Number(x) = x else {
        return signalling(std::slice::from_ref(x));
    };
    if x.is_multiple_of_power(0) {
        // Powers with so large an exponent overflow or vanish like those with larger ones.
        let power = x.to_integer().clamp(BigInt::from(-2048), BigInt::from(2048));
        let power = power.to_i64().expect("a small integer");
        return raised_by_rounding(&Exact::power_of_two(power), format, Rounding::NearestEven);
    }
    let is_above = |exponent: i64| x.compare(&Exact::new(exponent, 0)).is_gt();
    if is_above(format.bias() + 1) {
        OVERFLOW | INEXACT
    } else if is_above(format.min_exponent()) {
        INEXACT
    } else {
        UNDERFLOW | INEXACT
    }
}

/// The operands of a function whose results overflow or are tiny, as encodings of magnitudes.
#[derive(Clone, Copy, Default)]
struct Ranges {
    /// The least positive operand that overflows.
    overflow_from: Option<u32>,
    /// The least operand of either sign whose result is not tiny, if smaller ones have tiny results.
    tiny_below: u32,
    /// The magnitude of the first negative operand from which on results are tiny.
    tiny_from: Option<u32>,
    /// The magnitudes of other operands whose results are tiny.
    tiny_at: &'static [u32],
}

impl Ranges {
    /// Returns the ranges of a function. Those of other formats than f16 and bf16 are unknown.
    fn new(operation: Operation, format: FloatFormat) -> Ranges {
        let limits = match format {
            FloatFormat::F16 => |f16: u32, _: u32| f16,
            FloatFormat::BF16 => |_: u32, bf16: u32| bf16,
            _ => panic!("{operation} is a function of f16 and bf16"),
        };
        // Large numbers of bf16 have few digits and are farther from multiples of π/2.
        let at = |f16: &'static [u32]| if format == FloatFormat::F16 { f16 } else { &[] };
        let none = Ranges::default();
        match operation {
            Operation::Exp => Ranges {
                overflow_from: Some(limits(0x498C, 0x42B2)),
                tiny_from: Some(limits(0x48DB, 0x42AF)),
                ..none
            },
            Operation::Sigmoid => Ranges {
                tiny_from: Some(limits(0x48DB, 0x42AF)),
                ..none
            },
            Operation::Silu => Ranges {
                tiny_below: limits(0x0800, 0x0100),
                tiny_from: Some(limits(0x4A1B, 0x42B8)),
                ..none
            },
            Operation::Gelu => Ranges {
                tiny_below: limits(0x0800, 0x0100),
                tiny_from: Some(limits(0x442E, 0x4153)),
                ..none
            },
            Operation::Erf => Ranges {
                tiny_below: limits(0x038C, 0x0072),
                ..none
            },
            // sin x is nearer to x than to the next normal number, as tanh x is. 355 and 710 are almost multiples of π.
            Operation::Sin => Ranges {
                tiny_below: limits(0x0400, 0x0080),
                tiny_at: at(&[0x5D8C, 0x618C]),
                ..none
            },
            // 177.5 and 532.5 are almost odd multiples of π/2.
            Operation::Cos => Ranges {
                tiny_at: at(&[0x598C, 0x6029]),
                ..none
            },
            _ => none,
        }
    }
}

/// Returns the flags of a function without modifiers.
pub fn find_elementary_flags(operation: Operation, x: &Operand, format: FloatFormat) -> u64 {
    let needs_positive = matches!(operation, Operation::Rsqrt | Operation::Lg2 | Operation::Log);
    let number = match x {
        Operand::Number(number) => number,
        Operand::Infinity { is_negative: true } if needs_positive => return INVALID,
        Operand::Infinity { .. } if matches!(operation, Operation::Sin | Operation::Cos) => return INVALID,
        _ => return signalling(std::slice::from_ref(x)),
    };
    match (needs_positive, number.is_zero(), number.is_negative()) {
        (true, true, _) => return DIVIDE_BY_ZERO,
        (false, true, _) => return 0,
        (true, _, true) => return INVALID,
        _ => {}
    }
    let is_power = || number.is_multiple_of_power(number.leading());
    let is_exact = match operation {
        Operation::Rsqrt => is_power() && number.leading() % 2 == 0,
        Operation::Lg2 => is_power(),
        Operation::Log => is_power() && number.leading() == 0,
        // Elsewhere these have no dyadic result.
        _ => false,
    };
    if is_exact {
        return 0;
    }
    let ranges = Ranges::new(operation, format);
    let magnitude = number.magnitude();
    let is_below = |limit: u32| magnitude.compare(&Exact::from_encoding(format, limit)).is_lt();
    let is_equal = |&other: &u32| magnitude.compare(&Exact::from_encoding(format, other)).is_eq();
    let is_tiny_at = || ranges.tiny_at.iter().any(is_equal);
    let is_from = |limit: Option<u32>| limit.is_some_and(|limit| !is_below(limit));
    if !number.is_negative() && is_from(ranges.overflow_from) {
        OVERFLOW | INEXACT
    } else if is_below(ranges.tiny_below) || number.is_negative() && is_from(ranges.tiny_from) || is_tiny_at() {
        UNDERFLOW | INEXACT
    } else {
        INEXACT
    }
}
