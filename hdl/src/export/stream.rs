//! A unit with AXI4-Stream ports: a module of its own around the unit's module.
//!
//! The unit has one `enable` for its whole pipeline. Driving it from the receiver's readiness would lead from
//! `m_axis_tready` through every register's enable to `s_axis_tready` in one cycle. Instead, a result that is not taken
//! at once moves into a register beside the output, and the pipeline stands only while that register is full and the
//! next result waits behind it. The register is as wide as a result, which is never wider
//! than the operands of a unit, so it is no dearer than a buffer in front.

use super::verilog::{commented, notice};
use crate::net::verilog::range;
use crate::net::{Direction, ModulePort};
use crate::unit::Unit;

/// A unit's name with AXI4-Stream ports.
pub fn stream_name(unit: &Unit) -> String {
    format!("{}_stream", unit.module().name)
}

/// Clock cycles from operands to result while the receiver is ready. A combinational unit gets a register behind it:
/// nothing leads from an input of a stream to an output within a cycle.
pub fn stream_latency(unit: &Unit) -> u32 {
    unit.latency().max(1)
}

/// The ports of the module with AXI4-Stream ports, in its order.
pub fn stream_ports(unit: &Unit) -> Vec<ModulePort> {
    ports(unit).into_iter().map(|(port, _)| port).collect()
}

/// An operand and its place in `s_axis_tdata`.
struct Operand {
    name: String,
    low: u32,
    width: u32,
}

impl Operand {
    fn high(&self) -> u32 {
        self.low + self.width - 1
    }
}

/// The operands, packed from the lowest bit on.
fn operands(unit: &Unit) -> Vec<Operand> {
    let module = unit.module();
    let mut low = 0;
    let mut place = |name: &str, width: u32| {
        low += width;
        Operand {
            name: name.to_owned(),
            low: low - width,
            width,
        }
    };
    let inputs = module.lane.inputs.iter();
    inputs
        .map(|port| place(&port.name, port.width * module.lanes))
        .collect()
}

/// The width of all operands together.
pub(super) fn operand_width(unit: &Unit) -> u32 {
    operands(unit).iter().map(|operand| operand.width).sum()
}

fn result_width(unit: &Unit) -> u32 {
    unit.instruction().result_width()
}

/// The ports and what each means.
fn ports(unit: &Unit) -> Vec<(ModulePort, String)> {
    let operands = operands(unit);
    let places: Vec<String> = operands
        .iter()
        .rev()
        .map(|operand| format!("{} in bits {} to {}", operand.name, operand.high(), operand.low))
        .collect();
    let (take, give) = (Direction::In, Direction::Out);
    let operand_meaning = format!("operands: {}", places.join(", "));
    [
        ("aclk", take, 1, "rising edge"),
        (
            "aresetn",
            take,
            1,
            "synchronous, active low: drops what is under way; m_axis_tvalid is 0 from the next edge on",
        ),
        ("s_axis_tvalid", take, 1, "operands are there"),
        ("s_axis_tready", give, 1, "they are taken at the next edge"),
        ("s_axis_tdata", take, operand_width(unit), &operand_meaning),
        ("s_axis_tlast", take, 1, "comes out with the result"),
        (
            "m_axis_tvalid",
            give,
            1,
            "a result is there; does not wait for m_axis_tready",
        ),
        ("m_axis_tready", take, 1, "it is taken at the next edge"),
        ("m_axis_tdata", give, result_width(unit), "result"),
        ("m_axis_tlast", give, 1, "s_axis_tlast of the result's operands"),
    ]
    .map(|(name, direction, width, meaning)| {
        let port = ModulePort {
            name: name.to_owned(),
            direction,
            width,
        };
        (port, meaning.to_owned())
    })
    .into()
}

/// The Verilog file of a unit with AXI4-Stream ports; the unit's own file goes with it. Equal input gives equal bytes.
pub fn stream_verilog(unit: &Unit) -> String {
    [
        header(unit),
        declaration(unit),
        flow(unit),
        pipeline(unit),
        output(unit),
    ]
    .concat()
}

