//! Running a unit and writing down what changes.

use std::io;

use halfpipe_hdl::net::simulate::Simulator;
use halfpipe_hdl::unit::Unit;
use halfpipe_isa::Instruction;
use vcd::{IdCode, ReferenceIndex, SimulationCommand, TimescaleUnit, Value, VarType, Writer};

use super::layout::{Scope, Source, Variable};
use super::CYCLE;
use crate::Vector;

/// When in a cycle the operands change.
pub(super) const OPERANDS: u64 = 1;

/// A finished dump.
pub(super) struct Dump {
    pub text: Vec<u8>,
    /// The middle of the cycle to look at first: the first mismatch, or else the first result.
    pub marker: u64,
    /// The cycles that its operands took there.
    pub latency: u64,
    /// When the dump ends.
    pub end: u64,
}

impl Dump {
    /// What is best seen at first: from just before the marked result's operands come in to the cycle after it.
    pub fn seen(&self) -> (u64, u64) {
        let before = self.latency * CYCLE + CYCLE;
        (self.marker.saturating_sub(before), self.marker + 2 * CYCLE)
    }
}

/// Dumps the unit's answers to the vectors.
pub(super) fn run(unit: &Unit, layout: &Scope, vectors: &[Vector]) -> Dump {
    let mut run = Run::new(unit, layout, vectors);
    let done = match unit.latency() {
        0 => run.combinational(),
        latency => run.clocked(u64::from(latency)),
    };
    let end = done.expect("writing into memory does not fail");
    let first = run.first_mismatch.or(run.first_result).unwrap_or(0);
    Dump {
        text: std::mem::take(&mut run.text),
        marker: first + CYCLE / 2,
        latency: u64::from(unit.latency()),
        end,
    }
}

/// What the simulator does not know.
#[derive(Default)]
struct Surroundings {
    clock: bool,
    reset: bool,
    operands: Vector,
    expected: Option<u32>,
    mismatch: bool,
}

struct Run<'u> {
    instruction: Instruction,
    latency: usize,
    lanes: u32,
    vectors: &'u [Vector],
    simulator: Simulator,
    surroundings: Surroundings,
    variables: Vec<Recorded<'u>>,
    text: Vec<u8>,
    first_result: Option<u64>,
    first_mismatch: Option<u64>,
}

/// A variable with its code in the dump and the value last written, which is none where nothing drives it.
struct Recorded<'u> {
    variable: &'u Variable,
    code: IdCode,
    last: Option<u128>,
}

