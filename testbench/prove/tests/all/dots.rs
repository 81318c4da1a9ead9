//! Dot products: proofs, and faults that they refute.

use std::sync::Arc;

use halfpipe_faults::mutation::{changes, mutated};
use halfpipe_faults::nets::{replace, Site};
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::{Module, Net, NetId, Netlist};
use halfpipe_hdl::unit::{max_latency, Multiplier};
use halfpipe_isa::Instruction;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_lemmas::unit::{datapath, function_lemmas, module_lemmas, netlist_lemmas};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_model::value::results;
use halfpipe_test_support::{seed, share};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{assert_none, complaints, instruction};

/// Dot products whose proofs take the least time: each generation, format and number of products in some of them.
const QUICK: [&str; 13] = [
    "dot2.volta.f32.f16",
    "dot4.volta.f16.f16",
    "dot8.volta.f32.f16",
    "dot8.ampere.f32.f16",
    "dot2.ada.f32.bf16",
    "dot4.ada.f16.e4m3",
    "dot16.ada.f32.e5m2",
    "dot16.hopper.f32.f16",
    "dot2.blackwell.f16.f16",
    "dot2.blackwell.f32.e4m3.e4m3.ue8m0",
    "dot4.blackwell.f32.e2m3.e2m1.ue8m0",
    "dot64.blackwell.f32.e2m1.e2m1.ue8m0",
    "dot64.blackwell.f32.e2m1.e2m1.ue4m3",
];

/// Dot products that round once whose proofs take the least time.
const QUICK_EXACT: [&str; 4] = [
    "dot2.rz.f32.e4m3",
    "dot2.rm.f16.f16",
    "dot4.rp.f16.e4m3",
    "dot4.rn.f16.e5m2",
];

#[test]
fn quick_proofs_hold() {
    let tried = QUICK.into_iter().chain(QUICK_EXACT).enumerate();
    for (_, name) in tried.filter(|(place, _)| share::is_tried(*place, 2)) {
        assert_none(complaints(name, &function_lemmas(instruction(name)).unwrap()));
    }
}

#[test]
fn all_proofs_hold() {
    if !share::all() {
        return;
    }
    for dot in Instruction::dots() {
        assert_none(complaints(&dot.to_string(), &function_lemmas(*dot).unwrap()));
    }
}

#[test]
fn pipelines_are_the_datapath() {
    for name in [
        "dot2.volta.f32.f16",
        "dot4.volta.f32.f16",
        "dot4.ada.f32.e4m3",
        "dot2.blackwell.f32.e4m3.e4m3.ue8m0",
        "dot16.blackwell.f32.e2m1.e2m1.ue4m3",
        "dot2.rn.f16.f16",
    ] {
        let dot = instruction(name);
        for latency in [0, 4, max_latency(dot)] {
            let design = Design::from_spec(&DesignSpec::unit(dot, latency)).unwrap();
            assert_none(complaints(
                &format!("{name} at latency {latency}"),
                &module_lemmas(&design),
            ));
        }
    }
}

#[test]
fn modules_with_multiplier_blocks_have_no_rows() {
    for name in ["dot2.volta.f32.f16", "dot2.rn.f16.f16"] {
        let spec = DesignSpec::unit(instruction(name), 1).with_multiplier(Multiplier::Block(&[]));
        let design = Design::from_spec(&spec).unwrap();
        assert_eq!(design.multiplier(), Multiplier::Block(&[]), "{name}");
        let lemmas = module_lemmas(&design);
        assert!(
            !lemmas.iter().any(|lemma| matches!(lemma.kind, LemmaKind::Rows(_))),
            "{name}"
        );
        assert_none(complaints(name, &lemmas));
    }
}

/// A simulation of a netlist.
struct Running(NetlistSimulator);

impl Running {
    fn new(netlist: &Netlist) -> Running {
        Running(NetlistSimulator::new(&Module {
            name: "dot".to_owned(),
            lane: netlist.clone(),
            lanes: 1,
            latency: 0,
        }))
    }

