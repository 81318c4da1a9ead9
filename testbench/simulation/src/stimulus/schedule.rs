//! Timing of vectors: stalls, gaps and resets.

use halfpipe_hdl::design::ControlInputs;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// An endless sequence of control signals, cycle by cycle, the same for the same seed.
///
/// It begins with a reset. Vectors then flow at full rate, with an interruption every few cycles. Most interruptions
/// are a stall or a gap of one cycle. Others are longer, up to beyond the latency, or stall every other cycle, or
/// change the control signals in every cycle. Resets come in the middle of the flow or beside a stall or gap. At least
/// seven tenths of the cycles take a vector, except with [`Schedule::alternating_stalls`] and [`Schedule::spaced`].
#[derive(Clone, Debug)]
pub struct Schedule {
    latency: u32,
    /// The only phase with vectors, if there is only one.
    only: Option<Phase>,
    /// True if no phase stalls the pipeline.
    is_always_enabled: bool,
    phase: Phase,
    /// The number of cycles until the next phase.
    left: u32,
    random: ChaCha8Rng,
}

/// The pattern of a few consecutive cycles. Signals that a phase leaves open are drawn in each cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// A vector in each cycle.
    Flow,
    /// An enabled pipeline without valid input.
    Gap,
    /// A disabled pipeline.
    Stall,
    /// The pipeline is disabled every other cycle, so every item in it stalls once in each register stage.
    AlternateStalls,
    /// An enabled pipeline without valid input every other cycle.
    Spaced,
    /// Random `enable` and `in_valid`.
    Random,
    /// A reset, which discards the items in the pipeline.
    Reset,
}

impl Schedule {
    /// Returns the schedule number `number` of a seed for a pipeline of `latency` clock cycles. At latency 0 there are
    /// no control signals, and vectors flow.
    pub fn new(latency: u32, seed: u64, number: u64) -> Schedule {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // The source draws the seed's vectors from stream 0 of the generator.
        random.set_stream(number + 1);
        Schedule {
            latency,
            only: None,
            is_always_enabled: false,
            phase: Phase::Reset,
            left: u32::from(latency > 0),
            random,
        }
    }

    /// Returns the same schedule with vectors only while the pipeline is disabled every other cycle. Only stalls and
    /// resets interrupt it. Each vector stalls once in each register stage.
    #[must_use]
    pub fn alternating_stalls(self) -> Schedule {
        let only = Some(Phase::AlternateStalls);
        Schedule { only, ..self }
    }

    /// Returns the same schedule with vectors only after a gap of one cycle. Only stalls and resets interrupt it. If
    /// the operands are the same in all gaps, each vector follows the same value into each register stage.
    #[must_use]
    pub fn spaced(self) -> Schedule {
        let only = Some(Phase::Spaced);
        Schedule { only, ..self }
    }

    /// Returns the same schedule without stalls, if so requested: `enable` is always 1.
    #[must_use]
    pub fn always_enabled(self, is_always_enabled: bool) -> Schedule {
        Schedule {
            is_always_enabled,
            ..self
        }
    }

    /// True if vectors come only after a gap.
    pub(crate) fn is_spaced(&self) -> bool {
        self.only == Some(Phase::Spaced)
    }

    /// Returns the phase after the present one.
    fn next_phase(&mut self) -> Phase {
        let draw = self.random.random_range(0..32_u32);
        if let Some(only) = self.only {
            return match draw {
                _ if self.phase != only => only,
                ..8 => Phase::Reset,
                8.. => Phase::Stall,
            };
        }
        match (self.phase, draw) {
            (Phase::Flow, 0) => Phase::Reset,
            (Phase::Flow, 1..4) => Phase::Random,
            (Phase::Flow, 4..8) => Phase::AlternateStalls,
            (Phase::Flow, 8..14) => Phase::Gap,
            (Phase::Flow, 14..) => Phase::Stall,
            (_, ..24) => Phase::Flow,
            // Interruptions of different kinds sometimes coincide.
            (_, 24..26) => Phase::Reset,
            (_, 26..28) => Phase::Gap,
            (_, 28..30) => Phase::Stall,
            (_, 30..) => Phase::Random,
        }
    }

    /// Begins the next phase.
    fn turn(&mut self) {
        self.phase = self.next_phase();
        let random = &mut self.random;
        let is_long = random.random_ratio(1, 8);
        self.left = match self.phase {
            Phase::Flow if is_long => random.random_range(1..=4 * self.latency + 32),
            Phase::Flow => random.random_range(1..=16),
            Phase::AlternateStalls | Phase::Spaced => 2 * random.random_range(1..=2 * self.latency + 16),
            Phase::Random => random.random_range(2..=self.latency + 3),
            _ if is_long => random.random_range(2..=self.latency + 3),
            _ => 1,
        };
    }
}

impl Iterator for Schedule {
    type Item = ControlInputs;

    fn next(&mut self) -> Option<ControlInputs> {
        if self.latency == 0 {
            return Some(ControlInputs::FLOWING);
        }
        while self.left == 0 {
            self.turn();
        }
        self.left -= 1;
        let flowing = ControlInputs::FLOWING;
        if self.phase == Phase::Flow {
            return Some(flowing);
        }
        let [enable, in_valid] = self.random.random();
        let enable = enable || self.is_always_enabled;
        Some(match self.phase {
            Phase::Flow => flowing,
            Phase::Spaced if self.left.is_multiple_of(2) => flowing,
            Phase::Gap | Phase::Spaced => ControlInputs {
                in_valid: false,
                ..flowing
            },
            Phase::AlternateStalls if self.left % 2 == 1 => flowing,
            Phase::AlternateStalls | Phase::Stall => ControlInputs {
                enable: self.is_always_enabled,
                in_valid,
                ..flowing
            },
            Phase::Random => ControlInputs {
                enable,
                in_valid,
                ..flowing
            },
            Phase::Reset => ControlInputs {
                reset: true,
                enable,
                in_valid,
            },
        })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/stimulus/schedule.rs"]
mod tests;
