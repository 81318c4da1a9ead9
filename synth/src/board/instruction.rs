//! The two modules of a board that depend on its design: the sizes of each function's operands and results, and the
//! design itself.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use halfpipe_hdl::design::{Design, Function, Interface, Port, Role};
use halfpipe_isa::Operand;

use super::protocol::{identity, number, size, Sizes, IDENTITY};

/// The module that returns the sizes of an instruction's operands and results, by its number.
pub const OPERATION: &str = "operation";

/// The module that gives every design the same ports.
pub const INSTRUCTION: &str = "instruction";

/// The length at which a line of numbers is broken, in characters.
const LINE: usize = 100;

/// Writes the module [`OPERATION`].
pub fn operation_verilog(design: &Design) -> String {
    let mut by_sizes: BTreeMap<Sizes, Vec<&Function>> = BTreeMap::new();
    for function in design.interface().operations() {
        by_sizes
            .entry(Sizes::from_function(function))
            .or_default()
            .push(function);
    }
    let cases: String = by_sizes
        .iter()
        .map(|(Sizes { operands, results }, functions)| {
            let numbers = numbers(functions);
            format!("{numbers}: {{operand_bytes, result_bytes}} = {{8'd{operands}, 8'd{results}}};\n")
        })
        .collect();
    format!(
        "\
// The bytes of all operands and all results of each instruction that the board has: {}.
module {OPERATION} (
    input wire [7:0] number,
    output reg known,
    output reg [7:0] operand_bytes,
    output reg [7:0] result_bytes
);
    always @* begin
        known = 1'b1;
        {{operand_bytes, result_bytes}} = 16'd0;
        case (number)
{cases}            default: known = 1'b0;
        endcase
    end
endmodule
",
        design.interface().title()
    )
}

/// Returns the numbers of some functions as the labels of a case, several to a line.
fn numbers(functions: &[&Function]) -> String {
    const INDENT: &str = "            ";
    let mut lines = vec![INDENT.to_owned()];
    for (index, function) in functions.iter().enumerate() {
        let label = format!("8'd{}", number(function));
        let last = lines.last_mut().expect("there is a first line");
        if index == 0 {
            *last += &label;
        } else if last.len() + label.len() < LINE {
            let _ = write!(last, ", {label}");
        } else {
            *last += ",";
            lines.push(format!("{INDENT}{label}"));
        }
    }
    lines.join("\n")
}

/// Writes the module [`INSTRUCTION`].
pub fn instruction_verilog(design: &Design) -> String {
    let interface = design.interface();
    let Sizes { operands, results } = Sizes::longest(interface.operations());
    let mut body = String::new();
    if interface.is_core() {
        body += &core_inputs(interface, 8 * operands as u32);
    }
    if design.latency() == 0 {
        // A combinational design has no clock.
        body += "    assign out_valid = in_valid;\n";
    }
    for output in own_outputs(interface) {
        let _ = writeln!(body, "    wire [{}:0] {};", output.width - 1, output_net(output));
    }
    let (all, fit) = (join_results(interface), 8 * results as u32);
    let _ = writeln!(body, "    wire [{}:0] all_results = {};", all.width - 1, all.text);
    let _ = writeln!(body, "    assign result = all_results[{}:0];", fit - 1);
    let unused = unused_nets(design, all.width > fit);
    if !unused.is_empty() {
        let _ = writeln!(body, "    wire unused = &{{1'b0, {}}};", unused.join(", "));
    }
    let _ = writeln!(
        body,
        "    {} unit (\n        {}\n    );",
        design.name(),
        connections(interface).join(",\n        ")
    );
    format!(
        "\
// {} at latency {} with its operands and its results side by side, the first one lowest, each in whole bytes.
module {INSTRUCTION} (
    input wire clock,
    input wire reset,
    input wire in_valid,
    input wire [7:0] number,
    input wire [{}:0] operands,
    output wire out_valid,
    output wire [{}:0] result
);
{body}endmodule
",
        interface.title(),
        design.latency(),
        8 * operands - 1,
        8 * results - 1,
    )
}

/// Returns the ports of the design that drive nets of their own.
fn own_outputs(interface: &Interface) -> impl Iterator<Item = &Port> {
    // An iterative unit is ready: its board takes a request after the answer to the one before.
    let ready = interface.ports().iter().filter(|port| port.role == Role::InReady);
    interface.outputs().chain(ready)
}

/// Returns the nets that nothing reads, for lint. Results that exceed the longest of the board are 0.
fn unused_nets(design: &Design, has_excess: bool) -> Vec<String> {
    let interface = design.interface();
    let mut unused = Vec::new();
    if !interface.is_core() {
        unused.push("number".to_owned());
    }
    if design.latency() == 0 {
        unused.extend(["clock", "reset"].map(str::to_owned));
    }
    let is_result = |port: &Port| matches!(port.role, Role::Result(_));
    unused.extend(
        own_outputs(interface)
            .filter(|output| !is_result(output))
            .map(output_net),
    );
    if has_excess {
        unused.push("all_results".to_owned());
    }
    let mut signatures = interface.operations().iter().map(Function::signature);
    if signatures.any(|signature| signature.operands().iter().any(|operand| operand.width() % 8 > 0)) {
        // The padding in an operand's last byte.
        unused.push("operands".to_owned());
    }
    unused
}

