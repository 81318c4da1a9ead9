//! Operations that select or test bits: signs, minima, maxima, moves, and comparisons and classes of RISC-V.

use halfpipe_isa::{ElementType, Instruction, Modifier, Operation};

use crate::extremum::{canonical, extremum, flushed, is_nan};
use crate::format::Format;
use crate::logic::Logic;
use crate::riscv::{class, comparison, constant, with_injected_sign};
use crate::words::Arithmetic;

/// Width of an integer register of RISC-V in bits.
pub const REGISTER_BITS: usize = 32;

/// Width of the number of a constant in bits.
pub const CONSTANT_BITS: usize = 5;

/// Returns the result of an operation that only selects.
pub fn select<L: Logic>(
    logic: &mut L,
    instruction: Instruction,
    format: Format,
    operands: &[Vec<L::Bit>],
) -> Vec<L::Bit> {
    let mut seen: Vec<Vec<L::Bit>> = operands.to_vec();
    if instruction.has(Modifier::Ftz) {
        seen = seen.iter().map(|operand| flushed(logic, format, operand)).collect();
    }
    let place_of_sign = format.width() - 1;
    if let [operand] = &seen[..] {
        let nan = is_nan(logic, format, operand);
        let mut result = operand.clone();
        result[place_of_sign] = match instruction.operation() {
            Operation::Neg => logic.not(result[place_of_sign]),
            _ => logic.constant(false),
        };
        return canonical(logic, format, nan, &result);
    }
    let sign = instruction.has(Modifier::XorsignAbs).then(|| {
        let signs = [0, 1].map(|operand: usize| operands[operand][place_of_sign]);
        logic.xor(signs[0], signs[1])
    });
    if sign.is_some() {
        seen.iter_mut()
            .for_each(|operand| operand[place_of_sign] = logic.constant(false));
    }
    let greater = matches!(instruction.operation(), Operation::Max | Operation::Fmaxm);
    let nan_wins =
        instruction.has(Modifier::Nan) || matches!(instruction.operation(), Operation::Fminm | Operation::Fmaxm);
    let mut result = extremum(logic, format, [&seen[0], &seen[1]], greater, nan_wins);
    if let Some(sign) = sign {
        // Without its sign, the NaN of results is the only one here.
        let nan = is_nan(logic, format, &result);
        result[place_of_sign] = logic.and(sign, logic.not(nan));
    }
    result
}

/// True if the result is an integer register.
pub fn gives_integer(instruction: Instruction) -> bool {
    !matches!(instruction.ty().result(), ElementType::Number(_))
}

/// Returns the result of an operation of RISC-V that looks at the operands' bits. An integer has a register's
/// width. The formats are those of operand and result.
pub fn select_bits<L: Logic>(
    logic: &mut L,
    instruction: Instruction,
    [format, result]: [Format; 2],
    operands: &[Vec<L::Bit>],
) -> Vec<L::Bit> {
    let operation = instruction.operation();
    match (operation, operands) {
        (Operation::Fclass, [a]) => {
            let class = class(logic, format, a);
            logic.resized(&class, REGISTER_BITS)
        }
        (Operation::Fmv, [a]) if gives_integer(instruction) => logic.extended(a, REGISTER_BITS),
        (Operation::Fmv, [a]) => a[..result.width()].to_vec(),
        (Operation::Fli, [a]) => constant(logic, result, a),
        (Operation::Feq | Operation::Flt | Operation::Fle | Operation::Fleq | Operation::Fltq, [a, b]) => {
            let holds = comparison(logic, format, operation, [a, b]);
            logic.resized(&[holds], REGISTER_BITS)
        }
        (_, [a, b]) => with_injected_sign(logic, operation, [a, b]),
        _ => unreachable!("{} has other operands", instruction),
    }
}
