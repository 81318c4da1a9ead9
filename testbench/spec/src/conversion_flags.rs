//! IEEE 754 exceptions of conversions.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Operation, Rounding};

use crate::conversion::{in_single, is_small, magnitude_roundings, PLACE_BITS};
use crate::exact::Exact;
use crate::exceptions::{raised, signals, Raised};
use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::round::shifted;
use crate::small::overflow_limit;
use crate::words::Arithmetic;

/// The flags of all lanes of a conversion.
#[derive(Clone, Copy, Debug)]
pub struct ConversionExceptions {
    instruction: Instruction,
}

impl ConversionExceptions {
    /// Returns the exceptions of a conversion, if it has them as a result.
    pub fn from_instruction(instruction: Instruction) -> Option<ConversionExceptions> {
        let is_one = instruction.has_flags() && instruction.operation().is_conversion();
        is_one.then_some(ConversionExceptions { instruction })
    }

    /// Returns the union of the flags of all lanes, each of the same lane of the only operand. Of two operands, lane 0
    /// takes the second and lane 1 the first. Of three operands, the last has random bits, a half-word for each lane.
    pub fn specify<L: Logic>(self, logic: &mut L, operands: &[Vec<L::Bit>]) -> Vec<L::Bit> {
        let signature = self.instruction.signature();
        let result = signature.results()[0];
        let mut flags = logic.number(0, 5);
        for lane in 0..result.lanes as usize {
            let (position, lane_of_operand) = match operands {
                [_] => (0, lane),
                _ => (1 - lane, 0),
            };
            let element_type = signature.operands()[position].element_type;
            let width = element_type.bits() as usize;
            let a = &operands[position][lane_of_operand * width..][..width];
            let random = operands.get(2).map(|bits| &bits[16 * lane..][..16]);
            let of_lane = self.lane(logic, [element_type, result.element_type], a, random);
            flags = flags
                .iter()
                .zip(of_lane)
                .map(|(one, other)| logic.or(*one, other))
                .collect();
        }
        flags
    }

    fn lane<L: Logic>(
        self,
        logic: &mut L,
        element_types: [ElementType; 2],
        a: &[L::Bit],
        random: Option<&[L::Bit]>,
    ) -> Vec<L::Bit> {
        let valid = logic.constant(false);
        match element_types {
            [ElementType::Number(from), ElementType::Number(to)] => self.number(logic, [from, to], a, random),
            [element, other] if self.instruction.ty().is_composed() && is_small([element, other]) => {
                self.through_single(logic, [element, other], a)
            }
            [ElementType::Number(from), ElementType::Small(FloatFormat::UE8M0)] => {
                self.power_of_two(logic, from.into(), a)
            }
            [ElementType::Number(from), ElementType::Small(to)] => self.small(logic, from.into(), to, a),
            // The numbers from 2^16 on, with the highest exponent field, exceed those of f16. Without a sign, 0xff is the
            // only NaN.
            [ElementType::Small(FloatFormat::UE5M3), ElementType::Number(FloatFormat::F16)] => {
                let highest = logic.all(&a[3..]);
                let is_nan = logic.all(a);
                let exceeds = logic.and(highest, logic.not(is_nan));
                let raised = Raised {
                    inexact: exceeds,
                    overflow: exceeds,
                    ..Raised::none(logic)
                };
                raised.word(logic, valid)
            }
            // Every other number of these formats is one of the result's; only e5m2 has a NaN that signals.
            [ElementType::Small(FloatFormat::E5M2), _] => {
                let invalid = signals(logic, FloatFormat::E5M2.into(), a);
                Raised::none(logic).word(logic, invalid)
            }
            [ElementType::Small(_), _] => Raised::none(logic).word(logic, valid),
            [ElementType::Number(from), to] => self.integer(logic, from.into(), to, a),
            [from, ElementType::Number(to)] => {
                let sign = match from {
                    ElementType::Signed(_) => a[a.len() - 1],
                    _ => valid,
                };
                let zero = logic.number(0, a.len());
                let (negated, _) = logic.subtract(&zero, a);
                let to = Format::from(to);
                let exact = Exact {
                    sign,
                    magnitude: logic.choose(sign, &negated, a),
                    place: logic.number((-to.unit()).into(), PLACE_BITS),
                };
                raised(logic, to, self.instruction.rounding(), &exact).word(logic, valid)
            }
            [from, to] => panic!("{from} becomes {to} in no conversion of halves"),
        }
    }

