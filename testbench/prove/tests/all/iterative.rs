//! Iterative units: their proofs, those of their netlists, and faults that the proofs find.

use std::sync::Arc;

use halfpipe_fpga::Family;
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_isa::Instruction;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_lemmas::unit::{iterative_lemmas, module_lemmas};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_netlist::{Module, Netlist, Op};
use halfpipe_prove::netlist_equivalence;
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_test_support::share;
use halfpipe_testbench::engine::Gates;
use halfpipe_testbench::scoreboard::verify;
use halfpipe_yosys::netlist::Cell;
use halfpipe_yosys::{circuit, Circuit, Mapping};

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

/// Returns units with one lane and two, with flags and without, and with a rounding port.
fn mapped_units() -> Vec<Design> {
    let flags = |name: &str| instruction(name).with_flags().unwrap();
    let instructions = [
        instruction("div.rn.f16"),
        flags("div.rm.ftz.f16x2"),
        instruction("rcp.rna.bf16x2"),
        flags("div.rn.bf16").with_rounding_port().unwrap(),
        flags("sqrt.rp.f16"),
    ];
    instructions.map(unit).into()
}

#[test]
fn netlists_of_every_family_are_proven() {
    let families = [Family::ICE40, Family::ECP5, Family::NEXUS, Family::GOWIN].map(Mapping::Cells);
    for unit in mapped_units() {
        for mapping in [&[Mapping::Generic], &families[..]].concat() {
            let lemmas = netlist_equivalence::netlist_lemmas(&unit, &unit, mapping).unwrap();
            let kinds: Vec<LemmaKind> = lemmas.iter().map(|lemma| lemma.kind.clone()).collect();
            let expected = [
                LemmaKind::Control,
                LemmaKind::Hold,
                LemmaKind::Reset,
                LemmaKind::Idle,
                LemmaKind::Valid,
                LemmaKind::Netlist,
            ];
            assert_eq!(kinds, expected);
            assert_none(complaints(&format!("{}, {mapping}", unit.name()), &lemmas));
        }
    }
}

/// Returns the circuits of a netlist of iCE40 in which a fault changes one cell, each with the cell's name.
fn with_cell_faults(unit: &Design, fault: fn(&mut Cell) -> bool) -> Vec<(String, Circuit)> {
    let mapping = Mapping::Cells(Family::ICE40);
    let netlist = circuit::netlist(unit, mapping).unwrap();
    let faulty = netlist.cells.keys().filter_map(|name| {
        let mut changed = netlist.clone();
        fault(changed.cells.get_mut(name)?).then(|| {
            let circuit = Circuit::from_netlist(unit, mapping, &changed).unwrap();
            (name.clone(), circuit)
        })
    });
    faulty.collect()
}

/// Returns the names of the lemmas that fail about a circuit.
fn failing_circuit(unit: &Design, circuit: &Circuit) -> Vec<String> {
    failing(&netlist_equivalence::graph_lemmas(Arc::new(circuit.aig().clone()), unit).unwrap())
}

/// The number of vectors that show no difference in a circuit whose fault has no effect.
const VECTORS: u64 = 200_000;

/// Returns the names of the lemmas that find each fault. A fault that no lemma finds must have no effect in simulation.
fn findings(unit: &Design, faulty: &[(String, Circuit)]) -> Vec<Vec<String>> {
    // The test of a commit tries every other one.
    let tried = faulty
        .iter()
        .enumerate()
        .filter(|(place, _)| share::is_tried(*place, 2));
    let found = tried.map(|(_, (cell, circuit))| {
        let failing = failing_circuit(unit, circuit);
        if failing.is_empty() {
            let mut stimulus = Stimulus::new(unit.instruction(), 1);
            let report = verify(unit, &mut Gates::new(circuit), &mut stimulus, VECTORS, &mut |_| {}).unwrap();
            assert!(report.is_clean(), "{cell}: {}", report.first.unwrap());
        }
        failing
    });
    found.collect()
}

/// The most lookup tables whose inversion has no effect: they only matter if a rounding overflows, and no root does.
const MOST_HARMLESS: usize = 4;

#[test]
fn an_inverted_lookup_table_is_found_in_a_mapped_netlist() {
    let unit = unit(instruction("sqrt.rn.bf16").with_flags().unwrap());
    let faulty = with_cell_faults(&unit, |cell| {
        let Some(table) = cell.parameters.get_mut("LUT_INIT") else {
            return false;
        };
        *table = table.chars().map(|bit| if bit == '0' { '1' } else { '0' }).collect();
        true
    });
    assert!(faulty.len() > 80, "{} lookup tables", faulty.len());
    let found = findings(&unit, &faulty);
    let harmless = found.iter().filter(|failing| failing.is_empty()).count();
    assert!(harmless <= MOST_HARMLESS, "{harmless} of {}", found.len());
}

#[test]
fn a_register_without_enable_or_reset_is_found_in_a_mapped_netlist() {
    let unit = unit(instruction("sqrt.rn.bf16"));
    let without_enable: fn(&mut Cell) -> bool = |cell| replace_kind(cell, "SB_DFFE", "SB_DFF");
    let without_reset: fn(&mut Cell) -> bool = |cell| replace_kind(cell, "SB_DFFESR", "SB_DFFE");
    // The old digits of a root are shifted out, so their registers need no reset.
    for (fault, lemma, most_harmless) in [(without_enable, "hold", 0), (without_reset, "reset", 8)] {
        let found = findings(&unit, &with_cell_faults(&unit, fault));
        let harmless = found.iter().filter(|failing| failing.is_empty()).count();
        assert!(harmless <= most_harmless, "{lemma}: {found:?}");
        let is_named = |failing: &Vec<String>| failing.iter().any(|name| name == lemma);
        assert!(found.iter().any(is_named), "{lemma}: {found:?}");
    }
}

/// Replaces the kind of a cell. Returns true if the cell has the first kind.
fn replace_kind(cell: &mut Cell, from: &str, to: &str) -> bool {
    let is_of_kind = cell.kind == from;
    if is_of_kind {
        to.clone_into(&mut cell.kind);
    }
    is_of_kind
}
