//! Arguments of `wave`.

use std::path::PathBuf;

use halfpipe_request::arguments::design::FunctionOptions;
use halfpipe_request::arguments::mma::MmaOptions;
use halfpipe_request::arguments::zfh::{Latencies, ZfhOptions};

use super::operands::WORDS;
use crate::arguments::paths::folder_parser;
use crate::foreign::VerilogOption;

/// Arguments of `wave`.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub struct Arguments {
    /// A mnemonic, fpu, zfh or mma
    pub mnemonic: String,
    /// Operands, for fpu after a mnemonic or op, for zfh after a mnemonic  [default: a few dozen vectors of all kinds]
    #[arg(allow_negative_numbers = true)]
    pub operands: Vec<String>,
    #[command(flatten)]
    pub core: FunctionOptions,
    /// Clock cycles from operands to result; 0: combinational; of zfh also for each group, as
    /// addmul=3,noncomp=1,conv=2  [default: see explain]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub latency: Option<Latencies>,
    /// Also draw one operation's way through the pipeline as SVG
    #[arg(long)]
    pub svg: bool,
    /// Also write the whole run as one HTML page
    #[arg(long)]
    pub html: bool,
    /// Output folder; created if missing
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = folder_parser())]
    pub out: PathBuf,
    #[command(flatten)]
    pub foreign: VerilogOption,
    #[command(flatten)]
    pub zfh: ZfhOptions,
    #[command(flatten)]
    pub mma: MmaOptions,
}

const EXAMPLES: &str = "\
Writes MODULE.vcd, views for GTKWave (MODULE.gtkw) and Surfer (MODULE.surf.ron), and value filters.
zfh and mma run under Verilator, and have a view for GTKWave only.

Examples:
  halfpipe wave fma.rn.f16 1.5 -inf 0.25 --out waves && gtkwave waves/fma_rn_f16.gtkw
  halfpipe wave fma.rn.f16 3c00 4000 3c00 --out waves --html && xdg-open waves/fma_rn_f16.html
  halfpipe wave zfh fadd.h 1.5 2.0 rne --out waves
  halfpipe wave mma --m 2 --n 2 --k 4 --mode volta --out waves";

fn help() -> String {
    format!("{WORDS}\n{EXAMPLES}")
}
