//! Fits a device's delays to what was measured on it: those with which the estimates of the results on file are nearest to the
//! measured clock frequencies. Prints the row for the device's file, and which estimates are far off.
//!
//! It tries a delay a little longer and a little shorter, one after the other, as long as that helps.

use halfpipe_figures::estimate::{measured, megahertz, Measured};
use halfpipe_fpga::Target;
use halfpipe_fpga::Timing;

/// The largest error of an estimate.
const TOLERANCE: f64 = 0.15;

/// By how much delays are changed, first and later.
const STEPS: [f64; 4] = [0.2, 0.1, 0.05, 0.02];

/// Rounds with each step.
const ROUNDS: u32 = 4;

type Delay = (&'static str, fn(&mut Timing) -> &mut f64);

const DELAYS: [Delay; 12] = [
    ("register", |timing| &mut timing.register),
    ("table", |timing| &mut timing.table),
    ("fanout", |timing| &mut timing.fanout),
    ("table_input", |timing| &mut timing.table_input),
    ("carry_entry", |timing| &mut timing.carry_entry),
    ("carry_per_bit", |timing| &mut timing.carry_per_bit),
    ("carry_to_sum", |timing| &mut timing.carry_to_sum),
    ("carry_exit", |timing| &mut timing.carry_exit),
    ("multiplier", |timing| &mut timing.multiplier),
    ("multiplier_to_register", |timing| &mut timing.multiplier_to_register),
    ("memory", |timing| &mut timing.memory),
    ("memory_index", |timing| &mut timing.memory_index),
];

/// The error of an estimate, as a share of the measured value.
fn off(measured: &Measured, timing: &Timing) -> f64 {
    megahertz(&measured.paths, timing) / measured.median_mhz - 1.0
}

/// The mean square of how far estimates are off. Those that are far off count no more than twice the tolerance: it is better to be
/// near for most than to be nearer for a few.
fn distance(all: &[Measured], timing: &Timing) -> f64 {
    let square = |measured: &Measured| off(measured, timing).powi(2).min((2.0 * TOLERANCE).powi(2));
    all.iter().map(square).sum::<f64>() / all.len() as f64
}

fn fitted(all: &[Measured], mut timing: Timing) -> Timing {
    let mut least = distance(all, &timing);
    let rounds = STEPS.iter().flat_map(|step| (0..ROUNDS).map(move |_| *step));
    for step in rounds {
        for (_, delay) in DELAYS {
            for factor in [1.0 + step, 1.0 / (1.0 + step)] {
                loop {
                    let mut changed = timing;
                    *delay(&mut changed) *= factor;
                    let distance = distance(all, &changed);
                    if distance >= least {
                        break;
                    }
                    (least, timing) = (distance, changed);
                }
            }
        }
    }
    timing
}

fn main() -> anyhow::Result<()> {
    let name = std::env::args()
        .nth(1)
        .unwrap_or_else(|| Target::ICE40_HX8K.to_string());
    let target: Target = name.parse()?;
    let all = measured(target)?;
    let Some(before) = target.device().timing else {
        anyhow::bail!("{target} has no delay table to begin with");
    };
    let mut timing = fitted(&all, before);
    println!("{target}, {} results:", all.len());
    for (name, delay) in DELAYS {
        println!("    {name}: {:.2},", delay(&mut timing));
    }
    for (name, timing) in [("before", &before), ("now", &timing)] {
        let near = all
            .iter()
            .filter(|measured| off(measured, timing).abs() <= TOLERANCE)
            .count();
        println!("{name}: {near} within {:.0} %", TOLERANCE * 100.0);
    }
    for measured in all.iter().filter(|measured| off(measured, &timing).abs() > TOLERANCE) {
        let Measured {
            mnemonic,
            latency,
            median_mhz,
            ..
        } = measured;
        println!(
            "{mnemonic} at latency {latency}: measured {median_mhz:.0} MHz, estimated {:.0}",
            megahertz(&measured.paths, &timing)
        );
    }
    Ok(())
}
