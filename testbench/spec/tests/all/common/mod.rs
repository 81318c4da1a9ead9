//! Common parts of the tests of all formats.

pub mod draw;
pub mod lanes;
pub mod trial;
pub mod words;
