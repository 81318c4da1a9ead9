//! Latencies of a module and the places of their registers, as explanations list them.

use std::fmt::Write;

use halfpipe_hdl::design::Design;
use serde::Serialize;

use crate::error::Error;
use crate::hardware::latency_limit_note;
use crate::paragraph::wrapped;

/// The registers of a module at one latency.
#[derive(Serialize)]
pub(super) struct PipelineRow {
    latency: u32,
    /// The places of registers, in dataflow order.
    registers_after: Vec<String>,
}

impl PipelineRow {
    /// Returns the latency.
    pub(super) fn latency(&self) -> u32 {
        self.latency
    }

    /// Lists the registers of a design.
    pub(super) fn from_design(design: &Design) -> PipelineRow {
        PipelineRow {
            latency: design.latency(),
            // A reader sees blanks in place of the underscores of a netlist.
            registers_after: design.cuts().into_iter().map(|cut| cut.replace('_', " ")).collect(),
        }
    }
}

/// Prints the pipelines of a module and marks the default latency. `wraps` is true if long lines continue in the next.
pub(super) fn print_pipelines(
    pipelines: &[PipelineRow],
    default_latency: u32,
    digits: usize,
    wraps: bool,
    output: &mut String,
) -> Result<(), Error> {
    writeln!(output, "\nLatencies")?;
    for PipelineRow {
        latency,
        registers_after,
    } in pipelines
    {
        let places = match registers_after.as_slice() {
            [] => "combinational".to_owned(),
            places => format!("registers after {}", places.join(", ")),
        };
        let mark = if *latency == default_latency { " (default)" } else { "" };
        let line = format!("{places}{mark}");
        let line = if wraps { wrapped(&line, digits + 4) } else { line };
        writeln!(output, "  {latency:>digits$}  {}", line.trim())?;
    }
    writeln!(output, "{}", latency_limit_note())?;
    Ok(())
}
