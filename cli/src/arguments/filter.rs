//! Arguments of `filter`.

use clap::builder::PossibleValuesParser;
use halfpipe_isa::FloatFormat;

/// Arguments of `filter`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "GTKWave runs it through the scripts that `halfpipe wave` writes.\n\nExample:\n  echo 3c00 | halfpipe filter f16"
)]
pub struct Arguments {
    /// The format of the values
    #[arg(value_parser = PossibleValuesParser::new(FORMATS.iter().filter_map(|format| format.name())))]
    pub format: String,
}

/// The formats that it knows.
pub const FORMATS: [FloatFormat; 5] = FloatFormat::ARITHMETIC;
