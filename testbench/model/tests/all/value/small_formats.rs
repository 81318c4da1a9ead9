//! Model in formats small enough to list every number. Rounding is checked against its definition, a choice of
//! neighbour in the sorted list of all numbers. Modifiers are checked against bit patterns.

use super::common::instruction;
use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Modifier, Operation, Rounding};
use halfpipe_model::value::evaluate_lane;
use halfpipe_test_support::share;

/// Number of fraction bits of the fixed-point numbers that hold every operand, product and sum here exactly.
const UNIT_BITS: i64 = 32;

#[derive(Clone, Copy, PartialEq)]
enum Number {
    Nan,
    Infinity {
        negative: bool,
    },
    /// ± units · 2^-UNIT_BITS.
    Finite {
        negative: bool,
        units: u64,
    },
}

/// The numbers of two formats and the rules of the instructions, in 64-bit integers.
struct Oracle {
    formats: LaneFormats,
    operand_numbers: Vec<Number>,
    result_numbers: Vec<Number>,
    /// The magnitudes of the result format by encoding, and one more in place of infinity.
    magnitudes: Vec<u64>,
}

fn numbers(format: FloatFormat) -> Vec<Number> {
    (0..1_u32 << format.width()).map(|bits| number(format, bits)).collect()
}

fn number(format: FloatFormat, bits: u32) -> Number {
    let magnitude = bits & format.magnitude_mask();
    let negative = bits != magnitude;
    if magnitude > format.infinity() {
        Number::Nan
    } else if magnitude == format.infinity() {
        Number::Infinity { negative }
    } else {
        let units = units(format, magnitude);
        Number::Finite { negative, units }
    }
}

/// Returns the magnitude of an encoding. Infinity counts as the number that would follow the largest finite one.
fn units(format: FloatFormat, magnitude: u32) -> u64 {
    let field = magnitude >> format.fraction_bits;
    let fraction = u64::from(magnitude & format.fraction_mask());
    let hidden_bit = u64::from(field > 0) << format.fraction_bits;
    let exponent = i64::from(field.max(1)) - format.max_exponent();
    (hidden_bit | fraction) << (UNIT_BITS + exponent - i64::from(format.fraction_bits))
}

fn is_subnormal(format: FloatFormat, bits: u32) -> bool {
    let magnitude = bits & format.magnitude_mask();
    magnitude > 0 && magnitude < 1 << format.fraction_bits
}

fn flushed(format: FloatFormat, bits: u32) -> u32 {
    if is_subnormal(format, bits) {
        bits & format.sign_mask()
    } else {
        bits
    }
}

fn product(a: Number, b: Number) -> Number {
    use Number::{Finite, Infinity, Nan};
    match (a, b) {
        (Finite { negative: x, units: a }, Finite { negative: y, units: b }) => Finite {
            negative: x != y,
            units: u64::try_from((u128::from(a) * u128::from(b)) >> UNIT_BITS).expect("the formats are small"),
        },
        (Infinity { .. }, Finite { units: 0, .. }) | (Finite { units: 0, .. }, Infinity { .. }) => Nan,
        (Infinity { negative: x }, Infinity { negative: y } | Finite { negative: y, .. })
        | (Finite { negative: x, .. }, Infinity { negative: y }) => Infinity { negative: x != y },
        (Nan, _) | (_, Nan) => Nan,
    }
}

fn sum(a: Number, b: Number, rounding: Rounding) -> Number {
    use Number::{Finite, Infinity, Nan};
    let signed = |negative: bool, units: u64| {
        let units = i64::try_from(units).expect("the formats are small");
        if negative {
            -units
        } else {
            units
        }
    };
    match (a, b) {
        (Finite { negative: x, units: a }, Finite { negative: y, units: b }) => {
            let sum = signed(x, a) + signed(y, b);
            let negative = match sum {
                0 if x == y => x,
                0 => rounding == Rounding::TowardNegative,
                _ => sum < 0,
            };
            Finite {
                negative,
                units: sum.unsigned_abs(),
            }
        }
        (Infinity { negative: x }, Infinity { negative: y }) if x != y => Nan,
        (Nan, _) | (_, Nan) => Nan,
        (Infinity { negative }, _) | (_, Infinity { negative }) => Infinity { negative },
    }
}

impl Oracle {
    fn new(operand: FloatFormat, result: FloatFormat) -> Oracle {
        Oracle {
            formats: LaneFormats { operand, result },
            operand_numbers: numbers(operand),
            result_numbers: numbers(result),
            magnitudes: (0..=result.infinity())
                .map(|magnitude| units(result, magnitude))
                .collect(),
        }
    }

