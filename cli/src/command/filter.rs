//! `filter`: values decoded for GTKWave.

use std::io::Write;

use halfpipe_simulation::wave::filter;

use crate::arguments::filter::Arguments;
use crate::error::Error;
use crate::lines::read_line;

/// Writes the decoded number for each line of standard input.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let format = arguments.format;
    let mut input = std::io::stdin().lock();
    for number in 1.. {
        let Some(mut line) = read_line(&mut input, "standard input", number)? else {
            break;
        };
        if !line.ends_with(b"\n") {
            line.push(b'\n');
        }
        filter::run(format, &line[..], &mut *output)?;
    }
    Ok(())
}
