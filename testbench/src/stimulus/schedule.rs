//! When vectors come: stalls, gaps and resets.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The control signals of one clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control {
    /// `reset`
    pub reset: bool,
    /// `enable`
    pub enable: bool,
    /// `in_valid`
    pub in_valid: bool,
}

impl Control {
    /// One vector a cycle.
    pub const FLOWING: Control = Control {
        reset: false,
        enable: true,
        in_valid: true,
    };

    /// Whether operands are taken at the end of the cycle.
    pub const fn takes(self) -> bool {
        !self.reset && self.enable && self.in_valid
    }
}

/// An endless sequence of control signals, cycle by cycle, the same for the same seed.
///
/// It begins with a reset. Then vectors flow at full rate, interrupted every few cycles: mostly by a stall or a gap of one
/// cycle, at times by longer ones, up to beyond the latency, by a stall in every other cycle, by control signals that change
/// in every cycle, or by a reset, in the middle of the flow or beside a stall or gap. At least seven tenths of the cycles take a
/// vector, but for [`Schedule::halting`] and [`Schedule::spaced`].
#[derive(Clone, Debug)]
pub struct Schedule {
    latency: u32,
    /// The only phase in which vectors come, if there is but one.
    only: Option<Phase>,
    phase: Phase,
    /// Cycles until the next phase.
    left: u32,
    random: ChaCha8Rng,
}

/// What a few cycles in a row have in common. What a phase leaves open is drawn in each cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// A vector in each cycle.
    Flow,
    /// The pipeline moves, and nothing comes.
    Gap,
    /// The pipeline stands.
    Stall,
    /// The pipeline stands every other cycle: whatever is in it is held once in each rank of registers.
    Halting,
    /// The pipeline moves, and nothing comes every other cycle.
    Spaced,
    /// `enable` and `in_valid` are anything.
    Ragged,
    /// What is under way is lost.
    Reset,
}

impl Schedule {
    /// The schedule of that number, of those that a seed has, for a pipeline of so many clock cycles. At latency 0 there
    /// are no control signals, and vectors flow.
    pub fn new(latency: u32, seed: u64, number: u64) -> Schedule {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // The vectors of the seed are drawn from its first stream.
        random.set_stream(number + 1);
        Schedule {
            latency,
            only: None,
            phase: Phase::Reset,
            left: u32::from(latency > 0),
            random,
        }
    }

    /// The same, but vectors come only where the pipeline stands every other cycle, interrupted by nothing but stalls and
    /// resets: each of them is held once in each rank of registers.
    #[must_use]
    pub fn halting(self) -> Schedule {
        let only = Some(Phase::Halting);
        Schedule { only, ..self }
    }

    /// The same, but vectors come only behind a gap of one cycle, interrupted by nothing but stalls and resets: where the
    /// operands are the same in all gaps, each vector comes into each rank of registers behind the same.
    #[must_use]
    pub fn spaced(self) -> Schedule {
        let only = Some(Phase::Spaced);
        Schedule { only, ..self }
    }

    /// Whether vectors come only behind a gap.
    pub(crate) fn is_spaced(&self) -> bool {
        self.only == Some(Phase::Spaced)
    }

    /// What comes behind a phase.
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
            (Phase::Flow, 1..4) => Phase::Ragged,
            (Phase::Flow, 4..8) => Phase::Halting,
            (Phase::Flow, 8..14) => Phase::Gap,
            (Phase::Flow, 14..) => Phase::Stall,
            (_, ..24) => Phase::Flow,
            // Interruptions of different kinds meet now and then.
            (_, 24..26) => Phase::Reset,
            (_, 26..28) => Phase::Gap,
            (_, 28..30) => Phase::Stall,
            (_, 30..) => Phase::Ragged,
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
            Phase::Halting | Phase::Spaced => 2 * random.random_range(1..=2 * self.latency + 16),
            Phase::Ragged => random.random_range(2..=self.latency + 3),
            _ if is_long => random.random_range(2..=self.latency + 3),
            _ => 1,
        };
    }
}

