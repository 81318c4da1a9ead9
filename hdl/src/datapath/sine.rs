//! sin and cos: the operand in quarters of a turn, a table and a piecewise polynomial, in fixed point.
//!
//! The operand times 2/π, modulo 4, is the angle in quarters of a turn (Payne and Hanek, "Radian reduction for
//! trigonometric functions", ACM SIGNUM Newsletter 18, 1983). In f16 the significand is multiplied by a constant, and the
//! exponent shifts the product. In bf16 the exponent selects a window of the bits of 2/π that matter, and the window is
//! multiplied by the significand. The integer part is the quadrant. The fraction has its bits inverted in every other
//! quadrant, one last place less than its distance from 1; the fit takes this into account. A piecewise polynomial is the
//! sine of the fraction; the high bits address its table (Detrey and de Dinechin, "Table-based polynomials for fast hardware
//! function evaluation", ASAP 2005). The cosine is the sine in the next quadrant. The sum is shifted until its leading one is
//! at the top, as far as the exponent of normal numbers allows, and rounded. A small operand has itself as its sine, and 1
//! as its cosine.

use halfpipe_isa::FloatFormat;

use crate::datapath::outcome::Outcome;
use crate::format::HardwareFormat;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{add_base, look_up, multiply_offset, slope_at, step, sum_of_rows, unpack, Flags, Unpacked};
use crate::tables::{SignedDigit, Sine, TwoOverPi, SINE_BF16, SINE_F16};

/// The steps of the shift that brings the leading one of the sum to the top.
const STEPS: [u32; 4] = [6, 4, 2, 1];

/// Computes sin a, or cos a where `cosine` is 1, correctly rounded.
///
/// # Panics
///
/// Panics if there is no table for the format, which must be f16 or bf16.
pub fn sine<'n>(n: Scope<'n>, cosine: Net<'n>, format: FloatFormat, a: Net<'n>, with_flags: bool) -> Outcome<'n> {
    let table = table(format);
    let polynomial = &table.polynomial;
    let encoding = a;
    let a = unpack(n, "a", format, encoding);
    let small = is_small(n, table, cosine, a);
    let angle = match &table.two_over_pi {
        TwoOverPi::Constant(digits) => angle_by_constant(n, format, table, digits, encoding),
        TwoOverPi::Windows(windows) => angle_by_window(n, format, table, windows, encoding),
    };
    let FoldedAngle { negative, fraction } = fold(n, cosine, a.sign, angle);
    let offset = fraction.low(polynomial.offset_bits);
    let coefficients = look_up(n, polynomial, &table.segments, fraction.high(table.address_bits));
    let slope = slope_at(n, polynomial, coefficients, offset);
    let product = multiply_offset(n, polynomial, slope, offset);
    let sum = add_base(n, polynomial, coefficients.base, product);
    let (normalised, shift) = normalise(n, sum);
    let ordinary = SineOfNumber {
        negative,
        is_subnormal: !normalised.top_bit(),
        magnitude: round(n, format, normalised, shift),
    };
    Outcome {
        value: choose(n, format, cosine, a, small, ordinary),
        flags: with_flags.then(|| flags(n, cosine, a, small, ordinary)),
    }
}

fn table(format: FloatFormat) -> &'static Sine {
    match format {
        FloatFormat::F16 => &SINE_F16,
        FloatFormat::BF16 => &SINE_BF16,
        _ => panic!("there is no sine table for {format:?}, only for f16 and bf16"),
    }
}

/// Returns 1 if the result is that of the operand or of zero.
fn is_small<'n>(n: Scope<'n>, table: &Sine, cosine: Net<'n>, a: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::RANGE_SINE);
    let [of_sine, of_cosine] = table
        .small_below
        .map(|limit| n.constant(limit.into(), a.magnitude.width()));
    let limit = cosine.select(of_cosine, of_sine).named(hidden("limit"));
    a.magnitude.less_than(limit).named("small")
}

