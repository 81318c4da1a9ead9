//! Results that differ from the model's.

use std::fmt::{self, Write};

use halfpipe_hdl::design::{Function, Interface, Port};
use halfpipe_isa::{ElementType, Operand};
use halfpipe_simulation::Vector;
use halfpipe_simulation::{decoded, hexadecimal};

use crate::engine::EngineKind;

/// Data outputs that differ from the model's. Displays as several lines of text: operands and results decoded, lane by
/// lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The interface of the faulty module.
    pub interface: Interface,
    /// The engine that ran it.
    pub engine: EngineKind,
    /// The options that read the file of an external module.
    pub file_options: Vec<String>,
    /// The data inputs.
    pub inputs: Vector,
    /// The model's data outputs.
    pub expected: Vector,
    /// The engine's data outputs.
    pub actual: Vector,
}

impl Mismatch {
    /// Returns the requested operation; None if a core lacks it.
    pub fn operation(&self) -> Option<&Function> {
        self.interface.operation(&self.inputs)
    }

    /// Returns the operands as words, the lowest bits first, each with its register.
    pub fn operands(&self) -> Vec<(Operand, Vec<u64>)> {
        match self.operation() {
            Some(operation) => self.interface.operand_registers(operation, &self.inputs),
            None => Vec::new(),
        }
    }

    /// Returns the first wrong data output with its expected and its actual value.
    pub fn difference(&self) -> Option<(&Port, u64, u64)> {
        let words = self.expected.iter().copied().zip(self.actual.iter().copied());
        let mut outputs = self.interface.outputs().zip(words);
        let (port, (expected, actual)) = outputs.find(|(_, (expected, actual))| expected != actual)?;
        Some((port, expected, actual))
    }

    /// Decodes operands and results lane by lane. If the registers have different numbers of lanes, each register takes
    /// one line with all its lanes.
    fn decode(&self, operation: &Function, text: &mut String) -> fmt::Result {
        let signature = operation.signature();
        let operands = self.operands();
        let [expected, actual] =
            [&self.expected, &self.actual].map(|outputs| self.interface.results(operation, outputs));
        let name = |result: &Operand, what: &str| match signature.results() {
            [_] => what.to_owned(),
            _ => format!("{} {what}", result.name),
        };
        let columns = signature.results().iter().map(|result| name(result, "expected").len());
        let columns = columns.max().unwrap_or_default();
        let element = |register: &Operand, lane: u32| format!("{} lane {lane}", register.name);
        let elements = operands.iter().filter(|(_, words)| words.len() > 1);
        let columns = elements.fold(columns, |columns, (register, _)| {
            columns.max(element(register, register.lanes - 1).len())
        });
        let lanes = signature.lanes();
        let all = || signature.results().iter().zip(expected.iter().zip(&actual));
        // Flags combine those of all lanes.
        let of_all_lanes = |result: &Operand| lanes > 1 && result.element_type == ElementType::Flags;
        for lane in 0..lanes {
            let results = || all().filter(|(result, _)| !of_all_lanes(result));
            if lanes > 1 {
                let agrees = results()
                    .all(|(result, (expected, actual))| result.lane(*expected, lane) == result.lane(*actual, lane));
                writeln!(text, "lane {lane}{}", if agrees { ", which agrees" } else { "" })?;
            }
            let mut line = |name: &str, register: &Operand, value: u64| {
                let shown = match (lanes, register.lanes) {
                    (1, all) => 0..all,
                    // All lanes have one rounding.
                    (_, 1) => 0..1,
                    _ => lane..lane + 1,
                };
                let shown: Vec<String> = shown.map(|lane| decoded(register, value, lane)).collect();
                writeln!(text, "  {name:<columns$}  {}", shown.join("; "))
            };
            for (register, words) in &operands {
                match words[..] {
                    [value] => line(register.name, register, value)?,
                    // A register of several words has too many elements for one line.
                    _ => {
                        let one = Operand { lanes: 1, ..*register };
                        for lane in 0..register.lanes {
                            line(&element(register, lane), &one, lane_of_words(register, words, lane))?;
                        }
                    }
                }
            }
            for (result, (expected, actual)) in results() {
                line(&name(result, "expected"), result, *expected)?;
                line(&name(result, "actual"), result, *actual)?;
            }
        }
        for (result, (expected, actual)) in all().filter(|(result, _)| of_all_lanes(result)) {
            for (what, value) in [("expected", expected), ("actual", actual)] {
                writeln!(
                    text,
                    "{:<columns$}    {}",
                    name(result, what),
                    decoded(result, *value, 0)
                )?;
            }
        }
        Ok(())
    }

    fn write(&self, text: &mut String) -> fmt::Result {
        let (interface, engine) = (&self.interface, self.engine);
        let title = interface.title();
        writeln!(text, "{title} at latency {}, engine {engine}", interface.latency())?;
        let operation = self.operation();
        if interface.is_core() {
            match operation {
                Some(operation) => writeln!(text, "{operation}")?,
                None => writeln!(text, "an operation that it does not have")?,
            }
        }
        if let Some(operation) = operation {
            self.decode(operation, text)?;
        }
        // Values that are not decoded are listed here: bits outside the operation's results, and outputs that are not
        // results.
        let is_shown = operation.is_some() && !interface.is_core();
        if let Some((port, expected, actual)) = self.difference().filter(|_| !is_shown) {
            let [expected, actual] = [expected, actual].map(|word| hexadecimal(word, port.width));
            writeln!(text, "{} is {actual}, expected {expected}", port.name)?;
        }
        Ok(())
    }
}

/// Returns the bits of one lane of a register of several words. No lane is in two of them.
fn lane_of_words(register: &Operand, words: &[u64], lane: u32) -> u64 {
    let low = lane * register.element_type.bits();
    words[(low / u64::BITS) as usize] >> (low % u64::BITS)
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text)?;
        formatter.write_str(text.trim_end())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/scoreboard/mismatch.rs"]
mod tests;
