//! Values read back from a dump, for texts and drawings.

use std::collections::HashMap;
use std::io;

use vcd::{Command, IdCode, Parser, Value};

use super::scope::Variable;
use crate::decoded::hexadecimal_words;

/// The number of words of the widest variable read.
const WORDS: usize = 8;

/// The state of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableState {
    /// Every bit is 0 or 1.
    Known(u128),
    /// The value of a variable of more than 128 bits, its lowest 64 bits first.
    Wide([u64; WORDS]),
    /// Some bits are unknown.
    Unknown,
    /// The variable is undriven.
    Undriven,
}

/// The states of every variable over time.
pub struct History {
    codes: HashMap<String, IdCode>,
    changes: HashMap<IdCode, Vec<(u64, VariableState)>>,
}

impl History {
    /// Reads a dump.
    pub fn parse(dump: &[u8]) -> io::Result<History> {
        let mut history = History {
            codes: HashMap::new(),
            changes: HashMap::new(),
        };
        let (mut path, mut now) = (Vec::new(), 0);
        for command in Parser::new(dump) {
            match command? {
                Command::ScopeDef(_, name) => path.push(name),
                Command::Upscope => {
                    path.pop();
                }
                Command::VarDef(_, _, code, name, _) => {
                    history.codes.insert(format!("{}.{name}", path.join(".")), code);
                }
                Command::Timestamp(time) => now = time,
                Command::ChangeScalar(code, value) => history.change(code, now, &[value]),
                Command::ChangeVector(code, values) => history.change(code, now, &values.to_vec()),
                _ => {}
            }
        }
        Ok(history)
    }

    fn change(&mut self, code: IdCode, time: u64, bits: &[Value]) {
        let changes = self.changes.entry(code).or_default();
        let state = state(bits);
        // The last of several changes in one time step counts.
        changes.retain(|(before, _)| *before < time);
        if changes.last().map(|(_, before)| *before) != Some(state) {
            changes.push((time, state));
        }
    }

    /// Returns the states of a variable in the scope of this path, each with its start time.
    pub fn states(&self, path: &str, variable: &Variable) -> &[(u64, VariableState)] {
        let code = self.codes.get(&format!("{path}.{}", variable.name));
        let changes = code.and_then(|code| self.changes.get(code));
        changes.map_or(&[], Vec::as_slice)
    }
}

/// Returns bits, the highest first, as one state. A dump may omit leading zeros.
fn state(bits: &[Value]) -> VariableState {
    if bits.len() > WORDS * u64::BITS as usize {
        return VariableState::Unknown;
    }
    let mut words = [0; WORDS];
    for (bit, place) in bits.iter().rev().zip(0..) {
        let is_one = match bit {
            Value::V0 => false,
            Value::V1 => true,
            Value::Z if bits.iter().all(|bit| *bit == Value::Z) => return VariableState::Undriven,
            Value::Z | Value::X => return VariableState::Unknown,
        };
        words[place / u64::BITS as usize] |= u64::from(is_one) << (place % u64::BITS as usize);
    }
    match bits.len() {
        129.. => VariableState::Wide(words),
        _ => VariableState::Known(u128::from(words[1]) << u64::BITS | u128::from(words[0])),
    }
}

/// Returns a value of this many bits with all its hexadecimal digits, from its words, the lowest bits first.
pub fn wide_hexadecimal(words: &[u64], width: u32) -> String {
    let count = width.div_ceil(u64::BITS) as usize;
    hexadecimal_words(&words[..count], width)
}
