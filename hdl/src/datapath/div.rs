//! div and rcp: the quotient of two significands, one bit after another.
//!
//! Both significands are shifted until their leading ones are at the top. If the dividend is then the smaller one, it is
//! doubled, so that the quotient is at least 1 and less than 2. A row of the division doubles the remainder and subtracts
//! the divisor, unless the difference is negative; its sign is the quotient's next bit (Ercegovac and Lang, "Digital
//! Arithmetic", 2004, section 5.1: restoring division). A lookup table of an FPGA makes a bit of the difference and
//! selects it.
//!
//! The reciprocal is the quotient of 1, whose constants remove hardware. In bf16 it is interpolated instead, which is
//! faster and smaller: a line for each four significands gives all digits of the quotient.

use std::ops::RangeInclusive;

use halfpipe_isa::{FloatFormat, Modifier};

use crate::datapath::finish::{finish_raw, OperationFlags};
use crate::datapath::flush::flushed;
use crate::datapath::outcome::{any_signals, Outcome};
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, Net, Scope};
use crate::stage::{shift_to_leading_one, step, unpack, Exponent, LeadingOne, Raw, RoundingMode, Unpacked};

/// Computes a / b.
pub fn div<'n>(n: Scope<'n>, config: &LaneConfig, rounding: RoundingMode<'n>, a: Net<'n>, b: Net<'n>) -> Outcome<'n> {
    let format = config.formats.operand;
    let a = unpack(n, "a", format, flushed(n, config, "a", a));
    let b = unpack(n, "b", format, flushed(n, config, "b", b));
    let signalling = config.flags.then(|| any_signals(n, &[a, b]));
    let dividend = Term::from_operand(n, config, "a", a, None);
    let divisor = Term::from_operand(n, config, "b", b, None);
    finish(n, config, rounding, signalling, dividend, divisor)
}

/// The farthest shift of a reciprocal's operand. The reciprocal of a number below a quarter of the least normal number
/// overflows, as does that of the number that this shift and a lost leading one stand for.
const FARTHEST_OF_RECIPROCAL: u32 = 3;

/// Computes 1 / a.
pub fn rcp<'n>(n: Scope<'n>, config: &LaneConfig, rounding: RoundingMode<'n>, a: Net<'n>) -> Outcome<'n> {
    let a = unpack(n, "a", config.formats.operand, flushed(n, config, "a", a));
    let signalling = config.flags.then(|| any_signals(n, &[a]));
    let one = Term::one(n, config.formats.operand);
    // A divisor whose leading one is always at the top makes the proof of other widths short.
    let farthest = (config.formats.operand.width() == 16).then_some(FARTHEST_OF_RECIPROCAL);
    let divisor = Term::from_operand(n, config, "a", a, farthest);
    finish(n, config, rounding, signalling, one, divisor)
}

/// Divides and rounds. `signalling` is 1 if an operand is a signalling NaN; it is given if flags are requested.
fn finish<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    signalling: Option<Net<'n>>,
    dividend: Term<'n>,
    divisor: Term<'n>,
) -> Outcome<'n> {
    let format = config.formats.result;
    let raised = signalling.map(|signalling| raised(n, signalling, dividend.unpacked, divisor.unpacked));
    let raw = quotient(n, dividend, divisor, format);
    let flush = n.constant(u64::from(config.has(Modifier::Ftz)), 1);
    finish_raw(n, format, rounding, flush, raw, raised)
}

/// A dividend or a divisor.
#[derive(Clone, Copy)]
pub struct Term<'n> {
    unpacked: Unpacked<'n>,
    /// The exponent of the significand's top bit.
    exponent: Exponent<'n>,
    /// The significand with its leading one at the top.
    significand: Net<'n>,
}

impl<'n> Term<'n> {
    /// Returns an operand with its leading one at the top. Under `.ftz` it is there already.
    fn from_operand(
        n: Scope<'n>,
        config: &LaneConfig,
        name: &str,
        unpacked: Unpacked<'n>,
        farthest: Option<u32>,
    ) -> Term<'n> {
        let format = config.formats.operand;
        if !config.has(Modifier::Ftz) {
            let bounds = format.min_exponent()..=format.max_exponent();
            return Term::shifted(n, name, unpacked, format.bias(), bounds, farthest);
        }
        let fraction = unpacked.significand.low(format.fraction_bits);
        Term {
            unpacked,
            // A biased exponent is never negative.
            exponent: Exponent::new(
                n.zero().join(unpacked.exponent),
                format.bias(),
                format.min_exponent()..=format.max_exponent(),
            ),
            significand: n.constant(1, 1).join(fraction),
        }
    }

    /// Returns an operand whose leading one is shifted to the top, if `farthest` reaches that far. Its exponent has a bias
    /// and is within bounds before the shift.
    pub fn shifted(
        n: Scope<'n>,
        name: &str,
        unpacked: Unpacked<'n>,
        bias: i64,
        bounds: RangeInclusive<i64>,
        farthest: Option<u32>,
    ) -> Term<'n> {
        let LeadingOne { significand, count } = shift_to_leading_one(n, name, unpacked.significand, farthest);
        let _stage = n.stage(step::leading_one(name));
        // A biased exponent is never negative.
        let exponent = Exponent::new(n.zero().join(unpacked.exponent), bias, bounds);
        Term {
            unpacked,
            exponent: exponent.less(count, farthest.unwrap_or(significand.width() - 1)),
            significand,
        }
    }

    /// Returns the dividend of a reciprocal.
    fn one(n: Scope<'n>, format: FloatFormat) -> Term<'n> {
        let significand = n.constant(1 << format.fraction_bits, format.significand_bits());
        let exponent = n.constant(format.bias_field(), format.exponent_bits);
        let unpacked = Unpacked {
            sign: n.zero(),
            exponent,
            significand,
            magnitude: exponent.join(significand.low(format.fraction_bits)),
            zero: n.zero(),
            infinite: n.zero(),
            nan: n.zero(),
        };
        Term {
            unpacked,
            exponent: Exponent::new(n.zero().join(exponent), format.bias(), 0..=0),
            significand,
        }
    }
}

