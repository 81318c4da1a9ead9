//! The specification against the model on big integers, which it shares nothing with.

mod bite;
mod common;
mod comparison;
mod conversion;
mod dependencies;
mod exceptions;
mod pairs;
mod real;
mod small;
