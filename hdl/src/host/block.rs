//! Any design as a rust-hdl block, with ports known at run time.

use rust_hdl_core::prelude::{AtomKind, Block, Logic, Probe, Verilog};
use rust_hdl_core::signal::get_signal_id;

use super::hosted::Hosted;
use super::wire::Wire;
use crate::design::ControlInputs;
use crate::design::{Design, Direction, Port, Role};

/// A design as a rust-hdl block with ports known at run time only. For a stream it is the design inside.
///
/// The ports are numbered as in [`Interface::words`](crate::design::Interface::words): one of more than 64 bits has a
/// number for each part, but is one port of the Verilog. Set inputs with
/// [`DesignBlock::drive`], apply them with [`Block::update_all`], and read outputs with [`DesignBlock::output`]. An
/// update in which the clock rises is a clock edge. It sees the values of the previous update, as a register sees
/// another register on the same clock. The operands of the next cycle may therefore be driven together with the edge,
/// which is also the fastest way.
///
/// ```
/// use halfpipe_hdl::design::Design;
/// use halfpipe_hdl::host::DesignBlock;
/// use rust_hdl_core::prelude::Block;
///
/// let design = Design::unit("add.f16".parse()?, 0)?;
/// let mut block = DesignBlock::new(&design);
/// block.drive(0, 0x3C00); // 1
/// block.drive(1, 0x4000); // 2
/// block.update_all();
/// assert_eq!(block.output(2), 0x4200); // 3
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DesignBlock {
    ports: Vec<PortState>,
    /// The numbers of the data inputs, and of the data outputs.
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    /// The numbers of the control ports, if there are any.
    control: Option<ControlPorts>,
    hosted: Hosted,
    /// True if an input waits for the next update.
    waiting: bool,
    /// True if the last update changed a port.
    changed: bool,
}

struct ControlPorts {
    clock: usize,
    reset: usize,
    enable: usize,
    in_valid: usize,
    /// Only an iterative unit has it.
    in_ready: Option<usize>,
    out_valid: usize,
}

struct PortState {
    port: Port,
    id: usize,
    /// The value that the next update applies.
    driven: u64,
    value: u64,
    changed: bool,
    connected: bool,
}

impl PortState {
    fn new(port: Port) -> PortState {
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

    /// Applies the driven value. Returns true if it differs from the previous one.
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
            value: vec![self.value],
            changed: self.changed,
            connected: self.connected,
        }
    }

    /// Returns the name and the state of a port from those of its parts.
    fn port_wire(parts: &[PortState]) -> (&str, Wire) {
        let first = &parts[0];
        let Some(part) = first.port.part else {
            return (&first.port.name, first.wire());
        };
        let wire = Wire {
            width: part.width,
            value: parts.iter().map(|part| part.value).collect(),
            changed: parts.iter().any(|part| part.changed),
            connected: parts.iter().all(|part| part.connected),
            ..first.wire()
        };
        (part.register, wire)
    }
}

impl DesignBlock {
    /// Returns a block that runs the design, with inputs and registers 0.
    pub fn new(design: &Design) -> DesignBlock {
        let design = design.inner().unwrap_or(design);
        let ports: Vec<PortState> = design.interface().words().iter().cloned().map(PortState::new).collect();
        let number = |role: Role| ports.iter().position(|state| state.port.role == role);
        let data = |direction: Direction| {
            let is_one = |state: &PortState| state.port.role.is_data() && state.port.direction == direction;
            (0..ports.len()).filter(|number| is_one(&ports[*number])).collect()
        };
        let control = || {
            Some(ControlPorts {
                clock: number(Role::Clock)?,
                reset: number(Role::Reset)?,
                enable: number(Role::Enable)?,
                in_valid: number(Role::InValid)?,
                in_ready: number(Role::InReady),
                out_valid: number(Role::OutValid)?,
            })
        };
        let mut block = DesignBlock {
            inputs: data(Direction::In),
            outputs: data(Direction::Out),
            control: control(),
            hosted: Hosted::new(design),
            ports,
            waiting: false,
            changed: false,
        };
        block.drive_outputs();
        block.ports.iter_mut().for_each(|port| port.value = port.driven);
        block
    }

    /// Returns the ports, in the order of their numbers.
    pub fn ports(&self) -> impl ExactSizeIterator<Item = &Port> {
        self.ports.iter().map(|state| &state.port)
    }

    /// Returns the number of the port with that role.
    pub fn port(&self, role: Role) -> Option<usize> {
        self.ports().position(|port| port.role == role)
    }

    /// Sets an input port for the next update. Bits above its width are dropped.
    ///
    /// Panics if `port` is no input of the block.
    pub fn drive(&mut self, port: usize, value: u64) {
        let state = &mut self.ports[port];
        assert!(
            state.port.direction == Direction::In,
            "{} is an output",
            state.port.name
        );
        let value = value & state.port.ones();
        self.waiting |= state.driven != value;
        state.driven = value;
    }

    /// Returns the value of a port after the last update. Panics if the block has no such port.
    pub fn output(&self, port: usize) -> u64 {
        self.ports[port].value
    }

    /// Tells rust-hdl's checks that the surrounding block drives the input. Panics if there is no such port.
    pub fn connect_input(&mut self, port: usize) {
        self.ports[port].connected = true;
    }

    /// Forwards a rising clock edge to the design, with the port values from before it.
    fn clock_edge(&mut self) {
        let Some(ports) = &self.control else { return };
        let is_set = |port: usize| self.ports[port].value == 1;
        let clock = &self.ports[ports.clock];
        if clock.value == 0 && clock.driven == 1 {
            let control = ControlInputs {
                reset: is_set(ports.reset),
                enable: is_set(ports.enable),
                in_valid: is_set(ports.in_valid),
            };
            self.hosted.tick(control);
        }
    }

    fn drive_outputs(&mut self) {
        for (position, port) in self.outputs.iter().enumerate() {
            self.ports[*port].driven = self.hosted.output(position);
        }
        if let Some(control) = &self.control {
            self.ports[control.out_valid].driven = self.hosted.out_valid().into();
            if let Some(in_ready) = control.in_ready {
                self.ports[in_ready].driven = self.hosted.in_ready().into();
            }
        }
    }
}

impl Logic for DesignBlock {
    fn update(&mut self) {
        self.clock_edge();
        for (position, port) in self.inputs.iter().enumerate() {
            self.hosted.set_input(position, self.ports[*port].driven);
        }
        self.hosted.settle();
        self.drive_outputs();
    }

    fn hdl(&self) -> Verilog {
        self.hosted.hdl()
    }
}

impl Block for DesignBlock {
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
        let is_same_port = |one: &PortState, next: &PortState| match (one.port.part, next.port.part) {
            (Some(one), Some(next)) => one.register == next.register,
            _ => false,
        };
        for parts in self.ports.chunk_by(is_same_port) {
            let (name, wire) = PortState::port_wire(parts);
            probe.visit_atom(name, &wire);
        }
        self.hosted.accept(self, probe);
        probe.visit_end_scope(name, self);
    }
}
