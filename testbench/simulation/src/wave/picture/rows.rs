//! Rows of a wave in their groups, with the meaning of each value.

use halfpipe_hdl::design::{Function, Interface, Role};
use halfpipe_isa::{flag_names, ElementType, FloatFormat, Operand};
use halfpipe_model::value::in_single_precision;
use halfpipe_svg::paint::Paint;

use crate::decoded::{decoded, hexadecimal};
use crate::wave::filter;
use crate::wave::WaveScenario;
use crate::wave::{wide_hexadecimal, History, VariableState};
use crate::wave::{DumpScope, Shown, SignalSource, Variable};
use crate::wave::{CYCLE, OPERANDS};

/// Rows with a heading.
pub(super) struct Group {
    pub title: String,
    pub open: bool,
    pub paint: Paint,
    pub rows: Vec<Row>,
    pub inner: Vec<Group>,
}

/// A variable over time.
pub(super) struct Row {
    pub name: String,
    pub is_bit: bool,
    pub source: SignalSource,
    /// The number of clock cycles from an operation's operands to its value here, if known.
    pub cycle: Option<u32>,
    pub segments: Vec<Segment>,
}

/// A value and its duration.
pub(super) struct Segment {
    pub from: u64,
    pub to: u64,
    pub state: VariableState,
    /// The value in short lines for the drawing: for a number, the number first and the bits below.
    pub lines: Vec<String>,
    /// The value in full, with the parts of a number.
    pub meaning: String,
    /// True if the value differs from the expected one.
    pub is_wrong: bool,
}

impl Segment {
    /// Returns the level of a bit.
    pub fn level(&self) -> &'static str {
        match self.state {
            VariableState::Known(0) => "0",
            VariableState::Known(_) | VariableState::Wide(_) => "1",
            VariableState::Unknown => "x",
            VariableState::Undriven => "",
        }
    }
}

impl Row {
    /// Returns the segment at a time.
    pub fn find_at(&self, time: u64) -> Option<&Segment> {
        self.segments
            .iter()
            .find(|segment| segment.from <= time && time < segment.to)
    }

    /// True if the row has only one value.
    pub fn is_constant(&self) -> bool {
        self.segments.len() < 2
    }
}

/// The sources of the rows.
pub(super) struct Sources<'s> {
    pub interface: &'s Interface,
    pub play: &'s WaveScenario,
    pub history: &'s History,
    /// The end of the dump.
    pub end: u64,
    /// The name of a step of the run.
    pub step: &'static str,
    /// True if the module has a clock.
    pub is_clocked: bool,
}

