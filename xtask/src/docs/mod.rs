//! The generated pages: the page about all instructions, `docs/instructions.md`, by [`instructions()`]; the
//! [`datasheet()`] with its curves, [`plots`]; the figures of `README.md`, [`summary()`]; the [`operations`] of RISC-V's
//! core in `docs/riscv.md`; and the picture of a [`wave()`].
//!
//! Names, syntax and latencies come from the instruction table and the hardware, results from the model, figures from
//! measurements. A test compares the committed pages with them, and rewrites them on request. [`book()`] makes sources
//! of a book of all pages.

mod any_format;
mod book;
mod command;
mod comparison;
mod condition;
mod conversion;
mod datasheet;
mod decisions;
mod family;
mod instructions;
mod pages;
mod riscv;
mod section;
mod summary;
mod synonyms;
mod wave;

pub use book::{book, BookFile};
pub use command::Arguments;
pub use datasheet::{datasheet, plots};
pub use instructions::instructions;
pub use riscv::operations;
pub use summary::summary;
pub use wave::wave;
