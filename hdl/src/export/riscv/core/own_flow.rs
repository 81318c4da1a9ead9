//! The handshake of a part that moves on its own.

use super::structure::{is_iterative, Core};
use crate::export::shift_register::{oldest, shifted};
use crate::net::verilog::range;
use crate::zfh::Part;

impl Core<'_> {
    /// Returns the valid bits and tags of a part that moves on its own.
    pub fn own_flow(&self, part: &Part) -> String {
        if is_iterative(part) {
            self.iterative_flow(part)
        } else if part.module.latency == 0 {
            combinational_flow(&part.name())
        } else {
            self.pipelined_flow(part)
        }
    }

    fn iterative_flow(&self, part: &Part) -> String {
        let (name, group) = (part.name(), part.group);
        let ready = if self.siblings(part).is_some() {
            format!("{group}_free && !{group}_waits")
        } else {
            format!("{name}_free && (!{name}_valid || {name}_taken)")
        };
        format!(
            "
    // ---- {name}: one operation at a time ----
    wire {name}_free, {name}_valid, {name}_taken;
    reg  [TAG_BITS-1:0] {name}_tag;
    wire {name}_moves = flush || !{name}_valid || {name}_taken;
    wire {name}_ready = {ready};
    wire {name}_busy = !{name}_free || {name}_valid;
    always @(posedge clock) begin
        if (in_valid && to_{name} && {name}_ready) {name}_tag <= tag_in;
    end
"
        )
    }

    fn pipelined_flow(&self, part: &Part) -> String {
        let (name, group, latency) = (part.name(), part.group, part.module.latency);
        let moving = format!("{name}_moving");
        let moves = if self.siblings(part).is_some() {
            format!("!{group}_waits")
        } else {
            format!("!{name}_valid || {name}_taken")
        };
        format!(
            "
    // ---- {name}: latency {latency} ----
    wire {name}_taken;
    reg  {bits}{moving};
    reg  [{latency}*TAG_BITS-1:0] {name}_tags;
    wire {name}_valid = {leaving};
    wire {name}_moves = {moves};
    wire {name}_ready = {name}_moves;
    wire {name}_busy = {any}{moving};
    wire [TAG_BITS-1:0] {name}_tag = {name}_tags[{latency}*TAG_BITS-1:{last}*TAG_BITS];
    always @(posedge clock or negedge reset_n) begin
        if (!reset_n) {moving} <= {latency}'d0;
        else if (flush) {moving} <= {latency}'d0;
        else if ({name}_moves) {moving} <= {next};
    end
    always @(posedge clock) begin
        if ({name}_moves) {name}_tags <= {next_tags};
    end
",
            bits = range(latency),
            leaving = oldest(&moving, latency),
            any = if latency == 1 { "" } else { "|" },
            last = latency - 1,
            next = shifted(&moving, &format!("in_valid && to_{name}"), latency, 1),
            next_tags = match latency {
                1 => "tag_in".to_owned(),
                2 => format!("{{{name}_tags[TAG_BITS-1:0], tag_in}}"),
                _ => format!("{{{name}_tags[{}*TAG_BITS-1:0], tag_in}}", latency - 1),
            },
        )
    }
}

fn combinational_flow(name: &str) -> String {
    format!(
        "
    // ---- {name}: combinational ----
    wire {name}_taken;
    wire {name}_valid = in_valid && to_{name};
    wire {name}_ready = {name}_taken;
    wire {name}_busy = 1'b0;
    wire [TAG_BITS-1:0] {name}_tag = tag_in;
"
    )
}
