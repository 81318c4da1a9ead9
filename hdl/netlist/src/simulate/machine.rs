//! Simulation steps of a module on machine words.

use crate::module::{Module, Netlist};
use crate::node::{compute, Op};
use crate::word::Word;

/// One operator, with the indices of its operands among the values.
struct Step<W> {
    action: Action,
    target: usize,
    mask: W,
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

/// The indices of `in_valid`, `in_ready` and `out_valid` among the values.
struct HandshakePlaces {
    in_valid: usize,
    in_ready: usize,
    out_valid: usize,
}

/// All lanes of a module, and their values.
pub(super) struct Machine<W> {
    steps: Vec<Step<W>>,
    values: Vec<W>,
    /// The indices of all lanes' nets among the values.
    places: Vec<usize>,
    /// Indices of each register and of the net from which it takes its value.
    registers: Vec<(usize, usize)>,
    pending: Vec<W>,
    /// Those of the registers that a reset clears, among the values.
    cleared: Vec<usize>,
    /// The indices of the handshake of an iterative unit among the values.
    handshake: Option<HandshakePlaces>,
    /// The indices of each input port, lane by lane, and its width within a lane.
    inputs: Vec<(Vec<usize>, u32)>,
    outputs: Vec<(Vec<usize>, u32)>,
}

impl<W: Word> Machine<W> {
    /// Returns the lanes of a module, with all registers 0.
    pub fn new(module: &Module) -> Machine<W> {
        let lane = &module.lane;
        let mut machine = Machine {
            steps: Vec::new(),
            values: Vec::new(),
            places: Vec::new(),
            registers: Vec::new(),
            pending: Vec::new(),
            cleared: Vec::new(),
            handshake: None,
            inputs: lane.inputs.iter().map(|port| (Vec::new(), port.width)).collect(),
            outputs: lane.outputs.iter().map(|port| (Vec::new(), port.width)).collect(),
        };
        for _ in 0..module.lanes {
            let inputs: Vec<usize> = lane.inputs.iter().map(|_| machine.slot(W::ZERO)).collect();
            let outputs = machine.add_lane(lane, &inputs);
            for (port, place) in machine.inputs.iter_mut().zip(inputs) {
                port.0.push(place);
            }
            for (port, place) in machine.outputs.iter_mut().zip(outputs) {
                port.0.push(place);
            }
        }
        machine.pending = vec![W::ZERO; machine.registers.len()];
        machine
    }

    pub fn set_input(&mut self, position: usize, value: u128) {
        let (places, width) = &self.inputs[position];
        for (place, lane) in places.iter().zip(0..) {
            self.values[*place] = W::cut(value >> (lane * width)) & W::ones(*width);
        }
    }

    pub fn settle(&mut self) {
        let values = &mut self.values;
        for step in &self.steps {
            let value = match &step.action {
                Action::And(a, b) => values[*a] & values[*b],
                Action::Or(a, b) => values[*a] | values[*b],
                Action::Xor(a, b) => values[*a] ^ values[*b],
                Action::Not(a) => !values[*a],
                Action::Add(a, b) => values[*a].plus(values[*b]),
                Action::Sub(a, b) => values[*a].minus(values[*b]),
                Action::Mux(condition, then, otherwise) => {
                    values[if values[*condition] == W::ZERO {
                        *otherwise
                    } else {
                        *then
                    }]
                }
                Action::Slice(a, low) => values[*a] >> *low,
                Action::Join(high, low, low_width) => values[*high] << *low_width | values[*low],
                Action::Spread(bit) => W::ZERO.minus(values[*bit]),
                Action::Any(a) => W::bit(values[*a] != W::ZERO),
                Action::Other { op, operands, widths } => {
                    let mut arguments = [W::ZERO; 3];
                    for (argument, operand) in arguments.iter_mut().zip(operands) {
                        *argument = values[*operand];
                    }
                    compute(op, &arguments[..operands.len()], widths, W::BITS)
                }
            };
            values[step.target] = value & step.mask;
        }
    }

    /// Loads every register with its input.
    pub fn tick(&mut self) {
        for (pending, (_, source)) in self.pending.iter_mut().zip(&self.registers) {
            *pending = self.values[*source];
        }
        for (pending, (target, _)) in self.pending.iter().zip(&self.registers) {
            self.values[*target] = *pending;
        }
    }

    /// Makes every register 0 that a reset clears.
    pub fn clear(&mut self) {
        for register in &self.cleared {
            self.values[*register] = W::ZERO;
        }
    }

    /// Sets `in_valid` of an iterative unit.
    pub fn set_valid(&mut self, valid: bool) {
        if let Some(places) = &self.handshake {
            self.values[places.in_valid] = W::bit(valid);
        }
    }

    /// Returns `in_ready`, which is always 1 in a pipeline.
    pub fn in_ready(&self) -> bool {
        let places = self.handshake.as_ref();
        places.is_none_or(|places| self.values[places.in_ready] != W::ZERO)
    }

    /// Returns `out_valid` of an iterative unit.
    pub fn out_valid(&self) -> Option<bool> {
        let places = self.handshake.as_ref()?;
        Some(self.values[places.out_valid] != W::ZERO)
    }

    pub fn output(&self, position: usize) -> u128 {
        let (places, width) = &self.outputs[position];
        let lanes = places.iter().zip(0..);
        lanes.fold(0, |value, (place, lane)| {
            value | self.values[*place].value() << (lane * width)
        })
    }

    /// Returns the value of a net, by its index among those of all lanes.
    pub fn value(&self, net: usize) -> u128 {
        self.values[self.places[net]].value()
    }

    fn slot(&mut self, value: W) -> usize {
        self.values.push(value);
        self.values.len() - 1
    }

    /// Adds the steps of a lane with its inputs at the given indices; returns the indices of its outputs.
    fn add_lane(&mut self, netlist: &Netlist, inputs: &[usize]) -> Vec<usize> {
        let mut places: Vec<usize> = Vec::with_capacity(netlist.nodes.len());
        for id in netlist.ids() {
            let node = netlist.node(id);
            let operands: Vec<usize> = node.operands.iter().map(|operand| places[operand.index()]).collect();
            places.push(match &node.op {
                Op::Input => match netlist.inputs.iter().position(|port| port.net == id) {
                    Some(position) => inputs[position],
                    // `in_valid` of an iterative unit.
                    None => self.slot(W::ZERO),
                },
                Op::State => self.slot(W::ZERO),
                Op::Constant(value) => self.slot(W::cut(*value)),
                Op::Register => {
                    let target = self.slot(W::ZERO);
                    self.registers.push((target, operands[0]));
                    target
                }
                op => {
                    let operand_widths = node.operands.iter().map(|operand| netlist.node(*operand).width);
                    self.add_step(op, &operands, operand_widths.collect(), node.width)
                }
            });
        }
        let outputs = netlist.outputs.iter().map(|port| places[port.net.index()]).collect();
        if let Some(iteration) = &netlist.iteration {
            for register in &iteration.registers {
                let target = places[register.net.index()];
                self.registers.push((target, places[register.next.index()]));
                self.cleared.extend(register.is_cleared.then_some(target));
            }
            self.handshake = Some(HandshakePlaces {
                in_valid: places[iteration.in_valid.index()],
                in_ready: places[iteration.in_ready.index()],
                out_valid: places[iteration.out_valid.index()],
            });
        }
        self.places.extend(places);
        outputs
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
        let target = self.slot(W::ZERO);
        self.steps.push(Step {
            action,
            target,
            mask: W::ones(width),
        });
        target
    }
}
