//! Operands as they are loaded.

use halfpipe_isa::FloatFormat;

use super::control::STRIDE;
use crate::datapath::flush::flushed;
use crate::datapath::LaneConfig;
use crate::net::{hidden, signed, Net, Scope};
use crate::stage::step;

/// An operand whose leading one is at most two places below the top.
#[derive(Clone, Copy)]
pub struct LoadedOperand<'n> {
    /// The sign.
    pub sign: Net<'n>,
    /// 1 for an infinity or a NaN. In a format without infinities other numbers have the same exponent.
    pub special: Net<'n>,
    /// The fraction field.
    pub fraction: Net<'n>,
    /// The significand, shifted.
    pub significand: Net<'n>,
    /// The biased exponent of the significand's top bit, in two's complement, with two bits more than the field. It is
    /// less than 0 if the significand is shifted.
    pub exponent: Net<'n>,
}

impl<'n> LoadedOperand<'n> {
    /// Shifts a subnormal operand's significand left by a multiple of [`STRIDE`].
    pub fn new(n: Scope<'n>, config: &LaneConfig, name: &str, value: Net<'n>) -> LoadedOperand<'n> {
        let format = config.formats.operand;
        let value = flushed(n, config, name, value);
        let _stage = n.stage(step::load(name));
        let field = value.slice(format.fraction_bits, format.exponent_bits);
        let fraction = value.low(format.fraction_bits);
        let normal = field.any().named("normal");
        let significand = normal.join(fraction).named("significand");
        let width = significand.width();
        // Bit m - 1 tells whether the significand is shifted by at least m times the stride.
        let farthest = (width - 1) / STRIDE;
        let mut shifts: Vec<Net> = Vec::new();
        for multiple in 1..=farthest {
            let passed = significand.slice(width - multiple * STRIDE, STRIDE);
            let is_zero = !passed.any();
            let shift = shifts.last().map_or(is_zero, |nearer| *nearer & is_zero);
            shifts.push(shift.named(format!("shift_by_{}", multiple * STRIDE)));
        }
        Self {
            sign: value.top_bit(),
            special: if format.has_infinity() {
                field.all().named("special")
            } else {
                (field.all() & fraction.all()).named("special")
            },
            fraction,
            significand: shifted(significand, &shifts).named("shifted"),
            exponent: exponent(n, format, field, normal, &shifts).named(signed("exponent")),
        }
    }
}

/// Shifts a significand as far as the conditions say. Each bit is one of a few bits, and at most one of them is 1 or
/// unmasked: a shift that is far enough has only zeros above.
fn shifted<'n>(significand: Net<'n>, shifts: &[Net<'n>]) -> Net<'n> {
    let width = significand.width();
    let bit = |place: u32| {
        let sources = (0..=shifts.len() as u32).filter_map(|multiple| {
            let source = place.checked_sub(multiple * STRIDE)?;
            let bit = significand.bit(source);
            let reaches = multiple.checked_sub(1).map(|at| shifts[at as usize]);
            let bit = reaches.map_or(bit, |reaches| bit & reaches);
            // A farther shift passes only zeros.
            let is_passed = source + (multiple + 1) * STRIDE >= width;
            let farther = shifts.get(multiple as usize).filter(|_| !is_passed);
            Some(farther.map_or(bit, |farther| bit & !*farther))
        });
        let bit = sources.reduce(|one, other| one | other);
        bit.expect("a bit may stay in its place")
    };
    let bits = (0..width).map(bit).reduce(|low, high| high.join(low));
    bits.expect("a significand has bits")
}

/// Returns the biased exponent of a shifted significand. A subnormal has 1 less the distance.
fn exponent<'n>(n: Scope<'n>, format: FloatFormat, field: Net<'n>, normal: Net<'n>, shifts: &[Net<'n>]) -> Net<'n> {
    let width = format.exponent_bits + 2;
    let mut bits = field.zero_extend(width);
    for multiple in 0..=shifts.len() {
        let reaches = match multiple {
            0 => !normal,
            _ => shifts[multiple - 1],
        };
        let is_it = shifts.get(multiple).map_or(reaches, |farther| reaches & !*farther);
        let number = 1 - i64::from(STRIDE) * multiple as i64;
        let number = n.constant(number.rem_euclid(1 << width) as u64, width);
        bits = bits | number.only_if(is_it.named(hidden(format!("is_shifted_{multiple}_times"))));
    }
    bits
}
