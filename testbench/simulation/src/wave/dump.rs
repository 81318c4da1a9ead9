//! Simulation of a unit with a value change dump.

use std::io;

use halfpipe_hdl::design::{Design, Interface};
use halfpipe_hdl::net::simulate::NetlistSimulator;
use smallvec::SmallVec;
use vcd::{IdCode, ReferenceIndex, SimulationCommand, TimescaleUnit, Value, VarType, Writer};

use super::scenario::WaveScenario;
use super::scope::{DumpScope, SignalSource, Variable};
use crate::{vector, Vector};
use crate::{CycleIn, CycleOut};

/// One clock cycle in the dump's unit of time, the nanosecond.
pub const CYCLE: u64 = 10;

/// The time in a cycle at which the operands change.
pub const OPERANDS: u64 = 1;

/// A finished dump.
pub struct Dump {
    /// The bytes of the file.
    pub text: Vec<u8>,
    /// The middle of the cycle to view first: the first mismatch, or else the first result.
    pub marker: u64,
    /// The latency in cycles of the operands of that result.
    pub latency: u64,
    /// The end of the dump.
    pub end: u64,
    /// The first cycle of an external module with wrong outputs, and these outputs.
    pub mismatch: Option<(usize, CycleOut)>,
}

impl Dump {
    /// Returns the initial view: from just before the marked result's operands come in to the cycle after the result.
    pub fn seen(&self) -> (u64, u64) {
        let before = self.latency * CYCLE + CYCLE;
        (self.marker.saturating_sub(before), self.marker + 2 * CYCLE)
    }
}

/// Dumps the design's signals over the cycles.
pub fn dump_design(unit: &Design, layout: &DumpScope, play: &WaveScenario) -> Dump {
    let mut run = Run::new(unit, layout, play);
    let done = match unit.latency() {
        0 => run.combinational(),
        _ => run.clocked(),
    };
    let end = done.expect("writing into memory does not fail");
    let first = run.first_mismatch.or(run.first_result).unwrap_or(0);
    Dump {
        text: std::mem::take(&mut run.text),
        marker: first + CYCLE / 2,
        latency: u64::from(unit.latency()),
        end,
        mismatch: None,
    }
}

/// The values that the simulator does not have.
#[derive(Default)]
struct PortValues {
    clock: bool,
    reset: bool,
    enable: bool,
    inputs: Vector,
    /// The model's data outputs.
    expected: Option<Vector>,
    mismatch: bool,
}

struct Run<'u> {
    interface: &'u Interface,
    latency: usize,
    play: &'u WaveScenario,
    simulator: NetlistSimulator,
    port_values: PortValues,
    variables: Vec<Recorded<'u>>,
    text: Vec<u8>,
    first_result: Option<u64>,
    first_mismatch: Option<u64>,
}

/// A variable with its code in the dump and the last value written, None if it is undriven.
struct Recorded<'u> {
    variable: &'u Variable,
    code: IdCode,
    last: Option<Words>,
}

/// The value of a variable, its lowest 64 bits first.
type Words = SmallVec<[u64; 2]>;

