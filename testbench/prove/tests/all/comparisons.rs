//! Proofs of every comparison at every latency, and a check that a wrong one is not proven.
//!
//! A solver proves all of them in seconds, so only those of CUDA are in the ledger.

use std::sync::Arc;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{Instruction, Modifier};
use halfpipe_lemmas::implementation::NetlistUnderProof;
use halfpipe_lemmas::theorem::{self, ProofSubject};
use halfpipe_lemmas::unit::{datapath, implementation_lemmas};
use halfpipe_lemmas::verdict::LemmaVerdict;
use rayon::prelude::*;

use crate::common::{assert_none, complaints, complaints_one_by_one, instruction};

#[test]
fn every_comparison_is_proven_at_every_latency() {
    let found = Instruction::comparisons().par_iter().flat_map_iter(|instruction| {
        let subject = ProofSubject::Lane(*instruction);
        let lemmas = subject.lemmas().expect("nothing is multiplied");
        let mut found = complaints_one_by_one(&instruction.to_string(), &lemmas);
        for latency in 0..=max_latency(*instruction) + 1 {
            let design = Design::unit(*instruction, latency).expect("every latency can be had");
            let lemmas = theorem::module_lemmas(&design).expect("it is no core");
            found.extend(complaints_one_by_one(
                &format!("{instruction} at latency {latency}"),
                &lemmas,
            ));
        }
        found
    });
    assert_none(found.collect());
}

/// True if the hardware of one comparison can be proven to compute another comparison with the same register types.
fn stands_for(hardware: Instruction, other: Instruction) -> bool {
    let lemmas = implementation_lemmas(&[other], Arc::new(NetlistUnderProof(datapath(hardware))))
        .expect("nothing is multiplied");
    lemmas.iter().all(|lemma| lemma.decide().verdict == LemmaVerdict::Holds)
}

#[test]
fn no_comparison_is_proven_to_be_another() {
    for kind in [
        "setp.*.f16",
        "setp.*.bf16",
        "setp.*.f16x2",
        "set.*.u32.bf16x2",
        "set.*.ftz.f16.f16",
    ] {
        let named = |middle: &str| instruction(&kind.replace('*', middle));
        for one in Modifier::CMP_OPS {
            for other in Modifier::CMP_OPS {
                let [hardware, specified] = [one, other].map(|relation| named(relation.name()));
                assert_eq!(
                    stands_for(hardware, specified),
                    one == other,
                    "{hardware} for {specified}"
                );
            }
        }
        let [hardware, specified] = ["lt.and", "lt.or"].map(named);
        assert!(!stands_for(hardware, specified), "{hardware} for {specified}");
    }
    let [flushing, keeping] = ["setp.lt.ftz.f16", "setp.lt.f16"].map(instruction);
    assert!(!stands_for(flushing, keeping) && !stands_for(keeping, flushing));
}

#[test]
fn a_core_of_comparisons_and_arithmetic_is_proven() {
    let names = [
        "setp.lt.f16",
        "setp.leu.and.f16x2",
        "setp.neu.xor.bf16x2",
        "set.gt.f16x2.f16x2",
        "set.eq.or.s32.bf16",
        "set.nan.ftz.u32.f16x2",
        "max.f16x2",
    ];
    let design = Design::core(&names.map(instruction), 0).unwrap();
    let mut lemmas = ProofSubject::from_design(&design)
        .lemmas()
        .expect("nothing is multiplied");
    lemmas.extend(theorem::module_lemmas(&design).expect("there is such a core"));
    assert_none(complaints("the core", &lemmas));
}