    /// Returns the encoding that an exact result rounds to.
    fn round(&self, exact: Number, rounding: Rounding) -> u32 {
        let format = self.formats.result;
        let (negative, units) = match exact {
            Number::Nan => return format.canonical_nan(),
            Number::Infinity { negative } => return u32::from(negative) * format.sign_mask() + format.infinity(),
            Number::Finite { negative, units } => (negative, units),
        };
        let sign = u32::from(negative) * format.sign_mask();
        let above = self.magnitudes.partition_point(|&magnitude| magnitude < units);
        if self.magnitudes.get(above) == Some(&units) && above < format.infinity() as usize {
            return sign + above as u32;
        }
        // Past the number in infinity's place, the two neighbours are the largest number and infinity.
        let above = above.min(format.infinity() as usize);
        let below = above - 1;
        let rounds_up = match rounding {
            Rounding::NearestEven | Rounding::NearestAway => {
                let to_below = units - self.magnitudes[below];
                let to_above = self.magnitudes[above].saturating_sub(units);
                let takes_tie = rounding == Rounding::NearestAway || above % 2 == 0;
                to_above < to_below || (to_above == to_below && takes_tie)
            }
            Rounding::TowardZero => false,
            Rounding::TowardNegative => negative,
            Rounding::TowardPositive => !negative,
        };
        sign + if rounds_up { above } else { below } as u32
    }

    /// Returns the result of add, sub, mul or fma on a, b, c; add and sub have no b, and mul has no c.
    fn evaluate(&self, instruction: Instruction, [a, b, c]: [u32; 3]) -> u32 {
        let LaneFormats { operand, result } = self.formats;
        let flushes = instruction.has(Modifier::Ftz);
        let rounding = instruction.rounding();
        if instruction.has(Modifier::Oob)
            && [a, b]
                .map(|bits| bits & operand.magnitude_mask())
                .contains(&operand.out_of_bounds_nan())
        {
            return 0;
        }
        let narrow = |bits| self.operand_numbers[if flushes { flushed(operand, bits) } else { bits } as usize];
        let wide = |bits| self.result_numbers[if flushes { flushed(result, bits) } else { bits } as usize];
        let exact = match instruction.operation() {
            Operation::Add => sum(narrow(a), wide(c), rounding),
            Operation::Sub => sum(narrow(a), wide(c ^ result.sign_mask()), rounding),
            Operation::Mul => product(narrow(a), narrow(b)),
            Operation::Fma => sum(product(narrow(a), narrow(b)), wide(c), rounding),
            other => panic!("{other} is not arithmetic"),
        };
        let smallest_normal = self.magnitudes[1 << result.fraction_bits];
        let exact = match exact {
            Number::Finite { negative, units } if flushes && units < smallest_normal => {
                Number::Finite { negative, units: 0 }
            }
            other => other,
        };
        let rounded = self.round(exact, rounding);
        let is_negative = rounded & result.sign_mask() != 0;
        let one = (result.max_exponent() as u32) << result.fraction_bits;
        if instruction.has(Modifier::Sat) {
            if is_negative || rounded > result.infinity() {
                0
            } else {
                rounded.min(one)
            }
        } else if instruction.has(Modifier::Relu) && is_negative {
            0
        } else {
            rounded
        }
    }

    #[track_caller]
    fn compare(&self, instruction: Instruction, operands: [u32; 3]) {
        let [a, b, c] = operands;
        let (selected, count) = match instruction.operation() {
            Operation::Add | Operation::Sub => ([a, c, 0], 2),
            Operation::Mul => ([a, b, 0], 2),
            _ => ([a, b, c], 3),
        };
        let result = evaluate_lane(instruction, self.formats, &selected[..count]);
        let expected = self.evaluate(instruction, operands);
        assert!(
            result == expected,
            "{instruction} {:X?} is {result:X}, expected {expected:X}",
            &selected[..count]
        );
    }
}

/// Returns the instructions whose type is `ty`, of the given operations.
fn instructions(ty: &'static str, operations: &'static [Operation]) -> impl Iterator<Item = Instruction> {
    let all = Instruction::arithmetic().iter().chain(Instruction::other_roundings());
    all.copied()
        .filter(move |instruction| instruction.ty().to_string() == ty && operations.contains(&instruction.operation()))
}

const SMALL: FloatFormat = FloatFormat::SMALL;
const ALL_SMALL: std::ops::Range<u32> = 0..1 << 8;

#[test]
fn every_pair_of_every_sum_and_product() {
    let oracle = Oracle::new(SMALL, SMALL);
    for instruction in instructions("f16", &[Operation::Add, Operation::Sub, Operation::Mul]) {
        for first in ALL_SMALL {
            for second in ALL_SMALL {
                oracle.compare(instruction, [first, second, second]);
            }
        }
    }
}

fn compare_fma_triples(a_values: std::ops::Range<u32>) {
    let oracle = Oracle::new(SMALL, SMALL);
    let fma = instruction("fma.rn.f16");
    for a in a_values {
        for b in ALL_SMALL {
            for c in ALL_SMALL {
                oracle.compare(fma, [a, b, c]);
            }
        }
    }
}

// All 2^24 triples, in two halves for two processors.

