//! Values read back from a dump, for texts and drawings.

use std::collections::HashMap;
use std::io;

use vcd::{Command, IdCode, Parser, Value};

use super::layout::Variable;

/// The width of the widest variable read, in bits.
const WIDEST: usize = u128::BITS as usize;

/// The state of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VariableState {
    Known(u128),
    /// Some bits are unknown.
    Unknown,
    /// The variable is undriven.
    Undriven,
}

/// The states of every variable over time.
pub(super) struct History {
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
    if bits.len() > WIDEST {
        return VariableState::Unknown;
    }
    let mut word = 0;
    for bit in bits {
        word = word << 1
            | match bit {
                Value::V0 => 0,
                Value::V1 => 1,
                Value::Z if bits.iter().all(|bit| *bit == Value::Z) => return VariableState::Undriven,
                Value::Z | Value::X => return VariableState::Unknown,
            };
    }
    VariableState::Known(word)
}
