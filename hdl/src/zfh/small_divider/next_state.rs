//! The next values of the registers.

use super::operand::LoadedOperand;
use super::registers::{DivisionInputs, NextDigit, Preparation, Registers};
use crate::net::{hidden, signed, Net, Scope};
use crate::stage::step;

/// Loads operands or takes a step.
pub fn set_next<'n>(
    n: Scope<'n>,
    registers: Registers<'n>,
    inputs: DivisionInputs<'n>,
    operands: [LoadedOperand<'n>; 2],
    preparation: Preparation<'n>,
    step_of_digit: NextDigit<'n>,
) {
    let builder = n.builder();
    let Registers { busy, place, .. } = registers;
    let stage = n.stage(step::READY);
    let ready = (!busy).named("ready");
    let last = place.bit(0);
    let kept = |next: Net<'n>| next & !inputs.flush;
    let next = kept(busy.select(!last, inputs.in_valid)).named("next_busy");
    builder.set_next(busy, next, true);
    let next = kept(busy & last).named("next_valid");
    builder.set_next(registers.valid, next, true);
    builder.set_handshake(inputs.in_valid, ready, registers.valid);
    drop(stage);

    let _stage = n.stage(step::NEXT_STATE);
    let next_state = NextState {
        n,
        registers,
        ready,
        inputs,
        operands,
        preparation,
        step_of_digit,
    };
    next_state.set_fields();
    next_state.set_remainder();
    next_state.set_divisor();
    next_state.set_digits();
    next_state.set_exponent();
}

/// The registers with everything on which their next values depend.
struct NextState<'n> {
    n: Scope<'n>,
    registers: Registers<'n>,
    /// 1 if the registers load the operands.
    ready: Net<'n>,
    inputs: DivisionInputs<'n>,
    operands: [LoadedOperand<'n>; 2],
    preparation: Preparation<'n>,
    step_of_digit: NextDigit<'n>,
}

impl<'n> NextState<'n> {
    fn set(&self, register: Net<'n>, next: Net<'n>) {
        self.n.builder().set_next(register, next, false);
    }

    /// Loads the fields that no step changes, and ends the preparation.
    fn set_fields(&self) {
        let (registers, [a, b]) = (self.registers, self.operands);
        let DivisionInputs { is_sqrt, rm, .. } = self.inputs;
        let load = |register: Net<'n>, value: Net<'n>| self.set(register, self.ready.select(value, register));
        load(registers.mode, rm);
        load(registers.is_root, is_sqrt);
        load(registers.sign, a.sign ^ (b.sign & !is_sqrt));
        load(registers.special_a, a.special);
        load(registers.special_b, b.special & !is_sqrt);
        self.set(registers.prepares, self.ready | self.preparation.shifts);
    }

    fn set_remainder(&self) {
        let Registers {
            prepares,
            is_root,
            remainder,
            exponent,
            ..
        } = self.registers;
        let NextDigit {
            is_special, fits, rest, ..
        } = self.step_of_digit;
        let (ready, [a, _]) = (self.ready, self.operands);
        let width = self.registers.divisor.width();
        // Bit 0 is 0 if the radicand's exponent is odd.
        let doubles = is_root.select(!exponent.bit(0), !fits).named("doubles");
        let negative = exponent.top_bit();
        let moves = prepares.select(doubles, !negative) & !is_special;
        let moves = self.preparation.shifts.select(self.preparation.is_low_a, moves);
        let changes = (ready | moves).named("changes_remainder");
        let loaded = a.significand.append_zeros(1).zero_extend(width + 3);
        let by_three = remainder.low(width).append_zeros(3);
        let moved = (prepares & self.preparation.is_lower_a).select(by_three, rest.append_zeros(1));
        let next = ready.select(loaded, moved.named("moved_remainder"));
        self.set(remainder, changes.select(next, remainder));
    }

    fn set_divisor(&self) {
        let Preparation {
            is_low_b,
            is_lower_b,
            shifts,
            ..
        } = self.preparation;
        let (ready, [_, b], divisor) = (self.ready, self.operands, self.registers.divisor);
        let changes = (ready | (shifts & is_low_b)).named("changes_divisor");
        let [by_three, by_one] = [3, 1].map(|places| divisor.low(divisor.width() - places).append_zeros(places));
        let moved = is_lower_b.select(by_three, by_one).named("moved_divisor");
        self.set(divisor, changes.select(ready.select(b.significand, moved), divisor));
    }

    fn set_digits(&self) {
        let Registers { digits, place, .. } = self.registers;
        let none = self.n.constant(0, place.width());
        let digit = place.only_if(self.step_of_digit.digit);
        self.set(digits, self.ready.select(none, digits | digit));
        let moved = self.preparation.corrects.join(place.high(place.width() - 1));
        self.set(place, self.ready.select(none, moved));
    }

    fn set_exponent(&self) {
        let exponent = self.registers.exponent;
        let (ready, [a, b], is_sqrt) = (self.ready, self.operands, self.inputs.is_sqrt);
        let change = self.change_of_exponent();
        let one = ready.select(a.exponent, exponent);
        let other = ready.select(negated_exponent(is_sqrt, b.exponent), change);
        self.set(exponent, one + other);
    }

    /// Returns the number that a step adds to the exponent.
    fn change_of_exponent(&self) -> Net<'n> {
        let Preparation {
            is_low_a,
            is_low_b,
            is_lower_a,
            is_lower_b,
            shifts,
            corrects,
            ..
        } = self.preparation;
        let Registers {
            prepares,
            is_root,
            exponent,
            ..
        } = self.registers;
        // A shift adds the places by which the divisor moves, less those of the remainder: -3 to 3.
        let one_b = (is_low_b & !is_lower_b).named("divisor_moves_by_one");
        let is_odd = is_low_a ^ is_low_b;
        let has_two = is_lower_a.select(one_b, is_low_a.select(!one_b, is_lower_b));
        let is_negative = (is_low_a & !is_low_b) | (is_lower_a & !is_lower_b);
        // The correction is -1, or -2 for a dividend that is doubled. A step that waits adds 1.
        let negative = exponent.top_bit();
        let is_odd = shifts.select(is_odd, prepares.select(is_root | self.step_of_digit.fits, negative));
        let is_odd = is_odd.named("change_is_odd");
        let has_two = shifts.select(has_two, corrects).named("change_has_two");
        let is_negative = shifts.select(is_negative, corrects).named("change_is_negative");
        let change = is_negative.repeat(exponent.width() - 2).join(has_two).join(is_odd);
        change.named(hidden(signed("change")))
    }
}

/// Returns the number that loading adds to the exponent of a: the bias less the exponent of b, or for a root the bias less
/// one. Both are one too many, which the correction takes back.
fn negated_exponent<'n>(is_sqrt: Net<'n>, exponent: Net<'n>) -> Net<'n> {
    // The bias less an exponent is its complement plus a power of two.
    let power = exponent.width() - 3;
    let high = (exponent.bit(power) & !is_sqrt).repeat(3);
    let low = !exponent.low(power) | is_sqrt.repeat(power);
    let lowest = low.bit(0) & !is_sqrt;
    high.join(low.high(power - 1))
        .join(lowest)
        .named(hidden(signed("opposite")))
}
