//! What making a bitstream takes.

use std::path::PathBuf;

use crate::number::number;
use crate::request::DesignOptions;

/// What it takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// An instruction, in any spelling of PTX; or fpu, the core of many
    pub mnemonic: String,
    #[command(flatten)]
    pub core: DesignOptions,
    /// Clock cycles from operands to result; 0 is combinational  [default: the knee of its curve, see explain; for fpu 4]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub latency: Option<u32>,
    /// The folder to write to; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Yosys, nextpnr and icepack, ecppack or gowin_pack make the bitstream. Beside it there are its sources, its pins and report.json.
Where the board's clock is not met, nothing is written and the exit status is 1.

Examples:
  halfpipe board icebreaker fma.rn.f16 --out build
  halfpipe board ulx3s fma.rn.relu.f16x2 --latency 5 --out build --json
  halfpipe board ulx3s fpu --instructions 'fma.rn.f16,add.f32.f16,max.f16' --out build";
