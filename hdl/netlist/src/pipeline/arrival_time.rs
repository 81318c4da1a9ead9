//! Arrival of bits in clock cycles.

use crate::pipeline::timing::arrival::{Time, ALWAYS};

/// Arrival of a bit: its clock cycle, and the time since the cycle began.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ArrivalTime {
    pub cycle: u32,
    pub time: f64,
}

impl ArrivalTime {
    /// Arrival of a constant.
    pub(crate) const ALWAYS: ArrivalTime = ArrivalTime { cycle: 0, time: ALWAYS };

    /// Returns the time within a cycle that is not earlier: a bit of an earlier cycle comes from a register.
    pub(crate) fn time_in_cycle(self, cycle: u32) -> f64 {
        if self.cycle < cycle && self.time > ALWAYS {
            0.0
        } else {
            self.time
        }
    }
}

impl Time for ArrivalTime {
    fn is_constant(&self) -> bool {
        self.time == ALWAYS
    }
}

/// Returns the cycle in which the last bit arrives.
pub(crate) fn cycle_of(arrivals: &[ArrivalTime]) -> u32 {
    arrivals
        .iter()
        .map(|arrival_time| arrival_time.cycle)
        .max()
        .unwrap_or(0)
}
