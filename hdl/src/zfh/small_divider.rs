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
//! - Each further cycle shifts a leading one towards the top, while one is below it. Normal operands need no such cycle.
//! - One cycle corrects the exponent, and doubles a radicand with an odd exponent.
//! - Each further cycle is a step for a digit, until the lowest place has had its step.
//!
//! A quotient is more than a half and less than 2, so its first digit may be 0. Its second digit then has the same place.
//! While the exponent is too small for a normal number, a step makes no digit but increments the exponent. So a subnormal
//! quotient has zeros above, and nothing is shifted right.
//!
//! If an operand is infinite, NaN, a zero divisor or a negative radicand, the steps for digits leave the remainder as it is.
//! Its fraction tells NaN from infinity at the end.

use halfpipe_isa::FloatFormat;

use super::boxes::OperandBox;
use crate::datapath::finish::{finish_unrounded, OperationFlags};
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{step, RoundingMode, SelectedRounding, Special, Unrounded};

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

/// Returns the most clock cycles from operands of a format to their result.
pub fn most_cycles(format: FloatFormat) -> u32 {
    let width = format.significand_bits();
    let loading = 1;
    let normalising = width - 1;
    let correcting = 1;
    // The significand, the guard bit, and a first digit that may be 0.
    let digits = width + 2;
    loading + normalising + correcting + digits
}

/// A loaded operand.
#[derive(Clone, Copy)]
struct LoadedOperand<'n> {
    sign: Net<'n>,
    /// 1 for an infinity or a NaN.
    special: Net<'n>,
    /// The biased exponent of a significand's top bit, with two bits more than the field.
    exponent: Net<'n>,
    significand: Net<'n>,
}

/// Returns the fields of an operand. One without its box gets the bits that mark a quiet NaN.
fn load<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    name: &str,
    value: Net<'n>,
    has_box: OperandBox<'n>,
) -> LoadedOperand<'n> {
    let _stage = n.stage(step::load_unshifted(name));
    let fraction = value.low(format.fraction_bits);
    let field = value.slice(format.fraction_bits, format.exponent_bits);
    let normal = field.any().named("normal");
    let significand = normal.join(fraction);
    let [top, quiet] = [significand.top_bit(), fraction.top_bit()].map(|bit| has_box.or_missing(bit));
    // A subnormal has the exponent of the smallest normal number.
    let lowest = field.bit(0) | !normal;
    LoadedOperand {
        sign: value.top_bit(),
        special: has_box.or_missing(field.all()).named("special"),
        exponent: field
            .high(format.exponent_bits - 1)
            .join(lowest)
            .zero_extend(format.exponent_bits + 2),
        significand: top
            .join(quiet)
            .join(fraction.low(format.fraction_bits - 1))
            .named("significand"),
    }
}

/// Builds the divider, in the format of `config`.
pub fn build_small_divider<'n>(n: Scope<'n>, config: &LaneConfig, inputs: DivisionInputs<'n>) -> Outcome<'n> {
    let format = config.formats.operand;
    let operands =
        [("a", 0), ("b", 1)].map(|(name, place)| load(n, format, name, inputs.operands[place], inputs.boxes[place]));
    let registers = Registers::new(n, format);
    let preparation = registers.prepare(n);
    let digit = registers.next_digit(n, preparation);
    registers.set_next(n, format, inputs, operands, preparation, digit);
    let rounding = RoundingMode::Selected(SelectedRounding::from_port(n, registers.mode));
    let (exact, special, raised) = registers.unrounded(n, format, preparation, digit);
    finish_unrounded(n, config, rounding, exact, special, Some(raised))
}

