//! Operations of a core for programs: a Verilog header and a Rust enum.

use std::fmt::Write;

use crate::design::{Design, Role};

/// Returns the Verilog header, with a macro for the `op` of each operation.
pub fn operations_header(core: &Design) -> String {
    let (module, prefix) = (core.name(), core.name().to_uppercase());
    let op_bits = core.interface().port(Role::Op).map_or(0, |port| port.width);
    let guard = format!("{prefix}_OPERATIONS");
    let mut text = format!("// The op of each instruction of {module}.\n`ifndef {guard}\n`define {guard}\n");
    for (op, operation) in core.interface().operations().iter().enumerate() {
        let name = operation.module_name().to_uppercase();
        let _ = writeln!(text, "`define {prefix}_{name} {op_bits}'d{op}");
    }
    text + "`endif\n"
}

/// Returns the Rust enum, with a variant for each operation whose value is the `op`.
pub fn operations_enum(core: &Design) -> String {
    let mut text = format!("/// The op of each instruction of {}.\n", core.name());
    text += "#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]\n#[repr(u8)]\npub enum Operation {\n";
    for (op, operation) in core.interface().operations().iter().enumerate() {
        let _ = writeln!(
            text,
            "    /// `{operation}`\n    {} = {op},",
            variant(&operation.module_name())
        );
    }
    text + "}\n"
}

/// Converts a module name to a variant: `fma_rn_f16` to `FmaRnF16`.
fn variant(module_name: &str) -> String {
    let capitalised = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    module_name.split('_').map(capitalised).collect()
}
