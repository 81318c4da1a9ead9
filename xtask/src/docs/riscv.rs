//! The operations of RISC-V's core, for `docs/riscv.md`: the ports that select each instruction.

use std::fmt::Write;

use halfpipe_hdl::zfh::{Divider, Encoding, Extension, Group, ZfhSpec, CODES};
use halfpipe_isa::Instruction;

/// Returns the table of operations, in the order of groups. Those on single precision are the same in another format.
pub fn operations() -> String {
    let spec = ZfhSpec {
        extensions: vec![Extension::Zfh, Extension::Zfbfmin, Extension::Zfa],
        xlen: 64,
        divider: Divider::Small,
        ..ZfhSpec::default()
    };
    let instructions = spec.instructions();
    let mut text = "| instruction | group | `op` | `op_mod` | `rm` | `src_fmt` | `dst_fmt` | `int_fmt` | operands |\n\
        |---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for group in Group::ALL {
        for instruction in &instructions {
            let encoding = Encoding::from_instruction(*instruction);
            if encoding.group == group {
                let _ = writeln!(text, "{}", row(*instruction, &encoding));
            }
        }
    }
    text
}

/// Returns the row of an instruction. A dash marks a port that the core ignores.
fn row(instruction: Instruction, encoding: &Encoding) -> String {
    let cell = |port: &str| match (encoding.ignored.contains(&port), encoding.required(port)) {
        (true, _) => "-".to_owned(),
        (false, None) => "rounding".to_owned(),
        (false, Some(code)) => code.to_string(),
    };
    let cells = CODES.map(|(port, _)| cell(port));
    format!(
        "| `{instruction}` | {} | {} | {} |",
        encoding.group,
        cells.join(" | "),
        encoding.ports.join(" ")
    )
}
