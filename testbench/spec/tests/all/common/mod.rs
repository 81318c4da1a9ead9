//! What the tests of all formats have in common.

pub mod draw;
pub mod lanes;
pub mod trial;
pub mod words;
