//! A module that breaks the contract of a module.

use std::fmt;
use std::path::{Path, PathBuf};

use halfpipe_hdl::design::Interface;

use super::playback::{Departure, DepartureKind, Playback};
use super::words::{options, words};
use crate::decoded::hexadecimal;
use crate::device::Device;
use crate::engine::{CycleIn, CycleOut, EngineKind};
use crate::stimulus::{Cycle, Due};
use crate::Vector;

/// Cycles shown before a breach, beside as many as the latency is long.
const CYCLES_SHOWN: usize = 8;

/// A clock cycle in which a pipelined module does not do what the contract of a module says: `out_valid` is wrong, or so is a
/// result that is right when one vector comes in each cycle. Displays as a text of several lines with the control
/// signals of the cycles before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// What broke it.
    pub interface: Interface,
    /// What ran it.
    pub engine: EngineKind,
    /// The file of its Verilog, where it is not generated.
    pub file: Option<PathBuf>,
    /// With how many of the vectors it comes again.
    pub vectors: u64,
    /// The number of the stream of vectors; engines that run copies of the unit side by side have one for each.
    pub stream: u64,
    /// The cycle, counted from the reset with which the stream begins.
    pub cycle: usize,
    /// The data inputs whose result is due, and that result; None where `out_valid` must be 0.
    pub due: Option<(Vector, Vector)>,
    /// What the outputs show.
    pub output: CycleOut,
    /// The inputs from a reset some cycles before, up to this cycle.
    pub inputs: Vec<CycleIn>,
    /// The control signals up to this cycle.
    signals: Signals,
}

/// A line of 0 and 1 for each control signal, the last digit that of the cycle of the breach.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Signals {
    reset: String,
    enable: String,
    in_valid: String,
    out_valid: String,
    due: String,
}

impl Signals {
    fn of(cycles: &[(Cycle, CycleOut)]) -> Signals {
        let line = |digit: fn(&Cycle, &CycleOut) -> char| cycles.iter().map(|(cycle, out)| digit(cycle, out)).collect();
        Signals {
            reset: line(|cycle, _| digit(cycle.input.reset)),
            enable: line(|cycle, _| digit(cycle.input.enable)),
            in_valid: line(|cycle, _| digit(cycle.input.in_valid)),
            out_valid: line(|_, output| digit(output.out_valid)),
            due: line(|cycle, _| match cycle.due {
                Due::Anything => '-',
                Due::Nothing => '0',
                Due::Result(_) => '1',
            }),
        }
    }
}

fn digit(bit: bool) -> char {
    if bit {
        '1'
    } else {
        '0'
    }
}

impl Breach {
    /// What a departure of a playback is, given its vectors and the result of each; so many came before them.
    pub(super) fn of(
        device: &dyn Device,
        engine: EngineKind,
        playback: &Playback,
        departure: &Departure,
        (vectors, expected): (&[Vector], &[Vector]),
        before: u64,
    ) -> Breach {
        let place = departure.place;
        let count = device.latency() as usize + CYCLES_SHOWN;
        let cycles = playback.before(place, count);
        let shown = cycles.last().map(|(_, output)| output.clone());
        let output = shown.expect("the cycle of the breach is among those shown");
        Breach {
            interface: device.interface().clone(),
            engine,
            file: device.file().map(Path::to_owned),
            vectors: before + vectors.len() as u64,
            stream: playback.stream(place),
            cycle: playback.cycle(place),
            due: playback
                .due(place)
                .map(|vector| (vectors[vector].clone(), expected[vector].clone())),
            output: match &departure.kind {
                DepartureKind::Valid => output,
                DepartureKind::Result { actual, .. } => CycleOut {
                    data: actual.clone(),
                    ..output
                },
            },
            inputs: playback.since_reset(place, count),
            signals: Signals::of(&cycles),
        }
    }

    /// The command line that runs the same vectors again: of this command, with options that say which these are.
    pub fn command(&self, command: &str, vectors: &str) -> String {
        let (interface, file) = (&self.interface, self.file.as_deref());
        format!(
            "halfpipe {command} {}{} --latency {} {vectors}",
            interface.mnemonic(),
            options(interface, file, self.engine),
            interface.latency()
        )
    }

    /// What is wrong, in one line.
    pub fn summary(&self) -> String {
        let Breach { stream, cycle, .. } = self;
        let place = format!("cycle {cycle} of stream {stream}");
        let interface = &self.interface;
        let Some((inputs, expected)) = &self.due else {
            return format!("{place}: out_valid is 1, where no result is due");
        };
        let words = words(interface, inputs);
        if !self.output.out_valid {
            return format!("{place}: out_valid is 0, where the result of {words} is due");
        }
        let outputs = interface.outputs().zip(expected.iter().zip(self.output.data.iter()));
        let wrong = outputs.filter(|(_, (expected, actual))| expected != actual);
        let wrong: Vec<String> = wrong
            .map(|(port, (expected, actual))| {
                let [expected, actual] = [expected, actual].map(|word| hexadecimal(*word, port.width));
                format!("{} is {actual} for {words}, where {expected} is due", port.name)
            })
            .collect();
        format!(
            "{place}: {}; without stalls, gaps and resets it comes",
            wrong.join(", ")
        )
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Breach {
            interface,
            engine,
            signals,
            ..
        } = self;
        let (title, latency) = (interface.title(), interface.latency());
        writeln!(formatter, "{title} at latency {latency}, engine {engine}")?;
        writeln!(formatter, "{}", self.summary())?;
        writeln!(formatter, "up to this cycle")?;
        writeln!(formatter, "  reset      {}", signals.reset)?;
        writeln!(formatter, "  enable     {}", signals.enable)?;
        writeln!(formatter, "  in_valid   {}", signals.in_valid)?;
        writeln!(formatter, "  out_valid  {}", signals.out_valid)?;
        write!(formatter, "  due        {}", signals.due)
    }
}
