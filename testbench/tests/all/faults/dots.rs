//! Faults of dot products, each in one net: the ordinary verification must find every one.

use halfpipe_faults::nets::{replace, Site};
use halfpipe_hdl::datapath::{build, LaneConfig};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::net::{Net, Netlist};
use halfpipe_isa::Instruction;
use halfpipe_simulation::stimulus::{make_module_source, usual_count};
use halfpipe_testbench::engine::EmbeddedSimulator;
use halfpipe_testbench::scoreboard::verify;

/// The number of vectors between checks for a mismatch.
const STEP: u64 = 4096;

/// Dot products of tensor cores: every end of a block, and both widths of elements.
const TENSOR_CORES: [&str; 5] = [
    "dot4.volta.f32.f16",
    "dot8.ampere.f32.bf16",
    "dot8.hopper.f16.f16",
    "dot8.ada.f32.e5m2",
    "dot8.blackwell.f32.e5m2.e5m2.ue8m0",
];

/// A net, and its replacement.
type Fault = (&'static str, &'static str, for<'n> fn(&Site<'n, '_>) -> Net<'n>);

/// A description of each fault, the net, and its replacement.
const FAULTS: [Fault; 8] = [
    ("a negative term is rounded down, not cut", "pair1_align.term", |site| {
        let is_lost = lost(site) & site.net("pair1_multiply.subtracted");
        let term = site.original();
        term + is_lost.zero_extend(term.width())
    }),
    ("a term has a sticky bit", "pair0_align.term", |site| {
        let term = site.original();
        let is_lost = site.net("pair0_multiply.product").any() & !term.any();
        term.high(term.width() - 1).join(term.bit(0) | is_lost)
    }),
    ("the anchor counts a zero product", "pair0_multiply.exponent", |site| {
        let [a, b] = ["pair0_unpack_a.exponent", "pair0_unpack_b.exponent"].map(|path| site.net(path));
        let sum = a.add_with_carry(b);
        sum + sum.builder().constant(1, sum.width())
    }),
    ("c lacks its last place", "align.term", |site| {
        let term = site.original();
        term.high(term.width() - 1).append_zeros(1)
    }),
    ("a product lacks its last place", "pair1_align.term", |site| {
        let term = site.original();
        term.high(term.width() - 1).append_zeros(1)
    }),
    (
        "a term has the sign of its first factor",
        "pair1_multiply.subtracted",
        |site| site.net("pair1_unpack_a.sign") ^ site.net("unpack_c.sign"),
    ),
    (
        "a zero times an infinity is no NaN",
        "pair0_special_product.nan",
        |site| site.net("pair0_unpack_a.nan") | site.net("pair0_unpack_b.nan"),
    ),
    ("opposite infinities are no NaN", "special.nan", |site| {
        site.original() & !(site.net("special.positive_infinity") & site.net("special.negative_infinity"))
    }),
];

/// Faults of bulk-normalised dot products. That of the rounded sum is what the pseudocode of RISC-V's manual computes.
const FAULTS_OF_BULK: [Fault; 5] = [
    (
        "a product's last digits count as lost where they are kept",
        "pair1_align.term",
        |site| {
            let (term, product) = (site.original(), site.net("pair1_multiply.product"));
            let distance = site.net("pair1_align.distance");
            let is_near = distance.less_than(
                distance
                    .builder()
                    .constant(u64::from(product.width()), distance.width()),
            );
            let is_lost = product.low(4).any() & !is_near;
            term.high(term.width() - 1).join(term.bit(0) | is_lost)
        },
    ),
    ("a product is cut, not rounded to odd", "pair1_align.term", |site| {
        let (term, product) = (site.original(), site.net("pair1_multiply.product"));
        let whole = product.append_zeros(term.width() - product.width());
        whole.shift_right(site.net("pair1_align.distance"))
    }),
    (
        "the sum is cut, not rounded to odd",
        "round_sum.rounded_significand",
        |site| {
            let significand = site.original();
            let digits = site.net("normalise.normalised");
            digits.high(significand.width())
        },
    ),
    (
        "the sum with c is cut, not rounded to odd",
        "total_normalise.sticky",
        |site| site.original().builder().zero(),
    ),
    (
        "a product has the sign of its first factor",
        "pair1_multiply.subtracted",
        |site| site.net("pair1_unpack_a.sign"),
    ),
];

