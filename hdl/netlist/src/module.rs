//! Finished netlists.

use std::collections::{BTreeSet, HashMap};

use crate::node::{NetId, Node, Op};
use crate::stage::Stage;
use crate::verilog::multiplier::MultiplierBlock;

/// A named port of a module, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetlistPort {
    /// The port's name in the Verilog.
    pub name: String,
    /// The net that carries it.
    pub net: NetId,
    /// Its width in bits.
    pub width: u32,
    /// The place in a wider port, if it is a part of one.
    pub part: Option<PortPart>,
}

/// The place of some bits in an input port. A port that is wider than the words of a simulation is several inputs of a
/// netlist, the lowest bits first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortPart {
    /// The name of the port in the Verilog.
    pub port: String,
    /// The position of the lowest of the bits.
    pub low: u32,
    /// The width of the port in bits.
    pub width: u32,
}

impl NetlistPort {
    /// Returns the name and the width of the port in the Verilog, in each lane. None for a part above the lowest bits.
    fn whole(&self) -> Option<(&str, u32)> {
        match &self.part {
            None => Some((&self.name, self.width)),
            Some(part) => (part.low == 0).then_some((&part.port, part.width)),
        }
    }
}

/// A register of an iterative unit. It loads its next value in each enabled clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateRegister {
    /// The net that holds the value.
    pub net: NetId,
    /// The net with the next value.
    pub next: NetId,
    /// True if a reset makes it 0, whatever `enable` is. Other registers ignore a reset.
    pub is_cleared: bool,
}

/// The registers and the handshake of an iterative unit, which works on one operation at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// The registers.
    pub registers: Vec<StateRegister>,
    /// The input net that is 1 if operands are offered.
    pub in_valid: NetId,
    /// The net that is 1 if offered operands are taken.
    pub in_ready: NetId,
    /// The net that is 1 if the outputs show a result.
    pub out_valid: NetId,
}

/// A finished netlist: nets in an order in which each follows its operands.
#[derive(Clone, Debug, Default)]
pub struct Netlist {
    /// The nets.
    pub nodes: Vec<Node>,
    /// The stages that the nets belong to, in the order in which the datapath entered them.
    pub stages: Vec<Stage>,
    /// The place of each rank of registers in the logic, in dataflow order.
    pub cuts: Vec<String>,
    /// The input ports.
    pub inputs: Vec<NetlistPort>,
    /// The output ports.
    pub outputs: Vec<NetlistPort>,
    /// The devices' multiplier blocks that its file names for registered multiplications.
    pub blocks: &'static [&'static MultiplierBlock],
    /// The registers and the handshake of an iterative unit.
    pub iteration: Option<Iteration>,
}

impl Netlist {
    /// Returns the net of that index.
    pub fn node(&self, id: NetId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns all net indices, operands first.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NetId> {
        (0..self.nodes.len() as u32).map(NetId)
    }

    /// Returns the place of an input in a wider port, if it is a part of one.
    pub fn part_of_port(&self, input: NetId) -> Option<&PortPart> {
        let port = self.inputs.iter().find(|port| port.net == input)?;
        port.part.as_ref()
    }

    /// Returns the number of uses of each net, as operand or output.
    pub fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.nodes.len()];
        for node in &self.nodes {
            for operand in &node.operands {
                uses[operand.index()] += 1;
            }
        }
        for output in &self.outputs {
            uses[output.net.index()] += 1;
        }
        if let Some(iteration) = &self.iteration {
            uses[iteration.in_ready.index()] += 1;
            uses[iteration.out_valid.index()] += 1;
            for register in &iteration.registers {
                uses[register.next.index()] += 1;
            }
        }
        uses
    }

    /// Returns the net that a stage shows by a name, the latest one if there are several; `path` is `stage.name`.
    pub fn find(&self, path: &str) -> Option<NetId> {
        self.ids().rev().find(|id| self.path(*id).as_deref() == Some(path))
    }

    /// Returns `stage.name` of a shown net.
    pub fn path(&self, id: NetId) -> Option<String> {
        let node = self.node(id);
        node.shown_name()
            .map(|name| format!("{}.{name}", self.stages[node.stage].name))
    }

    /// Returns the clock cycles in which a stage, named by its index, works. They are the cycles of its shown nets, or
    /// of all its logic if it shows none.
    pub fn cycles(&self, stage: usize) -> BTreeSet<u32> {
        let is_wiring = |node: &Node| node.is_wiring() || node.op == Op::Concat;
        let logic = |node: &&Node| node.stage == stage && !node.is_register() && !node.is_constant();
        let cycles = |is_wanted: &dyn Fn(&Node) -> bool| -> BTreeSet<u32> {
            let nodes = self.nodes.iter().filter(logic);
            nodes.filter(|node| is_wanted(node)).map(|node| node.cycle).collect()
        };
        let shown = cycles(&|node| node.shown_name().is_some() && !node.is_wiring());
        if shown.is_empty() {
            cycles(&|node| !is_wiring(node))
        } else {
            shown
        }
    }

    /// Returns the netlist without the nets that no output depends on. Input ports stay.
    pub fn without_dead_nets(&self) -> Netlist {
        let mut live = vec![false; self.nodes.len()];
        let ports = self.inputs.iter().chain(&self.outputs).map(|port| port.net);
        let mut found: Vec<NetId> = ports.collect();
        if let Some(iteration) = &self.iteration {
            found.extend([iteration.in_valid, iteration.in_ready, iteration.out_valid]);
        }
        while let Some(id) = found.pop() {
            if std::mem::replace(&mut live[id.index()], true) {
                continue;
            }
            found.extend(&self.node(id).operands);
            found.extend(self.register(id).map(|register| register.next));
        }
        let mut moved = HashMap::new();
        let mut nodes: Vec<Node> = Vec::new();
        for id in self.ids().filter(|id| live[id.index()]) {
            let mut node = self.node(id).clone();
            for operand in &mut node.operands {
                *operand = moved[operand];
            }
            moved.insert(id, NetId(nodes.len() as u32));
            nodes.push(node);
        }
        let move_port = |port: &NetlistPort| NetlistPort {
            net: moved[&port.net],
            ..port.clone()
        };
        Netlist {
            nodes,
            stages: self.stages.clone(),
            cuts: self.cuts.clone(),
            inputs: self.inputs.iter().map(move_port).collect(),
            outputs: self.outputs.iter().map(move_port).collect(),
            blocks: self.blocks,
            iteration: self.iteration.as_ref().map(|iteration| Iteration {
                registers: iteration
                    .registers
                    .iter()
                    .filter(|register| live[register.net.index()])
                    .map(|register| StateRegister {
                        net: moved[&register.net],
                        next: moved[&register.next],
                        ..register.clone()
                    })
                    .collect(),
                in_valid: moved[&iteration.in_valid],
                in_ready: moved[&iteration.in_ready],
                out_valid: moved[&iteration.out_valid],
            }),
        }
    }

    /// Returns the register of an iterative unit that a net is.
    fn register(&self, id: NetId) -> Option<&StateRegister> {
        let mut registers = self.iteration.iter().flat_map(|iteration| &iteration.registers);
        registers.find(|register| register.net == id)
    }

    /// Returns the registers of an iterative unit; a pipeline's are nets of the operator [`Op::Register`].
    pub fn state_registers(&self) -> &[StateRegister] {
        self.iteration
            .as_ref()
            .map_or(&[], |iteration| iteration.registers.as_slice())
    }
}

