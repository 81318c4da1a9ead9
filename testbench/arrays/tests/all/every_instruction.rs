//! Every instruction against the golden model: all operands of up to 16 bits, and drawn ones of the others.
//!
//! `HALFPIPE_ARRAY_VECTORS` names another number of drawn operands, as `make test-python` does. The lanes of a vector are operands
//! of their own. A lane with one operand of 16 bits takes each value twice, beside other values in the other lane.

use std::collections::BTreeMap;

use halfpipe_arrays::Evaluator;
use halfpipe_hdl::design::Function;
use halfpipe_isa::{DotFormats, Instruction, Modifier, Rounding};
use halfpipe_simulation::stimulus::{has_every_value, make_function_source};
use rayon::prelude::*;

/// The widest operands of which all values are tried, in bits.
const EXHAUSTIVE: u32 = 16;

/// The number of operands of an instruction with more values.
const DRAWN: usize = 10_000;

/// Returns the operands to try: for each vector a word for each operand.
fn vectors(instruction: Instruction) -> Vec<Vec<u64>> {
    let operands = instruction.signature().operands();
    let bits: u32 = operands.iter().map(|operand| operand.width()).sum();
    if bits <= EXHAUSTIVE {
        // The model itself fills tables, so a few entries show that they are read correctly.
        let step = if Evaluator::new(instruction).asks_model() {
            61
        } else {
            1
        };
        let split = |mut all: u64| -> Vec<u64> {
            let take = |operand: &halfpipe_isa::Operand| {
                let word = all & ((1 << operand.width()) - 1);
                all >>= operand.width();
                word
            };
            operands.iter().map(take).collect()
        };
        return (0..1 << bits).step_by(step).map(split).collect();
    }
    // The comparisons outside the sample differ from those in it by their relation alone.
    let is_sampled =
        !instruction.operation().is_comparison() || Instruction::comparison_sample().contains(&instruction);
    let named = std::env::var("HALFPIPE_ARRAY_VECTORS").ok().filter(|_| is_sampled);
    let count: usize = named.map_or(DRAWN, |count| count.parse().unwrap());
    let signature = instruction.signature();
    let mut count = count.div_ceil(signature.lanes() as usize).max(DRAWN);
    if has_every_value(signature) {
        count = count.min(2 << signature.lane_operand_width());
    }
    let mut source = make_function_source(&Function::from(instruction), 0);
    let drawn = source.fill(count).into_iter();
    drawn
        .map(|vector| (0..operands.len()).map(|place| vector[place]).collect())
        .collect()
}

/// Returns the results of all vectors, an array for each result.
fn evaluate(instruction: Instruction, vectors: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let signature = instruction.signature();
    let column = |place: usize| vectors.iter().map(|vector| vector[place]).collect();
    let operands: Vec<Vec<u64>> = (0..signature.operands().len()).map(column).collect();
    let operands: Vec<&[u64]> = operands.iter().map(Vec::as_slice).collect();
    let mut results = vec![vec![0; vectors.len()]; signature.results().len()];
    let mut places: Vec<&mut [u64]> = results.iter_mut().map(Vec::as_mut_slice).collect();
    Evaluator::new(instruction).evaluate(&operands, &mut places);
    results
}

/// Compares instructions of one batch.
fn compare_batch(instructions: &[Instruction]) {
    let with_flags = |instruction: Instruction| instruction.with_flags().unwrap_or(instruction);
    let vectors = vectors(with_flags(instructions[0]));
    for instruction in instructions {
        compare(*instruction, with_flags(*instruction), &vectors);
    }
}

/// Compares an instruction with its flags, and without them.
fn compare(instruction: Instruction, with_flags: Instruction, vectors: &[Vec<u64>]) {
    let results = evaluate(with_flags, vectors);
    for (index, vector) in vectors.iter().enumerate() {
        let found: Vec<u64> = results.iter().map(|array| array[index]).collect();
        let expected = halfpipe_model::results(with_flags, vector);
        assert_eq!(
            found, expected,
            "{with_flags} of {vector:x?}: found {found:x?}, the model has {expected:x?}"
        );
    }
    assert!(
        instruction == with_flags || results.starts_with(&evaluate(instruction, vectors)),
        "{instruction} has other results with flags"
    );
}

/// Returns a word that conversions and dot products share if the same operands are hard for them: those of one type, and of tensor
/// cores with one number of places. Any other instruction has operands of its own.
fn hard_operands(instruction: Instruction) -> String {
    let operation = instruction.operation();
    if operation.is_conversion() && !instruction.has_rounding_port() {
        return format!("{:?} {}", instruction.ty(), instruction.signature().operands().len());
    }
    if !operation.is_dot() {
        return instruction.to_string();
    }
    let is_small = DotFormats::from(instruction.ty()).elements[0].register_bits() <= 8;
    let places = match instruction.tensor_core() {
        Some(Modifier::Ada | Modifier::Hopper) if is_small => "few",
        Some(_) => "many",
        None => "all",
    };
    format!("{:?} {operation} {places}", instruction.ty())
}

/// Compares instructions in batches that share operands.
fn compare_all(instructions: &[Instruction]) {
    let mut batches: BTreeMap<String, Vec<Instruction>> = BTreeMap::new();
    for instruction in instructions {
        batches
            .entry(hard_operands(*instruction))
            .or_default()
            .push(*instruction);
    }
    let batches: Vec<Vec<Instruction>> = batches.into_values().collect();
    batches
        .par_iter()
        .with_max_len(1)
        .for_each(|batch| compare_batch(batch));
}

fn select(is_selected: impl Fn(&Instruction) -> bool) -> Vec<Instruction> {
    let all = Instruction::all().iter().copied();
    all.filter(|instruction| is_selected(instruction)).collect()
}

#[test]
fn arithmetic() {
    compare_all(&select(|instruction| {
        instruction.operation().is_arithmetic() && !instruction.operation().is_dot()
    }));
}

#[test]
fn comparisons() {
    compare_all(&select(|instruction| instruction.operation().is_comparison()));
}

#[test]
fn conversions() {
    compare_all(&select(|instruction| instruction.operation().is_conversion()));
}

#[test]
fn dot_products() {
    compare_all(&select(|instruction| instruction.operation().is_dot()));
}

#[test]
fn roundings_from_an_operand() {
    let nearest = select(|instruction| instruction.rounding() == Rounding::NearestEven);
    let with_port = nearest.into_iter().filter_map(Instruction::with_rounding_port);
    compare_all(&with_port.collect::<Vec<_>>());
}

#[test]
fn other_formats() {
    let names = [
        "fma.rn.e5m6",
        "add.rz.e4m3i",
        "mul.rp.e8m20",
        "sub.rm.e2m1i",
        "div.rn.e8m23",
        "sqrt.rna.e3m12",
        "fma.rm.e2m23",
        "min.e6m9",
        "cvt.rn.e5m6.f32",
        "cvt.f32.e5m6",
        "cvt.rn.e3m4.f16",
        "add.rn.e3m4x2",
        "rcp.rp.e8m3",
        "setp.lt.e5m6",
        "exp.rn.e5m6",
        "tanh.rn.e4m3i",
    ];
    let found: Vec<Instruction> = names.iter().filter_map(|name| name.parse().ok()).collect();
    assert!(found.len() > 8, "{found:?}");
    compare_all(&found);
}
