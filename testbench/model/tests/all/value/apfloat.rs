//! Model against LLVM's software floating point, on edge cases and random operands.
//!
//! LLVM does not have the modifiers; they have tests of their own.

use halfpipe_isa::FloatFormat;
use std::fmt::Debug;

use super::common::{edges, instruction};
use halfpipe_model::value::evaluate;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// Number of random vectors for each operation; the roundings take turns.
const RANDOM_VECTORS: usize = 1_000_000;
const ROUNDINGS: [(&str, Round); 5] = [
    ("rn", Round::NearestTiesToEven),
    ("rz", Round::TowardZero),
    ("rm", Round::TowardNegative),
    ("rp", Round::TowardPositive),
    ("rna", Round::NearestTiesToAway),
];

/// One operation on the operands a, b, c; it may take no b or no c.
#[derive(Clone, Copy, Debug)]
enum Operation {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
}

impl Operation {
    fn name(self) -> &'static str {
        match self {
            Operation::Add => "add",
            Operation::Sub => "sub",
            Operation::Mul => "mul",
            Operation::Fma => "fma",
            Operation::Div => "div",
        }
    }

    /// Returns the result in LLVM's arithmetic, where add and sub take a and c, and div takes c and b.
    fn apply<F: Float>(self, [a, b, c]: [F; 3], round: Round) -> F {
        match self {
            Operation::Add => a.add_r(c, round),
            Operation::Sub => a.sub_r(c, round),
            Operation::Mul => a.mul_r(b, round),
            Operation::Fma => a.mul_add_r(b, c, round),
            Operation::Div => c.div_r(b, round),
        }
        .value
    }

    /// Selects those of the operands a, b and c that the instruction takes.
    fn select([a, b, c]: [u32; 3], operation: Operation) -> ([u32; 3], usize) {
        match operation {
            Operation::Add | Operation::Sub => ([a, c, 0], 2),
            Operation::Mul => ([a, b, 0], 2),
            Operation::Fma => ([a, b, c], 3),
            Operation::Div => ([c, b, 0], 2),
        }
    }
}

fn bits<F: Float>(value: F, format: FloatFormat) -> u32 {
    if value.is_nan() {
        format.canonical_nan()
    } else {
        u32::try_from(value.to_bits()).expect("at most 32 bits")
    }
}

/// A comparison of one operation, with a and b in a narrow format and c and the result in a wide one.
struct Comparison {
    operation: Operation,
    ty: &'static str,
    operand: FloatFormat,
    result: FloatFormat,
    random_vectors: usize,
}

impl Comparison {
    fn half(operation: Operation, ty: &'static str, format: FloatFormat) -> Comparison {
        Comparison {
            operation,
            ty,
            operand: format,
            result: format,
            random_vectors: RANDOM_VECTORS,
        }
    }

    fn mixed(operation: Operation, ty: &'static str, operand: FloatFormat) -> Comparison {
        Comparison {
            operation,
            ty,
            operand,
            result: FloatFormat::F32,
            random_vectors: RANDOM_VECTORS,
        }
    }

    /// Compares on every combination of edges and on random operands, one rounding after the other.
    fn run<Narrow, Wide>(&self)
    where
        Narrow: Float + FloatConvert<Wide>,
        Wide: Float,
    {
        let instructions = ROUNDINGS.map(|(name, round)| {
            let mnemonic = format!("{}.{name}.{}", self.operation.name(), self.ty);
            (instruction(&mnemonic), round)
        });
        let check = |index: usize, operands: [u32; 3]| {
            let (instruction, round) = instructions[index % instructions.len()];
            let widen = |bits: u32| Narrow::from_bits(bits.into()).convert(&mut false).value;
            let [a, b, c] = operands;
            let values = [widen(a), widen(b), Wide::from_bits(c.into())];
            let expected = bits(self.operation.apply(values, round), self.result);
            let (selected, count) = Operation::select(operands, self.operation);
            let result = evaluate(instruction, &selected[..count]);
            assert!(
                result == expected,
                "{instruction} {:X?} is {result:X}, expected {expected:X}",
                &selected[..count]
            );
        };

        let mut index = 0;
        for operands in self.edge_operands() {
            for _ in ROUNDINGS {
                check(index, operands);
                index += 1;
            }
        }
        let mut random = ChaCha8Rng::seed_from_u64(0x68_616C_6670_6970);
        for index in 0..self.random_vectors {
            check(index, self.random_operands::<Narrow, Wide>(&mut random));
        }
    }

