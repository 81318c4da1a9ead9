//! The Verilog around a module while it is measured.
//!
//! Two modules. The *core* is the measured thing: one rank of registers in front of the module's operands and one
//! behind its results, and nothing else; its cell count is the area. The *harness* gives the core three pins: a
//! shift register feeds the operands and a signature register folds the results, so that no logic can be optimised
//! away, no operand is a constant, and no path outside the core is longer than one lookup table.

use std::fmt::Write as _;

use serde::Serialize;

use crate::error::Error;

/// The module with the register ranks; its area is measured.
pub const CORE: &str = "measured_core";

/// The module with three pins; its clock frequency is measured.
pub const HARNESS: &str = "measuring_harness";

/// Which way a port points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Into the module.
    Input,
    /// Out of the module.
    Output,
}

/// A port of the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Which way it points.
    pub direction: Direction,
    /// Its width in bits.
    pub width: u32,
}

impl Port {
    /// An input.
    pub fn input(name: &str, width: u32) -> Self {
        Self {
            name: name.to_owned(),
            direction: Direction::Input,
            width,
        }
    }

    /// An output.
    pub fn output(name: &str, width: u32) -> Self {
        Self {
            name: name.to_owned(),
            direction: Direction::Output,
            width,
        }
    }

    /// What the core does with the port.
    ///
    /// The names are those of the generated modules. Their control ports are fixed, so that a pipeline is compared
    /// with cores that have no reset, no enable and no valid signal.
    fn connection(&self) -> Connection {
        match (self.direction, self.name.as_str()) {
            (Direction::Input, "clock") => Connection::Clock,
            (Direction::Input, "reset") => Connection::Constant(false),
            (Direction::Input, "enable" | "in_valid") => Connection::Constant(true),
            (Direction::Output, "out_valid") => Connection::Open,
            _ => Connection::Registered,
        }
    }
}

/// How the core connects a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Connection {
    Clock,
    Constant(bool),
    Open,
    Registered,
}

/// Writes the core and the harness for the module `module` with these ports.
///
/// The module's ports are connected by name: `clock` is the clock, `reset` is 0, `enable` and `in_valid` are 1,
/// `out_valid` is left open, every other port has its registers.
///
/// # Errors
///
/// [`Error::Unmeasurable`] when no input or no output is left to be registered.
pub fn verilog(module: &str, ports: &[Port]) -> Result<String, Error> {
    let mut connections = Vec::new();
    let mut inputs = 0;
    let mut outputs = 0;
    for port in ports {
        let net = match (port.connection(), port.direction) {
            (Connection::Clock, _) => "clock".to_owned(),
            (Connection::Constant(value), _) => format!("1'b{}", u8::from(value)),
            (Connection::Open, _) => String::new(),
            (Connection::Registered, Direction::Input) => slice("operands", &mut inputs, port.width),
            (Connection::Registered, Direction::Output) => slice("results", &mut outputs, port.width),
        };
        connections.push(format!("        .{}({net})", port.name));
    }
    for (count, what) in [(inputs, "input"), (outputs, "output")] {
        if count == 0 {
            return Err(Error::Unmeasurable {
                module: module.to_owned(),
                message: format!("it has no {what} beside its control ports"),
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

/// The line, counted from 1, of the text of [`verilog`] where the core ends and the logic around it begins.
pub fn outside_from(text: &str) -> u32 {
    let harness = format!("module {HARNESS} ");
    let before = text.lines().take_while(|line| !line.starts_with(&harness));
    before.count() as u32 + 1
}

/// The next `width` bits of a vector, counting up from `*from`.
fn slice(vector: &str, from: &mut u32, width: u32) -> String {
    let low = *from;
    *from += width;
    format!("{vector}[{}:{low}]", *from - 1)
}

/// A vector moved up by one bit, `lowest` entering.
fn shifted(vector: &str, width: u32, lowest: &str) -> String {
    match width {
        1 => lowest.to_owned(),
        _ => format!("{{{vector}[{}:0], {lowest}}}", width - 2),
    }
}
