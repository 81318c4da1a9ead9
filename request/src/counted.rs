//! Counts with their nouns.

use std::fmt::Display;

/// Returns a count and its noun, in the singular for one: `1 vector`, `2 vectors`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
