//! Proofs of flags together with results, and a check that wrong flags are not proven.

use std::sync::Arc;

use halfpipe_faults::nets::replace;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{Instruction, Operation};
use halfpipe_lemmas::implementation::NetlistUnderProof;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::theorem::{self, ProofSubject};
use halfpipe_lemmas::unit::{datapath, implementation_lemmas};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_netlist::instantiate::instantiate;
use halfpipe_netlist::{Builder, Net, Netlist};
use halfpipe_test_support::{seed, share};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::common::{assert_none, complaints, complaints_one_by_one, instruction};

fn flagged(mnemonic: &str) -> Instruction {
    instruction(mnemonic).with_flags().expect("it raises exceptions")
}

/// Draws the instructions whose flags are proven: selections and small functions, a share of the comparisons of each
/// kind, and a share of the conversions. Sums in the wider formats take half a minute each.
fn proven(mut random: ChaCha8Rng) -> Vec<Instruction> {
    use Operation::{Ex2, Max, Min, Mul, Tanh};
    let is_quick = |instruction: &&Instruction| match instruction.operation() {
        Mul | Min | Max | Tanh | Ex2 => instruction.ty().lanes() == 1,
        _ => instruction.mnemonic() == "add.rn.f16" || instruction.mnemonic() == "sub.rn.ftz.sat.f16",
    };
    let quick = Instruction::arithmetic().iter().filter(is_quick);
    let flagged =
        |list: &[Instruction]| -> Vec<Instruction> { list.iter().filter_map(|plain| plain.with_flags()).collect() };
    let comparisons = share::drawn(&flagged(Instruction::comparison_sample()), 15, &mut random);
    let conversions = share::drawn(&flagged(Instruction::conversions()), 35, &mut random);
    let quick = quick.filter_map(|plain| plain.with_flags());
    quick.chain(comparisons).chain(conversions).collect()
}

#[test]
fn every_function_is_proven_at_any_seed() {
    let all = proven(seed::random());
    let found = all.into_par_iter().with_max_len(1).flat_map_iter(|instruction| {
        let lemmas = ProofSubject::Lane(instruction)
            .lemmas()
            .expect("its factors are the operands");
        complaints_one_by_one(&instruction.to_string(), &lemmas)
    });
    assert_none(found.collect());
}

#[test]
fn fma_is_proven() {
    let all = if share::all() {
        &[
            "fma.rn.f16",
            "fma.rn.bf16",
            "fma.rm.f32.f16",
            "fma.rn.f32.bf16",
            "add.rp.f32.bf16",
        ][..]
    } else {
        &["fma.rn.f16"]
    };
    for mnemonic in all {
        let lemmas = ProofSubject::Lane(flagged(mnemonic))
            .lemmas()
            .expect("its factors are the operands");
        assert_none(complaints(mnemonic, &lemmas));
    }
}

#[test]
fn every_latency_is_the_datapath_of_both_lanes() {
    for mnemonic in [
        "add.f16x2",
        "mul.bf16x2",
        "min.f16x2",
        "ex2.approx.f16x2",
        "setp.gt.or.bf16x2",
        "cvt.rn.f16x2.f32",
    ] {
        let instruction = flagged(mnemonic);
        let lemmas = (0..=max_latency(instruction) + 1).flat_map(|latency| {
            let design = Design::unit(instruction, latency).expect("every latency can be had");
            theorem::module_lemmas(&design).expect("it is no core")
        });
        assert_none(complaints(mnemonic, &lemmas.collect::<Vec<_>>()));
    }
}

#[test]
fn a_core_with_flags_is_proven() {
    let names = [
        "add.f16x2",
        "mul.f16",
        "max.f16x2",
        "abs.f16",
        "set.le.f16.f16",
        "setp.eq.f16x2",
        // In both formats in the lower lane, in one in the upper.
        "tanh.approx.bf16x2",
        "tanh.approx.f16",
        "ex2.approx.f16x2",
        "ex2.approx.ftz.bf16",
        "cvt.rzi.s8.f16",
    ];
    let instructions = names.map(|name| instruction(name).with_flags().unwrap_or(instruction(name)));
    let core = Design::core(&instructions, 1).unwrap();
    let mut lemmas = ProofSubject::from_design(&core).lemmas().expect("there is a core");
    lemmas.extend(theorem::module_lemmas(&core).expect("there is a core"));
    assert!(lemmas.iter().any(|lemma| lemma.kind == LemmaKind::LaneIndependence));
    assert_none(complaints("the core", &lemmas));
}

/// True if hardware is proven to compute an instruction.
fn stands_for(instruction: Instruction, hardware: Netlist) -> bool {
    let lemmas = implementation_lemmas(&[instruction], Arc::new(NetlistUnderProof(Arc::new(hardware))))
        .expect("its factors are the operands");
    lemmas.iter().all(|lemma| lemma.decide().verdict == LemmaVerdict::Holds)
}

