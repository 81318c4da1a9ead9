//! The Verilog of a board with an instruction in it.

use std::fmt::Write as _;

use halfpipe_hdl::design::{Design, Port, Role};
use halfpipe_hdl::export;
use halfpipe_tools::files::File;

use super::protocol::{number, Sizes, IDLE_BITS};
use super::Board;

/// The name of the top module.
pub const TOP: &str = "top";

/// The module that gives every instruction the same ports.
const INSTRUCTION: &str = "instruction";

/// The files that are the same for every board and instruction; the top comes first.
const COMMON: [(&str, &str); 6] = [
    ("top.v", include_str!("../../boards/top.v")),
    ("uart_receive.v", include_str!("../../boards/uart_receive.v")),
    ("uart_transmit.v", include_str!("../../boards/uart_transmit.v")),
    ("frame_receive.v", include_str!("../../boards/frame_receive.v")),
    ("frame_transmit.v", include_str!("../../boards/frame_transmit.v")),
    ("crc32.v", include_str!("../../boards/crc32.v")),
];

/// Whether a source file is read by itself; the others are included or are no Verilog.
pub fn is_verilog(file: &File) -> bool {
    file.name.ends_with(".v")
}

/// The sources of `board` with `unit` in it: Verilog, and the board's pins. The top module is [`TOP`].
pub fn sources(board: &Board, unit: &Design) -> Vec<File> {
    let mut files: Vec<File> = COMMON.iter().map(|(name, text)| File::new(*name, *text)).collect();
    files.extend([
        File::new("board.vh", board_header(board, unit)),
        File::new(format!("{INSTRUCTION}.v"), instruction_verilog(unit)),
        File::new(format!("{}.v", unit.module().name), export::verilog(unit)),
        File::new(board.constraints.name, board.constraints.text),
    ]);
    files
}

/// What the top has to know.
fn board_header(board: &Board, unit: &Design) -> String {
    let sizes = Sizes::of(unit.instruction());
    format!(
        "\
// {} at {} MHz with {} at latency {}.
`define CLOCKS_PER_BIT 16'd{}
`define IDLE_BITS 8'd{IDLE_BITS}
`define INSTRUCTION 8'd{}
`define OPERAND_BYTES 4'd{}
`define RESULT_BYTES 4'd{}
",
        board.title,
        board.clock,
        unit.instruction(),
        unit.latency(),
        board.clocks_per_bit(),
        number(unit.instruction()),
        sizes.operands,
        sizes.result,
    )
}

/// The module around a unit: its data inputs side by side in one port, the first one lowest, and its data outputs likewise.
fn instruction_verilog(design: &Design) -> String {
    let interface = design.interface();
    let (mut operands, mut results) = (0, 0);
    let connection = |port: &Port| {
        let place = |vector: &str, next: &mut u32| {
            let low = *next;
            *next += port.width;
            format!("{vector}[{}:{low}]", *next - 1)
        };
        let net = match port.role {
            Role::Clock => "clock".to_owned(),
            Role::Reset => "reset".to_owned(),
            Role::Enable => "1'b1".to_owned(),
            Role::InValid => "in_valid".to_owned(),
            Role::OutValid => "out_valid".to_owned(),
            _ if port.is_input() => place("operands", &mut operands),
            _ => place("result", &mut results),
        };
        format!(".{}({net})", port.name)
    };
    let connections: Vec<String> = interface.ports().iter().map(connection).collect();
    let mut body = String::new();
    if design.latency() == 0 {
        // Combinational: there is nothing to clock.
        body += "    assign out_valid = in_valid;\n    wire unused = &{1'b0, clock, reset};\n";
    }
    let _ = writeln!(
        body,
        "    {} unit (\n        {}\n    );",
        design.name(),
        connections.join(",\n        ")
    );
    format!(
        "\
// {} at latency {} with its operands side by side.
module {INSTRUCTION} (
    input wire clock,
    input wire reset,
    input wire in_valid,
    input wire [{}:0] operands,
    output wire out_valid,
    output wire [{}:0] result
);
{body}endmodule
",
        interface.title(),
        design.latency(),
        operands - 1,
        results - 1,
    )
}
