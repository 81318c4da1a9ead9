//! Proofs of arithmetic in the roundings that PTX does not have, and of rounding ports.

use std::sync::Arc;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{Instruction, Operation, Rounding};
use halfpipe_lemmas::implementation::NetlistUnderProof;
use halfpipe_lemmas::theorem::{self, ProofSubject};
use halfpipe_lemmas::unit::{datapath, implementation_lemmas, netlist_lemmas};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_netlist::instantiate::instantiate;
use halfpipe_netlist::{Builder, Net, Netlist};
use halfpipe_test_support::{seed, share};
use rayon::prelude::*;

use crate::common::{assert_none, complaints_one_by_one, instruction};

/// The number of functions that are proven, of those that take seconds, and of modules at every latency; all with
/// `HALFPIPE_TEST_ALL`.
const DRAWN: usize = 5;

/// True if a proof takes a second or two: no sum in a wide format, and no fused multiply-add of halves.
fn is_quick(instruction: &Instruction) -> bool {
    let is_wide = instruction.ty().result_format().exponent_bits == 8;
    let fuses = instruction.operation() == Operation::Fma && !instruction.has_eight_bits();
    !fuses && (!is_wide || instruction.operation() == Operation::Mul)
}

/// Returns the quick lanes in other roundings, each without and with flags if it has them.
fn lanes() -> Vec<Instruction> {
    let all = Instruction::other_roundings().iter().copied();
    let lanes = all.filter(|instruction| instruction.ty().lanes() == 1 && is_quick(instruction));
    lanes
        .flat_map(|plain| [Some(plain), plain.with_flags()])
        .flatten()
        .collect()
}

/// Returns the sums, products and conversions with a rounding port, without and with flags.
fn with_port() -> Vec<Instruction> {
    let all = Instruction::all()
        .iter()
        .filter(|instruction| !instruction.operation().is_function());
    let is_nearest = |instruction: &&Instruction| instruction.rounding() == Rounding::NearestEven;
    let ports = all.filter(is_nearest).filter_map(|plain| plain.with_rounding_port());
    let with_flags = |port: Instruction| port.with_flags().filter(|flagged| *flagged != port);
    ports
        .flat_map(|port| [Some(port), with_flags(port)])
        .flatten()
        .collect()
}

fn unproven(subject: Instruction) -> Vec<String> {
    let lemmas = ProofSubject::Lane(subject)
        .lemmas()
        .expect("its factors are its operands");
    complaints_one_by_one(&subject.to_string(), &lemmas)
}

#[test]
fn functions_are_proven_at_any_seed() {
    let tried = share::drawn(&lanes(), DRAWN, &mut seed::random());
    let found = tried.into_par_iter().with_max_len(1).flat_map_iter(unproven);
    assert_none(found.collect());
}

#[test]
fn functions_of_rounding_ports_are_proven_at_any_seed() {
    let is_quick = |instruction: &Instruction| instruction.ty().lanes() == 1 && is_quick(instruction);
    let quick: Vec<Instruction> = with_port().into_iter().filter(is_quick).collect();
    let tried = share::drawn(&quick, DRAWN, &mut seed::random());
    let found = tried.into_par_iter().with_max_len(1).flat_map_iter(unproven);
    assert_none(found.collect());
}

/// A fused multiply-add of f16 takes some seconds, the others up to a minute.
#[test]
fn functions_of_fma_are_proven_at_any_seed() {
    let is_fma = |instruction: &&Instruction| {
        let is_long = instruction.ty().result_format().exponent_bits == 8;
        instruction.operation() == Operation::Fma && instruction.ty().lanes() == 1 && (share::all() || !is_long)
    };
    let all = Instruction::other_roundings().iter().filter(is_fma);
    let all: Vec<Instruction> = all
        .copied()
        .filter(|instruction| !instruction.has_eight_bits())
        .collect();
    let tried = share::drawn(&all, 1, &mut seed::random());
    assert_none(tried.into_iter().flat_map(unproven).collect());
}

