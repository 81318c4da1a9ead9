//! What memories show that a table of constants lies in: memories that are only read.
//!
//! A memory takes its address at a clock edge and shows the word there until the next one that it is enabled for. That is the same
//! as registers for the address with a table behind them, from the first such edge on.

mod ecp5;
mod ice40;

pub(super) use ecp5::MEMORY as ECP5;
pub(super) use ice40::MEMORY as ICE40;

/// A type of cell that is a memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// The type's name.
    pub kind: &'static str,
    /// How what it is filled with is written.
    pub contents: Contents,
    /// The ways to read it, of which a cell is set to one; what is set otherwise is not known.
    pub ways: &'static [Way],
}

/// The parameters that hold what a memory is filled with, a binary number each.
#[derive(Clone, Copy, Debug)]
pub struct Contents {
    /// Their names, up to the number at the end, which is hexadecimal.
    pub parameters: &'static str,
    /// The digits of that number.
    pub digits: usize,
    /// How many there are.
    pub count: usize,
    /// The words in one.
    pub words: usize,
    /// The bits of the memory in a word.
    pub bits: usize,
    /// The bits from one word to the next.
    pub stride: usize,
}

/// A way to read a memory.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Parameters that are numbers, and what they are.
    pub numbers: &'static [(&'static str, u64)],
    /// Parameters that are words, and what they are.
    pub words: &'static [(&'static str, &'static str)],
    /// Pins that are tied, so that nothing is written and nothing but the clock changes what is shown.
    pub tied: &'static [(&'static str, bool)],
    /// The pin of the clock.
    pub clock: &'static str,
    /// Pins that are all 1 where an address is taken.
    pub enables: &'static [&'static str],
    /// The pins of the address.
    pub address: &'static [AddressPins],
    /// The pins of the word; all others show 0.
    pub word: &'static [WordPins],
}

/// Pins of an address: each chooses between bits of the contents that are twice as far apart as those of the pin before.
#[derive(Clone, Copy, Debug)]
pub struct AddressPins {
    /// Their name, before the number.
    pub name: &'static str,
    /// The number of the first.
    pub first: usize,
    /// How many there are.
    pub count: usize,
    /// How many bits of the contents the first one's are apart.
    pub distance: usize,
}

/// Pins of a word.
#[derive(Clone, Copy, Debug)]
pub struct WordPins {
    /// Their name, before the number.
    pub name: &'static str,
    /// The number of the first.
    pub first: usize,
    /// How many there are.
    pub count: usize,
    /// From the number of one to the next's.
    pub step: usize,
    /// The place among the contents of the first one's bit at address 0.
    pub place: usize,
    /// How many bits of the contents two neighbours are apart.
    pub distance: usize,
}

impl Memory {
    /// The names of the parameters that hold the contents, the lowest bits first.
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
    /// The number of each, and how far apart the bits are that it chooses between.
    pub fn numbers(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.count).map(move |turn| (self.first + turn, self.distance << turn))
    }
}

impl WordPins {
    /// The number of each, and the place of its bit at address 0.
    pub fn numbers(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.count).map(move |turn| (self.first + turn * self.step, self.place + turn * self.distance))
    }
}
