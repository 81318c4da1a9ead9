//! Unit tests of `src/command/verify.rs`.

use clap::Parser;
use expect_test::expect;
use halfpipe_hdl::design::Design;
use halfpipe_request::request;
use halfpipe_simulation::Vector;
use halfpipe_simulation::{CycleIn, CycleOut};
use halfpipe_testbench::engine::{CycleEngine, EmbeddedSimulator, EngineError};

use super::*;
use crate::arguments;

/// Returns the output of `verify` with these options for an adder that subtracts.
fn verified_wrong_adder(options: &str) -> String {
    let words = format!("halfpipe verify add.rn.f16 --vectors 20000 --latency 1 {options}");
    let command = arguments::Arguments::try_parse_from(words.split_whitespace())
        .unwrap()
        .command;
    let crate::Command::Verify(arguments) = command else {
        panic!("{words}")
    };
    let [add, sub] = ["add.rn.f16", "sub.rn.f16"].map(|name| request::unit(name.parse().unwrap(), Some(1)).unwrap());
    let wrong = Design::from_lane(add.instruction(), 1, sub.lane().clone());
    let mut output = Vec::new();
    assert_eq!(
        verify(&arguments, &[sub, wrong], &mut JunitReport::default(), &mut output),
        Err(Error::Found)
    );
    String::from_utf8(output).unwrap()
}

#[test]
fn the_first_mismatch_is_decoded() {
    expect![[r#"
        engine simulator, seed 3
        sub.rn.f16 at latency 1: 20000 vectors, no mismatch
        add.rn.f16 at latency 1: 20000 vectors, 14220 mismatches, the first:
          add.rn.f16 at latency 1, engine simulator
            a         0x8000 - 0.0000000000 × 2^-14 = -0 (zero)
            b         0x0000 + 0.0000000000 × 2^-14 = 0 (zero)
            expected  0x0000 + 0.0000000000 × 2^-14 = 0 (zero)
            actual    0x8000 - 0.0000000000 × 2^-14 = -0 (zero)
          again: halfpipe eval add.rn.f16 0x8000 0x0000 --engine simulator --latency 1
    "#]]
    .assert_eq(&verified_wrong_adder("--seed 3"));
}

#[test]
fn a_mismatch_as_json() {
    let verification: serde_json::Value = serde_json::from_str(&verified_wrong_adder("--json")).unwrap();
    let first = &verification["reports"][1]["first"];
    let again = first["again"].as_str().unwrap();
    assert!(again.starts_with("halfpipe eval add.rn.f16 0x"), "{again}");
    assert!(again.ends_with(" --engine simulator --latency 1"), "{again}");
    assert_ne!(first["expected"], first["actual"]);
    assert_eq!(first["operands"].as_array().unwrap().len(), 2);
}

/// Hardware that ignores stalls.
struct Deaf(EmbeddedSimulator);

impl Engine for Deaf {
    fn kind(&self) -> EngineKind {
        self.0.kind()
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        self.0.evaluate(vectors, results)
    }

    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        Some(self)
    }
}

impl CycleEngine for Deaf {
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        let running = inputs.iter().map(|input| {
            let mut input = input.clone();
            input.controls.enable = true;
            input
        });
        self.0.cycles(&running.collect::<Vec<_>>())
    }
}

#[test]
fn a_broken_contract_is_told_apart_from_a_wrong_result() {
    let unit = request::unit("add.rn.f16".parse().unwrap(), Some(2)).unwrap();
    let mut stimulus = stimulus::Stimulus::new(unit.instruction(), 1);
    let mut engine = Deaf(EmbeddedSimulator::new(&unit));
    let report = scoreboard::verify(&unit, &mut engine, &mut stimulus, 300, &mut |_| {}).unwrap();
    let verdict = VerifySummary::new(&unit, &report, Rerun::Verify { seed: 1 });
    assert!(!verdict.is_clean());
    let mut output = Vec::new();
    print(&verdict, &mut output).unwrap();
    expect![[r#"
        add.rn.f16 at latency 2: 300 vectors, no mismatch, but 75 handshake violations, the first:
          add.rn.f16 at latency 2, engine simulator
          cycle 3 of stream 0: unexpected out_valid (1, expected 0)
          control signals up to this cycle
            reset      1000
            enable     1011
            in_valid   1111
            out_valid  0001
            expected   -000
          again: halfpipe verify add.rn.f16 --engine simulator --latency 2 --vectors 300 --seed 1
    "#]]
    .assert_eq(&String::from_utf8(output).unwrap());
    expect![[r#"
        {
          "mnemonic": "add.rn.f16",
          "latency": 2,
          "vectors": 300,
          "mismatches": 0,
          "breaches": 75,
          "first": null,
          "first_breach": {
            "stream": 0,
            "cycle": 3,
            "found": "cycle 3 of stream 0: unexpected out_valid (1, expected 0)",
            "again": "halfpipe verify add.rn.f16 --engine simulator --latency 2 --vectors 300 --seed 1"
          }
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&verdict).unwrap());
}

#[test]
fn the_wave_is_of_the_mismatch() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.vcd");
    let printed = verified_wrong_adder(&format!("--vcd {}", file.display()));
    let names: Vec<&Path> = printed.lines().rev().take(4).map(Path::new).collect();
    let expected = ["halfpipe-f16.sh", "wrong.surf.ron", "wrong.gtkw", "wrong.vcd"];
    assert_eq!(names, expected.map(|name| folder.path().join(name)), "{printed}");
    assert!(std::fs::read_to_string(file).unwrap().contains("mismatch"));
    let view = std::fs::read_to_string(folder.path().join("wrong.gtkw")).unwrap();
    assert!(view.contains("[dumpfile] \"wrong.vcd\""), "{view}");
    // After the reset, the operands are present for one cycle. The marker is in the middle of the second cycle
    // after the reset.
    let marker = view.lines().find(|line| line.starts_with('*')).unwrap();
    assert!(marker.ends_with(" 25"), "{marker}");
}
