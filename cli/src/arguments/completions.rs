//! Arguments of `completions`.

use clap_complete::Shell;

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  halfpipe completions bash > ~/.local/share/bash-completion/completions/halfpipe
  halfpipe completions zsh > ~/.zfunc/_halfpipe
  halfpipe completions fish > ~/.config/fish/completions/halfpipe.fish";
