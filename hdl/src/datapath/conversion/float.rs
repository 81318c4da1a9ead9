//! Conversion from one floating-point format to another.

use halfpipe_isa::{FloatFormat, Modifier, Rounding};

use crate::datapath::conversion::Conversion;
use crate::datapath::finish::round_with_any_flags;
use crate::datapath::outcome::{flags_of_signalling, Outcome};
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, Net, Scope};
use crate::stage::{flush_subnormal, pack, round_at_random, step, unpack, Flags, Limits, Raw, RoundingMode, Unpacked};

/// Converts a number to the format `target` and rounds it if necessary, with the random bits if there are any. The
/// operand comes with its name.
pub fn float<'n>(
    n: Scope<'n>,
    conversion: &Conversion,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    [source, target]: [FloatFormat; 2],
    (name, value): (&str, Net<'n>),
    random: Option<Net<'n>>,
) -> Outcome<'n> {
    let same_exponents = source.exponent_bits == target.exponent_bits;
    // Only single precision is flushed. A subnormal number in single precision is also subnormal in a narrower format
    // with the same exponents. No other number is as small.
    let flushes = config.has(Modifier::Ftz) && (source == FloatFormat::F32 || same_exponents);
    let value = if flushes {
        flush_subnormal(n, name, source, value)
    } else {
        value
    };
    let operand = unpack(n, name, source, value);
    if same_exponents && source.fraction_bits <= target.fraction_bits && !conversion.saturate_finite {
        if source.has_infinity() == target.has_infinity() {
            return Outcome {
                value: extended(n, operand, target),
                flags: config.flags.then(|| flags_of_signalling(n, &[operand])),
            };
        }
        if matches!(rounding, RoundingMode::Fixed(Rounding::NearestEven)) {
            return limited(n, config, operand, target);
        }
    }
    let raw = Raw::new(n, source, operand, target);
    let invalid = config.flags.then(|| operand.signals(n));
    let (rounded, flags, to_infinity) = match random {
        None => {
            let (rounded, flags) = round_with_any_flags(n, target, raw, invalid, |exact| rounding.rounds_up(n, exact));
            (rounded, flags, rounding.overflows_to_infinity(n, rounded.sign))
        }
        Some(random) => {
            // As many random bits as a normal significand has below the last place of the result.
            let random = random.low(source.fraction_bits - target.fraction_bits);
            let (rounded, lost) = round_at_random(n, target, raw, random);
            let flags = invalid.map(|invalid| Flags::from_random(n, target, raw, rounded, lost, invalid));
            (rounded, flags, n.constant(1, 1))
        }
    };
    let limits = Limits {
        to_infinity,
        saturate: n.constant(conversion.saturate_finite.into(), 1),
        flush: n.zero(),
    };
    Outcome {
        value: pack(n, target, limits, rounded, raw.special()),
        flags: flags.map(|flags| flags.word(n)),
    }
}

/// Extends the operand to a format with the same exponents and at least as many fraction bits. Zeros fill the lower
/// bits, and a NaN becomes the canonical one.
fn extended<'n>(n: Scope<'n>, operand: Unpacked<'n>, target: FloatFormat) -> Net<'n> {
    let _stage = n.stage(step::EXTEND);
    let zeros = target.magnitude_bits() - operand.magnitude.width();
    let extended = operand.magnitude.append_zeros(zeros);
    let magnitude = if target.is_riscv() {
        let nan = n.constant(target.canonical_nan().into(), target.magnitude_bits());
        operand.nan.select(nan, extended)
    } else {
        extended | operand.nan.repeat(target.magnitude_bits())
    };
    let sign = (operand.sign & !operand.nan).named(hidden("sign"));
    sign.join(magnitude).named(target.number("result"))
}

/// Extends the operand of a format without infinities to a format with them, the same exponents and at least as many
/// fraction bits. The numbers with the highest exponent are too large there and become infinities.
fn limited<'n>(n: Scope<'n>, config: &LaneConfig, operand: Unpacked<'n>, target: FloatFormat) -> Outcome<'n> {
    let stage = n.stage(step::EXTEND);
    let highest = operand.exponent.all().named(hidden("exponent_ones"));
    let exceeds = (highest & !operand.nan).named("exceeds");
    let (exponent_bits, fraction_bits) = (operand.exponent.width(), operand.significand.width() - 1);
    // The bits of a NaN have no meaning here.
    let fraction = operand.magnitude.low(fraction_bits).only_if(!highest);
    let magnitude = operand
        .magnitude
        .high(exponent_bits)
        .join(fraction)
        .named(hidden("magnitude"));
    drop(stage);
    let flags = config.flags.then(|| {
        let flags = Flags {
            overflow: exceeds,
            inexact: exceeds,
            ..Flags::from_invalid(n, operand.signals(n))
        };
        flags.word(n)
    });
    Outcome {
        value: extended(n, Unpacked { magnitude, ..operand }, target),
        flags,
    }
}
