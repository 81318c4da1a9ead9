//! Unit tests of `src/scoreboard.rs`.

use expect_test::expect;
use halfpipe_hdl::design::Design;
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_simulation::{CycleIn, CycleOut};

use super::*;
use crate::engine::{CycleEngine, EmbeddedSimulator, Reference};

/// The exact model with a wrong number of results: it omits the last one, or gives it twice.
struct Miscounting(Reference, bool);

impl Engine for Miscounting {
    fn kind(&self) -> EngineKind {
        self.0.kind()
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        self.0.evaluate(vectors, results)?;
        let last = results.pop().expect("there is a vector");
        if self.1 {
            results.extend([last.clone(), last]);
        }
        Ok(())
    }
}

#[test]
fn an_engine_that_leaves_results_out_does_not_pass() {
    let unit = Design::unit("neg.f16".parse().unwrap(), 0).unwrap();
    for (twice, results) in [(false, 99), (true, 101)] {
        let mut engine = Miscounting(Reference::new(&unit).unwrap(), twice);
        let mut stimulus = Stimulus::new(unit.instruction(), 1);
        let error = verify(&unit, &mut engine, &mut stimulus, 100, &mut |_| {}).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the engine returned {results} results for 100 vectors; expected one result per vector")
        );
    }
}

/// Copies of a unit in parallel, one of which treats `enable` as 1.
struct Copies {
    units: Vec<EmbeddedSimulator>,
    deaf: usize,
}

impl Copies {
    fn new(unit: &Design, count: usize, deaf: usize) -> Copies {
        Copies {
            units: (0..count).map(|_| EmbeddedSimulator::new(unit)).collect(),
            deaf,
        }
    }
}

impl Engine for Copies {
    fn kind(&self) -> EngineKind {
        EngineKind::Simulator
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        self.units[0].evaluate(vectors, results)
    }

    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        Some(self)
    }
}

impl CycleEngine for Copies {
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        self.units[0].cycles(inputs)
    }

    fn copies(&self) -> usize {
        self.units.len()
    }

    fn cycles_of_copies(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        let count = self.units.len();
        let one = |(place, input): (usize, &CycleIn)| {
            let copy = place % count;
            let mut input = input.clone();
            input.controls.enable |= copy == self.deaf;
            self.units[copy].cycles(&[input])
        };
        inputs
            .iter()
            .enumerate()
            .map(one)
            .collect::<Result<Vec<_>, _>>()
            .map(|all| all.concat())
    }
}

/// Returns the report of a verification in which one of `copies` copies ignores `enable`.
fn found(copies: usize, deaf: usize) -> VerifyReport {
    let unit = Design::unit("mul.rn.f16".parse().unwrap(), 2).unwrap();
    let mut stimulus = Stimulus::new(unit.instruction(), 1);
    let mut engine = Copies::new(&unit, copies, deaf);
    verify(&unit, &mut engine, &mut stimulus, 700, &mut |_| {}).unwrap()
}

#[test]
fn a_unit_that_does_not_stall_breaks_the_contract_with_results_that_are_right() {
    let report = found(1, 0);
    assert_eq!((report.vectors, report.mismatches), (700, 0));
    assert_eq!(report.violations, 213);
    let Some(Finding::HandshakeViolation(violation)) = &report.first else {
        panic!("{report:?}")
    };
    expect![[r#"
        mul.rn.f16 at latency 2, engine simulator
        cycle 3 of stream 0: unexpected out_valid (1, expected 0)
        control signals up to this cycle
          reset      1000
          enable     1011
          in_valid   1111
          out_valid  0001
          expected   -000"#]]
    .assert_eq(&violation.to_string());
}

#[test]
fn the_stream_of_each_copy_is_compared() {
    for deaf in 0..5 {
        match found(5, deaf).first {
            Some(Finding::HandshakeViolation(violation)) => assert_eq!(violation.stream, deaf as u64),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(found(5, 5).first, None);
}

#[test]
fn a_wrong_result_is_a_mismatch_in_a_pipeline_too() {
    let [mul, add] = ["mul.rn.f16", "add.rn.f16"].map(|name| Design::unit(name.parse().unwrap(), 2).unwrap());
    let wrong = Design::from_lane(mul.instruction(), 2, add.lane().clone());
    let mut stimulus = Stimulus::new(mul.instruction(), 1);
    let report = verify(
        &wrong,
        &mut EmbeddedSimulator::new(&wrong),
        &mut stimulus,
        700,
        &mut |_| {},
    )
    .unwrap();
    assert!(matches!(report.first, Some(Finding::Mismatch(_))), "{report:?}");
    assert_eq!(report.violations, 0);
}
