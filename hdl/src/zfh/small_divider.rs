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

use halfpipe_isa::FloatFormat;

use super::boxes::OperandBox;
use crate::datapath::finish::{finish_quotient_or_root, OperationFlags};
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
    let digits = format.significand_bits();
    let loading = 1;
    // By three places while it can, then by one.
    let normalising = (1..digits).map(|places| places / 3 + places % 3).max().unwrap_or(0);
    let correcting = 1;
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
    finish_quotient_or_root(n, format, rounding, exact, special, raised)
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
    /// The partial remainder, doubled in each step: at first the dividend or radicand.
    remainder: Net<'n>,
    divisor: Net<'n>,
    /// The digits of the quotient or of the root.
    digits: Net<'n>,
    /// The place of the next digit: one bit. That of the guard bit is `valid`.
    place: Net<'n>,
    /// The biased exponent of the quotient less one; of a root, twice that.
    exponent: Net<'n>,
}

/// The state of the operands before the first digit.
#[derive(Clone, Copy)]
struct Preparation<'n> {
    /// 1 if the top of the remainder is 0: its leading one is below, or it is zero.
    is_low_a: Net<'n>,
    /// 1 if the top of the divisor is 0.
    is_low_b: Net<'n>,
    /// 1 if the three top bits of the remainder are 0.
    is_lower_a: Net<'n>,
    /// 1 if the three top bits of the divisor are 0.
    is_lower_b: Net<'n>,
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
    /// 1 if an operand has no digits: the result is infinite or NaN.
    is_special: Net<'n>,
    /// 1 if the remainder is not less than the subtrahend.
    fits: Net<'n>,
    /// The next digit, unless the step waits.
    digit: Net<'n>,
    /// The remainder less the subtrahend if the digit is 1, else the remainder.
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
    fn prepare(self, n: Scope<'n>) -> Preparation<'n> {
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
    fn next_digit(self, n: Scope<'n>, preparation: Preparation<'n>) -> NextDigit<'n> {
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
            is_lower_a,
            is_lower_b,
            shifts,
            corrects,
            ..
        } = preparation;
        let NextDigit {
            is_special,
            fits,
            digit,
            rest,
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

        // Bit 0 is 0 if the radicand's exponent is odd.
        let doubles = is_root.select(!self.exponent.bit(0), !fits).named("doubles");
        let negative = self.exponent.top_bit();
        let moves = shifts.select(is_low_a, prepares.select(doubles, !negative) & !is_special);
        let changes = (ready | moves).named("changes_remainder");
        let loaded = a.significand.append_zeros(1).zero_extend(width + 3);
        let by_three = self.remainder.low(width).append_zeros(3);
        let moved = (prepares & is_lower_a).select(by_three, rest.append_zeros(1));
        let next = ready.select(loaded, moved.named("moved_remainder"));
        set(self.remainder, changes.select(next, self.remainder));

        let changes = (ready | (shifts & is_low_b)).named("changes_divisor");
        let [by_three, by_one] = [3, 1].map(|places| self.divisor.low(width - places).append_zeros(places));
        let moved = is_lower_b.select(by_three, by_one).named("moved_divisor");
        set(
            self.divisor,
            changes.select(ready.select(b.significand, moved), self.divisor),
        );

        let none = n.constant(0, width);
        set(self.digits, ready.select(none, self.digits | place.only_if(digit)));
        set(place, ready.select(none, corrects.join(place.high(width - 1))));

        // A shift adds the places by which the divisor moves, less those of the remainder: -3 to 3.
        let one_b = (is_low_b & !is_lower_b).named("divisor_moves_by_one");
        let is_odd = is_low_a ^ is_low_b;
        let has_two = is_lower_a.select(one_b, is_low_a.select(!one_b, is_lower_b));
        let is_negative = (is_low_a & !is_low_b) | (is_lower_a & !is_lower_b);
        // The correction is -1, or -2 for a dividend that is doubled. A step that waits adds 1.
        let is_odd = shifts.select(is_odd, prepares.select(is_root | fits, negative));
        let is_odd = is_odd.named("change_is_odd");
        let has_two = shifts.select(has_two, corrects).named("change_has_two");
        let is_negative = shifts.select(is_negative, corrects).named("change_is_negative");
        let change = is_negative.repeat(self.exponent.width() - 2).join(has_two).join(is_odd);
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
        let has_radicand = !zero_dividend | preparation.fraction_a;
        let undefined = (special_a & special_b) | (zero_divisor & zero_dividend) | (is_root & sign & has_radicand);
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
            significand: digits,
            guard: step_of_digit.digit,
            // A quotient by infinity is exact.
            sticky: (step_of_digit.rest.any() & !special_b).named("inexact"),
            pending_increment: n.zero(),
            next: None,
            too_large: None,
        };
        (exact, special, raised)
    }
}

/// Returns the number that loading adds to the exponent of a: the bias less the exponent of b, or for a root the bias less
/// one. Both are one too many, which the correction takes back.
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
