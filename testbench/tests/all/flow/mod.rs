//! Engines that agree, linters, netlists of Yosys, rust-hdl's Verilog, and whole boards.

mod board;
mod engines_agree;
mod gates;
mod host_verilog;
mod lint;
mod wide_ports;
