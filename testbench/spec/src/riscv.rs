//! Operations of RISC-V on the bits of encodings: sign injection, comparison, classification and constants.

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
        Operation::Flt | Operation::Fltq => less,
        Operation::Fle | Operation::Fleq => logic.or(less, equal),
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

/// Returns the constant of a number of five bits (The RISC-V Instruction Set Manual, "Zfa", table of `rs1` encodings).
pub(crate) fn constant<L: Logic>(logic: &mut L, format: Format, number: &[L::Bit]) -> Vec<L::Bit> {
    let bias = (1_i128 << (format.exponent_bits - 1)) - 1;
    let unit = 1_i128 << format.fraction_bits;
    // In a sequence of numbers, each has a quarter more than the one before it, up to the next power of two.
    let scaled = |exponent: i128, quarters: i128| {
        let field = bias + exponent;
        if field > 2 * bias {
            format.infinity()
        } else if field < 1 {
            unit >> (1 - field)
        } else {
            field * unit + quarters * unit / 4
        }
    };
    let encoding = |number: i128| match number {
        0 => (1 << (format.width() - 1)) + scaled(0, 0),
        1 => unit,
        2..=3 => scaled(number - 18, 0),
        4..=5 => scaled(number - 12, 0),
        6..=7 => scaled(number - 10, 0),
        8..=22 => scaled(number / 4 - 4, number % 4),
        23..=25 => scaled(number - 21, 0),
        26..=27 => scaled(number - 19, 0),
        28..=29 => scaled(number - 13, 0),
        30 => format.infinity(),
        _ => format.nan(),
    };
    let mut result = logic.number(0, format.width());
    for place in 0..32_i128 {
        let own = logic.number(place, number.len());
        let is_it = logic.equal(number, &own);
        let constant = logic.number(encoding(place), format.width());
        result = logic.choose(is_it, &constant, &result);
    }
    result
}
