//! `explain` for the core of RISC-V.

use std::fmt::Write;

use halfpipe_hdl::export::riscv::ZfhManifest;
use halfpipe_hdl::unit::Multiplier;

use crate::arguments::explain::Arguments;
use crate::error::Error;
use crate::json::to_json;
use crate::paragraph::wrapped;
use crate::table;

/// Explains the core: its groups, its instructions, and the commands on it.
pub fn explain(arguments: &Arguments, output: &mut String) -> Result<(), Error> {
    let spec = arguments.zfh.spec(None, None, Multiplier::Rows)?;
    let manifest = ZfhManifest::new(&spec);
    if arguments.json {
        output.push_str(&to_json(&manifest)?);
        return Ok(());
    }
    let ZfhManifest {
        module,
        isa,
        xlen,
        flen,
        groups,
        instructions,
        ..
    } = manifest;
    writeln!(
        output,
        "{module}: the half-precision instructions of RISC-V behind one handshake\n"
    )?;
    writeln!(
        output,
        "extensions {}; integer registers of {xlen} bits, floating-point registers of {flen}\n",
        isa.join(", ")
    )?;
    let mut rows = table::titled(["group", "latency", "instructions"]);
    for group in &groups {
        let own = instructions.iter().filter(|entry| entry.group == group.group).count();
        let latency = if group.is_iterative {
            format!("up to {}, one at a time", group.latency)
        } else {
            group.latency.to_string()
        };
        rows.add_row([group.group.to_owned(), latency, own.to_string()]);
    }
    write!(output, "{}", table::text(&rows))?;
    let mut names: Vec<&str> = instructions.iter().map(|entry| entry.mnemonic.as_str()).collect();
    names.dedup();
    writeln!(
        output,
        "\nInstructions; docs/riscv.md has their codes, and the JSON of this command too"
    )?;
    write!(output, "{}", wrapped(&names.join(" "), 2))?;
    writeln!(
        output,
        "\nhalfpipe generate writes it, with the same options; halfpipe prove zfh proves it."
    )?;
    Ok(())
}
