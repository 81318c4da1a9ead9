//! A clocked model of a pipelined module, split at its registers, with correct or faulty control.

use halfpipe_faults::nets::between_registers;
use halfpipe_hdl::design::ControlInputs;
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::{Module, NetlistPort};

use super::fault::Fault;

/// The module with its register contents, which start at 0.
pub struct Pipeline {
    lanes: Vec<Lane>,
    inputs: Vec<NetlistPort>,
    outputs: Vec<NetlistPort>,
    /// The valid bits, the youngest first.
    valid: Vec<bool>,
    fault: Option<Fault>,
    /// The contents of an extra register of the valid bit.
    late_valid: bool,
    /// The contents of extra registers behind the results.
    late_results: Vec<u64>,
    /// The `enable` of the last cycle.
    last_enable: bool,
}

/// The logic of one lane in each clock cycle, and the contents of the registers between them.
struct Lane {
    cycles: Vec<Cycle>,
    ranks: Vec<Vec<u64>>,
}

/// The logic of one clock cycle.
struct Cycle {
    simulator: NetlistSimulator,
    outputs: usize,
}

impl Lane {
    /// Returns the outputs of each clock cycle's logic. If the last rank of registers is missing, the last cycle's
    /// logic is given the next values of that rank.
    fn settle(&mut self, inputs: impl Iterator<Item = u64>, without_last_rank: bool) -> Vec<Vec<u64>> {
        let last = self.cycles.len() - 1;
        let mut results: Vec<Vec<u64>> = Vec::new();
        let mut inputs: Vec<u64> = inputs.collect();
        for (cycle, Cycle { simulator, outputs }) in self.cycles.iter_mut().enumerate() {
            if let Some(rank) = cycle.checked_sub(1) {
                inputs = if without_last_rank && cycle == last {
                    results[rank].clone()
                } else {
                    self.ranks[rank].clone()
                };
            }
            for (position, value) in inputs.iter().enumerate() {
                simulator.set_input(position, *value);
            }
            simulator.settle();
            // No net of an instruction has more than 64 bits.
            results.push(
                (0..*outputs)
                    .map(|position| simulator.output(position) as u64)
                    .collect(),
            );
        }
        results
    }
}

impl Pipeline {
    /// Creates the module without a fault.
    pub fn new(module: &Module) -> Pipeline {
        let parts = between_registers(&module.lane);
        assert_eq!(
            parts.len() as u32,
            module.latency + 1,
            "a rank of registers for each clock cycle"
        );
        let ranks: Vec<Vec<u64>> = parts[1..].iter().map(|part| vec![0; part.inputs.len()]).collect();
        let combinational = |part| Module {
            name: module.name.clone(),
            lane: part,
            lanes: 1,
            latency: 0,
        };
        let parts: Vec<Module> = parts.into_iter().map(combinational).collect();
        let logic = |part: &Module| Cycle {
            simulator: NetlistSimulator::new(part),
            outputs: part.lane.outputs.len(),
        };
        let lane = |_| Lane {
            cycles: parts.iter().map(logic).collect(),
            ranks: ranks.clone(),
        };
        Pipeline {
            lanes: (0..module.lanes).map(lane).collect(),
            inputs: module.lane.inputs.clone(),
            outputs: module.lane.outputs.clone(),
            valid: vec![false; module.latency as usize],
            fault: None,
            late_valid: false,
            late_results: vec![0; module.lane.outputs.len()],
            last_enable: false,
        }
    }

    /// Clears all registers, and gives the module a fault or none.
    pub fn restart(&mut self, fault: Option<Fault>) {
        let ranks = self.lanes.iter_mut().flat_map(|lane| &mut lane.ranks);
        ranks.chain([&mut self.late_results]).for_each(|rank| rank.fill(0));
        self.valid.fill(false);
        self.late_valid = false;
        self.last_enable = false;
        self.fault = fault;
    }

    /// Runs one clock cycle with these values at the inputs. Returns `out_valid` and the outputs before the edge that
    /// ends it.
    pub fn cycle(&mut self, control: ControlInputs, values: &[u64]) -> (bool, Vec<u64>) {
        let is = |fault: Fault| self.fault == Some(fault);
        let latency = self.valid.len();
        let in_valid = control.in_valid || is(Fault::InValidIgnored);
        let without_last_rank = is(Fault::ResultEarly);
        let (ports, lane_count) = (&self.inputs, self.lanes.len());
        let mut settled: Vec<Vec<Vec<u64>>> = Vec::with_capacity(lane_count);
        for (number, lane) in self.lanes.iter_mut().enumerate() {
            let of_lane = ports.iter().zip(values).map(|(port, value)| {
                let moved = value >> (number as u32 * port.width);
                moved & (u64::MAX >> (u64::BITS - port.width))
            });
            settled.push(lane.settle(of_lane, without_last_rank));
        }
        let results = self.outputs.iter().enumerate().map(|(position, port)| {
            let lanes = settled.iter().zip(0..);
            lanes.fold(0, |value, (lane, number)| {
                value | lane[latency][position] << (number * port.width)
            })
        });
        let results: Vec<u64> = results.collect();
        let entering = |rank: usize, valid: &[bool]| if rank == 0 { in_valid } else { valid[rank - 1] };
        let shown_valid = match self.fault {
            Some(Fault::ValidEarly) => entering(latency - 1, &self.valid),
            Some(Fault::ValidLate) => self.late_valid,
            _ => self.valid[latency - 1],
        };
        let shown_results = match self.fault {
            Some(Fault::ResultLate) => self.late_results.clone(),
            _ => results.clone(),
        };

        let enable = match self.fault {
            Some(Fault::EnableLate) => self.last_enable,
            _ => control.enable,
        };
        let fault = self.fault;
        let moves = |stuck: fn(usize, bool) -> Fault, rank: usize| {
            let is_stuck =
                |at: bool| fault.is_some_and(|fault| fault == Fault::EnableStuck(at) || fault == stuck(rank, at));
            (enable || is_stuck(true)) && !is_stuck(false)
        };
        // From the last rank on, so that each takes the old contents of the one before.
        for rank in (0..latency).rev() {
            if moves(Fault::EnableOfDataStuck, rank) {
                for (lane, settled) in self.lanes.iter_mut().zip(&settled) {
                    lane.ranks[rank].clone_from(&settled[rank]);
                }
            }
        }
        let resets = |rank: usize| match fault {
            Some(Fault::ResetIgnored) => false,
            Some(Fault::ResetIgnoredAt(ignoring)) if ignoring == rank => false,
            Some(Fault::ResetNeedsEnable) => control.reset && enable,
            _ => control.reset,
        };
        if moves(Fault::EnableOfDataStuck, latency) {
            self.late_results = results;
            self.late_valid = self.valid[latency - 1];
        }
        self.late_valid &= !control.reset;
        for rank in (0..latency).rev() {
            if resets(rank) {
                self.valid[rank] = false;
            } else if moves(Fault::EnableOfValidStuck, rank) {
                self.valid[rank] = entering(rank, &self.valid);
            }
        }
        self.last_enable = control.enable;
        (shown_valid, shown_results)
    }
}
