//! Tests of the rounder's general interface, from every source to every format, against an exact model and LLVM's
//! software floating point.
//!
//! No instruction needs it yet, so the modules are built here. Results and flags run in the embedded simulator; some
//! modules also run in the emitted Verilog.

mod apfloat;
mod faults;
mod hardware;
mod model;
mod samples;
mod verilog;

use halfpipe_hdl::net::Netlist;
use halfpipe_isa::{FloatFormat, Rounding};
use halfpipe_test_support::share;
use hardware::{simulate, simulator, RawSource, Rounder, Source};
use model::{convert, Encodings, Value};
use rayon::prelude::*;

/// A format of the hardware, and the same format in the model.
#[derive(Clone, Copy)]
struct Kind {
    name: &'static str,
    format: FloatFormat,
    encodings: Encodings,
}

const fn kind(name: &'static str, format: FloatFormat, encodings: Encodings) -> Kind {
    Kind {
        name,
        format,
        encodings,
    }
}

const F16: Kind = kind("f16", FloatFormat::F16, Encodings::F16);
const BF16: Kind = kind("bf16", FloatFormat::BF16, Encodings::BF16);
const F32: Kind = kind("f32", FloatFormat::F32, Encodings::F32);
const E5M2: Kind = kind("e5m2", FloatFormat::E5M2, Encodings::E5M2);
const E4M3: Kind = kind("e4m3", FloatFormat::E4M3, Encodings::E4M3);
const E3M2: Kind = kind("e3m2", FloatFormat::E3M2, Encodings::E3M2);
const E2M3: Kind = kind("e2m3", FloatFormat::E2M3, Encodings::E2M3);
const E2M1: Kind = kind("e2m1", FloatFormat::E2M1, Encodings::E2M1);

const KINDS: [Kind; 8] = [F16, BF16, F32, E5M2, E4M3, E3M2, E2M3, E2M1];

/// A module, and the format of its result in the model.
#[derive(Clone, Copy)]
struct Case {
    rounder: Rounder,
    target: Kind,
}

impl Case {
    fn new(source: Source, target: Kind, rounding: halfpipe_isa::Rounding, saturate: bool) -> Case {
        Case {
            rounder: Rounder {
                source,
                target: target.format,
                rounding,
                saturate,
            },
            target,
        }
    }

    /// Returns every rounding, without and with `.satfinite`.
    fn all(source: Source, target: Kind) -> impl Iterator<Item = Case> {
        let both = move |rounding| [false, true].map(|saturate| Case::new(source, target, rounding, saturate));
        Rounding::ALL.into_iter().flat_map(both)
    }

    /// Returns the first operand for which the netlist with flags, or the one without, differs from the model.
    fn mismatch(
        &self,
        with_flags: &Netlist,
        without_flags: &Netlist,
        operands: impl Iterator<Item = (u64, Value)>,
    ) -> Option<String> {
        let mut with_flags = simulator(with_flags.clone());
        let mut without_flags = simulator(without_flags.clone());
        let width = self.target.encodings.width();
        for (operand, value) in operands {
            let Rounder { rounding, saturate, .. } = self.rounder;
            let expected = convert(&value, &self.target.encodings, rounding, saturate);
            let both = simulate(&mut with_flags, operand);
            let plain = simulate(&mut without_flags, operand);
            if both != expected.flags << width | expected.bits || plain != expected.bits {
                let (bits, flags) = (both % (1 << width), both >> width);
                return Some(format!(
                    "{:?}: {operand:X}, which is {value:?}, gives {bits:X} with flags {flags:05b}, and {plain:X} without, \
                     for {:X} with {:05b}",
                    self.rounder, expected.bits, expected.flags
                ));
            }
        }
        None
    }

    /// Panics if the module differs from the model.
    fn check(&self, operands: impl Iterator<Item = (u64, Value)>) {
        let (with_flags, without_flags) = (self.rounder.with_flags(), self.rounder.without_flags());
        if let Some(mismatch) = self.mismatch(&with_flags, &without_flags, operands) {
            panic!("{mismatch}");
        }
    }
}

/// Returns every encoding of a format.
fn every_value(kind: Kind) -> impl Iterator<Item = (u64, Value)> {
    (0..1 << kind.format.width()).map(move |bits| (bits, kind.encodings.value(bits)))
}

fn check_all(cases: impl Iterator<Item = (Case, Kind)>) {
    let cases: Vec<(Case, Kind)> = cases.collect();
    cases
        .into_par_iter()
        .with_max_len(1)
        .for_each(|(case, source)| case.check(every_value(source)));
}

fn between(sources: &[Kind]) -> impl Iterator<Item = (Case, Kind)> + '_ {
    let pairs = sources
        .iter()
        .flat_map(|source| KINDS.iter().map(move |target| (*source, *target)));
    pairs.flat_map(|(source, target)| Case::all(Source::Format(source.format), target).map(move |case| (case, source)))
}

#[test]
fn every_small_value_in_every_format() {
    check_all(between(&[E5M2, E4M3, E3M2, E2M3, E2M1]));
}

#[test]
fn every_half_precision_value_in_every_format() {
    check_all(between(&[F16, BF16]));
}

