//! A port or net as visible to rust-hdl's probes.

use rust_hdl_core::ast::VerilogLiteral;
use rust_hdl_core::constraint::PinConstraint;
use rust_hdl_core::prelude::{Atom, AtomKind, TypeDescriptor, TypeKind, VCDValue};

/// The present state of a port or net with a width known at run time only.
pub(super) struct Wire {
    /// rust-hdl's number for it, the same on every visit.
    pub id: usize,
    /// The direction.
    pub kind: AtomKind,
    /// The width in bits.
    pub width: u32,
    /// The value, the lowest bits first.
    pub value: Vec<u64>,
    /// True if the last update changed it.
    pub changed: bool,
    /// True if it has a driver.
    pub connected: bool,
}

impl Wire {
    /// Returns a net within a unit, driven by the unit.
    pub fn local(id: usize, width: u32, value: u128) -> Wire {
        // rust-hdl's own local signals never report a change either. Their effects are visible at the outputs.
        Wire {
            id,
            kind: AtomKind::LocalSignal,
            width,
            value: vec![value as u64, (value >> u64::BITS) as u64],
            changed: false,
            connected: true,
        }
    }
}

impl Atom for Wire {
    fn bits(&self) -> usize {
        self.width as usize
    }

    fn connected(&self) -> bool {
        self.connected
    }

    fn changed(&self) -> bool {
        self.changed
    }

    fn kind(&self) -> AtomKind {
        self.kind
    }

    fn descriptor(&self) -> TypeDescriptor {
        TypeDescriptor {
            name: format!("Bits::<{}>", self.width),
            kind: TypeKind::Bits(self.bits()),
        }
    }

    fn vcd(&self) -> VCDValue {
        let bit = |position: u32| {
            let word = self.value.get((position / u64::BITS) as usize).copied().unwrap_or(0);
            vcd::Value::from(word >> (position % u64::BITS) & 1 == 1)
        };
        match self.width {
            1 => VCDValue::Single(bit(0)),
            width => VCDValue::Vector((0..width).rev().map(bit).collect()),
        }
    }

    fn id(&self) -> usize {
        self.id
    }

    fn verilog(&self) -> VerilogLiteral {
        // Only a constant has a literal.
        let lowest = |place: usize| self.value.get(place).copied().unwrap_or(0);
        (u128::from(lowest(1)) << u64::BITS | u128::from(lowest(0))).into()
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        Vec::new()
    }
}
