//! `verify`: hardware against the golden model.

use std::io::Write;
use std::path::Path;

use halfpipe_hdl::design::DesignKind;
use halfpipe_request::arguments::zfh::Latencies;
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::request::{DesignRequest, LatencyChoice};
use halfpipe_request::sample;
use halfpipe_simulation::stimulus;
use halfpipe_testbench::engine::{Engine, EngineKind};
use halfpipe_testbench::scoreboard::{self, Finding, VerifyReport};
use halfpipe_testbench::wave::{self, WaveFiles};
use halfpipe_yosys::VerilogDut;
use serde::Serialize;

use super::archtest;
use super::engines::Engines;
use super::report::{print, VerifySummary};
use super::testfloat;
use super::wave::print_files;
use crate::arguments::verify::Arguments;
use crate::command::{mma, zfh};
use crate::engine::EngineName;
use crate::error::Error;
use crate::foreign;
use crate::interrupt;
use crate::json::write_json;
use crate::junit::{self, JunitReport};
use crate::progress::Progress;
use crate::replay::Rerun;

/// The number of vectors in a waveform without a mismatch.
const WAVE_VECTORS: usize = 48;

/// The result of a verification.
#[derive(Serialize)]
struct Verification {
    #[serde(flatten)]
    engine: EngineName,
    seed: u64,
    reports: Vec<VerifySummary>,
}

/// Verifies instructions.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let file = arguments.junit.as_deref();
    junit::report(file, "verify", &arguments.mnemonics, output, |junit, output| {
        verify_kind(arguments, junit, output)
    })
}

fn verify_kind(arguments: &Arguments, junit: &mut JunitReport, output: &mut dyn Write) -> Result<(), Error> {
    match ModuleKind::find_one(&arguments.mnemonics) {
        ModuleKind::Zfh => return zfh::verify(arguments, output),
        kind @ (ModuleKind::Tile | ModuleKind::Vortex) => return mma::verify(kind, arguments, output),
        ModuleKind::Unit | ModuleKind::Core => {}
    }
    let latency = Latencies::cycles(arguments.latency)?;
    if let Some(file) = &arguments.testfloat {
        return testfloat::run(arguments, file, output);
    }
    if let Some(file) = &arguments.arch_test {
        return archtest::run(arguments, file, output);
    }
    let kinds = arguments.core.kinds(&arguments.mnemonics)?;
    if arguments.vcd.is_some() && kinds.len() != 1 {
        let count = kinds.len();
        return Err(Error::usage(format!(
            "--vcd writes the wave of one instruction, but {count} are named"
        )));
    }
    if arguments.foreign.is_given() {
        let is_iterative = matches!(foreign::only_unit(&kinds)?, DesignKind::Iterative(_));
        if is_iterative && arguments.vcd.is_some() {
            return Err(Error::usage(
                "--vcd draws the file of a pipeline; leave it out, or leave out --iterative",
            ));
        }
    }
    let designs = DesignRequest::new(kinds, LatencyChoice::from_number(latency)).designs()?;
    let engine = arguments.engine()?;
    let file = if designs[0].interface().is_iterative() {
        arguments.foreign.read_iterative(&designs[0], engine)?
    } else {
        arguments.foreign.read(&designs[0], latency, engine)?
    };
    match file {
        Some(device) => verify(arguments, &[device], junit, output),
        None => verify(arguments, &designs, junit, output),
    }
}

impl Arguments {
    /// Returns the requested engine. The default for an external file is Verilator.
    fn engine(&self) -> Result<EngineKind, Error> {
        self.engine.kind(if self.foreign.is_given() {
            EngineKind::Verilator
        } else {
            EngineKind::Simulator
        })
    }
}

fn verify<D: VerilogDut>(
    arguments: &Arguments,
    devices: &[D],
    junit: &mut JunitReport,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let mut verification = Verification {
        engine: EngineName(arguments.engine()?),
        seed: arguments.seed,
        reports: Vec::new(),
    };
    if !arguments.json {
        writeln!(output, "engine {}, seed {}", verification.engine, verification.seed)?;
    }
    let engines = Engines::prepare(arguments.engine()?, devices)?;
    for (position, device) in devices.iter().enumerate() {
        let report = compare(arguments, device, engines.open(position)?.as_mut())?;
        let verdict = VerifySummary::new(device, &report, Rerun::Verify { seed: arguments.seed });
        verdict.add_to(junit)?;
        if !arguments.json {
            print(&verdict, output)?;
        }
        if let Some(file) = &arguments.vcd {
            let files = write_wave(device, &report, file)?;
            if !arguments.json {
                print_files(&files, output)?;
            }
        }
        verification.reports.push(verdict);
    }
    if arguments.json {
        write_json(&verification, output)?;
    }
    if verification.reports.iter().all(VerifySummary::is_clean) {
        Ok(())
    } else {
        Err(Error::Found)
    }
}

fn compare(arguments: &Arguments, device: &dyn VerilogDut, engine: &mut dyn Engine) -> Result<VerifyReport, Error> {
    let interface = device.interface();
    let mut source = stimulus::make_module_source(interface, arguments.seed);
    let vectors = arguments.vectors.unwrap_or_else(|| stimulus::usual_count(interface));
    let mut progress = Progress::new(interface.mnemonic(), vectors, "vectors");
    let on_progress = &mut |done| progress.at(done);
    let report = if interface.is_iterative() && device.design().is_none() {
        let most = arguments.limit.cycles();
        scoreboard::verify_operations(device, engine, source.as_mut(), vectors, most, on_progress)
    } else {
        scoreboard::verify(device, engine, source.as_mut(), vectors, on_progress)
    };
    report.map_err(Error::failure)
}

/// Writes the waveform of the first finding to a file, and the files that open it beside it. Without a finding, the
/// waveform shows a few vectors.
fn write_wave(device: &dyn VerilogDut, report: &VerifyReport, file: &Path) -> Result<WaveFiles, Error> {
    let write = || match &report.first {
        Some(Finding::Mismatch(mismatch)) => wave::write_to(device, std::slice::from_ref(&mismatch.inputs), file),
        Some(Finding::HandshakeViolation(breach)) => wave::write_cycles_to(device, &breach.inputs, file),
        None => wave::write_to(device, &sample::draw_few(device.interface(), WAVE_VECTORS), file),
    };
    interrupt::uninterrupted(write).map_err(Error::from)
}

#[cfg(test)]
#[path = "../../tests/unit/command/verify.rs"]
mod tests;
