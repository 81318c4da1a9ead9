//! Arguments of `filter`.

use halfpipe_isa::FloatFormat;

/// Arguments of `filter`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "GTKWave runs it through the scripts that `halfpipe wave` writes.\n\nExample:\n  echo 3c00 | halfpipe filter f16"
)]
pub struct Arguments {
    /// The format of the values, such as f16, f32 or e5m6
    #[arg(value_parser = read_format)]
    pub format: FloatFormat,
}

/// Reads the name of a format with arithmetic.
fn read_format(word: &str) -> Result<FloatFormat, String> {
    let format = FloatFormat::from_name(word).filter(|format| format.has_arithmetic());
    format.ok_or_else(|| {
        "a format is f16, bf16, f32, e4m3, e5m2 or eXmY, with X from 2 to 8 and Y from 1 to 23".to_owned()
    })
}
