//! The small divider of a core of RISC-V: its proofs, and faults that they find.

use halfpipe_hdl::zfh::{parts, Divider, Group, Part, ZfhSpec};
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_lemmas::zfh::lemmas_of_part;
use halfpipe_netlist::Op;

use crate::common::{assert_none, complaints};

/// A core with the small divider.
fn core() -> ZfhSpec {
    ZfhSpec {
        divider: Divider::Small,
        ..ZfhSpec::default()
    }
}

/// Returns its divider.
fn divider() -> Part {
    let mut parts = parts(&core()).unwrap().into_iter();
    parts.find(|part| part.group == Group::Divsqrt).unwrap()
}

/// Returns the divider with one operator of its netlist replaced.
fn with_fault(net: &str, fault: Op) -> Part {
    let mut part = divider();
    let lane = &mut part.module.lane;
    let id = lane.find(net).unwrap_or_else(|| panic!("the divider has no net {net}"));
    lane.nodes[id.index()].op = fault;
    part
}

/// Returns the lemmas about a divider, those for most exponent fields of a dividend left out: each takes seconds.
fn lemmas(part: &Part) -> Vec<Lemma> {
    let all = lemmas_of_part(&core(), part).unwrap();
    let is_kept = |lemma: &Lemma| !matches!(lemma.kind, LemmaKind::Exponent(field) if field != SUBNORMAL);
    all.into_iter().filter(is_kept).collect()
}

/// The exponent field of a subnormal dividend.
const SUBNORMAL: u64 = 0;

#[test]
fn the_small_divider_is_proven() {
    assert_none(complaints("the small divider", &lemmas(&divider())));
}

#[test]
fn faults_of_the_small_divider_are_refuted() {
    let faults = [
        ("step.difference", Op::Add, "fsqrt.h: datapath"),
        ("step.waits", Op::And, "fdiv.h: exponent 0"),
        ("normalise.is_low", Op::And, "fsqrt.h: datapath"),
        ("normalise.remainder_is_lower", Op::Or, "fsqrt.h: datapath"),
        ("normalise.divisor_is_lower", Op::Or, "fdiv.h: exponent 0"),
        ("normalise.corrects", Op::Or, "fsqrt.h: datapath"),
        ("step.digit", Op::Or, "fsqrt.h: datapath"),
        ("digits.inexact", Op::Or, "fdiv.h: exponent 0"),
        ("round.is_largest", Op::Or, "fsqrt.h: datapath"),
        ("load_a.special", Op::And, "fsqrt.h: box"),
        ("load_b.special", Op::And, "fdiv.h: box"),
        ("handshake.next_busy", Op::Or, "fdiv.h: flush"),
        ("handshake.next_valid", Op::Or, "fdiv.h: idle"),
    ];
    for (net, fault, name) in faults {
        assert!(fails(&with_fault(net, fault), name), "{net}: {name}");
    }
}

/// True if the lemma of this name about a divider fails.
fn fails(part: &Part, name: &str) -> bool {
    let lemmas = lemmas(part);
    let lemma = lemmas.iter().find(|lemma| lemma.name() == name).unwrap();
    matches!(lemma.decide().verdict, LemmaVerdict::Fails(_))
}

#[test]
fn a_small_divider_that_looks_at_its_inputs_too_late_is_refuted() {
    let rm = |part: &Part| {
        let mut ports = part.module.lane.inputs.iter();
        ports.find(|port| port.name == "rm").unwrap().net
    };
    // The rounding of an operation that is offered while the divider works.
    let mut part = divider();
    let mode = part.module.lane.find("state.mode").unwrap();
    let late = rm(&part);
    let mut registers = part.module.lane.iteration.as_mut().unwrap().registers.iter_mut();
    registers.find(|register| register.net == mode).unwrap().next = late;
    assert!(fails(&part, "fdiv.h: busy"));
    // The operand, which is offered beside the result.
    let mut part = divider();
    let lane = &mut part.module.lane;
    lane.outputs[0].net = lane.inputs[0].net;
    assert!(fails(&part, "fdiv.h: control"));
}

#[test]
fn a_limit_that_is_one_cycle_too_short_is_refuted() {
    let mut part = divider();
    assert_eq!(part.module.latency, 17);
    part.module.latency -= 1;
    assert!(fails(&part, "fdiv.h: valid"));
    assert!(fails(&part, "fsqrt.h: valid"));
}