impl Sources<'_> {
    /// Returns the groups of a wave, its ports first.
    pub fn groups(&self, layout: &DumpScope) -> Vec<Group> {
        let mut ports = Group {
            title: "ports".to_owned(),
            open: true,
            paint: Paint::Ink,
            rows: self.rows(&layout.name, layout),
            inner: Vec::new(),
        };
        for scope in layout.check_scopes() {
            ports.rows.extend(self.rows(&scope.path(&layout.name), scope));
        }
        self.mark_wrong(&mut ports.rows);
        let mut groups = vec![ports];
        let inner = layout.groups().map(|scope| self.group(&layout.name, scope, None));
        groups.extend(inner);
        groups
    }

    fn group(&self, around: &str, scope: &DumpScope, stage: Option<usize>) -> Group {
        let stage = scope.stage.or(stage);
        let path = scope.path(around);
        Group {
            title: scope.title.clone(),
            open: scope.open,
            paint: stage.map_or(Paint::Ink, Paint::Series),
            rows: self.rows(&path, scope),
            inner: scope
                .scopes
                .iter()
                .map(|inner| self.group(&path, inner, stage))
                .collect(),
        }
    }

    fn rows(&self, path: &str, scope: &DumpScope) -> Vec<Row> {
        scope
            .variables
            .iter()
            .map(|variable| self.row(path, variable))
            .collect()
    }

    fn row(&self, path: &str, variable: &Variable) -> Row {
        let states = self.history.states(path, variable);
        let ends = states.iter().skip(1).map(|(time, _)| *time).chain([self.end]);
        let lasting = states.iter().zip(ends).filter(|((from, _), to)| from < to);
        let segments = lasting.flat_map(|((from, state), to)| self.segments(variable, (*from, to), *state));
        Row {
            name: variable.reference(),
            is_bit: variable.width == 1,
            source: variable.source,
            cycle: variable.cycle,
            segments: segments.collect(),
        }
    }

    /// Returns a value for its whole duration. In a core it is split if the operation, and with it the format, changes.
    fn segments(&self, variable: &Variable, (from, to): (u64, u64), state: VariableState) -> Vec<Segment> {
        let segment = |from: u64, to: u64, register: Operand| {
            let (lines, meaning) = match state {
                VariableState::Known(value) if variable.width == 1 => {
                    (Vec::new(), self.meaning(variable, &register, value))
                }
                VariableState::Known(value) => (
                    self.lines(variable, &register, value),
                    self.meaning(variable, &register, value),
                ),
                VariableState::Wide(words) => {
                    let text = wide_hexadecimal(&words, variable.width);
                    (vec![text.clone()], text)
                }
                VariableState::Unknown => (vec!["x".to_owned()], "unknown".to_owned()),
                VariableState::Undriven => (Vec::new(), "none".to_owned()),
            };
            Segment {
                from,
                to,
                state,
                meaning: format!("{}, {}: {meaning}", variable.name, steps(self.step, from, to)),
                lines,
                is_wrong: false,
            }
        };
        // Inputs change slightly after the clock edge.
        let after = match (variable.source, self.is_clocked) {
            (SignalSource::Input(_) | SignalSource::InputPort { .. }, true) => OPERANDS,
            _ => 0,
        };
        let cycle = |time: u64| time.saturating_sub(after) / CYCLE;
        let mut parts: Vec<(u64, Operand)> = Vec::new();
        for cycle in cycle(from)..=cycle(to - 1) {
            let register = self.register(variable, cycle as usize);
            if parts.last().map(|(_, before)| before) != Some(&register) {
                let begins = if parts.is_empty() { from } else { cycle * CYCLE + after };
                parts.push((begins, register));
            }
        }
        let ends: Vec<u64> = parts.iter().skip(1).map(|(from, _)| *from).chain([to]).collect();
        let parts = parts.into_iter().zip(ends);
        parts
            .map(|((from, register), to)| segment(from, to, register))
            .collect()
    }

    /// Returns the type of a variable in a clock cycle.
    fn register(&self, variable: &Variable, cycle: usize) -> Operand {
        let own = || held(variable.shown, variable.width);
        let of_core = match variable.source {
            _ if !self.interface.is_core() => None,
            SignalSource::Input(position) => self.entering(cycle).and_then(|operation| {
                let mut positions = self.interface.operand_positions(operation);
                let operand = positions.position(|other| other == position)?;
                Some(operation.signature().operands()[operand])
            }),
            SignalSource::Output(position) | SignalSource::Expected(position)
                if self.interface.output_position(Role::Flags) == Some(position) =>
            {
                Some(Operand::FLAGS)
            }
            SignalSource::Output(position) | SignalSource::Expected(position) => {
                self.leaving(cycle).and_then(|operation| {
                    let first = self.interface.output_position(Role::Result(0))?;
                    operation
                        .signature()
                        .results()
                        .get(position.checked_sub(first)?)
                        .copied()
                })
            }
            _ => None,
        };
        of_core.unwrap_or_else(own)
    }

    /// Returns the operation whose operands are at the ports.
    fn entering(&self, cycle: usize) -> Option<&Function> {
        self.interface.operation(&self.play.inputs.get(cycle)?.data)
    }

    /// Returns the operation whose results are at the ports.
    fn leaving(&self, cycle: usize) -> Option<&Function> {
        self.interface.operation(self.play.shown.get(cycle)?.as_ref()?)
    }

    /// Returns the operation that a value of a core's port `op` names.
    fn operation(&self, variable: &Variable, value: u128) -> Option<&Function> {
        let SignalSource::Input(position) = variable.source else {
            return None;
        };
        let is_op = self.interface.input_position(Role::Op) == Some(position);
        let operation = self.interface.operations().get(usize::try_from(value).ok()?);
        operation.filter(|_| is_op)
    }

    fn lines(&self, variable: &Variable, register: &Operand, value: u128) -> Vec<String> {
        if let Some(operation) = self.operation(variable, value) {
            return vec![operation.name().to_owned(), value.to_string()];
        }
        let Some(word) = within(register, value) else {
            return vec![format!("0x{value:X}")];
        };
        let bits = hexadecimal(word, register.width());
        let upper_first = (0..register.lanes).rev();
        let mut lines: Vec<String> = upper_first
            .filter_map(|lane| in_short(register, register.lane(word, lane)))
            .collect();
        if lines.is_empty() || matches!(register.element_type, ElementType::Number(_)) {
            lines.push(bits);
        }
        lines
    }

    fn meaning(&self, variable: &Variable, register: &Operand, value: u128) -> String {
        if let Some(operation) = self.operation(variable, value) {
            return format!("{value} = {}", operation.name());
        }
        let Some(word) = within(register, value) else {
            return format!("0x{value:X}");
        };
        let lane = |lane: u32| {
            let value = decoded(register, word, lane);
            match register.lanes {
                1 => value,
                _ => format!("lane {lane}: {value}"),
            }
        };
        (0..register.lanes).rev().map(lane).collect::<Vec<_>>().join("; ")
    }

    /// Marks results and expected values that differ.
    fn mark_wrong(&self, rows: &mut [Row]) {
        let mismatches = rows.iter().filter(|row| matches!(row.source, SignalSource::Mismatch));
        let mismatches = mismatches.flat_map(|row| &row.segments);
        let wrong: Vec<(u64, u64)> = mismatches
            .filter(|segment| segment.state == VariableState::Known(1))
            .map(|segment| (segment.from, segment.to))
            .collect();
        let compared = |row: &&mut Row| {
            matches!(
                row.source,
                SignalSource::Mismatch | SignalSource::Expected(_) | SignalSource::Output(_)
            )
        };
        for segment in rows.iter_mut().filter(compared).flat_map(|row| &mut row.segments) {
            segment.is_wrong = wrong.iter().any(|(from, to)| segment.from < *to && *from < segment.to);
        }
    }
}

