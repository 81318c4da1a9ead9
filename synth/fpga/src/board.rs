//! FPGA boards, and the pins of a design on them.

use crate::Target;

/// The name of the top module on every board.
pub const TOP: &str = "top";

/// Bits per second on the line.
pub const BAUD: u32 = 115_200;

/// A board for which bitstreams are made.
#[derive(Debug)]
pub struct Board {
    /// The name as written on the command line: `icebreaker`.
    pub name: &'static str,
    /// Its manufacturer's name for it.
    pub title: &'static str,
    /// Its FPGA.
    pub target: Target,
    /// The frequency of its oscillator, in MHz.
    pub clock: u32,
    /// The file with its pins, in the form that its FPGA's router reads.
    pub constraints: Constraints,
}

/// The file with a board's pins.
#[derive(Debug)]
pub struct Constraints {
    /// Its name.
    pub name: &'static str,
    /// Its contents.
    pub text: &'static str,
}

/// Every board.
pub static BOARDS: [&Board; 5] = [&ICEBREAKER, &HX8K, &ULX3S, &TANG_NANO_9K, &TANG_NANO_20K];

/// iCEBreaker.
pub static ICEBREAKER: Board = Board {
    name: "icebreaker",
    title: "iCEBreaker",
    target: Target::ICE40_UP5K,
    clock: 12,
    constraints: Constraints {
        name: "icebreaker.pcf",
        text: halfpipe_constraints::ICEBREAKER,
    },
};

/// The iCE40-HX8K breakout board.
pub static HX8K: Board = Board {
    name: "hx8k",
    title: "iCE40-HX8K breakout board",
    target: Target::ICE40_HX8K,
    clock: 12,
    constraints: Constraints {
        name: "hx8k.pcf",
        text: halfpipe_constraints::HX8K,
    },
};

/// ULX3S with the LFE5U-25F.
pub static ULX3S: Board = Board {
    name: "ulx3s",
    title: "ULX3S with the LFE5U-25F",
    target: Target::ECP5_25K,
    clock: 25,
    constraints: Constraints {
        name: "ulx3s.lpf",
        text: halfpipe_constraints::ULX3S,
    },
};

/// Tang Nano 9K.
pub static TANG_NANO_9K: Board = Board {
    name: "tangnano9k",
    title: "Tang Nano 9K",
    target: Target::GOWIN_GW1N_9C,
    clock: 27,
    constraints: Constraints {
        name: "tangnano9k.cst",
        text: halfpipe_constraints::TANG_NANO_9K,
    },
};

/// Tang Nano 20K.
pub static TANG_NANO_20K: Board = Board {
    name: "tangnano20k",
    title: "Tang Nano 20K",
    target: Target::GOWIN_GW2A_18C,
    clock: 27,
    constraints: Constraints {
        name: "tangnano20k.cst",
        text: halfpipe_constraints::TANG_NANO_20K,
    },
};

impl Board {
    /// Returns the number of clocks for one bit on the line, rounded.
    pub fn clocks_per_bit(&self) -> u32 {
        (self.clock * 1_000_000 + BAUD / 2) / BAUD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_is_as_long_as_the_receiver_needs() {
        for board in BOARDS {
            let exact = f64::from(board.clock) * 1e6 / f64::from(BAUD);
            let deviation = (f64::from(board.clocks_per_bit()) - exact).abs() / exact;
            // The last sample comes after nine and a half bits, and must still be well within the stop bit.
            assert!(deviation < 0.01, "{}: {deviation}", board.name);
        }
    }
}