/// The contents of one Verilog module: identical lanes, and beside them the pipeline of the valid bit.
/// An iterative unit has one lane netlist, whose [`Iteration`] has the handshake.
#[derive(Clone, Debug)]
pub struct Module {
    /// The Verilog module's name.
    pub name: String,
    /// One lane, its registers in place.
    pub lane: Netlist,
    /// Number of lanes side by side; each takes its share of every port, lane 0 the lowest bits.
    pub lanes: u32,
    /// Enabled clock cycles from input to output.
    pub latency: u32,
}

/// Direction of a port.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Into the module.
    In,
    /// Out of the module.
    Out,
}

/// A port of a module as others see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModulePort {
    /// Its name.
    pub name: String,
    /// Its direction.
    pub direction: Direction,
    /// Its width in bits, over all lanes.
    pub width: u32,
}

impl ModulePort {
    /// True if it goes into the module.
    pub fn is_input(&self) -> bool {
        self.direction == Direction::In
    }
}

impl Module {
    /// Returns the ports, in the order of the module contract. A combinational module has only operands and a result.
    pub fn ports(&self) -> Vec<ModulePort> {
        let port = |name: &str, direction, width| ModulePort {
            name: name.to_owned(),
            direction,
            width,
        };
        let mut ports = Vec::new();
        if self.latency > 0 {
            ports.extend(["clock", "reset", "enable", "in_valid"].map(|name| port(name, Direction::In, 1)));
        }
        let over_lanes = |inner: &NetlistPort, direction| {
            let (name, width) = inner.whole()?;
            Some(port(name, direction, width * self.lanes))
        };
        ports.extend(
            self.lane
                .inputs
                .iter()
                .filter_map(|inner| over_lanes(inner, Direction::In)),
        );
        if self.lane.iteration.is_some() {
            ports.push(port("in_ready", Direction::Out, 1));
        }
        if self.latency > 0 {
            ports.push(port("out_valid", Direction::Out, 1));
        }
        ports.extend(
            self.lane
                .outputs
                .iter()
                .filter_map(|inner| over_lanes(inner, Direction::Out)),
        );
        ports
    }

    /// Returns the ports of the same module as a part of a larger one, which has the pipeline of the valid bit. An
    /// iterative part keeps its handshake, and `reset_n` replaces `reset`.
    pub fn ports_of_part(&self) -> Vec<ModulePort> {
        let is_iterative = self.lane.iteration.is_some();
        let of_part = self.ports().into_iter().filter_map(|port| match port.name.as_str() {
            "reset" => is_iterative.then(|| ModulePort {
                name: "reset_n".to_owned(),
                ..port
            }),
            "in_valid" | "out_valid" => is_iterative.then_some(port),
            _ => Some(port),
        });
        of_part.collect()
    }
}