/// Builds hardware with an instruction's results and another's flags, both for the same operands.
fn with_flags_of(instruction: Instruction, other: Instruction) -> Netlist {
    let [of_results, of_flags] = [instruction, other].map(datapath);
    let builder = Builder::new();
    let operands = of_results.inputs.iter();
    let operands: Vec<Net<'_>> = operands.map(|port| builder.input(&port.name, port.width)).collect();
    let results = instantiate(&builder, &of_results, &operands);
    let others = instantiate(&builder, &of_flags, &operands);
    let (flags, results_only) = of_results.outputs.split_last().expect("it has flags");
    assert_eq!(flags.name, "flags");
    for (port, net) in results_only.iter().zip(results) {
        builder.output(&port.name, net);
    }
    builder.output(&flags.name, others[others.len() - 1]);
    builder.finish()
}

#[test]
fn flags_of_another_instruction_are_refuted() {
    for (mnemonic, other, are_flags_the_same) in [
        // Both are invalid with any NaN. Their results are not the same.
        ("setp.lt.f16", "setp.gt.f16", true),
        // No finite f16 number is out of the range.
        ("cvt.rni.s32.f16", "cvt.rzi.s32.f16", true),
        ("setp.ltu.f16", "setp.lt.f16", false),
        ("setp.lt.f16", "setp.ltu.f16", false),
        ("mul.f16", "mul.ftz.f16", false),
        ("cvt.rni.s8.f16", "cvt.rzi.s8.f16", false),
        ("cvt.rn.f16.f32", "cvt.rn.ftz.f16.f32", false),
        ("cvt.rz.satfinite.ue8m0x2.f32", "cvt.rp.satfinite.ue8m0x2.f32", false),
        ("cvt.rn.ue5m3x2.f32", "cvt.rz.ue5m3x2.f32", false),
        // The flags come before `.satfinite`.
        ("cvt.rn.ue5m3x2.f32", "cvt.rn.satfinite.ue5m3x2.f32", true),
    ] {
        let [instruction, of_flags] = [mnemonic, other].map(flagged);
        let hardware = with_flags_of(instruction, of_flags);
        assert_eq!(
            stands_for(instruction, hardware),
            are_flags_the_same,
            "{mnemonic} with the flags of {other}"
        );
    }
}

/// Sets or clears a bit of the flags.
fn with_bit(word: Net<'_>, bit: u32, set: bool) -> Net<'_> {
    let mask = word.builder().constant(1 << bit, word.width());
    if set {
        word | mask
    } else {
        word & !mask
    }
}

#[test]
fn every_flag_that_is_always_or_never_raised_is_refuted() {
    for (mnemonic, raised) in [
        ("add.rn.f16", &[0, 2, 4][..]),
        ("mul.rn.f16", &[0, 1, 2, 4]),
        ("min.NaN.bf16", &[4]),
        ("set.neu.f16.f16", &[4]),
        ("tanh.approx.f16", &[0, 1, 4]),
        ("ex2.approx.ftz.bf16", &[0, 1, 2, 4]),
        ("cvt.rn.bf16.f32", &[0, 1, 2, 4]),
        ("cvt.rmi.u8.f16", &[0, 4]),
        ("cvt.rn.f16.s32", &[0, 2]),
    ] {
        let instruction = flagged(mnemonic);
        let hardware = datapath(instruction);
        assert!(stands_for(instruction, hardware.as_ref().clone()), "{mnemonic}");
        // A bit that is raised, and one that is not, of each instruction; or all.
        for bit in (0..5)
            .filter(|bit| share::all() || *bit == raised[0] || (0..5).find(|bit| !raised.contains(bit)) == Some(*bit))
        {
            let never = replace(&hardware, "flags.word", |at| with_bit(at.original(), bit, false));
            let is_raised = raised.contains(&bit);
            assert_eq!(
                stands_for(instruction, never),
                !is_raised,
                "{mnemonic} without bit {bit}"
            );
            let always = replace(&hardware, "flags.word", |at| with_bit(at.original(), bit, true));
            assert!(!stands_for(instruction, always), "{mnemonic} with bit {bit}");
        }
    }
}

#[test]
fn planted_faults_are_refuted() {
    type Wrong = for<'n> fn(Net<'n>) -> Net<'n>;
    let one: Wrong = |net| net.builder().constant(1, 1);
    let zero: Wrong = |net| net.builder().zero();
    for (mnemonic, path, wrong) in [
        ("mul.rn.f16", "flags.finite", one),
        ("mul.rn.f16", "flags.tiny", zero),
        ("mul.rn.f16", "flags.signalling", zero),
        ("add.rn.f16", "flags.finite", one),
        ("max.f16", "flags.signalling", zero),
        ("ex2.approx.f16", "flags.vanishes", zero),
        ("ex2.approx.f16", "flags.finite", one),
        ("cvt.rni.s8.f16", "flags.is_least", zero),
        ("cvt.rn.f16.f32", "flags.becomes_normal", zero),
    ] {
        let instruction = flagged(mnemonic);
        let broken = replace(&datapath(instruction), path, |at| wrong(at.original()));
        assert!(!stands_for(instruction, broken), "{mnemonic} with {path}");
    }
}
