//! Interface of a module.

use halfpipe_isa::{ElementType, Instruction, Operand, FLAGS_MARK};

use super::function::Function;
use super::port::{Direction, Port, Role, StreamRole, CONTROL};
use super::spec::{DesignKind, DesignSpec, StreamPorts};
use crate::fpu;

/// The contract of a module: its name, ports, latency and operations.
///
/// The data inputs of a vector are words of at most 64 bits, one for each data port in the order of the ports. So are
/// the data outputs. A port of more bits has several words, the lowest bits first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    name: String,
    operations: Vec<Function>,
    latency: u32,
    ports: Vec<Port>,
    /// The ports, with a wide one in its parts.
    words: Vec<Port>,
    /// True for a module that works on one operation at a time.
    is_iterative: bool,
    /// The interface of the module inside a stream.
    inner: Option<Box<Interface>>,
}

impl Interface {
    /// Returns the interface of the module of one instruction or custom function.
    pub fn from_function(name: &str, function: impl Into<Function>, latency: u32) -> Interface {
        let function = function.into();
        let operands = function.signature().operands().iter().enumerate();
        let inputs = operands.map(|(position, operand)| Port::from_operand(operand, Role::Operand(position)));
        let results = function.signature().results().iter().enumerate();
        let role = |position: usize, result: &Operand| match result.element_type {
            ElementType::Flags => Role::Flags,
            _ => Role::Result(position),
        };
        let outputs =
            results.map(|(position, result)| Port::output(result.name, result.width(), role(position, result)));
        let (inputs, outputs) = (inputs.collect(), outputs.collect());
        Interface::new(name, vec![function], latency, inputs, outputs)
    }

    /// Returns the same interface for a unit that works on one operation at a time, and has the port `in_ready`.
    #[must_use]
    pub fn iterative(self) -> Interface {
        let data = |is_input: bool| {
            let ports = self.words.iter().filter(|port| port.role.is_data());
            ports.filter(|port| port.is_input() == is_input).cloned().collect()
        };
        let (inputs, outputs) = (data(true), data(false));
        Interface::with_control(&self.name, self.operations, self.latency, inputs, outputs, true)
    }