    fn result(&mut self, operands: &[u64]) -> u64 {
        for (position, operand) in operands.iter().enumerate() {
            self.0.set_input(position, *operand);
        }
        self.0.settle();
        self.0.output(0) as u64
    }
}

/// The fate of a netlist with a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// The solver has operands for which it is wrong by the big-integer model.
    Refuted,
    /// A lemma does not hold, but there are no operands.
    Unproven,
    /// All lemmas hold.
    Proven,
}

/// Judges a netlist by lemmas. Confirms the operands of a counterexample.
fn fate(dot: Instruction, netlist: &Netlist, told: &str, lemmas: &[Lemma]) -> Fate {
    let mut fate = Fate::Proven;
    for lemma in lemmas {
        match lemma.decide().verdict {
            LemmaVerdict::Holds => {}
            LemmaVerdict::Unproven(why) => {
                println!("{told} {} {why:?}", lemma.name());
                fate = Fate::Unproven
            }
            LemmaVerdict::Fails(words) => {
                let operands: Vec<u64> = words.into_iter().map(|(_, word)| word as u64).collect();
                let expected = results(dot, &operands)[0];
                let found = Running::new(netlist).result(&operands);
                let name = lemma.name();
                assert_ne!(
                    found, expected,
                    "{told} ({name}) is refuted with {operands:x?}, for which it is right"
                );
                return Fate::Refuted;
            }
        }
    }
    fate
}

/// Returns the fate of a dot product whose netlist has a fault.
fn fate_of(name: &str, netlist: Netlist) -> Fate {
    let dot = instruction(name);
    let netlist = Arc::new(netlist);
    let lemmas = netlist_lemmas(dot, netlist.clone()).unwrap();
    fate(dot, &netlist, name, &lemmas)
}

/// A net, and its replacement.
type Fault = (&'static str, &'static str, for<'n> fn(&Site<'n, '_>) -> Net<'n>);

/// Typical faults of a dot product: what is wrong, the net, and its replacement.
const FAULTS: [Fault; 7] = [
    ("the anchor counts zero products", "pair0_multiply.exponent", |site| {
        let [a, b] = ["pair0_unpack_a.exponent", "pair0_unpack_b.exponent"].map(|path| site.net(path));
        let sum = a.add_with_carry(b);
        sum + sum.builder().constant(1, sum.width())
    }),
    ("a term has a sticky bit", "pair1_align.term", |site| {
        let term = site.original();
        let lost = site.net("pair1_multiply.product").any() & !term.any();
        term.high(term.width() - 1).join(term.bit(0) | lost)
    }),
    ("a subtracted term lacks its increment", "add.sum_1", |site| {
        let sum = site.original();
        sum - site.net("pair0_multiply.subtracted").zero_extend(sum.width())
    }),
    (
        "a term has the sign of its first factor",
        "pair1_multiply.subtracted",
        |site| site.net("pair1_unpack_a.sign") ^ site.net("unpack_c.sign"),
    ),
    ("the anchor is one too small", "anchor.not_anchor", |site| {
        let not_anchor = site.original();
        not_anchor + not_anchor.builder().constant(1, not_anchor.width())
    }),
    ("a zero sum has the sign of c", "pack.result", |site| {
        let result = site.original();
        let sign = result.top_bit() | (site.net("pack.zero") & site.net("unpack_c.sign"));
        sign.join(result.low(result.width() - 1))
    }),
    (
        "a zero times an infinity is no NaN",
        "pair0_special_product.nan",
        |site| site.net("pair0_unpack_a.nan") | site.net("pair0_unpack_b.nan"),
    ),
];

#[test]
fn typical_faults_are_refuted_with_operands() {
    // With more products a solver takes minutes to find some of the operands.
    let subjects = [
        ("dot2.volta.f32.f16", &FAULTS[..]),
        ("dot4.volta.f32.f16", &FAULTS[..5]),
    ];
    for (name, faults) in subjects {
        for (place, (fault, path, replacement)) in faults.iter().enumerate() {
            if !share::is_tried(place, 4) {
                continue;
            }
            let faulty = replace(&datapath(instruction(name)), path, replacement);
            assert_eq!(fate_of(name, faulty), Fate::Refuted, "{name}: {fault}");
        }
    }
}

