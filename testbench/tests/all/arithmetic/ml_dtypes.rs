//! The model's conversions against NumPy and ml_dtypes, in each of their formats that has a name here.
//!
//! The conversions from a format decode each of its encodings. Those to a format round to nearest even, as both packages do.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Operand};
use halfpipe_simulation::model::results;
use halfpipe_test_support::{seed, share};
use rand::Rng;
use rayon::prelude::*;

use super::python;

/// The number of operands of a conversion that has more.
const VECTORS: usize = 20_000;

/// Formats by their names here, with those of NumPy and ml_dtypes.
const NAMES: [(&str, &str); 11] = [
    ("f16", "float16"),
    ("f32", "float32"),
    ("bf16", "bfloat16"),
    ("e3m4", "float8_e3m4"),
    ("e4m3i", "float8_e4m3"),
    ("e4m3", "float8_e4m3fn"),
    ("e5m2", "float8_e5m2"),
    ("e2m3", "float6_e2m3fn"),
    ("e3m2", "float6_e3m2fn"),
    ("e2m1", "float4_e2m1fn"),
    ("ue8m0", "float8_e8m0fnu"),
];

/// Conversions of one number, and of two. PTX has the formats of eight bits and less in pairs, and rounds to ue8m0 toward
/// zero or infinity only.
const CONVERSIONS: [&str; 29] = [
    "cvt.f32.f16",
    "cvt.f32.bf16",
    "cvt.rn.f32.e3m4",
    "cvt.rn.f32.e4m3i",
    "cvt.rn.f16.f32",
    "cvt.rn.bf16.f32",
    "cvt.rn.e3m4.f32",
    "cvt.rn.e4m3i.f32",
    "cvt.rn.bf16.f16",
    "cvt.rn.f16.bf16",
    "cvt.rn.e3m4.f16",
    "cvt.rn.e3m4.bf16",
    "cvt.rn.e4m3i.f16",
    "cvt.rn.e4m3i.bf16",
    "cvt.rn.e3m4.e4m3i",
    "cvt.rn.e4m3i.e3m4",
    "cvt.rn.f16x2.e4m3x2",
    "cvt.rn.f16x2.e5m2x2",
    "cvt.rn.f16x2.e2m3x2",
    "cvt.rn.f16x2.e3m2x2",
    "cvt.rn.f16x2.e2m1x2",
    "cvt.rn.bf16x2.ue8m0x2",
    "cvt.rn.satfinite.e4m3x2.f32",
    "cvt.rn.satfinite.e5m2x2.f32",
    "cvt.rn.satfinite.e2m3x2.f32",
    "cvt.rn.satfinite.e3m2x2.f32",
    "cvt.rn.satfinite.e2m1x2.f32",
    "cvt.rn.satfinite.e4m3x2.f16x2",
    "cvt.rn.satfinite.e5m2x2.f16x2",
];

/// A conversion with its operands, each in one lane.
struct Conversion {
    instruction: Instruction,
    operand: FloatFormat,
    result: FloatFormat,
    operands: Vec<u64>,
}

impl Conversion {
    fn new(mnemonic: &str, random: &mut impl Rng) -> Conversion {
        let instruction: Instruction = mnemonic.parse().unwrap_or_else(|error| panic!("{error}"));
        let signature = instruction.signature();
        let format = |register: &Operand| match register.element_type {
            ElementType::Number(format) | ElementType::Small(format) => format,
            other => panic!("{mnemonic}: {other:?}"),
        };
        let [operand, result] = [&signature.operands()[0], &signature.results()[0]].map(format);
        let operands = if operand == FloatFormat::F32 {
            near_ties(result, random)
        } else {
            (0..1 << operand.width()).collect()
        };
        Conversion {
            instruction,
            operand,
            result,
            operands,
        }
    }

    /// Returns the line that asks Python for the results.
    fn line(&self) -> String {
        let name = |format: FloatFormat| {
            let word = format.to_string();
            NAMES.iter().find(|(here, _)| *here == word).expect("a name").1
        };
        let words: Vec<String> = self.operands.iter().map(|operand| format!("{operand:x}")).collect();
        format!("{} {} {}\n", name(self.operand), name(self.result), words.join(" "))
    }