/// Returns the angle from a product with a constant, shifted by the whole exponent.
fn angle_by_constant<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    table: &Sine,
    digits: &[SignedDigit],
    a: Net<'n>,
) -> Net<'n> {
    let stage = n.stage(step::MULTIPLY_BY_TWO_OVER_PI);
    let product = multiply_by_digits(normal_significand(n, format, a), digits).named("product");
    drop(stage);

    let _stage = n.stage(step::SHIFT_ANGLE);
    let dropped = table.constant_fraction - table.fixed_fraction;
    let amount = (!exponent_field(format, a)).named(hidden("amount"));
    let shifted = product.high(product.width() - dropped).shift_right(amount);
    shifted.low(2 + table.fixed_fraction).named("angle")
}

/// Returns the angle from a product with a window of 2/π: the upper bits of the exponent select a wide one, and the lower
/// bits a part of it.
fn angle_by_window<'n>(n: Scope<'n>, format: FloatFormat, table: &Sine, windows: &[u64], a: Net<'n>) -> Net<'n> {
    let stage = n.stage(step::WINDOW);
    let exponent = exponent_field(format, a);
    let upper = exponent
        .high(exponent.width() - table.shift_bits)
        .named(hidden("upper"));
    let entries: Vec<u128> = windows.iter().map(|window| u128::from(*window)).collect();
    let width = 2 + table.constant_fraction;
    let wide = upper
        .look_up(&entries, width + (1 << table.shift_bits) - 1)
        .named("wide_window");
    let amount = (!exponent.low(table.shift_bits)).named(hidden("amount"));
    let window = wide.shift_right(amount).low(width).named("window");
    drop(stage);

    let _stage = n.stage(step::MULTIPLY_BY_TWO_OVER_PI);
    let product = sum_of_rows(window, normal_significand(n, format, a))
        .low(width)
        .named("product");
    product.high(2 + table.fixed_fraction)
}

/// Returns the significand of a normal operand.
fn normal_significand<'n>(n: Scope<'n>, format: FloatFormat, a: Net<'n>) -> Net<'n> {
    n.constant(1, 1).join(a.low(format.fraction_bits))
}

fn exponent_field<'n>(format: FloatFormat, a: Net<'n>) -> Net<'n> {
    a.slice(format.fraction_bits, format.exponent_bits)
}

/// Returns a number times a constant, which is positive. The digits of the constant are in ascending order, at least two
/// places apart.
///
/// From the place of a digit on, the sum of the lower digits' terms is less than the number. So each addition has two bits
/// more than the number, and gives all places below the next digit.
fn multiply_by_digits<'n>(number: Net<'n>, digits: &[SignedDigit]) -> Net<'n> {
    let n = number.builder();
    let width = number.width() + 2;
    let number = number.zero_extend(width);
    let mut upper = n.constant(0, width);
    let mut lower: Option<Net<'n>> = None;
    let mut place = 0;
    for digit in digits {
        let finished = digit.place - place;
        if finished > 0 {
            let low = upper.low(finished.min(width));
            lower = Some(lower.map_or(low, |lower| low.join(lower)));
            upper = upper.high(width - finished).sign_extend(width);
            place = digit.place;
        }
        let sum = if digit.is_negative {
            upper - number
        } else {
            upper + number
        };
        upper = sum.named(hidden(signed(format!("sum_to_{place}"))));
    }
    // The sum is positive.
    let upper = upper.low(width - 1);
    lower.map_or(upper, |lower| upper.join(lower))
}

/// An angle.
#[derive(Clone, Copy)]
struct FoldedAngle<'n> {
    /// 1 if the result is negative.
    negative: Net<'n>,
    /// The angle in the first quadrant with the sine of the result's magnitude, in quarters of a turn.
    fraction: Net<'n>,
}

/// Folds an angle into the first quadrant.
fn fold<'n>(n: Scope<'n>, cosine: Net<'n>, sign: Net<'n>, angle: Net<'n>) -> FoldedAngle<'n> {
    let _stage = n.stage(step::QUADRANT);
    let fraction = angle.low(angle.width() - 2);
    let [is_odd, is_upper] = [2, 1].map(|from_top| angle.bit(angle.width() - from_top));
    let falls = (is_odd ^ cosine).named("falls");
    let negative = is_upper ^ cosine.select(is_odd, sign);
    FoldedAngle {
        negative: negative.named("negative"),
        fraction: (fraction ^ falls.repeat(fraction.width())).named("fraction"),
    }
}

