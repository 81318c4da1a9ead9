//! Proofs of instructions in any format, and tests of the steps that only wide products take.

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::design::Design;
use halfpipe_isa::{FloatFormat, Instruction, Rounding, Type};
use halfpipe_lemmas::algebra::check_product;
use halfpipe_lemmas::graph::Graph;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_lemmas::products::RowProducts;
use halfpipe_lemmas::theorem::{self, ProofSubject};
use halfpipe_netlist::{MultiplierBlock, Netlist, Op};
use halfpipe_spec::Arithmetic;
use halfpipe_test_support::{seed, share};
use rayon::prelude::*;

use crate::common::{assert_none, complaints, complaints_one_by_one, instruction};

/// Returns the lemmas about a module.
fn lemmas(design: &Design) -> Vec<Lemma> {
    let subject = ProofSubject::from_design(design);
    let mut lemmas = subject.lemmas().expect("its factors are its operands");
    lemmas.extend(theorem::module_lemmas(design).expect("it is no core"));
    lemmas
}

/// Proves modules, with flags where they have them.
fn assert_proven(names: &[String]) {
    let found = names.par_iter().with_max_len(1).flat_map_iter(|name| {
        let plain = instruction(name);
        let instruction = plain.with_flags().unwrap_or(plain);
        let design = Design::unit(instruction, 1).expect("every latency can be had");
        complaints_one_by_one(name, &lemmas(&design))
    });
    assert_none(found.collect());
}

#[test]
fn single_precision_is_proven() {
    let names = [
        "mul.rn.f32",
        "div.rz.f32",
        "sqrt.rp.f32",
        "rcp.rna.f32",
        "min.f32",
        "max.NaN.f32",
        "abs.f32",
        "setp.lt.f32",
        "set.gtu.and.u32.f32",
        "cvt.rni.s32.f32",
        "cvt.rn.f32.u64",
        "cvt.rm.e5m6.f32",
        "cvt.rn.f32.e8m10",
    ];
    assert_proven(&names.map(str::to_owned));
}

#[test]
fn lanes_of_any_format_are_proven_with_flags_and_a_rounding_port() {
    let names = ["add.rn.e3m4x4", "mul.rz.e3m4x2", "min.e3m2ix4", "sqrt.rna.ftz.e4m3x4"];
    assert_proven(&names.map(str::to_owned));
    let port = instruction("mul.rn.e3m4x2").with_rounding_port().expect("it rounds");
    let design = Design::unit(port, 1).expect("every latency can be had");
    assert_none(complaints_one_by_one("mul.e3m4x2 with a port", &lemmas(&design)));
}

/// Names of instructions with a short proof in formats of few digits. `{f}` is the format.
const SHORT: [&str; 12] = [
    "add.rn.{f}",
    "sub.rm.ftz.sat.{f}",
    "mul.rz.{f}",
    "fma.rn.{f}",
    "fma.rna.ftz.relu.{f}",
    "div.rp.{f}",
    "rcp.rn.{f}",
    "sqrt.rn.{f}",
    "max.xorsign.abs.{f}",
    "setp.ge.{f}",
    "cvt.rz.{f}.f32",
    "cvt.rn.f32.{f}",
];

#[test]
fn every_operation_is_proven_in_drawn_formats_at_any_seed() {
    // The proofs of wide formats take minutes, and `make test-all` has a night for them.
    let is_short = |format: &FloatFormat| share::all() || format.exponent_bits <= 5 && format.fraction_bits <= 8;
    let short = FloatFormat::ieee().filter(|format| is_short(format) && Type::scalar(*format).is_composed());
    let drawn = share::drawn(&short.collect::<Vec<_>>(), 5, &mut seed::random());
    let names = drawn
        .iter()
        .flat_map(|format| SHORT.map(|name| name.replace("{f}", format.word())));
    assert_proven(&names.collect::<Vec<_>>());
}