impl<'u> Run<'u> {
    fn new(unit: &'u Unit, layout: &'u Scope, vectors: &'u [Vector]) -> Run<'u> {
        let mut run = Run {
            instruction: unit.instruction(),
            latency: unit.latency() as usize,
            lanes: unit.module().lanes,
            vectors,
            simulator: Simulator::new(unit.module()),
            surroundings: Surroundings::default(),
            variables: Vec::new(),
            text: Vec::new(),
            first_result: None,
            first_mismatch: None,
        };
        run.header(layout).expect("writing into memory does not fail");
        run
    }

    fn header(&mut self, layout: &'u Scope) -> io::Result<()> {
        let mut writer = Writer::new(&mut self.text);
        writer.version(concat!("halfpipe ", env!("CARGO_PKG_VERSION")))?;
        writer.comment(&format!("{}, latency {}", layout.title, self.latency))?;
        writer.timescale(1, TimescaleUnit::NS)?;
        declare(&mut writer, layout, &mut self.variables)?;
        writer.enddefinitions()
    }

    /// One vector a time step. Gives the end, as does a clocked run.
    fn combinational(&mut self) -> io::Result<u64> {
        let vectors = self.vectors;
        for (time, vector) in (0..).step_by(CYCLE as usize).zip(vectors) {
            self.apply(Some(vector));
            self.check(time, Some(vector));
            self.record(time)?;
        }
        if vectors.is_empty() {
            self.record(0)?;
        }
        self.end(vectors.len() as u64 * CYCLE)
    }

    /// A cycle of reset, one vector a cycle, and then as many cycles as the last result takes, and one.
    fn clocked(&mut self, latency: u64) -> io::Result<u64> {
        let vectors = self.vectors;
        let cycles = 1 + vectors.len() as u64 + latency + 1;
        let vector = |cycle: u64| vectors.get(cycle.checked_sub(1)? as usize);
        for cycle in 0..cycles {
            let rise = cycle * CYCLE;
            if cycle > 0 {
                self.simulator.tick(true, self.surroundings.reset);
                self.simulator.settle();
            }
            self.surroundings.clock = true;
            self.surroundings.reset |= cycle == 0;
            self.check(rise, cycle.checked_sub(latency).and_then(vector));
            self.record(rise)?;
            self.surroundings.reset = cycle == 0;
            self.apply(vector(cycle));
            self.record(rise + OPERANDS)?;
            self.surroundings.clock = false;
            self.record(rise + CYCLE / 2)?;
        }
        self.end(cycles * CYCLE)
    }

    /// Sets the operands; without a vector the last ones stay, and are not valid.
    fn apply(&mut self, vector: Option<&Vector>) {
        self.simulator.set_valid(vector.is_some());
        if let Some(vector) = vector {
            let operands = self.instruction.operands().iter();
            for (position, (operand, value)) in operands.zip(vector).enumerate() {
                let value = value & (u32::MAX >> (32 - operand.width()));
                self.surroundings.operands[position] = value;
                self.simulator.set_input(position, u64::from(value));
            }
        }
        self.simulator.settle();
    }

    /// Compares the result at the output with the model's for its vector.
    fn check(&mut self, time: u64, vector: Option<&Vector>) {
        let count = self.instruction.operands().len();
        let expected = vector.map(|vector| halfpipe_reference::evaluate(self.instruction, &vector[..count]));
        let actual = self.simulator.output(0);
        self.surroundings.expected = expected;
        self.surroundings.mismatch = expected.is_some_and(|expected| u128::from(expected) != actual);
        if expected.is_some() {
            self.first_result.get_or_insert(time);
        }
        if self.surroundings.mismatch {
            self.first_mismatch.get_or_insert(time);
        }
    }

    /// Writes what has changed.
    fn record(&mut self, time: u64) -> io::Result<()> {
        let first = time == 0;
        let mut writer = Writer::new(&mut self.text);
        let mut stamped = false;
        for recorded in &mut self.variables {
            let state = State {
                surroundings: &self.surroundings,
                simulator: &self.simulator,
                latency: self.latency,
            };
            let value = state.value(recorded.variable, self.lanes);
            if value == recorded.last && !first {
                continue;
            }
            if !stamped {
                stamped = true;
                writer.timestamp(time)?;
                if first {
                    writer.begin(SimulationCommand::Dumpvars)?;
                }
            }
            recorded.last = value;
            change(&mut writer, recorded, value)?;
        }
        if first && stamped {
            writer.end()?;
        }
        Ok(())
    }

    fn end(&mut self, time: u64) -> io::Result<u64> {
        Writer::new(&mut self.text).timestamp(time)?;
        Ok(time)
    }
}

struct State<'s> {
    surroundings: &'s Surroundings,
    simulator: &'s Simulator,
    latency: usize,
}

impl State<'_> {
    fn value(&self, variable: &Variable, lanes: u32) -> Option<u128> {
        let surroundings = self.surroundings;
        Some(match variable.source {
            Source::Clock => u128::from(surroundings.clock),
            Source::Reset => u128::from(surroundings.reset),
            Source::Enable => 1,
            Source::InValid => u128::from(self.simulator.valid(0)),
            Source::OutValid => u128::from(self.simulator.valid(self.latency)),
            Source::Operand(position) => u128::from(surroundings.operands[position]),
            Source::Result => self.simulator.output(0),
            Source::LaneResult(_) if lanes == 1 => self.simulator.output(0),
            Source::LaneResult(lane) => {
                let ones = (1 << variable.width) - 1;
                self.simulator.output(0) >> (lane * variable.width) & ones
            }
            Source::Net(position) => self.simulator.value(&self.simulator.signals()[position]),
            Source::Expected => return surroundings.expected.map(u128::from),
            Source::LaneExpected(lane) => {
                let ones = (1 << variable.width) - 1;
                return surroundings
                    .expected
                    .map(|expected| u128::from(expected) >> (lane * variable.width) & ones);
            }
            Source::Mismatch => u128::from(surroundings.mismatch),
            Source::Dumped => return None,
        })
    }
}

fn declare<'u>(
    writer: &mut Writer<&mut Vec<u8>>,
    scope: &'u Scope,
    variables: &mut Vec<Recorded<'u>>,
) -> io::Result<()> {
    writer.add_module(&scope.name)?;
    for variable in &scope.variables {
        let range = (variable.width > 1).then(|| ReferenceIndex::Range(variable.width - 1, 0));
        let code = writer.add_var(VarType::Wire, variable.width, &variable.name, range)?;
        variables.push(Recorded {
            variable,
            code,
            last: None,
        });
    }
    for inner in &scope.scopes {
        declare(writer, inner, variables)?;
    }
    writer.upscope()
}

fn change(writer: &mut Writer<&mut Vec<u8>>, recorded: &Recorded<'_>, value: Option<u128>) -> io::Result<()> {
    let bit = |position: u32| value.map_or(Value::Z, |value| Value::from(value >> position & 1 == 1));
    match recorded.variable.width {
        1 => writer.change_scalar(recorded.code, bit(0)),
        width => {
            let bits: Vec<Value> = (0..width).rev().map(bit).collect();
            writer.change_vector(recorded.code, &bits)
        }
    }
}
