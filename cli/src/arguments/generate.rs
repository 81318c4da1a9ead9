//! Arguments of `generate`.

use std::path::PathBuf;

use halfpipe_request::arguments::generate::ModuleArguments;

use crate::arguments::paths::folder_parser;

/// Arguments of `generate`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Output folder; created if missing
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = folder_parser())]
    pub out: PathBuf,
    /// Skip the check against the model
    #[arg(long)]
    pub no_check: bool,
    // The headings of its last options would hold for options behind it.
    #[command(flatten)]
    pub modules: ModuleArguments,
}

const EXAMPLES: &str = "\
Each module is first compared with the golden model. If one differs, no file is written.
--mhz takes a median on file, or estimates with a delay table; `synth --latency auto` measures.
docs/module.md describes all files, and docs/mma.md the options of mma and vortex.

Examples:
  halfpipe generate fma.rn.relu.f16x2
  halfpipe generate fma.rn.f16 --mhz 100 --target ecp5-25k
  halfpipe generate 'add.*' mul.rn.f16 --latency 2 --out rtl
  halfpipe generate zfh --divsqrt small --latency addmul=3,noncomp=1,conv=2 --out rtl
  halfpipe generate mma --m 4 --n 4 --k 8 --mode ampere --latency 3 --out rtl
  halfpipe generate fpu --cfu --instructions 'fma.rn.f16*,ex2.approx.f16,cvt.f32.f16' --out rtl";