/// Formats of eight bits or fewer, with and without infinities, and those that share their exponents.
const SHARED_EXPONENTS: [&str; 11] = [
    "e2m1", "e2m3", "e3m2", "e4m3", "e2m1i", "e3m2i", "e4m3i", "e4m7", "e5m2", "e5m12", "e2m5",
];

#[test]
fn conversions_between_formats_with_and_without_infinities_are_proven_at_any_seed() {
    let modifiers = [".satfinite", ".satfinite.relu", "", ".sat", ".relu"];
    let pairs = SHARED_EXPONENTS
        .into_iter()
        .flat_map(|to| SHARED_EXPONENTS.map(|from| (to, from)));
    let names = pairs.filter(|(to, from)| to != from).flat_map(|(to, from)| {
        let roundings = Rounding::ALL.map(|rounding| rounding.modifier().name());
        let each = roundings
            .into_iter()
            .flat_map(move |rounding| modifiers.map(|modifier| (rounding, modifier)));
        each.map(move |(rounding, modifier)| format!("cvt.{rounding}{modifier}.{to}.{from}"))
    });
    // Without infinities a conversion saturates.
    let names: Vec<String> = names.filter(|name| name.parse::<Instruction>().is_ok()).collect();
    assert!(names.len() > 2_000, "{} names", names.len());
    assert_proven(&share::drawn(&names, 150, &mut seed::random()));
}

#[test]
fn integers_and_small_formats_are_proven() {
    let names = ["e2m1", "e2m3", "e3m2", "e4m3"].into_iter().flat_map(|format| {
        [
            format!("cvt.rn.satfinite.{format}.s64"),
            format!("cvt.rp.satfinite.{format}.u8"),
            format!("cvt.rm.satfinite.relu.{format}.s16"),
            format!("cvt.rni.s32.{format}"),
            format!("cvt.rmi.s8.{format}"),
            format!("cvt.rnai.u64.{format}"),
        ]
    });
    assert_proven(&names.collect::<Vec<_>>());
}

#[test]
fn arithmetic_of_eight_bits_is_proven_with_flags_at_any_seed() {
    let names = ["e4m3", "e5m2"].into_iter().flat_map(|format| {
        let of_rounding = move |rounding: Rounding| {
            let word = rounding.modifier().name();
            ["add", "sub", "mul", "fma", "div", "rcp", "sqrt"].map(|operation| format!("{operation}.{word}.{format}"))
        };
        let clamped = ["add.rn.satfinite", "fma.rz.satfinite.relu", "min", "max.NaN"];
        let plain = Rounding::ALL.into_iter().flat_map(of_rounding);
        plain.chain(clamped.map(|name| format!("{name}.{format}")))
    });
    assert_proven(&share::drawn(&names.collect::<Vec<_>>(), 24, &mut seed::random()));
}

#[test]
fn exact_dot_products_are_proven() {
    assert_proven(
        &[
            "dot4.rn.f32.e3m4",
            "dot2.rz.e5m9.e5m6",
            "dot8.rm.f16.e2m1",
            "dot4.rp.e5m6.e2m3",
        ]
        .map(str::to_owned),
    );
}

#[test]
fn a_core_of_many_formats_is_proven() {
    let names = [
        "add.rn.f16",
        "mul.rn.f16x2",
        "add.rn.e5m6x2",
        "fma.rn.e3m4",
        "mul.rn.e3m4x4",
        "fma.rn.e5m6.e3m4",
        "div.rn.e4m3",
        "setp.lt.e3m4x2",
        "set.ne.u32.e5m6",
        "cvt.rn.satfinite.e4m3.e5m6",
    ];
    let plain = names.map(instruction);
    let flagged = plain.map(|one| one.with_flags().unwrap_or(one));
    for (instructions, latency) in [(plain, 2), (flagged, 0)] {
        let core = Design::core(&instructions, latency).expect("there is such a core");
        let mut lemmas = ProofSubject::from_design(&core).lemmas().expect("there is a core");
        lemmas.extend(theorem::module_lemmas(&core).expect("there is a core"));
        assert_none(complaints("the core", &lemmas));
    }
}

