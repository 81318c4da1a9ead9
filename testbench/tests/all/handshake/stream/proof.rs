//! An unbounded SymbiYosys proof of the handshake rules.

use halfpipe_hdl::design::{Design, Role, StreamRole};
use halfpipe_hdl::export::verilog;
use halfpipe_test_support::{seed, share};
use rayon::prelude::*;

use super::{faults, files, UNITS};
use halfpipe_testbench::symbiyosys::{self, TaskOutcome};

/// The rules, as a module around a stream.
const RULES: &str = include_str!("rules.v");

/// The SymbiYosys task: prove the rules by induction. The function of the unit is left to the solver, which may output
/// any result in any cycle: the rules must still hold. The unit's pipeline of the valid bit is its own.
const TASK: &str = "[options]
mode prove
depth DEPTH

[engines]
smtbmc z3

[script]
read_verilog UNIT.v STREAM.v
read_verilog -formal rules.v
hierarchy -top rules
proc
cutpoint UNIT/w:d
flatten
select -module rules
connect -set result stream.unit_data
connect -set full stream.kept,VALID
connect -set lasts stream.kept_last,stream.last
select -clear
prep -top rules

[files]
UNIT.v
STREAM.v
rules.v
";

/// The number of cycles of induction that suffices for the rules with their lemmas.
const INDUCTION: u32 = 2;

/// The number of cycles within which every fault shows.
const SHOWN: u32 = 12;

/// Proves the rules for a unit's stream, given as text, within so many cycles. Returns the outcome and the log.
fn prove(unit: &Design, stream: &str, depth: u32) -> (TaskOutcome, String) {
    let ports = unit.stream();
    let width = |role: StreamRole| {
        let port = ports.interface().port(Role::Stream(role));
        port.expect("a stream has data").width.to_string()
    };
    let valid = match unit.latency() {
        0 => "stream.unit_valid",
        _ => "stream.unit.valid",
    };
    let filled = |text: &str| {
        text.replace("VALID", valid)
            .replace("DEPTH", &depth.to_string())
            .replace("UNIT", &unit.module().name)
            .replace("STREAM", unit.stream().name())
            .replace("S_DATA", &width(StreamRole::InData))
            .replace("M_DATA", &width(StreamRole::OutData))
            .replace("RESULT", &unit.instruction().signature().result_width().to_string())
            .replace("LATENCY", &unit.stream().latency().to_string())
    };
    let [(unit_file, inner), (stream_file, _)] = files(unit);
    symbiyosys::prove(&[
        (&unit_file, inner),
        (&stream_file, stream.to_owned()),
        ("rules.v", filled(RULES)),
        ("rules.sby", filled(TASK)),
    ])
    .unwrap()
}

/// The highest latency at which the rules are proven for every form. The solver takes ever longer from there on.
const QUICK: u32 = 1;

/// A longer latency at which they are proven for one form.
const LONGER: [u32; 1] = [3];

#[test]
fn the_rules_of_the_handshake_hold() {
    let of_latency = |latency| UNITS.iter().find(|unit| unit.latency() == latency);
    let longer = LONGER.map(|latency| of_latency(latency).expect("a unit has the latency"));
    let quick = UNITS.iter().filter(|unit| unit.latency() <= QUICK);
    have_proved(&quick.chain(longer).copied().collect::<Vec<_>>());
}

#[test]
#[ignore = "of `make test-all`: the long pipelines take a quarter of an hour"]
fn the_rules_of_the_handshake_hold_for_every_form_of_stream() {
    have_proved(&UNITS);
}

/// Proves the rules for the streams of units.
fn have_proved(units: &[&Design]) {
    units.par_iter().with_max_len(1).for_each(|unit| {
        let (outcome, log) = prove(unit, &verilog(&unit.stream()), INDUCTION);
        assert!(
            outcome == TaskOutcome::Proved,
            "{} at latency {}: {log}",
            unit.instruction(),
            unit.latency()
        );
    });
}

/// The number of faults that are tried, unless all are.
const TRIED_FAULTS: usize = 2;

#[test]
fn faults_of_a_stream_are_refuted_at_any_seed() {
    let unit = faults::unit();
    let all: Vec<_> = faults::FAULTS.iter().collect();
    let tried = share::drawn(&all, TRIED_FAULTS, &mut seed::random());
    tried.into_par_iter().for_each(|fault| {
        let (outcome, log) = prove(unit, &fault.text.inject(&verilog(&unit.stream())), SHOWN);
        assert!(outcome == TaskOutcome::Refuted, "{}: {log}", fault.text.wrong);
    });
}
