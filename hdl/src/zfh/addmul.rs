//! The fused multiply-add of a core, which also adds and multiplies.

use halfpipe_isa::{FloatFormat, Operation};

use super::boxes::OperandBox;
use super::half::{instruction, HALF_BITS};
use crate::datapath::fma::{self, FmaTerms};
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, unsigned, Builder, Net, Scope};
use crate::stage::{step, unpack, Multiplier, RoundingMode, SelectedRounding, Unpacked};

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
    let values = names.map(|name| builder.input(format.number(name), HALF_BITS));
    let boxes = names.map(|name| OperandBox::from_input(builder, has_boxes, name));
    let stage = n.stage(step::DECODE);
    let is_add = (op.bit(1) & !op.bit(0)).named("is_add");
    let is_mul = (op.bit(1) & op.bit(0)).named("is_mul");
    let is_negated = (!op.bit(1) & op.bit(0)).named("is_negated");
    drop(stage);
    let stage = n.stage(step::FUSED_OPERANDS);
    let [a, b, c] = values;
    // A product has a zero addend.
    let addend = c.top_bit().join(c.low(c.width() - 1).only_if(!is_mul));
    let values = [a, b, addend.named("addend")];
    drop(stage);
    let unpacked = [0, 1, 2].map(|place| unpack(n, names[place], format, values[place]));
    let classified = [0, 1, 2].map(|place| boxes[place].classify(n, unpacked[place]));
    let signals = [0, 1, 2].map(|place| boxes[place].signals(n, unpacked[place]));
    let controls = FusedControls {
        is_add,
        is_mul,
        negates_a: is_negated,
        negates_c: op_mod,
    };
    let [operands, classified] = [unpacked, classified].map(|all| controls.operands(n, format, all));
    let config = LaneConfig {
        multiplier,
        ..LaneConfig::from_instruction(instruction(Operation::Fma, format, format))
    };
    let rounding = RoundingMode::Selected(SelectedRounding::from_port(n, rm));
    let terms = FmaTerms { operands, classified };
    let outcome = fma::fma_unpacked(n, &config, rounding, terms, |_| {
        (signals[0] & !is_add) | signals[1] | (signals[2] & !is_mul)
    });
    builder.output("result", outcome.value);
    builder.output("flags", outcome.flags.expect("an instruction of RISC-V has flags"));
}

/// The control signals of the operands.
#[derive(Clone, Copy)]
struct FusedControls<'n> {
    is_add: Net<'n>,
    is_mul: Net<'n>,
    negates_a: Net<'n>,
    negates_c: Net<'n>,
}

impl<'n> FusedControls<'n> {
    /// Returns the operands of the fused operation.
    fn operands(self, n: Scope<'n>, format: FloatFormat, [a, b, c]: [Unpacked<'n>; 3]) -> [Unpacked<'n>; 3] {
        let _stage = n.stage(step::FUSED_OPERANDS);
        let sign = self.is_mul.select(a.sign ^ b.sign, c.sign ^ self.negates_c);
        let first = Unpacked {
            sign: (a.sign ^ self.negates_a).named(hidden("sign_of_a")),
            ..a
        };
        let third = Unpacked {
            sign: sign.named(hidden("sign_of_c")),
            ..c
        };
        [
            one_if(n, format, self.is_add, first),
            b,
            classify_as_zero_if(self.is_mul, third),
        ]
    }
}

/// Returns 1 in place of an operand.
fn one_if<'n>(n: Scope<'n>, format: FloatFormat, condition: Net<'n>, operand: Unpacked<'n>) -> Unpacked<'n> {
    let keeps = !condition;
    let fraction = operand.significand.low(format.fraction_bits).only_if(keeps);
    let significand = (operand.significand.top_bit() | condition).join(fraction);
    let bias = n.constant(format.bias_field(), format.exponent_bits);
    Unpacked {
        sign: operand.sign & keeps,
        exponent: condition
            .select(bias, operand.exponent)
            .named(hidden(unsigned("exponent_of_a"))),
        significand: significand.named(hidden("significand_of_a")),
        magnitude: condition
            .select(bias.append_zeros(format.fraction_bits), operand.magnitude)
            .named(hidden("magnitude_of_a")),
        zero: operand.zero & keeps,
        infinite: operand.infinite & keeps,
        nan: operand.nan & keeps,
    }
}

/// Returns the operand with the class of a zero if the condition is 1, even without its box.
fn classify_as_zero_if<'n>(condition: Net<'n>, operand: Unpacked<'n>) -> Unpacked<'n> {
    Unpacked {
        zero: operand.zero | condition,
        nan: operand.nan & !condition,
        ..operand
    }
}
