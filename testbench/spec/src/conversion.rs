//! Conversions (cvt): the value of an operand in another format.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Rounding};

use crate::exact::Exact;
use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::modifiers::{rectified, saturated};
use crate::round::{round, shifted};
use crate::small;
use crate::special::{finite_only, Special};
use crate::words::Arithmetic;

/// A conversion with independent lanes.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    instruction: Instruction,
}

/// Width of a place in bits: the position of any operand's lowest digit above any result's unit, with a sign.
pub(crate) const PLACE_BITS: usize = 11;

impl Conversion {
    /// Returns the conversion of an instruction, if it is one.
    pub fn from_instruction(instruction: Instruction) -> Option<Conversion> {
        let is_one = instruction.operation().is_conversion();
        is_one.then_some(Conversion { instruction })
    }

    /// Returns the number of lanes of the result.
    pub fn lanes(self) -> usize {
        self.instruction.signature().results()[0].lanes as usize
    }

    /// Returns a lane of the result, which converts the same lane of the only operand. Of two operands, lane 0 converts
    /// the second and lane 1 the first. Of three operands, the last has random bits, a half-word for each lane.
    ///
    /// # Panics
    ///
    /// Panics if an operand has another width, or the result has no such lane.
    pub fn specify<L: Logic>(self, logic: &mut L, operands: &[Vec<L::Bit>], lane: usize) -> Vec<L::Bit> {
        let signature = self.instruction.signature();
        let expected = signature.operands().iter().map(|operand| operand.width() as usize);
        let widths: Vec<usize> = operands.iter().map(Vec::len).collect();
        assert!(widths.iter().copied().eq(expected), "operands of {}", self.instruction);
        assert!(lane < self.lanes(), "lane {lane} of {}", self.instruction);
        let (position, lane_of_operand) = match operands {
            [_] => (0, lane),
            _ => (1 - lane, 0),
        };
        let element_type = signature.operands()[position].element_type;
        let width = element_type.bits() as usize;
        let a = &operands[position][lane_of_operand * width..][..width];
        match (element_type, signature.results()[0].element_type) {
            (ElementType::Number(from), ElementType::Number(to)) => {
                let random = operands.get(2).map(|bits| &bits[16 * lane..][..16]);
                self.number(logic, [from, to], a, random)
            }
            (element, other) if self.instruction.ty().is_composed() && is_small([element, other]) => {
                self.through_single(logic, [element, other], a)
            }
            (ElementType::Number(from), ElementType::Small(to)) => self.small(logic, from.into(), to, a),
            (ElementType::Small(from), ElementType::Number(to)) => {
                let mut result = small::in_format(logic, from, to.into(), a);
                if self.has(Modifier::Satfinite) {
                    result = finite_only(logic, to.into(), &result);
                }
                self.clamped(logic, to.into(), result)
            }
            (ElementType::Number(from), to) => self.integer(logic, from.into(), to, a),
            (from, ElementType::Number(to)) => {
                let is_signed = matches!(from, ElementType::Signed(_));
                let result = convert_integer(logic, is_signed, to.into(), self.instruction.rounding(), a);
                self.clamped(logic, to.into(), result)
            }
            (from, to) => panic!("{from} becomes {to} in no conversion of halves"),
        }
    }

    fn has(self, modifier: Modifier) -> bool {
        self.instruction.has(modifier)
    }

    /// Returns a number of another format, or an integer in the same.
    fn number<L: Logic>(
        self,
        logic: &mut L,
        elements: [FloatFormat; 2],
        a: &[L::Bit],
        random: Option<&[L::Bit]>,
    ) -> Vec<L::Bit> {
        // Only single precision is flushed.
        let [flushes_operand, flushes_result] =
            elements.map(|element| self.has(Modifier::Ftz) && element == FloatFormat::F32);
        let [from, to] = elements.map(Format::from);
        let a = Unpacked::new(logic, from, a, flushes_operand);
        let rounding = self.instruction.rounding();
        let finite = if self.instruction.modifiers().any(Modifier::rounds_to_integer) {
            let exact = Exact {
                sign: a.sign,
                magnitude: whole(logic, from, rounding, &a),
                place: logic.number((-to.unit()).into(), PLACE_BITS),
            };
            round(logic, to, rounding, (false, false), &exact)
        } else if let Some(random) = random {
            let exact = with_random_bits(logic, [from, to], &a, random);
            // There is nothing left to round, and an overflow gives infinity.
            round(logic, to, Rounding::NearestEven, (false, false), &exact)
        } else {
            let exact = Exact {
                sign: a.sign,
                magnitude: a.significand.clone(),
                place: place(logic, [from, to], &a.exponent),
            };
            round(logic, to, rounding, (flushes_result, false), &exact)
        };
        let special = Special::new(logic, &a).encoded(logic, to);
        let is_special = a.special(logic);
        let mut result = logic.choose(is_special, &special, &finite);
        if self.has(Modifier::Satfinite) {
            result = finite_only(logic, to, &result);
        }
        self.clamped(logic, to, result)
    }