    /// Returns the flags of an operand that is or becomes a number of a format of eight bits or fewer without infinities.
    /// In single precision it is the same value, but a NaN no longer signals.
    fn through_single<L: Logic>(self, logic: &mut L, elements: [ElementType; 2], a: &[L::Bit]) -> Vec<L::Bit> {
        let single = in_single(logic, elements[0], a);
        let mut flags = match elements[1] {
            ElementType::Small(to) => self.small(logic, FloatFormat::F32.into(), to, &single),
            ElementType::Number(to) => self.number(logic, [FloatFormat::F32, to], &single, None),
            to => self.integer(logic, FloatFormat::F32.into(), to, &single),
        };
        if let ElementType::Number(from) = elements[0] {
            let signalling = signals(logic, from.into(), a);
            let of_others = Raised::none(logic).word(logic, signalling);
            flags = flags
                .iter()
                .zip(of_others)
                .map(|(one, other)| logic.or(*one, other))
                .collect();
        }
        flags
    }

    /// Returns the flags of a conversion to a number of another format, or to an integer in the same format.
    fn number<L: Logic>(
        self,
        logic: &mut L,
        elements: [FloatFormat; 2],
        bits: &[L::Bit],
        random: Option<&[L::Bit]>,
    ) -> Vec<L::Bit> {
        let flushes = self.instruction.has(Modifier::Ftz) && elements[0] == FloatFormat::F32;
        let [from, to] = elements.map(Format::from);
        let invalid = signals(logic, from, bits);
        let a = Unpacked::new(logic, from, bits, flushes);
        let special = a.special(logic);
        let raised = if self.instruction.operation() == Operation::Fround {
            Raised::none(logic)
        } else if self.instruction.modifiers().any(Modifier::rounds_to_integer) {
            let (fraction, _) = around_point(logic, from, &a);
            Raised {
                inexact: logic.any(&fraction),
                ..Raised::none(logic)
            }
        } else {
            let exact = in_units(logic, [from, to], &a);
            match random {
                None => raised(logic, to, self.instruction.rounding(), &exact),
                Some(random) => raised_at_random(logic, [from, to], &exact, random),
            }
        };
        let finite = logic.not(special);
        let raised = Raised {
            inexact: logic.and(finite, raised.inexact),
            underflow: logic.and(finite, raised.underflow),
            overflow: logic.and(finite, raised.overflow),
        };
        raised.word(logic, invalid)
    }

    /// Returns the flags of a conversion to a format of eight bits or fewer, with a fraction.
    fn small<L: Logic>(self, logic: &mut L, from: Format, to: FloatFormat, bits: &[L::Bit]) -> Vec<L::Bit> {
        let rounding = self.instruction.rounding();
        let (exponent_bits, fraction_bits) = match to {
            FloatFormat::E5M2 => (5, 2),
            FloatFormat::E4M3 => (4, 3),
            FloatFormat::E3M2 => (3, 2),
            FloatFormat::E2M3 => (2, 3),
            FloatFormat::E2M1 => (2, 1),
            FloatFormat::UE5M3 => (5, 3),
            other => unreachable!("no conversion to {other} is one to a fraction of few bits"),
        };
        // Without infinities, values above the largest number are detected below.
        let format = Format {
            exponent_bits,
            fraction_bits,
            has_infinity: true,
            has_nan: true,
            is_riscv: false,
        };
        let a = Unpacked::new(logic, from, bits, false);
        let signalling = signals(logic, from, bits);
        let mut exact = in_units(logic, [from, format], &a);
        if to == FloatFormat::UE5M3 {
            // The sign is dropped.
            exact.sign = logic.constant(false);
        }
        let of_rounding = raised(logic, format, rounding, &exact);
        let special = a.special(logic);
        let finite = logic.not(special);
        let has_infinity = to == FloatFormat::E5M2;
        let (overflow, inexact, invalid) = if has_infinity {
            (of_rounding.overflow, of_rounding.inexact, signalling)
        } else {
            let [positive, negative] = magnitude_roundings(rounding, to).map(|rounding| {
                let (integer, exponent, is_reached) = overflow_limit(to, rounding);
                let limit = logic.number(encoded(from, integer, exponent), bits.len() - 1);
                let magnitude = &bits[..bits.len() - 1];
                if is_reached {
                    let below = logic.less(magnitude, &limit);
                    logic.not(below)
                } else {
                    logic.less(&limit, magnitude)
                }
            });
            let overflow = logic.select(a.sign, negative, positive);
            // The highest exponent has numbers too, so an overflow by the rounding formula is none, and may be
            // exact.
            let lost = lost(logic, format, &exact);
            let invalid = match to {
                FloatFormat::E4M3 | FloatFormat::UE5M3 => signalling,
                _ => a.nan,
            };
            (overflow, logic.or(lost, overflow), invalid)
        };
        let inexact = logic.and(finite, inexact);
        let of_infinity = if has_infinity {
            logic.constant(false)
        } else {
            a.infinite
        };
        let raised = Raised {
            inexact: logic.or(inexact, of_infinity),
            underflow: logic.and(finite, of_rounding.underflow),
            overflow: logic.and(finite, overflow),
        };
        raised.word(logic, invalid)
    }

