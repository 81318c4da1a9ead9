//! Model against the status flags of LLVM's software floating point, on edge cases and random operands.

use halfpipe_isa::Instruction;
use halfpipe_model::flags::{flags, DIVIDE_BY_ZERO, INEXACT, INVALID, OVERFLOW, UNDERFLOW};
use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use super::samples::{edges, Random};

/// Number of random vectors for each instruction.
const RANDOM_VECTORS: usize = 100_000;

const ROUNDINGS: [(&str, Round); 5] = [
    ("rn", Round::NearestTiesToEven),
    ("rz", Round::TowardZero),
    ("rm", Round::TowardNegative),
    ("rp", Round::TowardPositive),
    ("rna", Round::NearestTiesToAway),
];

/// Widths of exponent and fraction, in bits.
type Widths = (u32, u32);

const F16: Widths = (5, 10);
const BF16: Widths = (8, 7);
const F32: Widths = (8, 23);

fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap_or_else(|error| panic!("{mnemonic}: {error}"))
}

fn word(status: Status) -> u64 {
    let flags = [
        (Status::INVALID_OP, INVALID),
        (Status::DIV_BY_ZERO, DIVIDE_BY_ZERO),
        (Status::OVERFLOW, OVERFLOW),
        (Status::UNDERFLOW, UNDERFLOW),
        (Status::INEXACT, INEXACT),
    ];
    let raised = flags.into_iter().filter(|(flag, _)| status.contains(*flag));
    raised.map(|(_, flag)| flag).sum()
}

/// Returns the flags that LLVM raises, and a flag that it is known to miss for such a result.
fn verdict<F: Float>(round: Round, (exponent_bits, fraction_bits): Widths, result: F, status: Status) -> [u64; 2] {
    let raised = word(status);
    let bits = result.to_bits() as u64;
    let magnitude = bits & ((1 << (exponent_bits + fraction_bits)) - 1);
    let largest = (((1 << exponent_bits) - 1) << fraction_bits) - 1;
    let directed = !matches!(round, Round::NearestTiesToEven | Round::NearestTiesToAway);
    let missing = if directed && magnitude == largest && raised == INEXACT {
        // IEEE 754 raises overflow if the largest number replaces a larger one. LLVM does not.
        OVERFLOW
    } else if magnitude == 1 << fraction_bits && raised == INEXACT {
        // IEEE 754 decides tininess with an unbounded exponent, LLVM in the precision of subnormal numbers.
        UNDERFLOW
    } else {
        0
    };
    [raised, raised | missing]
}

/// Tries every combination of edges, then random operands.
fn check(mnemonic: &str, widths: &[Widths], due: impl Fn(&[u64]) -> [u64; 2]) {
    try_all(mnemonic, widths, None, &due);
}

/// Checks a sum likewise. In some random vectors, the last operand is near the other term or near its opposite, so that
/// they cancel. The term is in the format of that operand.
fn check_sum(mnemonic: &str, widths: &[Widths], term: impl Fn(&[u64]) -> u64, due: impl Fn(&[u64]) -> [u64; 2]) {
    try_all(mnemonic, widths, Some(&term), &due);
}

/// A function of the operands.
type OfOperands<'a, T> = &'a dyn Fn(&[u64]) -> T;

fn try_all(mnemonic: &str, widths: &[Widths], term: Option<OfOperands<u64>>, due: OfOperands<[u64; 2]>) {
    let named = instruction(mnemonic);
    let try_one = |operands: &[u64]| {
        let (found, due) = (flags(named, operands), due(operands));
        assert!(
            due.contains(&found),
            "{mnemonic} {operands:X?} raises {found:05b} for {:05b}",
            due[0]
        );
    };
    let lists: Vec<Vec<u64>> = widths
        .iter()
        .map(|(exponent, fraction)| edges(*exponent, *fraction))
        .collect();
    let mut combinations: Vec<Vec<u64>> = vec![Vec::new()];
    for list in &lists {
        let longer = |shorter: &Vec<u64>| {
            let shorter = shorter.clone();
            list.iter().map(move |operand| [&shorter[..], &[*operand]].concat())
        };
        combinations = combinations.iter().flat_map(longer).collect();
    }
    combinations.iter().for_each(|operands| try_one(operands));
    let mut random = Random::new(1);
    for _ in 0..RANDOM_VECTORS {
        let mut operands: Vec<u64> = widths
            .iter()
            .map(|(exponent, fraction)| random.operand(*exponent, *fraction))
            .collect();
        if let (Some(term), 0) = (term, random.word() % 4) {
            let last = operands.len() - 1;
            operands[last] = random.near(term(&operands), widths[last].0, widths[last].1);
        }
        try_one(&operands);
    }
}

/// A format of eight bits.
struct E3m4;

