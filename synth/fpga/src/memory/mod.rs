//! ModelFile of block memories that hold a table of constants and are only read.
//!
//! A memory takes its address at a clock edge, and shows that word until the next enabled edge. From the first such
//! edge on, this equals address registers with a table behind them.

mod ecp5;
mod ice40;

use serde::Serialize;

pub(super) use ecp5::MEMORY as ECP5;
pub(super) use ice40::MEMORY as ICE40;

/// A type of cell that is a memory.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Memory {
    /// The type's name.
    pub kind: &'static str,
    /// The encoding of its contents.
    pub contents: Contents,
    /// The supported ways to read it; a cell with other settings is unsupported.
    pub ways: &'static [Way],
}

/// The parameters that hold a memory's contents, a binary number each.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Contents {
    /// Their names, without the hexadecimal number at the end.
    pub parameters: &'static str,
    /// The number of digits of that number.
    pub digits: usize,
    /// The number of parameters.
    pub count: usize,
    /// The number of words in one parameter.
    pub words: usize,
    /// The number of memory bits in a word.
    pub bits: usize,
    /// The distance from one word to the next, in bits.
    pub stride: usize,
}

/// A way to read a memory.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Way {
    /// The required values of numeric parameters.
    pub numbers: &'static [(&'static str, u64)],
    /// The required values of text parameters.
    pub words: &'static [(&'static str, &'static str)],
    /// Pins that must be tied to these values. Then nothing is written, and only the clock changes the output.
    pub tied: &'static [(&'static str, bool)],
    /// The pin of the clock.
    pub clock: &'static str,
    /// Pins that are all 1 when an address is taken.
    pub enables: &'static [&'static str],
    /// The pins of the address.
    pub address: &'static [AddressPins],
    /// The pins of the word; all other outputs show 0.
    pub word: &'static [WordPins],
}

/// Pins of an address. Each selects between bits of the contents at a distance twice that of the pin before.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AddressPins {
    /// Their name, without the number.
    pub name: &'static str,
    /// The number of the first pin.
    pub first: usize,
    /// The number of pins.
    pub count: usize,
    /// The distance of the bits that the first pin selects between, in bits of the contents.
    pub distance: usize,
}

/// Pins of a word.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct WordPins {
    /// Their name, without the number.
    pub name: &'static str,
    /// The number of the first pin.
    pub first: usize,
    /// The number of pins.
    pub count: usize,
    /// The step from one pin's number to the next.
    pub step: usize,
    /// The position in the contents of the first pin's bit, at address 0.
    pub place: usize,
    /// The distance in the contents between the bits of two neighbouring pins.
    pub distance: usize,
}

impl Memory {
    /// Returns the names of the parameters that hold the contents, the lowest bits first.
    pub fn parameters(&self) -> impl Iterator<Item = String> {
        let Contents {
            parameters,
            digits,
            count,
            ..
        } = self.contents;
        (0..count).map(move |number| format!("{parameters}{number:0digits$X}"))
    }
}

impl AddressPins {
    /// Returns the number of each pin, and the distance of the bits that it selects between.
    pub fn numbers(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.count).map(move |turn| (self.first + turn, self.distance << turn))
    }
}

impl WordPins {
    /// Returns the number of each pin, and the position of its bit at address 0.
    pub fn numbers(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.count).map(move |turn| (self.first + turn * self.step, self.place + turn * self.distance))
    }
}
