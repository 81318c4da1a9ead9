//! The registers of an iterative unit.

use crate::verilog::writer::Writer;

impl Writer<'_> {
    /// Declares the registers of an iterative unit, which all stages may read.
    pub(super) fn declare_state(&mut self) {
        let registers = self.netlist.state_registers();
        if registers.is_empty() {
            return;
        }
        self.heading("registers", "the state of the operation");
        for register in registers {
            self.declare(register.net);
        }
    }

    /// Writes the next values of those registers: first of those that a reset clears.
    pub(super) fn update_state(&mut self) {
        let registers = self.netlist.state_registers();
        for is_cleared in [true, false] {
            let alike = registers.iter().filter(|register| register.is_cleared == is_cleared);
            let assignments: Vec<(String, String)> = alike
                .map(|register| {
                    let name = self.expressions.identifiers[&register.net].clone();
                    (name, self.expressions.expression(register.next))
                })
                .collect();
            if assignments.is_empty() {
                continue;
            }
            if is_cleared {
                self.heading("next handshake", "registers that a reset clears")
            } else {
                self.heading("next state", "registers that a reset leaves as they are")
            }
            let (edges, condition) = if self.is_part && is_cleared {
                ("posedge clock or negedge reset_n", "!reset_n")
            } else {
                ("posedge clock", "reset")
            };
            self.lines.line(&format!("always @({edges}) begin"));
            if is_cleared {
                self.lines.line(&format!("    if ({condition}) begin"));
                for (name, _) in &assignments {
                    self.lines.line(&format!("        {name} <= 1'd0;"));
                }
                self.lines.line("    end else if (enable) begin");
            } else {
                self.lines.line("    if (enable) begin");
            }
            for (name, next) in &assignments {
                self.lines.statement(&format!("        {name} <="), next);
            }
            self.lines.line("    end");
            self.lines.line("end");
        }
    }
}
