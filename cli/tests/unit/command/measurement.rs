//! Unit tests of `src/command/measurement.rs`.

use super::*;
use crate::arguments::{self, Command};

/// Returns the latencies that are measured for these options, and the clock that none reaches. A latency gives 10 MHz
/// for each cycle.
fn measured(options: &str) -> (Vec<Option<u32>>, Option<f64>) {
    let line = format!("halfpipe synth mma {options}");
    let parsed = arguments::parse(line.split(' ').map(Into::into)).unwrap().unwrap();
    let Command::Synth(arguments) = parsed.command else {
        panic!("{line} is no measurement")
    };
    let measure = |latency: Option<u32>| {
        Ok(ModuleMeasurement {
            module: "tile".to_owned(),
            title: "tile".to_owned(),
            target: "none",
            latency,
            luts: 0,
            carries: 0,
            dsps: 0,
            flip_flops: 0,
            mhz_best: latency.map(|latency| f64::from(latency) * 10.0),
            mhz_median: None,
        })
    };
    let found = measure_latencies(&arguments, 1..=4, measure).unwrap();
    (found.rows.iter().map(|row| row.latency).collect(), found.missed_mhz)
}

#[test]
fn a_clock_takes_the_latencies_up_to_the_first_that_reaches_it() {
    let upto = |last: u32| (1..=last).map(Some).collect::<Vec<_>>();
    assert_eq!(measured("--latency auto --mhz 25"), (upto(3), None));
    assert_eq!(measured("--latency auto --mhz 30"), (upto(3), None));
    assert_eq!(measured("--latency auto --mhz 41"), (upto(4), Some(41.0)));
    assert_eq!(measured("--latency all"), (upto(4), None));
    assert_eq!(measured("--latency 2"), (vec![Some(2)], None));
    assert_eq!(measured("--seeds 1"), (vec![None], None));
}
