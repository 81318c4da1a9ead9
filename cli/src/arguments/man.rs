//! Arguments of `man`.

use std::path::PathBuf;

use crate::arguments::paths::folder_parser;

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Output folder; created if missing
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = folder_parser())]
    pub out: PathBuf,
}

const EXAMPLES: &str = "\
Writes one page for halfpipe and one for each command.

Examples:
  halfpipe man --out ~/.local/share/man/man1
  man halfpipe-generate";
