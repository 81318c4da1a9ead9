//! Faults of a board, put in on purpose: the sessions must find each.

use halfpipe_synth::board::{sources, Board};
use halfpipe_testbench::board::SimulatedBoard;
use rayon::prelude::*;

use super::session::Session;
use super::{unit, FAST, SEED};

/// A file, a text in it, and what the fault writes instead.
const FAULTS: [[&str; 3]; 9] = [
    ["crc8.v", "8'h07", "8'h09"],
    ["frame_receive.v", "if (busy)", "if (busy && broken)"],
    [
        "frame_receive.v",
        "else if (broken)",
        "else if (broken && data == 8'd0)",
    ],
    ["frame_receive.v", "request <= data == check;", "request <= 1'b1;"],
    [
        "frame_receive.v",
        "idle && !busy && state != FRAMING",
        "idle && !busy && state == PASS_OVER",
    ],
    ["uart_receive.v", "state <= level ? READY : BITS;", "state <= BITS;"],
    [
        "top.v",
        "|| refused || answering;",
        "|| refused || (answering && ready);",
    ],
    [
        "frame_receive.v",
        "data == INSTRUCTION ?",
        "data[4:0] == INSTRUCTION[4:0] ?",
    ],
    ["frame_transmit.v", "has_result ?", "has_result || check[0] ?"],
];

#[test]
fn every_fault_is_found() {
    let unit = unit("neg.f16", 1);
    let session = Session::new(unit.instruction(), 400, SEED);
    let passes = |sources: &[halfpipe_synth::board::File]| {
        let board = SimulatedBoard::new(sources, FAST).unwrap_or_else(|error| panic!("{error}"));
        let answers = board.exchange(&session.exchanges()).unwrap();
        session.judge(&answers).is_ok()
    };
    let sound = sources(Board::Hx8k, &unit);
    assert!(passes(&sound));
    FAULTS.par_iter().for_each(|[name, right, wrong]| {
        let mut broken = sound.clone();
        let file = broken.iter_mut().find(|file| file.name == *name).unwrap();
        assert!(file.text.contains(right), "{right}");
        file.text = file.text.replacen(right, wrong, 1);
        assert!(!passes(&broken), "{wrong}");
    });
}
