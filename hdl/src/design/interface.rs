//! A module as the world around it sees it.

use halfpipe_isa::{Content, Instruction, Operand, FLAGS_OPTION};

use super::function::Function;
use super::port::{Direction, Port, Role, StreamRole, CONTROL};
use crate::fpu;

/// Name, ports and latency of a module, and what it computes: what its contract says.
///
/// The data inputs of a vector are words, one for each data port in the order of the ports; so are the data outputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    name: String,
    operations: Vec<Function>,
    latency: u32,
    ports: Vec<Port>,
}

impl Interface {
    /// The contract of the module of one instruction, or of a function beside them.
    pub fn of_unit(name: &str, function: impl Into<Function>, latency: u32) -> Interface {
        let function = function.into();
        let operands = function.signature().operands().iter().enumerate();
        let inputs =
            operands.map(|(position, operand)| Port::input(operand.name, operand.width(), Role::Operand(position)));
        let results = function.signature().results().iter().enumerate();
        let role = |position: usize, result: &Operand| match result.content {
            Content::Flags => Role::Flags,
            _ => Role::Result(position),
        };
        let outputs =
            results.map(|(position, result)| Port::output(result.name, result.width(), role(position, result)));
        let (inputs, outputs) = (inputs.collect(), outputs.collect());
        Interface::new(name, vec![function], latency, inputs, outputs)
    }

    /// The contract of the core of these operations, each of which has its position as its `op`.
    pub fn of_core(name: &str, operations: Vec<Instruction>, latency: u32, tag_bits: u32) -> Interface {
        let mut inputs = vec![
            Port::input(fpu::OP, fpu::op_bits(&operations), Role::Op),
            Port::input(fpu::TAG_IN, tag_bits, Role::TagIn),
        ];
        let registers = fpu::OPERANDS.iter().enumerate();
        inputs.extend(registers.map(|(position, name)| Port::input(name, fpu::WIDTH, Role::Operand(position))));
        let mut outputs = vec![
            Port::output(fpu::TAG_OUT, tag_bits, Role::TagOut),
            Port::output(fpu::RESULT, fpu::WIDTH, Role::Result(0)),
        ];
        if fpu::have_flags(&operations) {
            outputs.push(Port::output(Operand::FLAGS.name, Operand::FLAGS.width(), Role::Flags));
        }
        let operations = operations.into_iter().map(Function::from).collect();
        Interface::new(name, operations, latency, inputs, outputs)
    }

    /// The contract of a module with AXI4-Stream ports around another; a latency of 0 becomes one of 1.
    pub fn of_stream(name: &str, inner: &Interface) -> Interface {
        let width = |ports: Vec<&Port>| ports.iter().map(|port| port.width).sum();
        let stream = Role::Stream;
        Interface {
            name: name.to_owned(),
            operations: inner.operations.clone(),
            latency: inner.latency.max(1),
            ports: vec![
                Port::input("aclk", 1, Role::Clock),
                Port::input("aresetn", 1, Role::Reset),
                Port::input("s_axis_tvalid", 1, Role::InValid),
                Port::output("s_axis_tready", 1, stream(StreamRole::InReady)),
                Port::input(
                    "s_axis_tdata",
                    width(inner.inputs().collect()),
                    stream(StreamRole::InData),
                ),
                Port::input("s_axis_tlast", 1, stream(StreamRole::InLast)),
                Port::output("m_axis_tvalid", 1, Role::OutValid),
                Port::input("m_axis_tready", 1, stream(StreamRole::OutReady)),
                Port::output(
                    "m_axis_tdata",
                    width(inner.outputs().collect()),
                    stream(StreamRole::OutData),
                ),
                Port::output("m_axis_tlast", 1, stream(StreamRole::OutLast)),
            ],
        }
    }

    /// A combinational module has only data ports; a pipeline has the control ports too.
    fn new(name: &str, operations: Vec<Function>, latency: u32, inputs: Vec<Port>, outputs: Vec<Port>) -> Interface {
        let control = |direction: Direction| {
            let ports = CONTROL.iter().filter(move |port| latency > 0 && port.1 == direction);
            ports.map(|(name, direction, role)| Port {
                name: (*name).to_owned(),
                direction: *direction,
                width: 1,
                role: *role,
            })
        };
        let mut ports: Vec<Port> = control(Direction::In).collect();
        ports.extend(inputs);
        ports.extend(control(Direction::Out));
        ports.extend(outputs);
        Interface {
            name: name.to_owned(),
            operations,
            latency,
            ports,
        }
    }

    /// The same contract at another latency. Of a stream it is that of the same latency.
    pub fn at_latency(&self, latency: u32) -> Interface {
        let control = CONTROL.map(|(.., role)| role);
        let data = |is_input: bool| {
            let ports = self.ports.iter().filter(|port| !control.contains(&port.role));
            ports.filter(|port| port.is_input() == is_input).cloned().collect()
        };
        match self.port(Role::Stream(StreamRole::InData)) {
            Some(_) => self.clone(),
            None => Interface::new(&self.name, self.operations.clone(), latency, data(true), data(false)),
        }
    }

