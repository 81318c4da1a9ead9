//! The two modules of a board that depend on the design in it: what each instruction takes and gives, and the design itself.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use halfpipe_hdl::design::{Design, Function, Interface, Port, Role};
use halfpipe_isa::Instruction;

use super::protocol::{number, Sizes};

/// The module that says what the instruction of a number takes and gives.
pub const OPERATION: &str = "operation";

/// The module that gives every design the same ports.
pub const INSTRUCTION: &str = "instruction";

/// How long a line of numbers gets.
const LINE: usize = 100;

/// The module [`OPERATION`].
pub fn operation_verilog(design: &Design) -> String {
    let mut by_sizes: BTreeMap<Sizes, Vec<Instruction>> = BTreeMap::new();
    for instruction in design.interface().instructions() {
        by_sizes.entry(Sizes::of(instruction)).or_default().push(instruction);
    }
    let cases: String = by_sizes
        .iter()
        .map(|(Sizes { operands, result }, instructions)| {
            let numbers = numbers(instructions);
            format!("{numbers}: {{operand_bytes, result_bytes}} = {{4'd{operands}, 4'd{result}}};\n")
        })
        .collect();
    format!(
        "\
// The bytes of operands and result of each instruction that the board has: {}.
module {OPERATION} (
    input wire [7:0] number,
    output reg known,
    output reg [3:0] operand_bytes,
    output reg [3:0] result_bytes
);
    always @* begin
        known = 1'b1;
        {{operand_bytes, result_bytes}} = 8'd0;
        case (number)
{cases}            default: known = 1'b0;
        endcase
    end
endmodule
",
        design.interface().title()
    )
}

/// The numbers of some instructions as the labels of a case, several to a line.
fn numbers(instructions: &[Instruction]) -> String {
    const INDENT: &str = "            ";
    let mut lines = vec![INDENT.to_owned()];
    for (index, instruction) in instructions.iter().enumerate() {
        let label = format!("8'd{}", number(*instruction));
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

/// The module [`INSTRUCTION`].
pub fn instruction_verilog(design: &Design) -> String {
    let interface = design.interface();
    let Sizes { operands, result } = Sizes::longest(interface.instructions());
    let mut body = String::new();
    let mut unused = Vec::new();
    if interface.is_core() {
        body += &core_inputs(interface, 8 * operands as u32);
    } else {
        unused.push("number");
    }
    if design.latency() == 0 {
        // Combinational: there is nothing to clock.
        body += "    assign out_valid = in_valid;\n";
        unused.extend(["clock", "reset"]);
    }
    for output in interface.outputs() {
        let _ = writeln!(body, "    wire [{}:0] {};", output.width - 1, output.name);
        let is_result = output.role == Role::Result(0);
        if is_result {
            let _ = writeln!(body, "    assign result = {}[{}:0];", output.name, 8 * result - 1);
        }
        // The rest of a wider result is 0 for all instructions of the board.
        if !is_result || output.width as usize > 8 * result {
            unused.push(&output.name);
        }
    }
    if !unused.is_empty() {
        let _ = writeln!(body, "    wire unused = &{{1'b0, {}}};", unused.join(", "));
    }
    let mut low = 0;
    let connection = |port: &Port| {
        let net = match port.role {
            Role::Enable => "1'b1".to_owned(),
            Role::TagIn => format!("{}'d0", port.width),
            Role::Operand(_) if !interface.is_core() => {
                low += port.width;
                format!("operands[{}:{}]", low - 1, low - port.width)
            }
            _ => port.name.clone(),
        };
        format!(".{}({net})", port.name)
    };
    let connections: Vec<String> = interface.ports().iter().map(connection).collect();
    let _ = writeln!(
        body,
        "    {} unit (\n        {}\n    );",
        design.name(),
        connections.join(",\n        ")
    );
    format!(
        "\
// {} at latency {} with its operands side by side, the first one lowest.
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
        8 * result - 1,
    )
}

/// The operation of a core and its registers, by the number of the instruction: a row for each. The operands of each lie at
/// the top of all `bits`.
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
    for (op, instruction) in interface.instructions().enumerate() {
        let layout = layout(interface, instruction, bits);
        let values = inputs.iter().map(|(position, port)| match port.role {
            Role::Op => format!("{}'d{op}", port.width),
            _ => register(port.width, layout.get(position)),
        });
        let values: Vec<String> = values.collect();
        let number = number(instruction);
        let _ = writeln!(
            text,
            "            // {instruction}\n            8'd{number}: {{{all}}} = {{{}}};",
            values.join(", ")
        );
    }
    let _ = writeln!(text, "            default: {{{all}}} = {width}'d0;\n        endcase");
    text
}

/// Where the operands of an instruction lie, lowest bit and width, by the position of the data input that takes each.
fn layout(interface: &Interface, instruction: Instruction, bits: u32) -> BTreeMap<usize, (u32, u32)> {
    let widths = instruction.signature().operands().iter().map(|operand| operand.width());
    let mut low = bits - 8 * Sizes::of(instruction).operands as u32;
    let place = |(position, width)| {
        low += width;
        (position, (low - width, width))
    };
    let function = Function::from(instruction);
    let positions = interface.operand_positions(&function);
    positions.zip(widths).map(place).collect()
}

/// What a register of a core takes: an operand in its low bits, if there is one for it.
fn register(width: u32, operand: Option<&(u32, u32)>) -> String {
    match operand {
        None => format!("{width}'d0"),
        Some((low, bits)) if *bits == width => format!("operands[{}:{low}]", low + bits - 1),
        Some((low, bits)) => format!("{}'d0, operands[{}:{low}]", width - bits, low + bits - 1),
    }
}
