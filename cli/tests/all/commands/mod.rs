//! Arguments, help and messages, and the files that `generate` writes.

mod doctor;
mod explain;
mod generate;
mod list;
mod names;
mod options;
mod shell;
mod usage;
