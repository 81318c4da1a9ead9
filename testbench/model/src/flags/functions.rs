//! Exception flags of tanh and 2^x: correctly rounded functions in the sense of IEEE 754, exact for few arguments.

use halfpipe_isa::{FloatFormat, Rounding};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::flags::exact::Exact;
use crate::flags::exception::{INEXACT, OVERFLOW, UNDERFLOW};
use crate::flags::limits::raised_by_rounding;
use crate::flags::operand::{signalling, Operand};

/// Returns the flags of tanh x, which no format can represent except for zeros and infinities.
///
/// Below the smallest normal number, tanh x = x - x³/3 + … is nearer to x than to any other number with as many digits
/// as a normal one. It is therefore tiny; the smallest normal number is not.
pub fn of_tanh(x: &Operand, format: FloatFormat) -> u64 {
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
