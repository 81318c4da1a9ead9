//! The rules over the drivers of values.

use std::collections::BTreeSet;

use super::bits::BitSet;
use super::circuit_facts::{Process, Start};
use super::data_flow::DataFlow;
use super::refusal::Refusal;

impl DataFlow<'_> {
    /// Refuses values with two drivers, and those with an initial value alone.
    pub fn check_values(&self) -> Vec<Refusal> {
        let mut refusals: Vec<Refusal> = Vec::new();
        let mut drivers: Vec<Vec<(&BitSet, &Process, usize)>> = vec![Vec::new(); self.facts.values.len()];
        let mut has_start: Vec<bool> = self.facts.values.iter().map(|value| value.start.is_some()).collect();
        for process in &self.facts.processes {
            let mut own: BTreeSet<usize> = BTreeSet::new();
            for write in &process.writes {
                if process.is_initial() {
                    has_start[write.value] = true;
                } else if own.insert(write.value) || !process.is_procedure() {
                    drivers[write.value].push((&write.bits, process, write.line));
                }
            }
        }
        for (number, value) in self.facts.values.iter().enumerate() {
            if value.start == Some(Start::Variable) {
                let reason = "it takes what the nets are before the first clock edge, which tools order differently; write assign";
                let construct = format!("initial value of {}", value.name);
                refusals.push(Refusal::new(value.line, construct, reason));
            }
            let is_read = self.is_observed[number] && !value.is_memory && !value.is_cell;
            if drivers[number].is_empty() && is_read {
                let reason = if has_start[number] {
                    "assign it (an initial value is no driver)"
                } else {
                    "assign it"
                };
                let construct = format!("net {} has no driver", value.name);
                refusals.push(Refusal::new(value.line, construct, reason));
            }
            refusals.extend(self.check_drivers(number, &drivers[number]));
        }
        refusals
    }

    /// Refuses a bit with two drivers.
    fn check_drivers(&self, value: usize, drivers: &[(&BitSet, &Process, usize)]) -> Option<Refusal> {
        // Each process writes such a variable before it reads it, and no other process reads it.
        if !self.is_shared[value] && !self.facts.values[value].is_net {
            return None;
        }
        let mut driven = BitSet::default();
        for (place, (bits, process, line)) in drivers.iter().enumerate() {
            let Some(bit) = bits.common(&driven).first() else {
                driven.add(bits);
                continue;
            };
            let mut others = drivers[..place].iter();
            let (_, other, other_line) = others.find(|(other, ..)| !bits.common(other).is_empty())?;
            let value = &self.facts.values[value];
            let net = match value.width {
                1 => value.name.clone(),
                _ => format!("{}[{bit}]", value.name),
            };
            let reason = format!(
                "it has two drivers, {} and {}; a net must have one",
                driver_text(other, *other_line),
                driver_text(process, *line)
            );
            return Some(Refusal::new(value.line, format!("net {net}"), reason));
        }
        None
    }
}

/// Describes a driver in words.
fn driver_text(process: &Process, line: usize) -> String {
    let place = format!("{}:{}", super::text::FILE, line + 1);
    match process.kind.as_str() {
        "assign" => format!("the assignment at {place}"),
        "input" | "top" => format!("the port at {place}"),
        "output" => format!("the output of the instance at {place}"),
        kind => format!("the {kind} block at {place}"),
    }
}