    /// Returns the interface of the core of these operations. The position of an operation is its `op`.
    pub fn from_operations(name: &str, operations: Vec<Instruction>, latency: u32, tag_bits: u32) -> Interface {
        let mut inputs = vec![
            Port::input(fpu::OP, fpu::op_bits(&operations), Role::Op),
            Port::input(fpu::TAG_IN, tag_bits, Role::TagIn),
        ];
        let registers = fpu::OPERANDS.iter().enumerate();
        inputs.extend(registers.map(|(position, name)| Port::input(name, fpu::WIDTH, Role::Operand(position))));
        if fpu::have_rounding_port(&operations) {
            let Operand { name, .. } = Operand::ROUNDING;
            inputs.push(Port::input(
                name,
                Operand::ROUNDING.width(),
                Role::Operand(fpu::register(name)),
            ));
        }
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

    /// Returns the interface of a module with AXI4-Stream ports around another one. A latency of 0 becomes 1. The data
    /// have whole bytes, as the standard demands (ARM IHI 0051, section 2.1).
    pub fn from_inner(name: &str, inner: &Interface, optional: StreamPorts) -> Interface {
        let width = |ports: Vec<&Port>| -> u32 {
            let bits: u32 = ports.iter().map(|port| port.width).sum();
            bits.next_multiple_of(8)
        };
        let stream = Role::Stream;
        let ports: Vec<Port> = [
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
            Port::input("s_axis_tuser", optional.user_bits, stream(StreamRole::InUser)),
            Port::output("m_axis_tuser", optional.user_bits, stream(StreamRole::OutUser)),
        ]
        .into_iter()
        .filter(|port| port.width > 0)
        .collect();
        Interface {
            name: name.to_owned(),
            operations: inner.operations.clone(),
            latency: inner.latency.max(1),
            is_iterative: inner.is_iterative,
            inner: Some(Box::new(inner.clone())),
            words: ports.clone(),
            ports,
        }
    }

    /// Builds an interface. A combinational module has only data ports; a pipeline has the control ports too.
    fn new(name: &str, operations: Vec<Function>, latency: u32, inputs: Vec<Port>, outputs: Vec<Port>) -> Interface {
        Interface::with_control(name, operations, latency, inputs, outputs, false)
    }

    /// Builds an interface, of an iterative unit or another one.
    fn with_control(
        name: &str,
        operations: Vec<Function>,
        latency: u32,
        inputs: Vec<Port>,
        outputs: Vec<Port>,
        is_iterative: bool,
    ) -> Interface {
        let control = |direction: Direction| {
            let has_port = move |role| latency > 0 && (is_iterative || role != Role::InReady);
            let ports = CONTROL
                .iter()
                .filter(move |port| has_port(port.2) && port.1 == direction);
            ports.map(|(name, direction, role)| Port {
                name: (*name).to_owned(),
                direction: *direction,
                width: 1,
                role: *role,
                part: None,
            })
        };
        let mut words: Vec<Port> = control(Direction::In).collect();
        words.extend(inputs);
        words.extend(control(Direction::Out));
        words.extend(outputs);
        Interface {
            name: name.to_owned(),
            operations,
            latency,
            ports: words.iter().filter_map(Port::whole).collect(),
            words,
            is_iterative,
            inner: None,
        }
    }

    /// Returns the same interface at another latency. A stream keeps its latency.
    pub fn at_latency(&self, latency: u32) -> Interface {
        let control = CONTROL.map(|(.., role)| role);
        let data = |is_input: bool| {
            let ports = self.words.iter().filter(|port| !control.contains(&port.role));
            ports.filter(|port| port.is_input() == is_input).cloned().collect()
        };
        match self.port(Role::Stream(StreamRole::InData)) {
            Some(_) => self.clone(),
            None => {
                let operations = self.operations.clone();
                Interface::with_control(
                    &self.name,
                    operations,
                    latency,
                    data(true),
                    data(false),
                    self.is_iterative,
                )
            }
        }
    }

    /// Returns the same interface for a module of another name.
    pub fn with_name(self, name: &str) -> Interface {
        Interface {
            name: name.to_owned(),
            ..self
        }
    }

    /// Returns the name of the module.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the latency: enabled clock cycles from data inputs to data outputs.
    pub fn latency(&self) -> u32 {
        self.latency
    }

    /// True for a module that works on one operation at a time. It takes operands only while `in_ready` is 1.
    pub fn is_iterative(&self) -> bool {
        self.is_iterative
    }

    /// Returns the least number of enabled clock cycles between operations.
    pub fn interval(&self) -> u32 {
        if self.is_iterative {
            self.latency
        } else {
            1
        }
    }

    /// Returns the ports, in the order of the module.
    pub fn ports(&self) -> &[Port] {
        &self.ports
    }

    /// Returns the port with a role, if there is one.
    pub fn port(&self, role: Role) -> Option<&Port> {
        self.ports.iter().find(|port| port.role == role)
    }

    /// Returns the same ports with a wide one in its parts, the lowest bits first.
    pub fn words(&self) -> &[Port] {
        &self.words
    }

    /// True if a register of the module, or of the module inside a stream, is too wide for one word.
    pub fn has_wide_register(&self) -> bool {
        let unit = self.inner.as_deref().unwrap_or(self);
        unit.words.iter().any(|word| word.part.is_some())
    }

    /// Returns the data inputs, in the order of the ports. A wide port is in its parts.
    pub fn inputs(&self) -> impl Iterator<Item = &Port> + Clone {
        self.words.iter().filter(|port| port.role.is_data() && port.is_input())
    }

    /// Returns the data outputs, in the order of the ports.
    pub fn outputs(&self) -> impl Iterator<Item = &Port> + Clone {
        self.words.iter().filter(|port| port.role.is_data() && !port.is_input())
    }

    /// Returns the ports of the data inputs.
    pub fn input_ports(&self) -> impl Iterator<Item = &Port> + Clone {
        self.ports.iter().filter(|port| port.role.is_data() && port.is_input())
    }

    /// Returns the ports of the data outputs.
    pub fn output_ports(&self) -> impl Iterator<Item = &Port> + Clone {
        self.ports.iter().filter(|port| port.role.is_data() && !port.is_input())
    }

    /// Returns the operations. In a core, an operation's position is its `op`.
    pub fn operations(&self) -> &[Function] {
        &self.operations
    }

    /// Returns the operations that are instructions. In a core, all are.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction> + '_ {
        self.operations.iter().filter_map(Function::instruction)
    }

