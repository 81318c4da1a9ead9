//! fma, and mixed precision, on vectors of every class that there is, as netlists.

use std::collections::BTreeSet;

use halfpipe_hdl::design::Design;
use halfpipe_isa::{Instruction, Operation};
use halfpipe_synth::latency::default_latency;
use halfpipe_test_support::share;
use halfpipe_testbench::engine::{self, EngineKind, Mapping};
use halfpipe_testbench::exhaustive::is_exhaustible;
use halfpipe_testbench::fma_classes::{sample, Class, Counted, Coverage, Group, Hole, Rules};
use halfpipe_testbench::scoreboard::verify;
use halfpipe_testbench::{vector, Operands, Vector};
use rayon::prelude::*;

const SEED: u64 = 1;

fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().expect("a legal mnemonic")
}

fn half_precision_fma() -> Vec<Instruction> {
    let all = Instruction::arithmetic().iter().copied();
    all.filter(|instruction| instruction.operation() == Operation::Fma && !instruction.ty().is_mixed())
        .collect()
}

/// Each operation, each format and each rounding of mixed precision; `verify all --stratified` runs all 48.
const MIXED: [&str; 4] = [
    "fma.rn.sat.f32.f16",
    "fma.rm.f32.bf16",
    "add.rp.f32.bf16",
    "sub.rz.sat.f32.f16",
];

/// The classes of one lane's operands, as they are printed.
fn classes(mnemonic: &str, operands: Operands) -> Vec<String> {
    let rules = Rules::try_from(instruction(mnemonic)).expect("it has classes");
    let mut classes = Vec::new();
    rules.classify(operands, &mut |class| classes.push(class.to_string()));
    classes
}

fn covered<'v>(instruction: Instruction, vectors: impl IntoIterator<Item = &'v Vector>) -> Coverage {
    let mut coverage = Coverage::new(instruction).expect("it has classes");
    vectors.into_iter().for_each(|vector| coverage.record(vector));
    coverage
}