    /// Returns every combination of edges in the operands that the operation has.
    fn edge_operands(&self) -> impl Iterator<Item = [u32; 3]> {
        let (has_b, has_c) = match self.operation {
            Operation::Add | Operation::Sub => (false, true),
            Operation::Mul => (true, false),
            Operation::Fma | Operation::Div => (true, true),
        };
        let edges_if = |present: bool, format| if present { edges(format) } else { vec![0] };
        let a_edges = edges_if(!matches!(self.operation, Operation::Div), self.operand);
        let b_edges = edges_if(has_b, self.operand);
        let c_edges = edges_if(has_c, self.result);
        a_edges.into_iter().flat_map(move |a| {
            let c_edges = c_edges.clone();
            b_edges
                .clone()
                .into_iter()
                .flat_map(move |b| c_edges.clone().into_iter().map(move |c| [a, b, c]))
        })
    }

    /// Returns random bits. They seldom have c near the product, so in half of the cases c is ±a·b (±a in add and sub)
    /// with an offset. The offset is a few units in the last place, or any exponent difference at which c still
    /// matters.
    fn random_operands<Narrow, Wide>(&self, random: &mut ChaCha8Rng) -> [u32; 3]
    where
        Narrow: Float + FloatConvert<Wide>,
        Wide: Float,
    {
        let half_mask = self.operand.sign_mask() | self.operand.magnitude_mask();
        let mask = self.result.sign_mask() | self.result.magnitude_mask();
        let [a, b] = [random.next_u32() & half_mask, random.next_u32() & half_mask];

        let factor = match self.operation {
            Operation::Add | Operation::Sub => Narrow::from_i128(1).value,
            Operation::Mul | Operation::Fma | Operation::Div => Narrow::from_bits(b.into()),
        };
        let widen = |value: Narrow| value.convert(&mut false).value;
        let product = (widen(Narrow::from_bits(a.into())) * widen(factor)).value;
        let choice = random.next_u32();
        let signed_product = bits(product, self.result) ^ (choice & self.result.sign_mask());
        let c = match choice % 4 {
            0 => {
                let units = (choice >> 2) % 9;
                signed_product.wrapping_add(units).wrapping_sub(4)
            }
            1 => {
                let fraction_bits = self.result.fraction_bits;
                let reach = fraction_bits + 3;
                let exponents = random.next_u32() % (2 * reach);
                signed_product
                    .wrapping_add(exponents << fraction_bits)
                    .wrapping_sub(reach << fraction_bits)
                    .wrapping_add(random.next_u32() & self.result.fraction_mask())
            }
            _ => random.next_u32(),
        };
        [a, b, c & mask]
    }
}

#[test]
fn f16_add() {
    Comparison::half(Operation::Add, "f16", FloatFormat::F16).run::<Half, Half>();
}

#[test]
fn f16_sub() {
    Comparison::half(Operation::Sub, "f16", FloatFormat::F16).run::<Half, Half>();
}

#[test]
fn f16_mul() {
    Comparison::half(Operation::Mul, "f16", FloatFormat::F16).run::<Half, Half>();
}

#[test]
fn f16_fma() {
    Comparison::half(Operation::Fma, "f16", FloatFormat::F16).run::<Half, Half>();
}

