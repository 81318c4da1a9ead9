//! The operations of RISC-V's core, for `docs/riscv.md`: the ports that select each instruction.

use std::fmt::Write;

use halfpipe_hdl::zfh::{Divider, Encoding, Extension, Group, ZfhSpec};
use halfpipe_isa::{ElementType, Instruction};

/// Returns the tables of operations, one for each group.
pub fn operations() -> String {
    let spec = ZfhSpec {
        extensions: vec![Extension::Zfh, Extension::Zfbfmin],
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
    let ty = instruction.ty();
    let is_conversion = encoding.group == Group::Conv;
    let format = |element: ElementType, code: u64| match is_conversion && element.format().is_none() {
        true => "-".to_owned(),
        false => code.to_string(),
    };
    let has_integer = is_conversion
        && [ty.operand(), ty.result()]
            .iter()
            .any(|element| element.format().is_none());
    let rm = match (encoding.rm, instruction.has_rounding_port()) {
        (Some(code), _) => code.to_string(),
        (None, true) => "rounding".to_owned(),
        (None, false) => "-".to_owned(),
    };
    let int_fmt = match has_integer {
        true => encoding.int_fmt.to_string(),
        false => "-".to_owned(),
    };
    let result = match is_conversion {
        true => format(ty.result(), encoding.dst_fmt),
        false => "-".to_owned(),
    };
    format!(
        "| `{instruction}` | {} | {} | {} | {rm} | {} | {result} | {int_fmt} | {} |",
        encoding.group,
        encoding.op,
        encoding.op_mod,
        format(ty.operand(), encoding.src_fmt),
        encoding.ports.join(" ")
    )
}
