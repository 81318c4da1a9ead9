//! Measures how many vectors a second each part of a verification does.
//!
//! `cargo run --release -p halfpipe-testbench --example throughput -- fma.rn.f16 3 2000000`
//!
//! With `RAYON_NUM_THREADS=1` in front, whole verifications take one processor and Verilator's process a part of another.

use std::error::Error;
use std::time::Instant;

use halfpipe_hdl::design::Design;
use halfpipe_reference::IntegerModel;
use halfpipe_testbench::engine::{self, Circuit, Engine, EngineKind, Mapping};
use halfpipe_testbench::exhaustive::Runner;
use halfpipe_testbench::scoreboard::verify;
use halfpipe_testbench::stimulus::Stimulus;
use halfpipe_testbench::Vector;

/// Vectors that an engine is given at once.
const CHUNK: usize = 1 << 16;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let instruction = arguments.next().unwrap_or_else(|| "fma.rn.f16".to_owned()).parse()?;
    let latency = arguments.next().map_or(Ok(0), |word| word.parse())?;
    let count: usize = arguments.next().map_or(Ok(1_000_000), |word| word.parse())?;
    let unit = Design::unit(instruction, latency)?;
    println!("{instruction} at latency {latency}, {count} vectors");

    let mut vectors = Vec::new();
    measure("stimulus", count, || {
        vectors = Stimulus::new(instruction, 1).fill(count);
        Ok(())
    })?;
    let has_integer_model = IntegerModel::of(instruction).is_some();
    for kind in EngineKind::ALL {
        if kind == EngineKind::Integer && !has_integer_model {
            continue;
        }
        let started = Instant::now();
        let mut engine = engine::open(kind, &unit)?;
        println!(
            "{:<28} {:>9.3} s",
            format!("{kind}, opened"),
            started.elapsed().as_secs_f64()
        );
        measure(kind.name(), count, || evaluate(&mut *engine, &vectors))?;
    }
    for kind in [EngineKind::Simulator, EngineKind::Verilator] {
        let mut engine = engine::open(kind, &unit)?;
        let mut stimulus = Stimulus::new(instruction, 1);
        measure(&format!("{kind}, whole verification"), count, || {
            let report = verify(&unit, &mut *engine, &mut stimulus, count as u64, &mut |_| {})?;
            if let Some(mismatch) = report.first {
                println!("{} mismatches; {mismatch}", report.mismatches);
            }
            Ok(())
        })?;
    }
    if has_integer_model {
        let circuit = Circuit::synthesise(&unit, Mapping::Generic)?;
        let runner = Runner::new(&unit, &circuit)?;
        let rows = 512;
        measure("gates, rows of every pair", (rows as usize) << 16, || {
            let outcome = runner.run(0x3C00..0x3C00 + rows)?;
            if let Some(mismatch) = outcome.first {
                println!("{} mismatches; {mismatch}", outcome.mismatches);
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn evaluate(engine: &mut dyn Engine, vectors: &[Vector]) -> Result<(), Box<dyn Error>> {
    let mut results = Vec::new();
    for chunk in vectors.chunks(CHUNK) {
        results.clear();
        engine.evaluate(chunk, &mut results)?;
    }
    Ok(())
}

fn measure(name: &str, count: usize, work: impl FnOnce() -> Result<(), Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    work()?;
    let seconds = started.elapsed().as_secs_f64();
    println!("{name:<28} {seconds:>9.3} s {:>12.0} vectors/s", count as f64 / seconds);
    Ok(())
}
