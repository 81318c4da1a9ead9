//! The comment above the module: extensions, latencies and ports.

use halfpipe_isa::FloatFormat;

use super::structure::Core;
use crate::export::comment::{commented, made_by, notice, port_meaning};
use crate::zfh::{Divider, Group};

/// The ports with their meanings, in lines of the comment.
const PORTS: &[(&str, &str)] = &[
    ("clock", "rising edge"),
    (
        "reset_n",
        "asynchronous, active low: clears the handshake, not the data",
    ),
    ("flush", "drops every operation at the next edge"),
    ("in_valid", "an operation is offered; it stays until in_ready is 1"),
    (
        "in_ready",
        "it is taken at the next edge; 0 for each operation that the core lacks: the manifest lists those that\n\
         it has. A reserved rounding, 5 to 7, is taken, and its result is unspecified",
    ),
    (
        "op",
        "0 FMADD, 1 FNMSUB, 2 ADD, 3 MUL, 4 DIV, 5 SQRT, 6 SGNJ, 7 MINMAX, 8 CMP, 9 CLASSIFY, 10 F2F, 11 F2I,\n\
         12 I2F",
    ),
    (
        "op_mod",
        "1 in FMADD, FNMSUB and ADD: minus c; SGNJ: sign-extends; CMP: inverts; F2I and I2F: unsigned;\n\
         0 in the others",
    ),
    (
        "rm",
        "0 RNE, 1 RTZ, 2 RDN, 3 RUP, 4 RMM; SGNJ: 0 J, 1 N, 2 X, 3 passes a; MINMAX: 0 min, 1 max;\n\
         CMP: 0 le, 1 lt, 2 eq; any in CLASSIFY and in F2F to s",
    ),
    ("src_fmt", "format of the operands: 0 s, 2 h, 4 bf16; any in I2F"),
    (
        "dst_fmt",
        "format of the result: in FMADD, FNMSUB, ADD and MUL that of the operands; any in DIV, SQRT, SGNJ,\n\
         MINMAX, CMP, CLASSIFY and F2I",
    ),
    (
        "int_fmt",
        "integer of F2I and I2F: 2 of 32 bits, 3 of 64 bits; any in the others",
    ),
    ("a b c", "operands; ADD takes b and c, SQRT a"),
    ("tag_in", "comes out with the result as tag_out"),
    (
        "out_valid",
        "a result is there; it stays until out_ready is 1, and does not wait for it",
    ),
    ("out_ready", "it is taken at the next edge"),
    ("flags", "NV DZ OF UF NX of this operation"),
    ("busy", "an operation is offered or under way"),
];

/// The meanings of ports in operations of Zfa.
const ADDITIONAL: &[(&str, &str)] = &[
    ("op", "13 FLI, 14 FROUND"),
    ("op_mod", "1 in FROUND: with the inexact flag"),
    (
        "rm",
        "MINMAX: 2 minm, 3 maxm; CMP: 4 leq, 5 ltq, of which no op_mod inverts; any in FLI",
    ),
    ("dst_fmt", "any in FLI and FROUND, whose format is src_fmt"),
    (
        "a",
        "the operand of FROUND; the number of FLI's constant, in the low five bits",
    ),
];

impl Core<'_> {
    /// Returns the comment. `command` generates the file.
    pub fn header(&self, command: Option<&str>) -> String {
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
        lines.extend(Group::ALL.map(|group| self.latency_of(group)));
        lines.push(String::new());
        lines.extend(PORTS.iter().flat_map(port_meaning));
        if spec.has_zfa() {
            lines.extend([String::new(), "Zfa adds:".to_owned()]);
            lines.extend(ADDITIONAL.iter().flat_map(port_meaning));
        }
        lines.push(String::new());
        lines.extend(command.map(made_by).unwrap_or_default());
        lines.push(notice());
        commented(&lines)
    }

    /// Describes the formats and the latency of a group.
    fn latency_of(&self, group: Group) -> String {
        let spec = self.spec;
        let formats: Vec<String> = match group {
            Group::Conv if !spec.converts() => Vec::new(),
            _ => spec.formats_of(group).iter().map(FloatFormat::to_string).collect(),
        };
        if formats.is_empty() {
            return format!("{group}: none");
        }
        let formats = formats.join(", ");
        let latency = spec.latency(group);
        match (group, spec.divider) {
            (Group::Divsqrt, Divider::Small) => {
                format!("{group}: {formats}; one operation at a time, at most {latency} cycles")
            }
            _ if latency == 0 => format!("{group}: {formats}; combinational"),
            _ => format!("{group}: {formats}; latency {latency}"),
        }
    }
}
