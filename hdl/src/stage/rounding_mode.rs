//! Rounding mode: fixed when the module is generated, or the value of a port.

use halfpipe_isa::Rounding;

use crate::net::{hidden, Net, Scope};
use crate::stage::{overflows_to_infinity, step, Carry, Unrounded};

/// The rounding of a datapath.
#[derive(Clone, Copy)]
pub enum RoundingMode<'n> {
    /// One rounding. No hardware selects it.
    Fixed(Rounding),
    /// The rounding that a port selects, or an operation of a core.
    Selected(SelectedRounding<'n>),
}

/// A rounding port, in RISC-V's encoding: 0 to nearest even, 1 toward zero, 2 down, 3 up, 4 to nearest away (The RISC-V
/// Instruction Set Manual, table of `frm`). The codes 5 to 7 are as 1 to 3, which needs the least logic.
#[derive(Clone, Copy)]
pub struct SelectedRounding<'n> {
    /// The low bit: 1 for rounding up, if the rounding is directed.
    up: Net<'n>,
    /// 1 for rounding down or up.
    directed: Net<'n>,
    /// 1 for rounding to nearest away, if the low bits are 0.
    high: Net<'n>,
}

impl<'n> SelectedRounding<'n> {
    /// Splits the port into its bits.
    pub fn from_port(n: Scope<'n>, port: Net<'n>) -> SelectedRounding<'n> {
        let _stage = n.stage(step::ROUNDING);
        SelectedRounding {
            up: port.bit(0).named("up"),
            directed: port.bit(1).named("directed"),
            high: port.bit(2).named("high"),
        }
    }

    /// Returns the rounding for which `asks_for` is 1; to nearest even if it is 0 for all others.
    pub fn from_asked(n: Scope<'n>, asks_for: impl Fn(Rounding) -> Net<'n>) -> SelectedRounding<'n> {
        let _stage = n.stage(step::ROUNDING);
        let up = asks_for(Rounding::TowardPositive);
        SelectedRounding {
            up: (asks_for(Rounding::TowardZero) | up).named(hidden("zero_or_up")),
            directed: (asks_for(Rounding::TowardNegative) | up).named(hidden("down_or_up")),
            high: asks_for(Rounding::NearestAway),
        }
    }

    /// Returns 1 if the port selects a rounding.
    pub fn selects(self, rounding: Rounding) -> Net<'n> {
        match rounding {
            Rounding::NearestEven => !(self.high | self.directed | self.up),
            Rounding::TowardZero => !self.directed & self.up,
            Rounding::TowardNegative => self.directed & !self.up,
            Rounding::TowardPositive => self.directed & self.up,
            Rounding::NearestAway => self.high & !(self.directed | self.up),
        }
    }

    /// Returns 1 for rounding to nearest.
    pub fn is_nearest(self) -> Net<'n> {
        (!(self.directed | self.up)).named(hidden("to_nearest"))
    }

    /// Returns 1 for rounding to nearest away, if the rounding is to nearest.
    pub fn is_away(self) -> Net<'n> {
        self.high
    }

    /// Returns 1 for rounding down or up.
    pub fn is_directed(self) -> Net<'n> {
        self.directed
    }

    /// Returns 1 if an inexact number of this sign can be rounded away from zero: to nearest, or in its direction.
    pub fn can_grow(self, sign: Net<'n>) -> Net<'n> {
        let grows = self.directed.select(self.up ^ sign, !self.up);
        grows.named(hidden("can_grow"))
    }

    /// Returns the carry that rounds a magnitude up, from its sign, its last bit, the guard bit and the sticky bit.
    pub fn rounds_up(self, sign: Net<'n>, last: Net<'n>, guard: Net<'n>, sticky: Net<'n>) -> Carry<'n> {
        // To nearest, the guard bit decides, and at the half the last bit, unless ties go away from zero. In a direction,
        // any lost bit decides.
        let lost = guard | (sticky & self.directed);
        let tie_grows = sticky | last | self.directed | self.high;
        Carry {
            first: (lost & self.can_grow(sign)).named(hidden("grows")),
            second: tie_grows.named(hidden("tie_grows")),
        }
    }
}

impl<'n> RoundingMode<'n> {
    /// Returns the carry that rounds a magnitude up.
    pub fn rounds_up(self, n: Scope<'n>, exact: &Unrounded<'n>) -> Carry<'n> {
        match self {
            RoundingMode::Fixed(rounding) => exact.rounds_up(n, rounding),
            RoundingMode::Selected(mode) => {
                let _stage = n.stage(step::ROUND);
                mode.rounds_up(exact.sign, exact.significand.bit(0), exact.guard, exact.sticky)
            }
        }
    }

    /// Returns 1 if an overflow of this sign becomes an infinity.
    pub fn overflows_to_infinity(self, n: Scope<'n>, sign: Net<'n>) -> Net<'n> {
        match self {
            RoundingMode::Fixed(rounding) => overflows_to_infinity(rounding, sign),
            RoundingMode::Selected(mode) => {
                let _stage = n.stage(step::ROUND);
                mode.can_grow(sign)
            }
        }
    }

    /// Returns 1 for rounding down, which gives an exact cancellation the sign of -0.
    pub fn is_toward_negative(self, n: Scope<'n>) -> Net<'n> {
        match self {
            RoundingMode::Fixed(rounding) => n.constant(u64::from(rounding == Rounding::TowardNegative), 1),
            RoundingMode::Selected(mode) => mode.selects(Rounding::TowardNegative).named(hidden("down")),
        }
    }

    /// Returns 1 for rounding down or up.
    pub fn is_directed(self, n: Scope<'n>) -> Net<'n> {
        match self {
            RoundingMode::Fixed(rounding) => {
                let directed = matches!(rounding, Rounding::TowardNegative | Rounding::TowardPositive);
                n.constant(directed.into(), 1)
            }
            RoundingMode::Selected(mode) => mode.directed,
        }
    }

    /// True if results can be rounded to nearest.
    pub fn can_be_nearest(self) -> bool {
        match self {
            RoundingMode::Fixed(rounding) => rounding.is_nearest(),
            RoundingMode::Selected(_) => true,
        }
    }
}
