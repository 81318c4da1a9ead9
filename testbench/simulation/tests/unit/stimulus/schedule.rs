//! Unit tests of `src/stimulus/schedule.rs`.

use super::*;

const LATENCIES: std::ops::RangeInclusive<u32> = 1..=12;

fn controls(latency: u32, seed: u64) -> Vec<ControlInputs> {
    Schedule::new(latency, seed, 0).take(100_000).collect()
}

/// Returns the lengths of the runs of cycles with a property.
fn runs(controls: &[ControlInputs], property: impl Fn(&ControlInputs) -> bool) -> Vec<usize> {
    let runs = controls.split(|control| !property(control));
    runs.map(<[ControlInputs]>::len).filter(|length| *length > 0).collect()
}

#[test]
fn what_comes_where_it_halts_is_held_once_in_each_rank() {
    const LATENCY: u32 = 5;
    let controls: Vec<ControlInputs> = Schedule::new(LATENCY, 1, 0).alternating_stalls().take(10_000).collect();
    let mut taken = 0;
    for (from, _) in controls.iter().enumerate().filter(|(_, control)| control.accepts()) {
        // The register stages that the vector has reached, and the cycles in which it stalled in the last one.
        let (mut ranks, mut stood) = (1, 0);
        for control in &controls[from + 1..] {
            if control.reset || ranks > LATENCY {
                break;
            }
            if control.enable {
                assert!(stood > 0, "taken in cycle {from}, rank {ranks}");
                (ranks, stood) = (ranks + 1, 0);
            } else {
                stood += 1
            }
        }
        taken += u32::from(ranks > LATENCY);
    }
    // The number of vectors that reached the end.
    assert_eq!(taken, 4353);
}

#[test]
fn what_comes_where_it_is_spaced_comes_behind_a_gap() {
    let controls: Vec<ControlInputs> = Schedule::new(4, 1, 0).spaced().take(10_000).collect();
    let pairs = controls.windows(2).filter(|pair| pair[1].accepts());
    let behind = pairs.map(|pair| pair[0].enable && !pair[0].in_valid && !pair[0].reset);
    let behind: Vec<bool> = behind.collect();
    assert!(behind.iter().all(|is_behind| *is_behind));
    let come = behind.len();
    assert_eq!(come, 4731);
    assert!(controls.iter().any(|control| !control.enable));
}

#[test]
fn without_stalls_enable_is_always_1_and_the_rest_is_as_with_them() {
    for latency in LATENCIES {
        let stalled = controls(latency, 5);
        let enabled = Schedule::new(latency, 5, 0).always_enabled(true).take(stalled.len());
        let enabled: Vec<ControlInputs> = enabled.collect();
        let with_enable = stalled.iter().map(|control| ControlInputs {
            enable: true,
            ..*control
        });
        assert!(with_enable.eq(enabled));
        assert!(stalled.iter().any(|control| !control.enable));
    }
}

#[test]
fn a_seed_gives_the_same_schedule_each_time_and_it_begins_with_a_reset() {
    for latency in LATENCIES {
        assert_eq!(controls(latency, 5), controls(latency, 5));
        assert_ne!(controls(latency, 5), controls(latency, 6));
        assert!(controls(latency, 5)[0].reset);
    }
}

#[test]
fn stalls_and_gaps_last_one_cycle_to_longer_than_the_latency() {
    let mut counts = Vec::new();
    for latency in LATENCIES {
        let controls = controls(latency, 1);
        let stalls = runs(&controls, |control| !control.enable);
        let gaps = runs(&controls, |control| !control.in_valid);
        let flows = runs(&controls, |control| control.accepts());
        for length in 1..=latency as usize + 1 {
            assert!(stalls.contains(&length), "latency {latency}: no stall of {length}");
            assert!(gaps.contains(&length), "latency {latency}: no gap of {length}");
        }
        assert!(flows.iter().any(|length| *length > 4 * latency as usize));
        counts.push(stalls.len());
    }
    assert_eq!(
        counts,
        [13958, 14381, 14661, 15216, 15345, 15486, 15603, 16741, 16166, 16324, 16958, 16475]
    );
}

#[test]
fn resets_come_in_the_flow_and_in_stalls_and_gaps() {
    for latency in LATENCIES {
        let controls = controls(latency, 1);
        let around = |before: fn(&ControlInputs) -> bool,
                      reset: fn(&ControlInputs) -> bool,
                      after: fn(&ControlInputs) -> bool| {
            let met = controls
                .windows(3)
                .filter(|window| window[1].reset && !window[0].reset && !window[2].reset)
                .filter(|window| before(&window[0]) && reset(&window[1]) && after(&window[2]));
            assert!(met.count() > 0, "latency {latency}");
        };
        for enable in [
            |control: &ControlInputs| control.enable,
            |control: &ControlInputs| !control.enable,
        ] {
            around(|control| control.accepts(), enable, |control| control.accepts());
            around(|control| !control.enable, enable, |control| !control.enable);
            around(|control| !control.in_valid, enable, |control| control.accepts());
        }
    }
}

#[test]
fn most_cycles_take_a_vector() {
    let taken = |latency| controls(latency, 1).iter().filter(|control| control.accepts()).count();
    let taken: Vec<usize> = LATENCIES.map(taken).collect();
    assert_eq!(
        taken,
        [79316, 78659, 77841, 77004, 76133, 75596, 75756, 74465, 74334, 74443, 73412, 73081]
    );
}
