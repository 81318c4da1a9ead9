//! Proofs of division, reciprocal and square root.

use std::sync::Arc;

use halfpipe_faults::nets::replace;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_lemmas::implementation::NetlistUnderProof;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_lemmas::theorem::{self, ProofSubject};
use halfpipe_lemmas::unit::{datapath, implementation_lemmas};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_netlist::Netlist;
use halfpipe_test_support::{seed, share};
use rayon::prelude::*;

use crate::common::{assert_none, complaints_one_by_one, instruction};

/// The number of functions that are proven, and of modules at every latency; all with `HALFPIPE_TEST_ALL`.
const FUNCTIONS: usize = 12;
const MODULES: usize = 3;

/// Returns the lanes with fixed roundings and with a port, each without and with flags.
fn lanes() -> Vec<Instruction> {
    let all = Instruction::functions().iter().copied();
    let lanes = all.filter(|instruction| instruction.ty().lanes() == 1);
    let mut all: Vec<Instruction> = lanes
        .flat_map(|plain| [Some(plain), plain.with_rounding_port()])
        .flatten()
        .flat_map(|plain| [Some(plain), plain.with_flags()])
        .flatten()
        .collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn functions_are_proven_at_any_seed() {
    let unproven = |subject: &Instruction| {
        let lemmas = ProofSubject::Lane(*subject).lemmas().expect("nothing is multiplied");
        complaints_one_by_one(&subject.to_string(), &lemmas)
    };
    let tried = share::drawn(&lanes(), FUNCTIONS, &mut seed::random());
    assert_none(tried.par_iter().with_max_len(1).flat_map_iter(unproven).collect());
}

#[test]
fn modules_are_their_datapath_at_every_latency_at_any_seed() {
    let tried = share::drawn(Instruction::functions(), MODULES, &mut seed::random());
    let found = tried.par_iter().with_max_len(1).flat_map_iter(|instruction| {
        (0..=max_latency(*instruction) + 1).flat_map(move |latency| {
            let design = Design::unit(*instruction, latency).expect("every latency can be had");
            let lemmas = theorem::module_lemmas(&design).expect("it is no core");
            complaints_one_by_one(&format!("{instruction} at latency {latency}"), &lemmas)
        })
    });
    assert_none(found.collect());
}

/// Returns the first lemma that does not hold for a netlist.
fn refuted(subject: Instruction, netlist: Netlist) -> Option<LemmaKind> {
    let implementation = Arc::new(NetlistUnderProof(Arc::new(netlist)));
    let lemmas = implementation_lemmas(&[subject], implementation).expect("nothing is multiplied");
    let is_refuted = |lemma: &Lemma| lemma.decide().verdict != LemmaVerdict::Holds;
    lemmas.into_iter().find(is_refuted).map(|lemma| lemma.kind)
}

#[test]
fn no_rounding_is_proven_to_be_another() {
    let names = ["rn", "rz", "rm", "rp", "rna"].map(|rounding| format!("div.{rounding}.bf16"));
    for one in &names {
        for other in &names {
            let netlist = (*datapath(instruction(one))).clone();
            let is_proven = refuted(instruction(other), netlist).is_none();
            assert_eq!(is_proven, one == other, "{one} for {other}");
        }
    }
}

#[test]
fn a_wrong_digit_is_refuted_wherever_it_is() {
    for name in ["div.rn.f16", "div.rp.ftz.bf16"] {
        let subject = instruction(name);
        let netlist = datapath(subject);
        for row in 1..=subject.ty().result_format().fraction_bits + 1 {
            let wrong = replace(&netlist, &format!("digit_{row}.digit"), |at| !at.original());
            assert_eq!(
                refuted(subject, wrong),
                Some(LemmaKind::FiniteOperands),
                "{name}, digit {row}"
            );
        }
    }
}

#[test]
fn a_core_with_every_function_is_proven() {
    let names = [
        "div.f16x2",
        "div.rz.bf16",
        "rcp.ftz.bf16",
        "rcp.rp.f16",
        "sqrt.rm.f16",
        "sqrt.bf16x2",
        "add.f16",
    ];
    let flagged = |name: &str| instruction(name).with_flags().expect("it raises exceptions");
    let core = Design::core(&names.map(flagged), 2).unwrap();
    let lemmas = ProofSubject::Core(&core).lemmas().unwrap();
    assert_none(complaints_one_by_one("the core", &lemmas));
    assert_none(complaints_one_by_one(
        "the core",
        &theorem::module_lemmas(&core).unwrap(),
    ));
}
