//! Shells that put the RISC-V core `halfpipe_zfh` into processors.

mod shell;

pub use shell::{FpnewDialect, Shell, UnknownDialect};
