//! The choice among results of parts that move on their own.

use super::structure::Core;
use crate::net::verilog::range;
use crate::zfh::Part;

impl Core<'_> {
    /// Returns the choice among results of parts that move on their own.
    pub fn arbiter(&self) -> String {
        let names: Vec<String> = self.parts.iter().map(Part::name).collect();
        let count = names.len();
        let joined = |suffix: &str| {
            let all: Vec<String> = names.iter().rev().map(|name| format!("{name}_{suffix}")).collect();
            match count {
                1 => all[0].clone(),
                _ => format!("{{{}}}", all.join(", ")),
            }
        };
        let any = |suffix: &str| {
            let all: Vec<String> = names.iter().map(|name| format!("{name}_{suffix}")).collect();
            all.join(" || ")
        };
        let ready: Vec<String> = names
            .iter()
            .map(|name| format!("(to_{name} && {name}_ready)"))
            .collect();
        let tags: Vec<String> = names
            .iter()
            .map(|name| format!("({{TAG_BITS{{{name}_chosen}}}} & {name}_tag)"))
            .collect();
        let mut text = "\n    // ---- results, served in turn ----\n".to_owned();
        text += &if self.has_arbiter() {
            let bits = range(count as u32);
            let chosen = names
                .iter()
                .enumerate()
                .map(|(place, name)| format!("    wire {name}_chosen = chosen[{place}];\n"))
                .collect::<String>();
            format!(
                "    // A result that waits keeps its turn; it is 0 if none waits.
    reg  {bits}waiting;
    // Groups behind the one that was served last.
    reg  {bits}behind;
    wire {bits}valid = {valid};
    wire {bits}next = valid & behind;
    wire {bits}candidates = |next ? next : valid;
    wire {bits}first = candidates & (~candidates + {count}'d1);
    wire {bits}chosen = |waiting ? waiting : first;
    always @(posedge clock or negedge reset_n) begin
        if (!reset_n) waiting <= {count}'d0;
        else if (flush || out_ready) waiting <= {count}'d0;
        else waiting <= chosen;
    end
    always @(posedge clock or negedge reset_n) begin
        if (!reset_n) behind <= {count}'d0;
        else if (out_valid && out_ready) behind <= ~(chosen | (chosen - {count}'d1));
    end
{chosen}",
                valid = joined("valid"),
            )
        } else {
            names
                .iter()
                .map(|name| format!("    wire {name}_chosen = {name}_valid;\n"))
                .collect()
        };
        for name in &names {
            text += &format!("    assign {name}_taken = {name}_chosen && out_ready;\n");
        }
        text += &format!("    assign out_valid = {};\n", any("valid"));
        text += &format!("    assign in_ready = {};\n", ready.join(" || "));
        text += &format!("    assign tag_out = {};\n", tags.join("\n                   | "));
        text += &format!("    assign busy = in_valid || {};\n", any("busy"));
        text
    }
}