impl Semantics for E3m4 {
    const BITS: usize = 8;
    const EXP_BITS: usize = 3;
}

fn float<F: Float>(bits: u64) -> F {
    F::from_bits(bits.into())
}

fn check_half<F: Float>((rounding, round): (&str, Round), ty: &str, widths: Widths) {
    let name = format!("{rounding}.{ty}");
    let due = |result: rustc_apfloat::StatusAnd<F>| verdict(round, widths, result.value, result.status);
    let first = |x: &[u64]| x[0];
    check_sum(&format!("add.{name}"), &[widths; 2], first, |x| {
        due(float::<F>(x[0]).add_r(float(x[1]), round))
    });
    check_sum(&format!("sub.{name}"), &[widths; 2], first, |x| {
        due(float::<F>(x[0]).sub_r(float(x[1]), round))
    });
    check(&format!("mul.{name}"), &[widths; 2], |x| {
        due(float::<F>(x[0]).mul_r(float(x[1]), round))
    });
    check(&format!("div.{name}"), &[widths; 2], |x| {
        due(float::<F>(x[0]).div_r(float(x[1]), round))
    });
    let product = |x: &[u64]| float::<F>(x[0]).mul_r(float(x[1]), round).value.to_bits() as u64;
    check_sum(&format!("fma.{name}"), &[widths; 3], product, |x| {
        due(float::<F>(x[0]).mul_add_r(float(x[1]), float(x[2]), round))
    });
}

#[test]
fn arithmetic_raises_what_llvm_does() {
    for rounding in ROUNDINGS {
        check_half::<Half>(rounding, "f16", F16);
        check_half::<BFloat>(rounding, "bf16", BF16);
        check_half::<Single>(rounding, "f32", F32);
    }
}

/// Returns an operand in single precision, and whether it signals, which widening loses.
fn widened<F: Float + FloatConvert<Single>>(bits: u64) -> (Single, u64) {
    let converted = float::<F>(bits).convert(&mut false);
    (converted.value, word(converted.status))
}

fn check_mixed<F: Float + FloatConvert<Single>>(name: &str, widths: Widths) {
    for (rounding, round) in ROUNDINGS {
        let due = |signals: u64, result: rustc_apfloat::StatusAnd<Single>| {
            verdict(round, F32, result.value, result.status).map(|raised| raised | signals)
        };
        let first = |x: &[u64]| widened::<F>(x[0]).0.to_bits() as u64;
        check_sum(&format!("add.{rounding}.f32.{name}"), &[widths, F32], first, |x| {
            let (a, signals) = widened::<F>(x[0]);
            due(signals, a.add_r(float(x[1]), round))
        });
        check_sum(&format!("sub.{rounding}.f32.{name}"), &[widths, F32], first, |x| {
            let (a, signals) = widened::<F>(x[0]);
            due(signals, a.sub_r(float(x[1]), round))
        });
        let product = |x: &[u64]| {
            let [a, b] = [x[0], x[1]].map(|factor| widened::<F>(factor).0);
            a.mul_r(b, round).value.to_bits() as u64
        };
        let of_operands = [widths, widths, F32];
        check_sum(&format!("fma.{rounding}.f32.{name}"), &of_operands, product, |x| {
            let ((a, of_a), (b, of_b)) = (widened::<F>(x[0]), widened::<F>(x[1]));
            due(of_a | of_b, a.mul_add_r(b, float(x[2]), round))
        });
    }
}

#[test]
fn mixed_precision_raises_what_llvm_does() {
    check_mixed::<Half>("f16", F16);
    check_mixed::<BFloat>("bf16", BF16);
}

fn check_conversion<From: Float + FloatConvert<To>, To: Float>(mnemonic: &str, round: Round, from: Widths, to: Widths) {
    check(mnemonic, &[from], |x| {
        let converted = float::<From>(x[0]).convert_r(round, &mut false);
        verdict(round, to, converted.value, converted.status)
    });
}

#[test]
fn conversions_between_formats_raise_what_llvm_does() {
    for (rounding, round) in ROUNDINGS {
        check_conversion::<Single, Half>(&format!("cvt.{rounding}.f16.f32"), round, F32, F16);
        check_conversion::<Single, BFloat>(&format!("cvt.{rounding}.bf16.f32"), round, F32, BF16);
        check_conversion::<BFloat, Half>(&format!("cvt.{rounding}.f16.bf16"), round, BF16, F16);
        check_conversion::<Half, BFloat>(&format!("cvt.{rounding}.bf16.f16"), round, F16, BF16);
        check_conversion::<Single, IeeeFloat<E3m4>>(&format!("cvt.{rounding}.e3m4.f32"), round, F32, (3, 4));
    }
    let nearest = Round::NearestTiesToEven;
    check_conversion::<Half, Single>("cvt.f32.f16", nearest, F16, F32);
    check_conversion::<BFloat, Single>("cvt.f32.bf16", nearest, BF16, F32);
}

