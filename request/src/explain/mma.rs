//! `explain` for a tile and for Vortex' unit.

use std::fmt::Write;

use halfpipe_hdl::export::mma::{MmaManifest, VortexManifest};
use halfpipe_hdl::export::PortEntry;
use halfpipe_hdl::unit::Multiplier;

use crate::arguments::explain::Arguments;
use crate::error::Error;
use crate::json::to_json;
use crate::kind::ModuleKind;
use crate::render::{mma_command, vortex_command};
use crate::table;

/// Explains the module: its shape, ports and files, and the command that writes it.
pub fn explain(kind: ModuleKind, arguments: &Arguments, output: &mut String) -> Result<(), Error> {
    if kind == ModuleKind::Vortex {
        let spec = arguments.mma.vortex(None, Multiplier::Rows)?;
        let command = vortex_command(&spec);
        let manifest = VortexManifest::new(&spec, &command).map_err(Error::usage)?;
        if arguments.json {
            output.push_str(&to_json(&manifest)?);
            return Ok(());
        }
        writeln!(
            output,
            "{}: the dot product unit of Vortex' tensor core, {} words of 32 bits a row, latency {}\n",
            manifest.module, manifest.n, manifest.latency
        )?;
        return print_ports(&manifest.mnemonics, &manifest.ports, &command, output);
    }
    let spec = arguments.mma.tile(None, None, Multiplier::Rows)?;
    let command = mma_command(&spec);
    let manifest = MmaManifest::new(&spec, &command);
    if arguments.json {
        output.push_str(&to_json(&manifest)?);
        return Ok(());
    }
    writeln!(
        output,
        "{}: a tile of {} x {} units, {} products a step, latency {}, {} accumulators each\n",
        manifest.module, manifest.rows, manifest.columns, manifest.products, manifest.latency, manifest.slots
    )?;
    print_ports(&[manifest.mnemonic], &manifest.ports, &command, output)
}

/// Prints the units and the ports of a module.
fn print_ports(units: &[String], ports: &[PortEntry], command: &str, output: &mut String) -> Result<(), Error> {
    writeln!(
        output,
        "units {}; `halfpipe explain` describes each\n",
        units.join(", ")
    )?;
    let mut rows = table::titled(["port", "direction", "width"]);
    for port in ports {
        rows.add_row([port.name.clone(), port.direction.clone(), port.width.to_string()]);
    }
    write!(output, "{}", table::text(&rows))?;
    writeln!(output, "\nTo write it, run: {command}")?;
    Ok(())
}
