//! The handshake: valid bits and tags, of all parts together or of each part.

use super::structure::{is_iterative, Core};
use crate::net::verilog::range;
use crate::zfh::Group;

impl Core<'_> {
    /// Returns the handshake.
    pub fn flow(&self) -> String {
        if self.moves_together() {
            self.common_flow()
        } else {
            let (declared, defined) = self.flow_of_groups();
            let of_parts: String = self.parts.iter().map(|part| self.own_flow(part)).collect();
            declared + &of_parts + &defined + &self.arbiter()
        }
    }

    /// Returns the pipeline of valid bits and tags that all parts share.
    fn common_flow(&self) -> String {
        let latency = self.parts[0].module.latency;
        let offered: Vec<String> = self
            .parts
            .iter()
            .rev()
            .map(|part| format!("to_{}", part.name()))
            .collect();
        let count = offered.len() as u32;
        let offered = match count {
            1 => offered[0].clone(),
            _ => format!("{{{}}}", offered.join(", ")),
        };
        if latency == 0 {
            let chosen = self
                .parts
                .iter()
                .filter(|part| !self.is_gated(part))
                .map(|part| format!("    wire {0}_chosen = to_{0};\n", part.name()))
                .collect::<String>();
            let any: Vec<String> = self.parts.iter().map(|part| format!("to_{}", part.name())).collect();
            return format!(
                "\n    // ---- handshake: results are there at once ----\n{chosen}    wire known = {};\n    assign out_valid = \
                 in_valid && known;\n    assign in_ready = out_ready && known;\n    assign tag_out = tag_in;\n    \
                 assign busy = in_valid;\n    wire unused_control = &{{1'b0, clock, reset_n, flush}};\n",
                any.join(" || ")
            );
        }
        let bits = range(count);
        let last = latency - 1;
        let mut text = format!(
            "\n    // ---- handshake: all groups move together ----\n    reg  {all}moving;\n    reg  [{latency}*TAG_BITS-1:0] \
             tags;\n    wire {bits}offered = {offered};\n    wire {bits}leaving = moving[{top}:{low}];\n    assign out_valid = \
             |leaving;\n    wire enable = !out_valid || out_ready;\n    assign in_ready = enable && |offered;\n    assign \
             busy = in_valid || |moving;\n    assign tag_out = tags[{latency}*TAG_BITS-1:{last}*TAG_BITS];\n",
            all = range(count * latency),
            top = count * latency - 1,
            low = count * last,
        );
        let taken = format!("offered & {{{count}{{in_valid}}}}");
        let next = match latency {
            1 => taken,
            _ => format!("{{moving[{}:0], {taken}}}", count * last - 1),
        };
        let next_tags = match latency {
            1 => "tag_in".to_owned(),
            _ => format!("{{tags[{last}*TAG_BITS-1:0], tag_in}}"),
        };
        text += &format!(
            "    always @(posedge clock or negedge reset_n) begin\n        if (!reset_n) moving <= {zero};\n        else if \
             (flush) moving <= {zero};\n        else if (enable) moving <= {next};\n    end\n    always @(posedge clock) \
             begin\n        if (enable) tags <= {next_tags};\n    end\n",
            zero = format_args!("{}'d0", count * latency)
        );
        let ungated = self.parts.iter().enumerate().filter(|(_, part)| !self.is_gated(part));
        for (place, part) in ungated {
            let bit = if count == 1 {
                String::new()
            } else {
                format!("[{place}]")
            };
            text += &format!("    wire {}_chosen = leaving{bit};\n", part.name());
        }
        text
    }

    /// Returns the signals by which the parts of a group keep the order of their operations: declarations, and below the
    /// parts the definitions.
    fn flow_of_groups(&self) -> (String, String) {
        let (mut declared, mut defined) = (String::new(), String::new());
        for group in Group::ALL {
            let first = self.parts.iter().find(|part| part.group == group);
            let Some(parts) = first.and_then(|part| self.siblings(part)) else {
                continue;
            };
            let any = |suffix: &str| {
                let all: Vec<String> = parts.iter().map(|part| format!("{}_{suffix}", part.name())).collect();
                all.join(" || ")
            };
            declared += &format!(
                "\n    // The formats of {group} keep the order of their operations: none moves while a result waits.\n    wire \
                 {group}_waits;\n"
            );
            defined += &format!(
                "\n    assign {group}_waits = ({}) && !({});\n",
                any("valid"),
                any("taken")
            );
            if is_iterative(parts[0]) {
                let free: Vec<String> = parts.iter().map(|part| format!("{}_free", part.name())).collect();
                declared += &format!("    wire {group}_free;\n");
                defined += &format!("    assign {group}_free = {};\n", free.join(" && "));
            }
        }
        (declared, defined)
    }
}