#[test]
fn modules_are_their_datapath_at_every_latency_at_any_seed() {
    let all = [Instruction::other_roundings(), &with_port()].concat();
    let tried = share::drawn(&all, DRAWN, &mut seed::random());
    let found = tried.par_iter().with_max_len(1).flat_map_iter(|instruction| {
        (0..=max_latency(*instruction) + 1).flat_map(move |latency| {
            let design = Design::unit(*instruction, latency).expect("every latency can be had");
            let lemmas = theorem::module_lemmas(&design).expect("it is no core");
            complaints_one_by_one(&format!("{instruction} at latency {latency}"), &lemmas)
        })
    });
    assert_none(found.collect());
}

/// True if the lemmas hold for hardware.
fn hold(lemmas: Result<Vec<halfpipe_lemmas::lemma::Lemma>, impl std::fmt::Debug>) -> bool {
    let mut lemmas = lemmas.expect("its factors are its operands").into_iter();
    lemmas.all(|lemma| lemma.decide().verdict == LemmaVerdict::Holds)
}

/// The test of a commit compares one pair of roundings in so many.
const PAIRS: usize = 3;

#[test]
fn no_rounding_is_proven_to_be_another() {
    for (pattern, start) in ["add.{}.f16", "mul.{}.bf16", "fma.{}.e4m3"].into_iter().zip(0..) {
        let names = ["rn", "rz", "rm", "rp", "rna"].map(|rounding| pattern.replace("{}", rounding));
        for (place, one) in names.iter().enumerate() {
            for (other_place, other) in names.iter().enumerate() {
                if !share::is_tried(start + place + other_place, PAIRS) {
                    continue;
                }
                let hardware = Arc::new(NetlistUnderProof(datapath(instruction(one))));
                let is_proven = hold(implementation_lemmas(&[instruction(other)], hardware));
                assert_eq!(is_proven, one == other, "{one} for {other}");
            }
        }
    }
}

/// Returns a datapath with a rounding port whose code is changed on the way.
fn with_changed_code(subject: Instruction, change: impl for<'n> Fn(Net<'n>) -> Net<'n>) -> Netlist {
    let inner = datapath(subject);
    let builder = Builder::new();
    let inputs: Vec<Net> = inner
        .inputs
        .iter()
        .map(|port| builder.input(port.name.as_str(), port.width))
        .collect();
    let (code, operands) = inputs.split_last().expect("the last input is the rounding");
    let inputs = [operands, &[change(*code)]].concat();
    for (port, net) in inner.outputs.iter().zip(instantiate(&builder, &inner, &inputs)) {
        builder.output(&port.name, net);
    }
    builder.finish()
}

#[test]
fn a_port_with_another_encoding_is_refuted() {
    let subject = instruction("mul.bf16").with_rounding_port().unwrap();
    let is_proven = |change: for<'n> fn(Net<'n>) -> Net<'n>| {
        hold(netlist_lemmas(subject, Arc::new(with_changed_code(subject, change))))
    };
    assert!(is_proven(|code| code));
    // Up and down exchanged; the high bit lost; toward zero for nearest.
    assert!(!is_proven(|code| code.high(2).join(code.bit(0) ^ code.bit(1))));
    assert!(!is_proven(|code| code.low(2).zero_extend(3)));
    assert!(!is_proven(|code| code.high(2).join(code.bit(0) | !code.any())));
    // Codes above 4 are unspecified.
    assert!(is_proven(|code| code
        .top_bit()
        .join(code.low(2).only_if(!code.top_bit()))));
}

#[test]
fn a_core_with_a_rounding_port_is_proven() {
    let with_port = |name: &str| instruction(name).with_rounding_port().unwrap();
    let instructions = [
        with_port("mul.f16x2"),
        with_port("add.f16"),
        instruction("min.f16"),
        instruction("cvt.rna.f16.f32"),
        instruction("cvt.rp.bf16.s16"),
    ];
    let core = Design::core(&instructions, 1).unwrap();
    let lemmas = ProofSubject::Core(&core).lemmas().unwrap();
    assert_none(complaints_one_by_one("the core", &lemmas));
    assert_none(complaints_one_by_one(
        "the core",
        &theorem::module_lemmas(&core).unwrap(),
    ));
}
