//! Registers in the parts of a core, with and without boxes, against the golden model.

use halfpipe_hdl::design::Function;
use halfpipe_hdl::zfh::ZfhSpec;
use halfpipe_isa::{ElementType, Instruction};
use halfpipe_simulation::stimulus::sample;
use halfpipe_simulation::zfh::{CoreModel, RegisterEvaluator, SimulatedCore};
use halfpipe_test_support::seed;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::specs;

/// The number of registers of each operand.
const VECTORS: usize = 200;

/// Returns registers for an operand: a half of them has a box, and the rest anything above the value.
fn register(spec: &ZfhSpec, element: ElementType, value: u64, random: &mut impl Rng) -> u64 {
    let boxed = spec.operand_word(element, value);
    if element == ElementType::Rounding || random.random_bool(0.5) {
        return boxed;
    }
    let width = spec.width();
    let above = random.random::<u64>() & (u64::MAX >> (u64::BITS - width));
    // One bit of the box may be missing.
    let near = boxed ^ 1 << random.random_range(element.bits().min(width - 1)..width);
    let bits = u64::MAX >> (u64::BITS - element.bits());
    let any = value & bits | above & !bits;
    if random.random_bool(0.5) {
        near
    } else {
        any
    }
}

/// Returns the first instruction and registers on which two evaluators differ.
fn difference(
    spec: &ZfhSpec,
    [one, other]: [&mut dyn RegisterEvaluator; 2],
    instruction: Instruction,
    random: &mut impl Rng,
) -> Option<String> {
    let operands = instruction.signature().operands();
    let vectors = sample(&Function::from(instruction), random.random(), VECTORS);
    vectors.iter().find_map(|vector| {
        let places = operands.iter().zip(vector.iter());
        let registers: Vec<u64> = places
            .map(|(operand, value)| register(spec, operand.element_type, *value, random))
            .collect();
        let results = [
            one.evaluate(instruction, &registers),
            other.evaluate(instruction, &registers),
        ];
        (results[0] != results[1]).then(|| format!("{instruction} {registers:x?}: {results:x?}"))
    })
}

#[test]
fn parts_compute_what_the_model_computes_of_registers_at_any_seed() {
    let seed = seed::seed();
    specs().par_iter().with_max_len(1).for_each(|spec| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut core, mut model) = (SimulatedCore::new(spec).unwrap(), CoreModel::new(spec));
        for instruction in spec.instructions() {
            let found = difference(spec, [&mut core, &mut model], instruction, &mut random);
            assert_eq!(found, None, "{spec:?}");
        }
    });
}

/// A model that takes halves without boxes differs.
#[test]
fn a_missing_box_counts() {
    let spec = ZfhSpec::default();
    let narrow = ZfhSpec {
        flen: 16,
        ..spec.clone()
    };
    let (mut core, mut model) = (SimulatedCore::new(&spec).unwrap(), CoreModel::new(&narrow));
    let fadd: Instruction = "fadd.h".parse().unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(seed::FIXED);
    assert!(difference(&spec, [&mut core, &mut model], fadd, &mut random).is_some());
}
