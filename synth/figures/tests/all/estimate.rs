//! Tests of estimated clock frequencies against measured ones.

use halfpipe_figures::estimate::{measured, megahertz, Measured};
use halfpipe_fpga::Target;
use halfpipe_isa::Instruction;

/// The tolerance of an estimate, and the number of estimates per hundred that may exceed it.
const TOLERANCE: f64 = 0.15;
const FAR_OFF: usize = 10;

/// The tolerance for functions that PTX does not have on halves. Their estimates are low where a sum and a selection share
/// lookup tables, and high where coefficients are in block RAM.
const TOLERANCE_OF_FUNCTIONS: f64 = 0.25;

/// True for a result of a function that PTX does not have on halves.
fn is_function(measured: &Measured) -> bool {
    let instruction = measured.mnemonic.parse::<Instruction>();
    instruction.is_ok_and(|instruction| Instruction::functions().contains(&instruction))
}

#[test]
fn nine_of_ten_estimates_are_near_the_measured_median() {
    let targets: Vec<Target> = [Target::ICE40_HX8K, Target::ECP5_25K].into();
    for target in targets {
        let timing = target.device().timing.expect("it has a table of delays");
        let (functions, others): (Vec<Measured>, Vec<Measured>) =
            measured(target).unwrap().into_iter().partition(is_function);
        assert!(
            others.len() > 100,
            "{} results of today's modules on {target}",
            others.len()
        );
        for (all, tolerance) in [(others, TOLERANCE), (functions, TOLERANCE_OF_FUNCTIONS)] {
            let ratio = |measured: &Measured| megahertz(&measured.paths, &timing) / measured.median_mhz;
            let far_off: Vec<String> = all
                .iter()
                .filter(|measured| (ratio(measured) - 1.0).abs() > tolerance)
                .map(|measured| {
                    format!(
                        "{} at latency {}: {:.2}",
                        measured.mnemonic,
                        measured.latency,
                        ratio(measured)
                    )
                })
                .collect();
            assert!(far_off.len() * 100 <= all.len() * FAR_OFF, "{target}: {far_off:?}");
        }
    }
}
