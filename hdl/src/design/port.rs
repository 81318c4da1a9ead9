//! Ports, and what each is for.

use std::fmt;

pub use crate::net::Direction;

/// What a port is for. Everyone goes by it; names are for those who write Verilog.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The clock.
    Clock,
    /// Clears what is under way. Active high, but with AXI4-Stream ports active low.
    Reset,
    /// 0 holds the whole pipeline.
    Enable,
    /// The data inputs are valid.
    InValid,
    /// The data outputs are valid.
    OutValid,
    /// The number of the operation of a core.
    Op,
    /// Comes out of a core with the result.
    TagIn,
    /// What came in with the operands.
    TagOut,
    /// A source operand, by its position among the operands that the module takes.
    Operand(usize),
    /// A result, by its position.
    Result(usize),
    /// The exceptions of IEEE 754 that were raised.
    Flags,
    /// A signal of an AXI4-Stream that is none of those above.
    Stream(StreamRole),
}

/// A signal of an AXI4-Stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StreamRole {
    /// The module takes operands.
    InReady,
    /// All operands, packed from the lowest bit on.
    InData,
    /// The mark of the last operands of a packet.
    InLast,
    /// The receiver takes results.
    OutReady,
    /// All results, packed from the lowest bit on.
    OutData,
    /// The mark of the operands that the result belongs to.
    OutLast,
}

impl Role {
    /// Whether the port has a value of its own for each vector: an operand, a result, the operation or the tag.
    pub const fn is_data(self) -> bool {
        match self {
            Role::Op | Role::TagIn | Role::TagOut | Role::Operand(_) | Role::Result(_) | Role::Flags => true,
            Role::Stream(role) => matches!(role, StreamRole::InData | StreamRole::OutData),
            Role::Clock | Role::Reset | Role::Enable | Role::InValid | Role::OutValid => false,
        }
    }

    /// The name that the contract of a module gives to a control port.
    ///
    /// # Panics
    ///
    /// For any other port: each module has its own name for that.
    pub fn contract_name(self) -> &'static str {
        let port = CONTROL.iter().find(|(_, _, role)| *role == self);
        port.map_or_else(|| panic!("{self} is no control port"), |(name, _, _)| *name)
    }
}

/// Prints as manifests say it, which is not the port's name.
impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Role::Clock => "clock",
            Role::Reset => "reset",
            Role::Enable => "enable",
            Role::InValid => "in valid",
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
        };
        formatter.write_str(name)
    }
}

/// The control ports, by the names that the contract of a module gives them.
pub(super) const CONTROL: [(&str, Direction, Role); 5] = [
    ("clock", Direction::In, Role::Clock),
    ("reset", Direction::In, Role::Reset),
    ("enable", Direction::In, Role::Enable),
    ("in_valid", Direction::In, Role::InValid),
    ("out_valid", Direction::Out, Role::OutValid),
];

/// The roles of a module's ports of which only names and directions are known: one that is named as a control port of the
/// contract is that, every other an operand or a result.
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
    /// Its name in the Verilog.
    pub name: String,
    /// Which way it goes.
    pub direction: Direction,
    /// Its width in bits.
    pub width: u32,
    /// What it is for.
    pub role: Role,
}

impl Port {
    /// A port into the module.
    pub fn input(name: &str, width: u32, role: Role) -> Port {
        Port {
            name: name.to_owned(),
            direction: Direction::In,
            width,
            role,
        }
    }

    /// A port out of the module.
    pub fn output(name: &str, width: u32, role: Role) -> Port {
        Port {
            direction: Direction::Out,
            ..Port::input(name, width, role)
        }
    }

    /// Whether it goes into the module.
    pub fn is_input(&self) -> bool {
        self.direction == Direction::In
    }

    /// A word with as many ones as the port has bits. Ports of up to 64 bits only.
    pub fn ones(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.width)
    }
}