/// Typical faults of scales that are powers of two.
const SCALE_FAULTS: [Fault; 5] = [
    ("the scales are one too small", "scale.exponent", |site| {
        let exponent = site.original();
        exponent - exponent.builder().constant(1, exponent.width())
    }),
    ("a carry between the scales is lost", "scale.exponent", |site| {
        let exponent = site.original();
        exponent ^ exponent.builder().constant(1 << 8, exponent.width())
    }),
    ("a scale is never NaN", "scale.nan", |site| {
        site.original().builder().constant(0, 1)
    }),
    ("zero products with large scales count", "anchor.any_product", |site| {
        site.original().builder().constant(1, 1)
    }),
    ("a term is aligned without its scales", "anchor.scaled", |site| {
        site.net("anchor.not_anchor")
    }),
];

#[test]
fn faults_of_scales_are_refuted_with_operands() {
    let name = "dot2.blackwell.f32.e4m3.e4m3.ue8m0";
    for (fault, path, replacement) in SCALE_FAULTS {
        let faulty = replace(&datapath(instruction(name)), path, replacement);
        assert_eq!(fate_of(name, faulty), Fate::Refuted, "{fault}");
    }
}

/// Typical faults of scaled groups of products.
const GROUP_FAULTS: [Fault; 6] = [
    ("a product lacks its last place", "group0_pair3_place.term", |site| {
        let term = site.original();
        term.high(term.width() - 1).append_zeros(1)
    }),
    (
        "a product has the sign of its first factor",
        "group0_pair2_place.subtracted",
        |site| site.net("group0_pair2_unpack_a.sign") ^ site.net("unpack_c.sign"),
    ),
    ("the last increment of a group is lost", "group0_group.sum", |site| {
        site.net("group0_group.sum_15")
    }),
    ("a term has no scale of b", "pair0_multiply.product", |site| {
        let product = site.original();
        site.net("group0_multiply.product")
            .append_zeros(3)
            .zero_extend(product.width())
    }),
    ("a group with a zero scale counts", "pair0_multiply.exponent", |site| {
        let exponent = site.original();
        let zero = !exponent.any();
        exponent | zero.repeat(exponent.width())
    }),
    ("a scale is never NaN", "special.any_nan", |site| {
        site.net("unpack_c.nan")
    }),
];

#[test]
fn faults_of_groups_are_not_proven() {
    let name = "dot16.blackwell.f32.e2m1.e2m1.ue4m3";
    for (fault, path, replacement) in GROUP_FAULTS {
        let faulty = replace(&datapath(instruction(name)), path, replacement);
        assert_ne!(fate_of(name, faulty), Fate::Proven, "{fault}");
    }
}

/// Typical faults of a dot product that rounds once.
const EXACT_FAULTS: [Fault; 7] = [
    ("a sticky bit is lost", "magnitude.sticky", |site| {
        site.original().builder().constant(0, 1)
    }),
    ("c lacks its increment", "add.incremented_0", |site| {
        let sum = site.original();
        sum - site.net("unpack_c.sign").zero_extend(sum.width())
    }),
    ("a product lacks its increment", "add.sum_1_0", |site| {
        let sum = site.original();
        sum - site.net("pair1_special_product.sign").zero_extend(sum.width())
    }),
    ("c is one place too high", "unpack_c.exponent", |site| {
        let exponent = site.original();
        exponent + exponent.builder().constant(1, exponent.width())
    }),
    ("a zero sum has the sign of c", "special.sign_of_zero", |site| {
        site.net("unpack_c.sign")
    }),
    ("the block is one too high", "magnitude.block", |site| {
        let block = site.original();
        block + block.builder().constant(1, block.width())
    }),
    ("a carry between limbs is lost", "add.sum_1_0", |site| {
        let sum = site.original();
        sum.low(sum.width() - 1).zero_extend(sum.width())
    }),
];

