//! The Verilog of a board with a design in it.

use halfpipe_fpga::board::Board;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::{self, File};

use super::instruction::{instruction_verilog, operation_verilog, INSTRUCTION, OPERATION};
use super::protocol::{Sizes, CHECK, HEADER, IDLE_BITS};

/// The files that are the same for every board and design, the top first.
const COMMON: [(&str, &str); 6] = [
    ("top.v", include_str!("../../boards/top.v")),
    ("uart_receive.v", include_str!("../../boards/uart_receive.v")),
    ("uart_transmit.v", include_str!("../../boards/uart_transmit.v")),
    ("frame_receive.v", include_str!("../../boards/frame_receive.v")),
    ("frame_transmit.v", include_str!("../../boards/frame_transmit.v")),
    ("crc32.v", include_str!("../../boards/crc32.v")),
];

/// Returns the sources of `board` with `design` in it: Verilog, and the board's pins. The top module is
/// [`TOP`](halfpipe_fpga::board::TOP). The file of the design names the command that generates it, if one is given.
///
/// # Panics
///
/// If a function of the design has operands of more than 255 bytes, or an answer of more than 255 bytes.
pub fn sources(board: &Board, design: &Design, command: Option<&str>) -> Vec<File> {
    let Sizes { operands, results } = Sizes::longest(design.interface().operations());
    let most = usize::from(u8::MAX);
    assert!(
        operands <= most && HEADER + results + CHECK <= most,
        "a request is counted in bytes"
    );
    let mut files: Vec<File> = COMMON.iter().map(|(name, text)| File::new(*name, *text)).collect();
    files.extend([
        File::new("board.vh", board_header(board, design)),
        File::new(format!("{OPERATION}.v"), operation_verilog(design)),
        File::new(format!("{INSTRUCTION}.v"), instruction_verilog(design)),
        File::new(format!("{}.v", design.name()), export::verilog_made_by(design, command)),
        File::new(board.constraints.name, board.constraints.text),
    ]);
    files
}

/// Writes the parameters of the top module.
fn board_header(board: &Board, design: &Design) -> String {
    let interface = design.interface();
    let Sizes { operands, results } = Sizes::longest(interface.operations());
    format!(
        "\
// {} at {} MHz with {} at latency {}.
`define CLOCKS_PER_BIT 16'd{}
`define IDLE_BITS 8'd{IDLE_BITS}
`define OPERAND_BYTES 8'd{operands}
`define RESULT_BYTES 8'd{results}
",
        board.title,
        board.clock,
        interface.title(),
        design.latency(),
        board.clocks_per_bit(),
    )
}
