//! Wrapper with AXI4-Stream ports: a separate module around the module of a unit.
//!
//! The unit has one `enable` for its whole pipeline. If the receiver's readiness drove it, a combinational path would
//! lead from `m_axis_tready` through the enable of every register to `s_axis_tready`. Instead, a result that is not
//! accepted at once moves into a register beside the output. The pipeline stalls only while that register is full and
//! the next result waits behind it. The register is as wide as a result, which is rarely wider than the operands of a
//! unit. It therefore costs no more than a buffer at the input.

use super::comment::{commented, origin, port_lines};
use crate::design::{Design, Interface, Port, Role, StreamRole};
use crate::net::verilog::{range, LATENCY};

/// A data port of the unit and its place in the packed data of the stream.
pub(super) struct Place<'i> {
    /// The port.
    pub port: &'i Port,
    /// The place of its lowest bit.
    pub low: u32,
}

impl Place<'_> {
    fn high(&self) -> u32 {
        self.low + self.port.width - 1
    }
}

/// Returns the places of ports packed from the lowest bit on.
pub(super) fn places<'i>(ports: impl Iterator<Item = &'i Port>) -> Vec<Place<'i>> {
    let mut next = 0;
    let place = |port: &'i Port| {
        let low = next;
        next += port.width;
        Place { port, low }
    };
    ports.map(place).collect()
}

/// Describes a port of the stream.
fn meaning(unit: &Interface, port: &Port) -> String {
    let described = |name: &str, ports: Vec<Place>| {
        let bits = |high: u32, low: u32| {
            if high == low {
                format!("bit {low}")
            } else {
                format!("bits {high} to {low}")
            }
        };
        let place = |place: &Place| format!("{} in {}", place.port.name, bits(place.high(), place.low));
        let mut places: Vec<String> = ports.iter().rev().map(place).collect();
        let used = ports.last().map_or(0, |place| place.high() + 1);
        if used < port.width {
            let padding = if port.is_input() { "not read" } else { "0" };
            places.insert(0, format!("{padding} in {}", bits(port.width - 1, used)));
        }
        match places.len() {
            1 if name == "result" => name.to_owned(),
            _ => format!("{name}: {}", places.join(", ")),
        }
    };
    match port.role {
        Role::Clock => "rising edge".to_owned(),
        Role::Reset => {
            "synchronous, active low: drops what is under way; m_axis_tvalid is 0 from the next edge on".to_owned()
        }
        Role::InValid => "operands are there".to_owned(),
        Role::OutValid => "a result is there; does not wait for m_axis_tready".to_owned(),
        Role::Stream(StreamRole::InReady) => "they are taken at the next edge".to_owned(),
        Role::Stream(StreamRole::InData) => described("operands", places(unit.input_ports())),
        Role::Stream(StreamRole::InLast) => "comes out with the result".to_owned(),
        Role::Stream(StreamRole::OutReady) => "it is taken at the next edge".to_owned(),
        Role::Stream(StreamRole::OutData) => described("result", places(unit.output_ports())),
        Role::Stream(StreamRole::OutLast) => "s_axis_tlast of the result's operands".to_owned(),
        Role::Stream(StreamRole::InUser) => "comes out with the result".to_owned(),
        Role::Stream(StreamRole::OutUser) => "s_axis_tuser of the result's operands".to_owned(),
        Role::Enable
        | Role::InReady
        | Role::Op
        | Role::TagIn
        | Role::TagOut
        | Role::Operand(_)
        | Role::Result(_)
        | Role::Flags => String::new(),
    }
}

/// Returns the Verilog file of a design with AXI4-Stream ports around `unit`. The file of `unit` itself goes with it.
pub(super) fn verilog(design: &Design, unit: &Design, command: Option<&str>) -> String {
    [
        header(design, unit, command),
        declaration(design.interface()),
        flow(design.interface(), unit.interface()),
        pipeline(design.interface(), unit.interface()),
        output(design.interface(), unit.interface()),
    ]
    .concat()
}

