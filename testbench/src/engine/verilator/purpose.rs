//! The purpose of a compiled program, and the options that it takes.

use super::harness;

/// Compiler options for every program, except the optimisation level.
const COMPILER_OPTIONS: [&str; 8] = [
    "-std=c++17",
    "-w",
    "-DVERILATOR=1",
    "-DVM_COVERAGE=0",
    "-DVM_SC=0",
    "-DVM_TIMING=0",
    "-DVM_TRACE_FST=0",
    "-DVM_TRACE_SAIF=0",
];

/// The purpose of a compiled program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To answer requests.
    Serve,
    /// To make one run with a dump.
    Trace,
}

impl Purpose {
    /// Returns the C++ around the units.
    pub const fn main(self) -> &'static str {
        match self {
            Purpose::Serve => harness::SERVE,
            Purpose::Trace => harness::TRACE,
        }
    }

    /// Returns the arguments for a trial start. Without requests the program then ends successfully.
    pub const fn trial(self) -> &'static [&'static str] {
        match self {
            Purpose::Serve => &["0"],
            Purpose::Trace => &["0", "0", "/dev/null", "10", "1"],
        }
    }

    /// Returns the options for Verilator.
    pub const fn verilator_options(self) -> &'static [&'static str] {
        match self {
            Purpose::Serve => &[],
            // Parameters do not change.
            Purpose::Trace => &["--trace", "--no-trace-params"],
        }
    }

    /// Returns the options for the compiler.
    pub const fn compiler_options(self) -> [&'static str; 2] {
        match self {
            Purpose::Serve => ["-DVM_TRACE=0", "-DVM_TRACE_VCD=0"],
            Purpose::Trace => ["-DVM_TRACE=1", "-DVM_TRACE_VCD=1"],
        }
    }

    /// Returns all options for the compiler, except the optimisation level.
    pub fn options(self) -> String {
        format!("{} {}", COMPILER_OPTIONS.join(" "), self.compiler_options().join(" "))
    }

    /// Returns the parts of Verilator's own library that a model needs.
    pub const fn runtime(self) -> &'static [&'static str] {
        match self {
            Purpose::Serve => &["verilated", "verilated_threads"],
            Purpose::Trace => &["verilated", "verilated_threads", "verilated_vcd_c"],
        }
    }
}
