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
        Some(match self.phase {
            Phase::Flow => flowing,
            Phase::Spaced if self.left.is_multiple_of(2) => flowing,
            Phase::Gap | Phase::Spaced => ControlInputs {
                in_valid: false,
                ..flowing
            },
            Phase::AlternateStalls if self.left % 2 == 1 => flowing,
            Phase::AlternateStalls | Phase::Stall => ControlInputs {
                enable: false,
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
mod tests {
    use super::*;

    const LATENCIES: std::ops::RangeInclusive<u32> = 1..=12;

    fn controls(latency: u32, seed: u64) -> Vec<ControlInputs> {
        Schedule::new(latency, seed, 0).take(100_000).collect()
    }

    /// Returns the lengths of the runs of cycles with a property.
    fn runs(controls: &[ControlInputs], property: impl Fn(&ControlInputs) -> bool) -> Vec<usize> {
        let runs = controls.split(|control| !property(control));
        runs.map(<[ControlInputs]>::len).filter(|length| *length > 0).collect()
    }

    #[test]
    fn what_comes_where_it_halts_is_held_once_in_each_rank() {
        const LATENCY: u32 = 5;
        let controls: Vec<ControlInputs> = Schedule::new(LATENCY, 1, 0).alternating_stalls().take(10_000).collect();
        let mut taken = 0;
        for (from, _) in controls.iter().enumerate().filter(|(_, control)| control.accepts()) {
            // The register stages that the vector has reached, and the cycles in which it stalled in the last one.
            let (mut ranks, mut stood) = (1, 0);
            for control in &controls[from + 1..] {
                if control.reset || ranks > LATENCY {
                    break;
                }
                if control.enable {
                    assert!(stood > 0, "taken in cycle {from}, rank {ranks}");
                    (ranks, stood) = (ranks + 1, 0);
                } else {
                    stood += 1
                }
            }
            taken += u32::from(ranks > LATENCY);
        }
        // The number of vectors that reached the end.
        assert_eq!(taken, 4353);
    }

    #[test]
    fn what_comes_where_it_is_spaced_comes_behind_a_gap() {
        let controls: Vec<ControlInputs> = Schedule::new(4, 1, 0).spaced().take(10_000).collect();
        let pairs = controls.windows(2).filter(|pair| pair[1].accepts());
        let behind = pairs.map(|pair| pair[0].enable && !pair[0].in_valid && !pair[0].reset);
        let behind: Vec<bool> = behind.collect();
        assert!(behind.iter().all(|is_behind| *is_behind));
        let come = behind.len();
        assert_eq!(come, 4731);
        assert!(controls.iter().any(|control| !control.enable));
    }

    #[test]
    fn a_seed_gives_the_same_schedule_each_time_and_it_begins_with_a_reset() {
        for latency in LATENCIES {
            assert_eq!(controls(latency, 5), controls(latency, 5));
            assert_ne!(controls(latency, 5), controls(latency, 6));
            assert!(controls(latency, 5)[0].reset);
        }
    }

    #[test]
    fn stalls_and_gaps_last_one_cycle_to_longer_than_the_latency() {
        let mut counts = Vec::new();
        for latency in LATENCIES {
            let controls = controls(latency, 1);
            let stalls = runs(&controls, |control| !control.enable);
            let gaps = runs(&controls, |control| !control.in_valid);
            let flows = runs(&controls, |control| control.accepts());
            for length in 1..=latency as usize + 1 {
                assert!(stalls.contains(&length), "latency {latency}: no stall of {length}");
                assert!(gaps.contains(&length), "latency {latency}: no gap of {length}");
            }
            assert!(flows.iter().any(|length| *length > 4 * latency as usize));
            counts.push(stalls.len());
        }
        assert_eq!(
            counts,
            [13958, 14381, 14661, 15216, 15345, 15486, 15603, 16741, 16166, 16324, 16958, 16475]
        );
    }

    #[test]
    fn resets_come_in_the_flow_and_in_stalls_and_gaps() {
        for latency in LATENCIES {
            let controls = controls(latency, 1);
            let around = |before: fn(&ControlInputs) -> bool,
                          reset: fn(&ControlInputs) -> bool,
                          after: fn(&ControlInputs) -> bool| {
                let met = controls
                    .windows(3)
                    .filter(|window| window[1].reset && !window[0].reset && !window[2].reset)
                    .filter(|window| before(&window[0]) && reset(&window[1]) && after(&window[2]));
                assert!(met.count() > 0, "latency {latency}");
            };
            for enable in [
                |control: &ControlInputs| control.enable,
                |control: &ControlInputs| !control.enable,
            ] {
                around(|control| control.accepts(), enable, |control| control.accepts());
                around(|control| !control.enable, enable, |control| !control.enable);
                around(|control| !control.in_valid, enable, |control| control.accepts());
            }
        }
    }

    #[test]
    fn most_cycles_take_a_vector() {
        let taken = |latency| controls(latency, 1).iter().filter(|control| control.accepts()).count();
        let taken: Vec<usize> = LATENCIES.map(taken).collect();
        assert_eq!(
            taken,
            [79316, 78659, 77841, 77004, 76133, 75596, 75756, 74465, 74334, 74443, 73412, 73081]
        );
    }
}
