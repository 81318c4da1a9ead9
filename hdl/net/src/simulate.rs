//! Running a netlist.
//!
//! A module is laid out, lane by lane, as one list of simple steps on machine words.

use crate::module::{Module, Netlist};
use crate::node::{compute, ones, NetId, Op};

/// Where a simulated value comes from, for waves and probes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signal {
    /// The lane that holds it.
    pub lane: u32,
    /// The stage that made it.
    pub stage: String,
    /// Its name, where the datapath gave one.
    pub name: Option<String>,
    /// Its width in bits.
    pub width: u32,
    /// The pipeline cycle it belongs to, within its module.
    pub cycle: u32,
    slot: usize,
}

/// One operator, with its operands' places among the values.
struct Step {
    action: Action,
    target: usize,
    mask: u64,
}

enum Action {
    And(usize, usize),
    Or(usize, usize),
    Xor(usize, usize),
    Not(usize),
    Add(usize, usize),
    Sub(usize, usize),
    Mux(usize, usize, usize),
    Slice(usize, u32),
    Join(usize, usize, u32),
    Spread(usize),
    Any(usize),
    Other {
        op: Op,
        operands: Vec<usize>,
        widths: Vec<u32>,
    },
}

/// A module under simulation.
pub struct Simulator {
    steps: Vec<Step>,
    values: Vec<u64>,
    /// Places of each register and of the net that it takes its value from.
    registers: Vec<(usize, usize)>,
    pending: Vec<u64>,
    /// The valid bit's way from `in_valid` (first) to `out_valid` (last).
    valid: Vec<bool>,
    /// Each input port's places, lane by lane, and its width within a lane.
    inputs: Vec<(Vec<usize>, u32)>,
    outputs: Vec<(Vec<usize>, u32)>,
    signals: Vec<Signal>,
}

impl Simulator {
    /// A simulator of a module, its registers 0.
    pub fn new(module: &Module) -> Simulator {
        let mut simulator = Simulator {
            steps: Vec::new(),
            values: Vec::new(),
            registers: Vec::new(),
            pending: Vec::new(),
            valid: vec![false; module.latency as usize + 1],
            inputs: module.lane.inputs.iter().map(|port| (Vec::new(), port.width)).collect(),
            outputs: module
                .lane
                .outputs
                .iter()
                .map(|port| (Vec::new(), port.width))
                .collect(),
            signals: Vec::new(),
        };
        for lane in 0..module.lanes {
            let inputs: Vec<usize> = module.lane.inputs.iter().map(|_| simulator.slot(0)).collect();
            let outputs = simulator.add_lane(&module.lane, lane, &inputs);
            for (port, place) in simulator.inputs.iter_mut().zip(inputs) {
                port.0.push(place);
            }
            for (port, place) in simulator.outputs.iter_mut().zip(outputs) {
                port.0.push(place);
            }
        }
        simulator.pending = vec![0; simulator.registers.len()];
        simulator.settle();
        simulator
    }

    /// Sets an operand, by its position. Bits above its width are dropped.
    pub fn set_input(&mut self, position: usize, value: u64) {
        let (places, width) = &self.inputs[position];
        for (place, lane) in places.iter().zip(0..) {
            self.values[*place] = (value >> (lane * width)) & ones(*width);
        }
    }

    /// Sets `in_valid`.
    pub fn set_valid(&mut self, valid: bool) {
        self.valid[0] = valid;
    }

    /// The valid bit after `cycle` registers: `in_valid` for 0, `out_valid` for the latency.
    pub fn valid(&self, cycle: usize) -> bool {
        self.valid[cycle]
    }

    /// Computes every net from the inputs and the registers.
    pub fn settle(&mut self) {
        let values = &mut self.values;
        for step in &self.steps {
            let value = match &step.action {
                Action::And(a, b) => values[*a] & values[*b],
                Action::Or(a, b) => values[*a] | values[*b],
                Action::Xor(a, b) => values[*a] ^ values[*b],
                Action::Not(a) => !values[*a],
                Action::Add(a, b) => values[*a].wrapping_add(values[*b]),
                Action::Sub(a, b) => values[*a].wrapping_sub(values[*b]),
                Action::Mux(condition, then, otherwise) => {
                    values[if values[*condition] == 1 { *then } else { *otherwise }]
                }
                Action::Slice(a, low) => values[*a] >> low,
                Action::Join(high, low, low_width) => values[*high] << low_width | values[*low],
                Action::Spread(bit) => values[*bit].wrapping_neg(),
                Action::Any(a) => u64::from(values[*a] != 0),
                Action::Other { op, operands, widths } => {
                    let mut arguments = [0; 3];
                    for (argument, operand) in arguments.iter_mut().zip(operands) {
                        *argument = values[*operand];
                    }
                    compute(op, &arguments[..operands.len()], widths, 64)
                }
            };
            values[step.target] = value & step.mask;
        }
    }

