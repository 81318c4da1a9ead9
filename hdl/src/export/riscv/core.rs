//! The module of the core: the parts of its groups, and their common handshake.
//!
//! Groups of one latency move together, with one pipeline of tags. Otherwise each moves on its own, and an arbiter
//! chooses among their results. It serves them in turn, and keeps its choice until the result is taken.

use halfpipe_isa::FloatFormat;

use super::super::comment::{commented, made_by, notice};
use crate::net::verilog::{part_text, range};
use crate::net::Module;
use crate::zfh::{decoder, parts, Divider, Group, Part, ZfhError, ZfhSpec, HALF_BITS};

/// Returns the Verilog file of a core: the module, then its parts. `command` generates it.
///
/// # Errors
///
/// Returns an error if there is no such core.
pub fn zfh_verilog(spec: &ZfhSpec, command: Option<&str>) -> Result<String, ZfhError> {
    let parts = parts(spec)?;
    let core = Core {
        spec,
        parts: &parts,
        decoder: decoder(spec, &parts),
    };
    let mut text = core.header(command) + &core.module();
    let decoder = (
        "Part of the core: the choice of a part by the operation.".to_owned(),
        &core.decoder,
    );
    let parts = parts.iter().map(|part| (describe(part), &part.module));
    for (description, module) in [decoder].into_iter().chain(parts) {
        text += &format!("\n// {description}\n");
        text += &String::from(part_text(module));
    }
    Ok(text)
}

/// Describes a part in a comment.
fn describe(part: &Part) -> String {
    let operations = match part.group {
        Group::Addmul => "fused multiply-add, sum and product",
        Group::Divsqrt => "division and square root",
        Group::Noncomp => "sign injection, minimum, maximum, comparison and class",
        Group::Conv => "conversions",
    };
    match part.format {
        Some(format) => format!("Part of the core: {operations} of {format}."),
        None => format!("Part of the core: {operations}."),
    }
}

/// A core and its parts.
struct Core<'s> {
    spec: &'s ZfhSpec,
    parts: &'s [Part],
    decoder: Module,
}

/// True if the part works on one operation at a time.
fn is_iterative(part: &Part) -> bool {
    part.lane.iteration.is_some()
}

