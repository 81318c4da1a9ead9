//! The engine of Yosys' netlist of the emitted Verilog, evaluated bit by bit for hundreds of vectors at once.

use halfpipe_aig::plane::{Block, Plane, LANES};
use halfpipe_hdl::design::control_inputs;
use halfpipe_hdl::design::ControlInputs;
use halfpipe_simulation::Vector;
use halfpipe_simulation::{CycleIn, CycleOut};
use halfpipe_yosys::circuit;
use halfpipe_yosys::{Circuit, Machine, Mapping, VerilogDut};

use super::traits::ModuleTiming;
use super::{CycleEngine, Engine, EngineError, EngineKind};

/// A module's netlist in simulation.
pub struct Gates {
    machine: Machine,
    ports: circuit::Ports,
    mapping: Mapping,
    timing: ModuleTiming,
}

impl Gates {
    /// Synthesises a module; the engine evaluates the netlist gate by gate.
    ///
    /// # Errors
    ///
    /// When Yosys is missing or rejects the module, or the cache cannot be used.
    pub fn open(device: &dyn VerilogDut, mapping: Mapping) -> Result<Gates, EngineError> {
        let mut gates = Gates::new(&Circuit::synthesise(device, mapping)?);
        if device.sources().is_some() {
            // The proof of a generated module covers every initial register value. An external file has to demonstrate
            // that here.
            gates.machine.power_up();
        }
        Ok(gates)
    }

    /// Returns the engine of a circuit, evaluated gate by gate, its registers 0.
    pub fn new(circuit: &Circuit) -> Gates {
        Gates::running(circuit, circuit.interpret())
    }

    /// Returns the engine of a circuit that runs in this machine.
    pub(crate) fn running(circuit: &Circuit, machine: Machine) -> Gates {
        Gates {
            machine,
            ports: circuit.ports().clone(),
            mapping: circuit.mapping(),
            timing: ModuleTiming {
                module: circuit.module().to_owned(),
                latency: circuit.latency(),
                interval: circuit.interval(),
            },
        }
    }

    /// Runs one clock cycle of all vectors in parallel; returns `out_valid` and the data outputs.
    fn cycle<'v>(
        &mut self,
        control: ControlPlanes,
        vectors: impl Iterator<Item = &'v Vector> + Clone,
    ) -> (Plane, Outputs) {
        let ports = &self.ports;
        write_inputs(&mut self.machine, ports, control, vectors);
        let outputs = self.machine.step();
        let mut pieces = Vec::new();
        for (position, port) in ports.outputs.iter().enumerate() {
            pieces.extend(port.slices().map(|half| Piece {
                position,
                shift: half.shift,
                values: Block::of_planes(&outputs[half.bits]),
            }));
        }
        let valid = if ports.pipelined {
            outputs[control_inputs::OUT_VALID]
        } else {
            control.in_valid
        };
        let count = ports.outputs.len();
        (valid, Outputs { count, pieces })
    }
}

/// Writes the inputs of one clock cycle of all vectors in parallel.
pub(crate) fn write_inputs<'v>(
    machine: &mut Machine,
    ports: &circuit::Ports,
    control: ControlPlanes,
    vectors: impl Iterator<Item = &'v Vector> + Clone,
) {
    let inputs = machine.inputs_mut();
    if ports.pipelined {
        inputs[control_inputs::RESET] = control.reset;
        inputs[control_inputs::ENABLE] = control.enable;
        inputs[control_inputs::IN_VALID] = control.in_valid;
    }
    for (position, port) in ports.inputs.iter().enumerate() {
        for half in port.slices() {
            let numbers = vectors
                .clone()
                .map(|vector| (vector.word(position) >> half.shift) as u16);
            Block::of_numbers(numbers).write_planes(&mut inputs[half.bits]);
        }
    }
}

/// The control signals of a cycle, one bit per vector.
#[derive(Clone, Copy)]
pub(crate) struct ControlPlanes {
    reset: Plane,
    enable: Plane,
    in_valid: Plane,
}

