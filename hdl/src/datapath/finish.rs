//! The common end of all arithmetic: rounding, packing, then the modifiers.

use halfpipe_isa::{FloatFormat, Modifier};

use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{Net, Scope};
use crate::stage::{
    pack, relu, round, round_to, round_to_with_flags, round_unless, saturate, step, Carry, Flags, Limits, Raw, Rounded,
    RoundingMode, Special, Unrounded,
};

/// Rounds an exact result and encodes it, with the modifiers. A zero in `special` has digits without a meaning. If flags
/// are requested, `raised` has those of the operation itself.
pub fn finish<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    exact: Unrounded<'n>,
    special: Special<'n>,
    raised: Option<OperationFlags<'n>>,
) -> Outcome<'n> {
    let format = config.formats.result;
    let rounded = round(n, format, rounding.rounds_up(n, &exact), exact);
    let limits = Limits {
        to_infinity: rounding.overflows_to_infinity(n, rounded.sign),
        saturate: n.constant(u64::from(config.has(Modifier::Satfinite)), 1),
        flush: n.constant(u64::from(config.has(Modifier::Ftz)), 1),
    };
    let result = pack(n, format, limits, rounded, special);
    let directed = rounding.is_directed(n);
    let flags = |raised: OperationFlags<'n>| {
        let flags = Flags::from_rounded(n, format, directed, exact, rounded, special, raised.invalid);
        flags.clear_if_zero(n, special.zero, raised.divide_by_zero).word(n)
    };
    Outcome {
        value: if config.has(Modifier::Sat) {
            saturate(n, format, result)
        } else if config.has(Modifier::Relu) {
            relu(n, result)
        } else {
            result
        },
        flags: raised.map(flags),
    }
}

/// Exceptions that an operation raises before rounding.
#[derive(Clone, Copy)]
pub struct OperationFlags<'n> {
    /// NV: the operation has no defined result, or an operand is a signalling NaN.
    pub invalid: Net<'n>,
    /// DZ: the result is an exact infinity of finite operands.
    pub divide_by_zero: Net<'n>,
}

impl<'n> OperationFlags<'n> {
    /// Returns the flags of an operation that raises invalid only.
    pub fn from_invalid(n: Scope<'n>, invalid: Net<'n>) -> OperationFlags<'n> {
        OperationFlags {
            invalid,
            divide_by_zero: n.zero(),
        }
    }
}

/// Rounds a quotient or a square root and encodes it, with the canonical NaN of RISC-V. `raised` has the flags of the
/// operation itself.
pub fn finish_quotient_or_root<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    rounding: RoundingMode<'n>,
    exact: Unrounded<'n>,
    special: Special<'n>,
    raised: OperationFlags<'n>,
) -> Outcome<'n> {
    let up = rounding.rounds_up(n, &exact);
    let overflows_to_infinity = rounding.overflows_to_infinity(n, exact.sign);
    let stage = n.stage(step::ROUND);
    // But for one bit, the canonical NaN is an infinity without its sign.
    let has_no_digits = (special.nan | special.infinite).named("has_no_digits");
    let to_infinity = (overflows_to_infinity | has_no_digits).named("to_infinity");
    let is_largest = (exact.overflows(format) & !to_infinity).named("is_largest");
    drop(stage);
    let rounded = round_unless(n, format, is_largest, up, exact);
    let limits = Limits {
        to_infinity,
        saturate: n.zero(),
        flush: n.zero(),
    };
    let encoded = Special {
        infinite: has_no_digits,
        ..special
    };
    let value = pack(n, format, limits, rounded, encoded);
    let flags = Flags::from_quotient_or_root(n, exact, rounded, special, raised.invalid);
    Outcome {
        value,
        flags: Some(flags.clear_if_zero(n, special.zero, raised.divide_by_zero).word(n)),
    }
}

/// Rounds a value of any exponent and encodes it, with `.ftz` where `flush` is 1. The significand of a zero may be any
/// number. If flags are requested, `raised` has those of the operation itself.
pub fn finish_raw<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    rounding: RoundingMode<'n>,
    flush: Net<'n>,
    raw: Raw<'n>,
    raised: Option<OperationFlags<'n>>,
) -> Outcome<'n> {
    let digits = Raw { zero: n.zero(), ..raw };
    let invalid = raised.map(|raised| raised.invalid);
    let (rounded, flags) = round_with_any_flags(n, format, digits, invalid, |exact| rounding.rounds_up(n, exact));
    let limits = Limits {
        to_infinity: rounding.overflows_to_infinity(n, rounded.sign),
        saturate: n.zero(),
        flush,
    };
    let special = Special {
        zero: raw.zero,
        ..raw.special()
    };
    let value = pack(n, format, limits, rounded, special);
    let flags = flags.zip(raised).map(|(flags, raised)| {
        // Without infinities, a division by zero has no number either, and rounds nothing.
        let has_no_digits = if format.has_infinity() {
            raw.zero
        } else {
            raw.zero | raised.divide_by_zero
        };
        flags.clear_if_zero(n, has_no_digits, raised.divide_by_zero).word(n)
    });
    Outcome { value, flags }
}

/// Rounds a value, and returns its flags if `invalid` is given.
pub fn round_with_any_flags<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    raw: Raw<'n>,
    invalid: Option<Net<'n>>,
    up: impl Fn(&Unrounded<'n>) -> Carry<'n>,
) -> (Rounded<'n>, Option<Flags<'n>>) {
    match invalid {
        None => (round_to(n, format, raw, up), None),
        Some(invalid) => {
            let (rounded, flags) = round_to_with_flags(n, format, raw, invalid, up);
            (rounded, Some(flags))
        }
    }
}