#[test]
fn bf16_add() {
    Comparison::half(Operation::Add, "bf16", FloatFormat::BF16).run::<BFloat, BFloat>();
}

#[test]
fn bf16_sub() {
    Comparison::half(Operation::Sub, "bf16", FloatFormat::BF16).run::<BFloat, BFloat>();
}

#[test]
fn bf16_mul() {
    Comparison::half(Operation::Mul, "bf16", FloatFormat::BF16).run::<BFloat, BFloat>();
}

#[test]
fn bf16_fma() {
    Comparison::half(Operation::Fma, "bf16", FloatFormat::BF16).run::<BFloat, BFloat>();
}

#[test]
fn f32_f16_add() {
    Comparison::mixed(Operation::Add, "f32.f16", FloatFormat::F16).run::<Half, Single>();
}

#[test]
fn f32_f16_sub() {
    Comparison::mixed(Operation::Sub, "f32.f16", FloatFormat::F16).run::<Half, Single>();
}

#[test]
fn f32_f16_fma() {
    Comparison::mixed(Operation::Fma, "f32.f16", FloatFormat::F16).run::<Half, Single>();
}

#[test]
fn f32_bf16_add() {
    Comparison::mixed(Operation::Add, "f32.bf16", FloatFormat::BF16).run::<BFloat, Single>();
}

#[test]
fn f32_bf16_sub() {
    Comparison::mixed(Operation::Sub, "f32.bf16", FloatFormat::BF16).run::<BFloat, Single>();
}

#[test]
fn f32_bf16_fma() {
    Comparison::mixed(Operation::Fma, "f32.bf16", FloatFormat::BF16).run::<BFloat, Single>();
}

#[test]
fn f16_div() {
    Comparison::half(Operation::Div, "f16", FloatFormat::F16).run::<Half, Half>();
}

#[test]
fn bf16_div() {
    Comparison::half(Operation::Div, "bf16", FloatFormat::BF16).run::<BFloat, BFloat>();
}

/// Compares every reciprocal with a quotient of 1, and every root with the processor's, which has 53 digits. A root of a
/// half is a half, or has other digits within the first 24 below those of a half.
fn check_every_value<F: Float + FloatConvert<Double>>(ty: &str, format: FloatFormat)
where
    Double: FloatConvert<F>,
{
    for (name, round) in ROUNDINGS {
        let [rcp, sqrt] = ["rcp", "sqrt"].map(|operation| instruction(&format!("{operation}.{name}.{ty}")));
        for a in 0..=0xFFFF {
            let number = F::from_bits(a.into());
            let reciprocal = bits(F::from_i128(1).value.div_r(number, round).value, format);
            assert_eq!(evaluate(rcp, &[a]), reciprocal, "{rcp} {a:X}");
            let double: Double = number.convert(&mut false).value;
            let root = f64::from_bits(double.to_bits() as u64).sqrt();
            let root = Double::from_bits(root.to_bits().into()).convert_r(round, &mut false);
            assert_eq!(evaluate(sqrt, &[a]), bits::<F>(root.value, format), "{sqrt} {a:X}");
        }
    }
}

#[test]
fn reciprocals_and_roots_of_every_half() {
    check_every_value::<Half>("f16", FloatFormat::F16);
    check_every_value::<BFloat>("bf16", FloatFormat::BF16);
}

/// Defines formats for LLVM's arithmetic: widths of an encoding and of its exponent.
macro_rules! semantics {
    ($($name:ident $bits:literal $exponent_bits:literal;)*) => {
        $(
            struct $name;

            impl Semantics for $name {
                const BITS: usize = $bits;
                const EXP_BITS: usize = $exponent_bits;
            }
        )*
    };
}

semantics! {
    E2m3 6 2;
    E3m4 8 3;
    E4m3 8 4;
    E4m11 16 4;
    E5m6 12 5;
    E5m18 24 5;
    E6m9 16 6;
    E7m2 10 7;
    E8m10 19 8;
}

