//! The ECP5 memory DP16KD, with 18,432 bits. Its first port reads words of 9 or 18 bits. Words of 36 bits are read
//! through its second port, with the outputs of both ports. Narrower words are not supported here.
//!
//! Yosys has no model of it. The order of the bits is that of Yosys' own use of the cell (wired so in
//! `techlibs/lattice/brams_map_16kd.v`). The pins are those of Lattice's "ECP5 and ECP5-5G Memory User Guide",
//! FPGA-TN-02204.

use super::{AddressPins, Contents, Memory, Way, WordPins};

/// Half of the widest word, in bits, with its two parity bits.
const HALF: usize = 18;

/// The row of the memory.
pub(crate) static MEMORY: Memory = Memory {
    kind: "DP16KD",
    contents: Contents {
        parameters: "INITVAL_",
        digits: 2,
        count: 64,
        words: 16,
        bits: HALF,
        stride: 20,
    },
    ways: &[
        first_port(&[("DATA_WIDTH_A", 9)], &[address("ADA", 3, 9)], &[word("DOA", 9, 0)]),
        first_port(
            &[("DATA_WIDTH_A", 18)],
            &[address("ADA", 4, HALF)],
            &[word("DOA", HALF, 0)],
        ),
        BOTH_PORTS,
    ],
};

/// The setup with reads at the second port; the first one could only write, and is disabled.
const BOTH_PORTS: Way = Way {
    numbers: &[("DATA_WIDTH_A", 36), ("DATA_WIDTH_B", 36)],
    words: &[("REGMODE_B", "NOREG"), ("CLKBMUX", "CLKB"), ("CSDECODE_B", "0b000")],
    tied: &[
        ("CEA", false),
        ("WEB", false),
        ("OCEB", true),
        ("RSTB", false),
        ("CSB0", false),
        ("CSB1", false),
        ("CSB2", false),
    ],
    clock: "CLKB",
    enables: &["CEB"],
    address: &[address("ADB", 5, 2 * HALF)],
    word: &[word("DOA", HALF, 0), word("DOB", HALF, HALF)],
};

/// Describes the setup with reads at the first port; the second one is off.
const fn first_port(
    numbers: &'static [(&'static str, u64)],
    address: &'static [AddressPins],
    word: &'static [WordPins],
) -> Way {
    Way {
        numbers,
        words: &[("REGMODE_A", "NOREG"), ("CLKAMUX", "CLKA"), ("CSDECODE_A", "0b000")],
        tied: &[
            ("WEA", false),
            ("CEB", false),
            ("OCEA", true),
            ("RSTA", false),
            ("CSA0", false),
            ("CSA1", false),
            ("CSA2", false),
        ],
        clock: "CLKA",
        enables: &["CEA"],
        address,
        word,
    }
}

/// Returns the address pins for words of `bits` bits; the pins below `first` are ignored.
const fn address(name: &'static str, first: usize, bits: usize) -> AddressPins {
    AddressPins {
        name,
        first,
        count: 14 - first,
        distance: bits,
    }
}

const fn word(name: &'static str, count: usize, place: usize) -> WordPins {
    WordPins {
        name,
        first: 0,
        count,
        step: 1,
        place,
        distance: 1,
    }
}
