//! Specification against the model on big integers, with which it shares nothing.

mod common;
mod comparison;
mod conversion;
mod dependencies;
mod dot;
mod exceptions;
mod fault_detection;
mod full_width_formats;
mod pairs;
mod small;
