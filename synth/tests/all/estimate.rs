//! Tests of estimated clock frequencies against measured ones.

use halfpipe_fpga::Target;
use halfpipe_synth::estimate::{measured, megahertz, Measured};

/// The tolerance of an estimate, and the number of estimates per hundred that may exceed it.
const TOLERANCE: f64 = 0.15;
const FAR_OFF: usize = 10;

#[test]
fn nine_of_ten_estimates_are_near_the_measured_median() {
    let targets: Vec<Target> = [Target::ICE40_HX8K, Target::ECP5_25K].into();
    for target in targets {
        let timing = target.device().timing.expect("it has a table of delays");
        let all = measured(target).unwrap();
        assert!(all.len() > 100, "{} results of today's modules on {target}", all.len());
        let is_far_off =
            |measured: &&Measured| (megahertz(&measured.paths, &timing) / measured.median_mhz - 1.0).abs() > TOLERANCE;
        let far_off: Vec<String> = all
            .iter()
            .filter(is_far_off)
            .map(|measured| format!("{} at latency {}", measured.mnemonic, measured.latency))
            .collect();
        assert!(far_off.len() * 100 <= all.len() * FAR_OFF, "{target}: {far_off:?}");
    }
}