/// Compares all operations in a format.
fn check_format<F: Float + FloatConvert<F>>(ty: &'static str) {
    let format = FloatFormat::from_name(ty).expect("a format");
    for operation in [
        Operation::Add,
        Operation::Sub,
        Operation::Mul,
        Operation::Fma,
        Operation::Div,
    ] {
        let comparison = Comparison {
            random_vectors: RANDOM_VECTORS / 10,
            ..Comparison::half(operation, ty, format)
        };
        comparison.run::<F, F>();
    }
}

#[test]
fn arithmetic_in_single_precision() {
    check_format::<Single>("f32");
}

#[test]
fn arithmetic_in_other_formats() {
    check_format::<IeeeFloat<E2m3>>("e2m3i");
    check_format::<IeeeFloat<E3m4>>("e3m4");
    check_format::<IeeeFloat<E4m3>>("e4m3i");
    check_format::<IeeeFloat<E4m11>>("e4m11");
    check_format::<IeeeFloat<E5m6>>("e5m6");
    check_format::<IeeeFloat<E5m18>>("e5m18");
    check_format::<IeeeFloat<E6m9>>("e6m9");
    check_format::<IeeeFloat<E7m2>>("e7m2");
    check_format::<IeeeFloat<E8m10>>("e8m10");
}

/// Compares conversions from one format to another, on edges and on random encodings.
fn check_conversions<From: Float + FloatConvert<To>, To: Float>(from: &str, to: &str) {
    let [source, target] = [from, to].map(|name| FloatFormat::from_name(name).expect("a format"));
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mask = source.sign_mask() | source.magnitude_mask();
    let mut operands = edges(source);
    operands.extend((0..100_000).map(|_| random.next_u32() & mask));
    for (name, round) in ROUNDINGS {
        let conversion = instruction(&format!("cvt.{name}.{to}.{from}"));
        for operand in &operands {
            let converted = From::from_bits((*operand).into()).convert_r(round, &mut false).value;
            assert_eq!(
                evaluate(conversion, &[*operand]),
                bits(converted, target),
                "{conversion} {operand:X}"
            );
        }
    }
}

#[test]
fn conversions_between_other_formats() {
    check_conversions::<Single, IeeeFloat<E3m4>>("f32", "e3m4");
    check_conversions::<IeeeFloat<E3m4>, Single>("e3m4", "f32");
    check_conversions::<IeeeFloat<E5m6>, IeeeFloat<E4m11>>("e5m6", "e4m11");
    check_conversions::<IeeeFloat<E8m10>, IeeeFloat<E7m2>>("e8m10", "e7m2");
    check_conversions::<Half, IeeeFloat<E6m9>>("f16", "e6m9");
}

/// Compares roots and reciprocals of single precision. The root of a number of 24 digits is one of 24 digits, or differs
/// from each in the 53 digits of a double.
#[test]
fn reciprocals_and_roots_in_single_precision() {
    let format = FloatFormat::F32;
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut operands = edges(format);
    operands.extend((0..100_000).map(|_| random.next_u32()));
    for (name, round) in ROUNDINGS {
        let [rcp, sqrt] = ["rcp", "sqrt"].map(|operation| instruction(&format!("{operation}.{name}.f32")));
        for a in &operands {
            let number = Single::from_bits((*a).into());
            let reciprocal = bits(Single::from_i128(1).value.div_r(number, round).value, format);
            assert_eq!(evaluate(rcp, &[*a]), reciprocal, "{rcp} {a:X}");
            let root = f64::from(f32::from_bits(*a)).sqrt();
            let root = Double::from_bits(root.to_bits().into()).convert_r(round, &mut false);
            assert_eq!(
                evaluate(sqrt, &[*a]),
                bits::<Single>(root.value, format),
                "{sqrt} {a:X}"
            );
        }
    }
}