    /// Returns the result that is due for a word of Python.
    fn due(&self, word: &str) -> u64 {
        if word == "nan" {
            return self.result.nan_encoding().into();
        }
        let result = u32::from_str_radix(word, 16).expect("hexadecimal digits");
        let is_finite = result & self.result.magnitude_mask() <= self.result.largest_finite();
        if is_finite || !self.instruction.has(Modifier::Satfinite) {
            result.into()
        } else {
            // ml_dtypes overflows to infinity, or to a NaN with the number's sign.
            (result & self.result.sign_mask() | self.result.largest_finite()).into()
        }
    }

    /// Returns the model's results. Of two lanes, the other one has the operands from the last to the first.
    fn modelled(&self) -> Vec<[u64; 2]> {
        let signature = self.instruction.signature();
        let is_pair = self.instruction.ty().result_lanes() == 2;
        let lane_width = |register: &Operand| register.width() / 2;
        let half = lane_width(&signature.results()[0]);
        let both = self.operands.iter().zip(self.operands.iter().rev());
        let pairs = both.map(|(low, high)| match signature.operands() {
            _ if !is_pair => [results(self.instruction, &[*low])[0]; 2],
            [register] => {
                let packed = high << lane_width(register) | low;
                halves(results(self.instruction, &[packed])[0], half)
            }
            _ => halves(results(self.instruction, &[*high, *low])[0], half),
        });
        let (low, mut high): (Vec<u64>, Vec<u64>) = pairs.map(|[low, high]| (low, high)).unzip();
        if is_pair {
            high.reverse();
        }
        low.into_iter().zip(high).map(|(low, high)| [low, high]).collect()
    }
}

/// Returns the lower and the upper half of a register.
fn halves(register: u64, bits: u32) -> [u64; 2] {
    [register & ((1 << bits) - 1), register >> bits]
}

/// Returns numbers of single precision near each number of a format and near each tie between two, of either sign; then
/// special values and random ones.
fn near_ties(format: FloatFormat, random: &mut impl Rng) -> Vec<u64> {
    let exponents = (format.least_exponent() - 2).max(-127)..=(format.max_exponent() + 1).min(127);
    // The digits above the tail are those of the format, and one more.
    let tail_bits = FloatFormat::F32.fraction_bits - (format.fraction_bits + 1).min(FloatFormat::F32.fraction_bits);
    let digits = FloatFormat::F32.fraction_mask() >> tail_bits;
    let mut numbers = Vec::new();
    for exponent in exponents {
        let field = (exponent + 127) as u32;
        for leading in 0..=digits {
            let number = (field << (23 - tail_bits) | leading) << tail_bits;
            let tails = [0, 1, (1 << tail_bits) - 1];
            let signed = tails
                .into_iter()
                .flat_map(|tail| [0, 1 << 31].map(|sign| sign | number | tail));
            numbers.extend(signed);
        }
    }
    let mut numbers = share::drawn(&numbers, VECTORS, random);
    let special = [
        0,
        1,
        0x007F_FFFF,
        0x0080_0000,
        0x7F7F_FFFF,
        0x7F80_0000,
        0x7F80_0001,
        0x7FC0_0000,
    ];
    numbers.extend(special.into_iter().flat_map(|number| [number, 1 << 31 | number]));
    numbers.extend((0..VECTORS / 10).map(|_| random.random::<u32>()));
    numbers.into_iter().map(u64::from).collect()
}

#[test]
fn conversions_agree_with_ml_dtypes_at_any_seed() {
    let mut random = seed::random();
    let conversions = CONVERSIONS.map(|mnemonic| Conversion::new(mnemonic, &mut random));
    let lines = python::run(
        include_str!("ml_dtypes.py"),
        &conversions.each_ref().map(Conversion::line).concat(),
    );
    assert_eq!(lines.len(), conversions.len());
    conversions.par_iter().zip(&lines).for_each(|(conversion, line)| {
        let words: Vec<&str> = line.split(' ').collect();
        let modelled = conversion.modelled();
        assert_eq!(words.len(), modelled.len());
        for ((operand, word), found) in conversion.operands.iter().zip(words).zip(modelled) {
            let due = conversion.due(word);
            assert_eq!(
                found, [due; 2],
                "{} {operand:#X}, {word} in ml_dtypes",
                conversion.instruction
            );
        }
    });
}