/// Checks every 16-bit operand.
fn check_to_integers<F: Float>(name: &str) {
    for (rounding, round) in ROUNDINGS {
        let letter = &rounding[1..];
        for width in [8, 16, 32, 64_usize] {
            let signed = instruction(&format!("cvt.r{letter}i.s{width}.{name}"));
            let unsigned = instruction(&format!("cvt.r{letter}i.u{width}.{name}"));
            for bits in 0..1 << 16 {
                let due = float::<F>(bits).to_i128_r(width, round, &mut false).status;
                assert_eq!(flags(signed, &[bits]), word(due), "{signed} {bits:X}");
                let due = float::<F>(bits).to_u128_r(width, round, &mut false).status;
                assert_eq!(flags(unsigned, &[bits]), word(due), "{unsigned} {bits:X}");
            }
        }
        let integral = instruction(&format!("cvt.r{letter}i.{name}.{name}"));
        for bits in 0..1 << 16 {
            let due = float::<F>(bits).round_to_integral(round).status;
            assert_eq!(flags(integral, &[bits]), word(due), "{integral} {bits:X}");
        }
    }
}

#[test]
fn conversions_to_integers_raise_what_llvm_does() {
    check_to_integers::<Half>("f16");
    check_to_integers::<BFloat>("bf16");
}

fn check_from_integers<F: Float>(name: &str, widths: Widths) {
    for (rounding, round) in ROUNDINGS {
        for width in [8, 16, 32, 64] {
            let [signed, unsigned] =
                ["s", "u"].map(|sign| instruction(&format!("cvt.{rounding}.{name}.{sign}{width}")));
            let mut random = Random::new(u64::from(width as u32));
            for number in 0..20_000 {
                let all = random.word();
                // Short integers, and integers with few digits.
                let bits = match number % 3 {
                    0 => all >> (64 - width),
                    1 => all >> (64 - width) >> (all % width),
                    _ => (all & 0xF) << (all >> 8 & 63),
                };
                let bits = bits & (u64::MAX >> (64 - width));
                let converted = F::from_u128_r(bits.into(), round);
                let due = verdict(round, widths, converted.value, converted.status);
                assert!(due.contains(&flags(unsigned, &[bits])), "{unsigned} {bits:X}");
                let integer = (bits << (64 - width)) as i64 >> (64 - width);
                let converted = F::from_i128_r(integer.into(), round);
                let due = verdict(round, widths, converted.value, converted.status);
                assert!(due.contains(&flags(signed, &[bits])), "{signed} {bits:X}");
            }
        }
    }
}

#[test]
fn conversions_from_integers_raise_what_llvm_does() {
    check_from_integers::<Half>("f16", F16);
    check_from_integers::<BFloat>("bf16", BF16);
}

/// Checks the reciprocal and the root of every half. A double has the root of a half, unless that is not exact.
fn check_every_value<F: Float + FloatConvert<Double>>(ty: &str, widths: Widths) {
    for (rounding, round) in ROUNDINGS {
        let [rcp, sqrt] = ["rcp", "sqrt"].map(|operation| instruction(&format!("{operation}.{rounding}.{ty}")));
        for bits in 0..1 << 16 {
            let number = float::<F>(bits);
            let quotient = F::from_i128(1).value.div_r(number, round);
            let due = verdict(round, widths, quotient.value, quotient.status);
            let found = flags(rcp, &[bits]);
            assert!(
                due.contains(&found),
                "{rcp} {bits:X} raises {found:05b} for {:05b}",
                due[0]
            );

            let converted = number.convert(&mut false);
            let square: Double = converted.value;
            let root = Double::from_bits(f64::from_bits(square.to_bits() as u64).sqrt().to_bits().into());
            // A root with as many digits as the significand has is exact.
            let fraction = root.to_bits() & ((1 << (52 - widths.1)) - 1);
            let is_inexact = root.is_finite() && fraction != 0;
            let is_invalid = word(converted.status) != 0 || root.is_nan() && !number.is_nan();
            let due = [(is_inexact, INEXACT), (is_invalid, INVALID)];
            let due: u64 = due
                .into_iter()
                .filter(|(is_raised, _)| *is_raised)
                .map(|(_, flag)| flag)
                .sum();
            assert_eq!(flags(sqrt, &[bits]), due, "{sqrt} {bits:X}");
        }
    }
}

#[test]
fn reciprocals_and_roots_of_every_half() {
    check_every_value::<Half>("f16", F16);
    check_every_value::<BFloat>("bf16", BF16);
}
