//! The instances of the parts, and the output.

use super::structure::Core;
use halfpipe_isa::FloatFormat;

use crate::net::verilog::range;
use crate::zfh::Group;

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
                        "a" | "b" | "c" if port.width < self.spec.width() => {
                            format!("{}[{}:0]", port.name, port.width - 1)
                        }
                        "boxed_a" | "boxed_b" if part.format == Some(FloatFormat::RISCV_S) => {
                            format!("{}_s", port.name)
                        }
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
        let words: Vec<String> = self
            .parts
            .iter()
            .map(|part| {
                let name = part.name();
                let mut outputs = part.module.lane.outputs.iter();
                let result = outputs.find(|output| output.name == "result");
                let own = result.map_or(width, |result| result.width);
                let (above, sign) = (width - own, own - 1);
                // A number in an integer register has copies of its sign above it.
                let fill = match (part.group, self.spec.boxes()) {
                    (Group::Noncomp, true) => format!("{{{above}{{{name}_fill}}}}"),
                    (Group::Noncomp, false) => format!("{{{above}{{{name}_fill && {name}_result[{sign}]}}}}"),
                    (_, true) => format!("{{{above}{{1'b1}}}}"),
                    (_, false) => format!("{{{above}{{{name}_result[{sign}]}}}}"),
                };
                let word = match above {
                    0 => format!("{name}_result"),
                    _ => format!("{{{fill}, {name}_result}}"),
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