    /// A rising clock edge after the nets have settled; call [`Simulator::settle`] to see its effect.
    pub fn tick(&mut self, enable: bool, reset: bool) {
        let stages = self.valid.len();
        if reset {
            self.valid[1..].fill(false);
        } else if enable {
            self.valid.copy_within(0..stages - 1, 1);
        }
        if enable {
            for (pending, (_, source)) in self.pending.iter_mut().zip(&self.registers) {
                *pending = self.values[*source];
            }
            for (pending, (target, _)) in self.pending.iter().zip(&self.registers) {
                self.values[*target] = *pending;
            }
        }
    }

    /// The value of an output port, by its position.
    pub fn output(&self, position: usize) -> u64 {
        let (places, width) = &self.outputs[position];
        let lanes = places.iter().rev();
        lanes.fold(0, |value, place| {
            if places.len() == 1 {
                self.values[*place]
            } else {
                value << width | self.values[*place]
            }
        })
    }

    /// What is simulated: every net of every instance.
    pub fn signals(&self) -> &[Signal] {
        &self.signals
    }

    /// The present value of a signal.
    pub fn value(&self, signal: &Signal) -> u64 {
        self.values[signal.slot]
    }

    fn slot(&mut self, value: u64) -> usize {
        self.values.push(value);
        self.values.len() - 1
    }

    /// Adds the steps of a lane whose inputs are at the given places; returns the places of its outputs.
    fn add_lane(&mut self, netlist: &Netlist, lane: u32, inputs: &[usize]) -> Vec<usize> {
        let mut places: Vec<usize> = Vec::with_capacity(netlist.nodes.len());
        for id in netlist.ids() {
            let node = netlist.node(id);
            let operands: Vec<usize> = node.operands.iter().map(|operand| places[operand.index()]).collect();
            let place = match &node.op {
                Op::Input => inputs[input_position(netlist, id)],
                Op::Constant(value) => self.slot(*value),
                Op::Register => {
                    let target = self.slot(0);
                    self.registers.push((target, operands[0]));
                    target
                }
                op => {
                    let widths = node
                        .operands
                        .iter()
                        .map(|operand| netlist.node(*operand).width)
                        .collect();
                    self.add_step(op, &operands, widths, node.width)
                }
            };
            places.push(place);
            self.signals.push(Signal {
                lane,
                stage: netlist.stages[node.stage].clone(),
                name: node.name.clone(),
                width: node.width,
                cycle: node.section,
                slot: place,
            });
        }
        netlist.outputs.iter().map(|port| places[port.net.index()]).collect()
    }

    fn add_step(&mut self, op: &Op, operands: &[usize], widths: Vec<u32>, width: u32) -> usize {
        let action = match (op, operands) {
            (Op::And, [a, b]) => Action::And(*a, *b),
            (Op::Or, [a, b]) => Action::Or(*a, *b),
            (Op::Xor, [a, b]) => Action::Xor(*a, *b),
            (Op::Not, [a]) => Action::Not(*a),
            (Op::Add, [a, b]) => Action::Add(*a, *b),
            (Op::Sub, [a, b]) => Action::Sub(*a, *b),
            (Op::Mux, [condition, then, otherwise]) => Action::Mux(*condition, *then, *otherwise),
            (Op::Slice { low }, [a]) => Action::Slice(*a, *low),
            (Op::Any, [a]) => Action::Any(*a),
            (Op::Concat, [bit, rest @ ..]) if widths[0] == 1 && rest.iter().all(|other| other == bit) => {
                Action::Spread(*bit)
            }
            (Op::Concat, [first, middle @ .., last]) => {
                let mut high = *first;
                let mut so_far = widths[0];
                for (next, next_width) in middle.iter().zip(&widths[1..]) {
                    so_far += next_width;
                    high = self.push_step(Action::Join(high, *next, *next_width), so_far);
                }
                Action::Join(high, *last, widths[widths.len() - 1])
            }
            _ => Action::Other {
                op: op.clone(),
                operands: operands.to_vec(),
                widths,
            },
        };
        self.push_step(action, width)
    }

    fn push_step(&mut self, action: Action, width: u32) -> usize {
        let target = self.slot(0);
        self.steps.push(Step {
            action,
            target,
            mask: ones(width),
        });
        target
    }
}

fn input_position(netlist: &Netlist, id: NetId) -> usize {
    let position = netlist.inputs.iter().position(|port| port.net == id);
    position.expect("every input net is a port")
}
