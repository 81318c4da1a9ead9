//! Fault detection of exhaustive runs: a run over every input finds every fault of a unit with one or two operands, in
//! one instruction each.

use halfpipe_isa::Instruction;
use halfpipe_test_support::share;
use halfpipe_testbench::exhaustive::{is_exhaustible, row_count, ExhaustiveError, Runner, ROWS};
use halfpipe_yosys::{Circuit, Mapping};
use rayon::prelude::*;

use super::fault::Fault;
use super::{broken_unit, cases};

/// The number of rows between checks for a mismatch, after which a run stops.
const ROWS_AT_ONCE: u32 = 64;

/// True if the run finds a mismatch, or refuses lanes that are not independent.
fn is_found(fault: &Fault, instruction: Instruction) -> bool {
    let unit = broken_unit(fault, instruction);
    let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap_or_else(|error| panic!("{error}"));
    let runner = match Runner::new(&unit, &circuit) {
        Ok(runner) => runner,
        Err(ExhaustiveError::Crossing { .. }) => return true,
        Err(error) => panic!("{error}"),
    };
    // A whole run takes all pieces, in any order. It begins with small operands; these pieces begin with usual ones.
    let pieces = (0..ROWS).step_by(ROWS_AT_ONCE as usize).map(|first| first ^ 0x3C00);
    pieces
        .map(|first| {
            runner
                .run(first..first + ROWS_AT_ONCE)
                .unwrap_or_else(|error| panic!("{error}"))
        })
        .any(|outcome| outcome.mismatches > 0)
}

/// One fault in so many is tried, unless all are.
const ONE_IN: usize = 48;

#[test]
fn every_fault_is_found_by_a_run_over_every_input() {
    let mut exhaustible = cases();
    exhaustible.retain(|(_, instruction)| is_exhaustible(*instruction) && row_count(*instruction) == ROWS);
    // One instruction for each fault.
    exhaustible.dedup_by_key(|(fault, _)| fault.number);
    assert!(exhaustible.len() >= 20, "{}", exhaustible.len());
    let mut place = 0..;
    exhaustible.retain(|_| share::is_tried(place.next().unwrap_or(0), ONE_IN));
    let missed: Vec<String> = exhaustible
        .into_par_iter()
        .with_max_len(1)
        .filter(|(fault, instruction)| !is_found(fault, *instruction))
        .map(|(fault, instruction)| format!("{}: {instruction}", fault.name()))
        .collect();
    assert!(missed.is_empty(), "no mismatch in any input:\n{}", missed.join("\n"));
}
