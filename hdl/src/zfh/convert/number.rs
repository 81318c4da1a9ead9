//! Rounding of the shifted digits to a half.

use halfpipe_isa::Operation;

use super::candidate::{offered, Candidate};
use super::placement::NumberInput;
use super::selection::Selection;
use super::shape::HalfConversions;
use crate::datapath::finish::{finish, OperationFlags};
use crate::datapath::LaneConfig;
use crate::net::{unsigned, Net, Scope};
use crate::stage::{step, RoundingMode, Special, Top, Unrounded};
use crate::zfh::half::instruction;

impl HalfConversions<'_> {
    /// Returns the rounded half.
    pub fn round_to_number<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        asked: Net<'n>,
        numbers: &[NumberInput<'n>],
        top: Top<'n>,
    ) -> Candidate<'n> {
        let format = self.format;
        let stage = n.stage(step::ROUND);
        let either = |field: fn(&NumberInput<'n>) -> Net<'n>| {
            let nets = numbers.iter().map(field);
            let width = nets.clone().map(Net::width).max().expect("there is a number");
            let all = nets.map(|net| net.zero_extend(width));
            all.reduce(|one, other| one | other).expect("there is a number")
        };
        let sign = either(|number| number.sign).named("sign");
        let exponent = either(|number| number.exponent).named(unsigned("exponent_minus_one"));
        let bits = format.significand_bits();
        let below = self.keep() - bits - 1;
        let sticky = (top.kept.low(below).any() | top.sticky).named("sticky");
        let exact = Unrounded {
            sign,
            exponent,
            significand: top.kept.high(bits),
            guard: top.kept.bit(below),
            sticky,
            pending_increment: n.zero(),
            next: self.has_single().then(|| top.kept.bit(below - 1)),
            too_large: None,
        };
        let above = either(|number| number.above);
        let exact = Unrounded {
            too_large: Some((exact.overflows(format) | above).named("too_large")),
            ..exact
        };
        let special = Special {
            nan: either(|number| number.nan),
            infinite: either(|number| number.infinite),
            infinite_sign: sign,
            zero: n.zero(),
        };
        let raised = OperationFlags {
            invalid: either(|number| number.signalling),
            divide_by_zero: n.zero(),
        };
        drop(stage);
        let config = LaneConfig::from_instruction(instruction(Operation::Add, format, format));
        let rounding = RoundingMode::Selected(selection.rounding);
        let outcome = finish(n, &config, rounding, exact, special, Some(raised));
        offered(n, self.formats, asked, outcome)
    }
}