#[test]
fn single_precision_values_around_those_of_every_format() {
    let sampled: Vec<(Kind, Vec<u32>)> = KINDS.iter().map(|target| (*target, samples::around(target))).collect();
    let cases = sampled.iter().flat_map(|(target, samples)| {
        Case::all(Source::Format(FloatFormat::F32), *target).map(move |case| (case, samples))
    });
    cases
        .collect::<Vec<_>>()
        .into_par_iter()
        .with_max_len(1)
        .for_each(|(case, samples)| {
            case.check(
                samples
                    .iter()
                    .map(|bits| (u64::from(*bits), F32.encodings.value(u64::from(*bits)))),
            );
        });
}

/// Returns every operand of a source with one of these exponents that its contract allows: an operand in the range of
/// the target's normal numbers has its leading one at the top.
fn every_raw(source: RawSource, target: Kind, exponents: &[i64]) -> impl Iterator<Item = (u64, Value)> + '_ {
    let top = 1 << (source.significand_bits - 1);
    let least = target.encodings.least_exponent();
    let signs_and_stickies = [(false, false), (true, false), (false, true), (true, true)];
    let parts = exponents.iter().flat_map(move |exponent| {
        let significands = (0..2 * top).filter(move |significand| *exponent <= least || significand & top != 0);
        significands.map(move |significand| (*exponent, significand))
    });
    let with_zeros = parts.chain(exponents.iter().map(|exponent| (*exponent, 0)));
    with_zeros.flat_map(move |(exponent, significand)| {
        let allowed = signs_and_stickies
            .into_iter()
            .filter(move |(_, sticky)| source.sticky || !sticky);
        allowed
            // Above the target's least exponent, a zero significand must be exact.
            .filter(move |(_, sticky)| significand != 0 || exponent <= least || !sticky)
            .map(move |(negative, sticky)| {
                // The sticky bit stands for a fraction between two integers.
                let integer = (2 * significand + u64::from(sticky)).into();
                let unit = exponent - i64::from(source.significand_bits);
                let value = Value::Number {
                    negative,
                    integer,
                    unit,
                };
                (source.operand(negative, sticky, exponent, significand), value)
            })
    })
}

fn check_raw(source: RawSource, target: Kind, exponents: &[i64]) {
    let cases: Vec<Case> = Case::all(Source::Raw(source), target).collect();
    cases
        .into_par_iter()
        .with_max_len(1)
        .for_each(|case| case.check(every_raw(source, target, exponents)));
}

#[test]
fn a_wide_exponent_and_a_sticky_bit_in_every_small_format() {
    for target in [E5M2, E4M3, E3M2, E2M3, E2M1] {
        let exponents = if share::all() {
            (-128..128).collect()
        } else {
            about_the_ends(target, -128, 127)
        };
        let source = RawSource {
            least: -128,
            greatest: 127,
            bias: 0,
            significand_bits: 8,
            sticky: true,
        };
        check_raw(source, target, &exponents);
    }
}

/// Returns the exponents near the ends of a format's range, and one between them.
fn about_the_ends(target: Kind, least: i64, greatest: i64) -> Vec<i64> {
    let format = target.format;
    let below = i64::from(format.fraction_bits) + 4;
    let near = |exponent: i64| {
        let from_least = exponent - format.min_exponent();
        let from_greatest = exponent - format.max_exponent();
        (-below..=2).contains(&from_least) || (-2..=2).contains(&from_greatest) || exponent == 0
    };
    (least..=greatest)
        .filter(|exponent| near(*exponent) || *exponent == least || *exponent == greatest)
        .collect()
}

#[test]
fn a_wide_exponent_and_a_sticky_bit_in_half_precision() {
    // The operands have two bits more than the result, as flags need them.
    for (target, significand_bits) in [(F16, 13), (BF16, 10)] {
        let source = RawSource {
            least: -400,
            greatest: 300,
            bias: 0,
            significand_bits,
            sticky: true,
        };
        check_raw(source, target, &about_the_ends(target, source.least, source.greatest));
    }
}

/// The exponent bounds remove hardware that no operand needs.
#[test]
fn every_bound_of_the_exponent() {
    for target in [E5M2, E4M3, E2M1] {
        let (smallest, largest) = (target.format.min_exponent(), target.format.max_exponent());
        for least in [
            smallest - 9,
            smallest - 2,
            smallest - 1,
            smallest,
            smallest + 1,
            largest,
            largest + 1,
        ] {
            for greatest in [
                smallest - 2,
                smallest - 1,
                smallest,
                largest - 1,
                largest,
                largest + 1,
                largest + 9,
            ] {
                for (bias, significand_bits) in [(0, 6), (15, 5), (-3, 6), (target.format.bias(), 2)] {
                    let source = RawSource {
                        least,
                        greatest,
                        bias,
                        significand_bits,
                        sticky: significand_bits > target.format.significand_bits() + 1,
                    };
                    let exponents: Vec<i64> = (least..=greatest).collect();
                    if least <= greatest {
                        check_raw(source, target, &exponents);
                    }
                }
            }
        }
    }
}

#[test]
#[should_panic(expected = "a significand of 4 bits with a sticky bit is too short for rounding to")]
fn a_sticky_bit_below_too_few_others_is_refused() {
    let source = RawSource {
        least: -8,
        greatest: 7,
        bias: 0,
        significand_bits: 4,
        sticky: true,
    };
    let rounder = Rounder {
        source: Source::Raw(source),
        target: FloatFormat::E4M3,
        rounding: halfpipe_isa::Rounding::NearestEven,
        saturate: false,
    };
    rounder.without_flags();
}
