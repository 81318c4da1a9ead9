//! Ports of a tile: one list for its declaration, its comment and its manifest.

use crate::design::Direction;
use crate::mma::MmaSpec;
use crate::net::verilog::range;

/// A port of a tile.
pub struct TilePort {
    /// The name.
    pub name: &'static str,
    /// The kind of net that it is.
    kind: PortKind,
    /// The width in bits.
    pub width: u32,
    /// The meaning, for the comment above the module.
    pub meaning: String,
}

/// The net of a port.
#[derive(Clone, Copy)]
enum PortKind {
    Input,
    /// An output that is a wire.
    Output,
    /// An output that is a register.
    Register,
}

impl TilePort {
    /// Returns the declaration in the module.
    pub fn declaration(&self) -> String {
        let kind = match self.kind {
            PortKind::Input => "input  wire",
            PortKind::Output => "output wire",
            PortKind::Register => "output reg ",
        };
        format!("    {kind} {}{}", range(self.width), self.name)
    }

    /// Returns the direction.
    pub fn direction(&self) -> Direction {
        match self.kind {
            PortKind::Input => Direction::In,
            PortKind::Output | PortKind::Register => Direction::Out,
        }
    }
}

/// Returns the ports of a tile, in their order.
pub fn tile_ports(spec: &MmaSpec) -> Vec<TilePort> {
    use PortKind::{Input, Output, Register};
    let (rows, columns, products) = (spec.rows, spec.columns, spec.products());
    let formats = spec.formats();
    let [a, b, c] = spec.port_bits();
    let slot = spec.slot_bits();
    let matrix = |count: u32, lines: &str, line: &str, length: u32, format: String| {
        format!("{count} {lines} of {length} {format}, {line} 0 and its element 0 lowest")
    };
    let of_a = matrix(rows, "rows", "row", products, formats.elements[0].to_string());
    let of_b = matrix(columns, "columns", "column", products, formats.elements[1].to_string());
    let of_c = matrix(rows, "rows", "row", columns, formats.result.to_string()) + "; ignored if first is 0";
    let of_d = format!("the result, {rows} rows of {columns} {}, as c", formats.result);
    let ready = format!(
        "it is taken at the next edge. 0 while a step is under way on its slot, while a second result waits, and for slots \
         above {}",
        spec.slots - 1
    );
    let reset = "synchronous: drops steps under way and the waiting result; then start each sum with first";
    let first = "1: it starts from c; 0: from the sums of the slot's previous step";
    let last = "1: its sums come out at d. The slot keeps them, and a step may go on from there";
    let valid = "a result is there; it stays until out_ready is 1, and does not wait for it";
    let rows = [
        ("clock", Input, 1, "rising edge"),
        ("reset", Input, 1, reset),
        ("in_valid", Input, 1, "a step is offered; it stays until in_ready is 1"),
        ("in_ready", Output, 1, &ready),
        ("slot", Input, slot, "the sums that it adds to"),
        ("first", Input, 1, first),
        ("last", Input, 1, last),
        ("a", Input, a, &of_a),
        ("b", Input, b, &of_b),
        ("c", Input, c, &of_c),
        ("out_valid", Register, 1, valid),
        ("out_ready", Input, 1, "it is taken at the next edge"),
        ("out_slot", Register, slot, "its slot"),
        ("d", Output, c, &of_d),
    ];
    let port = |(name, kind, width, meaning): (&'static str, PortKind, u32, &str)| TilePort {
        name,
        kind,
        width,
        meaning: meaning.to_owned(),
    };
    rows.map(port).into()
}
