//! cvt: each lane of the result unpacks one value, converts it to the other format and rounds it once.

mod float;
mod from_integer;
mod half_shifter;
mod integral;
mod parameters;
mod power_of_two;
mod to_integer;

use halfpipe_isa::{ElementType, Modifier};

use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{Net, Scope};
use crate::stage::{relu, saturate, step, Flags, RoundingMode};

pub use from_integer::magnitude;
pub use half_shifter::{HalfShifter, PlacedHalf, PlacedNumber, ShiftInput};
pub use integral::integral;
pub use parameters::Conversion;

impl Conversion {
    /// Returns the result of all lanes, and the flags that any of them raises, if they are requested. The operands are
    /// without a rounding.
    pub(crate) fn outcome<'n>(
        &self,
        n: Scope<'n>,
        config: &LaneConfig,
        rounding: RoundingMode<'n>,
        operands: &[Net<'n>],
    ) -> Outcome<'n> {
        let d = self.signature.results()[0];
        if d.lanes == 1 {
            return self.lane(n, config, rounding, operands, 0);
        }
        let lanes: Vec<Outcome> = (0..d.lanes)
            .map(|lane| self.lane(n.scope(&format!("lane{lane}")), config, rounding, operands, lane))
            .collect();
        let _stage = n.stage(step::RESULT_OF_LANES);
        let join = |low: Net<'n>, high: Net<'n>| high.join(low);
        let values = lanes.iter().map(|lane| lane.value);
        let flags = lanes.iter().filter_map(|lane| lane.flags);
        Outcome {
            value: values.reduce(join).expect("there is a lane"),
            flags: flags.reduce(|one, other| one | other),
        }
    }

    /// Returns one lane of the result. One operand is converted lane by lane. Of two operands, the second one goes to
    /// the lower lane and the first one to the upper lane.
    fn lane<'n>(
        &self,
        n: Scope<'n>,
        config: &LaneConfig,
        rounding: RoundingMode<'n>,
        operands: &[Net<'n>],
        lane: u32,
    ) -> Outcome<'n> {
        let position = match operands {
            [_] => 0,
            _ => 1 - lane as usize,
        };
        let a = self.signature.operands()[position];
        let value = match a.lanes {
            1 => operands[position],
            _ => operands[position].slice(lane * a.element_type.bits(), a.element_type.bits()),
        };
        // An operand of six bits has two bits above it.
        let value = match a.element_type.format_with_fraction() {
            Some(format) => value.low(format.width()),
            None => value,
        };
        let d = self.signature.results()[0].element_type;
        let outcome = match (a.element_type.format_with_fraction(), d.format_with_fraction()) {
            (Some(format), Some(_)) if self.to_integer => integral::integral(n, config, rounding, format, value),
            (Some(from), Some(to)) => {
                let random = self.at_random.then(|| operands[2].slice(16 * lane, 16));
                float::float(n, self, config, rounding, [from, to], (a.name, value), random)
            }
            (Some(format), None) => match d {
                ElementType::Small(_) => {
                    power_of_two::to_power_of_two(n, config, format, self.saturate_finite, (a.name, value))
                }
                ElementType::Signed(width) => to_integer::signed(n, config, rounding, format, width, value),
                _ => to_integer::unsigned(n, config, rounding, format, d.bits(), value),
            },
            (None, Some(format)) => match a.element_type {
                ElementType::Small(_) => Outcome {
                    value: power_of_two::from_power_of_two(n, format, value),
                    // The NaN of ue8m0 has no fraction, so it does not signal.
                    flags: config.flags.then(|| Flags::from_invalid(n, n.zero()).word(n)),
                },
                _ => {
                    let is_signed = matches!(a.element_type, ElementType::Signed(_));
                    from_integer::from_integer(n, config, rounding, is_signed, (format, self.saturate_finite), value)
                }
            },
            (None, None) => unreachable!("{} becomes {d} in no conversion of halves", a.element_type),
        };
        let clamped = outcome.map(|value| match d.format_with_fraction() {
            Some(to) if config.has(Modifier::Sat) => saturate(n, to, value),
            _ if config.has(Modifier::Relu) => relu(n, value),
            _ => value,
        });
        // A format of six bits occupies the low bits of a byte.
        clamped.map(|value| value.zero_extend(d.bits()))
    }
}