#[test]
fn typical_faults_of_exact_modes_are_refuted_with_operands() {
    // A result in f16 has a single limb, so that no carry can be lost, and overflows where a sticky bit could be.
    let subjects = [
        ("dot2.rm.f16.f16", &EXACT_FAULTS[1..6]),
        ("dot2.rn.f32.f16", &EXACT_FAULTS[..1]),
        ("dot2.rn.f32.f16", &EXACT_FAULTS[6..]),
    ];
    let each = subjects
        .iter()
        .flat_map(|(name, faults)| faults.iter().map(move |fault| (*name, fault)));
    for (place, (name, (fault, path, replacement))) in each.enumerate() {
        if share::is_tried(place, 2) {
            let faulty = replace(&datapath(instruction(name)), path, replacement);
            assert_eq!(fate_of(name, faulty), Fate::Refuted, "{name}: {fault}");
        }
    }
}

#[test]
fn another_number_of_places_is_refuted_with_operands() {
    for [name, other] in [
        ["dot2.volta.f32.f16", "dot2.ampere.f32.f16"],
        ["dot4.volta.f32.f16", "dot4.ampere.f32.f16"],
        ["dot4.hopper.f32.f16", "dot4.ampere.f32.f16"],
        ["dot8.volta.f32.f16", "dot8.ampere.f32.f16"],
    ] {
        let other = Netlist::clone(&datapath(instruction(other)));
        assert_eq!(fate_of(name, other), Fate::Refuted, "{name}");
    }
}

/// The number of operands that are simulated.
const TRIED: usize = 2000;

/// The dot products with random faults, and the number of faults; on commits a third of them.
const MUTANTS: [(&str, usize); 4] = [
    ("dot2.volta.f32.f16", 24),
    ("dot4.volta.f32.f16", 12),
    ("dot2.ada.f16.e4m3", 16),
    ("dot2.blackwell.f32.e4m3.e4m3.ue8m0", 12),
];

#[test]
fn random_faults_are_refuted_unless_they_change_nothing_at_any_seed() {
    let mut random = ChaCha8Rng::seed_from_u64(seed::seed());
    for (name, most) in MUTANTS {
        let count = share::count(most / 3, most);
        let dot = instruction(name);
        let netlist = datapath(dot);
        let widths = netlist.inputs.iter().map(|port| port.width).collect::<Vec<u32>>();
        let tried: Vec<Vec<u64>> = (0..TRIED)
            .map(|_| {
                let word = |width: &u32| random.random::<u64>() >> (64 - width);
                widths.iter().map(word).collect()
            })
            .collect();
        let ids: Vec<NetId> = netlist.ids().collect();
        let (mut refuted, mut same, mut unproven) = (0, 0, Vec::new());
        while refuted + same + unproven.len() < count {
            let id = *ids.choose(&mut random).unwrap();
            let kinds = changes(&netlist, id);
            let change = kinds
                .choose(&mut random)
                .and_then(|kind| kind.choose(&mut random))
                .unwrap()
                .clone();
            let Some(mutant) = mutated(&netlist, id, &change) else {
                continue;
            };
            let path = netlist.path(id).unwrap_or_default();
            let told = format!("{name} with net {} {path} changed: {change:?}", id.index());
            let mut running = Running::new(&mutant);
            let difference = tried
                .iter()
                .find(|operands| running.result(operands) != results(dot, operands)[0]);
            let mutant = Arc::new(mutant);
            let lemmas = netlist_lemmas(dot, mutant.clone()).unwrap();
            match fate(dot, &mutant, &told, &lemmas) {
                Fate::Refuted => refuted += 1,
                Fate::Proven => {
                    assert_eq!(difference, None, "{told} is proven");
                    same += 1;
                }
                Fate::Unproven => unproven.push(format!("{told}, simulated: {}", difference.is_some())),
            }
        }
        println!(
            "{name}: {refuted} refuted, {same} the same, {} unproven",
            unproven.len()
        );
        unproven.iter().for_each(|told| println!("  {told}"));
        assert!(refuted > 0, "{name}");
    }
}
