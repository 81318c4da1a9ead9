//! The fused multiply-add of a core, which also adds and multiplies.

use halfpipe_isa::FloatFormat;

use super::{instruction, HALF_BITS};
use crate::datapath::{fma, LaneConfig};
use crate::format::HardwareFormat;
use crate::net::{hidden, Builder};
use crate::stage::{step, Multiplier, RoundingMode, SelectedRounding};

/// Builds the datapath. `op` has the low bits of CVFPU's numbers: 0 FMADD, 1 FNMSUB, 2 ADD, 3 MUL. ADD adds b and c.
///
/// `op_mod` inverts the sign of c. FNMSUB inverts that of a. A sum is 1 * b + c. A product is a * b plus a zero of its
/// sign, which changes no result.
pub fn addmul(builder: &Builder, format: FloatFormat, multiplier: Multiplier) {
    let n = builder.scope();
    let op = builder.input("op", 2);
    let op_mod = builder.input("op_mod", 1);
    let rm = builder.input("rm", 3);
    let [a, b, c] = ["a", "b", "c"].map(|name| builder.input(format.number(name), HALF_BITS));
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
    drop(stage);
    let config = LaneConfig {
        multiplier,
        ..LaneConfig::from_instruction(instruction("fmadd", format))
    };
    let rounding = RoundingMode::Selected(SelectedRounding::from_port(n, rm));
    let outcome = fma::fma(n, &config, rounding, first, b, third);
    builder.output("result", outcome.value);
    builder.output("flags", outcome.flags.expect("an instruction of RISC-V has flags"));
}
