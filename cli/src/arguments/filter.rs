//! Arguments of `filter`.

use clap::builder::PossibleValuesParser;
use halfpipe_isa::Element;

/// Arguments of `filter`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "GTKWave runs it through the scripts that `halfpipe wave` writes.\n\nExample:\n  echo 3c00 | halfpipe filter f16"
)]
pub struct Arguments {
    /// The format of the values
    #[arg(value_parser = PossibleValuesParser::new(FORMATS.map(Element::name)))]
    pub format: String,
}

/// The formats that it knows.
pub const FORMATS: [Element; 5] = Element::ALL;
