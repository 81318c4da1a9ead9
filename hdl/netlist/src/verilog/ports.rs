//! The ports of a module: declarations, parts and lanes, the valid bit and the outputs.

use crate::module::Direction;
use crate::verilog::expression::bits;
use crate::verilog::text::range;
use crate::verilog::writer::Writer;

/// The parameter that states the latency of a module.
pub const LATENCY: &str = "LATENCY";

impl Writer<'_> {
    pub(super) fn header(&mut self) {
        self.lines.line(&format!("module {} (", self.module.name));
        let ports = if self.is_part {
            self.module.ports_of_part()
        } else {
            self.module.ports()
        };
        for (position, port) in ports.iter().enumerate() {
            let direction = match port.direction {
                Direction::In => "input  wire",
                Direction::Out => "output wire",
            };
            let comma = if position + 1 < ports.len() { "," } else { "" };
            self.lines
                .line(&format!("    {direction} {}{}{comma}", range(port.width), port.name));
        }
        self.lines.line(");");
    }

    /// Writes a parameter with which an instance states the latency that it relies on. Another latency is an error at
    /// elaboration in every tool, because it makes an instance of a module that does not exist.
    pub(super) fn latency(&mut self) {
        let (name, latency) = (&self.module.name, self.module.latency);
        let lines = [
            format!("parameter {LATENCY} = {latency};"),
            format!("generate if ({LATENCY} != {latency}) begin : wrong_latency"),
            format!("    {name}_has_latency_{latency} error ();"),
            "end endgenerate".to_owned(),
        ];
        self.lines
            .comment("An instance may state the latency that it relies on.");
        for line in lines {
            self.lines.line(&line);
        }
    }

    /// Writes the pipeline of the valid bit: `in_valid` delayed by the latency gives `out_valid`.
    pub(super) fn valid(&mut self) {
        let latency = self.module.latency;
        self.heading("valid", "in_valid, delayed as the results are");
        self.lines.line(&format!("reg  {}valid;", range(latency)));
        let next = match latency {
            1 => "in_valid".to_owned(),
            2 => "{valid[0], in_valid}".to_owned(),
            _ => format!("{{valid[{}:0], in_valid}}", latency - 2),
        };
        self.lines.line("always @(posedge clock) begin");
        self.lines.line(&format!("    if (reset) valid <= {latency}'d0;"));
        self.lines.line(&format!("    else if (enable) valid <= {next};"));
        self.lines.line("end");
        let last = if latency == 1 {
            String::new()
        } else {
            format!("[{}]", latency - 1)
        };
        self.lines.line(&format!("assign out_valid = valid{last};"));
    }

    /// Begins the loop over the lanes: they are alike, so the datapath is written once.
    pub(super) fn begin_lanes(&mut self) {
        self.lines.comment("==== the lanes, lane 0 in the lowest bits ====");
        self.lines.line("genvar lane;");
        self.lines.line(&format!(
            "generate for (lane = 0; lane < {}; lane = lane + 1) begin : lanes",
            self.module.lanes
        ));
        self.lines.indent = "        ";
        for port in &self.netlist.inputs {
            let (name, width) = (&port.name, port.width);
            let share = match &port.part {
                None => format!("{name}[{width} * lane +: {width}]"),
                Some(part) => format!("{}[{} * lane + {} +: {width}]", part.port, part.width, part.low),
            };
            self.lines.line(&format!("wire {}lane_{name} = {share};", range(width)));
        }
    }

    /// Names the parts of ports that are several inputs of the netlist.
    pub(super) fn split_ports(&mut self) {
        let parts = self.netlist.inputs.iter();
        let parts = parts.filter_map(|input| Some((input, input.part.as_ref()?)));
        for (number, (input, part)) in parts.enumerate() {
            if number == 0 {
                self.lines
                    .comment("==== parts of the operands, the lowest bits first ====");
            }
            let source = bits(&part.port, part.low, input.width, part.width);
            let name = &self.expressions.identifiers[&input.net];
            self.lines
                .line(&format!("wire {}{name} = {source};", range(input.width)));
        }
    }

    pub(super) fn outputs(&mut self) {
        self.lines.blank();
        if let Some(iteration) = &self.netlist.iteration {
            for (name, net) in [("in_ready", iteration.in_ready), ("out_valid", iteration.out_valid)] {
                let source = self.expressions.expression(net);
                self.lines.statement(&format!("assign {name} ="), &source);
            }
        }
        for port in &self.netlist.outputs {
            let source = self.expressions.expression(port.net);
            let share = match self.module.lanes {
                1 => String::new(),
                _ => format!("[{0} * lane +: {0}]", port.width),
            };
            self.lines.statement(&format!("assign {}{share} =", port.name), &source);
        }
    }
}
