//! Operations of RISC-V on the bits of encodings: sign injection, comparison and classification.

use halfpipe_isa::Operation;

use crate::extremum::{is_nan, rank};
use crate::format::Format;
use crate::logic::Logic;
use crate::words::Arithmetic;

/// Returns a with the sign of b, its complement, or the exclusive or of both signs.
pub(crate) fn with_injected_sign<L: Logic>(logic: &mut L, operation: Operation, [a, b]: [&[L::Bit]; 2]) -> Vec<L::Bit> {
    let place_of_sign = a.len() - 1;
    let (of_a, of_b) = (a[place_of_sign], b[place_of_sign]);
    let mut result = a.to_vec();
    result[place_of_sign] = match operation {
        Operation::Fsgnj => of_b,
        Operation::Fsgnjn => logic.not(of_b),
        Operation::Fsgnjx => logic.xor(of_a, of_b),
        other => unreachable!("{other} takes no sign of another operand"),
    };
    result
}

/// True if the relation holds. It never holds for a NaN, and zeros of either sign are equal.
pub(crate) fn comparison<L: Logic>(
    logic: &mut L,
    format: Format,
    operation: Operation,
    operands: [&[L::Bit]; 2],
) -> L::Bit {
    let nan = operands.map(|operand| is_nan(logic, format, operand));
    let nan = logic.any(&nan);
    let [a, b] = operands.map(|operand| {
        let (magnitude, sign) = operand.split_at(operand.len() - 1);
        let nonzero = logic.any(magnitude);
        let sign = logic.and(sign[0], nonzero);
        rank(logic, &[magnitude, &[sign]].concat())
    });
    let less = logic.less(&a, &b);
    let equal = logic.equal(&a, &b);
    let holds = match operation {
        Operation::Feq => equal,
        Operation::Flt => less,
        Operation::Fle => logic.or(less, equal),
        other => unreachable!("{other} is no relation"),
    };
    logic.and(holds, logic.not(nan))
}

/// Returns the ten bits of a class, of which one is 1.
pub(crate) fn class<L: Logic>(logic: &mut L, format: Format, a: &[L::Bit]) -> Vec<L::Bit> {
    let (fraction, rest) = a.split_at(format.fraction_bits);
    let (field, sign) = rest.split_at(format.exponent_bits);
    let (negative, positive) = (sign[0], logic.not(sign[0]));
    let quiet = fraction[format.fraction_bits - 1];
    let nonzero_fraction = logic.any(fraction);
    let zero_fraction = logic.not(nonzero_fraction);
    let largest = logic.all(field);
    let nonzero_field = logic.any(field);
    let zero_field = logic.not(nonzero_field);

    let infinite = logic.and(largest, zero_fraction);
    let normal = logic.and(nonzero_field, logic.not(largest));
    let subnormal = logic.and(zero_field, nonzero_fraction);
    let zero = logic.and(zero_field, zero_fraction);
    let nan = logic.and(largest, nonzero_fraction);
    vec![
        logic.and(negative, infinite),
        logic.and(negative, normal),
        logic.and(negative, subnormal),
        logic.and(negative, zero),
        logic.and(positive, zero),
        logic.and(positive, subnormal),
        logic.and(positive, normal),
        logic.and(positive, infinite),
        logic.and(nan, logic.not(quiet)),
        logic.and(nan, quiet),
    ]
}
