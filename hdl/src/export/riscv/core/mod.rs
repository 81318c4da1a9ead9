//! The module of the core: the parts of its groups, and their common handshake.
//!
//! Groups of one latency move together, with one pipeline of tags. Otherwise each moves on its own, and an arbiter
//! chooses among their results. It serves them in turn, and keeps its choice until the result is taken.

mod arbiter;
mod flow;
mod header;
mod instances;
mod lacking;
mod module;
mod operands;
mod own_flow;
mod structure;

use crate::net::verilog::part_text;
use crate::zfh::{decoder, parts, Group, Part, ZfhError, ZfhSpec};
pub use lacking::lacking_report;
pub use module::DEFAULT_TAG_BITS;
use structure::Core;

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