    /// The module's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Enabled clock cycles from data inputs to data outputs.
    pub fn latency(&self) -> u32 {
        self.latency
    }

    /// The ports, in the order of the module.
    pub fn ports(&self) -> &[Port] {
        &self.ports
    }

    /// The port with a role, if there is one.
    pub fn port(&self, role: Role) -> Option<&Port> {
        self.ports.iter().find(|port| port.role == role)
    }

    /// The data inputs, in the order of the ports.
    pub fn inputs(&self) -> impl Iterator<Item = &Port> + Clone {
        self.ports.iter().filter(|port| port.role.is_data() && port.is_input())
    }

    /// The data outputs, in the order of the ports.
    pub fn outputs(&self) -> impl Iterator<Item = &Port> + Clone {
        self.ports.iter().filter(|port| port.role.is_data() && !port.is_input())
    }

    /// What it computes. In a core, an operation's position is its `op`.
    pub fn operations(&self) -> &[Function] {
        &self.operations
    }

    /// The operations that are instructions, which those of a core all are.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction> + '_ {
        self.operations.iter().filter_map(Function::instruction)
    }

    /// Whether the module is told the operation with each vector.
    pub fn is_core(&self) -> bool {
        self.port(Role::Op).is_some()
    }

    /// Whether it has all arithmetic and nothing else, as a core has unless it is given a list.
    pub fn has_usual_instructions(&self) -> bool {
        let instructions = self.instructions().map(Instruction::without_flags);
        instructions.eq(Instruction::arithmetic().iter().copied())
    }

    /// What a module that is no core computes.
    pub fn function(&self) -> Option<&Function> {
        (!self.is_core()).then(|| &self.operations[0])
    }

    /// The instruction of a module that is no core, where it computes one.
    pub fn instruction(&self) -> Option<Instruction> {
        self.function().and_then(Function::instruction)
    }

    /// Whether the exceptions of IEEE 754 are an output.
    pub fn has_flags(&self) -> bool {
        self.port(Role::Flags).is_some()
    }

    /// What stands for the module on a command line: a mnemonic, or `fpu`; with the option that asks for flags, where it has them.
    pub fn mnemonic(&self) -> String {
        match self.function() {
            Some(function) => function.to_string(),
            None if self.has_flags() => format!("{} {FLAGS_OPTION}", fpu::WORD),
            None => fpu::WORD.to_owned(),
        }
    }

    /// What the module computes, for headings.
    pub fn title(&self) -> String {
        match self.function() {
            Some(function) => function.to_string(),
            None => {
                let flags = if self.has_flags() { " with flags" } else { "" };
                format!("the core of {} instructions{flags}", self.operations.len())
            }
        }
    }

    /// The position among the data inputs of the port with a role.
    pub fn input_position(&self, role: Role) -> Option<usize> {
        self.inputs().position(|port| port.role == role)
    }

    /// The position among the data outputs of the port with a role.
    pub fn output_position(&self, role: Role) -> Option<usize> {
        self.outputs().position(|port| port.role == role)
    }

    /// The operation that data inputs ask for; None where a core does not have it.
    pub fn operation(&self, inputs: &[u64]) -> Option<&Function> {
        let op = match self.input_position(Role::Op) {
            Some(position) => usize::try_from(inputs[position]).ok()?,
            None => 0,
        };
        self.operations.get(op)
    }

    /// The positions among the data inputs of an operation's operands, in their order.
    ///
    /// In a core the operand `c` of an instruction without `b` is at the port `c` all the same.
    pub fn operand_positions<'i>(&'i self, operation: &'i Function) -> impl Iterator<Item = usize> + 'i {
        let first = self.input_position(Role::Operand(0)).unwrap_or(0);
        let is_core = self.is_core();
        let operands = operation.signature().operands().iter().enumerate();
        operands.map(move |(position, operand)| {
            first
                + match is_core {
                    true => fpu::register(operand.name),
                    false => position,
                }
        })
    }

    /// An operation's operands among data inputs, without the bits that it ignores.
    pub fn operands(&self, operation: &Function, inputs: &[u64]) -> Vec<u64> {
        let words = self.operand_positions(operation).map(|position| inputs[position]);
        cut(words, operation.signature().operands())
    }

    /// An operation's results among data outputs, without the bits beside them.
    pub fn results(&self, operation: &Function, outputs: &[u64]) -> Vec<u64> {
        let first = self.output_position(Role::Result(0)).unwrap_or(0);
        let results = operation.signature().results();
        let flags = self.output_position(Role::Flags);
        match self.is_core() {
            true => {
                let words = results
                    .iter()
                    .enumerate()
                    .map(|(position, result)| match (result.content, flags) {
                        (Content::Flags, Some(flags)) => outputs[flags],
                        _ => outputs[first] >> fpu::place_of_result(position),
                    });
                cut(words, results)
            }
            false => cut(outputs[first..].iter().copied(), results),
        }
    }
}

/// The low bits of words, as many as each register has.
fn cut(words: impl Iterator<Item = u64>, registers: &[Operand]) -> Vec<u64> {
    let word = |(word, register): (u64, &Operand)| word & (u64::MAX >> (u64::BITS - register.width()));
    words.zip(registers).map(word).collect()
}
