//! All tests of the crate in one program: it is linked once, and what is slow runs beside what is not.

mod c_header;
mod cores;
mod decoder;
mod delay;
mod fpnew_shell;
mod host;
mod lacking;
mod multiplier;
mod names;
mod registered_ports;
mod rounder;
mod small_format;
mod verilog_text;
