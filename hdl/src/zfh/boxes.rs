//! Boxes: ones above a half in a wider register. A half without a box counts as the canonical NaN.
//!
//! The bits above an operand are many, so a box is known late. It therefore changes an operand's class, not its bits, except in
//! the small divider, which keeps no class.

use halfpipe_isa::FloatFormat;

use crate::net::{hidden, Builder, Label, Net, Scope};
use crate::stage::{step, Unpacked};

/// The box of an operand.
#[derive(Clone, Copy)]
pub struct OperandBox<'n> {
    /// 1 if the operand has its box; None in registers without boxes.
    pub is_there: Option<Net<'n>>,
}

impl<'n> OperandBox<'n> {
    /// Returns the box of an operand from an input of the part. Without boxes there is no input.
    pub fn from_input(builder: &'n Builder, has_boxes: bool, operand: &str) -> OperandBox<'n> {
        OperandBox {
            is_there: has_boxes.then(|| builder.input(format!("boxed_{operand}"), 1)),
        }
    }

    /// Returns a bit, or 0 if the box is missing.
    pub fn only_in(self, bit: Net<'n>) -> Net<'n> {
        match self.is_there {
            Some(is_there) => bit & is_there,
            None => bit,
        }
    }

    /// Returns a bit, or 1 if the box is missing.
    pub fn or_missing(self, bit: Net<'n>) -> Net<'n> {
        match self.is_there {
            Some(is_there) => bit | !is_there,
            None => bit,
        }
    }

    /// Returns the operand with the class of a NaN if its box is missing. Its digits do not change.
    pub fn classify(self, n: Scope<'n>, operand: Unpacked<'n>) -> Unpacked<'n> {
        let _stage = n.stage(step::UNBOX);
        Unpacked {
            zero: self.only_in(operand.zero).named(hidden("zero")),
            infinite: self.only_in(operand.infinite).named(hidden("infinite")),
            nan: self.or_missing(operand.nan).named(hidden("nan")),
            ..operand
        }
    }

    /// Returns the operand, or the canonical NaN under this name if its box is missing.
    pub fn unboxed(self, n: Scope<'n>, format: FloatFormat, value: Net<'n>, name: impl Into<Label>) -> Net<'n> {
        let Some(is_there) = self.is_there else { return value };
        let _stage = n.stage(step::UNBOX);
        let nan = n.constant(format.canonical_nan().into(), format.width());
        is_there.select(value, nan).named(name)
    }

    /// Returns 1 if the operand is a signalling NaN in its box.
    pub fn signals(self, n: Scope<'n>, operand: Unpacked<'n>) -> Net<'n> {
        self.only_in(operand.signals(n))
    }
}
