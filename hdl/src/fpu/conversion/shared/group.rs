//! The conversions that share a datapath.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Rounding};

use crate::datapath::conversion::HalfShifter;
use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::{self, integer, Kind};
use crate::net::{Net, Scope};
use crate::stage::{step, Carry, Unrounded};

/// Conversions that share a datapath.
pub struct ConversionGroup<'i> {
    pub shifter: HalfShifter,
    instructions: &'i [Instruction],
}

impl<'i> ConversionGroup<'i> {
    pub fn new(format: FloatFormat, instructions: &'i [Instruction]) -> ConversionGroup<'i> {
        let bits = |kind: Kind| {
            let integers = conversions_of_kind(instructions, kind).filter_map(integer);
            integers.map(ElementType::bits).max().unwrap_or(0)
        };
        let shifter = HalfShifter {
            format,
            to_integer_bits: bits(Kind::ToInteger),
            from_integer_bits: bits(Kind::FromInteger),
            narrows: conversions_of_kind(instructions, Kind::Narrowing).next().is_some(),
            below_guard: 0,
        };
        ConversionGroup { shifter, instructions }
    }

    pub fn has_modifier(&self, modifier: Modifier) -> bool {
        self.instructions.iter().any(|instruction| instruction.has(modifier))
    }

    /// True if a conversion of a kind has an integer like this.
    pub fn has_integer(&self, kind: Kind, is_like: impl Fn(ElementType) -> bool) -> bool {
        conversions_of_kind(self.instructions, kind)
            .filter_map(integer)
            .any(is_like)
    }

    /// Returns 1 if the integer of a conversion of this kind has a sign. It is a constant if all or none have one.
    pub fn signed<'n>(&self, n: Scope<'n>, controls: Controls<'n>, kind: Kind) -> Net<'n> {
        let is_signed = |element_type: ElementType| matches!(element_type, ElementType::Signed(_));
        match (
            self.has_integer(kind, is_signed),
            self.has_integer(kind, |element_type| !is_signed(element_type)),
        ) {
            (true, true) => controls.integer_signed,
            (has, _) => n.constant(has.into(), 1),
        }
    }

    /// Returns the widths of the integers of this kind, the widest first, each with 1 if it is selected.
    pub fn widths<'n>(&self, n: Scope<'n>, controls: Controls<'n>, kind: Kind) -> Vec<(u32, Net<'n>)> {
        let wide = !(controls.integer_8 | controls.integer_16);
        let all = [(32, wide), (16, controls.integer_16), (8, controls.integer_8)];
        let has = |width: u32| self.has_integer(kind, |element_type| element_type.bits() == width);
        let found: Vec<(u32, Net)> = all.into_iter().filter(|(width, _)| has(*width)).collect();
        match found[..] {
            [(width, _)] => vec![(width, n.constant(1, 1))],
            _ => found,
        }
    }

    /// Returns the carry that rounds the magnitude up in the requested rounding of these kinds.
    pub fn rounds_up<'n>(
        &self,
        n: Scope<'n>,
        controls: Controls<'n>,
        kinds: &[Kind],
        exact: &Unrounded<'n>,
    ) -> Carry<'n> {
        let _stage = n.stage(step::ROUND);
        let select = |asked, one, other| Carry::select("by_mode", asked, one, other);
        self.select_by_rounding(controls, kinds, |rounding| exact.rounds_up(n, rounding), select)
    }

    /// Selects the value for the requested rounding of these kinds. That to nearest is the default, if there is one.
    pub fn select_by_rounding<'n, T>(
        &self,
        controls: Controls<'n>,
        kinds: &[Kind],
        value: impl Fn(Rounding) -> T,
        select: impl Fn(Net<'n>, T, T) -> T,
    ) -> T {
        let conversions = || {
            kinds
                .iter()
                .flat_map(|kind| conversions_of_kind(self.instructions, *kind))
        };
        let has = |rounding: &Rounding| {
            conversions().any(|instruction| instruction.has_rounding_port() || instruction.rounding() == *rounding)
        };
        let mut roundings = Rounding::ALL.into_iter().filter(has);
        let first = roundings.next().expect("each conversion rounds");
        roundings.fold(value(first), |otherwise, rounding| {
            select(controls.asks_for(rounding), value(rounding), otherwise)
        })
    }
}

/// Returns the conversions of a kind.
fn conversions_of_kind(instructions: &[Instruction], kind: Kind) -> impl Iterator<Item = Instruction> + Clone + '_ {
    let is_it =
        move |instruction: &Instruction| conversion_kind::shared(*instruction).is_some_and(|(_, of)| of == kind);
    instructions.iter().copied().filter(is_it)
}
