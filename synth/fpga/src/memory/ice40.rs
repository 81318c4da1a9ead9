//! The iCE40 memory SB_RAM40_4K: 4,096 bits, read as words of 16, 8, 4 or 2 bits.
//!
//! The lower eight address bits select a row of 16 bits. The upper ones select one bit of each group of neighbouring
//! bits there. It appears on a pin in the group's middle (Lattice, "Memory Usage Guide for iCE40 Devices",
//! FPGA-TN-02002).

use super::{AddressPins, Contents, Memory, Way, WordPins};

/// The row of the memory.
pub(crate) static MEMORY: Memory = Memory {
    kind: "SB_RAM40_4K",
    contents: Contents {
        parameters: "INIT_",
        digits: 1,
        count: 16,
        words: 16,
        bits: 16,
        stride: 16,
    },
    ways: &[
        way(&[("READ_MODE", 0)], &[LOWER], &[word(0, 1)]),
        way(&[("READ_MODE", 1)], &[LOWER, upper(1)], &[word(0, 2)]),
        way(&[("READ_MODE", 2)], &[LOWER, upper(2)], &[word(1, 4)]),
        way(&[("READ_MODE", 3)], &[LOWER, upper(3)], &[word(3, 8)]),
    ],
};

/// The pins that select one of 256 words of 16 bits.
const LOWER: AddressPins = AddressPins {
    name: "RADDR",
    first: 0,
    count: 8,
    distance: 16,
};

/// Returns the `count` pins above them.
const fn upper(count: usize) -> AddressPins {
    AddressPins {
        first: LOWER.count,
        count,
        distance: 1,
        ..LOWER
    }
}

/// Returns the pins of a word, one for each group of `neighbours` bits.
const fn word(first: usize, neighbours: usize) -> WordPins {
    WordPins {
        name: "RDATA",
        first,
        count: 16 / neighbours,
        step: neighbours,
        place: 0,
        distance: neighbours,
    }
}

const fn way(
    numbers: &'static [(&'static str, u64)],
    address: &'static [AddressPins],
    word: &'static [WordPins],
) -> Way {
    Way {
        numbers,
        words: &[],
        tied: &[("WCLKE", false)],
        clock: "RCLK",
        enables: &["RCLKE", "RE"],
        address,
        word,
    }
}
