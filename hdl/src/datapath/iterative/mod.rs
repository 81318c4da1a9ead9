//! Iterative units of div, rcp and sqrt: one digit of the result in each clock cycle.
//!
//! A unit works on one operation at a time. The clock edge at which it takes the operands loads its registers. Each edge
//! after that is a step: the first steps shift the leading one of a subnormal operand to the top, and each further step
//! makes a digit. The result is rounded from the registers, without a register behind it.
//!
//! Loading shifts a significand by a multiple of [`STRIDE`](control::STRIDE) places, and a step by one place. So the
//! leading one of every operand is at the top after [`NORMALISING`] steps, and the number of steps is the same for all
//! operands.
//!
//! - `control`: what all steps share;
//! - `operand`: operands as they are loaded;
//! - `div`: div and rcp;
//! - `sqrt`: sqrt.

mod control;
mod div;
mod operand;
mod sqrt;

use halfpipe_isa::{FloatFormat, Instruction, Operand, Operation};

use control::{loaded, StepControl, NORMALISING};

use crate::datapath::{join_lanes, label, LaneConfig};
use crate::format::HardwareFormat;
use crate::net::{hidden, unsigned, Builder, Net, Netlist, Scope};
use crate::stage::{step, RoundingMode, SelectedRounding};

/// The mark behind the name of an iterative unit, where its pipeline has the same name.
pub const ITERATIVE_MARK: &str = "--iterative";

/// True if the instruction has an iterative unit.
pub fn is_iterative(instruction: Instruction) -> bool {
    matches!(
        instruction.operation(),
        Operation::Div | Operation::Rcp | Operation::Sqrt
    )
}

/// Returns the number of enabled clock cycles from the operands of an instruction to its result. It is the same for all
/// operands.
pub fn cycles(instruction: Instruction) -> u32 {
    cycles_in_format(instruction.ty().operand_format())
}

/// Returns [`cycles`] for operands of a format.
fn cycles_in_format(format: FloatFormat) -> u32 {
    // The significand and the guard bit.
    let digits = format.significand_bits() + 1;
    // The first digit of a quotient may be 0. A radicand has a step for an odd exponent.
    1 + NORMALISING + 1 + digits
}

/// Builds the unit of an instruction, with all its lanes.
pub fn build(config: &LaneConfig) -> Netlist {
    let builder = Builder::new();
    let n = builder.scope();
    let lanes = config.lanes * config.copies;
    let format = config.formats.operand;
    let signature = config.signature();
    let input = |operand: &Operand| {
        if operand.is_shared() {
            builder.input(label(operand), operand.width())
        } else if lanes == 1 {
            builder.input(format.number(operand.name), format.width())
        } else {
            builder.input(operand.name, lanes * format.width())
        }
    };
    let operands: Vec<Net> = signature.operands().iter().map(input).collect();
    let control = handshake(n, cycles_in_format(format));
    let (rounding, operands) = match operands.split_last() {
        Some((port, operands)) if config.rounding_port => {
            let stage = n.stage(step::ROUNDING);
            let held = loaded(n, control.load, "mode", *port);
            drop(stage);
            (RoundingMode::Selected(SelectedRounding::from_port(n, held)), operands)
        }
        _ => (RoundingMode::Fixed(config.rounding), operands.as_slice()),
    };
    let results = join_lanes(n, lanes, operands, |n, operands| match config.operation {
        Operation::Sqrt => sqrt::sqrt(n, config, control, rounding, operands[0]).finish(n, config, rounding),
        Operation::Rcp => div::rcp(n, config, control, operands[0]).finish(n, config, rounding),
        Operation::Div => div::div(n, config, control, operands[0], operands[1]).finish(n, config, rounding),
        operation => unreachable!("{operation} has no iterative unit"),
    });
    for (register, net) in signature.results().iter().zip(results) {
        builder.output(register.name, net);
    }
    builder.finish()
}

/// Builds the handshake of a unit, and returns the control signals. A counter of the steps ends at its largest value.
fn handshake<'n>(n: Scope<'n>, cycles: u32) -> StepControl<'n> {
    let builder = n.builder();
    let in_valid = builder.in_valid();
    let _stage = n.stage(step::HANDSHAKE);
    let steps = u64::from(cycles - 1);
    let width = u64::BITS - steps.leading_zeros();
    let beginning = (1 << width) - steps;
    let busy = builder.state("busy", 1);
    let valid = builder.state("valid", 1);
    let count = builder.state(unsigned("count"), width);
    let last = count.all().named("last");
    builder.set_next(busy, busy.select(!last, in_valid).named(hidden("next_busy")), true);
    builder.set_next(valid, (busy & last).named(hidden("next_valid")), true);
    let counted = (count + n.constant(1, width)).named(hidden("counted"));
    builder.set_next(count, busy.select(counted, n.constant(beginning, width)), false);
    let ready = (!busy).named("ready");
    builder.set_handshake(in_valid, ready, valid);
    let is_step = |number: u32| count.equals_constant(beginning + u64::from(number));
    let normalise = (0..NORMALISING).map(is_step).reduce(|one, other| one | other);
    StepControl {
        load: ready,
        normalise: normalise.unwrap_or(n.zero()).named("normalise"),
        after_normalise: is_step(NORMALISING).named("after_normalise"),
    }
}
