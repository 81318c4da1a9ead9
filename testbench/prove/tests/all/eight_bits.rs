//! Proofs of arithmetic in e4m3 and e5m2 at every latency, and a check that no instruction is proven to be another.

use std::sync::Arc;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_lemmas::implementation::NetlistUnderProof;
use halfpipe_lemmas::theorem::{self, ProofSubject};
use halfpipe_lemmas::unit::{datapath, implementation_lemmas};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_test_support::{seed, share};
use rayon::prelude::*;

use crate::common::{assert_none, complaints_one_by_one, instruction};

#[test]
fn every_function_is_proven() {
    let lanes = Instruction::eight_bit().iter();
    let lanes: Vec<&Instruction> = lanes.filter(|instruction| instruction.ty().lanes() == 1).collect();
    let lanes = lanes.into_par_iter().with_max_len(1).enumerate();
    // The test of a commit proves every other one.
    let tried = lanes.filter(|(place, _)| share::is_tried(*place, 2));
    let found = tried.flat_map_iter(|(_, instruction)| {
        let lemmas = ProofSubject::Lane(*instruction)
            .lemmas()
            .expect("its factors are its operands");
        complaints_one_by_one(&instruction.to_string(), &lemmas)
    });
    assert_none(found.collect());
}

/// The number of instructions that are proven at each latency; all with `HALFPIPE_TEST_ALL`.
const AT_EVERY_LATENCY: usize = 8;

#[test]
fn every_latency_is_the_datapath_in_every_lane_at_any_seed() {
    let tried = share::drawn(Instruction::eight_bit(), AT_EVERY_LATENCY, &mut seed::random());
    let found = tried.par_iter().with_max_len(1).flat_map_iter(|instruction| {
        (0..=max_latency(*instruction) + 1).flat_map(move |latency| {
            let design = Design::unit(*instruction, latency).expect("every latency can be had");
            let is_of_lane =
                matches!(ProofSubject::from_design(&design), ProofSubject::Lane(lane) if lane.ty().lanes() == 1);
            assert!(is_of_lane, "{instruction} is proven as one of its lanes");
            let lemmas = theorem::module_lemmas(&design).expect("it is no core");
            complaints_one_by_one(&format!("{instruction} at latency {latency}"), &lemmas)
        })
    });
    assert_none(found.collect());
}

/// True if the hardware of one instruction can be proven to compute another instruction with the same operands.
fn stands_for(hardware: Instruction, other: Instruction) -> bool {
    match implementation_lemmas(&[other], Arc::new(NetlistUnderProof(datapath(hardware)))) {
        Ok(lemmas) => lemmas.iter().all(|lemma| lemma.decide().verdict == LemmaVerdict::Holds),
        Err(_) => false,
    }
}

#[test]
fn no_instruction_is_proven_to_be_another() {
    for names in [
        &["add.rn.e4m3", "add.rn.satfinite.e4m3", "add.rn.e5m2", "sub.rn.e4m3"][..],
        &[
            "mul.rn.e4m3",
            "mul.rn.satfinite.e4m3",
            "mul.rn.e5m2",
            "mul.rn.satfinite.e5m2",
        ],
        &[
            "fma.rn.e4m3",
            "fma.rn.satfinite.e4m3",
            "fma.rn.satfinite.relu.e4m3",
            "fma.rn.e5m2",
        ],
        &["min.e4m3", "min.NaN.e4m3", "max.e4m3", "min.e5m2"],
    ] {
        for one in names {
            for other in names {
                let [hardware, specified] = [one, other].map(|name| instruction(name));
                assert_eq!(
                    stands_for(hardware, specified),
                    one == other,
                    "{hardware} for {specified}"
                );
            }
        }
    }
}
