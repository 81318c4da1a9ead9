//! The netlist that Yosys makes of the emitted Verilog, evaluated bit by bit for hundreds of vectors at once.
//!
//! - [`circuit`] has Yosys make the netlist of a unit, of plain gates or of the cells of an FPGA;
//! - [`netlist`] and [`cell`] read it into a [`network`] of gates and registers;
//! - [`code`] and [`library`] compile the network;
//! - [`plane`] is the form in which vectors go in and results come out.

mod cell;
pub mod circuit;
mod code;
mod library;
mod netlist;
pub mod network;
pub mod plane;

use halfpipe_hdl::unit::Unit;

use super::{CycleEngine, CycleIn, CycleOut, Engine, EngineError, EngineKind};
use crate::Vector;
use plane::{Block, Plane, LANES};

pub use circuit::{Circuit, Mapping};
pub use library::Machine;
pub use netlist::{Netlist, NetlistError, TableEntry};

/// A unit's netlist, running.
pub struct Gates {
    machine: Machine,
    ports: circuit::Ports,
    mapping: Mapping,
    module: String,
    latency: u32,
}

impl Gates {
    /// Synthesises a unit and compiles what comes out.
    ///
    /// # Errors
    ///
    /// When a tool is missing or refuses the unit, or the cache cannot be used.
    pub fn open(unit: &Unit, mapping: Mapping) -> Result<Gates, EngineError> {
        Gates::new(&Circuit::synthesise(unit, mapping)?)
    }

    /// The engine of a circuit, its registers 0.
    ///
    /// # Errors
    ///
    /// When there is no compiler, or the cache cannot be used.
    pub fn new(circuit: &Circuit) -> Result<Gates, EngineError> {
        Ok(Gates::running(circuit, circuit.compile()?))
    }

    /// The engine of a circuit that is compiled already.
    pub(crate) fn running(circuit: &Circuit, machine: Machine) -> Gates {
        Gates {
            machine,
            ports: circuit.ports().clone(),
            mapping: circuit.mapping(),
            module: circuit.module().to_owned(),
            latency: circuit.latency(),
        }
    }

    /// One clock cycle of every vector side by side: what `out_valid` is, and the results as rows of 16-bit halves.
    fn cycle<'v>(
        &mut self,
        control: Control,
        vectors: impl Iterator<Item = &'v Vector> + Clone,
    ) -> (Plane, [Block; 2]) {
        let ports = &self.ports;
        let inputs = self.machine.inputs_mut();
        if ports.pipelined {
            inputs[circuit::RESET] = control.reset;
            inputs[circuit::ENABLE] = control.enable;
            inputs[circuit::IN_VALID] = control.in_valid;
        }
        for (operand, widths) in ports.operands.iter().enumerate() {
            for half in widths.halves() {
                let numbers = vectors.clone().map(|vector| (vector[operand] >> half.shift) as u16);
                Block::of_numbers(numbers).write_planes(&mut inputs[half.bits]);
            }
        }
        let outputs = self.machine.step();
        let mut results = [Block::ZERO; 2];
        for (half, block) in ports.result.halves().zip(&mut results) {
            *block = Block::of_planes(&outputs[half.bits]);
        }
        let valid = if ports.pipelined {
            outputs[circuit::OUT_VALID]
        } else {
            control.in_valid
        };
        (valid, results)
    }
}

/// The control signals of a cycle, one of each vector.
#[derive(Clone, Copy)]
struct Control {
    reset: Plane,
    enable: Plane,
    in_valid: Plane,
}

impl Control {
    /// Those of so many cycles side by side.
    fn of<'c>(inputs: impl Iterator<Item = &'c CycleIn> + Clone) -> Control {
        let plane = |signal: fn(&CycleIn) -> bool| Plane::of_bits(inputs.clone().map(signal));
        Control {
            reset: plane(|input| input.reset),
            enable: plane(|input| input.enable),
            in_valid: plane(|input| input.in_valid),
        }
    }

    /// Enabled, with so many valid vectors.
    fn running(vectors: usize) -> Control {
        Control {
            reset: Plane::filled(false),
            enable: Plane::filled(true),
            in_valid: Plane::first(vectors),
        }
    }
}

fn result_of(results: &[Block; 2], vector: usize) -> u32 {
    let [low, high] = results;
    u32::from(low.0[vector]) | u32::from(high.0[vector]) << plane::BITS
}

fn output_of(valid: &Plane, results: &[Block; 2], copy: usize) -> CycleOut {
    CycleOut {
        out_valid: valid.bit(copy),
        d: result_of(results, copy),
    }
}

impl Engine for Gates {
    fn kind(&self) -> EngineKind {
        EngineKind::Gates(self.mapping)
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<u32>) -> Result<(), EngineError> {
        let latency = self.latency as usize;
        if self.ports.pipelined {
            let reset = Control {
                reset: Plane::filled(true),
                enable: Plane::filled(false),
                in_valid: Plane::filled(false),
            };
            self.cycle(reset, [].iter());
        }
        results.reserve(vectors.len());
        let chunks: Vec<&[Vector]> = vectors.chunks(LANES).collect();
        // One cycle more than the last results need, in which `out_valid` must be 0 again.
        for cycle in 0..=chunks.len() + latency {
            let fed = chunks.get(cycle).copied().unwrap_or_default();
            let (valid, rows) = self.cycle(Control::running(fed.len()), fed.iter());
            let due = cycle.checked_sub(latency).and_then(|chunk| chunks.get(chunk));
            let due = due.map_or(0, |chunk| chunk.len());
            let wrong = valid.zip(&Plane::first(due), |is, should| is ^ should);
            if let Some(vector) = wrong.first_one() {
                return Err(EngineError::Valid {
                    module: self.module.clone(),
                    latency: self.latency,
                    cycle: cycle as u64,
                    expected: u8::from(vector < due),
                });
            }
            results.extend((0..due).map(|vector| result_of(&rows, vector)));
        }
        Ok(())
    }

    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        Some(self)
    }
}

impl CycleEngine for Gates {
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        let one = |input: &CycleIn| {
            let control = Control::of(std::iter::repeat_n(input, LANES));
            let (valid, rows) = self.cycle(control, [&input.operands].into_iter());
            output_of(&valid, &rows, 0)
        };
        Ok(inputs.iter().map(one).collect())
    }

    fn copies(&self) -> usize {
        LANES
    }

    fn cycles_of_copies(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        let mut outputs = Vec::with_capacity(inputs.len());
        for cycle in inputs.chunks(LANES) {
            let operands = cycle.iter().map(|input| &input.operands);
            let (valid, rows) = self.cycle(Control::of(cycle.iter()), operands);
            outputs.extend((0..cycle.len()).map(|copy| output_of(&valid, &rows, copy)));
        }
        Ok(outputs)
    }
}
