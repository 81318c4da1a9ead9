//! Testbench of a package in plain Verilog: vectors with the results of the exact model, and the code that drives them.
//!
//! A clocked module meets stalls, gaps and resets while its vectors pass through. The testbench checks its outputs in
//! every cycle. Inputs change while the clock is low, and outputs are compared with the expected values at its rising
//! edge.

mod combinational;
mod core;
mod flow;
mod iterative;
mod pipeline;
mod stream;
mod tile;

use std::fmt::Write;

use flow::concatenation;

use super::comment::{commented, notice};
use super::package::{BenchVector, Handshake, Package};
use crate::design::Port;
use crate::net::verilog::range;

/// The number of mismatches that are printed. All are counted.
const MISMATCHES_PRINTED: u32 = 10;

impl Package {
    /// Returns a testbench in plain Verilog that compares the module with the vectors. It ends with `$finish`, or with
    /// `$stop` after a mismatch.
    pub fn testbench(&self, vectors: &[BenchVector]) -> String {
        let drive = match self.handshake {
            Handshake::None => combinational::drive(self),
            Handshake::Valid { latency } => pipeline::drive(self, latency),
            Handshake::Ready { latency } => iterative::drive(self, latency),
            Handshake::Stream { latency, is_iterative } => stream::drive(self, latency, is_iterative),
            Handshake::Tagged { latency } => core::drive(self, latency),
            Handshake::Steps { latency } => tile::drive(self, latency),
        };
        let (module, count) = (&self.module, vectors.len());
        [
            header(self),
            format!("\nmodule {module}_tb;\n\n    localparam VECTORS = {count};\n"),
            instance(self),
            memory(self, vectors),
            drive,
            end(self),
        ]
        .concat()
    }
}

fn header(package: &Package) -> String {
    let Package { title, module, .. } = package;
    commented(&[
        format!("Compares {module} with results of the exact model of {title}."),
        notice(),
    ])
}

/// Returns the nets of the ports, and the instance of the module.
fn instance(package: &Package) -> String {
    let net = |kind: &str, port: &Port| format!("    {kind} {}{};\n", range(port.width), port.name);
    let nets: String = package
        .ports
        .iter()
        .map(|port| {
            if port.is_input() {
                net("reg ", port)
            } else {
                net("wire", port)
            }
        })
        .collect();
    let connections: Vec<String> = package
        .ports
        .iter()
        .map(|port| format!("        .{}({})", port.name, port.name))
        .collect();
    let parameters = package.parameters.iter();
    let parameters: String = parameters
        .map(|(name, value)| format!("    localparam {name} = {value};\n"))
        .collect();
    format!(
        "\n    // ---- the module ----\n{parameters}{nets}    {}{} dut (\n{}\n    );\n",
        package.module,
        package.overrides(),
        connections.join(",\n")
    )
}

/// Returns the vectors, one in each word: inputs above, outputs below.
fn memory(package: &Package, vectors: &[BenchVector]) -> String {
    let (inputs, outputs) = (total(&package.inputs), total(&package.outputs));
    let mut text = format!(
        "
    // ---- inputs, and the outputs that belong to them ----
    localparam INPUTS  = {inputs};
    localparam OUTPUTS = {outputs};
    reg [INPUTS+OUTPUTS-1:0] vectors [0:VECTORS-1];
    initial begin
"
    );
    for (index, vector) in vectors.iter().enumerate() {
        let values = vector.inputs.iter().chain(&vector.outputs);
        let ports = package.inputs.iter().chain(&package.outputs);
        let values: Vec<String> = ports
            .zip(values)
            .map(|(port, value)| format!("{}'h{value:x}", port.width))
            .collect();
        let _ = writeln!(text, "        vectors[{index}] = {{{}}};", values.join(", "));
    }
    text + "    end\n"
}

/// Returns the count of mismatches and the end of the simulation.
fn end(package: &Package) -> String {
    let module = &package.module;
    format!(
        "
    // ---- the outcome ----
    integer wrong = 0;
    task mismatch(input integer number, input [OUTPUTS-1:0] expected);
        begin
            if (wrong < {MISMATCHES_PRINTED})
                $display(\"{module}: vector %0d gives %h, the model %h\", number, {outputs}, expected);
            wrong = wrong + 1;
        end
    endtask
    task finish;
        begin
            if (wrong == 0) begin
                $display(\"{module}: %0d vectors, no mismatch\", VECTORS);
                $finish;
            end else begin
                $display(\"{module}: %0d vectors, %0d mismatches\", VECTORS, wrong);
                $stop;
            end
        end
    endtask

endmodule
",
        outputs = concatenation(&package.outputs),
    )
}

fn total(ports: &[Port]) -> u32 {
    ports.iter().map(|port| port.width).sum()
}