/// Returns 1 for the quotient of two zeros or two infinities.
fn is_undefined<'n>(a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    (a.infinite & b.infinite) | (a.zero & b.zero)
}

/// Returns the flags that a division raises before rounding. `signalling` is 1 if an operand is a signalling NaN.
pub fn raised<'n>(n: Scope<'n>, signalling: Net<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> OperationFlags<'n> {
    let _stage = n.stage(step::FLAGS);
    OperationFlags {
        invalid: (signalling | is_undefined(a, b)).named(hidden("invalid_quotient")),
        divide_by_zero: (b.zero & !(a.zero | a.infinite | a.nan)).named("divide_by_zero"),
    }
}

/// Returns the quotient, with enough digits for a format. The significand of a special quotient has no meaning.
pub fn quotient<'n>(n: Scope<'n>, dividend: Term<'n>, divisor: Term<'n>, format: FloatFormat) -> Raw<'n> {
    let (a, b) = (dividend.unpacked, divisor.unpacked);
    let stage = n.stage(step::SPECIAL_QUOTIENT);
    let nan = (a.nan | b.nan | is_undefined(a, b)).named("nan");
    let infinite = (a.infinite | b.zero).named("infinite");
    let zero = (a.zero | b.infinite).named("zero");
    let sign = (a.sign ^ b.sign).named("sign");
    drop(stage);
    // The fraction and the guard bit.
    let places = format.fraction_bits + 1;
    let is_one = dividend.significand.constant_value() == Some(1 << (dividend.significand.width() - 1));
    let Quotient {
        exponent,
        digits,
        inexact,
    } = if is_one && INTERPOLATED.contains(&divisor.significand.width()) {
        interpolate_reciprocal(n, dividend, divisor, places)
    } else {
        divide(n, dividend, divisor, places)
    };
    let _stage = n.stage(step::QUOTIENT);
    Raw {
        nan,
        infinite,
        zero,
        sign,
        exponent,
        significand: n.constant(1, 1).join(digits).named("quotient"),
        sticky: inexact,
    }
}

/// The widths of significands whose reciprocals are interpolated. Longer ones are divided, and shorter ones have too few
/// bits.
const INTERPOLATED: RangeInclusive<u32> = 5..=8;

/// A quotient of significands.
struct Quotient<'n> {
    /// The exponent of its leading one.
    exponent: Exponent<'n>,
    /// The bits below its leading one.
    digits: Net<'n>,
    /// 1 if a remainder is left.
    inexact: Net<'n>,
}

/// Takes the reciprocal of the divisor's significand from lines, one for each four fractions.
fn interpolate_reciprocal<'n>(n: Scope<'n>, one: Term<'n>, divisor: Term<'n>, places: u32) -> Quotient<'n> {
    let fraction_bits = divisor.significand.width() - 1;
    let fraction = divisor.significand.low(fraction_bits);
    let inexact = fraction.any().named("inexact");
    let lines = reciprocal_lines(fraction_bits, places);
    let stage = n.stage(step::LOOK_UP_RECIPROCAL);
    let segment = fraction.high(fraction_bits - OFFSET_BITS).named("segment");
    let column = |name: &str, width: u32, coefficient: fn(&Line) -> u128| {
        let mask = (1 << width) - 1;
        let entries: Vec<u128> = lines.iter().map(|line| coefficient(line) & mask).collect();
        segment.look_up(&entries, width).named(name)
    };
    // The leading one is left out.
    let base = column("base", places + QUARTER_BITS, |line| line.base);
    let steepest = lines.iter().map(|line| line.slope).max().expect("there are segments");
    let slope = column("slope", u128::BITS - steepest.leading_zeros(), |line| line.slope);
    drop(stage);
    let _stage = n.stage(step::INTERPOLATE);
    let width = slope.width() + OFFSET_BITS;
    let once = slope.only_if(fraction.bit(0)).zero_extend(width);
    let twice = slope.only_if(fraction.bit(1)).append_zeros(1).zero_extend(width);
    let fall = (once + twice).named("fall");
    let digits = (base - fall.zero_extend(base.width())).named("value").high(places);
    Quotient {
        exponent: one.exponent.minus(divisor.exponent, inexact),
        digits,
        inexact,
    }
}