#[test]
fn typical_faults_of_bulk_normalised_ones_are_found() {
    let mut missed = Vec::new();
    let instruction: Instruction = "dot4.bulk.f32.e4m3".parse().unwrap();
    let right = lane(instruction);
    for (fault, path, replacement) in FAULTS_OF_BULK {
        match vectors_to_mismatch(instruction, replace(&right, path, replacement)) {
            Some(count) => println!("{instruction}: {fault}: found within {count} vectors"),
            None => missed.push(format!("{instruction}: {fault}")),
        }
    }
    assert!(missed.is_empty(), "no mismatch: {missed:#?}");
}

/// Returns 1 if digits of the term of pair 1 are cut off.
fn lost<'n>(site: &Site<'n, '_>) -> Net<'n> {
    let (term, product) = (site.original(), site.net("pair1_multiply.product"));
    let distance = site.net("pair1_align.distance");
    let whole = product.append_zeros(term.width() - product.width());
    !term.shift_left(distance).equals(whole)
}

fn lane(instruction: Instruction) -> Netlist {
    build(&LaneConfig::from_instruction(instruction))
}

/// Returns the number of vectors after which the ordinary verification finds that a lane is wrong.
fn vectors_to_mismatch(instruction: Instruction, lane: Netlist) -> Option<u64> {
    let unit = Design::from_lane(instruction, 0, lane);
    let mut engine = EmbeddedSimulator::new(&unit);
    let mut source = make_module_source(unit.interface(), 1);
    let count = usual_count(unit.interface());
    (1..=count.div_ceil(STEP)).map(|step| step * STEP).find(|_| {
        let report = verify(&unit, &mut engine, source.as_mut(), STEP, &mut |_| {}).unwrap();
        !report.is_clean()
    })
}

#[test]
fn typical_faults_of_tensor_cores_are_found() {
    let mut missed = Vec::new();
    for name in TENSOR_CORES {
        let instruction: Instruction = name.parse().unwrap();
        let right = lane(instruction);
        for (fault, path, replacement) in FAULTS {
            match vectors_to_mismatch(instruction, replace(&right, path, replacement)) {
                Some(count) => println!("{name}: {fault}: found within {count} vectors"),
                None => missed.push(format!("{name}: {fault}")),
            }
        }
    }
    assert!(missed.is_empty(), "no mismatch: {missed:#?}");
}

/// Pairs of instructions: the hardware of the second is taken for that of the first.
const OTHERS: [[&str; 2]; 9] = [
    // Another number of places, by one.
    ["dot4.volta.f32.f16", "dot4.ampere.f32.f16"],
    ["dot8.ampere.f32.f16", "dot8.hopper.f32.f16"],
    ["dot8.hopper.f32.bf16", "dot8.ampere.f32.bf16"],
    ["dot4.hopper.f16.f16", "dot4.ada.f16.f16"],
    // Another number of products in a block.
    ["dot32.ada.f32.e4m3", "dot32.hopper.f32.e4m3"],
    // The other rule of scales with the same ports.
    [
        "dot16.blackwell.f32.e2m1.e2m1.ue8m0",
        "dot16.blackwell.f32.e2m1.e2m1.ue4m3",
    ],
    // Another rounding.
    ["dot4.rn.f32.f16", "dot4.rp.f32.f16"],
    ["dot4.rz.f16.e5m2", "dot4.rm.f16.e5m2"],
    ["dot2.rn.f32.bf16", "dot2.rz.f32.bf16"],
];

#[test]
fn the_hardware_of_another_instruction_is_found() {
    let missed = OTHERS.iter().filter(|names| {
        let [instruction, other] = names.map(|name| name.parse::<Instruction>().unwrap());
        let found = vectors_to_mismatch(instruction, lane(other));
        println!("{instruction}: {other}: {found:?}");
        found.is_none()
    });
    let missed: Vec<_> = missed.collect();
    assert!(missed.is_empty(), "no mismatch: {missed:?}");
}

#[test]
fn the_right_hardware_has_no_mismatch() {
    for name in TENSOR_CORES.into_iter().chain(OTHERS.iter().flatten().copied()) {
        let unit = Design::unit(name.parse().unwrap(), 0).unwrap();
        let mut source = make_module_source(unit.interface(), 2);
        let report = verify(
            &unit,
            &mut EmbeddedSimulator::new(&unit),
            source.as_mut(),
            20_000,
            &mut |_| {},
        )
        .unwrap();
        if let Some(mismatch) = report.first {
            panic!("{mismatch}");
        }
    }
}
