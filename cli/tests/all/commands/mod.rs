//! Arguments, help and messages, and the files that `generate` writes.

mod doctor;
mod generate;
mod list;
mod names;
mod shell;
mod usage;
