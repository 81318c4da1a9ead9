//! Arguments of `build`.

use std::path::PathBuf;

use crate::arguments::paths::folder_parser;

/// The default name of the project file.
const FILE: &str = "halfpipe.toml";

/// Arguments of `build`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The project file
    #[arg(value_name = "FILE", default_value = FILE)]
    pub file: PathBuf,
    /// Output folder, in place of that of the project file
    #[arg(long, value_name = "DIR", value_parser = folder_parser())]
    pub out: Option<PathBuf>,
    /// Skip the check against the model
    #[arg(long)]
    pub no_check: bool,
}

const EXAMPLES: &str = "\
Each module is first compared with the golden model. If one differs, no file is written.
halfpipe.f lists all sources. Entries that would write the same file or module are refused.

A project file; docs/integration.md has all keys:
  out = \"rtl\"

  [[module]]
  instruction = \"fma.rn.f16\"
  latency = 4

  [fpu]
  instructions = [\"fma.*\", \"max.f16\"]

  [[zfh]]
  divsqrt = \"small\"

Examples:
  halfpipe build
  halfpipe build designs/halfpipe.toml --out rtl";
