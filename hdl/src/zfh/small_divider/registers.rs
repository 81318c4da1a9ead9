//! The registers of the divider, and what a step makes of them.

use halfpipe_isa::FloatFormat;

use crate::net::{signed, unsigned, Net, Scope};
use crate::stage::step;
use crate::zfh::boxes::OperandBox;

/// Inputs of the divider.
#[derive(Clone, Copy)]
pub struct DivisionInputs<'n> {
    /// 1 if operands are offered.
    pub in_valid: Net<'n>,
    /// 1 for the square root of a, 0 for a / b.
    pub is_sqrt: Net<'n>,
    /// 1 to drop the operation under way.
    pub flush: Net<'n>,
    /// The rounding in RISC-V's encoding.
    pub rm: Net<'n>,
    /// The dividend or radicand a, and the divisor b.
    pub operands: [Net<'n>; 2],
    /// The boxes of both.
    pub boxes: [OperandBox<'n>; 2],
}

/// The registers.
#[derive(Clone, Copy)]
pub struct Registers<'n> {
    /// 1 while an operation is under way.
    pub busy: Net<'n>,
    /// 1 if the result is there.
    pub valid: Net<'n>,
    /// The rounding.
    pub mode: Net<'n>,
    pub is_root: Net<'n>,
    /// The sign of the result.
    pub sign: Net<'n>,
    /// 1 if a is infinite or NaN.
    pub special_a: Net<'n>,
    /// 1 if the divisor is infinite or NaN.
    pub special_b: Net<'n>,
    /// 1 until the digits begin.
    pub prepares: Net<'n>,
    /// The partial remainder, doubled in each step: at first the dividend or radicand.
    pub remainder: Net<'n>,
    pub divisor: Net<'n>,
    /// The digits of the quotient or of the root.
    pub digits: Net<'n>,
    /// The place of the next digit: one bit. That of the guard bit is `valid`.
    pub place: Net<'n>,
    /// The biased exponent of the quotient less one; of a root, twice that.
    pub exponent: Net<'n>,
}

/// The state of the operands before the first digit.
#[derive(Clone, Copy)]
pub struct Preparation<'n> {
    /// 1 if the top of the remainder is 0: its leading one is below, or it is zero.
    pub is_low_a: Net<'n>,
    /// 1 if the top of the divisor is 0.
    pub is_low_b: Net<'n>,
    /// 1 if the three top bits of the remainder are 0.
    pub is_lower_a: Net<'n>,
    /// 1 if the three top bits of the divisor are 0.
    pub is_lower_b: Net<'n>,
    pub fraction_a: Net<'n>,
    pub fraction_b: Net<'n>,
    /// 1 in a cycle that shifts a leading one.
    pub shifts: Net<'n>,
    /// 1 in the cycle after the last shift.
    pub corrects: Net<'n>,
}

/// A step.
#[derive(Clone, Copy)]
pub struct NextDigit<'n> {
    /// 1 if an operand has no digits: the result is infinite or NaN.
    pub is_special: Net<'n>,
    /// 1 if the remainder is not less than the subtrahend.
    pub fits: Net<'n>,
    /// The next digit, unless the step waits.
    pub digit: Net<'n>,
    /// The remainder less the subtrahend if the digit is 1, else the remainder.
    pub rest: Net<'n>,
}

impl<'n> Registers<'n> {
    pub fn new(n: Scope<'n>, format: FloatFormat) -> Registers<'n> {
        let _stage = n.stage(step::STATE);
        let builder = n.builder();
        let width = format.significand_bits();
        Registers {
            busy: builder.state("busy", 1),
            valid: builder.state("valid", 1),
            mode: builder.state("mode", 3),
            is_root: builder.state("is_root", 1),
            sign: builder.state("sign", 1),
            special_a: builder.state("special_a", 1),
            special_b: builder.state("special_b", 1),
            prepares: builder.state("prepares", 1),
            // Less than 8, in units of the lowest digit: twice the subtrahend.
            remainder: builder.state(unsigned("remainder"), width + 3),
            divisor: builder.state("divisor", width),
            digits: builder.state("digits", width),
            place: builder.state("place", width),
            // A sum of two exponents and the bias, with its sign.
            exponent: builder.state(signed("exponent"), format.exponent_bits + 2),
        }
    }

    /// Detects leading ones below the top.
    pub fn prepare(self, n: Scope<'n>) -> Preparation<'n> {
        let _stage = n.stage(step::NORMALISE_BOTH);
        let width = self.divisor.width();
        let fraction_a = self.remainder.slice(1, width - 1).any().named("remainder_has_fraction");
        let fraction_b = self.divisor.low(width - 1).any().named("divisor_has_fraction");
        let is_low_a = (!self.remainder.bit(width)).named("remainder_is_low");
        let is_low_b = (!self.divisor.top_bit() & !self.is_root).named("divisor_is_low");
        let is_lower_a = (is_low_a & !self.remainder.slice(width - 2, 2).any()).named("remainder_is_lower");
        let is_lower_b = (is_low_b & !self.divisor.slice(width - 3, 2).any()).named("divisor_is_lower");
        let is_low = ((is_low_a & fraction_a) | (is_low_b & fraction_b)).named("is_low");
        Preparation {
            is_low_a,
            is_low_b,
            is_lower_a,
            is_lower_b,
            fraction_a,
            fraction_b,
            shifts: (self.prepares & is_low).named("shifts"),
            corrects: (self.prepares & !is_low).named("corrects"),
        }
    }

    /// Returns the next digit.
    pub fn next_digit(self, n: Scope<'n>, preparation: Preparation<'n>) -> NextDigit<'n> {
        let _stage = n.stage(step::STEP_OF_DIGIT);
        let width = self.divisor.width();
        let zero_divisor = preparation.is_low_b;
        let negative_radicand = (self.is_root & self.sign).named("negative_radicand");
        let is_special = self.special_a | self.special_b | zero_divisor | negative_radicand;
        let is_special = is_special.named("special");
        // Less than 4, in units of the lowest digit.
        let of_root = self.digits.append_zeros(2) | self.place.join(self.valid).zero_extend(width + 2);
        let of_quotient = self.divisor.append_zeros(1).zero_extend(width + 2);
        let subtrahend = self.is_root.select(of_root, of_quotient);
        let subtrahend = subtrahend.named(unsigned("subtrahend"));
        // One bit more than the remainder, for the sign.
        let difference = self.remainder.zero_extend(width + 4) - subtrahend.zero_extend(width + 4);
        let difference = difference.named(signed("difference"));
        let fits = (!difference.top_bit()).named("fits");
        let waits = (self.exponent.top_bit() | is_special).named("waits");
        let digit = (fits & !self.prepares & !waits).named("digit");
        let rest = digit.select(difference.low(width + 2), self.remainder.low(width + 2));
        NextDigit {
            is_special,
            fits,
            digit,
            rest: rest.named(unsigned("rest")),
        }
    }
}