    /// Returns the result of an operand that is or becomes a number of a format of eight bits or fewer without infinities.
    fn through_single<L: Logic>(self, logic: &mut L, elements: [ElementType; 2], a: &[L::Bit]) -> Vec<L::Bit> {
        let single = in_single(logic, elements[0], a);
        match elements[1] {
            ElementType::Small(to) => self.small(logic, FloatFormat::F32.into(), to, &single),
            ElementType::Number(to) => self.number(logic, [FloatFormat::F32, to], &single, None),
            to => self.integer(logic, FloatFormat::F32.into(), to, &single),
        }
    }

    /// Returns a number of a format of eight bits or fewer.
    fn small<L: Logic>(self, logic: &mut L, from: Format, to: FloatFormat, a: &[L::Bit]) -> Vec<L::Bit> {
        let saturates = self.has(Modifier::Satfinite);
        let mut nearest = |rounding| small::nearest(logic, from, to, rounding, saturates, a);
        let mut result = match magnitude_roundings(self.instruction.rounding(), to) {
            [positive, negative] if positive == negative => nearest(positive),
            [positive, negative] => {
                let [positive, negative] = [nearest(positive), nearest(negative)];
                logic.choose(a[a.len() - 1], &negative, &positive)
            }
        };
        if let (true, Some(place)) = (self.has(Modifier::Relu), small::place_of_sign(to)) {
            let positive = logic.not(result[place]);
            result = logic.only_if(positive, &result);
        }
        result
    }

    /// Returns a result after `.sat` and `.relu`.
    fn clamped<L: Logic>(self, logic: &mut L, to: Format, result: Vec<L::Bit>) -> Vec<L::Bit> {
        if self.has(Modifier::Sat) {
            saturated(logic, to, &result)
        } else if self.has(Modifier::Relu) {
            rectified(logic, &result)
        } else {
            result
        }
    }

    /// Returns an integer of the result's type: rounded, then clamped. A NaN gives 0, and 2^63 in 64 bits; in
    /// RISC-V it gives the greatest integer.
    fn integer<L: Logic>(self, logic: &mut L, from: Format, to: ElementType, a: &[L::Bit]) -> Vec<L::Bit> {
        let a = Unpacked::new(logic, from, a, false);
        let magnitude = whole(logic, from, self.instruction.rounding(), &a);
        let bits = to.bits() as usize;
        let width = magnitude.len().max(bits) + 1;
        let magnitude = logic.resized(&magnitude, width);
        let (greatest, of_least) = match to {
            ElementType::Signed(_) => ((1_i128 << (bits - 1)) - 1, 1 << (bits - 1)),
            _ => ((1 << bits) - 1, 0),
        };
        let of_nan = match (from.is_riscv, bits) {
            (true, _) => greatest,
            (false, 64) => 1 << 63,
            (false, _) => 0,
        };
        let [greatest, of_least] = [greatest, of_least].map(|limit| logic.number(limit, width));
        let limit = logic.choose(a.sign, &of_least, &greatest);
        let above = logic.less(&limit, &magnitude);
        let exceeds = logic.or(above, a.infinite);
        let clamped = logic.choose(exceeds, &limit, &magnitude);
        let negated = negated(logic, &clamped);
        let integer = logic.choose(a.sign, &negated, &clamped);
        let of_nan = logic.number(of_nan, bits);
        logic.choose(a.nan, &of_nan, &integer[..bits])
    }
}

/// True if one of the types is a format of eight bits or fewer that PTX has for conversions only.
pub(crate) fn is_small(elements: [ElementType; 2]) -> bool {
    elements.iter().any(|element| matches!(element, ElementType::Small(_)))
}

/// Returns the roundings of the magnitudes of positive and of negative numbers. A format without a sign has only
/// magnitudes.
pub(crate) fn magnitude_roundings(rounding: Rounding, to: FloatFormat) -> [Rounding; 2] {
    let (away, toward_zero) = (Rounding::TowardPositive, Rounding::TowardZero);
    match rounding {
        Rounding::TowardPositive if small::place_of_sign(to).is_some() => [away, toward_zero],
        Rounding::TowardNegative if small::place_of_sign(to).is_some() => [toward_zero, away],
        other => [other, other],
    }
}