/// Shifts the sum left until its leading one is at the top, or by all steps. Also returns by how much less than all steps.
fn normalise<'n>(n: Scope<'n>, sum: Net<'n>) -> (Net<'n>, Net<'n>) {
    let _stage = n.stage(step::NORMALISE_SINE);
    let mut shifted = sum;
    let mut skipped: Option<Net<'n>> = None;
    for distance in STEPS {
        let skips = shifted.high(distance).any().named(hidden(format!("skips_{distance}")));
        let moved = shifted.low(shifted.width() - distance).append_zeros(distance);
        shifted = skips.select(shifted, moved).named(hidden(format!("by_{distance}")));
        skipped = Some(skipped.map_or(skips, |higher| higher.join(skips)));
    }
    let skipped = skipped.expect("there is a step");
    let distance = |bits: u32| -> u32 {
        let is_skipped = |index: usize| bits >> (STEPS.len() - 1 - index) & 1 == 1;
        let steps = STEPS.iter().enumerate().filter(|(index, _)| is_skipped(*index));
        steps.map(|(_, distance)| distance).sum()
    };
    let entries: Vec<u128> = (0..1 << STEPS.len()).map(|bits| distance(bits).into()).collect();
    let rest = skipped.look_up(&entries, STEPS.iter().sum::<u32>().ilog2() + 1);
    (
        shifted.named("normalised"),
        rest.named(unsigned("exponent_above_least")),
    )
}

/// Returns the encoding of the rounded magnitude.
fn round<'n>(n: Scope<'n>, format: FloatFormat, normalised: Net<'n>, above_least: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::ROUND_SINE);
    // The exponent field less the leading one. All steps give the least exponent.
    let greatest = format.bias_field() - 2;
    let least = greatest - u64::from(STEPS.iter().sum::<u32>());
    let least = n.constant(least, format.exponent_bits);
    let exponent = (above_least.zero_extend(format.exponent_bits) + least).named(unsigned("exponent"));
    let half_places = normalised.high(format.fraction_bits + 2);
    let unrounded = exponent
        .join(half_places.low(format.fraction_bits + 1))
        .named("unrounded");
    let increment = half_places
        .top_bit()
        .append_zeros(format.fraction_bits)
        .join(n.constant(1, 1));
    let rounded = unrounded + increment.zero_extend(unrounded.width());
    rounded.named("rounded").high(format.magnitude_bits())
}

/// The result for a number that is not small.
#[derive(Clone, Copy)]
struct SineOfNumber<'n> {
    negative: Net<'n>,
    is_subnormal: Net<'n>,
    magnitude: Net<'n>,
}

fn choose<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    cosine: Net<'n>,
    a: Unpacked<'n>,
    small: Net<'n>,
    ordinary: SineOfNumber<'n>,
) -> Net<'n> {
    let _stage = n.stage(step::CHOOSE_SINE);
    let width = ordinary.magnitude.width();
    let nan = (a.nan | a.infinite).named("nan");
    let one = n.constant(format.one().into(), width);
    let of_small = cosine.select(one, a.magnitude).named(hidden("of_small"));
    let magnitude = small.select(of_small, ordinary.magnitude) | nan.repeat(width);
    let sign = small.select(a.sign & !cosine, ordinary.negative) & !nan;
    sign.join(magnitude.named(hidden("magnitude")))
        .named(format.number("result"))
}

/// Returns the flags. The result is exact for zeros only.
fn flags<'n>(n: Scope<'n>, cosine: Net<'n>, a: Unpacked<'n>, small: Net<'n>, ordinary: SineOfNumber<'n>) -> Net<'n> {
    let invalid = (a.signals(n) | a.infinite).named(hidden("invalid_sine"));
    let _stage = n.stage(step::FLAGS);
    let inexact = (!(a.nan | a.infinite | a.zero)).named(hidden("inexact"));
    // The sine of a subnormal number is nearer to it than to the next one.
    let subnormal = (!a.significand.top_bit() & !cosine).named(hidden("subnormal"));
    let tiny = small.select(subnormal, ordinary.is_subnormal).named("tiny");
    let flags = Flags {
        underflow: (inexact & tiny).named(hidden("underflow")),
        inexact,
        ..Flags::from_invalid(n, invalid)
    };
    flags.word(n)
}
