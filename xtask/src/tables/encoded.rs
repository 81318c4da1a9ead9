//! Functions whose result is a piecewise polynomial on the encoding of the operand: sigmoid, silu, gelu and erf.
//!
//! Binades with the same results, but for the exponent, are of one class. The class and the high bits of the fraction
//! select a row of the table. Each segment has an exponent, absolute or relative to that of the operand. The sum is the
//! significand for this exponent, below 4. Large operands, and small ones of sigmoid, have results without a polynomial.

use halfpipe_isa::{Instruction, LaneFormats};
use halfpipe_model::flags::{flags_of_lane, UNDERFLOW};

use crate::tables::encoded_datapath::EncodedDatapath;
use crate::tables::exact::rounded;
use crate::tables::fit::FloatingResult;
use crate::tables::format::TableFormat;
use crate::tables::rows::ClassRows;
use crate::tables::table::{FittedTable, FloatingInput, NoSolution};

/// A binade of operands with one sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FittedBinade {
    /// The exponent field, below the sign unless the function is odd.
    pub number: u32,
    /// The rows in the table.
    pub rows: ClassRows,
    /// The places by which the offset is shifted left.
    pub shift: u32,
}

/// A fitted datapath.
#[derive(Clone, Debug)]
pub struct FittedEncoded {
    /// The widths.
    pub datapath: EncodedDatapath,
    /// For each sign, the least magnitude that has a constant or unchanged result like all larger ones.
    pub large_from: [u16; 2],
    /// For each sign, that result's magnitude; none if it is the operand.
    pub large: [Option<u16>; 2],
    /// For each sign, the least magnitude whose result differs from that of zero, if that is not zero.
    pub small_below: [u16; 2],
    /// The result of zero.
    pub zero: u16,
    /// For each sign, the magnitudes below which results are tiny.
    pub tiny_below: [u16; 2],
    /// For each sign, the magnitudes from which on results are tiny.
    pub tiny_from: [u16; 2],
    /// The binades that need a polynomial.
    pub binades: Vec<FittedBinade>,
    /// The coefficients.
    pub table: FittedTable,
}

impl FittedEncoded {
    /// Fits the table.
    pub fn fit(datapath: EncodedDatapath) -> Result<Self, NoSolution> {
        let EncodedDatapath { format, polynomial, .. } = datapath;
        let results = ResultsBySign::new(datapath);
        let large = results.large();
        let mut fitted = Self {
            datapath,
            large_from: results.large_from(large),
            large,
            small_below: results.small_below(),
            zero: results.zero(),
            tiny_below: results.tiny_below(),
            tiny_from: results.tiny_from(),
            binades: Vec::new(),
            table: FittedTable {
                polynomial,
                segments: Vec::new(),
            },
        };
        let (classes, classes_of_binades) = fitted.classify(&results);
        let inputs = fitted.inputs(&classes);
        let (table, rows) =
            FittedTable::fit_floating(polynomial, polynomial.offset_bits, format.fraction_bits, &inputs)?;
        fitted.table = table;
        let binade = |(number, class): (u32, Option<usize>)| {
            class.map(|class| FittedBinade {
                number,
                rows: rows[class],
                shift: classes[class].shift,
            })
        };
        fitted.binades = (0..).zip(classes_of_binades).filter_map(binade).collect();
        Ok(fitted)
    }

    /// Returns the classes, and the class of each binade; none for a binade without a polynomial.
    fn classify(&self, results: &ResultsBySign) -> (Vec<BinadeClass>, Vec<Option<usize>>) {
        let mut classes: Vec<BinadeClass> = Vec::new();
        let mut classes_of_binades = Vec::new();
        for sign in 0..results.signs.len() {
            for exponent in 0..1 << self.datapath.format.exponent_bits {
                let needed = self.needed_results(results, sign, exponent);
                if needed.iter().all(Option::is_none) {
                    classes_of_binades.push(None);
                    continue;
                }
                let shift = self.datapath.shift(exponent);
                let found = classes
                    .iter()
                    .position(|class| class.shift == shift && class.has_equal(&needed));
                match found {
                    Some(class) => classes[class].add(needed),
                    None => classes.push(BinadeClass { shift, results: needed }),
                }
                classes_of_binades.push(Some(found.unwrap_or(classes.len() - 1)));
            }
        }
        (classes, classes_of_binades)
    }

    /// Returns the results of a binade that need a polynomial, by the fraction.
    fn needed_results(&self, results: &ResultsBySign, sign: usize, exponent: u16) -> Vec<Option<FloatingResult>> {
        let EncodedDatapath { format, relative, .. } = self.datapath;
        let polynomial = self.small_below[sign]..self.large_from[sign];
        let relative_to = if relative { i64::from(exponent) } else { 0 };
        let result = |magnitude: u16| {
            let needs = polynomial.contains(&magnitude);
            needs.then(|| floating(format, results.result(sign, magnitude), relative_to))
        };
        let first = exponent << format.fraction_bits;
        (first..first + (1 << format.fraction_bits)).map(result).collect()
    }