fn header(unit: &Unit) -> String {
    let latency = stream_latency(unit);
    let cycles = if latency == 1 { "cycle" } else { "cycles" };
    let mut lines = vec![
        format!("{} with AXI4-Stream ports", unit.instruction()),
        String::new(),
        format!("One result per cycle, {latency} {cycles} after its operands, as long as m_axis_tready is 1."),
        "No input leads to an output within a cycle.".to_owned(),
        String::new(),
    ];
    for (port, meaning) in ports(unit) {
        let direction = if port.direction == Direction::In { "in" } else { "out" };
        lines.push(format!("{direction:<3} {:<13} {:>2}  {meaning}", port.name, port.width));
    }
    lines.extend([
        String::new(),
        format!("Needs {}.v, the unit itself.", unit.module().name),
        notice(),
    ]);
    commented(&lines)
}

fn declaration(unit: &Unit) -> String {
    let ports = stream_ports(unit);
    let lines: Vec<String> = ports
        .iter()
        .map(|port| {
            let direction = match port.direction {
                Direction::In => "input  wire",
                Direction::Out => "output wire",
            };
            format!("    {direction} {}{}", range(port.width), port.name)
        })
        .collect();
    format!("\nmodule {} (\n{}\n);\n", stream_name(unit), lines.join(",\n"))
}

/// When the pipeline moves.
fn flow(unit: &Unit) -> String {
    // Behind a combinational unit there are registers of the stream's own.
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
    reg  kept_last;

    // The pipeline stands while a result is kept and the next one waits behind it.
    wire enable = !(kept && unit_valid);
    assign s_axis_tready = enable;
"
    )
}

/// The unit and, beside it, the pipeline of `tlast`.
fn pipeline(unit: &Unit) -> String {
    let latency = stream_latency(unit);
    let next = match latency {
        1 => "s_axis_tlast".to_owned(),
        2 => "{last[0], s_axis_tlast}".to_owned(),
        _ => format!("{{last[{}:0], s_axis_tlast}}", latency - 2),
    };
    let last = format!(
        "
    // ---- tlast, as many cycles as the result ----
    reg  {}last;
    always @(posedge aclk) begin
        if (enable) last <= {next};
    end
",
        range(latency)
    );
    let result = match unit.latency() {
        0 => format!(
            "
    // ---- the unit, and a register behind it ----
    wire {}d;
    always @(posedge aclk) begin
        if (!aresetn) unit_valid <= 1'd0;
        else if (enable) unit_valid <= s_axis_tvalid;
        if (enable) unit_data <= d;
    end
",
            range(result_width(unit))
        ),
        _ => "\n    // ---- the unit ----\n".to_owned(),
    };
    last + &result + &instance(unit)
}

fn instance(unit: &Unit) -> String {
    let is_registered = unit.latency() > 0;
    let mut connections: Vec<(String, String)> = Vec::new();
    let mut connect = |port: &str, net: String| connections.push((port.to_owned(), net));
    if is_registered {
        let controls = [
            ("clock", "aclk"),
            ("reset", "!aresetn"),
            ("enable", "enable"),
            ("in_valid", "s_axis_tvalid"),
        ];
        controls
            .into_iter()
            .for_each(|(port, net)| connect(port, net.to_owned()));
    }
    for operand in operands(unit) {
        connect(
            &operand.name,
            format!("s_axis_tdata[{}:{}]", operand.high(), operand.low),
        );
    }
    if is_registered {
        connect("out_valid", "unit_valid".to_owned());
    }
    connect("d", if is_registered { "unit_data" } else { "d" }.to_owned());
    let lines: Vec<String> = connections
        .iter()
        .map(|(port, net)| format!("        .{port}({net})"))
        .collect();
    format!("    {} unit (\n{}\n    );\n", unit.module().name, lines.join(",\n"))
}

fn output(unit: &Unit) -> String {
    let last = match stream_latency(unit) {
        1 => "last".to_owned(),
        latency => format!("last[{}]", latency - 1),
    };
    format!(
        "
    // ---- output ----
    assign m_axis_tvalid = kept || unit_valid;
    assign m_axis_tdata  = kept ? kept_data : unit_data;
    assign m_axis_tlast  = kept ? kept_last : {last};

    always @(posedge aclk) begin
        kept <= aresetn && m_axis_tvalid && !m_axis_tready;
        if (!kept) begin
            kept_data <= unit_data;
            kept_last <= {last};
        end
    end

endmodule
"
    )
}
