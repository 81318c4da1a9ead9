//! `generate`: Verilog and manifest.

use std::io::Write;
use std::path::PathBuf;

use halfpipe_hdl::design::Design;
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard::{self, Finding};

use crate::arguments::number;
use crate::error::Error;
use crate::multiplier::Choice;
use crate::product::{self, Extras};
use crate::progress::Progress;
use crate::request::{self, CoreOptions, Wanted};
use crate::sample;

/// What `generate` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Instructions, in any spelling of PTX; or patterns of canonical names with *; or all; or fpu, the core of many
    #[arg(required = true, value_name = "MNEMONIC")]
    mnemonics: Vec<String>,
    /// Clock cycles from operands to result; 0 is combinational  [default: the knee of its curve, see explain; for fpu 4]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    latency: Option<u32>,
    #[command(flatten)]
    core: CoreOptions,
    /// The name of the module and its files, for one module  [default: the mnemonic with _ for each dot; halfpipe_fpu]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Write a second module with AXI4-Stream ports around each
    #[arg(long)]
    stream: bool,
    /// Write what other flows want beside each module: a FuseSoC core file, a file list, a template, a testbench
    #[arg(long)]
    package: bool,
    /// The folder to write to; it is made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// What products are made of: rows of partial products on carry chains, or a multiplication for a multiplier block
    #[arg(long, value_enum, default_value_t = Choice::Rows)]
    multiplier: Choice,
    /// Write without holding the module against the model
    #[arg(long)]
    no_check: bool,
}

const EXAMPLES: &str = "\
Each module is first compared with the exact model in the embedded simulator. A module that differs is not written, nor
is any other. Files that are there already are replaced, as a whole. For fpu there are two more files with the op of
each instruction: a Verilog header and a Rust enum.

With --stream, MODULE_stream.v holds the module MODULE_stream: operands packed into s_axis_tdata from the lowest bit on,
a first; result in m_axis_tdata; tlast passed through; one result per cycle, and no beat lost while the receiver stalls.

With --package there are MODULE.core for FuseSoC with the targets lint, sim and synth; MODULE.f, which lists the sources;
MODULE_template.vh with an instance to copy; and MODULE_tb.v, a testbench with results of the exact model.

Examples:
  halfpipe generate fma.rn.relu.f16x2
  halfpipe generate fma.rn.bf16 --stream --latency 4
  halfpipe generate 'add.*' mul.rn.f16 --latency 2 --out rtl
  halfpipe generate fma.rn.f16 --latency 2 --name fma_short
  halfpipe generate fpu --instructions 'fma.*,min.f16,max.f16' --latency 4";

/// Writes modules.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let extras = Extras {
        stream: arguments.stream,
        package: arguments.package,
    };
    let wanted = Wanted {
        latency: arguments.latency,
        multiplier: arguments.multiplier,
        name: arguments.name.as_deref(),
    };
    let designs = request::designs(&arguments.mnemonics, &arguments.core, &wanted)?;
    if !arguments.no_check {
        check_all(&designs.iter().collect::<Vec<_>>(), output)?;
    }
    for design in &designs {
        product::write(&product::of(design, extras), &arguments.out, output)?;
    }
    Ok(())
}

/// Compares every design with the model; says which one differs.
pub(super) fn check_all(designs: &[&Design], output: &mut dyn Write) -> Result<(), Error> {
    let mut progress = Progress::new("checking", designs.len() as u64, "modules");
    for (done, design) in designs.iter().enumerate() {
        progress.at(done as u64);
        if let Some(finding) = check(design)? {
            drop(progress);
            writeln!(
                output,
                "{}: the hardware differs from the model, nothing is written",
                design.interface().mnemonic()
            )?;
            writeln!(output, "{finding}")?;
            return Err(Error::Found);
        }
    }
    Ok(())
}

fn check(design: &Design) -> Result<Option<Finding>, Error> {
    let mut engine = engine::open(EngineKind::Simulator, design).map_err(Error::failure)?;
    let (mut source, count) = sample::of_check(design.interface());
    let report = scoreboard::verify(design, engine.as_mut(), source.as_mut(), count, &mut |_| {});
    Ok(report.map_err(Error::failure)?.first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware;

    #[test]
    fn a_module_that_differs_is_reported_and_not_written() {
        let [add, sub] =
            ["add.rn.f16", "sub.rn.f16"].map(|name| hardware::unit(name.parse().unwrap(), Some(1)).unwrap());
        let wrong = Design::of_lane(add.instruction(), 1, sub.lane().clone());
        let mut output = Vec::new();
        assert_eq!(check_all(&[&sub, &wrong], &mut output), Err(Error::Found));
        let output = String::from_utf8(output).unwrap();
        assert!(
            output.starts_with("add.rn.f16: the hardware differs from the model, nothing is written\n"),
            "{output}"
        );
        assert!(output.contains("halfpipe eval add.rn.f16 0x"), "{output}");
    }
}
