//! The conversions that share a datapath, and its widths.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Rounding};

use crate::format::HardwareFormat;
use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::{self, integer, Kind};
use crate::net::{Net, Scope};

/// Conversions that share a datapath, and its widths in bits.
pub struct ConversionGroup<'i> {
    pub format: FloatFormat,
    pub instructions: &'i [Instruction],
    /// The bits above the point of the integers that result from halves.
    pub places: u32,
    /// The bits of the integers that are converted to halves, up to the largest half.
    pub magnitude_bits: u32,
    /// The distance of single precision below the top, in places.
    pub below_top: u32,
    /// The width of the shifter's word.
    pub width: u32,
}

impl<'i> ConversionGroup<'i> {
    pub fn new(element: FloatFormat, instructions: &'i [Instruction]) -> ConversionGroup<'i> {
        let format = element;
        let of_largest = format.max_exponent() as u32 + 1;
        let bits = |kind: Kind| {
            let widths = conversions_of_kind(instructions, kind)
                .filter_map(integer)
                .map(ElementType::bits);
            widths.max().unwrap_or(0).min(of_largest)
        };
        let (places, magnitude_bits) = (bits(Kind::ToInteger), bits(Kind::FromInteger));
        // With these zeros above it, and one for the guard bit, a number is reduced to the sticky bit.
        let below_top = match first_normal(format) {
            1 => 0,
            _ => format.significand_bits() + 1,
        };
        let of_half = places + format.significand_bits() + 1;
        let of_single = below_top + format.significand_bits() + 2;
        let has = |kind: Kind| u32::from(conversions_of_kind(instructions, kind).next().is_some());
        let widths = [
            of_half * has(Kind::ToInteger),
            of_single * has(Kind::Narrowing),
            magnitude_bits,
        ];
        ConversionGroup {
            format,
            instructions,
            places,
            magnitude_bits,
            below_top,
            width: widths.into_iter().max().expect("there are three"),
        }
    }

    pub fn has(&self, kind: Kind) -> bool {
        conversions_of_kind(self.instructions, kind).next().is_some()
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

    /// Returns the roundings of conversions of these kinds, rounding to nearest first.
    pub fn roundings(&self, kinds: &[Kind]) -> Vec<Rounding> {
        let of_kinds = || {
            kinds
                .iter()
                .flat_map(|kind| conversions_of_kind(self.instructions, *kind))
        };
        let has = |rounding: &Rounding| {
            of_kinds().any(|instruction| instruction.has_rounding_port() || instruction.rounding() == *rounding)
        };
        Rounding::ALL.into_iter().filter(has).collect()
    }

    /// Returns the number of bits of the shifted word that have a weight: those of an integer or a significand, and the
    /// guard bit.
    pub fn keep(&self) -> u32 {
        self.places.max(self.format.significand_bits()) + 1
    }

    /// Returns the shifter's word with the digits `below_top` places below its top.
    pub fn word<'n>(&self, digits: Net<'n>, below_top: u32) -> Net<'n> {
        let below = self.width - below_top - digits.width();
        digits.append_zeros(below).zero_extend(self.width)
    }
}

/// Returns the conversions of a kind.
fn conversions_of_kind(instructions: &[Instruction], kind: Kind) -> impl Iterator<Item = Instruction> + Clone + '_ {
    let is_it =
        move |instruction: &Instruction| conversion_kind::shared(*instruction).is_some_and(|(_, of)| of == kind);
    instructions.iter().copied().filter(is_it)
}

/// Returns the exponent field, in single precision, of a format's smallest normal number.
pub fn first_normal(format: FloatFormat) -> u64 {
    FloatFormat::F32.bias_field() + 1 - format.bias_field()
}