fn header(design: &Design, unit: &Design, command: Option<&str>) -> String {
    let (interface, latency) = (design.interface(), design.latency());
    let cycles = if latency == 1 { "cycle" } else { "cycles" };
    let mut lines = vec![
        format!("{} with AXI4-Stream ports", interface.title()),
        String::new(),
        if interface.is_iterative() {
            format!("One operation at a time, {latency} {cycles} from operands to result while m_axis_tready is 1.")
        } else {
            format!("One result per cycle, {latency} {cycles} after its operands, as long as m_axis_tready is 1.")
        },
        "No input leads to an output within a cycle.".to_owned(),
        String::new(),
    ];
    lines.extend(port_lines(interface, 13, |port| meaning(unit.interface(), port)));
    lines.extend([String::new(), format!("Needs {}.v, the module inside.", unit.name())]);
    lines.extend(origin(design, command));
    commented(&lines)
}

fn declaration(interface: &Interface) -> String {
    let line = |port: &Port| {
        let direction = if port.is_input() { "input  wire" } else { "output wire" };
        format!("    {direction} {}{}", range(port.width), port.name)
    };
    let lines: Vec<String> = interface.ports().iter().map(line).collect();
    format!(
        "\n`default_nettype none\n\nmodule {} (\n{}\n);\n",
        interface.name(),
        lines.join(",\n")
    )
}

/// Returns the width of all data outputs together, in bits.
fn result_width(unit: &Interface) -> u32 {
    unit.outputs().map(|port| port.width).sum()
}

/// Returns the number of bits of a stream's data that are above those of the unit.
fn padding<'i>(data: Option<&Port>, ports: impl Iterator<Item = &'i Port>) -> u32 {
    let used: u32 = ports.map(|port| port.width).sum();
    data.map_or(0, |data| data.width - used)
}

/// Returns the code that decides when the pipeline moves.
fn flow(stream: &Interface, unit: &Interface) -> String {
    let kept_side = range(side_width(stream));
    let data = stream.port(Role::Stream(StreamRole::InData));
    let unread = match (padding(data, unit.inputs()), data) {
        (0, _) | (_, None) => String::new(),
        (1, Some(data)) => unread(&format!("[{}]", data.width - 1)),
        (bits, Some(data)) => unread(&format!("[{}:{}]", data.width - 1, data.width - bits)),
    };
    // A combinational unit has output registers in the stream.
    let kind = if unit.latency() == 0 { "reg " } else { "wire" };
    let width = range(result_width(unit));
    format!(
        "
    // ---- what comes out of the pipeline ----
    {kind} unit_valid;
    {kind} {width}unit_data;

    // ---- a result that is not taken at once is kept here ----
    reg  kept;
    reg  {width}kept_data;
    reg  {kept_side}kept_{side};

    // The {unit} stands while a result is kept and the next one waits behind it.
    wire enable = !(kept && unit_valid);
{ready}
{unread}",
        unit = if stream.is_iterative() { "unit" } else { "pipeline" },
        ready = if stream.is_iterative() {
            "    wire unit_ready;\n    assign s_axis_tready = enable && unit_ready;"
        } else {
            "    assign s_axis_tready = enable;"
        },
        side = side(stream)
    )
}

/// Returns the net that takes bits of the operands which only fill a byte.
fn unread(bits: &str) -> String {
    format!("\n    // The highest bits only fill a byte.\n    wire unused_padding = &s_axis_tdata{bits};\n")
}

/// Returns the width of the signals that pass beside the data: `tlast`, and `tuser` above it.
fn side_width(stream: &Interface) -> u32 {
    1 + stream.user_bits()
}

/// Returns the number of registers through which they pass. An iterative unit has one operation at a time, so its stream
/// has one register.
fn side_latency(stream: &Interface) -> u32 {
    if stream.is_iterative() {
        1
    } else {
        stream.latency()
    }
}

/// Returns the name of those signals together.
fn side(stream: &Interface) -> &'static str {
    match stream.user_bits() {
        0 => "last",
        _ => "side",
    }
}

