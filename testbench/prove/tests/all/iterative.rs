//! Iterative units: their proofs, and faults that the proofs find.

use std::sync::Arc;

use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_isa::Instruction;
use halfpipe_netlist::{Module, Netlist, Op};
use halfpipe_prove::kind::LemmaKind;
use halfpipe_prove::lemma::Lemma;
use halfpipe_prove::unit::{iterative_lemmas, module_lemmas};
use halfpipe_prove::verdict::LemmaVerdict;

use crate::common::{assert_none, complaints, instruction};

fn unit(instruction: Instruction) -> Design {
    Design::from_spec(&DesignSpec::iterative(instruction)).unwrap()
}

/// Returns the complaints about the unit of an instruction, with flags or without.
fn complaints_of(name: &str, flags: bool) -> Vec<String> {
    let plain = instruction(name);
    let tried = if flags { plain.with_flags().unwrap() } else { plain };
    complaints(&tried.to_string(), &module_lemmas(&unit(tried)))
}

#[test]
fn units_of_one_operand_are_proven_in_every_rounding() {
    for operation in ["rcp", "sqrt"] {
        for rounding in ["rn", "rz", "rm", "rp", "rna"] {
            for flags in [false, true] {
                assert_none(complaints_of(&format!("{operation}.{rounding}.bf16"), flags));
            }
        }
    }
    for name in ["sqrt.rn.ftz.f16", "sqrt.rp.f16x2", "rcp.rm.bf16x2", "rcp.rn.f16"] {
        assert_none(complaints_of(name, true));
    }
    for name in ["sqrt.rn.f16", "rcp.rn.bf16"] {
        let port = instruction(name).with_rounding_port().unwrap();
        assert_none(complaints(&port.to_string(), &module_lemmas(&unit(port))));
    }
}

#[test]
fn the_handshake_of_a_quotient_is_proven_and_its_lanes_and_signs() {
    for name in ["div.rn.f16", "div.rz.f16x2", "div.rm.f16"] {
        let lemmas = module_lemmas(&unit(instruction(name).with_flags().unwrap()));
        assert_eq!(lemmas.iter().filter(|lemma| is_exponent(lemma)).count(), 32);
        let others: Vec<Lemma> = lemmas.into_iter().filter(|lemma| !is_exponent(lemma)).collect();
        assert_none(complaints(name, &others));
    }
}

fn is_exponent(lemma: &Lemma) -> bool {
    matches!(lemma.kind, LemmaKind::Exponent(_))
}

#[test]
#[ignore = "takes half a minute for each quotient of bf16, and a minute and a half for one of f16"]
fn quotients_are_proven() {
    for name in ["div.rn.bf16", "div.rp.bf16", "div.rn.f16"] {
        assert_none(complaints_of(name, false));
    }
    assert_none(complaints_of("div.rm.f16x2", true));
    let port = instruction("div.rn.f16").with_rounding_port().unwrap();
    assert_none(complaints(&port.to_string(), &module_lemmas(&unit(port))));
}

/// Returns the unit of an instruction with one operator of its netlist replaced.
fn with_fault(name: &str, net: &str, fault: Op) -> Vec<Lemma> {
    let design = unit(instruction(name));
    let module = design.module();
    let mut lane: Netlist = module.lane.clone();
    let id = lane.find(net).unwrap_or_else(|| panic!("{name} has no net {net}"));
    lane.nodes[id.index()].op = fault;
    let module = Module {
        lane,
        ..Module::clone(module)
    };
    iterative_lemmas(design.instruction(), Arc::new(module))
}

/// Returns the names of the lemmas that fail.
fn failing(lemmas: &[Lemma]) -> Vec<String> {
    let fails = |lemma: &&Lemma| matches!(lemma.decide().verdict, LemmaVerdict::Fails(_));
    lemmas.iter().filter(fails).map(Lemma::name).collect()
}

#[test]
fn a_broken_step_is_refuted() {
    // A remainder that adds, a digit that is never taken back, and a count that ends elsewhere.
    assert_eq!(
        failing(&with_fault("sqrt.rn.bf16", "step.difference", Op::Add)),
        ["datapath"]
    );
    assert_eq!(
        failing(&with_fault("rcp.rn.bf16", "step.difference", Op::Add)),
        ["datapath"]
    );
    assert_eq!(failing(&with_fault("rcp.rn.bf16", "step.waits", Op::And)), ["datapath"]);
    assert_eq!(
        failing(&with_fault("sqrt.rn.bf16", "handshake.last", Op::Any)),
        ["valid", "datapath"]
    );
}

#[test]
fn a_broken_quotient_is_refuted() {
    let lemmas = with_fault("div.rn.f16", "step.difference", Op::Add);
    // The exponent field of 1.
    let lemma = lemmas.iter().find(|lemma| lemma.kind == LemmaKind::Exponent(15));
    assert!(matches!(lemma.unwrap().decide().verdict, LemmaVerdict::Fails(_)));
}