/// The registers.
#[derive(Clone, Copy)]
struct Registers<'n> {
    /// 1 while an operation is under way.
    busy: Net<'n>,
    /// 1 if the result is there.
    valid: Net<'n>,
    /// The rounding.
    mode: Net<'n>,
    is_root: Net<'n>,
    /// The sign of the result.
    sign: Net<'n>,
    /// 1 if a is infinite or NaN.
    special_a: Net<'n>,
    /// 1 if the divisor is infinite or NaN.
    special_b: Net<'n>,
    /// 1 until the digits begin.
    prepares: Net<'n>,
    /// 1 in the step of the first digit.
    is_first: Net<'n>,
    /// The partial remainder, doubled in each step: at first the dividend or radicand.
    remainder: Net<'n>,
    divisor: Net<'n>,
    /// The digits of the quotient or of the root, the guard bit included.
    digits: Net<'n>,
    /// The place of the next digit: one bit.
    place: Net<'n>,
    /// The biased exponent less one of a quotient whose first digit is 0; of a root, twice that.
    exponent: Net<'n>,
}

/// The state of the operands before the first digit.
#[derive(Clone, Copy)]
struct Preparation<'n> {
    /// 1 if the top of the remainder is 0: its leading one is below, or it is zero.
    is_low_a: Net<'n>,
    /// 1 if the top of the divisor is 0.
    is_low_b: Net<'n>,
    fraction_a: Net<'n>,
    fraction_b: Net<'n>,
    /// 1 in a cycle that shifts a leading one.
    shifts: Net<'n>,
    /// 1 in the cycle after the last shift.
    corrects: Net<'n>,
}

/// A step.
#[derive(Clone, Copy)]
struct NextDigit<'n> {
    /// The next digit, unless the step waits.
    digit: Net<'n>,
    /// 1 if the step makes no digit.
    waits: Net<'n>,
    /// 1 if the second digit has the same place.
    stays: Net<'n>,
    /// The remainder less the subtrahend.
    difference: Net<'n>,
    /// The difference, or the remainder where that is negative.
    rest: Net<'n>,
}

impl<'n> Registers<'n> {
    fn new(n: Scope<'n>, format: FloatFormat) -> Registers<'n> {
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
            is_first: builder.state("is_first", 1),
            // Less than 8, in units of the lowest digit: twice the subtrahend.
            remainder: builder.state(unsigned("remainder"), width + 3),
            divisor: builder.state("divisor", width),
            digits: builder.state("digits", width + 1),
            place: builder.state("place", width + 1),
            // A sum of two exponents and the bias, with its sign.
            exponent: builder.state(signed("exponent"), format.exponent_bits + 2),
        }
    }

    /// Detects leading ones below the top.
    fn prepare(self, n: Scope<'n>) -> Preparation<'n> {
        let _stage = n.stage(step::NORMALISE_BOTH);
        let width = self.divisor.width();
        let fraction_a = self.remainder.slice(1, width - 1).any().named("remainder_has_fraction");
        let fraction_b = self.divisor.low(width - 1).any().named("divisor_has_fraction");
        let is_low_a = (!self.remainder.bit(width)).named("remainder_is_low");
        let is_low_b = (!self.divisor.top_bit() & !self.is_root).named("divisor_is_low");
        let is_low = ((is_low_a & fraction_a) | (is_low_b & fraction_b)).named("is_low");
        Preparation {
            is_low_a,
            is_low_b,
            fraction_a,
            fraction_b,
            shifts: (self.prepares & is_low).named("shifts"),
            corrects: (self.prepares & !is_low).named("corrects"),
        }
    }

    /// Returns the next digit.
    fn next_digit(self, n: Scope<'n>, preparation: Preparation<'n>) -> NextDigit<'n> {
        let _stage = n.stage(step::STEP_OF_DIGIT);
        let width = self.divisor.width();
        let zero_divisor = preparation.is_low_b;
        let negative_radicand = (self.is_root & self.sign).named("negative_radicand");
        let is_special = self.special_a | self.special_b | zero_divisor | negative_radicand;
        let waits = (self.exponent.top_bit() | is_special.named("special")).named("waits");
        // Less than 4, in units of the lowest digit.
        let of_root = self.digits.append_zeros(1) | self.place.zero_extend(width + 2);
        let of_quotient = self.divisor.append_zeros(1).zero_extend(width + 2);
        let subtrahend = self.is_root.select(of_root, of_quotient);
        let subtrahend = subtrahend.named(unsigned("subtrahend"));
        // One bit more than the remainder, for the sign.
        let difference = self.remainder.zero_extend(width + 4) - subtrahend.zero_extend(width + 4);
        let difference = difference.named(signed("difference"));
        let fits = (!difference.top_bit() & !self.prepares).named("fits");
        let rest = fits.select(difference.low(width + 2), self.remainder.low(width + 2));
        let digit = (fits & !waits).named("digit");
        NextDigit {
            digit,
            waits,
            stays: (self.is_first & !self.is_root & !digit).named("stays"),
            difference,
            rest: rest.named(unsigned("rest")),
        }
    }

