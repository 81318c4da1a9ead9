//! What `wave` takes.

use std::path::PathBuf;

use super::operands::WORDS;
use crate::foreign::VerilogOption;
use crate::number::number;
use crate::request::DesignOptions;

/// What `wave` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub struct Arguments {
    /// An instruction, in any spelling of PTX; or fpu, the core of many
    pub mnemonic: String,
    /// The operands, numbers or bits, for fpu behind a mnemonic or its op; without any, a few dozen vectors of all kinds
    #[arg(allow_negative_numbers = true)]
    pub operands: Vec<String>,
    #[command(flatten)]
    pub core: DesignOptions,
    /// Clock cycles from operands to result; 0 is combinational  [default: the knee of its curve, see explain]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub latency: Option<u32>,
    #[command(flatten)]
    pub foreign: VerilogOption,
    /// Also draw one operation's way through the pipeline, with decoded values, for a report
    #[arg(long)]
    pub svg: bool,
    /// Also write the whole run as a page for a browser, with decoded values; it needs no other file
    #[arg(long)]
    pub html: bool,
    /// The folder to write to; it is made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub out: PathBuf,
}

const EXAMPLES: &str = "\
Writes MODULE.vcd, MODULE.gtkw for GTKWave with the scripts that show it values as numbers, and MODULE.surf.ron for Surfer;
with --svg and --html also MODULE.svg and MODULE.html beside them.

Examples:
  halfpipe wave fma.rn.f16 1.5 -inf 0.25 --out waves && gtkwave waves/fma_rn_f16.gtkw
  halfpipe wave fma.rn.f16 3c00 4000 3c00 --out waves --html && xdg-open waves/fma_rn_f16.html";

fn help() -> String {
    format!("{WORDS}\n{EXAMPLES}")
}