    /// True if each vector selects the operation.
    pub fn is_core(&self) -> bool {
        self.port(Role::Op).is_some()
    }

    /// True if the module has exactly the arithmetic instructions, as a core has by default.
    pub fn has_usual_instructions(&self) -> bool {
        self.spec().is_some_and(|spec| spec.kind.has_usual_instructions())
    }

    /// Returns the function of a module that is no core and has no core inside.
    pub fn function(&self) -> Option<&Function> {
        match &self.inner {
            Some(inner) => inner.function(),
            None => (!self.is_core()).then(|| &self.operations[0]),
        }
    }

    /// Returns the instruction of a module that is no core, if it computes one.
    pub fn instruction(&self) -> Option<Instruction> {
        self.function().and_then(Function::instruction)
    }

    /// Returns the specification of a module with this interface and products of rows. A custom function has none.
    pub fn spec(&self) -> Option<DesignSpec> {
        let kind = match self.function() {
            Some(function) if self.is_iterative => DesignKind::Iterative(function.instruction()?),
            Some(function) => DesignKind::Unit(function.instruction()?),
            None => DesignKind::Core {
                instructions: self.instructions().collect(),
                tag_bits: self.port(Role::TagIn)?.width,
            },
        };
        Some(DesignSpec {
            name: Some(self.name.clone()).filter(|name| *name != kind.module_name()),
            ..DesignSpec::new(kind, self.latency)
        })
    }

    /// Returns the width of a stream's `tuser` in bits; 0 if it has none.
    pub fn user_bits(&self) -> u32 {
        self.port(Role::Stream(StreamRole::InUser)).map_or(0, |port| port.width)
    }

    /// True if the exceptions of IEEE 754 are an output, or a part of a stream's.
    pub fn has_flags(&self) -> bool {
        let ports = self.inner.as_deref().unwrap_or(self);
        ports.port(Role::Flags).is_some()
    }

    /// Returns the name of the module's function in reports and ledgers: a mnemonic or `fpu`, marked if it has flags.
    pub fn mnemonic(&self) -> String {
        match self.function() {
            Some(function) => function.to_string(),
            None if self.has_flags() => format!("{} {FLAGS_MARK}", fpu::KEYWORD),
            None => fpu::KEYWORD.to_owned(),
        }
    }

    /// Returns the number of operations of a core with its noun.
    pub fn operation_count(&self) -> String {
        match self.operations.len() {
            1 => "1 instruction".to_owned(),
            count => format!("{count} instructions"),
        }
    }

    /// Returns a title that describes the module's function.
    pub fn title(&self) -> String {
        match self.function() {
            Some(function) => function.to_string(),
            None => {
                let flags = if self.has_flags() { " with flags" } else { "" };
                format!("the core of {}{flags}", self.operation_count())
            }
        }
    }

    /// Returns the position, among the data inputs, of the port with a role.
    pub fn input_position(&self, role: Role) -> Option<usize> {
        self.inputs().position(|port| port.role == role)
    }

    /// Returns the position, among the data outputs, of the port with a role.
    pub fn output_position(&self, role: Role) -> Option<usize> {
        self.outputs().position(|port| port.role == role)
    }
}
