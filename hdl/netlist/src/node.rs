//! Nodes of a netlist: one operator on earlier nets each.

use std::sync::Arc;

use crate::label::Label;
use crate::word::Word;

/// Index of a net in its netlist. A net's operands always have smaller indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NetId(pub(crate) u32);

impl NetId {
    /// Returns the position of the net in its netlist.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The widest net, in bits.
pub const MAX_WIDTH: u32 = 128;

/// The operator that makes a net. All operands of an arithmetic or bitwise operator are as wide as its result,
/// so no expression depends on a width that Verilog would infer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A port of the module.
    Input,
    /// A constant.
    Constant(u128),
    /// Bitwise complement.
    Not,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Sum modulo 2^width.
    Add,
    /// Difference modulo 2^width.
    Sub,
    /// Product; as wide as both operands together.
    Mul,
    /// 1 if both operands are equal.
    Equal,
    /// 1 if the first operand is smaller; both unsigned.
    Less,
    /// The first operand shifted left by the second; zeros enter.
    ShiftLeft,
    /// The first operand shifted right by the second; zeros enter.
    ShiftRight,
    /// The second operand if the first (1 bit) is 1, else the third.
    Mux,
    /// The operands side by side, the most significant first.
    Concat,
    /// Bits of the operand from bit `low` up, as many as the result has.
    Slice {
        /// Position of the lowest bit taken.
        low: u32,
    },
    /// 1 if any bit is 1.
    Any,
    /// 1 if every bit is 1.
    All,
    /// The entry of a constant table that the operand selects.
    Table(Arc<[u128]>),
    /// The operand's value one enabled clock cycle ago.
    Register,
    /// A register of an iterative unit, whose next value is a later net: see [`Iteration`](crate::Iteration).
    State,
}

/// One net: an operator, its operands, and its place in the datapath.
#[derive(Clone, Debug)]
pub struct Node {
    /// The operator of the net.
    pub op: Op,
    /// The operands of the net.
    pub operands: Vec<NetId>,
    /// Width in bits, 1 to [`MAX_WIDTH`].
    pub width: u32,
    /// Its label, if the datapath gives one.
    pub label: Option<Label>,
    /// Index of its stage in the netlist's list of stages.
    pub stage: usize,
    /// The clock cycle that computes it: the number of registers before it.
    pub cycle: u32,
}

impl Node {
    /// Returns its name within its stage, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.label.as_ref().map(Label::name)
    }

    /// Returns its name if it is shown as a net of its own.
    pub fn shown_name(&self) -> Option<&str> {
        self.label.as_ref().filter(|label| !label.is_hidden()).map(Label::name)
    }

    /// True if the net only picks bits of another, which costs neither logic nor time.
    pub fn is_wiring(&self) -> bool {
        matches!(self.op, Op::Slice { .. })
    }

    /// True if the net keeps its value over a clock edge.
    pub fn is_register(&self) -> bool {
        self.op == Op::Register
    }

    /// True if the net is a constant, which is the same in every clock cycle.
    pub fn is_constant(&self) -> bool {
        matches!(self.op, Op::Constant(_))
    }
}

/// Returns a value of `width` ones.
pub fn ones(width: u32) -> u128 {
    Word::ones(width)
}

/// Computes an operator on values, given the widths of the operands and of the result.
///
/// Registers hold state and inputs come from outside: the caller supplies them.
#[inline]
pub(crate) fn compute<W: Word>(op: &Op, operands: &[W], widths: &[u32], width: u32) -> W {
    let mask = W::ones(width);
    match op {
        Op::Constant(value) => W::cut(*value),
        Op::Not => !operands[0] & mask,
        Op::And => operands[0] & operands[1],
        Op::Or => operands[0] | operands[1],
        Op::Xor => operands[0] ^ operands[1],
        Op::Add => operands[0].plus(operands[1]) & mask,
        Op::Sub => operands[0].minus(operands[1]) & mask,
        Op::Mul => operands[0].times(operands[1]),
        Op::Equal => W::bit(operands[0] == operands[1]),
        Op::Less => W::bit(operands[0] < operands[1]),
        Op::ShiftLeft => operands[0].shifted_left(operands[1]) & mask,
        Op::ShiftRight => operands[0].shifted_right(operands[1]),
        Op::Mux => {
            if operands[0] == W::ZERO {
                operands[2]
            } else {
                operands[1]
            }
        }
        Op::Concat => {
            let mut value = W::ZERO;
            for (operand, operand_width) in operands.iter().zip(widths) {
                // An operand as wide as the word is the only operand.
                value = if *operand_width < W::BITS {
                    value << *operand_width | *operand
                } else {
                    *operand
                };
            }
            value
        }
        Op::Slice { low } => (operands[0] >> *low) & mask,
        Op::Any => W::bit(operands[0] != W::ZERO),
        Op::All => W::bit(operands[0] == W::ones(widths[0])),
        Op::Table(entries) => W::cut(entries[operands[0].value() as usize]),
        Op::Input | Op::Register | Op::State => unreachable!("the simulator supplies inputs and registers"),
    }
}
