//! `wave`: a waveform that opens in GTKWave and Surfer.

use std::io::Write;
use std::path::PathBuf;

use halfpipe_hdl::design::Design;
use halfpipe_testbench::device::Device;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::wave::{self, WaveFiles};

use crate::arguments::number;
use crate::error::Error;
use crate::foreign::{self, VerilogOption};
use crate::operands::OperandReader;
use crate::request::{self, CoreOptions, Wanted};
use crate::{interrupt, sample};

/// What `wave` takes.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Writes MODULE.vcd, MODULE.gtkw for GTKWave with the scripts that show it values as numbers, and MODULE.surf.ron for Surfer.\n\nExample:\n  \
    halfpipe wave fma.rn.f16 3c00 4000 3c00 --out waves && gtkwave waves/fma_rn_f16.gtkw"
)]
pub struct Arguments {
    /// An instruction, in any spelling of PTX; or fpu, the core of many
    mnemonic: String,
    /// The operands in hexadecimal, for fpu behind a mnemonic or its op; without any, a few dozen vectors of all kinds
    operands: Vec<String>,
    #[command(flatten)]
    core: CoreOptions,
    /// Clock cycles from operands to result; 0 is combinational  [default: the knee of its curve, see explain]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    latency: Option<u32>,
    #[command(flatten)]
    foreign: VerilogOption,
    /// The folder to write to; it is made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

/// Vectors in a wave for which none are given.
const VECTORS: usize = 48;

/// Writes a waveform.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let wanted = Wanted::of_latency(arguments.latency);
    let design = request::design(&arguments.mnemonic, &arguments.core, &wanted)?;
    let interface = Design::interface(&design);
    let vectors = match OperandReader::new(interface).read_given(&arguments.operands)? {
        None => sample::of_design(interface, VECTORS),
        Some(vector) => vec![vector],
    };
    let device: Box<dyn Device> = match &arguments.foreign.verilog {
        Some(file) => Box::new(foreign::read(file, &design, arguments.latency, EngineKind::Verilator)?),
        None => Box::new(design),
    };
    let files = interrupt::uninterrupted(|| wave::write(&*device, &vectors, &arguments.out)).map_err(Error::failure)?;
    print_files(&files, output)
}

/// Names the files of a wave, the dump and what GTKWave opens first.
pub(super) fn print_files(files: &WaveFiles, output: &mut dyn Write) -> Result<(), Error> {
    for file in files.all() {
        writeln!(output, "{}", file.display())?;
    }
    Ok(())
}