    /// Returns the operands of the classes with their results, in the order of the table.
    fn inputs(&self, classes: &[BinadeClass]) -> Vec<FloatingInput> {
        let EncodedDatapath { format, polynomial, .. } = self.datapath;
        let mut inputs = Vec::new();
        for (class, BinadeClass { results, shift }) in classes.iter().enumerate() {
            for (fraction, result) in (0_u32..).zip(results) {
                let Some(result) = *result else { continue };
                inputs.push(FloatingInput {
                    address: (class as u32) << format.fraction_bits | fraction,
                    offset: fraction << shift & ((1 << polynomial.offset_bits) - 1),
                    shift: *shift,
                    result,
                });
            }
        }
        inputs.sort_by_key(|input| (input.address, input.offset));
        inputs
    }
}

/// The magnitudes of all results, by the sign and the magnitude of the operand.
struct ResultsBySign {
    datapath: EncodedDatapath,
    instruction: Instruction,
    /// The operands' sign bits; that of positive ones alone for an odd function.
    signs: &'static [u16],
    results: Vec<Vec<u16>>,
}

impl ResultsBySign {
    fn new(datapath: EncodedDatapath) -> ResultsBySign {
        let instruction: Instruction = datapath.instruction.parse().expect("the table's instruction exists");
        let signs: &[u16] = if datapath.odd { &[0] } else { &[0, 0x8000] };
        let magnitudes = 0..=datapath.format.infinity();
        let results = |sign: &u16| {
            let result = |magnitude: u16| rounded(instruction, sign | magnitude) & 0x7FFF;
            magnitudes.clone().map(result).collect()
        };
        ResultsBySign {
            datapath,
            instruction,
            signs,
            results: signs.iter().map(results).collect(),
        }
    }

    fn result(&self, sign: usize, magnitude: u16) -> u16 {
        self.results[sign][usize::from(magnitude)]
    }

    /// Returns a value for each sign; both are the same for an odd function.
    fn map<T>(&self, value: impl Fn(usize) -> T) -> [T; 2] {
        [0, self.signs.len() - 1].map(value)
    }

    fn zero(&self) -> u16 {
        self.result(0, 0)
    }

    fn large(&self) -> [Option<u16>; 2] {
        let infinity = self.datapath.format.infinity();
        self.map(|sign| Some(self.result(sign, infinity)).filter(|last| *last != infinity))
    }

    fn large_from(&self, large: [Option<u16>; 2]) -> [u16; 2] {
        self.map(|sign| {
            let is_large = |magnitude: u16| self.result(sign, magnitude) == large[sign].unwrap_or(magnitude);
            let below = (0..self.datapath.format.infinity())
                .rev()
                .find(|magnitude| !is_large(*magnitude));
            below.map_or(0, |below| below + 1)
        })
    }

    fn small_below(&self) -> [u16; 2] {
        if self.zero() == 0 {
            return [0; 2];
        }
        let differs = |result: &u16| *result != self.zero();
        self.map(|sign| self.results[sign].iter().position(differs).unwrap_or(0) as u16)
    }

    fn tiny_below(&self) -> [u16; 2] {
        self.map(|sign| self.ordinary(sign).next().unwrap_or(1))
    }

    fn tiny_from(&self) -> [u16; 2] {
        self.map(|sign| self.ordinary(sign).next_back().map_or(0, |last| last + 1))
    }

    /// Returns the magnitudes above 0 whose results are not tiny.
    fn ordinary(&self, sign: usize) -> impl DoubleEndedIterator<Item = u16> + '_ {
        let formats = LaneFormats::from(self.instruction.ty());
        (1..self.datapath.format.infinity()).filter(move |magnitude| {
            let operand = u64::from(self.signs[sign] | magnitude);
            flags_of_lane(self.instruction, formats, &[operand]) & UNDERFLOW == 0
        })
    }
}

/// Binades with the same results, but for the exponent.
struct BinadeClass {
    /// The places by which the offset is shifted left.
    shift: u32,
    /// The results by the fraction; none where no binade needs a polynomial.
    results: Vec<Option<FloatingResult>>,
}

impl BinadeClass {
    /// True if a binade has the results of the class, where both need a polynomial.
    fn has_equal(&self, results: &[Option<FloatingResult>]) -> bool {
        let mut pairs = self.results.iter().zip(results);
        pairs.all(|(one, other)| one.is_none() || other.is_none() || one == other)
    }

    /// Adds the results of a binade.
    fn add(&mut self, results: Vec<Option<FloatingResult>>) {
        for (known, result) in self.results.iter_mut().zip(results) {
            *known = known.or(result);
        }
    }
}

/// Returns a result as the hardware assembles it: its exponent field less one, relative to an exponent.
fn floating(format: TableFormat, result: u16, relative_to: i64) -> FloatingResult {
    let (significand, _) = format.significand(result);
    let field = i64::from(result >> format.fraction_bits).max(1);
    FloatingResult {
        significand: significand.into(),
        exponent: field - 1 - relative_to,
        is_least_of_binade: significand == 1 << format.fraction_bits && field > 1,
    }
}
