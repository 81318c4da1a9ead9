//! The fused multiply-add of all formats, which also adds and multiplies.

use halfpipe_isa::FloatFormat;

use super::formats::{unpack_shared, widest, SharedFormats};
use super::place::NormalisedNumber;
use super::result::output_number;
use crate::datapath::fma::{add_shared, are_opposite, special_sum, SharedOffsets};
use crate::datapath::mul::{is_undefined, special_product};
use crate::format::HardwareFormat;
use crate::net::{hidden, unsigned, Builder, Net, Scope};
use crate::stage::{step, RoundingMode, SelectedRounding, Unpacked};
use crate::zfh::spec::ZfhSpec;

/// Builds the datapath. `op` has the low bits of CVFPU's numbers: 0 FMADD, 1 FNMSUB, 2 ADD, 3 MUL. ADD adds b and c.
///
/// `op_mod` inverts the sign of c. FNMSUB inverts that of a. A sum is 1 * b + c. A product is a * b plus a zero of its
/// sign, which changes no result.
pub fn addmul(builder: &Builder, spec: &ZfhSpec, formats: &[FloatFormat]) {
    let n = builder.scope();
    let op = builder.input("op", 2);
    let op_mod = builder.input("op_mod", 1);
    let rm = builder.input("rm", 3);
    let wide = widest(formats);
    let formats = SharedFormats::from_port(builder, "src_fmt", wide, formats);
    let bits = spec.operand_bits(wide);
    let registers = ["a", "b", "c"].map(|name| builder.input(name, bits));
    let stage = n.stage(step::DECODE);
    let is_add = (op.bit(1) & !op.bit(0)).named("is_add");
    let is_mul = (op.bit(1) & op.bit(0)).named("is_mul");
    let negates_a = (!op.bit(1) & op.bit(0)).named("is_negated");
    drop(stage);
    let [a, b, c] =
        [("a", 0), ("b", 1), ("c", 2)].map(|(name, place)| unpack_shared(n, spec, &formats, name, registers[place]));
    let signals = (a.signals & !is_add) | b.signals | (c.signals & !is_mul);
    let fused = FusedOperands {
        n,
        formats: &formats,
        is_add,
        is_mul,
        negates_a,
        negates_c: op_mod,
    };
    let operands = fused.make([a.unpacked, b.unpacked, c.unpacked]);
    let classified = fused.make([a.classified, b.classified, c.classified]);
    let [class_of_a, class_of_b, class_of_c] = classified;
    let of_product = special_product(n, class_of_a, class_of_b);
    let of_operands = signals | is_undefined(n, class_of_a, class_of_b);
    let invalid = of_operands | are_opposite(n, of_product, class_of_a, class_of_b, class_of_c);
    let special = special_sum(n, of_product, class_of_c);
    let rounding = SelectedRounding::from_port(n, rm);
    let sum = add_shared(
        n,
        wide,
        spec.multiplier,
        RoundingMode::Selected(rounding),
        operands,
        |width, number| formats.constant(n, width, |format| number(SharedOffsets::new(wide, format))),
    );
    let number = NormalisedNumber {
        sign: sum.sign,
        exponent: sum.exponent_minus_one,
        kept: sum.top.kept,
        sticky: sum.top.sticky,
        negative: sum.negative,
    };
    let outcome = formats.finish(n, rounding, number, special, invalid);
    output_number(builder, spec, &formats, outcome);
}

/// The control signals of the operands.
struct FusedOperands<'s, 'n> {
    n: Scope<'n>,
    formats: &'s SharedFormats<'n>,
    is_add: Net<'n>,
    is_mul: Net<'n>,
    negates_a: Net<'n>,
    negates_c: Net<'n>,
}

impl<'n> FusedOperands<'_, 'n> {
    /// Returns the operands of the fused operation: a sum is 1 * b + c, and a product has a zero addend.
    fn make(&self, [a, b, c]: [Unpacked<'n>; 3]) -> [Unpacked<'n>; 3] {
        let _stage = self.n.stage(step::FUSED_OPERANDS);
        let sign = self.is_mul.select(a.sign ^ b.sign, c.sign ^ self.negates_c);
        let keeps = !self.is_mul;
        let third = Unpacked {
            sign: sign.named(hidden("sign_of_c")),
            exponent: c
                .exponent
                .high(c.exponent.width() - 1)
                .only_if(keeps)
                .join(c.exponent.bit(0) | self.is_mul),
            significand: c.significand.only_if(keeps).named(hidden("significand_of_c")),
            magnitude: c.magnitude.only_if(keeps).named(hidden("magnitude_of_c")),
            zero: c.zero | self.is_mul,
            infinite: c.infinite & keeps,
            nan: c.nan & keeps,
        };
        [self.one_or(a), b, third]
    }

    /// Returns 1 in place of a in a sum.
    fn one_or(&self, a: Unpacked<'n>) -> Unpacked<'n> {
        let FusedOperands { n, formats, is_add, .. } = *self;
        let keeps = !is_add;
        let wide = formats.wide;
        let one = formats.choose(|format| n.constant(1 << format.fraction_bits, wide.significand_bits()));
        let bias = formats.choose(|format| n.constant(format.bias_field(), wide.exponent_bits));
        let field = is_add.select(bias, a.magnitude.high(wide.exponent_bits));
        let significand = a.significand.only_if(keeps) | one.only_if(is_add);
        Unpacked {
            sign: ((a.sign ^ self.negates_a) & keeps).named(hidden("sign_of_a")),
            exponent: is_add.select(bias, a.exponent).named(hidden(unsigned("exponent_of_a"))),
            significand: significand.named(hidden("significand_of_a")),
            magnitude: field.append_zeros(wide.fraction_bits).named(hidden("magnitude_of_a")),
            zero: a.zero & keeps,
            infinite: a.infinite & keeps,
            nan: a.nan & keeps,
        }
    }
}
