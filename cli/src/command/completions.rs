//! `completions`: what a shell needs to complete halfpipe's command lines.

use std::io::Write;

use clap_complete::Shell;

use crate::arguments;
use crate::error::Error;

/// What `completions` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  halfpipe completions bash > ~/.local/share/bash-completion/completions/halfpipe
  halfpipe completions zsh > ~/.zfunc/_halfpipe
  halfpipe completions fish > ~/.config/fish/completions/halfpipe.fish";

/// Prints the script of a shell.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut arguments::definition(), "halfpipe", &mut script);
    output.write_all(&script)?;
    Ok(())
}
