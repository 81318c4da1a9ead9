//! The fused multiply-add of a core, which also adds and multiplies.

use halfpipe_isa::FloatFormat;

use super::boxes::OperandBox;
use super::{instruction, HALF_BITS};
use crate::datapath::{fma, LaneConfig};
use crate::format::HardwareFormat;
use crate::net::{hidden, Builder};
use crate::stage::{step, unpack, Multiplier, RoundingMode, SelectedRounding};

/// Builds the datapath. `op` has the low bits of CVFPU's numbers: 0 FMADD, 1 FNMSUB, 2 ADD, 3 MUL. ADD adds b and c.
///
/// `op_mod` inverts the sign of c. FNMSUB inverts that of a. A sum is 1 * b + c. A product is a * b plus a zero of its
/// sign, which changes no result.
pub fn addmul(builder: &Builder, format: FloatFormat, has_boxes: bool, multiplier: Multiplier) {
    let n = builder.scope();
    let op = builder.input("op", 2);
    let op_mod = builder.input("op_mod", 1);
    let rm = builder.input("rm", 3);
    let names = ["a", "b", "c"];
    let [a, b, c] = names.map(|name| builder.input(format.number(name), HALF_BITS));
    let [of_a, of_b, of_c] = names.map(|name| OperandBox::from_input(builder, has_boxes, name));
    let stage = n.stage(step::FUSED_OPERANDS);
    let is_add = (op.bit(1) & !op.bit(0)).named("is_add");
    let is_mul = (op.bit(1) & op.bit(0)).named("is_mul");
    let is_negated = (!op.bit(1) & op.bit(0)).named("is_negated");
    let magnitude = HALF_BITS - 1;
    let one = n.constant(format.one().into(), HALF_BITS);
    let first = (a.top_bit() ^ is_negated).join(a.low(magnitude));
    let first = is_add.select(one, first).named(hidden("first"));
    let sign = is_mul.select(a.top_bit() ^ b.top_bit(), c.top_bit() ^ op_mod);
    let third = sign.join(c.low(magnitude).only_if(!is_mul)).named(hidden("third"));
    let of_first = OperandBox {
        is_there: of_a.is_there.map(|is_there| is_there | is_add),
    };
    let of_third = OperandBox {
        is_there: of_c.is_there.map(|is_there| is_there | is_mul),
    };
    drop(stage);
    let config = LaneConfig {
        multiplier,
        ..LaneConfig::from_instruction(instruction("fmadd", format))
    };
    let rounding = RoundingMode::Selected(SelectedRounding::from_port(n, rm));
    let operands = [("a", first), ("b", b), ("c", third)].map(|(name, value)| unpack(n, name, format, value));
    let boxes = [of_first, of_b, of_third];
    let classified = [0, 1, 2].map(|place| boxes[place].classify(n, operands[place]));
    let outcome = fma::fma_unpacked(n, &config, rounding, operands, classified, |n| {
        let signals = [0, 1, 2].map(|place| boxes[place].signals(n, operands[place]));
        signals[0] | signals[1] | signals[2]
    });
    builder.output("result", outcome.value);
    builder.output("flags", outcome.flags.expect("an instruction of RISC-V has flags"));
}
