//! `completions`: what a shell needs to complete halfpipe's command lines.

use std::io::Write;

use crate::arguments;
use crate::arguments::completions::Arguments;
use crate::error::Error;

/// Prints the script of a shell.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut arguments::definition(), "halfpipe", &mut script);
    output.write_all(&script)?;
    Ok(())
}