#[test]
fn a_mixed_sum_of_products_is_proven() {
    assert_proven(&["fma.rn.e5m6.e3m4", "add.rn.e5m6.e3m2i", "sub.rz.e4m9.e2m3i"].map(str::to_owned));
}

#[test]
fn sums_of_rows_of_any_width_are_products() {
    for bits in (2..=24).step_by(if share::all() { 1 } else { 5 }) {
        for rows in [RowProducts::Pairs, RowProducts::Single] {
            let checked = check_product(&rows.netlist([bits; 2]));
            assert!(
                checked.is_ok() || rows == RowProducts::Single,
                "{bits} bits, {rows:?}: {checked:?}"
            );
        }
    }
}

/// Returns the netlists in which one operator or constant differs.
fn mutants(netlist: &Netlist) -> Vec<Netlist> {
    let mut mutants = Vec::new();
    for (place, node) in netlist.nodes.iter().enumerate() {
        let others: Vec<Op> = match &node.op {
            Op::And => vec![Op::Or, Op::Xor],
            Op::Or => vec![Op::And, Op::Xor],
            Op::Xor => vec![Op::And, Op::Or],
            Op::Add => vec![Op::Xor, Op::Or],
            Op::Any => vec![Op::All],
            Op::All => vec![Op::Any],
            Op::Constant(value) => (0..node.width).map(|bit| Op::Constant(value ^ 1 << bit)).collect(),
            Op::Slice { low } if *low > 0 => vec![Op::Slice { low: low - 1 }],
            _ => Vec::new(),
        };
        let changed = others.into_iter().map(|op| {
            let mut mutant = netlist.clone();
            mutant.nodes[place].op = op;
            mutant
        });
        mutants.extend(changed);
    }
    mutants
}

/// True if the output is the product of the inputs for all their values.
fn is_product(netlist: &Netlist, bits: usize) -> bool {
    let mut graph = Graph::new();
    let inputs = [graph.inputs(bits), graph.inputs(bits)];
    let made = outputs(&mut graph, netlist, &inputs, &mut Schoolbook).swap_remove(0);
    let wanted = graph.multiply(&inputs[0], &inputs[1]);
    let same = graph.equal(&made, &wanted);
    let first = inputs[0][0].node();
    (0..(1_u64 << (2 * bits)).div_ceil(64)).all(|block| {
        let values = graph.simulate(|node| {
            let place = node - first;
            (0..64).fold(0, |word, lane| word | ((block * 64 + lane) >> place & 1) << lane)
        });
        same.of_values(&values) == u64::MAX
    })
}

#[test]
fn products_of_parts_are_products() {
    for bits in 19..=24 {
        let parts = RowProducts::Parts(multiplier_blocks()).netlist([bits; 2]);
        let multiplications = parts.nodes.iter().filter(|node| node.op == Op::Mul);
        assert_eq!(multiplications.count(), 4, "{bits} bits");
        check_product(&parts).unwrap_or_else(|reason| panic!("{bits} bits: {reason}"));
    }
}

/// A block that divides small factors, so that all their values can be tried.
static NARROW: &[&MultiplierBlock] = &[&MultiplierBlock {
    macro_name: "NARROW",
    owner: "nobody",
    widest_factor: 3,
    body: |_| String::new(),
}];

#[test]
fn no_wrong_sum_of_rows_counts_as_a_product() {
    let (mut wrong, mut right) = (0, 0);
    let kinds = [RowProducts::Pairs, RowProducts::Parts(NARROW)];
    for (bits, kind) in [4, 5].into_iter().flat_map(|bits| kinds.map(|kind| (bits, kind))) {
        let netlist = kind.netlist([bits; 2]);
        assert!(is_product(&netlist, bits as usize));
        for mutant in mutants(&netlist) {
            if is_product(&mutant, bits as usize) {
                right += 1;
            } else {
                wrong += 1;
                assert!(check_product(&mutant).is_err(), "{bits} bits: {mutant:?}");
            }
        }
    }
    assert!(wrong > 50, "{wrong} mutants are wrong, {right} right");
}