impl<'u> Run<'u> {
    fn new(unit: &'u Design, layout: &'u DumpScope, play: &'u WaveScenario) -> Run<'u> {
        let mut run = Run {
            interface: unit.interface(),
            latency: unit.latency() as usize,
            play,
            simulator: NetlistSimulator::new(unit.module()),
            port_values: PortValues::default(),
            variables: Vec::new(),
            text: Vec::new(),
            first_result: None,
            first_mismatch: None,
        };
        run.header(layout).expect("writing into memory does not fail");
        run
    }

    fn header(&mut self, layout: &'u DumpScope) -> io::Result<()> {
        let mut writer = Writer::new(&mut self.text);
        writer.version(concat!("halfpipe ", env!("CARGO_PKG_VERSION")))?;
        writer.comment(&format!("{}, latency {}", layout.title, self.latency))?;
        writer.timescale(1, TimescaleUnit::NS)?;
        declare(&mut writer, layout, &mut self.variables)?;
        writer.enddefinitions()
    }

    /// Runs one cycle per time step; returns the end time, as a clocked run does.
    fn combinational(&mut self) -> io::Result<u64> {
        let inputs = &self.play.inputs;
        for (cycle, input) in inputs.iter().enumerate() {
            let time = cycle as u64 * CYCLE;
            self.apply(input);
            self.check(time, cycle);
            self.record(time)?;
        }
        if inputs.is_empty() {
            self.record(0)?;
        }
        self.end(inputs.len() as u64 * CYCLE)
    }

    fn clocked(&mut self) -> io::Result<u64> {
        let inputs = &self.play.inputs;
        for (cycle, input) in inputs.iter().enumerate() {
            let rise = cycle as u64 * CYCLE;
            match cycle {
                0 => self.control(input),
                _ => {
                    self.simulator.tick(self.port_values.enable, self.port_values.reset);
                    self.simulator.settle();
                }
            }
            self.port_values.clock = true;
            self.check(rise, cycle);
            self.record(rise)?;
            self.control(input);
            self.apply(input);
            self.record(rise + OPERANDS)?;
            self.port_values.clock = false;
            self.record(rise + CYCLE / 2)?;
        }
        self.end(inputs.len() as u64 * CYCLE)
    }

    fn control(&mut self, input: &CycleIn) {
        self.port_values.reset = input.controls.reset;
        self.port_values.enable = input.controls.enable;
    }

    /// Sets the data inputs.
    fn apply(&mut self, input: &CycleIn) {
        self.simulator.set_valid(input.controls.in_valid);
        self.port_values.inputs = input.data.clone();
        for (position, word) in input.data.words(self.interface.inputs().count()).enumerate() {
            self.simulator.set_input(position, word);
        }
        self.simulator.settle();
    }

    /// Compares the outputs with the required ones.
    fn check(&mut self, time: u64, cycle: usize) {
        let outputs = self.interface.outputs().count();
        let output = CycleOut {
            out_valid: self.simulator.out_valid(),
            // No port of a design has more than 64 bits.
            data: vector((0..outputs).map(|position| self.simulator.output(position) as u64)),
        };
        self.port_values.expected = self.play.expected[cycle].clone();
        self.port_values.mismatch = self.play.is_wrong(cycle, &output);
        if self.port_values.expected.is_some() {
            self.first_result.get_or_insert(time);
        }
        if self.port_values.mismatch {
            self.first_mismatch.get_or_insert(time);
        }
    }

    /// Writes every change.
    fn record(&mut self, time: u64) -> io::Result<()> {
        let first = time == 0;
        let mut writer = Writer::new(&mut self.text);
        let mut stamped = false;
        for recorded in &mut self.variables {
            let state = CycleState {
                port_values: &self.port_values,
                simulator: &self.simulator,
            };
            let value = state.words(recorded.variable);
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
            change(&mut writer, recorded)?;
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

struct CycleState<'s> {
    port_values: &'s PortValues,
    simulator: &'s NetlistSimulator,
}

impl CycleState<'_> {
    fn words(&self, variable: &Variable) -> Option<Words> {
        match variable.source {
            SignalSource::InputPort { first, count } => {
                let word = |position| self.port_values.inputs.word(position);
                Some((first..first + count).map(word).collect())
            }
            _ => self
                .value(variable)
                .map(|value| SmallVec::from_buf([value as u64, (value >> u64::BITS) as u64])),
        }
    }

    /// Returns the value of a variable of at most 128 bits.
    fn value(&self, variable: &Variable) -> Option<u128> {
        let port_values = self.port_values;
        let expected = |output: usize| {
            port_values
                .expected
                .as_ref()
                .map(|expected| u128::from(expected[output]))
        };
        let share = |word: u128, lane: u32| word >> (lane * variable.width) & ((1 << variable.width) - 1);
        Some(match variable.source {
            SignalSource::Clock => u128::from(port_values.clock),
            SignalSource::Reset => u128::from(port_values.reset),
            SignalSource::Enable => u128::from(port_values.enable),
            SignalSource::InValid => u128::from(self.simulator.valid(0)),
            SignalSource::InReady => u128::from(self.simulator.in_ready()),
            SignalSource::OutValid => u128::from(self.simulator.out_valid()),
            SignalSource::Input(position) => port_values.inputs.word(position).into(),
            SignalSource::Output(position) => self.simulator.output(position),
            SignalSource::LaneOutput { output, lane } => share(self.simulator.output(output), lane),
            SignalSource::Net(position) => self.simulator.value(&self.simulator.signals()[position]),
            SignalSource::Expected(output) => return expected(output),
            SignalSource::LaneExpected { output, lane } => return expected(output).map(|word| share(word, lane)),
            SignalSource::Mismatch => u128::from(port_values.mismatch),
            SignalSource::InputPort { .. } | SignalSource::Dumped => return None,
        })
    }
}

/// Declares the variables of a scope. A group without a name puts its variables into the surrounding scope.
fn declare<'u>(
    writer: &mut Writer<&mut Vec<u8>>,
    scope: &'u DumpScope,
    variables: &mut Vec<Recorded<'u>>,
) -> io::Result<()> {
    let is_named = !scope.name.is_empty();
    if is_named {
        writer.add_module(&scope.name)?;
    }
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
    if is_named {
        writer.upscope()
    } else {
        Ok(())
    }
}

/// Writes the last value of a variable.
fn change(writer: &mut Writer<&mut Vec<u8>>, recorded: &Recorded<'_>) -> io::Result<()> {
    let bit = |position: u32| match &recorded.last {
        Some(words) => {
            let word = words.get((position / u64::BITS) as usize).copied().unwrap_or(0);
            Value::from(word >> (position % u64::BITS) & 1 == 1)
        }
        None => Value::Z,
    };
    match recorded.variable.width {
        1 => writer.change_scalar(recorded.code, bit(0)),
        width => {
            let bits: Vec<Value> = (0..width).rev().map(bit).collect();
            writer.change_vector(recorded.code, &bits)
        }
    }
}
