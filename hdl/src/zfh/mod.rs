//! The core of RISC-V's half-precision instructions: `halfpipe_zfh`.
//!
//! The core has groups of operations, each with its latency ([`Group`]): a fused multiply-add, which also adds and
//! multiplies; operations that compute nothing; conversions; and division with the square root. Each group is a part of
//! the module, and the decoder chooses among them. [`export::riscv`](crate::export::riscv) writes the module around the parts, with its handshake.

mod addmul;
mod boxes;
mod choices;
mod convert;
mod decoder;
mod divsqrt;
mod encoding;
mod half;
mod noncomp;
mod operation;
mod order;
mod shared;
mod small_divider;
mod spec;

use halfpipe_isa::FloatFormat;

use crate::net::pipeline::pipeline;
use crate::net::{Builder, Module, Netlist};

pub use choices::{Divider, Extension, Group, Sharing, ZfhError, MAX_LATENCY};
pub use decoder::decoder;
pub use encoding::Encoding;
pub use half::{format_code, HALF_BITS};
pub use operation::{CoreOperation, Variant, CODES};
pub use spec::{ZfhSpec, KEYWORD, NAME};

/// A datapath of a group, which is a module of its own.
#[derive(Clone, Debug)]
pub struct Part {
    /// The group.
    pub group: Group,
    /// The format of its operands. Conversions have one part for all formats.
    pub format: Option<FloatFormat>,
    /// The datapath without registers.
    pub lane: Netlist,
    /// The module, its registers in place.
    pub module: Module,
}

impl Part {
    /// Returns the name of the part in its core, such as `addmul_h`.
    pub fn name(&self) -> String {
        match self.format {
            Some(format) => format!("{}_{format}", self.group),
            None => self.group.to_string(),
        }
    }
}

/// Returns the parts of a core, in the order of the groups.
///
/// # Errors
///
/// Returns an error if there is no such core.
pub fn parts(spec: &ZfhSpec) -> Result<Vec<Part>, ZfhError> {
    spec.check()?;
    let mut parts = Vec::new();
    for group in Group::ALL {
        match group {
            Group::Conv => parts.extend(part(spec, group, None)),
            Group::Addmul | Group::Noncomp if spec.shares() => parts.extend(part(spec, group, None)),
            _ => {
                let formats = spec.formats_of(group);
                parts.extend(formats.into_iter().filter_map(|format| part(spec, group, Some(format))));
            }
        }
    }
    Ok(parts)
}

/// Builds a part, unless the core has no operation of the group.
fn part(spec: &ZfhSpec, group: Group, format: Option<FloatFormat>) -> Option<Part> {
    let lane = lane(spec, group, format)?;
    let latency = match (&lane.iteration, format) {
        (Some(_), Some(format)) => small_divider::most_cycles(format),
        _ => spec.latency(group),
    };
    let pipelined = match lane.iteration {
        Some(_) => lane.clone(),
        None => pipeline(&lane, latency),
    };
    let suffix = format.map_or_else(String::new, |format| format!("_{format}"));
    Some(Part {
        group,
        format,
        module: Module {
            name: format!("{}_{group}{suffix}", spec.name()),
            lane: pipelined,
            lanes: 1,
            latency,
        },
        lane,
    })
}

/// Builds the datapath of a group without registers, or an iterative one. `format` is that of its operands; conversions have
/// none. None if the core has no operation of the group.
pub fn lane(spec: &ZfhSpec, group: Group, format: Option<FloatFormat>) -> Option<Netlist> {
    let builder = Builder::new();
    let formats = match format {
        Some(format) => vec![format],
        None => spec.formats_of(group),
    };
    match (group, format, spec.divider()) {
        (Group::Addmul, ..) if spec.is_extended() && !formats.is_empty() => shared::addmul(&builder, spec, &formats),
        (Group::Noncomp, ..) if spec.is_extended() && !formats.is_empty() => shared::noncomp(&builder, spec, &formats),
        (Group::Conv, None, _) if spec.is_extended() && spec.converts() => shared::convert(&builder, spec),
        (Group::Addmul, Some(format), _) => addmul::addmul(&builder, format, spec.has_boxes(format), spec.multiplier),
        (Group::Noncomp, Some(format), _) => {
            noncomp::noncomp(&builder, format, spec.has_boxes(format), spec.has_arithmetic(format))
        }
        (Group::Divsqrt, Some(format), Divider::Small) => divsqrt::iterative(&builder, format, spec.has_boxes(format)),
        (Group::Divsqrt, Some(format), Divider::Fast(_)) => {
            divsqrt::pipelined(&builder, format, spec.has_boxes(format))
        }
        (Group::Conv, None, _) if spec.converts() => convert::convert(&builder, spec),
        _ => return None,
    }
    Some(builder.finish())
}
