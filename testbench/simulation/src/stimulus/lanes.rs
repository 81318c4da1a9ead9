//! The lanes of an instruction's operands.

use halfpipe_isa::Instruction;

use crate::Operands;

/// The layout of the operands' lanes in their registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    count: u32,
    width: u32,
    /// The number of operands with a value in each lane. All lanes share a predicate.
    operands: usize,
}

impl Lanes {
    pub(super) fn from_instruction(instruction: Instruction) -> Lanes {
        let ty = instruction.ty();
        Lanes {
            count: ty.lanes(),
            width: ty.operand_format().register_bits(),
            operands: numbers(instruction),
        }
    }

    /// Returns the registers whose lanes `lane` makes.
    pub(super) fn join(self, mut lane: impl FnMut(u32) -> Operands) -> Operands {
        let mut registers = lane(0);
        for index in 1..self.count {
            for (register, value) in registers.iter_mut().zip(lane(index)).take(self.operands) {
                *register |= value << (index * self.width);
            }
        }
        registers
    }
}

/// Returns the number of an instruction's operands that are numbers. A comparison's predicate does not count.
pub(super) fn numbers(instruction: Instruction) -> usize {
    let operands = instruction.signature().operands().iter();
    operands
        .filter(|operand| operand.element_type.format().is_some())
        .count()
}

/// Returns a position among `count` positions: in lane 0 the index itself, in lane 1 a permuted index. The lanes thus
/// meet in more combinations than with themselves.
pub(super) fn permuted_index(index: u64, lane: u32, count: u64) -> u64 {
    // A prime, so it shares no factor with any smaller number of positions.
    const STRIDE: u64 = 4_294_967_311;
    match lane {
        0 => index,
        _ => ((u128::from(index) * u128::from(STRIDE) + u128::from(count / 3)) % u128::from(count)) as u64,
    }
}
