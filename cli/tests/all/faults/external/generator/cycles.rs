//! The inputs of a simulation, its outputs, and what the netlist makes of them.

use std::fmt;

use halfpipe_yosys::Circuit;
use rand::seq::IndexedRandom;
use rand::Rng;

use super::construct::{Construct, INPUTS};

/// The number of cycles of a simulation.
pub const CYCLES: usize = 64;

/// The number of first cycles with reset. After them each output counts.
pub const RESET_CYCLES: usize = 3;

/// The inputs in one clock cycle.
#[derive(Clone, Debug)]
pub struct Cycle {
    reset: bool,
    enable: bool,
    /// The data inputs.
    words: [u64; INPUTS.len()],
}

/// The outputs of all constructs in each cycle, in binary. An undefined bit is `x`.
pub type Outputs = Vec<Vec<String>>;

/// Draws the cycles of a simulation.
pub fn cycles(random: &mut impl Rng) -> Vec<Cycle> {
    let mut word = |width: u32| {
        let all = u64::MAX >> (u64::BITS - width);
        let corners = [0, 1, all, all >> 1, all ^ all >> 1];
        if random.random_ratio(1, 3) {
            *corners.choose(random).expect("there are corners")
        } else {
            random.random::<u64>() & all
        }
    };
    (0..CYCLES)
        .map(|cycle| Cycle {
            words: INPUTS.map(|(_, width, _)| word(width)),
            reset: cycle < RESET_CYCLES || word(4) == 9,
            enable: word(2) != 2,
        })
        .collect()
}

impl Cycle {
    /// Returns all inputs except the clock, with their widths, in the order of the netlist.
    pub fn inputs(&self) -> impl Iterator<Item = (&'static str, u32, u64)> + '_ {
        let control = [("reset", self.reset), ("enable", self.enable), ("in_valid", false)];
        let control = control.into_iter().map(|(name, bit)| (name, 1, u64::from(bit)));
        let words = INPUTS.into_iter().zip(self.words);
        control.chain(words.map(|((name, width, _), word)| (name, width, word)))
    }
}

/// Prints the inputs in hexadecimal.
impl fmt::Display for Cycle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs: Vec<String> = self
            .inputs()
            .map(|(name, _, word)| format!("{name} {word:x}"))
            .collect();
        formatter.write_str(&inputs.join(" "))
    }
}

/// Returns the outputs of the netlist. A bit is undefined if it differs between 512 runs, each with its own undefined
/// values and initial contents of registers.
pub fn in_netlist(circuit: &Circuit, constructs: &[Construct], cycles: &[Cycle]) -> Outputs {
    let mut machine = circuit.interpret();
    machine.power_up();
    let step = |cycle: &Cycle| {
        let bits = cycle
            .inputs()
            .flat_map(|(_, width, word)| (0..width).map(move |place| word >> place & 1 == 1));
        for (plane, bit) in machine.inputs_mut().iter_mut().zip(bits) {
            plane.0.fill(if bit { u16::MAX } else { 0 });
        }
        // The first output is `out_valid`.
        let mut bits = machine.step()[1..].iter().map(|plane| match &plane.0 {
            columns if columns.iter().all(|column| *column == 0) => '0',
            columns if columns.iter().all(|column| *column == u16::MAX) => '1',
            _ => 'x',
        });
        let word = |construct: &Construct| {
            let lowest_first: Vec<char> = bits.by_ref().take(construct.width as usize).collect();
            lowest_first.into_iter().rev().collect()
        };
        constructs.iter().map(word).collect()
    };
    cycles.iter().map(step).collect()
}
