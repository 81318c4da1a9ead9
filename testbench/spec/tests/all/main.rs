//! Specification against the model on big integers, with which it shares nothing.

mod bite;
mod common;
mod comparison;
mod conversion;
mod dependencies;
mod exceptions;
mod pairs;
mod real;
mod small;
