//! Laws of arithmetic, independent of the model, on random instructions, latencies and operands.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{Instruction, Modifier, Operation, Rounding};
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_simulation::{Operands, Vector};
use halfpipe_test_support::cases;
use halfpipe_testbench::engine::{EmbeddedSimulator, Engine};
use proptest::prelude::*;
use proptest::sample::Index;

/// The number of vectors for each case.
const COUNT: usize = 300;

/// Returns the results of an instruction at one of its latencies.
fn results(instruction: Instruction, latency: Index, vectors: &[Operands]) -> Vec<u32> {
    let latency = latency.index(max_latency(instruction) as usize + 1) as u32;
    let unit = Design::unit(instruction, latency).unwrap();
    let mut results = Vec::new();
    let vectors: Vec<Vector> = vectors
        .iter()
        .map(|operands| Vector::from_operands(instruction, *operands))
        .collect();
    EmbeddedSimulator::new(&unit).evaluate(&vectors, &mut results).unwrap();
    results.iter().map(|outputs| outputs[0] as u32).collect()
}

/// Returns edge values and constrained random ones.
fn vectors(instruction: Instruction, seed: u64) -> Vec<Operands> {
    let mut stimulus = Stimulus::new(instruction, seed);
    let edges: Vec<Vector> = stimulus.edges().collect();
    let mut vectors = stimulus.random(COUNT);
    let stride = edges.len() / COUNT + 1;
    vectors.extend(edges.into_iter().skip(seed as usize % stride).step_by(stride));
    vectors.iter().map(Vector::operands).collect()
}

fn any_instruction(wanted: impl Fn(Instruction) -> bool) -> impl Strategy<Value = Instruction> {
    prop::sample::select(
        Instruction::arithmetic()
            .iter()
            .copied()
            .filter(|instruction| wanted(*instruction))
            .collect::<Vec<_>>(),
    )
}

fn is(instruction: Instruction, operations: &[Operation]) -> bool {
    operations.contains(&instruction.operation()) && !instruction.ty().is_mixed()
}

/// Returns the instruction with another operation and the same modifiers.
fn renamed(instruction: Instruction, operation: &str) -> Instruction {
    let name = instruction.mnemonic();
    let (_, rest) = name.split_once('.').unwrap();
    format!("{operation}.{rest}").parse().unwrap()
}

/// Returns a register with the value in each lane.
fn in_lanes(instruction: Instruction, value: u32) -> u32 {
    if instruction.ty().lanes() == 2 {
        value << 16 | value
    } else {
        value
    }
}

fn signs(instruction: Instruction) -> u32 {
    in_lanes(instruction, 0x8000)
}

fn one(instruction: Instruction) -> u32 {
    let format = instruction.ty().operand_format();
    in_lanes(instruction, (format.max_exponent() as u32) << format.fraction_bits)
}

/// Returns the lanes of a register.
fn lanes(instruction: Instruction, register: u32) -> impl Iterator<Item = u32> {
    let bits = instruction.ty().result_format().register_bits();
    (0..instruction.ty().lanes()).map(move |lane| register >> (lane * bits) & (u32::MAX >> (32 - bits)))
}