    /// Loads operands or takes a step.
    fn set_next(
        self,
        n: Scope<'n>,
        format: FloatFormat,
        inputs: DivisionInputs<'n>,
        [a, b]: [LoadedOperand<'n>; 2],
        preparation: Preparation<'n>,
        step_of_digit: NextDigit<'n>,
    ) {
        let builder = n.builder();
        let width = self.divisor.width();
        let Registers {
            busy,
            prepares,
            is_root,
            place,
            ..
        } = self;
        let DivisionInputs {
            in_valid,
            is_sqrt,
            flush,
            rm,
            ..
        } = inputs;
        let Preparation {
            is_low_a,
            is_low_b,
            shifts,
            corrects,
            ..
        } = preparation;
        let NextDigit {
            digit,
            waits,
            stays,
            rest,
            ..
        } = step_of_digit;

        let stage = n.stage(step::READY);
        let ready = (!busy).named("ready");
        let last = place.bit(0);
        let kept = |next: Net<'n>| next & !flush;
        let next = kept(busy.select(!last, in_valid)).named("next_busy");
        builder.set_next(busy, next, true);
        let next = kept(busy & last).named("next_valid");
        builder.set_next(self.valid, next, true);
        builder.set_handshake(in_valid, ready, self.valid);
        drop(stage);

        let _stage = n.stage(step::NEXT_STATE);
        let set = |register: Net<'n>, next: Net<'n>| builder.set_next(register, next, false);
        let load = |register: Net<'n>, value: Net<'n>| set(register, ready.select(value, register));
        load(self.mode, rm);
        load(is_root, is_sqrt);
        load(self.sign, a.sign ^ (b.sign & !is_sqrt));
        load(self.special_a, a.special);
        load(self.special_b, b.special & !is_sqrt);
        set(prepares, ready | shifts);
        let begins = (corrects & busy).named("begins");
        set(self.is_first, begins);

        // Bit 0 is 0 if the radicand's exponent is odd.
        let doubles = (is_root & !self.exponent.bit(0)).named("doubles");
        let moves = shifts.select(is_low_a, (!prepares | doubles) & !waits);
        let changes = (ready | moves).named("changes_remainder");
        let loaded = a.significand.append_zeros(1).zero_extend(width + 3);
        let next = ready.select(loaded, rest.append_zeros(1));
        set(self.remainder, changes.select(next, self.remainder));

        let changes = (ready | (shifts & !self.divisor.top_bit())).named("changes_divisor");
        let next = ready.select(b.significand, self.divisor.low(width - 1).append_zeros(1));
        set(self.divisor, changes.select(next, self.divisor));

        let no_digits = n.constant(0, width + 1);
        set(self.digits, ready.select(no_digits, self.digits | place.only_if(digit)));
        let moved = (place.top_bit() & !stays).join(place.slice(1, width - 1));
        set(place, ready.select(no_digits, (begins | stays).join(moved)));

        let grows = self.exponent.top_bit() | (self.is_first & digit);
        let is_odd = shifts
            .select(is_low_a ^ is_low_b, !prepares & grows)
            .named("change_is_odd");
        let is_negative = shifts
            .select(is_low_a & !is_low_b, corrects)
            .named("change_is_negative");
        let change = is_negative.repeat(self.exponent.width() - 1).join(is_odd);
        let change = change.named(hidden(signed("change")));
        let one = ready.select(a.exponent, self.exponent);
        let other = ready.select(negated_exponent(format, is_sqrt, b.exponent), change);
        set(self.exponent, one + other);
    }

    /// Returns the result before its rounding, and the flags of the operation itself.
    fn unrounded(
        self,
        n: Scope<'n>,
        format: FloatFormat,
        preparation: Preparation<'n>,
        step_of_digit: NextDigit<'n>,
    ) -> (Unrounded<'n>, Special<'n>, OperationFlags<'n>) {
        let Registers {
            remainder,
            divisor,
            digits,
            is_root,
            sign,
            special_a,
            special_b,
            ..
        } = self;
        let width = divisor.width();
        let zero_divisor = preparation.is_low_b;

        let stage = n.stage(step::SPECIAL_QUOTIENT_OR_ROOT);
        let nan_a = (special_a & preparation.fraction_a).named(hidden("nan_a"));
        let nan_b = (special_b & preparation.fraction_b).named(hidden("nan_b"));
        // No step changed the remainder of a zero divisor.
        let zero_dividend = preparation.is_low_a;
        let is_left = remainder.any().named("remainder_is_left");
        let undefined = (special_a & special_b) | (zero_divisor & zero_dividend) | (is_root & sign & is_left);
        let undefined = undefined.named("undefined");
        let special = Special {
            nan: (nan_a | nan_b | undefined).named("nan"),
            infinite: (special_a | zero_divisor).named("infinite"),
            infinite_sign: sign,
            // The digits are 0.
            zero: n.zero(),
        };
        drop(stage);

        let stage = n.stage(step::FLAGS);
        let signalling_a = nan_a & !remainder.bit(width - 1);
        let signalling_b = nan_b & !divisor.bit(width - 2);
        let invalid = signalling_a | signalling_b | (undefined & !nan_a & !nan_b);
        let raised = OperationFlags {
            invalid: invalid.named("invalid_operation"),
            divide_by_zero: (zero_divisor & !zero_dividend & !special_a).named("divide_by_zero"),
        };
        drop(stage);

        let _stage = n.stage(step::QUOTIENT_OR_ROOT);
        let of_root = self.exponent.slice(1, format.exponent_bits);
        let of_quotient = self.exponent.low(format.exponent_bits + 1);
        let exponent = is_root.select(of_root.zero_extend(format.exponent_bits + 1), of_quotient);
        let exact = Unrounded {
            sign,
            exponent: exponent.only_if(digits.top_bit()).named(unsigned("exponent")),
            significand: digits.high(width),
            guard: digits.bit(0),
            // A quotient by infinity is exact.
            sticky: (is_left & !special_b).named("inexact"),
            pending_increment: n.zero(),
            // The next digit of a quotient. No root is tiny.
            next: Some(!step_of_digit.difference.top_bit()),
            too_large: None,
        };
        (exact, special, raised)
    }
}

/// Returns the number that loading adds to the exponent of a: the bias less the exponent of b, or for a root the bias less
/// one. Both are two too many, which the correction takes back. A first digit of 1 adds one; a root other than zero has it.
fn negated_exponent<'n>(format: FloatFormat, is_sqrt: Net<'n>, exponent: Net<'n>) -> Net<'n> {
    // The bias less an exponent is its complement plus a power of two.
    let power = format.exponent_bits - 1;
    let high = (exponent.bit(power) & !is_sqrt).repeat(3);
    let low = !exponent.low(power) | is_sqrt.repeat(power);
    let lowest = low.bit(0) & !is_sqrt;
    high.join(low.high(power - 1))
        .join(lowest)
        .named(hidden(signed("opposite")))
}
