//! Waves and pictures of them.

mod pictures;
mod waves;