    /// Returns the flags of a conversion of the magnitude to a power of two from 2^-127 to 2^127. Neither zero nor an
    /// infinity is one.
    fn power_of_two<L: Logic>(self, logic: &mut L, from: Format, bits: &[L::Bit]) -> Vec<L::Bit> {
        let invalid = signals(logic, from, bits);
        let a = Unpacked::new(logic, from, bits, false);
        let magnitude = &bits[..bits.len() - 1];
        let rounds_up = self.instruction.rounding() == Rounding::TowardPositive;
        let at = |exponent: i64| encoded(from, 1, exponent);
        // The powers of two among the encodings: normal ones have no fraction, and one subnormal encoding is a power.
        let (fraction, field) = magnitude.split_at(from.fraction_bits);
        let normal = logic.any(field);
        let has_fraction = logic.any(fraction);
        let least = logic.number(at(-127), magnitude.len());
        let is_least = logic.equal(magnitude, &least);
        let is_power = logic.select(normal, logic.not(has_fraction), is_least);
        // Magnitudes whose power is below the least one: those below it, or not above half of it.
        let is_tiny = if rounds_up {
            let half = logic.number(at(-128), magnitude.len());
            let above = logic.less(&half, magnitude);
            logic.not(above)
        } else {
            logic.less(magnitude, &least)
        };
        let greatest = logic.number(at(127), magnitude.len());
        let above = logic.less(&greatest, magnitude);
        let special = a.special(logic);
        let finite = logic.not(special);
        let up = logic.constant(rounds_up);
        let nonzero = logic.not(a.zero);
        let raised = Raised {
            inexact: logic.and(logic.not(a.nan), logic.not(is_power)),
            underflow: logic.and(is_tiny, nonzero),
            overflow: logic.all(&[above, finite, up]),
        };
        // An infinity has no fraction, but is no power.
        let raised = Raised {
            inexact: logic.or(raised.inexact, a.infinite),
            ..raised
        };
        raised.word(logic, invalid)
    }

    /// Returns the flags of a conversion to an integer: a value outside its range is invalid.
    fn integer<L: Logic>(self, logic: &mut L, from: Format, to: ElementType, bits: &[L::Bit]) -> Vec<L::Bit> {
        let a = Unpacked::new(logic, from, bits, false);
        let (fraction, integer) = around_point(logic, from, &a);
        let (rest, half) = fraction.split_at(fraction.len() - 1);
        let (rest, half) = (logic.any(rest), half[0]);
        let inexact = logic.or(half, rest);
        let up = match self.instruction.rounding() {
            Rounding::NearestEven => {
                let odd_or_above = logic.or(rest, integer[0]);
                logic.and(half, odd_or_above)
            }
            Rounding::TowardZero => logic.constant(false),
            Rounding::TowardNegative => logic.and(inexact, a.sign),
            Rounding::TowardPositive => logic.and(inexact, logic.not(a.sign)),
            Rounding::NearestAway => half,
        };
        let width = integer.len().max(to.bits() as usize) + 1;
        let (integer, zero) = (logic.resized(&integer, width), logic.number(0, width));
        let (rounded, _) = logic.add(&integer, &zero, up);
        let (greatest, of_least) = match to {
            ElementType::Signed(bits) => ((1_i128 << (bits - 1)) - 1, 1 << (bits - 1)),
            _ => ((1 << to.bits()) - 1, 0),
        };
        let [greatest, of_least] = [greatest, of_least].map(|limit| logic.number(limit, width));
        let limit = logic.choose(a.sign, &of_least, &greatest);
        let exceeds = logic.less(&limit, &rounded);
        let invalid = logic.any(&[exceeds, a.infinite, a.nan]);
        let raised = Raised {
            inexact: logic.and(inexact, logic.not(invalid)),
            ..Raised::none(logic)
        };
        raised.word(logic, invalid)
    }
}

