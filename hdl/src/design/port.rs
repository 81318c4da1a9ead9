//! Ports and their roles.

use std::fmt;

use halfpipe_isa::{Operand, RegisterPart};

pub use crate::net::Direction;

/// The role of a port. Programs use it; names are for people who write Verilog.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The clock.
    Clock,
    /// The reset, which clears operations in flight. Active high; with AXI4-Stream ports active low.
    Reset,
    /// The enable. 0 stalls the whole pipeline.
    Enable,
    /// The valid bit of the data inputs.
    InValid,
    /// The ready bit of an iterative unit: it takes the operands that are offered.
    InReady,
    /// The valid bit of the data outputs.
    OutValid,
    /// The number of the operation of a core.
    Op,
    /// The tag input of a core. The tag leaves with the result.
    TagIn,
    /// The tag output of a core: the tag that entered with the operands.
    TagOut,
    /// A source operand, by its position among the operands of the module.
    Operand(usize),
    /// A result, by its position.
    Result(usize),
    /// The exceptions of IEEE 754 that were raised.
    Flags,
    /// Another signal of an AXI4-Stream.
    Stream(StreamRole),
}

/// A signal of an AXI4-Stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StreamRole {
    /// The ready output: the module accepts operands.
    InReady,
    /// All operands, packed from the lowest bit on.
    InData,
    /// The mark of the last operands of a packet.
    InLast,
    /// The ready input: the receiver accepts results.
    OutReady,
    /// All results, packed from the lowest bit on.
    OutData,
    /// The mark that came with the operands of the result.
    OutLast,
    /// A value beside the operands.
    InUser,
    /// The value that came beside the operands of the result.
    OutUser,
}

impl Role {
    /// True if the port has its own value for each vector: an operand, a result, the operation or the tag.
    pub const fn is_data(self) -> bool {
        match self {
            Role::Op | Role::TagIn | Role::TagOut | Role::Operand(_) | Role::Result(_) | Role::Flags => true,
            Role::Stream(role) => matches!(role, StreamRole::InData | StreamRole::OutData),
            Role::Clock | Role::Reset | Role::Enable | Role::InValid | Role::InReady | Role::OutValid => false,
        }
    }

    /// Returns the name of a control port in the contract of a module.
    ///
    /// # Panics
    ///
    /// Panics for any other port, whose name depends on the module.
    pub fn contract_name(self) -> &'static str {
        let port = CONTROL.iter().find(|(_, _, role)| *role == self);
        port.map_or_else(|| panic!("{self} is no control port"), |(name, _, _)| *name)
    }
}

/// Prints the role as in manifests. It is not the name of the port.
impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Role::Clock => "clock",
            Role::Reset => "reset",
            Role::Enable => "enable",
            Role::InValid => "in valid",
            Role::InReady => "in ready",
            Role::OutValid => "out valid",
            Role::Op => "op",
            Role::TagIn => "tag in",
            Role::TagOut => "tag out",
            Role::Operand(position) => return write!(formatter, "operand {position}"),
            Role::Result(position) => return write!(formatter, "result {position}"),
            Role::Flags => "flags",
            Role::Stream(StreamRole::InReady) => "in ready",
            Role::Stream(StreamRole::InData) => "in data",
            Role::Stream(StreamRole::InLast) => "in last",
            Role::Stream(StreamRole::OutReady) => "out ready",
            Role::Stream(StreamRole::OutData) => "out data",
            Role::Stream(StreamRole::OutLast) => "out last",
            Role::Stream(StreamRole::InUser) => "in user",
            Role::Stream(StreamRole::OutUser) => "out user",
        };
        formatter.write_str(name)
    }
}

/// Control ports, by their names in the contract of a module. Only an iterative unit has `in_ready`.
pub(super) const CONTROL: [(&str, Direction, Role); 6] = [
    ("clock", Direction::In, Role::Clock),
    ("reset", Direction::In, Role::Reset),
    ("enable", Direction::In, Role::Enable),
    ("in_valid", Direction::In, Role::InValid),
    ("in_ready", Direction::Out, Role::InReady),
    ("out_valid", Direction::Out, Role::OutValid),
];

/// Returns the roles of ports from their names and directions. A port named as a control port of the contract has that
/// role; every other one is an operand or a result.
pub fn roles<'p>(ports: impl IntoIterator<Item = (&'p str, Direction)>) -> Vec<Role> {
    let (mut operands, mut results) = (0.., 0..);
    let role = |(name, direction): (&str, Direction)| {
        let control = CONTROL.iter().find(|port| (port.0, port.1) == (name, direction));
        match (control, direction) {
            (Some((_, _, role)), _) => *role,
            (None, Direction::In) => Role::Operand(operands.next().unwrap_or_default()),
            (None, Direction::Out) => Role::Result(results.next().unwrap_or_default()),
        }
    };
    ports.into_iter().map(role).collect()
}

/// A port of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// The name in the Verilog.
    pub name: String,
    /// The direction.
    pub direction: Direction,
    /// The width in bits.
    pub width: u32,
    /// The role.
    pub role: Role,
    /// The place in the port of the module, if it is a part of one.
    pub part: Option<RegisterPart>,
}

impl Port {
    /// Returns an input port.
    pub fn input(name: &str, width: u32, role: Role) -> Port {
        Port {
            name: name.to_owned(),
            direction: Direction::In,
            width,
            role,
            part: None,
        }
    }

    /// Returns an input port with the width and name of an operand. It is a part of a port if the operand is a part of a
    /// register.
    pub fn from_operand(operand: &Operand, role: Role) -> Port {
        Port {
            part: operand.part,
            ..Port::input(operand.name, operand.width(), role)
        }
    }

    /// Returns the port of the module that it is, or has the lowest bits of. None for the other parts of a port.
    pub(super) fn whole(&self) -> Option<Port> {
        match self.part {
            None => Some(self.clone()),
            Some(part) => (part.low == 0).then(|| Port {
                name: part.register.to_owned(),
                width: part.width,
                part: None,
                ..self.clone()
            }),
        }
    }

    /// Returns an output port.
    pub fn output(name: &str, width: u32, role: Role) -> Port {
        Port {
            direction: Direction::Out,
            ..Port::input(name, width, role)
        }
    }

    /// True if the port is an input.
    pub fn is_input(&self) -> bool {
        self.direction == Direction::In
    }

    /// Returns a word with as many ones as the port has bits, for ports of up to 64 bits.
    pub fn ones(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.width)
    }
}
