//! A proof that the handshake of tiles keeps its rules, for every sequence of steps, stalls and resets.

use halfpipe_testbench::mma::{cells, prove_handshake, prove_handshake_of_text, Search};
use halfpipe_testbench::symbiyosys::TaskOutcome;
use rayon::prelude::*;

use super::faults::{FAULTS, OF_HANDSHAKE};
use super::{tile, verilog, with_slots};

#[test]
fn the_rules_of_the_handshake_hold() {
    let small = |name, latency| tile(name, [1, 1, 2], "volta", "f16.f16", latency);
    let tiles = [
        small("l1", 1),
        small("l2", 2),
        small("l3", 3),
        with_slots(small("l4", 4), 2),
        with_slots(small("idle", 1), 3),
        tile("many", [2, 3, 4], "ampere", "f32.f16", 2),
    ];
    tiles.par_iter().with_max_len(1).for_each(|spec| {
        for cell in cells(spec) {
            let (outcome, log) = prove_handshake(spec, cell).unwrap();
            assert!(outcome == TaskOutcome::Proved, "{spec:?}: {log}");
        }
    });
}

#[test]
fn faults_of_the_handshake_are_refuted() {
    let spec = tile("faulty", [1, 1, 2], "volta", "f16.f16", 3);
    let text = verilog(&spec);
    FAULTS[..OF_HANDSHAKE].par_iter().with_max_len(1).for_each(|fault| {
        let found = prove_handshake_of_text(&spec, &fault.inject(&text), [0, 0], Search::Bounded);
        let (outcome, log) = found.unwrap();
        assert!(outcome == TaskOutcome::Refuted, "{}: {log}", fault.wrong);
    });
}

#[test]
fn a_proof_that_takes_too_long_has_no_verdict() {
    let spec = tile("long", [1, 1, 2], "volta", "f16.f16", 12);
    let search = Search::Unbounded { limit_s: 1 };
    let (outcome, log) = prove_handshake_of_text(&spec, &verilog(&spec), [0, 0], search).unwrap();
    assert!(outcome == TaskOutcome::Unknown, "{log}");
}

/// A cell that takes operands or shows sums of another is found where its sums are proven.
#[test]
fn faults_of_places_are_refuted() {
    let spec = tile("places", [2, 2, 2], "volta", "f16.f16", 1);
    let text = verilog(&spec);
    for fault in &FAULTS[OF_HANDSHAKE..] {
        let wrong = fault.inject(&text);
        let found = [[0, 1], [1, 0]].map(|cell| prove_handshake_of_text(&spec, &wrong, cell, Search::Bounded).unwrap());
        assert!(
            found.iter().any(|(outcome, _)| *outcome == TaskOutcome::Refuted),
            "{}: {}",
            fault.wrong,
            found[0].1
        );
    }
}
