//! Injected faults of a board, each of which the sessions must find.

use halfpipe_faults::text::TextFault;
use halfpipe_fpga::board::HX8K;
use halfpipe_synth::board::sources;
use halfpipe_test_support::share;
use halfpipe_testbench::board::SimulatedBoard;
use rayon::prelude::*;

use super::session::Session;
use super::{arithmetic, core, FAST, SEED};

/// The faults, each with its file.
const FAULTS: [(&str, TextFault); 18] = [
    ("crc32.v", TextFault::new("32'hEDB88320", "32'hEDB88328")),
    ("frame_receive.v", TextFault::new("if (busy)", "if (busy && broken)")),
    (
        "frame_receive.v",
        TextFault::new("else if (broken)", "else if (broken && data == 8'd0)"),
    ),
    (
        "frame_receive.v",
        TextFault::new(
            "if (data != check_byte)",
            "if (data != check_byte && bytes_left == 4'd3)",
        ),
    ),
    (
        "frame_receive.v",
        TextFault::new(
            "idle && !busy && state != FRAMING",
            "idle && !busy && state == PASS_OVER",
        ),
    ),
    (
        "uart_receive.v",
        TextFault::new("state <= level ? READY : BITS;", "state <= BITS;"),
    ),
    (
        "top.v",
        TextFault::new("|| refused || answering;", "|| refused || (answering && ready);"),
    ),
    ("operation.v", TextFault::new("(number)", "(number & 8'hDF)")),
    ("operation.v", TextFault::new("known = 1'b0", "known = number[0]")),
    // The result of another instruction, other operands, and a truncated result.
    ("instruction.v", TextFault::new("op = 2'd1", "op = 2'd0")),
    (
        "instruction.v",
        TextFault::new("operands[31:0]", "operands[30:0], operands[31]"),
    ),
    ("operation.v", TextFault::new("8'd4};", "8'd2};")),
    (
        "frame_transmit.v",
        TextFault::new("(has_result ?", "(has_result || status[0] ?"),
    ),
    // An answer that need not fit its request.
    (
        "frame_transmit.v",
        TextFault::new("check <= request_check;", "check <= request_check | 32'd1;"),
    ),
    (
        "frame_receive.v",
        TextFault::new("sequence_number[15:8] <= data;", "sequence_number[15:8] <= 8'd0;"),
    ),
    // The sequence number of the previous request.
    ("frame_receive.v", TextFault::new("sequence_number <= 16'd0;", "")),
    ("frame_receive.v", TextFault::new("check <= EMPTY;", "")),
    (
        "frame_receive.v",
        TextFault::new("if (known) check <= next_check;", "check <= next_check;"),
    ),
];

/// One fault in so many is tried, unless all are: each needs a simulation to be compiled.
const ONE_IN: usize = 6;

#[test]
fn every_fault_is_found() {
    let instructions = ["neg.f16", "add.f16x2", "sub.f32.bf16"].map(|name| name.parse().unwrap());
    let core = core(&instructions, 1);
    let session = Session::new(core.interface().operations(), arithmetic, 400, SEED);
    let passes = |sources: &[halfpipe_hdl::export::File]| {
        let board = SimulatedBoard::new(sources, FAST).unwrap_or_else(|error| panic!("{error}"));
        let answers = board.exchange(&session.exchanges()).unwrap();
        session.judge(&answers).is_ok()
    };
    let sound = sources(&HX8K, &core, None);
    assert!(passes(&sound));
    let tried = FAULTS
        .iter()
        .enumerate()
        .filter(|(place, _)| share::is_tried(*place, ONE_IN));
    let tried: Vec<_> = tried.map(|(_, fault)| fault).collect();
    tried.into_par_iter().for_each(|(name, fault)| {
        let mut broken = sound.clone();
        let file = broken.iter_mut().find(|file| file.name == *name).unwrap();
        file.text = fault.inject(&file.text);
        assert!(!passes(&broken), "{}", fault.wrong);
    });
}
