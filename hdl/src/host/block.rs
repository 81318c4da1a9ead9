//! Any unit as a rust-hdl block, its ports known at run time.

use rust_hdl_core::prelude::{AtomKind, Block, Logic, Probe, Verilog};
use rust_hdl_core::signal::get_signal_id;

use super::hosted::{Control, Hosted};
use super::wire::Wire;
use crate::net::{Direction, ModulePort};
use crate::unit::Unit;

/// A unit as a rust-hdl block whose ports are known at run time only.
///
/// The ports are numbered as in [`Module::ports`](crate::net::Module::ports). Set inputs with [`UnitBlock::drive`],
/// take them over with [`Block::update_all`], read with [`UnitBlock::output`]. An update in which `clock` rises is a
/// clock edge: it sees the values of the update before, as a register sees another that the same clock drives. So the
/// operands of the next cycle may be driven together with the edge, which is also the fastest way.
///
/// ```
/// use halfpipe_hdl::host::UnitBlock;
/// use halfpipe_hdl::unit::Unit;
/// use rust_hdl_core::prelude::Block;
///
/// let unit = Unit::new("add.f16".parse()?, 0)?;
/// let mut block = UnitBlock::new(&unit);
/// block.drive(0, 0x3C00); // 1
/// block.drive(1, 0x4000); // 2
/// block.update_all();
/// assert_eq!(block.output(2), 0x4200); // 3
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UnitBlock {
    ports: Vec<PortState>,
    /// Position of operand a.
    first_operand: usize,
    hosted: Hosted,
    /// Whether an input waits for the next update.
    waiting: bool,
    /// Whether the last update changed a port.
    changed: bool,
}

/// Positions of the control ports, where a module has them.
const CLOCK: usize = 0;
const RESET: usize = 1;
const ENABLE: usize = 2;
const IN_VALID: usize = 3;
const CONTROL_PORTS: usize = 4;

struct PortState {
    port: ModulePort,
    id: usize,
    /// What the next update takes over.
    driven: u64,
    value: u64,
    changed: bool,
    connected: bool,
}

impl PortState {
    fn new(port: ModulePort) -> PortState {
        let connected = port.direction == Direction::Out;
        PortState {
            port,
            id: get_signal_id(),
            driven: 0,
            value: 0,
            changed: false,
            connected,
        }
    }

    /// Takes the driven value over; says whether it is another.
    fn update(&mut self) -> bool {
        self.changed = self.value != self.driven;
        self.value = self.driven;
        self.changed
    }

    fn wire(&self) -> Wire {
        let kind = match self.port.direction {
            Direction::In => AtomKind::InputParameter,
            Direction::Out => AtomKind::OutputParameter,
        };
        Wire {
            id: self.id,
            kind,
            width: self.port.width,
            value: self.value.into(),
            changed: self.changed,
            connected: self.connected,
        }
    }
}

impl UnitBlock {
    /// A block that runs the unit, its inputs and registers 0.
    pub fn new(unit: &Unit) -> UnitBlock {
        let hosted = Hosted::new(unit);
        let first_operand = if hosted.is_pipelined() { CONTROL_PORTS } else { 0 };
        let ports = unit.module().ports().into_iter().map(PortState::new).collect();
        let mut block = UnitBlock {
            ports,
            first_operand,
            hosted,
            waiting: false,
            changed: false,
        };
        block.drive_outputs();
        block.ports.iter_mut().for_each(|port| port.value = port.driven);
        block
    }

    /// The ports, in the order of their numbers.
    pub fn ports(&self) -> impl ExactSizeIterator<Item = &ModulePort> {
        self.ports.iter().map(|state| &state.port)
    }

    /// The number of the port of that name.
    pub fn port(&self, name: &str) -> Option<usize> {
        self.ports().position(|port| port.name == name)
    }

    /// Sets an input port for the next update; bits above its width are dropped.
    ///
    /// Panics where `port` is no input of the block.
    pub fn drive(&mut self, port: usize, value: u64) {
        let state = &mut self.ports[port];
        assert!(
            state.port.direction == Direction::In,
            "{} is an output",
            state.port.name
        );
        let value = value & (u64::MAX >> (u64::BITS - state.port.width));
        self.waiting |= state.driven != value;
        state.driven = value;
    }

    /// The value of a port, after the last update. Panics where the block has no such port.
    pub fn output(&self, port: usize) -> u64 {
        self.ports[port].value
    }

    /// Tells rust-hdl's checks that the block around this one drives the input. Panics where there is no such port.
    pub fn connect_input(&mut self, port: usize) {
        self.ports[port].connected = true;
    }

    /// Sends a rising clock edge on to the unit, with the port values from before it.
    fn clock_edge(&mut self) {
        let is_set = |port: usize| self.ports[port].value == 1;
        let clock = &self.ports[CLOCK];
        if clock.value == 0 && clock.driven == 1 {
            let control = Control {
                reset: is_set(RESET),
                enable: is_set(ENABLE),
                in_valid: is_set(IN_VALID),
            };
            self.hosted.tick(control);
        }
    }

    fn drive_outputs(&mut self) {
        let result = self.ports.len() - 1;
        self.ports[result].driven = self.hosted.result();
        if self.hosted.is_pipelined() {
            self.ports[result - 1].driven = self.hosted.out_valid().into();
        }
    }
}

impl Logic for UnitBlock {
    fn update(&mut self) {
        if self.hosted.is_pipelined() {
            self.clock_edge();
        }
        let operands = self.ports[self.first_operand..].iter();
        let operands = operands.take_while(|state| state.port.direction == Direction::In);
        for (position, state) in operands.enumerate() {
            self.hosted.set_operand(position, state.driven);
        }
        self.hosted.settle();
        self.drive_outputs();
    }

    fn hdl(&self) -> Verilog {
        self.hosted.hdl()
    }
}

impl Block for UnitBlock {
    fn connect_all(&mut self) {
        self.connect();
    }

    fn update_all(&mut self) {
        if !self.waiting && !self.changed {
            return;
        }
        if self.waiting {
            self.update();
            self.waiting = false;
        }
        self.changed = false;
        for port in &mut self.ports {
            self.changed |= port.update();
        }
    }

    fn has_changed(&self) -> bool {
        self.changed
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        for state in &self.ports {
            probe.visit_atom(&state.port.name, &state.wire());
        }
        self.hosted.accept(self, probe);
        probe.visit_end_scope(name, self);
    }
}
