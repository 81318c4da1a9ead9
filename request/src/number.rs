//! Numbers of options.

use std::str::FromStr;

/// Parses the number of an option that counts something.
pub fn count(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "it takes a whole number from 1 on".to_owned())
}

/// Parses the number of an option.
pub fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "it takes a whole number".to_owned())
}
