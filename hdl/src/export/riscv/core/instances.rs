//! The instances of the parts, and the output.

use super::structure::Core;
use crate::net::verilog::range;
use crate::zfh::{Group, HALF_BITS};

impl Core<'_> {
    /// Returns the instances of the parts.
    pub fn instances(&self) -> String {
        let mut text = "\n    // ---- the groups ----\n".to_owned();
        for part in self.parts {
            let name = part.name();
            let results = part.module.lane.outputs.iter();
            for output in results {
                text += &format!("    wire {}{name}_{};\n", range(output.width), output.name);
            }
            let moves = if self.moves_together() {
                "enable".to_owned()
            } else {
                format!("{name}_moves")
            };
            let connections: Vec<String> = part
                .module
                .ports_of_part()
                .iter()
                .map(|port| {
                    let net = match port.name.as_str() {
                        "enable" => moves.clone(),
                        "in_valid" => format!("in_valid && to_{name} && {name}_ready"),
                        "in_ready" => format!("{name}_free"),
                        "out_valid" => format!("{name}_valid"),
                        "a" | "b" | "c" if part.format.is_some() => format!("{}[15:0]", port.name),
                        "op" if port.width == 2 => "op[1:0]".to_owned(),
                        "rm" if port.width == 2 => "rm[1:0]".to_owned(),
                        "is_sqrt" => "op[0]".to_owned(),
                        other if port.is_input() => other.to_owned(),
                        output => format!("{name}_{output}"),
                    };
                    format!("        .{}({net})", port.name)
                })
                .collect();
            text += &format!(
                "    {} {name} (\n{}\n    );\n",
                part.module.name,
                connections.join(",\n")
            );
        }
        text
    }

    /// Returns the result and the flags.
    pub fn output(&self) -> String {
        let width = self.spec.width();
        let above = width - HALF_BITS;
        let words: Vec<String> = self
            .parts
            .iter()
            .map(|part| {
                let name = part.name();
                // A number in an integer register has copies of its sign above it.
                let fill = match (part.group, self.spec.boxes()) {
                    (Group::Conv, _) => None,
                    (Group::Noncomp, true) => Some(format!("{{{above}{{{name}_fill}}}}")),
                    (Group::Noncomp, false) => Some(format!("{{{above}{{{name}_fill && {name}_result[15]}}}}")),
                    (_, true) => Some(format!("{{{above}{{1'b1}}}}")),
                    (_, false) => Some(format!("{{{above}{{{name}_result[15]}}}}")),
                };
                let word = match fill {
                    Some(fill) if above > 0 => format!("{{{fill}, {name}_result}}"),
                    _ => format!("{name}_result"),
                };
                if self.is_gated(part) {
                    word
                } else {
                    format!("({{{width}{{{name}_chosen}}}} & {word})")
                }
            })
            .collect();
        let flags: Vec<String> = self
            .parts
            .iter()
            .map(|part| {
                if self.is_gated(part) {
                    format!("{}_flags", part.name())
                } else {
                    format!("({{5{{{0}_chosen}}}} & {0}_flags)", part.name())
                }
            })
            .collect();
        format!(
            "\n    // ---- output ----\n    assign result = {};\n    assign flags = {};\n\nendmodule\n\n`default_nettype wire\n",
            words.join("\n                  | "),
            flags.join("\n                 | ")
        )
    }
}