/// Returns the encoding of the number integer · 2^exponent, in a format that has it.
fn encoded(format: Format, integer: i128, exponent: i64) -> i128 {
    let leading = exponent + i64::from(integer.ilog2());
    let last = (leading - format.fraction_bits as i64).max(format.unit());
    let digits = match exponent - last {
        places @ 0.. => integer << places,
        places => integer >> -places,
    };
    // A normal number's leading one adds one to the field.
    digits + (i128::from(last - format.unit()) << format.fraction_bits)
}

/// Returns a finite operand in units of a result's format.
fn in_units<L: Logic>(logic: &mut L, [from, to]: [Format; 2], a: &Unpacked<L::Bit>) -> Exact<L::Bit> {
    let offset = logic.number((from.unit() - 1 - to.unit()).into(), PLACE_BITS);
    let exponent = logic.resized(&a.exponent, PLACE_BITS);
    Exact {
        sign: a.sign,
        magnitude: a.significand.clone(),
        place: logic.sum(&offset, &exponent),
    }
}

/// Returns the digits below and above the point of a finite number.
fn around_point<L: Logic>(logic: &mut L, format: Format, a: &Unpacked<L::Bit>) -> (Vec<L::Bit>, Vec<L::Bit>) {
    // The last digit of the smallest number is the first of the word. The exponent of a subnormal number is 1.
    let mut word = a.significand.clone();
    for (step, bit) in a.exponent.iter().enumerate() {
        let moved = logic.raised(&word, 1 << step);
        let stays = logic.resized(&word, moved.len());
        word = logic.choose(*bit, &moved, &stays);
    }
    let integer = word.split_off((1 - format.unit()) as usize);
    (word, integer)
}

/// Returns the distance of the format's last place for a number above the lowest digit, which is never above it.
fn last_place<L: Logic>(logic: &mut L, format: Format, exact: &Exact<L::Bit>) -> Vec<L::Bit> {
    let (digits, width) = (exact.magnitude.len(), exact.place.len());
    // Unless the number is subnormal in the operand's format too, all its digits are there.
    let of_normal = logic.number((digits - 1 - format.fraction_bits) as i128, width);
    let zero = logic.number(0, width);
    let (of_subnormal, _) = logic.subtract(&zero, &exact.place);
    let (difference, _) = logic.subtract(&of_normal, &of_subnormal);
    logic.choose(difference[width - 1], &of_subnormal, &of_normal)
}

/// True if a number has digits below the last place of `format`. The number's own format has no smaller exponents.
fn lost<L: Logic>(logic: &mut L, format: Format, exact: &Exact<L::Bit>) -> L::Bit {
    let last = last_place(logic, format, exact);
    let (_, lost) = shifted(logic, &exact.magnitude, &last, 1);
    lost
}

/// Returns the flags of adding random bits below the last place, and cutting off there.
fn raised_at_random<L: Logic>(
    logic: &mut L,
    [from, to]: [Format; 2],
    exact: &Exact<L::Bit>,
    random: &[L::Bit],
) -> Raised<L::Bit> {
    let bits = from.fraction_bits - to.fraction_bits;
    let last = last_place(logic, to, exact);
    let width = last.len();
    // Number of digits that are kept below the last place.
    let below = logic.number(bits as i128, width);
    let (amount, _) = logic.subtract(&last, &below);
    let (kept, rest) = shifted(logic, &exact.magnitude, &amount, bits + to.fraction_bits + 2);
    let (digits, significand) = kept.split_at(bits);
    let lost = logic.any(digits);
    let lost = logic.or(lost, rest);
    let none = logic.constant(false);
    let (_, carry) = logic.add(digits, &random[..bits], none);
    let zero = logic.number(0, significand.len());
    let (rounded, _) = logic.add(significand, &zero, carry);
    // The result is subnormal, in the lowest place, if it has no leading one.
    let reached = logic.any(&rounded[to.fraction_bits..]);
    let place = logic.sum(&last, &exact.place);
    let doubled = rounded[to.fraction_bits + 1];
    let (top, _) = logic.add(&place, &logic.number(0, width), doubled);
    let limit = logic.number((to.largest_exponent() - 1).into(), width);
    let overflow = logic.less(&limit, &top);
    Raised {
        inexact: logic.or(lost, overflow),
        underflow: logic.and(lost, logic.not(reached)),
        overflow,
    }
}
