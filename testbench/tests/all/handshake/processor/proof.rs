//! An unbounded SymbiYosys proof of the modules around a core. No answer is lost, repeated or out of order, and the
//! accumulator has the value that the previous commands imply. The function of the core is left open.

use halfpipe_hdl::design::{Design, Role};
use halfpipe_hdl::export::Bus;
use halfpipe_hdl::fpu;
use halfpipe_test_support::share;
use rayon::prelude::*;

use super::{core, faults, BUSES, LISTS};
use halfpipe_testbench::symbiyosys::{self, TaskOutcome};

/// The number of clocks of induction that suffices for the rules with their lemmas.
const INDUCTION: u32 = 3;

/// The number of clocks within which every fault shows.
const SHOWN: u32 = 14;

/// The latencies at which the rules are proven, and those of `make test-all`.
const LATENCIES: [u32; 4] = [0, 1, 2, 3];
const ALL_LATENCIES: std::ops::RangeInclusive<u32> = 0..=8;

fn rules(bus: Bus) -> &'static str {
    match bus {
        Bus::Cfu => include_str!("rules_cfu.v"),
        Bus::Pcpi => include_str!("rules_pcpi.v"),
    }
}

/// Returns an abstract core that has only the core's contract.
fn any_core(design: &Design) -> &'static str {
    match design.latency() {
        0 => include_str!("combinational_core.v"),
        _ => include_str!("core.v"),
    }
}

/// Returns the condition that `op` is one of the operations for which `holds` is true.
fn numbers(design: &Design, holds: impl Fn(&[&str]) -> bool) -> String {
    let holding = design
        .instructions()
        .into_iter()
        .enumerate()
        .filter(|(_, instruction)| {
            let names: Vec<&str> = instruction
                .signature()
                .operands()
                .iter()
                .map(|operand| operand.name)
                .collect();
            holds(&names)
        });
    let terms: Vec<String> = holding.map(|(number, _)| format!("number == {number}")).collect();
    if terms.is_empty() {
        "1'b0".to_owned()
    } else {
        terms.join(" || ")
    }
}

/// Returns the nets of the rules, and the nets inside the module that they stand for.
fn connections(bus: Bus, is_combinational: bool) -> Vec<(&'static str, &'static str)> {
    let mut connections = vec![
        ("given", "dut.given"),
        ("op", "dut.core.op"),
        ("a", "dut.core.a"),
        ("b", "dut.core.b"),
        ("c", "dut.core.c"),
        ("choice", "dut.core.choice"),
        ("accumulator", "dut.accumulator"),
    ];
    connections.extend(if is_combinational {
        [("valid", "dut.unit_valid"), ("data", "dut.unit_data"), ("tags", "1'0")]
    } else {
        [
            ("valid", "dut.core.valid"),
            ("data", "dut.core.data"),
            ("tags", "dut.core.tags"),
        ]
    });
    connections.extend(match bus {
        Bus::Cfu => vec![
            ("filled", "dut.filled"),
            ("full", "dut.kept,dut.filled"),
            ("storing", "dut.storing"),
            ("kept", "dut.kept"),
            ("kept_data", "dut.kept_data"),
        ],
        Bus::Pcpi => vec![("begun", "dut.started")],
    });
    connections
}

/// Proves the rules for a module around a core, given as text, within so many clocks. Returns the outcome and the log.
fn prove(bus: Bus, design: &Design, around: &str, depth: u32) -> (TaskOutcome, String) {
    let op_bits = design.interface().port(Role::Op).unwrap().width;
    let filled = |text: &str| {
        text.replace("LATENCY", &design.latency().max(1).to_string())
            .replace("OP_BITS", &op_bits.to_string())
            .replace("SECOND_IS_C", &numbers(design, |names| names.get(1) == Some(&"c")))
            .replace("USES", &numbers(design, |names| names.len() == fpu::OPERANDS.len()))
    };
    let connections: String = connections(bus, design.latency() == 0)
        .iter()
        .map(|(net, inside)| format!("connect -nounset -set {net} {inside}\n"))
        .collect();
    let task = format!(
        "[options]
mode prove
depth {depth}

[engines]
smtbmc z3

[script]
read_verilog around.v core.v
read_verilog -formal rules.v
hierarchy -top rules
proc
flatten
select -module rules
{connections}select -clear
prep -top rules

[files]
around.v
core.v
rules.v
"
    );
    let files = [
        ("around.v", around.to_owned()),
        ("core.v", filled(any_core(design))),
        ("rules.v", filled(rules(bus))),
        ("rules.sby", task),
    ];
    symbiyosys::prove(&files).unwrap()
}

#[test]
#[ignore = "of processors: make test-processor"]
fn the_rules_of_both_buses_hold() {
    let latencies: Vec<u32> = if share::all() {
        ALL_LATENCIES.collect()
    } else {
        LATENCIES.to_vec()
    };
    let cases = latencies
        .iter()
        .flat_map(|latency| LISTS.iter().map(move |list| (list, *latency)));
    let cases: Vec<_> = cases.flat_map(|case| BUSES.map(|bus| (bus, case))).collect();
    cases
        .into_par_iter()
        .with_max_len(1)
        .for_each(|(bus, (list, latency))| {
            let design = core(list, latency);
            let (outcome, log) = prove(bus, &design, &bus.verilog(&design, None).unwrap(), INDUCTION);
            assert!(
                outcome == TaskOutcome::Proved,
                "{bus:?}, {list:?} at latency {latency}: {log}"
            );
        });
}

#[test]
#[ignore = "of processors: make test-processor"]
fn faults_are_refuted() {
    faults::FAULTS.par_iter().with_max_len(1).for_each(|fault| {
        let design = core(&LISTS[0], 2);
        let around = fault.text.inject(&fault.bus.verilog(&design, None).unwrap());
        let (outcome, log) = prove(fault.bus, &design, &around, SHOWN);
        assert!(outcome == TaskOutcome::Refuted, "{}: {log}", fault.text.wrong);
    });
}
