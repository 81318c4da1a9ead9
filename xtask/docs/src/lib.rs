//! The pages that derive from data: the one about all instructions, `docs/instructions.md`, by [`instructions()`]; the
//! [`datasheet()`] with its curves, [`plots`]; of `README.md` the figures, [`summary()`]; and the picture of a [`wave()`].
//!
//! Names, syntax and latencies come from the instruction table and the hardware, results from the model, figures from what was
//! measured. A test holds the committed pages against them, and writes them anew when it is asked to.
//! [`book()`] makes sources of a book of all pages.

mod book;
mod comparison;
mod condition;
mod conversion;
mod datasheet;
mod decisions;
mod family;
mod instructions;
mod summary;
mod wave;

pub use book::{book, BookFile};
pub use datasheet::{datasheet, plots};
pub use instructions::instructions;
pub use summary::summary;
pub use wave::wave;
