//! Proofs of every conversion at every latency, and a check that a wrong one is not proven.

use std::sync::Arc;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_lemmas::implementation::NetlistUnderProof;
use halfpipe_lemmas::theorem::{self, ProofSubject};
use halfpipe_lemmas::unit::{datapath, implementation_lemmas};
use halfpipe_lemmas::verdict::LemmaVerdict;
use rayon::prelude::*;

use crate::common::{assert_none, complaints, complaints_one_by_one, instruction};

#[test]
fn every_conversion_is_proven() {
    let all = Instruction::conversions().par_iter().with_max_len(1);
    let found = all.flat_map_iter(|instruction| {
        let lemmas = ProofSubject::Lane(*instruction)
            .lemmas()
            .expect("nothing is multiplied");
        complaints_one_by_one(&instruction.to_string(), &lemmas)
    });
    assert_none(found.collect());
}

#[test]
fn every_latency_is_the_datapath() {
    let all = Instruction::conversions().par_iter().with_max_len(1);
    let found = all.flat_map_iter(|instruction| {
        let latencies = 0..=max_latency(*instruction) + 1;
        latencies.flat_map(move |latency| {
            let design = Design::unit(*instruction, latency).expect("every latency can be had");
            let lemmas = theorem::module_lemmas(&design).expect("it is no core");
            complaints_one_by_one(&format!("{instruction} at latency {latency}"), &lemmas)
        })
    });
    assert_none(found.collect());
}

/// True if the hardware of one conversion can be proven to compute another conversion with the same register types.
fn stands_for(hardware: Instruction, other: Instruction) -> bool {
    let lemmas = implementation_lemmas(&[other], Arc::new(NetlistUnderProof(datapath(hardware))))
        .expect("nothing is multiplied");
    lemmas.iter().all(|lemma| lemma.decide().verdict == LemmaVerdict::Holds)
}

#[test]
fn no_conversion_is_proven_to_be_another() {
    for (types, modifiers) in [
        (
            "f16.f32",
            &[
                "rn",
                "rz",
                "rm",
                "rp",
                "rp.ftz",
                "rn.sat",
                "rz.relu",
                "rn.satfinite",
                "rn.relu.satfinite",
            ][..],
        ),
        ("f32.bf16", &["ftz"]),
        ("bf16.f16", &["rn", "rz", "rm", "rp"]),
        ("s32.f16", &["rni", "rzi", "rmi", "rpi"]),
        ("f16.f16", &["rni", "rzi", "rmi", "rpi", "sat", "rni.sat"]),
        ("f16.u8", &["rn", "rn.sat"]),
        ("bf16.s16", &["rn", "rz", "rm", "rp"]),
        ("bf16x2.f32", &["rs", "rs.relu", "rs.satfinite"]),
        ("e4m3x2.f16x2", &["rn.satfinite", "rn.satfinite.relu"]),
        ("f16x2.e2m1x2", &["rn", "rn.relu"]),
        ("ue8m0x2.f32", &["rz", "rp", "rz.satfinite", "rp.satfinite"]),
        (
            "ue5m3x2.f16x2",
            &["rn", "rz", "rp", "rn.satfinite", "rz.satfinite", "rp.satfinite"],
        ),
        (
            "ue5m3x2.bf16x2",
            &["rn", "rz", "rp", "rn.satfinite", "rz.satfinite", "rp.satfinite"],
        ),
        (
            "e2m1x2.bf16x2",
            &["rn.satfinite", "rz.satfinite", "rn.satfinite.relu", "rz.satfinite.relu"],
        ),
        ("bf16x2.e5m2x2", &["rn", "rn.relu", "rn.satfinite", "rn.satfinite.relu"]),
    ] {
        let named = |modifiers: &str| instruction(&format!("cvt.{modifiers}.{types}"));
        for one in modifiers {
            for other in modifiers {
                let [hardware, specified] = [one, other].map(|modifiers| named(modifiers));
                assert_eq!(
                    stands_for(hardware, specified),
                    one == other,
                    "{hardware} for {specified}"
                );
            }
        }
    }
    let [keeping, flushing] = ["cvt.f32.bf16", "cvt.ftz.f32.bf16"].map(instruction);
    assert!(!stands_for(keeping, flushing) && !stands_for(flushing, keeping));
    // No f16 number is subnormal in single precision.
    let [keeping, flushing] = ["cvt.f32.f16", "cvt.ftz.f32.f16"].map(instruction);
    assert!(stands_for(keeping, flushing) && stands_for(flushing, keeping));
}

#[test]
fn conversions_that_share_a_datapath_are_proven() {
    for names in [
        &[
            "cvt.rzi.s32.f16",
            "cvt.rni.s32.f16",
            "cvt.rn.f16.s32",
            "cvt.rn.f16.u32",
            "cvt.rn.f16.f32",
        ][..],
        &["cvt.rni.u8.f16", "cvt.rn.f16.u8"],
        &["cvt.rmi.s16.bf16", "cvt.rp.bf16.s8", "cvt.rz.bf16.u32"],
        &[
            "cvt.rni.s8.f16",
            "cvt.rpi.u16.f16",
            "cvt.rzi.u32.f16",
            "cvt.rm.sat.f16.s16",
        ],
        &[
            "cvt.rp.ftz.sat.f16.f32",
            "cvt.rz.relu.satfinite.f16.f32",
            "cvt.rm.f16.f32",
        ],
        &[
            "cvt.rz.relu.bf16.f32",
            "cvt.rn.satfinite.bf16.f32",
            "cvt.rn.ftz.bf16.f32",
            "cvt.rni.s8.bf16",
        ],
        &["cvt.rzi.u32.bf16"],
    ] {
        let all: Vec<Instruction> = names.iter().map(|name| instruction(name)).collect();
        for latency in [0, 2] {
            let design = Design::core(&all, latency).unwrap();
            let mut lemmas = ProofSubject::from_design(&design)
                .lemmas()
                .expect("nothing is multiplied");
            lemmas.extend(theorem::module_lemmas(&design).expect("there is such a core"));
            assert_none(complaints(&names.join(", "), &lemmas));
        }
    }
}

#[test]
fn a_core_of_conversions_and_others_is_proven() {
    let names = [
        "cvt.f32.f16",
        "cvt.rn.f16.f32",
        "cvt.rzi.s32.f16",
        "cvt.rn.bf16.u32",
        "cvt.rn.satfinite.e4m3x2.f16x2",
        "cvt.rn.f16x2.e2m1x2",
        "cvt.rs.f16x2.f32",
        "setp.lt.f16x2",
        "max.f16x2",
        "mul.rn.f16",
    ];
    let design = Design::core(&names.map(instruction), 0).unwrap();
    let mut lemmas = ProofSubject::from_design(&design)
        .lemmas()
        .expect("its factors are its operands");
    lemmas.extend(theorem::module_lemmas(&design).expect("there is such a core"));
    assert_none(complaints("the core", &lemmas));
}
