//! A simulator's outputs beside those of the netlist.

use std::path::Path;

use super::construct::{Construct, Source};
use super::cycles::{Cycle, Outputs, CYCLES, RESET_CYCLES};
use super::{icarus, verilator};

/// The simulators that judge a netlist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simulator {
    /// Icarus Verilog.
    Icarus,
    /// Verilator.
    Verilator,
}

/// The outcome of constructs in a simulator.
pub struct Simulated {
    simulator: Simulator,
    /// The places of those that it reads.
    read: Vec<usize>,
    /// Its outputs for these, of one run or several.
    runs: Vec<Outputs>,
    /// The places of the others, with its words.
    pub unread: Vec<(usize, String)>,
}

impl Simulator {
    /// Simulates constructs in one file. Leaves out those that the simulator does not compile.
    pub fn simulate(self, folder: &Path, constructs: &[Construct], is_system: bool, cycles: &[Cycle]) -> Simulated {
        let mut read: Vec<usize> = (0..constructs.len()).collect();
        let mut unread = Vec::new();
        loop {
            let own: Vec<Construct> = read.iter().map(|place| constructs[*place].clone()).collect();
            let source = Source::write(folder, &own, is_system);
            let runs = match self {
                Simulator::Icarus => icarus::outputs(&source, &own, cycles).map(|outputs| vec![outputs]),
                Simulator::Verilator => verilator::outputs(&source, &own, cycles),
            };
            let said = match runs {
                Ok(runs) => {
                    return Simulated {
                        simulator: self,
                        read,
                        runs,
                        unread,
                    }
                }
                Err(said) => said,
            };
            let is_error = |line: &&str| line.contains("rror") || line.contains("assert");
            let errors: Vec<&str> = said.lines().filter(is_error).collect();
            let mut named = source.named(&errors.join("\n"));
            if named.is_empty() {
                // Icarus Verilog breaks off on some SystemVerilog without a line.
                assert!(
                    self == Simulator::Icarus,
                    "{self:?} on {}: {said}",
                    source.path.display()
                );
                let breaks = |construct: &Construct| {
                    let source = Source::write(folder, std::slice::from_ref(construct), is_system);
                    icarus::outputs(&source, std::slice::from_ref(construct), cycles).is_err()
                };
                named = (0..own.len()).filter(|place| breaks(&own[*place])).collect();
                assert!(!named.is_empty(), "{said}");
            }
            for place in &named {
                let words = errors.iter().find(|line| source.named(line).contains(place));
                unread.push((read[*place], words.map_or(said.clone(), |line| source.with_text(line))));
            }
            let mut number = 0..;
            read.retain(|_| !number.next().is_some_and(|place: usize| named.contains(&place)));
        }
    }
}

/// Returns the lines with outputs; a simulator prints warnings between them.
pub fn rows(said: &str) -> impl Iterator<Item = &str> {
    said.lines().filter_map(|line| line.strip_prefix("outputs "))
}

/// Checks that a simulator printed all outputs.
pub fn whole(rows: Outputs, constructs: &[Construct], said: String) -> Result<Outputs, String> {
    let is_whole = |row: &Vec<String>| row.len() == constructs.len();
    if rows.len() == CYCLES && rows.iter().all(is_whole) {
        Ok(rows)
    } else {
        Err(said)
    }
}

/// A construct that a simulator and the netlist compute differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The place of the construct.
    pub construct: usize,
    /// The simulator.
    pub simulator: Simulator,
    /// The inputs and both outputs.
    pub shown: String,
}

impl Simulated {
    /// Returns the first difference of each construct. An output that the netlist leaves undefined is none.
    pub fn differences(&self, netlist: &Outputs, cycles: &[Cycle]) -> Vec<Difference> {
        let Simulated { simulator, .. } = *self;
        let first = |own: usize, construct: usize, simulated: &Outputs| {
            // Before the first clock edge registers have any contents.
            let mut numbers = 1..cycles.len();
            let number = numbers.find(|number| {
                let (ours, theirs) = (&netlist[*number][construct], &simulated[*number][own]);
                // Icarus Verilog computes x where a value does not depend on its undefined operand.
                let mut bits = ours.chars().zip(theirs.chars());
                !ours.contains('x') && bits.any(|(our, their)| our != their && their != 'x')
            })?;
            let (ours, theirs) = (&netlist[number][construct], &simulated[number][own]);
            let inputs = &cycles[number];
            Some(Difference {
                construct,
                simulator,
                shown: format!("cycle {number}, {inputs}: netlist {ours}, {simulator:?} {theirs}"),
            })
        };
        let each = |(own, construct): (usize, &usize)| self.runs.iter().find_map(|run| first(own, *construct, run));
        self.read.iter().enumerate().filter_map(each).collect()
    }
}

/// True if the netlist leaves an output of a construct undefined after reset.
pub fn is_undefined(netlist: &Outputs, construct: usize) -> bool {
    netlist[RESET_CYCLES..]
        .iter()
        .any(|outputs| outputs[construct].contains('x'))
}
