//! `filter`: values decoded for GTKWave.

use std::io::{BufRead, BufReader, Write};

use halfpipe_testbench::wave::filter;

use crate::arguments::filter::{Arguments, FORMATS};
use crate::error::Error;

/// Writes the decoded number for each line of standard input.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let format = FORMATS
        .into_iter()
        .find(|format| format.name() == Some(&arguments.format));
    let format = format.ok_or_else(|| Error::usage(format!("unknown format `{}`", arguments.format)))?;
    for line in BufReader::new(std::io::stdin()).split(b'\n') {
        let mut line = line.map_err(|error| Error::failure(format!("cannot read standard input: {error}")))?;
        line.push(b'\n');
        filter::run(format, &line[..], &mut *output)?;
    }
    Ok(())
}