impl ControlPlanes {
    /// Returns the control signals of these cycles in parallel.
    fn new<'c>(inputs: impl Iterator<Item = &'c CycleIn> + Clone) -> ControlPlanes {
        let plane = |signal: fn(&CycleIn) -> bool| Plane::of_bits(inputs.clone().map(signal));
        ControlPlanes {
            reset: plane(|input| input.controls.reset),
            enable: plane(|input| input.controls.enable),
            in_valid: plane(|input| input.controls.in_valid),
        }
    }

    /// Returns the same control signals for all vectors.
    pub fn filled(controls: ControlInputs) -> ControlPlanes {
        ControlPlanes {
            reset: Plane::filled(controls.reset),
            enable: Plane::filled(controls.enable),
            in_valid: Plane::filled(controls.in_valid),
        }
    }

    /// Returns enabled control signals with this many valid vectors.
    fn running(vectors: usize) -> ControlPlanes {
        ControlPlanes {
            reset: Plane::filled(false),
            enable: Plane::filled(true),
            in_valid: Plane::first(vectors),
        }
    }
}

/// Up to 16 bits of a data output, for every vector.
struct Piece {
    /// The position of the output.
    position: usize,
    /// The number of output bits below these.
    shift: u32,
    values: Block,
}

/// The data outputs of all vectors in parallel, in parts of 16 bits.
struct Outputs {
    /// The number of data outputs.
    count: usize,
    pieces: Vec<Piece>,
}

impl Outputs {
    /// Returns the data outputs of one vector.
    fn vector(&self, place: usize) -> Vector {
        let mut outputs = Vector::zeros(self.count);
        for piece in &self.pieces {
            outputs[piece.position] |= u64::from(piece.values.0[place]) << piece.shift;
        }
        outputs
    }

    /// Returns the outputs of the copy of this number.
    fn read_copy(&self, valid: &Plane, copy: usize) -> CycleOut {
        CycleOut {
            out_valid: valid.bit(copy),
            data: self.vector(copy),
        }
    }
}

impl Engine for Gates {
    fn kind(&self) -> EngineKind {
        EngineKind::Gates(self.mapping)
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        if self.ports.pipelined {
            self.cycle(ControlPlanes::filled(CycleIn::RESET.controls), [].iter());
        }
        results.reserve(vectors.len());
        let chunks: Vec<&[Vector]> = vectors.chunks(LANES).collect();
        let timing = self.timing.clone();
        for cycle in 0..timing.cycles(chunks.len()) {
            let fed = timing.vector_in_cycle(cycle).and_then(|chunk| chunks.get(chunk));
            let fed = fed.copied().unwrap_or_default();
            let (valid, outputs) = self.cycle(ControlPlanes::running(fed.len()), fed.iter());
            let due = timing.vector_shown(cycle).and_then(|chunk| chunks.get(chunk));
            let due = due.map_or(0, |chunk| chunk.len());
            let wrong = valid.zip(&Plane::first(due), |is, should| is ^ should);
            if let Some(vector) = wrong.first_one() {
                return Err(EngineError::Valid {
                    module: timing.module,
                    latency: timing.latency,
                    cycle: cycle as u64,
                    expected: u8::from(vector < due),
                });
            }
            results.extend((0..due).map(|place| outputs.vector(place)));
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
            let (valid, outputs) = self.cycle(ControlPlanes::filled(input.controls), [&input.data].into_iter());
            outputs.read_copy(&valid, 0)
        };
        Ok(inputs.iter().map(one).collect())
    }

    fn copies(&self) -> usize {
        LANES
    }

    fn cycles_of_copies(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        let mut outputs = Vec::with_capacity(inputs.len());
        for cycle in inputs.chunks(LANES) {
            let data = cycle.iter().map(|input| &input.data);
            let (valid, of_cycle) = self.cycle(ControlPlanes::new(cycle.iter()), data);
            outputs.extend((0..cycle.len()).map(|copy| of_cycle.read_copy(&valid, copy)));
        }
        Ok(outputs)
    }
}
