//! The text of a whole module.

use std::collections::BTreeMap;

use crate::verilog::multiplier::Factors;
use crate::verilog::text::{DatapathPart, Text};
use crate::verilog::writer::Writer;

impl Writer<'_> {
    /// Writes the module and its multipliers.
    pub(super) fn write(mut self) -> Text {
        // An undeclared name is a mistake here; files that are read after this one may need the default.
        self.lines.line("`default_nettype none");
        self.lines.blank();
        self.header();
        self.lines.indent = "    ";
        if self.has_latency {
            self.latency();
        }
        if self.module.latency > 0 && self.netlist.iteration.is_none() && !self.is_part {
            self.valid();
        }
        match self.module.lanes {
            1 => self.split_ports(),
            _ => self.begin_lanes(),
        }
        self.declare_state();
        self.stages();
        self.update_state();
        self.outputs();
        self.unused_bits();
        if self.module.lanes > 1 {
            self.lines.indent = "    ";
            self.lines.blank();
            self.lines.line("end endgenerate");
        }
        self.lines.indent = "";
        self.lines.blank();
        self.lines.line("endmodule");
        // A kind of multiplier belongs to the stage of its first product.
        let mut kinds: BTreeMap<Factors, usize> = BTreeMap::new();
        for id in self.netlist.ids() {
            if let Some(kind) = self.multiplications.factors.get(&id) {
                kinds.entry(*kind).or_insert(self.netlist.node(id).stage);
            }
        }
        for (kind, stage) in kinds {
            self.lines.part = Some(DatapathPart::Logic { stage });
            for line in kind.module_text(&self.module.name, self.netlist.blocks).lines() {
                self.lines.line(line);
            }
        }
        self.lines.part = None;
        self.lines.blank();
        self.lines.line("`default_nettype wire");
        self.lines.finish()
    }
}
