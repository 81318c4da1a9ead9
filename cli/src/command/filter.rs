//! `filter`: values decoded for GTKWave.

use std::io::{BufRead, BufReader, Write};

use clap::builder::PossibleValuesParser;
use halfpipe_isa::Element;
use halfpipe_testbench::wave::filter;

use crate::error::Error;

/// What `filter` takes.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "GTKWave runs it through the scripts that `halfpipe wave` writes.\n\nExample:\n  echo 3c00 | halfpipe filter f16"
)]
pub struct Arguments {
    /// The format of the values
    #[arg(value_parser = PossibleValuesParser::new(FORMATS.map(Element::name)))]
    format: String,
}

const FORMATS: [Element; 3] = [Element::F16, Element::Bf16, Element::F32];

/// Answers each line of standard input with the number it encodes.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let format = FORMATS.into_iter().find(|format| format.name() == arguments.format);
    let format = format.ok_or_else(|| Error::usage(format!("unknown format `{}`", arguments.format)))?;
    for line in BufReader::new(std::io::stdin()).split(b'\n') {
        let mut line = line.map_err(|error| Error::failure(format!("cannot read standard input: {error}")))?;
        line.push(b'\n');
        filter::run(format, &line[..], &mut *output)?;
    }
    Ok(())
}