impl Iterator for Schedule {
    type Item = Control;

    fn next(&mut self) -> Option<Control> {
        if self.latency == 0 {
            return Some(Control::FLOWING);
        }
        while self.left == 0 {
            self.turn();
        }
        self.left -= 1;
        let flowing = Control::FLOWING;
        if self.phase == Phase::Flow {
            return Some(flowing);
        }
        let [enable, in_valid] = self.random.random();
        Some(match self.phase {
            Phase::Flow => flowing,
            Phase::Spaced if self.left.is_multiple_of(2) => flowing,
            Phase::Gap | Phase::Spaced => Control {
                in_valid: false,
                ..flowing
            },
            Phase::Halting if self.left % 2 == 1 => flowing,
            Phase::Halting | Phase::Stall => Control {
                enable: false,
                in_valid,
                ..flowing
            },
            Phase::Ragged => Control {
                enable,
                in_valid,
                ..flowing
            },
            Phase::Reset => Control {
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

    fn controls(latency: u32, seed: u64) -> Vec<Control> {
        Schedule::new(latency, seed, 0).take(100_000).collect()
    }

    /// The lengths of the runs of cycles that have a property.
    fn runs(controls: &[Control], property: impl Fn(&Control) -> bool) -> Vec<usize> {
        let runs = controls.split(|control| !property(control));
        runs.map(<[Control]>::len).filter(|length| *length > 0).collect()
    }

    #[test]
    fn what_comes_where_it_halts_is_held_once_in_each_rank() {
        const LATENCY: u32 = 5;
        let controls: Vec<Control> = Schedule::new(LATENCY, 1, 0).halting().take(10_000).collect();
        let mut taken = 0;
        for (from, _) in controls.iter().enumerate().filter(|(_, control)| control.takes()) {
            // Ranks of registers that it has come to, and cycles in which it stood in the last one.
            let (mut ranks, mut stood) = (1, 0);
            for control in &controls[from + 1..] {
                if control.reset || ranks > LATENCY {
                    break;
                }
                match control.enable {
                    false => stood += 1,
                    true => {
                        assert!(stood > 0, "taken in cycle {from}, rank {ranks}");
                        (ranks, stood) = (ranks + 1, 0);
                    }
                }
            }
            taken += u32::from(ranks > LATENCY);
        }
        // So many came to the end.
        assert_eq!(taken, 4353);
    }

    #[test]
    fn what_comes_where_it_is_spaced_comes_behind_a_gap() {
        let controls: Vec<Control> = Schedule::new(4, 1, 0).spaced().take(10_000).collect();
        let pairs = controls.windows(2).filter(|pair| pair[1].takes());
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
            let flows = runs(&controls, |control| control.takes());
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
            let around = |before: fn(&Control) -> bool, reset: fn(&Control) -> bool, after: fn(&Control) -> bool| {
                let met = controls
                    .windows(3)
                    .filter(|window| window[1].reset && !window[0].reset && !window[2].reset)
                    .filter(|window| before(&window[0]) && reset(&window[1]) && after(&window[2]));
                assert!(met.count() > 0, "latency {latency}");
            };
            for enable in [|control: &Control| control.enable, |control: &Control| !control.enable] {
                around(|control| control.takes(), enable, |control| control.takes());
                around(|control| !control.enable, enable, |control| !control.enable);
                around(|control| !control.in_valid, enable, |control| control.takes());
            }
        }
    }

    #[test]
    fn most_cycles_take_a_vector() {
        let taken = |latency| controls(latency, 1).iter().filter(|control| control.takes()).count();
        let taken: Vec<usize> = LATENCIES.map(taken).collect();
        assert_eq!(
            taken,
            [79316, 78659, 77841, 77004, 76133, 75596, 75756, 74465, 74334, 74443, 73412, 73081]
        );
    }
}
