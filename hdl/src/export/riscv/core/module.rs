//! The module: its declaration, its parts and the handshake among them.

use super::lacking::lacking_report;
use super::structure::Core;
use crate::net::verilog::range;

/// The width of a tag in bits, unless an instance sets another.
pub const DEFAULT_TAG_BITS: u32 = 8;

impl Core<'_> {
    /// Returns the module.
    pub fn module(&self) -> String {
        [
            self.declaration(),
            self.operands(),
            self.selection(),
            self.flow(),
            self.instances(),
            self.report(),
            self.output(),
        ]
        .concat()
    }

    /// Returns the message on operations that the core lacks, if it has one.
    fn report(&self) -> String {
        if self.spec.reports_lacking() {
            lacking_report(self.spec, self.parts)
        } else {
            String::new()
        }
    }

    fn declaration(&self) -> String {
        let word = range(self.spec.width());
        format!(
            "
`default_nettype none

module {name} #(
    parameter TAG_BITS = {DEFAULT_TAG_BITS}
) (
    input  wire clock,
    input  wire reset_n,
    input  wire flush,
    input  wire in_valid,
    output wire in_ready,
    input  wire [3:0] op,
    input  wire op_mod,
    input  wire [2:0] rm,
    input  wire [2:0] src_fmt,
    input  wire [2:0] dst_fmt,
    input  wire [1:0] int_fmt,
    input  wire {word}a,
    input  wire {word}b,
    input  wire {word}c,
    input  wire [TAG_BITS-1:0] tag_in,
    output wire out_valid,
    input  wire out_ready,
    output wire {word}result,
    output wire [4:0] flags,
    output wire [TAG_BITS-1:0] tag_out,
    output wire busy
);
",
            name = self.spec.name()
        )
    }

    fn selection(&self) -> String {
        let ports = self.decoder.ports_of_part();
        let outputs = ports.iter().filter(|port| !port.is_input());
        let wires: String = outputs.map(|port| format!("    wire {};\n", port.name)).collect();
        let connections: Vec<String> = ports
            .iter()
            .map(|port| format!("        .{0}({0})", port.name))
            .collect();
        format!(
            "\n    // ---- the part that computes the operation: none if the core lacks it ----\n{wires}    {} decoder (\n{}\n    \
             );\n",
            self.decoder.name,
            connections.join(",\n")
        )
    }
}
