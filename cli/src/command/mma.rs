//! Commands on `mma`, a tile of dot products, and `vortex`, the dot product unit of Vortex' tensor core.

use std::io::Write;

use halfpipe_figures::design::measured_multiplier;
use halfpipe_hdl::design::{DesignSpec, Direction, Port, Role};
use halfpipe_hdl::export::mma::mma_verilog;
use halfpipe_hdl::mma::{MmaSpec, KEYWORD};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_request::arguments::zfh::Latencies;
use halfpipe_request::kind::ModuleKind;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::mma::{verify_tile, verify_vortex, DriveOutcome};
use serde::Serialize;

use crate::arguments::synth;
use crate::arguments::verify;
use crate::command::measurement::{self, measure_latencies, ModuleMeasurement};
use crate::error::Error;
use crate::json::write_json;
use crate::progress::Progress;

/// The number of matrix products of a verification, unless another is given.
const PRODUCTS: u64 = 8;

/// The number of operands of a verification of Vortex' unit, unless another is given.
const OPERANDS: u64 = 100_000;

/// The result of a verification.
#[derive(Serialize)]
struct MmaReport {
    module: String,
    engine: &'static str,
    seed: u64,
    /// Matrix products of a tile, operands of Vortex' unit.
    vectors: u64,
    steps: u64,
    results: u64,
    cycles: u64,
    /// The first fault.
    fault: Option<String>,
}

/// Compares the module with the golden model under Verilator.
pub fn verify(kind: ModuleKind, arguments: &verify::Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if arguments.engine.kind(EngineKind::Verilator)? != EngineKind::Verilator {
        return Err(Error::usage(format!(
            "{kind} runs under Verilator; leave out --engine, or write --engine verilator"
        )));
    }
    let latency = Latencies::cycles(arguments.latency)?;
    let (name, vectors, outcome) = match kind {
        ModuleKind::Vortex => {
            let spec = arguments.mma.vortex(None, Multiplier::Rows)?;
            let count = arguments.vectors.unwrap_or(OPERANDS);
            let outcome = verify_vortex(&spec, count as usize, arguments.seed);
            (spec.name().to_owned(), count, outcome.map_err(Error::failure)?)
        }
        _ => {
            let spec = arguments.mma.tile(latency, None, Multiplier::Rows)?;
            let count = arguments.vectors.unwrap_or(PRODUCTS);
            let mut progress = Progress::new("verifying", count, "matrix products");
            let outcome = verify_tile(&spec, count as usize, arguments.seed, &mut |done| {
                progress.at(done as u64)
            });
            (spec.name().to_owned(), count, outcome.map_err(Error::failure)?)
        }
    };
    let DriveOutcome {
        steps,
        results,
        cycles,
        fault,
    } = outcome;
    let is_sound = fault.is_none();
    if arguments.json {
        let report = MmaReport {
            module: name,
            engine: EngineKind::Verilator.name(),
            seed: arguments.seed,
            vectors,
            steps,
            results,
            cycles,
            fault,
        };
        write_json(&report, output)?;
    } else {
        match fault {
            Some(fault) => writeln!(output, "{name}: {fault}")?,
            None if kind == ModuleKind::Vortex => {
                writeln!(output, "{name}: {results} results match the model; {cycles} cycles")?;
            }
            None => writeln!(
                output,
                "{name}: {vectors} matrix products match the model; {steps} steps, {results} results, {cycles} cycles"
            )?,
        }
    }
    if is_sound {
        Ok(())
    } else {
        Err(Error::Found)
    }
}

/// Measures the tile on each target.
pub fn synth(arguments: &synth::Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if let Some(synth::Latency::OfGroups(latencies)) = arguments.latency {
        Latencies::cycles(Some(latencies))?;
    }
    let usual = arguments.mma.tile(None, None, Multiplier::Rows)?;
    // The accumulator adds a cycle to those of the unit.
    let longest = DesignSpec::unit(usual.instruction, 0)
        .max_latency()
        .map_err(Error::usage)?
        + 1;
    let measured = arguments.targets().into_iter().map(|target| {
        measure_latencies(arguments, 1..=longest, |latency| {
            let spec = arguments.mma.tile(latency, None, measured_multiplier(target))?;
            let verilog = mma_verilog(&spec, None).map_err(Error::usage)?;
            let MmaSpec { rows, columns, .. } = spec;
            let title = format!(
                "{KEYWORD} {rows} x {columns} {}, latency {}",
                spec.instruction, spec.latency
            );
            let seeds = arguments.seeds;
            let measured = ModuleMeasurement::new(title, spec.name(), &verilog, measured_port, target, seeds)?;
            Ok(measured.with_latency(spec.latency))
        })
    });
    measurement::report("tile", measured.collect::<Result<_, Error>>()?, arguments, output)
}

/// Returns a port as it is measured: steps are always offered and results always taken, without reset.
fn measured_port(port: Port) -> Port {
    let role = match (port.name.as_str(), port.direction) {
        ("clock", _) => Role::Clock,
        ("reset", _) => Role::Reset,
        ("in_valid" | "out_ready", _) => Role::Enable,
        ("in_ready" | "out_valid" | "out_slot", _) => Role::OutValid,
        (_, Direction::In) => Role::Operand(0),
        (_, Direction::Out) => Role::Result(0),
    };
    Port { role, ..port }
}
