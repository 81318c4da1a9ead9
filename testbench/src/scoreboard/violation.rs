//! Handshake violations.

use std::fmt;

use halfpipe_hdl::design::Interface;
use halfpipe_simulation::stimulus::{Cycle, ExpectedOutput};
use halfpipe_simulation::Vector;
use halfpipe_simulation::{CycleIn, CycleOut};
use halfpipe_yosys::VerilogDut;

use super::playback::{CycleMismatch, CycleMismatchKind, Playback};
use super::words::{fault_in_words, words};
use crate::engine::EngineKind;

/// The number of cycles shown before a violation, in addition to the latency.
const CYCLES_SHOWN: usize = 8;

/// A clock cycle in which a pipelined module violates the handshake contract. Either `out_valid` is wrong, or a result
/// is wrong that is right at full rate. Displays as several lines of text with the control signals of the cycles
/// before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandshakeViolation {
    /// The interface of the faulty module.
    pub interface: Interface,
    /// The engine that ran it.
    pub engine: EngineKind,
    /// The options that read the file of an external module.
    pub file_options: Vec<String>,
    /// The number of vectors that reproduce it.
    pub vectors: u64,
    /// The number of the stream of vectors. An engine with parallel copies of the unit has a stream for each copy.
    pub stream: u64,
    /// The cycle, counted from the reset at the beginning of the stream.
    pub cycle: usize,
    /// The data inputs whose result is expected, and that result; None if `out_valid` must be 0.
    pub expected: Option<(Vector, Vector)>,
    /// The outputs in this cycle.
    pub output: CycleOut,
    /// The inputs from a reset some cycles before, up to this cycle.
    pub inputs: Vec<CycleIn>,
    /// The control signals up to this cycle.
    signals: String,
}

/// Returns a line of 0 and 1 for each control signal. The last digit belongs to the cycle of the violation. The expected
/// value of `out_valid` is `-` if either is allowed.
fn draw_signals(cycles: &[(Cycle, CycleOut)]) -> String {
    let digit = |bit: bool| if bit { '1' } else { '0' };
    let line = |name: &str, value: &dyn Fn(&Cycle, &CycleOut) -> char| {
        let digits: String = cycles.iter().map(|(cycle, output)| value(cycle, output)).collect();
        format!("\n  {name:9}  {digits}")
    };
    [
        line("reset", &|cycle, _| digit(cycle.input.controls.reset)),
        line("enable", &|cycle, _| digit(cycle.input.controls.enable)),
        line("in_valid", &|cycle, _| digit(cycle.input.controls.in_valid)),
        line("out_valid", &|_, output| digit(output.out_valid)),
        line("expected", &|cycle, _| match cycle.expected {
            ExpectedOutput::Anything => '-',
            ExpectedOutput::Nothing => '0',
            ExpectedOutput::Result(_) => '1',
        }),
    ]
    .concat()
}

impl HandshakeViolation {
    /// Returns the violation that a mismatch of a playback shows. The arguments include its vectors, their results, and
    /// the number of vectors before them.
    pub(super) fn new(
        device: &dyn VerilogDut,
        engine: EngineKind,
        playback: &Playback,
        mismatch: &CycleMismatch,
        (vectors, expected): (&[Vector], &[Vector]),
        before: u64,
    ) -> HandshakeViolation {
        let place = mismatch.place;
        let count = device.latency() as usize + CYCLES_SHOWN;
        let cycles = playback.before(place, count);
        let shown = cycles.last().map(|(_, output)| output.clone());
        let output = shown.expect("the cycle of the violation is among those shown");
        HandshakeViolation {
            interface: device.interface().clone(),
            engine,
            file_options: device.file_options().to_vec(),
            vectors: before + vectors.len() as u64,
            stream: playback.stream(place),
            cycle: playback.cycle(place),
            expected: playback
                .expected(place)
                .map(|vector| (vectors[vector].clone(), expected[vector].clone())),
            output: match &mismatch.kind {
                CycleMismatchKind::Valid => output,
                CycleMismatchKind::Result { actual, .. } => CycleOut {
                    data: actual.clone(),
                    ..output
                },
            },
            inputs: playback.since_reset(place, count),
            signals: draw_signals(&cycles),
        }
    }

    /// Returns the fault in one line.
    pub fn summary(&self) -> String {
        let HandshakeViolation { stream, cycle, .. } = self;
        let place = format!("cycle {cycle} of stream {stream}");
        let interface = &self.interface;
        let expected = self.expected.as_ref().map(|(_, expected)| expected);
        let fault = fault_in_words(interface, expected, &self.output);
        let Some((inputs, _)) = &self.expected else {
            return format!("{place}: {fault}");
        };
        let words = words(interface, inputs).join(" ");
        if self.output.out_valid {
            format!("{place}: {fault}, for {words}; the result is correct without stalls, gaps and resets")
        } else {
            format!("{place}: {fault} for the result of {words}")
        }
    }
}

impl fmt::Display for HandshakeViolation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, latency, engine) = (self.interface.title(), self.interface.latency(), self.engine);
        writeln!(formatter, "{title} at latency {latency}, engine {engine}")?;
        writeln!(formatter, "{}", self.summary())?;
        write!(formatter, "control signals up to this cycle{}", self.signals)
    }
}
