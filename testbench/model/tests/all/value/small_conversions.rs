//! The conversions of CUDA 13.5's assembler against their definition. A number becomes the nearest one of a list in
//! double precision, which holds every operand and every midpoint exactly.

use halfpipe_isa::{FloatFormat, Instruction, InstructionSource, Modifier, Rounding};
use halfpipe_model::value::results;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::common::edges;

/// A format of eight bits or fewer.
struct Small {
    fraction_bits: u32,
    bias: i32,
    /// The encoding of the largest number.
    largest: usize,
    /// The encoding of a NaN, or of the number that replaces it.
    nan: u64,
    /// The encoding of an infinity, or of the NaN that replaces it. None if every conversion saturates.
    infinity: Option<u64>,
    sign: Option<u32>,
}

const fn small(sizes: (u32, i32), largest: usize, nan: u64, infinity: Option<u64>, sign: Option<u32>) -> Small {
    let (fraction_bits, bias) = sizes;
    Small {
        fraction_bits,
        bias,
        largest,
        nan,
        infinity,
        sign,
    }
}

const SMALL: [(&str, Small); 6] = [
    ("e4m3x2", small((3, 7), 0x7E, 0x7F, None, Some(7))),
    ("e5m2x2", small((2, 15), 0x7B, 0x7F, Some(0x7C), Some(7))),
    ("e2m3x2", small((3, 1), 0x1F, 0x1F, None, Some(5))),
    ("e3m2x2", small((2, 3), 0x1F, 0x1F, None, Some(5))),
    ("e2m1x2", small((1, 1), 0x07, 0x07, None, Some(3))),
    ("ue5m3x2", small((3, 15), 0xFE, 0xFF, Some(0xFF), None)),
];

fn small_named(name: &str) -> &'static Small {
    let found = SMALL.iter().find(|(other, _)| *other == name);
    &found.unwrap_or_else(|| panic!("{name} is in the list")).1
}

impl Small {
    /// Returns the number of an encoding without its sign, or the one that would follow the largest.
    fn number(&self, code: usize) -> f64 {
        let (field, fraction) = (code >> self.fraction_bits, code % (1 << self.fraction_bits));
        let unit = 2_f64.powi(-(self.fraction_bits as i32));
        let significand = fraction as f64 * unit + if field > 0 { 1.0 } else { 0.0 };
        significand * 2_f64.powi(field.max(1) as i32 - self.bias)
    }

    /// Returns the value of an encoding, the bits above it ignored.
    fn value(&self, bits: u64) -> f64 {
        let (magnitude, negative) = match self.sign {
            Some(place) => (bits & ((1 << place) - 1), bits >> place & 1 == 1),
            None => (bits, false),
        };
        let magnitude = match magnitude {
            magnitude if magnitude as usize <= self.largest => self.number(magnitude as usize),
            magnitude if Some(magnitude) == self.infinity && magnitude != self.nan => f64::INFINITY,
            _ => f64::NAN,
        };
        if negative {
            -magnitude
        } else {
            magnitude
        }
    }

    /// Returns the encoding to which an instruction rounds a value.
    fn rounded(&self, instruction: Instruction, value: f64) -> u64 {
        if value.is_nan() {
            return self.nan;
        }
        if instruction.has(Modifier::Relu) && value.is_sign_negative() {
            return 0;
        }
        let magnitude = value.abs();
        let code = match instruction.rounding() {
            _ if magnitude.is_infinite() => self.largest + 1,
            Rounding::TowardZero => self.last_up_to(magnitude),
            Rounding::TowardPositive => {
                let below = self.last_up_to(magnitude);
                below + usize::from(self.number(below) < magnitude)
            }
            Rounding::NearestEven if magnitude >= self.number(self.largest + 1) => self.largest + 1,
            Rounding::NearestEven => {
                let below = self.last_up_to(magnitude);
                let middle = (self.number(below) + self.number(below + 1)) / 2.0;
                let goes_up = magnitude > middle || magnitude == middle && below % 2 == 1;
                below + usize::from(goes_up)
            }
            other => panic!("no conversion of the assembler has {other:?}"),
        };
        let code = match code <= self.largest {
            true => code as u64,
            false if instruction.has(Modifier::Satfinite) => self.largest as u64,
            false => self.infinity.expect("a conversion that does not saturate"),
        };
        match self.sign {
            Some(place) => code | u64::from(value.is_sign_negative()) << place,
            None => code,
        }
    }

