//! Commands on `zfh`, the core of RISC-V's half-precision instructions.

use std::io::Write;

use halfpipe_figures::design::measured_multiplier;
use halfpipe_hdl::design::{Direction, Port, Role};
use halfpipe_hdl::export::riscv::zfh_verilog;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_hdl::zfh::{ZfhSpec, KEYWORD, MAX_LATENCY};
use halfpipe_request::arguments::generate::ModuleArguments;
use halfpipe_request::arguments::zfh::Latencies;
use halfpipe_request::riscv::spec;
use halfpipe_simulation::zfh::{check_parts, Vectors, ZfhMismatch};
use halfpipe_testbench::engine::EngineKind;
use serde::Serialize;

use crate::arguments::synth;
use crate::arguments::verify;
use crate::command::measurement::{self, measure_latencies, ModuleMeasurement};
use crate::error::{print_note, Error};
use crate::json::write_json;
use crate::progress::{self, Progress};

/// Compares the core with the golden model, before it is written.
pub fn check_sample(arguments: &ModuleArguments, output: &mut dyn Write) -> Result<(), Error> {
    let spec = spec(arguments)?;
    let vectors = Vectors::Sample(1);
    let done = check(&spec, vectors, CHECKED_VECTORS, "; no file was written", output)?;
    if progress::is_enabled() {
        print_note(&format!("{}: {done} vectors match the model", spec.name()));
    }
    Ok(())
}

/// The number of vectors of each instruction in the check of a core before it is written.
const CHECKED_VECTORS: usize = 512;

/// Compares the core with the golden model in the embedded simulator. Returns the number of vectors.
fn check(
    spec: &ZfhSpec,
    vectors: Vectors,
    count: usize,
    consequence: &str,
    output: &mut dyn Write,
) -> Result<u64, Error> {
    let all = spec.instructions().len() as u64 * count as u64;
    let mut progress = Progress::new("checking", all, "vectors");
    let (done, mismatch) = check_parts(spec, vectors, count, &mut |done| progress.at(done)).map_err(Error::usage)?;
    drop(progress);
    let Some(mismatch) = mismatch else { return Ok(done) };
    let ZfhMismatch {
        instruction,
        operands,
        expected,
        found,
    } = mismatch;
    let operands: Vec<String> = operands.iter().map(|operand| format!("{operand:#x}")).collect();
    writeln!(
        output,
        "{instruction}: the hardware differs from the model{consequence}"
    )?;
    writeln!(output, "  operands {}", operands.join(" "))?;
    writeln!(output, "  expected {:#x}, flags {:#x}", expected.0, expected.1)?;
    match found {
        Some((result, flags)) => writeln!(output, "  actual   {result:#x}, flags {flags:#x}")?,
        None => writeln!(output, "  actual   no result in time")?,
    }
    Err(Error::Found)
}

/// Verifies the core against the golden model.
pub fn verify(arguments: &verify::Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if arguments.engine.kind(EngineKind::Simulator)? != EngineKind::Simulator {
        return Err(Error::usage(
            "zfh runs in the embedded simulator; leave out --engine, or generate it and simulate the file",
        ));
    }
    let spec = arguments.zfh.spec(arguments.latency, None, Multiplier::Rows)?;
    let count = arguments.vectors.map_or(VERIFIED_VECTORS, |count| count as usize);
    let mut fault = Vec::new();
    let checked = check(&spec, Vectors::Stimulus(arguments.seed), count, "", &mut fault);
    let fault = String::from_utf8(fault).map_err(Error::failure)?;
    let done = match checked {
        Ok(done) => Some(done),
        Err(Error::Found) => None,
        Err(error) => return Err(error),
    };
    if arguments.json {
        let report = ZfhVerification {
            module: spec.name().to_owned(),
            engine: EngineKind::Simulator.name(),
            seed: arguments.seed,
            instructions: spec.instructions().iter().map(ToString::to_string).collect(),
            vectors: done,
            fault: done.is_none().then_some(fault),
        };
        write_json(&report, output)?;
    } else if let Some(done) = done {
        writeln!(
            output,
            "engine {}, seed {}",
            EngineKind::Simulator.name(),
            arguments.seed
        )?;
        writeln!(
            output,
            "{}: {} instructions match the model, {done} vectors",
            spec.name(),
            spec.instructions().len()
        )?;
    } else {
        write!(output, "{fault}")?;
    }
    if done.is_some() {
        Ok(())
    } else {
        Err(Error::Found)
    }
}

/// The result of a verification of the core.
#[derive(Serialize)]
struct ZfhVerification {
    module: String,
    engine: &'static str,
    seed: u64,
    instructions: Vec<String>,
    /// The vectors that match the model; none after a mismatch.
    vectors: Option<u64>,
    /// The first mismatch.
    fault: Option<String>,
}

/// The usual number of vectors of each instruction.
const VERIFIED_VECTORS: usize = 20_000;

/// Measures the core on each target.
pub fn synth(arguments: &synth::Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let groups = match arguments.latency {
        Some(synth::Latency::OfGroups(latencies)) => Some(latencies),
        _ => None,
    };
    let measured = arguments.targets().into_iter().map(|target| {
        measure_latencies(arguments, 0..=MAX_LATENCY, |latency| {
            let latencies = latency.map(Latencies::Cycles).or(groups);
            let spec = arguments.zfh.spec(latencies, None, measured_multiplier(target))?;
            let verilog = zfh_verilog(&spec, None).map_err(Error::usage)?;
            let title = latency.map_or(KEYWORD.to_owned(), |latency| format!("{KEYWORD}, latency {latency}"));
            let seeds = arguments.seeds;
            let measured = ModuleMeasurement::new(title, spec.name(), &verilog, measured_port, target, seeds)?;
            Ok(match latency {
                Some(latency) => measured.with_latency(latency),
                None => measured,
            })
        })
    });
    measurement::report("core", measured.collect::<Result<_, Error>>()?, arguments, output)
}

/// Returns a port as it is measured: operations are always offered and results always taken, without reset, flush and
/// tag.
fn measured_port(port: Port) -> Port {
    let role = match (port.name.as_str(), port.direction) {
        ("clock", _) => Role::Clock,
        ("reset_n" | "out_ready" | "in_valid" | "tag_in", _) => Role::Enable,
        ("flush", _) => Role::Reset,
        ("in_ready" | "out_valid" | "busy" | "tag_out", _) => Role::OutValid,
        (_, Direction::In) => Role::Operand(0),
        (_, Direction::Out) => Role::Result(0),
    };
    Port { role, ..port }
}
