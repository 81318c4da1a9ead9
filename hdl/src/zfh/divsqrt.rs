//! Division and square root of a core.

use halfpipe_isa::FloatFormat;

use super::{instruction, HALF_BITS};
use crate::datapath::iterative::{division_and_root, DivisionInputs};
use crate::datapath::{div, sqrt, LaneConfig};
use crate::format::HardwareFormat;
use crate::net::{hidden, Builder};
use crate::stage::{step, RoundingMode, SelectedRounding};

/// Builds a unit that computes a digit of the result in each clock cycle. `is_sqrt` selects the root of a; otherwise it
/// divides a by b. `flush` drops the operation.
pub fn iterative(builder: &Builder, format: FloatFormat) {
    let is_sqrt = builder.input("is_sqrt", 1);
    let flush = builder.input("flush", 1);
    let rm = builder.input("rm", 3);
    let [a, b] = ["a", "b"].map(|name| builder.input(format.number(name), HALF_BITS));
    let config = LaneConfig::from_instruction(instruction("fdiv", format));
    let inputs = DivisionInputs {
        is_sqrt,
        flush,
        rm,
        a,
        b,
    };
    let outcome = division_and_root(builder.scope(), &config, inputs);
    builder.output("result", outcome.value);
    builder.output("flags", outcome.flags.expect("an instruction of RISC-V has flags"));
}

/// Builds a divider and a root beside it, both for a pipeline.
pub fn pipelined(builder: &Builder, format: FloatFormat) {
    let n = builder.scope();
    let is_sqrt = builder.input("is_sqrt", 1);
    let rm = builder.input("rm", 3);
    let [a, b] = ["a", "b"].map(|name| builder.input(format.number(name), HALF_BITS));
    let rounding = RoundingMode::Selected(SelectedRounding::from_port(n, rm));
    let config = |operation: &str| LaneConfig::from_instruction(instruction(operation, format));
    let quotient = div::div(n.scope("divide"), &config("fdiv"), rounding, a, b);
    let root = sqrt::sqrt(n.scope("root"), &config("fsqrt"), rounding, a);
    let _stage = n.stage(step::CHOOSE_RESULT);
    let chosen = is_sqrt.select(root.value, quotient.value).named("result");
    let flags = [root, quotient].map(|outcome| outcome.flags.expect("an instruction of RISC-V has flags"));
    builder.output("result", chosen);
    builder.output("flags", is_sqrt.select(flags[0], flags[1]).named(hidden("flags")));
}
