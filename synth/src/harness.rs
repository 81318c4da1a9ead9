//! The Verilog around a module while it is measured.
//!
//! There are two modules. The *core* is the object of the measurement: one rank of registers in front of the module's
//! operands, one behind its results, and nothing else. Its cell count is the area.
//!
//! The *harness* gives the core three pins: a shift register feeds the operands, and a signature register folds the
//! results. So no logic can be optimised away, no operand is a constant, and no path outside the core is longer than
//! one lookup table.

use std::fmt::Write as _;

use halfpipe_hdl::design::{Port, Role, StreamRole};

use crate::error::Error;

/// The module with the register ranks; its area is measured.
pub const CORE: &str = "measured_core";

/// The module with three pins; its clock frequency is measured.
pub const HARNESS: &str = "measuring_harness";

/// The core's connection to a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Connection {
    Clock,
    Constant(bool),
    Open,
    Registered,
}

/// Returns the core's connection to a port.
///
/// The control ports are fixed, so that the figures compare with those of cores without reset, enable and valid
/// signals. The handshake of a stream or an iterative unit is part of its module and stays.
fn connection(port: &Port, is_stream: bool, has_handshake: bool) -> Connection {
    match port.role {
        Role::Clock => Connection::Clock,
        Role::Reset => Connection::Constant(is_stream),
        Role::Enable => Connection::Constant(true),
        Role::InValid if !has_handshake => Connection::Constant(true),
        Role::OutValid if !has_handshake => Connection::Open,
        _ => Connection::Registered,
    }
}

/// Writes the core and the harness for the module `module` with these ports.
///
/// The clock is connected to the clock. The module is not in reset, is enabled and has valid inputs; its output-valid
/// signal is left open. Every other port has its registers.
///
/// # Errors
///
/// [`Error::Unmeasurable`] when no input or no output is left to be registered.
pub fn verilog(module: &str, ports: &[Port]) -> Result<String, Error> {
    let is_stream = ports.iter().any(|port| port.role == Role::Stream(StreamRole::InReady));
    let has_handshake = is_stream || ports.iter().any(|port| port.role == Role::InReady);
    let mut connections = Vec::new();
    let mut inputs = 0;
    let mut outputs = 0;
    for port in ports {
        let net = match (connection(port, is_stream, has_handshake), port.is_input()) {
            (Connection::Clock, _) => "clock".to_owned(),
            (Connection::Constant(value), _) => format!("1'b{}", u8::from(value)),
            (Connection::Open, _) => String::new(),
            (Connection::Registered, true) => slice("operands", &mut inputs, port.width),
            (Connection::Registered, false) => slice("results", &mut outputs, port.width),
        };
        connections.push(format!("        .{}({net})", port.name));
    }
    for (count, what) in [(inputs, "input"), (outputs, "output")] {
        if count == 0 {
            return Err(Error::Unmeasurable {
                module: module.to_owned(),
                message: format!("it has no {what} besides its control ports; it needs at least one"),
            });
        }
    }

    let mut text = String::new();
    let (last_in, last_out) = (inputs - 1, outputs - 1);
    let _ = write!(
        text,
        "\
module {CORE} (
    input  wire clock,
    input  wire [{last_in}:0] in,
    output reg  [{last_out}:0] out
);
    reg  [{last_in}:0] operands;
    wire [{last_out}:0] results;
    always @(posedge clock) begin
        operands <= in;
        out <= results;
    end
    {module} unit (
{connections}
    );
endmodule

module {HARNESS} (
    input  wire clock,
    input  wire serial_in,
    output reg  serial_out
);
    reg  [{last_in}:0] feed;
    reg  [{last_out}:0] signature;
    wire [{last_out}:0] out;
    always @(posedge clock) begin
        feed <= {feed};
        signature <= {signature} ^ out;
        serial_out <= signature[{last_out}];
    end
    {CORE} core (
        .clock(clock),
        .in(feed),
        .out(out)
    );
endmodule
",
        connections = connections.join(",\n"),
        feed = shifted("feed", inputs, "serial_in"),
        signature = shifted("signature", outputs, &format!("signature[{last_out}]")),
    );
    Ok(text)
}

/// Returns the line in the text of [`verilog`], counted from 1, where the core ends and the logic around it begins.
pub fn outside_from(text: &str) -> u32 {
    let harness = format!("module {HARNESS} ");
    let before = text.lines().take_while(|line| !line.starts_with(&harness));
    before.count() as u32 + 1
}

/// Returns the next `width` bits of a vector, from bit `*from` up, and advances `*from`.
fn slice(vector: &str, from: &mut u32, width: u32) -> String {
    let low = *from;
    *from += width;
    format!("{vector}[{}:{low}]", *from - 1)
}

/// Returns a vector shifted up by one bit, with `lowest` entering.
fn shifted(vector: &str, width: u32, lowest: &str) -> String {
    match width {
        1 => lowest.to_owned(),
        _ => format!("{{{vector}[{}:0], {lowest}}}", width - 2),
    }
}