impl Core<'_> {
    /// True if all parts move together: they have one latency.
    fn moves_together(&self) -> bool {
        let latency = self.parts[0].module.latency;
        let is_alike = |part: &Part| !is_iterative(part) && part.module.latency == latency;
        self.parts.iter().all(is_alike)
    }

    /// True if two results can be there at once.
    fn has_arbiter(&self) -> bool {
        self.parts.len() > 1 && !self.moves_together()
    }

    /// True if a part's result is 0 while another part has the result: it moves with them, and looks at the operation.
    fn is_gated(&self, part: &Part) -> bool {
        let is_alone = self.parts.iter().filter(|other| other.group == part.group).count() == 1;
        self.moves_together() && is_alone && matches!(part.group, Group::Noncomp | Group::Conv)
    }

    fn header(&self, command: Option<&str>) -> String {
        let spec = self.spec;
        let extensions: Vec<&str> = spec.extensions.iter().map(|extension| extension.name()).collect();
        let mut lines = vec![
            format!(
                "{}: RISC-V {} with XLEN {} and FLEN {}",
                spec.name(),
                extensions.join(", "),
                spec.xlen,
                spec.flen
            ),
            String::new(),
        ];
        for group in Group::ALL {
            let formats: Vec<String> = match group {
                Group::Conv if !spec.converts() => Vec::new(),
                _ => spec.formats_of(group).iter().map(FloatFormat::to_string).collect(),
            };
            let latency = spec.latency(group);
            lines.push(match (formats.is_empty(), group, spec.divider) {
                (true, ..) => format!("{group}: none"),
                (_, Group::Divsqrt, Divider::Small) => {
                    format!(
                        "{group}: {}; one operation at a time, at most {latency} cycles",
                        formats.join(", ")
                    )
                }
                (_, _, _) if latency == 0 => format!("{group}: {}; combinational", formats.join(", ")),
                _ => format!("{group}: {}; latency {latency}", formats.join(", ")),
            });
        }
        lines.extend(
            [
                "",
                "clock      rising edge",
                "reset_n    asynchronous, active low: clears the handshake, not the data",
                "flush      drops every operation at the next edge",
                "in_valid   an operation is offered; it stays until in_ready is 1",
                "in_ready   it is taken at the next edge; 0 for each operation that the core lacks: the manifest lists those that",
                "           it has. A reserved rounding, 5 to 7, is taken, and its result is unspecified",
                "op         0 FMADD, 1 FNMSUB, 2 ADD, 3 MUL, 4 DIV, 5 SQRT, 6 SGNJ, 7 MINMAX, 8 CMP, 9 CLASSIFY, 10 F2F, 11 F2I,",
                "           12 I2F",
                "op_mod     1 in FMADD, FNMSUB and ADD: minus c; SGNJ: sign-extends; CMP: inverts; F2I and I2F: unsigned;",
                "           0 in the others",
                "rm         0 RNE, 1 RTZ, 2 RDN, 3 RUP, 4 RMM; SGNJ: 0 J, 1 N, 2 X, 3 passes a; MINMAX: 0 min, 1 max;",
                "           CMP: 0 le, 1 lt, 2 eq; any in CLASSIFY and in F2F to s",
                "src_fmt    format of the operands: 0 s, 2 h, 4 bf16; any in I2F",
                "dst_fmt    format of the result: in FMADD, FNMSUB, ADD and MUL that of the operands; any in DIV, SQRT, SGNJ,",
                "           MINMAX, CMP, CLASSIFY and F2I",
                "int_fmt    integer of F2I and I2F: 2 of 32 bits, 3 of 64 bits; any in the others",
                "a b c      operands; ADD takes b and c, SQRT a",
                "tag_in     comes out with the result as tag_out",
                "out_valid  a result is there; it stays until out_ready is 1, and does not wait for it",
                "out_ready  it is taken at the next edge",
                "flags      NV DZ OF UF NX of this operation",
                "busy       an operation is offered or under way",
            ]
            .map(str::to_owned),
        );
        lines.push(String::new());
        lines.extend(command.map(made_by).unwrap_or_default());
        lines.push(notice());
        commented(&lines)
    }

    fn module(&self) -> String {
        [
            self.declaration(),
            self.operands(),
            self.selection(),
            self.flow(),
            self.instances(),
            self.output(),
        ]
        .concat()
    }

    fn declaration(&self) -> String {
        let word = range(self.spec.width());
        format!(
            "
`default_nettype none

module {name} #(
    parameter TAG_BITS = 8
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

    /// True if a part reads an operand.
    fn reads(&self, port: &str) -> bool {
        let mut inputs = self.parts.iter().flat_map(|part| &part.module.lane.inputs);
        inputs.any(|input| input.name == port)
    }

    /// Returns the nets that tell whether operands have their boxes.
    fn operands(&self) -> String {
        let mut text = String::new();
        let high = self.spec.register_bits().max(HALF_BITS + 1) - 1;
        let is_read = |operand: &&str| self.reads(&format!("boxed_{operand}"));
        let boxed: Vec<&str> = ["a", "b", "c"].into_iter().filter(is_read).collect();
        if !boxed.is_empty() {
            text += "\n    // ---- boxes: a half without ones above it is a NaN ----\n";
        }
        for operand in boxed {
            text += &format!("    wire boxed_{operand} = &{operand}[{high}:{HALF_BITS}];\n");
        }
        let unused: Vec<String> = self.unused_bits();
        if !unused.is_empty() {
            text += &format!(
                "\n    // Bits that no operation of this core reads.\n    wire unused_bits = &{{1'b0, {}}};\n",
                unused.join(", ")
            );
        }
        text
    }

    /// Returns input bits that nothing reads.
    fn unused_bits(&self) -> Vec<String> {
        let has = |group: Group| self.parts.iter().any(|part| part.group == group);
        let (width, register) = (self.spec.width(), self.spec.register_bits());
        let mut unused = Vec::new();
        let used = if self.spec.has_boxes() { register } else { HALF_BITS };
        for operand in ["a", "b", "c"] {
            let from = match operand {
                "a" if has(Group::Conv) => width,
                "c" if !has(Group::Addmul) => 0,
                "b" | "a" if !self.parts.iter().any(|part| part.format.is_some()) => 0,
                _ => used,
            };
            if from < width {
                unused.push(format!("{operand}[{}:{from}]", width - 1));
            }
        }
        unused
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

    fn flow(&self) -> String {
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

    /// Returns the parts of the same group, if there are several.
    fn siblings(&self, part: &Part) -> Option<Vec<&Part>> {
        let of_group = self.parts.iter().filter(|other| other.group == part.group);
        let of_group: Vec<&Part> = of_group.collect();
        (of_group.len() > 1 && part.module.latency > 0).then_some(of_group)
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

    /// Returns the valid bits and tags of a part that moves on its own.
    fn own_flow(&self, part: &Part) -> String {
        let (name, latency) = (part.name(), part.module.latency);
        let group = part.group;
        let is_one_of_several = self.siblings(part).is_some();
        if is_iterative(part) {
            let ready = if is_one_of_several {
                format!("{group}_free && !{group}_waits")
            } else {
                format!("{name}_free && (!{name}_valid || {name}_taken)")
            };
            return format!(
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
            );
        }
        if latency == 0 {
            return format!(
                "
    // ---- {name}: combinational ----
    wire {name}_taken;
    wire {name}_valid = in_valid && to_{name};
    wire {name}_ready = {name}_taken;
    wire {name}_busy = 1'b0;
    wire [TAG_BITS-1:0] {name}_tag = tag_in;
"
            );
        }
        let last = latency - 1;
        let (bits, next, next_tags) = match latency {
            1 => (String::new(), String::new(), "tag_in".to_owned()),
            2 => (
                range(latency),
                format!("{name}_moving[0], "),
                format!("{{{name}_tags[TAG_BITS-1:0], tag_in}}"),
            ),
            _ => (
                range(latency),
                format!("{name}_moving[{}:0], ", latency - 2),
                format!("{{{name}_tags[{last}*TAG_BITS-1:0], tag_in}}"),
            ),
        };
        let leaving = if latency == 1 {
            String::new()
        } else {
            format!("[{last}]")
        };
        let offered = format!("in_valid && to_{name}");
        let next = match latency {
            1 => offered,
            _ => format!("{{{next}{offered}}}"),
        };
        let any = if latency == 1 { "" } else { "|" };
        let moves = if is_one_of_several {
            format!("!{group}_waits")
        } else {
            format!("!{name}_valid || {name}_taken")
        };
        format!(
            "
    // ---- {name}: latency {latency} ----
    wire {name}_taken;
    reg  {bits}{name}_moving;
    reg  [{latency}*TAG_BITS-1:0] {name}_tags;
    wire {name}_valid = {name}_moving{leaving};
    wire {name}_moves = {moves};
    wire {name}_ready = {name}_moves;
    wire {name}_busy = {any}{name}_moving;
    wire [TAG_BITS-1:0] {name}_tag = {name}_tags[{latency}*TAG_BITS-1:{last}*TAG_BITS];
    always @(posedge clock or negedge reset_n) begin
        if (!reset_n) {name}_moving <= {latency}'d0;
        else if (flush) {name}_moving <= {latency}'d0;
        else if ({name}_moves) {name}_moving <= {next};
    end
    always @(posedge clock) begin
        if ({name}_moves) {name}_tags <= {next_tags};
    end
"
        )
    }

    /// Returns the choice among results of parts that move on their own.
    fn arbiter(&self) -> String {
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

    fn instances(&self) -> String {
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

    fn output(&self) -> String {
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
