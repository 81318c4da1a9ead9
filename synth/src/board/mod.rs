//! An instruction on an FPGA board, behind a serial port.
//!
//! The Verilog under `synth/boards` is the same on every board: it receives requests, has them computed and sends
//! answers. [`sources()`] adds what depends on the board and on the instruction, and [`build()`] makes a bitstream of it.
//! [`Client`] is the other end of the line, and [`protocol`] what goes over it. None of it has been run on a board.

mod build;
mod client;
pub mod protocol;
mod sources;

pub use build::{build, Bitstream, Report};
pub use client::{Client, ClientError, Line};
pub use sources::{sources, File, TOP};

use crate::target::Target;
use crate::tools::Tool;

/// Bits per second on the line.
pub const BAUD: u32 = 115_200;

/// A board that bitstreams are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Board {
    /// iCEBreaker.
    Icebreaker,
    /// The iCE40-HX8K breakout board.
    Hx8k,
    /// ULX3S with the LFE5U-25F.
    Ulx3s,
}

/// One row of the table of boards.
struct Row {
    board: Board,
    name: &'static str,
    title: &'static str,
    target: Target,
    /// The frequency of its oscillator, in MHz.
    clock: u32,
    constraints: Constraints,
}

/// The file with a board's pins.
struct Constraints {
    name: &'static str,
    text: &'static str,
}

/// Every board, in the order of [`Board`].
const TABLE: [Row; 3] = [
    Row {
        board: Board::Icebreaker,
        name: "icebreaker",
        title: "iCEBreaker",
        target: Target::Ice40Up5k,
        clock: 12,
        constraints: Constraints {
            name: "icebreaker.pcf",
            text: include_str!("../../../constraints/icebreaker.pcf"),
        },
    },
    Row {
        board: Board::Hx8k,
        name: "hx8k",
        title: "iCE40-HX8K breakout board",
        target: Target::Ice40Hx8k,
        clock: 12,
        constraints: Constraints {
            name: "hx8k.pcf",
            text: include_str!("../../../constraints/hx8k.pcf"),
        },
    },
    Row {
        board: Board::Ulx3s,
        name: "ulx3s",
        title: "ULX3S with the LFE5U-25F",
        target: Target::Ecp525k,
        clock: 25,
        constraints: Constraints {
            name: "ulx3s.lpf",
            text: include_str!("../../../constraints/ulx3s.lpf"),
        },
    },
];

impl Board {
    /// Every board, in the table's order.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.board)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name as written on the command line: `icebreaker`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What its makers call it.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// Its FPGA.
    pub fn target(self) -> Target {
        self.row().target
    }

    /// The frequency of its oscillator, in MHz.
    pub fn clock(self) -> u32 {
        self.row().clock
    }

    /// How many clocks a bit on the line takes, rounded.
    pub fn clocks_per_bit(self) -> u32 {
        (self.clock() * 1_000_000 + BAUD / 2) / BAUD
    }

    /// The file with its pins.
    fn constraints(self) -> &'static Constraints {
        &self.row().constraints
    }

    /// The ending of its bitstreams' names, as the programs that load them know it.
    fn ending(self) -> &'static str {
        match self.target().packer() {
            Tool::Ecppack => "bit",
            _ => "bin",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enumeration() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.board as usize, index, "{}", row.name);
        }
    }

    #[test]
    fn a_bit_is_as_long_as_the_receiver_needs() {
        for board in Board::all() {
            let exact = f64::from(board.clock()) * 1e6 / f64::from(BAUD);
            let deviation = (f64::from(board.clocks_per_bit()) - exact).abs() / exact;
            // After nine and a half bits the sample must still be well within the stop bit.
            assert!(deviation < 0.01, "{}: {deviation}", board.name());
        }
    }
}