/// Returns the connections of the design's ports.
fn connections(interface: &Interface) -> Vec<String> {
    let mut low = 0;
    let connection = |port: &Port| {
        let net = match port.role {
            Role::Enable => "1'b1".to_owned(),
            Role::TagIn => format!("{}'d0", port.width),
            Role::Operand(_) if !interface.is_core() => {
                let net = format!("operands[{}:{low}]", low + port.width - 1);
                low += port.width.next_multiple_of(8);
                net
            }
            Role::TagOut | Role::Result(_) | Role::InReady => output_net(port),
            _ => port.name.clone(),
        };
        format!(".{}({net})", port.name)
    };
    interface.ports().iter().map(connection).collect()
}

/// Writes the operation of a core and its registers, one row for each instruction number. The operands of each
/// instruction lie at the top of all `bits`.
fn core_inputs(interface: &Interface, bits: u32) -> String {
    let told = |port: &Port| matches!(port.role, Role::Op | Role::Operand(_));
    let inputs: Vec<(usize, &Port)> = interface.inputs().enumerate().filter(|(_, port)| told(port)).collect();
    let mut text = String::new();
    for (_, port) in &inputs {
        let _ = writeln!(text, "    reg [{}:0] {};", port.width - 1, port.name);
    }
    let names: Vec<&str> = inputs.iter().map(|(_, port)| port.name.as_str()).collect();
    let (all, width) = (names.join(", "), inputs.iter().map(|(_, port)| port.width).sum::<u32>());
    let _ = writeln!(text, "    always @*\n        case (number)");
    for (op, function) in interface.operations().iter().enumerate() {
        let layout = layout(interface, function, bits);
        let values = inputs.iter().map(|(position, port)| match port.role {
            Role::Op => format!("{}'d{op}", port.width),
            _ => register(port.width, layout.get(position)),
        });
        let values: Vec<String> = values.collect();
        let number = number(function);
        let _ = writeln!(
            text,
            "            // {function}\n            8'd{number}: {{{all}}} = {{{}}};",
            values.join(", ")
        );
    }
    let _ = writeln!(text, "            default: {{{all}}} = {width}'d0;\n        endcase");
    text
}

/// Returns the lowest bit and the width of each operand of a function, by the position of its data input.
fn layout(interface: &Interface, function: &Function, bits: u32) -> BTreeMap<usize, (u32, u32)> {
    let signature = function.signature();
    let mut low = bits - 8 * Sizes::from_function(function).operands as u32;
    let place = |(position, operand): (usize, &Operand)| {
        let place = (low, operand.width());
        low += 8 * size(operand) as u32;
        (position, place)
    };
    let positions = interface.operand_positions(function);
    positions.zip(signature.operands()).map(place).collect()
}

/// Returns the net of a data output of the design, whatever the output's name.
fn output_net(output: &Port) -> String {
    format!("unit_{}", output.name)
}

/// A concatenation of nets.
struct Joined {
    text: String,
    width: u32,
}

/// Returns the concatenation of the results, the first one lowest, each in whole bytes, and of the function's identity.
fn join_results(interface: &Interface) -> Joined {
    let results = interface.outputs().filter(|port| matches!(port.role, Role::Result(_)));
    let mut parts = Vec::new();
    let mut width = 0;
    for port in results {
        let filled = port.width.next_multiple_of(8);
        parts.push(match filled - port.width {
            0 => output_net(port),
            rest => format!("{rest}'d0, {}", output_net(port)),
        });
        width += filled;
    }
    let functions = interface.operations();
    if let Some(bytes) = functions.first().and_then(identity).filter(|_| !interface.is_core()) {
        parts.push(format!("16'h{:04x}", u16::from_le_bytes(bytes)));
        width += 8 * IDENTITY as u32;
    }
    parts.reverse();
    let text = match &parts[..] {
        [one] if !one.contains(',') => one.clone(),
        parts => format!("{{{}}}", parts.join(", ")),
    };
    Joined { text, width }
}

/// Returns the value of a core's register: an operand in its low bits, or 0 without an operand.
fn register(width: u32, operand: Option<&(u32, u32)>) -> String {
    match operand {
        None => format!("{width}'d0"),
        Some((low, bits)) if *bits == width => format!("operands[{}:{low}]", low + bits - 1),
        Some((low, bits)) => format!("{}'d0, operands[{}:{low}]", width - bits, low + bits - 1),
    }
}
