//! What `man` takes.

use std::path::PathBuf;

/// What `man` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The folder to write to; it is made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub out: PathBuf,
}

const EXAMPLES: &str = "\
There is one page for halfpipe and one for each of its commands, and of theirs.

Examples:
  halfpipe man --out ~/.local/share/man/man1
  man halfpipe-generate";
