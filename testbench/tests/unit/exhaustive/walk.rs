//! Unit tests of `src/exhaustive/walk.rs`.

use std::collections::HashSet;

use super::*;

#[test]
fn every_block_of_a_row_is_met_once_whatever_the_number_of_rows() {
    for count in [1, 2, 3, 63, 64, 128] {
        let places: Vec<[u16; 2]> = inputs(0x3C00..0x3C00 + count, 3)
            .filter_map(|given| given.taken().map(Place::operands))
            .collect();
        let blocks: HashSet<[u16; 2]> = places.iter().map(|[a, b]| [*a, b >> BITS_IN_BLOCK]).collect();
        assert_eq!(
            (places.len(), blocks.len()),
            ((count * BLOCKS) as usize, (count * BLOCKS) as usize)
        );
    }
}

#[test]
fn every_bit_changes_from_one_cycle_to_the_next() {
    let operands: Vec<u32> = inputs(0..64, 3)
        .map(|given| given.operands())
        .map(|[a, b]| u32::from(a) << 16 | u32::from(b))
        .collect();
    for bit in 0..32 {
        let changes = operands.windows(2).filter(|pair| (pair[0] ^ pair[1]) >> bit & 1 == 1);
        // Two changes for the gap of each pass, and two for its stall.
        assert!(changes.count() >= 3 * BLOCKS as usize, "bit {bit}");
    }
}

#[test]
fn what_is_given_leaves_after_as_many_enabled_cycles_as_the_latency() {
    for latency in [0, 1, 3, 70] {
        let enabled = walk(0..64, latency).filter(|cycle| !matches!(cycle.given, Given::Stall(_)));
        let (given, leaving): (Vec<_>, Vec<_>) = enabled.map(|cycle| (cycle.given.taken(), cycle.leaving)).unzip();
        let (before, after) = (&leaving[..latency], &leaving[latency..]);
        assert!(before.iter().all(Option::is_none));
        assert_eq!(after, &given[..given.len() - latency]);
    }
}

#[test]
fn a_combinational_unit_has_neither_gaps_nor_stalls() {
    assert!(walk(0..8, 0).all(|cycle| cycle.leaving.is_some() && cycle.leaving == cycle.given.taken()));
}
