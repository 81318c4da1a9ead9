//! What a program's run found.

use std::fmt;

use halfpipe_isa::Instruction;

use crate::Vector;

/// What the run of a program found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many results of each operation were right, by its `op`.
    pub agreed: Vec<u64>,
    /// How many operations that the core does not have gave the result they should.
    pub unknown_agreed: u64,
    /// How many cycles were wrong.
    pub faults: u64,
    /// The first of those.
    pub first: Option<Fault>,
}

impl Report {
    pub(super) fn new(operations: usize) -> Report {
        Report {
            agreed: vec![0; operations],
            unknown_agreed: 0,
            faults: 0,
            first: None,
        }
    }

    pub(super) fn agrees(&mut self, op: usize) {
        *self.agreed.get_mut(op).unwrap_or(&mut self.unknown_agreed) += 1;
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        self.faults += 1;
        self.first.get_or_insert(fault);
    }

    /// How many results were right, those of unknown operations included.
    pub fn total_agreed(&self) -> u64 {
        self.agreed.iter().sum::<u64>() + self.unknown_agreed
    }
}

/// A cycle in which the outputs are not what they have to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A result comes that should not, or does not come: it is lost, too early or too late.
    Valid {
        /// The cycle, from 0.
        cycle: usize,
        /// What `out_valid` has to be.
        expected: bool,
    },
    /// The result comes with another operation's tag.
    Tag {
        /// The cycle, from 0.
        cycle: usize,
        /// The tag that is due.
        expected: u64,
        /// The tag that came.
        actual: u64,
    },
    /// The result is not the model's.
    Result {
        /// The cycle, from 0.
        cycle: usize,
        /// The operation.
        op: u32,
        /// What that is, unless the core does not have it.
        instruction: Option<Instruction>,
        /// `a`, `b` and `c`.
        operands: Vector,
        /// The model's result.
        expected: u32,
        /// The core's result.
        actual: u32,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Valid { cycle, expected } => {
                let [due, actual] = [*expected, !*expected].map(u8::from);
                write!(formatter, "cycle {cycle}: out_valid is {actual}, where {due} is due")
            }
            Fault::Tag {
                cycle,
                expected,
                actual,
            } => {
                write!(
                    formatter,
                    "cycle {cycle}: tag_out is 0x{actual:X}, where 0x{expected:X} is due"
                )
            }
            Fault::Result {
                cycle,
                op,
                instruction,
                operands: [a, b, c],
                expected,
                actual,
            } => {
                let name = instruction.map_or("unknown".to_owned(), |instruction| instruction.to_string());
                write!(
                    formatter,
                    "cycle {cycle}: op {op} ({name}) of a 0x{a:08X}, b 0x{b:08X}, c 0x{c:08X} "
                )?;
                write!(formatter, "gives 0x{actual:08X}, where 0x{expected:08X} is due")
            }
        }
    }
}
