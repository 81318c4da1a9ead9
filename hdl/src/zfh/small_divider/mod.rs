//! The small divider of a core: quotients and square roots, one digit in each clock cycle, in the same registers.
//!
//! A step subtracts a number from the remainder, unless the difference is negative, and doubles the rest (Ercegovac and
//! Lang, "Digital Arithmetic", 2004, sections 5.1 and 6.1: restoring division and square root). For a quotient the number is
//! the divisor. For a root it is twice the root so far, plus the place of its next digit. The place is one-hot, and moves
//! right by one in each step.
//!
//! An operation has four parts:
//!
//! - The clock edge that takes the operands loads the registers.
//! - Each further cycle shifts leading ones towards the top by one or three places, while one is below. Normal operands need
//!   no such cycle.
//! - One cycle corrects the exponent. It doubles a dividend that is less than the divisor, and a radicand with an odd
//!   exponent. So the first digit is 1.
//! - Each further cycle is a step for a digit of the significand. The step of the guard bit is that of the cycle that shows
//!   the result, and no register holds its digit.
//!
//! While the exponent is too small for a normal number, a step makes no digit but increments the exponent. So a subnormal
//! quotient has zeros above, and nothing is shifted right.
//!
//! If an operand is infinite, NaN, a zero divisor or a negative radicand, the steps for digits leave the remainder as it is.
//! Its fraction tells NaN from infinity at the end.

mod next_state;
mod operand;
mod registers;
mod result;

use halfpipe_isa::FloatFormat;

use crate::datapath::finish::finish_quotient_or_root;
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::Scope;
use crate::stage::{RoundingMode, SelectedRounding};
use next_state::set_next;
use operand::load;
use registers::Registers;
use result::unrounded;

pub use registers::DivisionInputs;

/// Returns the most clock cycles from operands of a format to their result.
pub fn most_cycles(format: FloatFormat) -> u32 {
    let digits = format.significand_bits();
    let loading = 1;
    // By three places while it can, then by one.
    let normalising = (1..digits).map(|places| places / 3 + places % 3).max().unwrap_or(0);
    let correcting = 1;
    loading + normalising + correcting + digits
}

/// Builds the divider, in the format of `config`.
pub fn build_small_divider<'n>(n: Scope<'n>, config: &LaneConfig, inputs: DivisionInputs<'n>) -> Outcome<'n> {
    let format = config.formats.operand;
    let operands =
        [("a", 0), ("b", 1)].map(|(name, place)| load(n, format, name, inputs.operands[place], inputs.boxes[place]));
    let registers = Registers::new(n, format);
    let preparation = registers.prepare(n);
    let digit = registers.next_digit(n, preparation);
    set_next(n, registers, inputs, operands, preparation, digit);
    let rounding = RoundingMode::Selected(SelectedRounding::from_port(n, registers.mode));
    let (exact, special, raised) = unrounded(n, format, registers, preparation, digit);
    finish_quotient_or_root(n, format, rounding, exact, special, raised)
}