/// The number of low fraction bits for which a line holds.
const OFFSET_BITS: u32 = 2;

/// Coefficients are in units of a quarter of the quotient's last place.
const QUARTER_BITS: u32 = 2;

/// The quotients of four neighbouring fractions: the base less the slope times the lowest fraction bits, rounded down.
struct Line {
    base: u128,
    slope: u128,
}

/// Returns the lines of all reciprocals. They are exact: a rounded-down line has every digit of the quotient.
///
/// # Panics
///
/// Panics if a segment has no line. All segments of bf16's significand have one, and those of shorter ones.
fn reciprocal_lines(fraction_bits: u32, places: u32) -> Vec<Line> {
    // From 1 to 2; the reciprocal of 1 counts as 2, whose digits are 0 too.
    let quotient = |fraction: u128| (2 << (fraction_bits + places)) / (1 << fraction_bits | fraction);
    let line = |segment: u128| {
        let with_slope = |slope: u128| {
            let bounds = (0..1 << OFFSET_BITS).map(|offset| {
                let least = (quotient(segment << OFFSET_BITS | offset) << QUARTER_BITS) + slope * offset;
                [least, least + (1 << QUARTER_BITS)]
            });
            let bounds: Vec<[u128; 2]> = bounds.collect();
            let base = bounds.iter().map(|[least, _]| *least).max()?;
            let is_below = bounds.iter().all(|[_, end]| base < *end);
            is_below.then_some(Line { base, slope })
        };
        (0..1 << places)
            .find_map(with_slope)
            .expect("four quotients are on a line")
    };
    (0..1 << (fraction_bits - OFFSET_BITS)).map(line).collect()
}

/// The dividend, beside the divisor.
struct AlignedDividend<'n> {
    /// The exponent of the quotient's leading one.
    exponent: Exponent<'n>,
    /// The complement of the remainder that the quotient's leading one leaves.
    complement: Net<'n>,
}

/// Doubles the dividend if it is the smaller one, and subtracts the divisor. This is the first row of the division, in
/// which the quotient's bit is 1.
fn align_dividend<'n>(n: Scope<'n>, dividend: Term<'n>, divisor: Term<'n>) -> AlignedDividend<'n> {
    let _stage = n.stage(step::ALIGN_DIVIDEND);
    let (one, other) = (!dividend.significand, divisor.significand);
    let width = one.width();
    let smaller = one.add_with_carry(other).top_bit().named("smaller");
    let above = n.constant(1, 1);
    let doubled = smaller.select(one.join(above), above.join(one));
    let complement = doubled.named("doubled") + other.zero_extend(width + 1);
    AlignedDividend {
        exponent: dividend.exponent.minus(divisor.exponent, smaller),
        // The remainder is less than the divisor.
        complement: complement.low(width).named("complement"),
    }
}

/// Divides the significands. The remainder is less than the divisor, before and after each row.
///
/// The rows keep the complement of the remainder. So each row is an addition: the complement of r - b is that of r, plus
/// b. A subtraction would take an inverter for each bit of the divisor in each rank of registers.
fn divide<'n>(n: Scope<'n>, dividend: Term<'n>, divisor: Term<'n>, rows: u32) -> Quotient<'n> {
    let AlignedDividend {
        exponent,
        mut complement,
    } = align_dividend(n, dividend, divisor);
    let divisor = divisor.significand;
    let width = divisor.width();
    let mut digits: Option<Net<'n>> = None;
    for row in 1..rows {
        let _stage = n.stage(step::digit_of_quotient(row));
        let doubled = complement.join(n.constant(1, 1)).named("doubled");
        let sum = doubled.add_with_carry(divisor.zero_extend(width + 1));
        let sum = sum.named("sum");
        let digit = (!sum.top_bit()).named("digit");
        complement = digit.select(sum.low(width), doubled.low(width)).named("complement");
        digits = Some(digits.map_or(digit, |higher| higher.join(digit)));
    }
    // The last remainder only matters if it is zero: one before it is, or the last difference.
    let _stage = n.stage(step::digit_of_quotient(rows));
    let doubled = complement.join(n.constant(1, 1)).named("doubled");
    let sum = doubled.add_with_carry(divisor.zero_extend(width + 1));
    let digit = (!sum.top_bit()).named("digit");
    let equal = (doubled ^ divisor.zero_extend(width + 1)).all().named(hidden("equal"));
    Quotient {
        exponent,
        digits: digits.map_or(digit, |higher| higher.join(digit)),
        inexact: (!(complement.all() | equal)).named("inexact"),
    }
}