    /// Returns the encoding of the largest number that is not above a magnitude.
    fn last_up_to(&self, magnitude: f64) -> usize {
        let codes: Vec<usize> = (0..=self.largest).collect();
        codes.partition_point(|code| self.number(*code) <= magnitude) - 1
    }
}

fn value_of_f16(bits: u64) -> f64 {
    let (field, fraction) = (bits >> 10 & 0x1F, (bits & 0x3FF) as f64 / 1024.0);
    let magnitude = match field {
        0 => fraction * 2_f64.powi(-14),
        0x1F if fraction == 0.0 => f64::INFINITY,
        0x1F => f64::NAN,
        _ => (1.0 + fraction) * 2_f64.powi(field as i32 - 15),
    };
    if bits >> 15 & 1 == 1 {
        -magnitude
    } else {
        magnitude
    }
}

fn value_of_f32(bits: u64) -> f64 {
    f32::from_bits(bits as u32).into()
}

fn value_of_bf16(bits: u64) -> f64 {
    value_of_f32(bits << 16)
}

/// Returns edge values of single precision, and random ones near the numbers of small formats.
fn singles() -> Vec<u64> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let drawn = (0..20_000).map(|_| {
        let bits = random.next_u32();
        let exponent = 127 - 22 + (bits >> 8) % 42;
        // Below some place all bits are 0, or all are 1.
        let (fraction, low) = (random.next_u32() & 0x7F_FFFF, 0x7F_FFFF >> (bits >> 16 & 7));
        let fraction = match bits >> 20 & 3 {
            0 => fraction & !low,
            1 => fraction | low,
            _ => fraction,
        };
        u64::from(bits & 1 << 31 | exponent << 23 | fraction)
    });
    let edges = edges(FloatFormat::F32).into_iter().map(u64::from);
    edges.chain(drawn).collect()
}

fn of_assembler() -> impl Iterator<Item = (Instruction, &'static str, &'static str)> {
    let conversions = Instruction::conversions().iter().copied();
    conversions
        .filter(|instruction| instruction.source() == InstructionSource::Assembler)
        .map(|instruction| {
            let (to, from) = instruction.ty().name().split_once('.').expect("two types");
            (instruction, to, from)
        })
}

#[test]
fn numbers_become_the_nearest_of_a_small_format() {
    let mut count = 0;
    for (instruction, to, from) in of_assembler().filter(|(_, to, _)| SMALL.iter().any(|(name, _)| name == to)) {
        let small = small_named(to);
        let (operands, value): (Vec<u64>, fn(u64) -> f64) = match from {
            "f32" => (singles(), value_of_f32),
            "f16x2" => ((0..1 << 16).collect(), value_of_f16),
            _ => ((0..1 << 16).collect(), value_of_bf16),
        };
        let width = instruction.signature().results()[0].width() / 2;
        for (low, high) in operands.iter().zip(operands.iter().cycle().skip(12_345)) {
            let words = match from {
                "f32" => vec![*high, *low],
                _ => vec![high << 16 | low],
            };
            let [low_code, high_code] = [low, high].map(|bits| small.rounded(instruction, value(*bits)));
            let expected = high_code << width | low_code;
            assert_eq!(results(instruction, &words), [expected], "{instruction} {words:X?}");
        }
        count += 1;
    }
    assert_eq!(count, 64);
}

#[test]
fn small_numbers_become_halves() {
    let mut count = 0;
    for (instruction, to, from) in of_assembler().filter(|(_, to, _)| ["f16x2", "bf16x2"].contains(to)) {
        let small = small_named(from);
        let (decoded, limit): (fn(u64) -> f64, f64) = match to {
            "f16x2" => (value_of_f16, 65_504.0),
            _ => (value_of_bf16, value_of_bf16(0x7F7F)),
        };
        let register = instruction.signature().operands()[0];
        for word in 0..1_u64 << register.width() {
            let d = results(instruction, &[word])[0];
            for lane in 0..2 {
                let value = small.value(register.lane(word, lane));
                let found = d >> (16 * lane) & 0xFFFF;
                let expected = match value {
                    value if value.is_nan() => {
                        assert_eq!(found, 0x7FFF, "{instruction} {word:X}");
                        continue;
                    }
                    value if instruction.has(Modifier::Relu) && value.is_sign_negative() => 0.0,
                    value if value.abs() <= limit => value,
                    value if instruction.has(Modifier::Satfinite) => limit.copysign(value),
                    value => f64::INFINITY.copysign(value),
                };
                let bits = |value: f64| value.to_bits();
                assert_eq!(bits(decoded(found)), bits(expected), "{instruction} {word:X}");
            }
        }
        count += 1;
    }
    assert_eq!(count, 23);
}