#[test]
fn every_fma_triple_of_positive_a() {
    compare_fma_triples(0..SMALL.sign_mask());
}

#[test]
fn every_fma_triple_of_negative_a() {
    compare_fma_triples(SMALL.sign_mask()..ALL_SMALL.end);
}

#[test]
fn every_fma_modifier() {
    let oracle = Oracle::new(SMALL, SMALL);
    let step = share::count(39, 13);
    for instruction in instructions("f16", &[Operation::Fma]) {
        for a in ALL_SMALL {
            for b in ALL_SMALL {
                for c in ALL_SMALL.skip((a + b) as usize % step).step_by(step) {
                    oracle.compare(instruction, [a, b, c]);
                }
            }
        }
    }
}

/// Compares each mixed instruction, with operands a and b in `operand`, c and the result in `result`, and every step-th
/// c.
fn compare_mixed(operand: FloatFormat, result: FloatFormat, step: usize) {
    let oracle = Oracle::new(operand, result);
    let all_operands = 0..1_u32 << operand.width();
    for instruction in instructions("f32.f16", &[Operation::Add, Operation::Sub, Operation::Fma]) {
        let b_values = match instruction.operation() {
            Operation::Fma => all_operands.clone(),
            _ => 0..1,
        };
        for a in all_operands.clone() {
            for b in b_values.clone() {
                let offset = (5 * a + 3 * b) as usize % step;
                for c in (0..1_u32 << result.width()).skip(offset).step_by(step) {
                    oracle.compare(instruction, [a, b, c]);
                }
            }
        }
    }
}

#[test]
fn mixed_with_a_wider_exponent() {
    compare_mixed(FloatFormat::new(3, 2), FloatFormat::new(4, 6), 31);
}

#[test]
fn mixed_with_the_same_exponent() {
    compare_mixed(FloatFormat::new(4, 2), FloatFormat::new(4, 6), 127);
}

#[test]
fn mixed_with_a_narrower_result() {
    compare_mixed(FloatFormat::new(4, 4), FloatFormat::new(3, 2), 31);
}

/// Returns min or max by the pseudocode of the PTX text, with the decisions on zeros and canonical NaN.
fn extremum(instruction: Instruction, raw_a: u32, raw_b: u32) -> u32 {
    let prepare = |bits: u32| {
        let bits = if instruction.has(Modifier::Ftz) {
            flushed(SMALL, bits)
        } else {
            bits
        };
        if instruction.has(Modifier::XorsignAbs) {
            bits & SMALL.magnitude_mask()
        } else {
            bits
        }
    };
    let is_nan = |bits: u32| bits & SMALL.magnitude_mask() > SMALL.infinity();
    // −0 sorts just below +0.
    let key = |bits: u32| {
        let magnitude = (bits & SMALL.magnitude_mask()) as i32;
        if bits & SMALL.sign_mask() == 0 {
            magnitude
        } else {
            -1 - magnitude
        }
    };
    let (a, b) = (prepare(raw_a), prepare(raw_b));
    let a_first = match instruction.operation() {
        Operation::Min => key(a) < key(b),
        _ => key(a) > key(b),
    };
    let chosen = match (is_nan(a), is_nan(b)) {
        (true, true) => return SMALL.canonical_nan(),
        (true, false) | (false, true) if instruction.has(Modifier::Nan) => return SMALL.canonical_nan(),
        (true, false) => b,
        (false, true) => a,
        (false, false) if a_first => a,
        (false, false) => b,
    };
    if instruction.has(Modifier::XorsignAbs) {
        chosen | (raw_a ^ raw_b) & SMALL.sign_mask()
    } else {
        chosen
    }
}

#[test]
fn every_pair_of_every_min_and_max() {
    for instruction in instructions("f16", &[Operation::Min, Operation::Max]) {
        for a in ALL_SMALL {
            for b in ALL_SMALL {
                let result = evaluate_lane(instruction, LaneFormats::same(SMALL), &[a, b]);
                let expected = extremum(instruction, a, b);
                assert!(
                    result == expected,
                    "{instruction} {a:X} {b:X} is {result:X}, expected {expected:X}"
                );
            }
        }
    }
}

#[test]
fn every_operand_of_every_neg_and_abs() {
    for instruction in instructions("f16", &[Operation::Neg, Operation::Abs]) {
        for bits in ALL_SMALL {
            let result = evaluate_lane(instruction, LaneFormats::same(SMALL), &[bits]);
            let operand = if instruction.has(Modifier::Ftz) {
                flushed(SMALL, bits)
            } else {
                bits
            };
            let expected = if operand & SMALL.magnitude_mask() > SMALL.infinity() {
                SMALL.canonical_nan()
            } else if instruction.operation() == Operation::Neg {
                operand ^ SMALL.sign_mask()
            } else {
                operand & SMALL.magnitude_mask()
            };
            assert_eq!(result, expected, "{instruction} {bits:X}");
        }
    }
}
