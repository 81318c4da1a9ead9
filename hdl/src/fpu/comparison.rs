//! set and setp in a lane of the core. The operation selects the outcomes that hold, and the encoding of true.

use halfpipe_isa::FloatFormat;

use crate::datapath::comparison::{equal, less};
use crate::datapath::outcome::any_signals;
use crate::fpu::control::Controls;
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, Flags, Unpacked};

/// Returns the flags of a lane's comparison. The operation says whether every NaN makes it invalid.
pub fn flags_of_comparison<'n>(n: Scope<'n>, controls: Controls<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let signals = any_signals(n, &[a, b]);
    let _stage = n.stage(step::FLAGS);
    let nan = (a.nan | b.nan) & controls.invalid_with_nan;
    Flags::from_invalid(n, signals | nan).word(n)
}

/// Returns a lane's answer in 32 bits. A predicate is the lowest bit; a lane of 16 bits fills the lower half.
pub fn comparison<'n>(n: Scope<'n>, controls: Controls<'n>, c: Net<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let [less, equal] = [less(n, a, b), equal(n, a, b)];
    let stage = n.stage(step::RELATE);
    let nan = (a.nan | b.nan).named("nan");
    let of_unequal = less
        .select(controls.holds_less, controls.holds_greater)
        .named(hidden("of_unequal"));
    let of_numbers = equal
        .select(controls.holds_equal, of_unequal)
        .named(hidden("of_numbers"));
    let answer = nan.select(controls.holds_nan, of_numbers).named("answer");
    drop(stage);
    let _stage = n.stage(step::ANSWER);
    let and = (answer & c).named(hidden("and"));
    let or = (answer | c).named(hidden("or"));
    let xor = (answer ^ c).named(hidden("xor"));
    let joined = controls.join_or.select(or, controls.join_xor.select(xor, answer));
    let joined = controls.join_and.select(and, joined).named("joined");
    let [one_f16, one_bf16] =
        [FloatFormat::F16, FloatFormat::BF16].map(|format| n.constant(u64::from(format.one()), format.width()));
    let number = controls.bf16.select(one_bf16, one_f16);
    let integer = controls.answer_integer.repeat(15).join(n.constant(1, 1));
    let low = controls.answer_number.select(number, integer);
    let high = controls.answer_wide.repeat(16);
    high.join(low).only_if(joined).named("result")
}
