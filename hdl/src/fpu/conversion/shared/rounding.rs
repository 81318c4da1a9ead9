//! Rounding in the requested mode.

use halfpipe_isa::Rounding;

use super::group::ConversionGroup;
use crate::fpu::control::Controls;
use crate::net::{Net, Scope};
use crate::stage::{step, Carry, Top, Unrounded};

impl ConversionGroup<'_> {
    /// Returns the top bits of the shifted word in the form that a rounder takes.
    pub fn unrounded<'n>(
        &self,
        n: Scope<'n>,
        bits: u32,
        top: Top<'n>,
        sign: Net<'n>,
        exponent: Net<'n>,
    ) -> Unrounded<'n> {
        let below = self.keep() - bits - 1;
        let lower = match below {
            0 => n.zero(),
            below => top.kept.low(below).any(),
        };
        Unrounded {
            sign,
            exponent,
            significand: top.kept.high(bits),
            guard: top.kept.bit(below),
            sticky: (lower | top.sticky).named("sticky"),
            pending_increment: n.zero(),
            next: None,
            too_large: None,
        }
    }
}

/// Returns the carry that rounds the magnitude up in the selected one of these roundings.
pub fn rounds_up<'n>(n: Scope<'n>, controls: Controls<'n>, roundings: &[Rounding], exact: &Unrounded<'n>) -> Carry<'n> {
    let _stage = n.stage(step::ROUND);
    chosen(
        controls,
        roundings,
        |rounding| exact.rounds_up(n, rounding),
        |asked, one, other| Carry::select("by_mode", asked, one, other),
    )
}

/// Selects the value for the requested rounding. The first of these is the default.
pub fn chosen<'n, T>(
    controls: Controls<'n>,
    roundings: &[Rounding],
    of: impl Fn(Rounding) -> T,
    select: impl Fn(Net<'n>, T, T) -> T,
) -> T {
    let (first, others) = roundings.split_first().expect("each conversion rounds");
    others.iter().fold(of(*first), |otherwise, rounding| {
        select(controls.asks_for(*rounding), of(*rounding), otherwise)
    })
}
