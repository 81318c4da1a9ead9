//! Options of requests, and the kinds of module that each applies to.

pub mod command_line;
pub mod design;
pub mod explain;
pub mod fault;
pub mod generate;
pub mod mma;
pub mod options;
pub mod zfh;
