//! The memory of the iCE40, SB_RAM40_4K: 4,096 bits, read as words of 16, 8, 4 or 2.
//!
//! The lower eight bits of an address say in which word of 16 its word lies. The upper ones say which of the neighbouring bits there
//! is shown, on a pin in their middle (Lattice, "Memory Usage Guide for iCE40 Devices", FPGA-TN-02002).

use super::{AddressPins, Contents, Memory, Way, WordPins};

/// The row of the memory.
pub(in crate::device) static MEMORY: Memory = Memory {
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

/// The pins that choose one of 256 words of 16.
const LOWER: AddressPins = AddressPins {
    name: "RADDR",
    first: 0,
    count: 8,
    distance: 16,
};

/// So many pins above them.
const fn upper(count: usize) -> AddressPins {
    AddressPins {
        first: LOWER.count,
        count,
        distance: 1,
        ..LOWER
    }
}

/// The pins of a word, one for so many neighbouring bits.
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