/// Returns a register type for a variable's display format; adjacent numbers are lanes.
fn held(shown: Shown, width: u32) -> Operand {
    let (element_type, lanes) = match shown {
        Shown::Number(element) => (ElementType::Number(element), width / element.register_bits()),
        Shown::Unsigned => (ElementType::Unsigned(width), 1),
        Shown::Signed => (ElementType::Signed(width), 1),
        Shown::Hexadecimal => (ElementType::Bits(width), 1),
        Shown::Flags => (ElementType::Flags, 1),
    };
    Operand {
        lanes,
        ..Operand::new("", element_type)
    }
}

/// Returns the bits of a register from a wider word; None if the register is too wide.
fn within(register: &Operand, value: u128) -> Option<u64> {
    let width = register.width();
    (1..=u64::BITS)
        .contains(&width)
        .then(|| value as u64 & (u64::MAX >> (u64::BITS - width)))
}

/// Returns the value of one lane; None if the bits say everything.
fn in_short(register: &Operand, value: u64) -> Option<String> {
    match register.element_type {
        ElementType::Number(element) => Some(filter::number(element, &format!("{value:X}"))),
        ElementType::Small(small) => {
            let single = in_single_precision(small, value);
            Some(filter::number(FloatFormat::F32, &format!("{single:X}")))
        }
        ElementType::Unsigned(_) => Some(value.to_string()),
        ElementType::Signed(_) => Some(register.element_type.sign_extended(value).to_string()),
        ElementType::Predicate => Some((value == 1).to_string()),
        ElementType::Flags => Some(flag_names(value)),
        ElementType::Rounding => register.name_of_code(value).map(str::to_owned),
        ElementType::Bits(_) => None,
    }
}

/// Returns the steps in whose middle a value stands. A shorter value gives the step that contains it.
fn steps(step: &str, from: u64, to: u64) -> String {
    let middle = CYCLE / 2;
    let first = (from + CYCLE - 1).saturating_sub(middle) / CYCLE;
    let past = (to + CYCLE - 1).saturating_sub(middle) / CYCLE;
    match past.saturating_sub(first) {
        0 => format!("at the beginning of {step} {}", from / CYCLE),
        1 => format!("{step} {first}"),
        _ => format!("{step}s {first} to {}", past - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_that_of_the_cycles_in_whose_middle_it_stands() {
        let cycles = |from, to| steps("cycle", from, to);
        assert_eq!(cycles(0, 10), "cycle 0");
        // Operands change after the clock edge.
        assert_eq!(cycles(11, 31), "cycles 1 to 2");
        assert_eq!(cycles(20, 30), "cycle 2");
        assert_eq!(cycles(20, 21), "at the beginning of cycle 2");
    }
}