/// Returns the unit and, beside it, the pipeline of `tlast` and `tuser`.
fn pipeline(stream: &Interface, unit: &Interface) -> String {
    let (latency, width, side) = (side_latency(stream), side_width(stream), side(stream));
    let (title, entering) = match stream.user_bits() {
        0 => ("tlast", "s_axis_tlast"),
        _ => ("tuser and tlast", "s_axis_tuser, s_axis_tlast"),
    };
    let next = match (latency, width) {
        (1, 1) => entering.to_owned(),
        (1, _) => format!("{{{entering}}}"),
        (2, 1) => format!("{{{side}[0], {entering}}}"),
        _ => format!("{{{side}[{}:0], {entering}}}", width * (latency - 1) - 1),
    };
    let (duration, loads) = if stream.is_iterative() {
        ("until the result", "s_axis_tready")
    } else {
        ("as many cycles as the result", "enable")
    };
    let last = format!(
        "
    // ---- {title}, {duration} ----
    reg  {}{side};
    always @(posedge aclk) begin
        if ({loads}) {side} <= {next};
    end
",
        range(width * latency)
    );
    let result = match unit.latency() {
        0 => format!(
            "
    // ---- the unit, and a register behind it ----
    wire {}unit_result;
    always @(posedge aclk) begin
        if (!aresetn) unit_valid <= 1'd0;
        else if (enable) unit_valid <= s_axis_tvalid;
        if (enable) unit_data <= unit_result;
    end
",
            range(result_width(unit))
        ),
        _ => "\n    // ---- the unit ----\n".to_owned(),
    };
    last + &result + &instance(unit)
}

/// Returns the connected instance of the unit.
fn instance(unit: &Interface) -> String {
    let result = if unit.latency() > 0 { "unit_data" } else { "unit_result" };
    let (inputs, outputs) = (places(unit.input_ports()), places(unit.output_ports()));
    let connection = |port: &Port| {
        let place_of = |places: &[Place]| {
            let place = places.iter().find(|place| place.port == port);
            place.map_or_else(String::new, |place| match port.width {
                1 => format!("[{}]", place.low),
                _ => format!("[{}:{}]", place.high(), place.low),
            })
        };
        let net = match port.role {
            Role::Clock => "aclk".to_owned(),
            Role::Reset => "!aresetn".to_owned(),
            Role::Enable => "enable".to_owned(),
            Role::InValid => "s_axis_tvalid".to_owned(),
            Role::InReady => "unit_ready".to_owned(),
            Role::OutValid => "unit_valid".to_owned(),
            _ if port.is_input() => format!("s_axis_tdata{}", place_of(&inputs)),
            _ if outputs.len() == 1 => result.to_owned(),
            _ => format!("{result}{}", place_of(&outputs)),
        };
        format!("        .{}({net})", port.name)
    };
    let lines: Vec<String> = unit.ports().iter().map(connection).collect();
    format!(
        "    {} #(.{LATENCY}({})) unit (\n{}\n    );\n",
        unit.name(),
        unit.latency(),
        lines.join(",\n")
    )
}

fn output(stream: &Interface, unit: &Interface) -> String {
    let (latency, width, side) = (side_latency(stream), side_width(stream), side(stream));
    let leaving = match (latency, width) {
        (1, _) => side.to_owned(),
        (_, 1) => format!("{side}[{}]", latency - 1),
        _ => format!("{side}[{}:{}]", width * latency - 1, width * (latency - 1)),
    };
    let data = "kept ? kept_data : unit_data";
    let data = match padding(stream.port(Role::Stream(StreamRole::OutData)), unit.outputs()) {
        0 => data.to_owned(),
        bits => format!("{{{bits}'d0, {data}}}"),
    };
    let side_outputs = match stream.user_bits() {
        0 => "m_axis_tlast  =",
        _ => "{m_axis_tuser, m_axis_tlast} =",
    };
    format!(
        "
    // ---- output ----
    assign m_axis_tvalid = kept || unit_valid;
    assign m_axis_tdata  = {data};
    assign {side_outputs} kept ? kept_{side} : {leaving};

    always @(posedge aclk) begin
        kept <= aresetn && m_axis_tvalid && !m_axis_tready;
        if (!kept) begin
            kept_data <= unit_data;
            kept_{side} <= {leaving};
        end
    end

endmodule

`default_nettype wire
"
    )
}