/// Returns an operand in single precision. That is exact except for large integers, whose excess over 2^24 exceeds every
/// number of eight bits or fewer.
pub(crate) fn in_single<L: Logic>(logic: &mut L, element: ElementType, a: &[L::Bit]) -> Vec<L::Bit> {
    let single = Format::from(FloatFormat::F32);
    match element {
        ElementType::Small(from) => small::in_format(logic, from, single, a),
        ElementType::Number(from) => {
            let from = Format::from(from);
            let a = Unpacked::new(logic, from, a, false);
            let exact = Exact {
                sign: a.sign,
                magnitude: a.significand.clone(),
                place: place(logic, [from, single], &a.exponent),
            };
            let finite = round(logic, single, Rounding::TowardZero, (false, false), &exact);
            let special = Special::new(logic, &a).encoded(logic, single);
            let is_special = a.special(logic);
            logic.choose(is_special, &special, &finite)
        }
        integer => {
            let is_signed = matches!(integer, ElementType::Signed(_));
            convert_integer(logic, is_signed, single, Rounding::TowardZero, a)
        }
    }
}

/// Returns an integer as a rounded number.
fn convert_integer<L: Logic>(
    logic: &mut L,
    is_signed: bool,
    to: Format,
    rounding: Rounding,
    a: &[L::Bit],
) -> Vec<L::Bit> {
    let sign = if is_signed {
        a[a.len() - 1]
    } else {
        logic.constant(false)
    };
    let negated = negated(logic, a);
    let exact = Exact {
        sign,
        magnitude: logic.choose(sign, &negated, a),
        place: logic.number((-to.unit()).into(), PLACE_BITS),
    };
    round(logic, to, rounding, (false, false), &exact)
}

/// Returns the two's complement.
fn negated<L: Logic>(logic: &mut L, word: &[L::Bit]) -> Vec<L::Bit> {
    let zero = logic.number(0, word.len());
    logic.subtract(&zero, word).0
}

/// Returns the place of the last digit of an operand above the unit of the result.
fn place<L: Logic>(logic: &mut L, [from, to]: [Format; 2], exponent: &[L::Bit]) -> Vec<L::Bit> {
    let offset = logic.number((from.unit() - 1 - to.unit()).into(), PLACE_BITS);
    let exponent = logic.resized(exponent, PLACE_BITS);
    logic.sum(&offset, &exponent)
}

/// Returns the magnitude of a finite operand rounded to an integer, in a fixed point that has room for every number of
/// the format.
fn whole<L: Logic>(logic: &mut L, format: Format, rounding: Rounding, a: &Unpacked<L::Bit>) -> Vec<L::Bit> {
    // The last digit of the smallest number is the first of the word. The exponent of a subnormal number is 1.
    let mut word = a.significand.clone();
    for (step, bit) in a.exponent.iter().enumerate() {
        let moved = logic.raised(&word, 1 << step);
        let stays = logic.resized(&word, moved.len());
        word = logic.choose(*bit, &moved, &stays);
    }
    let below = 1 - format.unit() as isize;
    let (fraction, integer) = word.split_at(below as usize);
    let half = fraction[fraction.len() - 1];
    let rest = logic.any(&fraction[..fraction.len() - 1]);
    let inexact = logic.or(half, rest);
    let up = match rounding {
        Rounding::NearestEven => {
            let odd_or_above = logic.or(rest, integer[0]);
            logic.and(half, odd_or_above)
        }
        Rounding::TowardZero => logic.constant(false),
        Rounding::TowardNegative => logic.and(inexact, a.sign),
        Rounding::TowardPositive => logic.and(inexact, logic.not(a.sign)),
        Rounding::NearestAway => half,
    };
    let zero = logic.number(0, integer.len());
    let (mut rounded, carry) = logic.add(integer, &zero, up);
    rounded.push(carry);
    rounded
}

/// Returns a finite operand with random bits added below the result's last place, and cut off there.
///
/// For normal results, this place is a fixed number of digits above the operand's last. It is one more for each
/// power of two by which the number is below the result's smallest normal number.
fn with_random_bits<L: Logic>(
    logic: &mut L,
    [from, to]: [Format; 2],
    a: &Unpacked<L::Bit>,
    random: &[L::Bit],
) -> Exact<L::Bit> {
    let below = from.fraction_bits - to.fraction_bits;
    let least = (from.bias() - to.bias() + 1).into();
    let width = from.exponent_bits + 2;
    let least = logic.number(least, width);
    let exponent = logic.resized(&a.exponent, width);
    let (deeper, is_deeper) = logic.subtract(&least, &exponent);
    let deeper = logic.only_if(is_deeper, &deeper);
    let (significand, _) = shifted(logic, &a.significand, &deeper, a.significand.len());
    let digits = significand.len() + 1;
    let (significand, random) = (
        logic.resized(&significand, digits),
        logic.resized(&random[..below], digits),
    );
    let sum = logic.sum(&significand, &random);
    let place_of_last = place(logic, [from, to], &a.exponent);
    let deeper = logic.resized(&deeper, PLACE_BITS);
    let cut = logic.number(below as i128, PLACE_BITS);
    let place = logic.sum(&place_of_last, &deeper);
    Exact {
        sign: a.sign,
        magnitude: sum[below..].to_vec(),
        place: logic.sum(&place, &cut),
    }
}
