//! What `build` takes.

use std::path::PathBuf;

use crate::project;

/// What `build` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The project file
    #[arg(value_name = "FILE", default_value = project::FILE)]
    pub file: PathBuf,
    /// The folder to write to, in place of the one that the project file names
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write without holding the modules against the model
    #[arg(long)]
    pub no_check: bool,
}

const EXAMPLES: &str = "\
Every module is first compared with the exact model, as generate does; where one differs, nothing is written. Beside the
modules there is halfpipe.f, which lists their sources. Entries that would write the same file, or define the same
Verilog module, are refused.

The project file:
  out = \"rtl\"                         # counts from the file's folder [default: that folder]

  [[module]]                          # as many as there are modules
  instruction = \"fma.rn.f16\"          # a mnemonic, a pattern such as \"add.*\", or all, cuda or fp8, see list
  latency = 4                         # or mhz = 100 and target = \"ecp5-25k\": the smallest that meets this clock there
                                      # [default: the knee of its curve, see explain]
  multiplier = \"block\"                # for mul and fma, as generate --multiplier [default: rows]
  name = \"fma_short\"                  # of the module and its files [default: the mnemonic with _ for each dot]
  flags = true                        # the exceptions of IEEE 754 as an output, as generate --flags [default: false]
  stream = true                       # a second module with AXI4-Stream ports [default: false]
  package = true                      # files for other flows [default: false]

  [fpu]                               # the core of many instructions
  instructions = [\"fma.*\", \"max.f16\"] # mnemonics, patterns, all or cuda [default: all]
  latency = 4                         # [default: 4, or as many as there are]
  tag-width = 8                       # 1 to 64 [default: 8]
  multiplier = \"block\"                # [default: rows]
  name = \"half_core\"                  # [default: halfpipe_fpu]
  flags = true                        # the exceptions of IEEE 754 as an output, as generate --flags [default: false]
  stream = true                       # [default: false]
  package = true                      # [default: false]

Examples:
  halfpipe build
  halfpipe build designs/halfpipe.toml --out rtl";