proptest! {
    #![proptest_config(cases::configure(60))]

    #[test]
    fn a_and_b_can_be_exchanged_at_any_seed(
        instruction in any_instruction(|i| is(i, &[Operation::Add, Operation::Mul, Operation::Fma, Operation::Min, Operation::Max])),
        latency: Index,
        seed: u64,
    ) {
        let straight = vectors(instruction, seed);
        let exchanged: Vec<Operands> = straight.iter().map(|[a, b, c]| [*b, *a, *c]).collect();
        let other = results(instruction, latency, &exchanged);
        for ((vector, d), other) in straight.iter().zip(results(instruction, latency, &straight)).zip(other) {
            prop_assert_eq!(d, other, "{} {:X?}", instruction, vector);
        }
    }

    #[test]
    fn subtraction_adds_the_opposite_at_any_seed(
        instruction in any_instruction(|i| is(i, &[Operation::Sub])), latency: Index, seed: u64,
    ) {
        let vectors = vectors(instruction, seed);
        let opposite: Vec<Operands> = vectors.iter().map(|[a, b, _]| [*a, *b ^ signs(instruction), 0]).collect();
        let sums = results(renamed(instruction, "add"), latency, &opposite);
        for ((vector, d), sum) in vectors.iter().zip(results(instruction, latency, &vectors)).zip(sums) {
            prop_assert_eq!(d, sum, "{} {:X?}", instruction, vector);
        }
    }

    #[test]
    fn a_value_times_1_is_the_value_at_any_seed(
        instruction in any_instruction(|i| is(i, &[Operation::Mul]) && !i.has(Modifier::Sat)), latency: Index, seed: u64,
    ) {
        let format = instruction.ty().operand_format();
        let times_one: Vec<Operands> = vectors(instruction, seed).iter().map(|[a, ..]| [*a, one(instruction), 0]).collect();
        for (vector, d) in times_one.iter().zip(results(instruction, latency, &times_one)) {
            for (a, d) in lanes(instruction, vector[0]).zip(lanes(instruction, d)) {
                let magnitude = a & format.magnitude_mask();
                let is_flushed = instruction.has(Modifier::Ftz) && magnitude < 1 << format.fraction_bits;
                let expected = match magnitude {
                    _ if magnitude > format.infinity() => format.canonical_nan(),
                    _ if is_flushed => a & format.sign_mask(),
                    _ => a,
                };
                prop_assert_eq!(d, expected, "{} {:X?}", instruction, vector);
            }
        }
    }

    #[test]
    fn a_value_less_itself_is_positive_zero_at_any_seed(
        instruction in any_instruction(|i| is(i, &[Operation::Sub])), latency: Index, seed: u64,
    ) {
        let format = instruction.ty().operand_format();
        let twice: Vec<Operands> = vectors(instruction, seed).iter().map(|[a, ..]| [*a, *a, 0]).collect();
        for (vector, d) in twice.iter().zip(results(instruction, latency, &twice)) {
            for (a, d) in lanes(instruction, vector[0]).zip(lanes(instruction, d)) {
                let is_finite = a & format.magnitude_mask() < format.infinity();
                let expected = if is_finite || instruction.has(Modifier::Sat) { 0 } else { format.canonical_nan() };
                prop_assert_eq!(d, expected, "{} {:X?}", instruction, vector);
            }
        }
    }

    #[test]
    fn opposite_factors_give_the_opposite_product_at_any_seed(
        instruction in any_instruction(|i| is(i, &[Operation::Mul]) && !i.has(Modifier::Sat)), latency: Index, seed: u64,
    ) {
        let format = instruction.ty().operand_format();
        let straight = vectors(instruction, seed);
        let opposite: Vec<Operands> = straight.iter().map(|[a, b, _]| [*a ^ signs(instruction), *b, 0]).collect();
        let other = results(instruction, latency, &opposite);
        for ((vector, d), other) in straight.iter().zip(results(instruction, latency, &straight)).zip(other) {
            for (d, other) in lanes(instruction, d).zip(lanes(instruction, other)) {
                let both_nan = [d, other] == [format.canonical_nan(); 2];
                prop_assert!(both_nan || d == other ^ format.sign_mask(), "{} {:X?}", instruction, vector);
            }
        }
    }

    #[test]
    fn opposite_operands_give_the_opposite_sum_at_any_seed(
        instruction in any_instruction(|i| is(i, &[Operation::Add, Operation::Sub]) && !i.has(Modifier::Sat)),
        latency: Index,
        seed: u64,
    ) {
        let format = instruction.ty().operand_format();
        let straight = vectors(instruction, seed);
        let opposite: Vec<Operands> = straight.iter().map(|operands| {
            let [a, b, _] = operands.map(|operand| operand ^ signs(instruction));
            [a, b, 0]
        }).collect();
        let other = results(instruction, latency, &opposite);
        for ((vector, d), other) in straight.iter().zip(results(instruction, latency, &straight)).zip(other) {
            for (d, other) in lanes(instruction, d).zip(lanes(instruction, other)) {
                // A sum that cancels is +0 on both sides.
                let same = [d, other] == [format.canonical_nan(); 2] || [d, other] == [0, 0];
                prop_assert!(same || d == other ^ format.sign_mask(), "{} {:X?}", instruction, vector);
            }
        }
    }

    #[test]
    fn sat_stays_between_0_and_1_at_any_seed(
        instruction in any_instruction(|i| i.has(Modifier::Sat)), latency: Index, seed: u64,
    ) {
        let format = instruction.ty().result_format();
        let one = (format.max_exponent() as u32) << format.fraction_bits;
        let vectors = vectors(instruction, seed);
        for (vector, d) in vectors.iter().zip(results(instruction, latency, &vectors)) {
            // Positive numbers are in the order of their encodings; −0 and NaN lie above.
            prop_assert!(lanes(instruction, d).all(|d| d <= one), "{} {:X?} = {:X}", instruction, vector, d);
        }
    }

    #[test]
    fn relu_has_no_sign_at_any_seed(
        instruction in any_instruction(|i| i.has(Modifier::Relu)), latency: Index, seed: u64,
    ) {
        let format = instruction.ty().result_format();
        let vectors = vectors(instruction, seed);
        for (vector, d) in vectors.iter().zip(results(instruction, latency, &vectors)) {
            let allowed = |d: u32| d <= format.infinity() || d == format.canonical_nan();
            prop_assert!(lanes(instruction, d).all(allowed), "{} {:X?} = {:X}", instruction, vector, d);
        }
    }

    #[test]
    fn fma_with_a_factor_of_1_adds_at_any_seed(
        instruction in any_instruction(|i| i.operation() == Operation::Add && i.rounding() == Rounding::NearestEven),
        latency: Index,
        seed: u64,
    ) {
        let format = instruction.ty().operand_format();
        let one = in_lanes(instruction, (format.max_exponent() as u32) << format.fraction_bits);
        let sums = vectors(instruction, seed);
        let products: Vec<Operands> = sums.iter().map(|[x, y, _]| [*x, one, *y]).collect();
        let other = results(renamed(instruction, "fma"), latency, &products);
        for ((vector, d), other) in sums.iter().zip(results(instruction, latency, &sums)).zip(other) {
            prop_assert_eq!(d, other, "{} {:X?}", instruction, vector);
        }
    }

    #[test]
    fn fma_with_an_addend_of_negative_zero_multiplies_at_any_seed(
        instruction in any_instruction(|i| is(i, &[Operation::Mul])), latency: Index, seed: u64,
    ) {
        let products = vectors(instruction, seed);
        let sums: Vec<Operands> = products.iter().map(|[a, b, _]| [*a, *b, signs(instruction)]).collect();
        let other = results(renamed(instruction, "fma"), latency, &sums);
        for ((vector, d), other) in products.iter().zip(results(instruction, latency, &products)).zip(other) {
            prop_assert_eq!(d, other, "{} {:X?}", instruction, vector);
        }
    }

    #[test]
    fn a_lane_knows_nothing_of_the_other_at_any_seed(
        instruction in any_instruction(|i| i.ty().lanes() == 2), latency: Index, seed: u64,
    ) {
        let scalar: Instruction = instruction.mnemonic().trim_end_matches("x2").parse().unwrap();
        let both = vectors(instruction, seed);
        let d = results(instruction, latency, &both);
        for lane in 0..2 {
            let of_lane = |register: u32| register >> (16 * lane) & 0xFFFF;
            let alone: Vec<Operands> = both.iter().map(|vector| vector.map(of_lane)).collect();
            for ((vector, d), alone) in both.iter().zip(&d).zip(results(scalar, latency, &alone)) {
                prop_assert_eq!(of_lane(*d), alone, "{} {:X?}, lane {}", instruction, vector, lane);
            }
        }
    }
}
