//! Division and square root of a core.

use halfpipe_isa::{FloatFormat, Operation};

use super::boxes::OperandBox;
use super::half::instruction;
use super::small_divider::{build_small_divider, DivisionInputs};
use crate::datapath::{div, sqrt, LaneConfig};
use crate::format::HardwareFormat;
use crate::net::{hidden, Builder};
use crate::stage::{step, RoundingMode, SelectedRounding};

/// Builds the small divider, which works on one operation at a time. `is_sqrt` selects the root of a; otherwise it divides a
/// by b. `flush` drops the operation.
pub fn iterative(builder: &Builder, format: FloatFormat, has_boxes: bool) {
    let operands = ["a", "b"].map(|name| builder.input(format.number(name), format.width()));
    let rm = builder.input("rm", 3);
    let boxes = ["a", "b"].map(|name| OperandBox::from_input(builder, has_boxes, name));
    let is_sqrt = builder.input("is_sqrt", 1);
    let flush = builder.input("flush", 1);
    let config = LaneConfig::from_instruction(instruction(Operation::Div, format, format));
    let inputs = DivisionInputs {
        in_valid: builder.in_valid(),
        is_sqrt,
        flush,
        rm,
        operands,
        boxes,
    };
    let outcome = build_small_divider(builder.scope(), &config, inputs);
    builder.output("result", outcome.value);
    builder.output("flags", outcome.flags.expect("an instruction of RISC-V has flags"));
}

/// Builds a divider and a root beside it, both for a pipeline.
pub fn pipelined(builder: &Builder, format: FloatFormat, has_boxes: bool) {
    let n = builder.scope();
    let is_sqrt = builder.input("is_sqrt", 1);
    let rm = builder.input("rm", 3);
    let operands = ["a", "b"].map(|name| builder.input(format.number(name), format.width()));
    let boxes = ["a", "b"].map(|name| OperandBox::from_input(builder, has_boxes, name));
    let [a, b] = [0, 1].map(|place| boxes[place].unboxed(n, format, operands[place], hidden("unboxed")));
    let rounding = RoundingMode::Selected(SelectedRounding::from_port(n, rm));
    let config = |operation| LaneConfig::from_instruction(instruction(operation, format, format));
    let quotient = div::div(n.scope("divide"), &config(Operation::Div), rounding, a, b);
    let root = sqrt::sqrt(n.scope("root"), &config(Operation::Sqrt), rounding, a);
    let _stage = n.stage(step::CHOOSE_RESULT);
    let chosen = is_sqrt.select(root.value, quotient.value).named("result");
    let flags = [root, quotient].map(|outcome| outcome.flags.expect("an instruction of RISC-V has flags"));
    builder.output("result", chosen);
    builder.output("flags", is_sqrt.select(flags[0], flags[1]).named(hidden("flags")));
}
