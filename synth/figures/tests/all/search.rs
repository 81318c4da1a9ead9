//! Tests that the search for a latency measures the requested modules, smallest latency first.

use halfpipe_figures::design::measured_unit;
use halfpipe_figures::search::smallest_latency;
use halfpipe_fpga::multiplier_blocks;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Design, DesignError, DesignSpec};
use halfpipe_hdl::net::Digest;
use halfpipe_hdl::unit::{max_latency, Multiplier};
use halfpipe_isa::Instruction;

fn unit(latency: u32, multiplier: Multiplier) -> Result<Design, DesignError> {
    Design::from_spec(&DesignSpec::unit(fma(), latency).with_multiplier(multiplier))
}

fn fma() -> Instruction {
    "fma.rn.f16".parse().unwrap()
}

/// Returns the unit found if every latency is as fast as `speed` says, and the digests of the measured units.
fn found(multiplier: Multiplier, mhz: f64, speed: impl Fn(u32) -> Option<f64>) -> (Option<Design>, Vec<Digest>) {
    let mut tried = Vec::new();
    let unit = smallest_latency(
        0..=max_latency(fma()),
        |latency| unit(latency, multiplier),
        mhz,
        |unit| {
            tried.push(unit.module().digest());
            Ok::<_, DesignError>(speed(unit.latency()))
        },
    );
    (unit.unwrap(), tried)
}

#[test]
fn the_first_latency_that_meets_the_clock_is_taken() {
    let speed = |latency: u32| Some([30.0, 45.0, 60.0, 55.0][latency as usize]);
    let (unit, tried) = found(Multiplier::Rows, 60.0, speed);
    assert_eq!(unit.unwrap().latency(), 2);
    assert_eq!(tried.len(), 3);

    let (unit, tried) = found(Multiplier::Rows, 60.0, |_| None);
    assert!(unit.is_none());
    assert_eq!(tried.len() as u32, max_latency(fma()) + 1);
}

#[test]
fn the_modules_measured_are_those_of_the_multiplier() {
    for (multiplier, target) in [
        (Multiplier::Rows, Target::ICE40_HX8K),
        (Multiplier::Block(multiplier_blocks()), Target::ICE40_UP5K),
        (Multiplier::Block(multiplier_blocks()), Target::ECP5_25K),
    ] {
        let (unit, tried) = found(multiplier, 1.0, |latency| (latency == 1).then_some(1.0));
        let of = |latency| measured_unit(fma(), latency, target).unwrap().module().digest();
        assert_eq!(tried, [of(0), of(1)], "{target}");
        assert_eq!(unit.unwrap().module().digest(), of(1), "{target}");
    }
}

#[test]
fn an_error_ends_the_search() {
    let wrong = DesignError::Latency {
        function: fma().mnemonic(),
        latency: 0,
    };
    let mut tried = 0;
    let outcome = smallest_latency(
        0..=3,
        |latency| unit(latency, Multiplier::Rows),
        1.0,
        |_| {
            tried += 1;
            Err(wrong.clone())
        },
    );
    assert_eq!((outcome.err(), tried), (Some(wrong), 1));
}
