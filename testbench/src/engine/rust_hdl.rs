//! The design as a block in rust-hdl's own simulation, with its clock.
//!
//! rust-hdl runs a clock and a test bench in separate threads and passes the block between them as simulated time
//! advances. The test bench here waits for requests. Without a request it keeps the block, and simulated time stands
//! still.

use std::panic::AssertUnwindSafe;
use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread::{self, JoinHandle};

use halfpipe_hdl::design::{Design, Direction, Role};
use halfpipe_hdl::host::DesignBlock;
use halfpipe_simulation::{vector, Vector};
use halfpipe_simulation::{CycleIn, CycleOut};
use rust_hdl_core::prelude::{Sim, Simulation};

use super::traits::{evaluate_in_cycles, ModuleTiming};
use super::{CycleEngine, Engine, EngineError, EngineKind};

/// Half a clock cycle in picoseconds.
const HALF_CYCLE: u64 = 5_000;

/// The time from a falling edge to the change of the inputs, and from reading the outputs to the rising edge, in
/// picoseconds.
const MARGIN: u64 = 1_000;

/// The maximum number of cycles of one request. It bounds the memory of both sides.
const CYCLES_PER_REQUEST: usize = 1 << 16;

/// A design in rust-hdl's simulation. Its registers start at 0.
pub struct RustHdl {
    timing: ModuleTiming,
    /// Dropping it ends the simulation.
    requests: Option<Sender<Vec<CycleIn>>>,
    answers: Receiver<Vec<CycleOut>>,
    simulation: Option<JoinHandle<Result<(), String>>>,
}

impl RustHdl {
    /// Starts the simulation of the design. For a stream, that is the design inside.
    pub fn new(design: &Design) -> RustHdl {
        let design = design.inner().unwrap_or(design);
        let (requests, asked) = channel();
        let (answer, answers) = channel();
        let mut block = DesignBlock::new(design);
        let ports = HostPorts::from_block(&block);
        let inputs = ports
            .inputs
            .iter()
            .chain(ports.control.iter().flat_map(ControlPorts::inputs));
        inputs.for_each(|port| block.connect_input(*port));
        let run = move || simulate(block, ports, asked, answer);
        RustHdl {
            timing: ModuleTiming::from_interface(design.interface()),
            requests: Some(requests),
            answers,
            simulation: Some(thread::spawn(run)),
        }
    }

    /// Returns the reason why the simulation stopped.
    fn stopped(&mut self) -> EngineError {
        self.requests = None;
        let ended = self.simulation.take().map(JoinHandle::join);
        let message = match ended {
            Some(Ok(Err(message))) => message,
            Some(Err(_)) => "it panicked".to_owned(),
            Some(Ok(Ok(()))) | None => "it has ended".to_owned(),
        };
        EngineError::Simulation {
            module: self.timing.module.clone(),
            message,
        }
    }
}

/// The numbers of a block's ports.
struct HostPorts {
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    /// None for a combinational module.
    control: Option<ControlPorts>,
}

struct ControlPorts {
    clock: usize,
    reset: usize,
    enable: usize,
    in_valid: usize,
    out_valid: usize,
}

impl ControlPorts {
    fn inputs(&self) -> [&usize; 4] {
        [&self.clock, &self.reset, &self.enable, &self.in_valid]
    }
}

impl HostPorts {
    fn from_block(block: &DesignBlock) -> HostPorts {
        let data = |direction: Direction| {
            let ports = block.ports().enumerate();
            let data = ports.filter(|(_, port)| port.role.is_data() && port.direction == direction);
            data.map(|(number, _)| number).collect()
        };
        let control = || {
            Some(ControlPorts {
                clock: block.port(Role::Clock)?,
                reset: block.port(Role::Reset)?,
                enable: block.port(Role::Enable)?,
                in_valid: block.port(Role::InValid)?,
                out_valid: block.port(Role::OutValid)?,
            })
        };
        HostPorts {
            inputs: data(Direction::In),
            outputs: data(Direction::Out),
            control: control(),
        }
    }

    fn drive(&self, block: &mut DesignBlock, input: &CycleIn) {
        for (port, word) in self.inputs.iter().zip(input.data.words(self.inputs.len())) {
            block.drive(*port, word);
        }
        if let Some(control) = &self.control {
            block.drive(control.reset, input.controls.reset.into());
            block.drive(control.enable, input.controls.enable.into());
            block.drive(control.in_valid, input.controls.in_valid.into());
        }
    }

    fn read(&self, block: &DesignBlock, input: &CycleIn) -> CycleOut {
        CycleOut {
            out_valid: match &self.control {
                Some(control) => block.output(control.out_valid) == 1,
                None => input.controls.in_valid,
            },
            data: vector(self.outputs.iter().map(|port| block.output(*port))),
        }
    }
}

/// Runs the simulation until the request channel closes.
fn simulate(
    block: DesignBlock,
    ports: HostPorts,
    asked: Receiver<Vec<CycleIn>>,
    answer: Sender<Vec<CycleOut>>,
) -> Result<(), String> {
    let mut simulation: Simulation<DesignBlock> = Simulation::new();
    if let Some(clock) = ports.control.as_ref().map(|control| control.clock) {
        simulation.add_clock(HALF_CYCLE, move |block: &mut Box<DesignBlock>| {
            let level = block.output(clock);
            block.drive(clock, 1 - level);
        });
    }
    // A panic of the test bench leaves no partial state behind: the simulation ends with it.
    let bench = AssertUnwindSafe((ports, asked, answer));
    simulation.add_testbench(move |mut time: Sim<DesignBlock>| {
        let AssertUnwindSafe((ports, asked, answer)) = &bench;
        let mut block = time.init()?;
        while let Ok(inputs) = asked.recv() {
            let mut outputs = Vec::with_capacity(inputs.len());
            for input in &inputs {
                // The clock rises in the middle of a cycle, and falls at its end.
                block = time.wait(MARGIN, block)?;
                ports.drive(&mut block, input);
                block = time.wait(HALF_CYCLE - 2 * MARGIN, block)?;
                outputs.push(ports.read(&block, input));
                block = time.wait(HALF_CYCLE + MARGIN, block)?;
            }
            if answer.send(outputs).is_err() {
                break;
            }
        }
        time.done(block)
    });
    let ended = simulation.run(Box::new(block), u64::MAX);
    ended.map_err(|error| format!("{error:?}"))
}

impl Engine for RustHdl {
    fn kind(&self) -> EngineKind {
        EngineKind::RustHdl
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        let timing = self.timing.clone();
        evaluate_in_cycles(self, &timing, vectors, results)
    }

    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        Some(self)
    }
}

impl CycleEngine for RustHdl {
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        let mut outputs = Vec::with_capacity(inputs.len());
        for chunk in inputs.chunks(CYCLES_PER_REQUEST) {
            let asked = self
                .requests
                .as_ref()
                .is_some_and(|requests| requests.send(chunk.to_vec()).is_ok());
            match self.answers.recv() {
                Ok(answer) if asked => outputs.extend(answer),
                _ => return Err(self.stopped()),
            }
        }
        Ok(outputs)
    }
}

impl Drop for RustHdl {
    /// Closes the request channel, which ends the simulation.
    fn drop(&mut self) {
        self.requests = None;
        if let Some(simulation) = self.simulation.take() {
            let _ = simulation.join();
        }
    }
}