/// The netlist of an instruction on vectors of every class.
fn check_every_class(instruction: Instruction) {
    let vectors = sample(instruction, SEED).unwrap_or_else(|error| panic!("{error}"));
    let count = vectors.len() as u64;
    let mut coverage = covered(instruction, []);
    let unit = Design::unit(instruction, default_latency(instruction)).expect("every unit has its default latency");
    let mut engine = engine::open(EngineKind::Gates(Mapping::Generic), &unit).unwrap_or_else(|error| panic!("{error}"));
    let mut source = Counted::new(vectors, &mut coverage);
    let report = verify(&unit, &mut *engine, &mut source, count, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    if let Some(mismatch) = report.first {
        panic!("{} mismatches, the first:\n{mismatch}", report.mismatches);
    }
    assert_eq!((report.vectors, coverage.vectors()), (count, count), "{instruction}");
    assert_eq!(coverage.unlisted().collect::<Vec<_>>(), [], "{instruction}");
    assert_eq!(coverage.holes(), [], "{instruction}");
    assert!(coverage.is_complete(), "{instruction}");
}

/// Every class is run for one fma in so many, unless it is for all.
const ONE_IN: usize = 10;

#[test]
fn every_class_of_half_precision_fmas() {
    let instructions = half_precision_fma();
    assert_eq!(instructions.len(), 24);
    let tried = instructions.into_iter().enumerate();
    let tried = tried.filter(|(place, _)| share::is_tried(*place, ONE_IN));
    let tried: Vec<Instruction> = tried.map(|(_, instruction)| instruction).collect();
    tried.into_par_iter().with_max_len(1).for_each(check_every_class);
}

#[test]
fn every_class_of_mixed_precision() {
    MIXED.map(instruction).into_par_iter().for_each(check_every_class);
}

#[test]
fn without_vectors_every_class_is_a_hole() {
    for (mnemonic, lanes) in [
        ("fma.rn.f16", 1),
        ("fma.rn.ftz.sat.f16x2", 2),
        ("fma.rz.f32.f16", 1),
        ("sub.rm.sat.f32.f16", 1),
    ] {
        let instruction = instruction(mnemonic);
        let classes = Rules::try_from(instruction).expect("it has classes").classes();
        let different: BTreeSet<Class> = classes.iter().copied().collect();
        assert_eq!(different.len(), classes.len(), "{mnemonic} lists a class twice");
        let coverage = covered(instruction, []);
        assert!(!coverage.is_complete());
        assert_eq!(coverage.holes().len(), lanes * classes.len());
        assert!(coverage.rows().iter().all(|row| (row.reached, row.total) == (0, 0)));
    }
}

#[test]
fn a_class_left_out_is_a_hole_in_each_group() {
    check_holes_of_each_group("fma.rn.sat.f16", 30);
    check_holes_of_each_group("add.rm.sat.f32.f16", 15);
}

/// A class is left out of one group in so many, unless it is of each.
const LEFT_OUT: usize = 6;

/// There are more than so many groups.
fn check_holes_of_each_group(mnemonic: &str, groups_at_least: usize) {
    let instruction = instruction(mnemonic);
    let rules = Rules::try_from(instruction).expect("it has classes");
    let vectors = sample(instruction, SEED).expect("it has classes");
    assert!(covered(instruction, &vectors).is_complete());
    let is_in = |vector: &Vector, class: Class| {
        let mut is_in = false;
        rules.classify(vector.operands(), &mut |other| is_in |= other == class);
        is_in
    };
    let mut groups: BTreeSet<Group> = BTreeSet::new();
    let classes: Vec<Class> = rules.classes();
    let one_of_each_group = classes.into_iter().filter(|class| groups.insert(class.group()));
    let one_of_each_group: Vec<Class> = one_of_each_group.collect();
    assert!(one_of_each_group.len() > groups_at_least);
    let tried = one_of_each_group.into_par_iter().enumerate();
    let tried = tried.filter(|(place, _)| share::is_tried(*place, LEFT_OUT));
    tried.for_each(|(_, class)| {
        let without = vectors.iter().filter(|vector| !is_in(vector, class));
        let coverage = covered(instruction, without);
        assert!(!coverage.is_complete(), "{class}");
        let hole = Hole {
            class,
            lane: 0,
            count: 0,
        };
        assert!(coverage.holes().contains(&hole), "{class}");
        let row = coverage.rows().into_iter().find(|row| row.group == class.group());
        assert!(
            row.is_some_and(|row| row.reached < row.classes && row.least == 0),
            "{class}"
        );
    });
}

#[test]
fn a_hole_in_one_lane_is_a_hole() {
    let instruction = instruction("fma.rn.f16x2");
    let vectors = sample(instruction, SEED).expect("it has classes");
    // The upper lane always adds 1 and 0.
    let idle: Vec<Vector> = vectors
        .iter()
        .map(|operands| {
            vector([
                operands[0] & 0xFFFF,
                operands[1] & 0xFFFF,
                0x3C00_0000 | operands[2] & 0xFFFF,
            ])
        })
        .collect();
    let holes = covered(instruction, &idle).holes();
    assert!(!holes.is_empty());
    assert!(holes.iter().all(|hole| hole.lane == 1));
}

#[test]
fn samples_repeat_and_differ_between_seeds_and_lanes() {
    let instruction = instruction("fma.rn.ftz.f16x2");
    let vectors = sample(instruction, SEED).expect("it has classes");
    assert_eq!(sample(instruction, SEED).as_ref(), Ok(&vectors));
    assert_ne!(sample(instruction, SEED + 1).as_ref(), Ok(&vectors));
    let equal_lanes = vectors
        .iter()
        .filter(|vector| vector.iter().all(|register| register >> 16 == register & 0xFFFF));
    assert_eq!(equal_lanes.count(), 0);
}

#[test]
fn what_cannot_be_run_over_every_input_has_classes_and_nothing_else_has() {
    let mut with_classes = 0;
    for &instruction in Instruction::arithmetic() {
        let Err(error) = Rules::try_from(instruction) else {
            assert!(!is_exhaustible(instruction), "{instruction}");
            with_classes += 1;
            continue;
        };
        assert!(is_exhaustible(instruction), "{instruction}");
        assert!(error.to_string().contains(&instruction.mnemonic()), "{error}");
        assert!(sample(instruction, SEED).is_err());
        assert!(Coverage::new(instruction).is_err());
    }
    // 24 of fma in half precision, and all 48 of mixed precision.
    assert_eq!(with_classes, 72);
}

#[test]
fn a_sum_that_two_roundings_get_wrong() {
    // 320 · 128.25 = 41040 is midway between two f16 numbers, and 2^-24 tips the scales.
    assert_eq!(
        classes("fma.rn.f16", [0x5D00, 0x5802, 0x0001]),
        [
            "operands: +normal, +normal, +subnormal",
            "exponents, addition: product 2^15, addend 2^-24",
            "alignment, addition, product below 2: addend at -39",
            "rounding, normal, above half: addition, positive",
            "just above a midpoint: addition, even, positive",
        ]
    );
    // Without it the tie goes to 1282, which is even.
    assert_eq!(
        classes("fma.rn.f16", [0x5D00, 0x5802, 0x8000])[1..],
        ["rounding, normal, tie down to even: product alone, positive"]
    );
}

#[test]
fn cancellation_down_to_the_last_bit() {
    // (1 + 2^-10)^2 - (1 + 2^-9) = 2^-20.
    assert_eq!(
        classes("fma.rn.f16", [0x3C01, 0x3C01, 0xBC02])[2..],
        [
            "alignment, subtraction, product below 2: addend at +0",
            "cancellation: 20 places",
            "rounding, subnormal, exact: subtraction, positive",
        ]
    );
    // 1.5 · 1.5 = 2.25.
    assert_eq!(
        classes("fma.rn.bf16", [0x3FC0, 0xBFC0, 0x4010])[1..],
        [
            "exponents, subtraction: product 2^1, addend 2^1",
            "alignment, subtraction, product from 2 on: addend at +0",
            "cancellation: total",
            "special: addend opposite to a - product",
        ]
    );
    // 2^127 - 2^-133: everything is kept, nothing of c is seen.
    assert_eq!(
        classes("fma.rn.bf16", [0x7F00, 0x3F80, 0x8001])[1..],
        [
            "exponents, subtraction: product 2^127, addend 2^-133",
            "alignment, subtraction, product below 2: addend at -260",
            "cancellation: 1 place",
            "rounding, up to the next binade, above half: subtraction, positive",
            "just below a number: subtraction, odd, positive",
        ]
    );
}

#[test]
fn the_ends_of_the_format() {
    let rounding = |mnemonic: &str, operands: Operands| {
        let classes = classes(mnemonic, operands);
        classes
            .into_iter()
            .find(|class| class.starts_with("rounding"))
            .expect("it has a sum")
    };
    // 65504 + 16 is midway to 65536.
    assert_eq!(
        rounding("fma.rn.f16", [0x7BFF, 0x3C00, 0x4C00]),
        "rounding, overflow by rounding, tie up to even: addition, positive"
    );
    assert_eq!(
        rounding("fma.rn.f16", [0xFBFF, 0x7BFF, 0x7BFF]),
        "rounding, overflow, above half: subtraction, negative"
    );
    // 2^-24 · 0.5, and · 0.75.
    assert_eq!(
        rounding("fma.rn.f16", [0x0001, 0x3800, 0]),
        "rounding, underflow to zero, tie down to even: product alone, positive"
    );
    assert_eq!(
        rounding("fma.rn.f16", [0x8001, 0x3A00, 0]),
        "rounding, up to the smallest subnormal, above half: product alone, negative"
    );
    // The greatest subnormal number and half of the smallest.
    assert_eq!(
        rounding("fma.rn.f16", [0x0001, 0x3800, 0x03FF]),
        "rounding, up to the smallest normal, tie up to even: addition, positive"
    );
    assert_eq!(
        rounding("fma.rn.bf16", [0, 0x3F80, 0x8001]),
        "rounding, subnormal, exact: addend alone, negative"
    );
    // Half of the smallest normal number, and what lies halfway between it and the greatest subnormal one.
    assert_eq!(
        rounding("fma.rn.ftz.f16", [0x3800, 0x0400, 0]),
        "rounding, flushed, exact: product alone, positive"
    );
    assert_eq!(
        rounding("fma.rn.ftz.f16", [0x3BFF, 0x0400, 0]),
        "rounding, flushed below the smallest normal, tie up to even: product alone, positive"
    );
}

#[test]
fn modifiers_have_their_classes() {
    assert_eq!(
        classes("fma.rn.oob.f16", [0xFFF7, 0x7C00, 0x7FFF]),
        [
            "operands: -out-of-bounds NaN, +infinity, +NaN",
            "special: out of bounds"
        ]
    );
    assert_eq!(
        classes("fma.rn.oob.relu.bf16", [0x3F80, 0x3F80, 0x7FF7])[1..],
        ["special: NaN operand", "special: NaN not clamped"]
    );
    assert_eq!(
        classes("fma.rn.ftz.sat.f16", [0x7C00, 0x8001, 0xFC00])[1..],
        [
            "special: b flushed",
            "special: infinity times zero",
            "special: NaN to zero"
        ]
    );
    assert_eq!(
        classes("fma.rn.relu.f16", [0x8000, 0x3C00, 0x8000])[1..],
        ["special: product -0, addend -0", "special: -0 clamped"]
    );
    assert_eq!(
        classes("fma.rn.sat.f16", [0x3C00, 0x3C00, 0x0001])[5..],
        ["special: rounded down to one"]
    );
    assert_eq!(
        classes("fma.rn.sat.f16", [0x3C00, 0x3C00, 0x8001])[6..],
        ["special: rounded up to one"]
    );
    assert_eq!(
        classes("fma.rn.sat.f16", [0x3C00, 0x3C00, 0x1400])[4..],
        ["special: sum above one clamped"]
    );
}

#[test]
fn sums_have_two_operands_and_the_difference_of_a_sub() {
    // 1 - 2^-149, cut to the number below 1.
    assert_eq!(
        classes("sub.rz.f32.bf16", [0x3F80, 0x0000_0001, 0]),
        [
            "operands: +normal, +subnormal",
            "exponents, subtraction: product 2^0, addend 2^-149",
            "alignment, subtraction: addend at -149",
            "cancellation: 1 place",
            "rounding, normal, above half: subtraction, positive",
            "just below a number: subtraction, odd, positive",
        ]
    );
    assert_eq!(
        classes("add.rz.f32.f16", [0x3C00, 0x3F80_0000, 0])[1..],
        [
            "exponents, addition: product 2^0, addend 2^0",
            "alignment, addition: addend at +0",
            "rounding, normal, exact: addition, positive",
        ]
    );
    assert_eq!(
        classes("sub.rn.f32.f16", [0x0000, 0x8000_0000, 0]),
        ["operands: +zero, -zero", "special: product +0, addend +0"]
    );
}

#[test]
fn an_addend_cancels_all_but_one_place_more_than_it_has() {
    // 1 - (1 - 2^-24) = 2^-24.
    assert_eq!(
        classes("fma.rn.f32.f16", [0x3C00, 0x3C00, 0xBF7F_FFFF])[2..],
        [
            "alignment, subtraction, product below 2: addend at -1",
            "cancellation: 24 places",
            "rounding, normal, exact: subtraction, positive",
        ]
    );
}

#[test]
fn directed_roundings_end_a_format_each_in_its_way() {
    let last = |mnemonic: &str, operands: Operands| classes(mnemonic, operands).pop();
    // The largest number and 2^-48.
    let [product, largest] = [0x0001, 0x7F7F_FFFF];
    for (mnemonic, landing) in [
        ("fma.rn.f32.f16", "down to the largest number"),
        ("fma.rz.f32.f16", "down to the largest number"),
        ("fma.rm.f32.f16", "down to the largest number"),
        ("fma.rp.f32.f16", "overflow by rounding"),
    ] {
        assert_eq!(
            classes(mnemonic, [product, product, largest])[3],
            format!("rounding, {landing}, below half: addition, positive")
        );
    }
    // 2^254 is past it, and 2^-266 below all numbers.
    for (mnemonic, landing) in [
        ("fma.rn.f32.bf16", "underflow to zero"),
        ("fma.rz.f32.bf16", "underflow to zero"),
        ("fma.rm.f32.bf16", "underflow to zero"),
        ("fma.rp.f32.bf16", "up to the smallest subnormal"),
    ] {
        assert_eq!(
            last(mnemonic, [0x7F00, 0x7F00, 0]).as_deref(),
            Some("rounding, overflow, exact: product alone, positive")
        );
        assert_eq!(
            last(mnemonic, [0x0001, 0x0001, 0]),
            Some(format!("rounding, {landing}, below half: product alone, positive"))
        );
    }
}

#[test]
fn directed_roundings_meet_the_clamp_each_in_its_way() {
    let specials = |mnemonic: &str, operands: Operands| -> Vec<String> {
        let classes = classes(mnemonic, operands);
        classes
            .into_iter()
            .filter(|class| class.starts_with("special"))
            .collect()
    };
    // 1 and a little more or less than nothing.
    let (above, below) = ([0x3C00, 0x0000_0001, 0], [0x3C00, 0x8000_0001, 0]);
    for (rounding, of_above, of_below) in [
        ("rn", "special: rounded down to one", Some("special: rounded up to one")),
        ("rz", "special: rounded down to one", None),
        ("rm", "special: rounded down to one", None),
        (
            "rp",
            "special: sum above one clamped",
            Some("special: rounded up to one"),
        ),
    ] {
        let mnemonic = format!("add.{rounding}.sat.f32.f16");
        assert_eq!(specials(&mnemonic, above), [of_above], "{mnemonic}");
        assert_eq!(specials(&mnemonic, below), Vec::from_iter(of_below), "{mnemonic}");
    }
    // What cancels is -0 where it is rounded downwards.
    let cancelled = [0x3C00, 0xBF80_0000, 0];
    assert_eq!(
        specials("add.rm.sat.f32.f16", cancelled),
        ["special: addend opposite to a + product", "special: -0 clamped"]
    );
    assert_eq!(
        specials("add.rp.sat.f32.f16", cancelled),
        ["special: addend opposite to a + product"]
    );
}
