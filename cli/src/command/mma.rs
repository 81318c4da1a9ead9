//! Commands on `mma`, a tile of dot products, and `vortex`, the dot product unit of Vortex' tensor core.

use std::io::Write;

use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::design::{Direction, Port, Role};
use halfpipe_hdl::export::mma::{mma_header, mma_verilog, vortex_verilog, MmaManifest, VortexManifest};
use halfpipe_hdl::mma::{unit, KEYWORD};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_synth::measure::{measure, Measurement};
use halfpipe_synth::ports::ports;
use halfpipe_synth::results::megahertz;
use halfpipe_synth::unit::measured_multiplier;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::mma::{verify_tile, verify_vortex, DriveOutcome};
use halfpipe_tools::files::{check_folder, File};
use serde::Serialize;

use crate::arguments::generate::Arguments;
use crate::arguments::mma::MmaModule;
use crate::arguments::synth;
use crate::arguments::verify;
use crate::arguments::zfh::Latencies;
use crate::command::generate::check_samples;
use crate::error::Error;
use crate::json::write_json;
use crate::multiplier::MultiplierArg;
use crate::progress::Progress;
use crate::render::{mma_command, vortex_command};
use crate::{outputs, table};

/// Writes the module and its manifest, and the C header of a tile.
pub fn generate(module: MmaModule, arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    refuse_others(module, arguments)?;
    let name = arguments.name.as_deref();
    let latency = Latencies::of_module(arguments.latency)?;
    let multiplier = match arguments.multiplier {
        Some(MultiplierArg::Block) => Multiplier::Block(multiplier_blocks()),
        Some(MultiplierArg::Rows) | None => Multiplier::Rows,
    };
    let (units, files) = match module {
        MmaModule::Tile => {
            let spec = arguments.mma.tile(latency, name, multiplier)?;
            let command = mma_command(&spec);
            let files = vec![
                File::new(
                    format!("{}.v", spec.name()),
                    mma_verilog(&spec, Some(&command)).map_err(Error::usage)?,
                ),
                File::new(
                    format!("{}.json", spec.name()),
                    json(&MmaManifest::new(&spec, &command))?,
                ),
                File::new(
                    format!("{}.h", spec.name()),
                    mma_header(&spec, Some(&command)).map_err(Error::usage)?,
                ),
            ];
            (vec![unit(&spec).map_err(Error::usage)?], files)
        }
        MmaModule::Vortex => {
            let spec = arguments.mma.vortex(latency, name, multiplier)?;
            let command = vortex_command(&spec);
            let manifest = VortexManifest::new(&spec, &command).map_err(Error::usage)?;
            let files = vec![
                File::new(
                    format!("{}.sv", spec.name()),
                    vortex_verilog(&spec, Some(&command)).map_err(Error::usage)?,
                ),
                File::new(format!("{}.json", spec.name()), json(&manifest)?),
            ];
            (spec.units().map_err(Error::usage)?, files)
        }
    };
    check_folder(&arguments.out)?;
    if !arguments.no_check {
        check_samples(&units, output)?;
    }
    outputs::write(&files, &arguments.out, output)
}

fn json(manifest: &impl Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string_pretty(manifest).map_err(Error::failure)? + "\n")
}

/// Returns an error for an option that the module does not have.
fn refuse_others(module: MmaModule, arguments: &Arguments) -> Result<(), Error> {
    let given = [
        (arguments.stream || arguments.stream_user.is_some(), "--stream"),
        (arguments.package, "--package"),
        (arguments.cfu, "--cfu"),
        (arguments.pcpi, "--pcpi"),
        (arguments.register_ports, "--register-ports"),
        (arguments.optimise.is_given(), "--optimise"),
        (arguments.clock.clock().is_some(), "--mhz"),
        (arguments.fpnew.is_some(), "--fpnew"),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(Error::usage(format!(
            "{option} does not apply to {}; leave it out, or see halfpipe generate --help for its options",
            module.keyword()
        ))),
        None => Ok(()),
    }
}

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
pub fn verify(module: MmaModule, arguments: &verify::Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let keyword = module.keyword();
    let given = [
        (arguments.foreign.verilog.is_some(), "--verilog"),
        (arguments.vcd.is_some(), "--vcd"),
        (arguments.testfloat.is_some(), "--testfloat"),
        (arguments.arch_test.is_some(), "--arch-test"),
    ];
    if let Some((_, option)) = given.into_iter().find(|(is_given, _)| *is_given) {
        return Err(Error::usage(format!(
            "{option} does not apply to {keyword}; leave it out"
        )));
    }
    if arguments.engine.kind(EngineKind::Verilator)? != EngineKind::Verilator {
        return Err(Error::usage(format!(
            "{keyword} runs under Verilator; leave out --engine, or write --engine verilator"
        )));
    }
    let latency = Latencies::of_module(arguments.latency)?;
    let (name, vectors, outcome) = match module {
        MmaModule::Tile => {
            let spec = arguments.mma.tile(latency, None, Multiplier::Rows)?;
            let count = arguments.vectors.unwrap_or(PRODUCTS);
            let mut progress = Progress::new("verifying", count, "matrix products");
            let outcome = verify_tile(&spec, count as usize, arguments.seed, &mut |done| {
                progress.at(done as u64)
            });
            (spec.name().to_owned(), count, outcome.map_err(Error::failure)?)
        }
        MmaModule::Vortex => {
            let spec = arguments.mma.vortex(latency, None, Multiplier::Rows)?;
            let count = arguments.vectors.unwrap_or(OPERANDS);
            let outcome = verify_vortex(&spec, count as usize, arguments.seed);
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
        match (fault, module) {
            (Some(fault), _) => writeln!(output, "{name}: {fault}")?,
            (None, MmaModule::Tile) => writeln!(
                output,
                "{name}: {vectors} matrix products match the model; {steps} steps, {results} results, {cycles} cycles"
            )?,
            (None, MmaModule::Vortex) => {
                writeln!(output, "{name}: {results} results match the model; {cycles} cycles")?;
            }
        }
    }
    match is_sound {
        true => Ok(()),
        false => Err(Error::Found),
    }
}

/// Returns the error of `prove`, which has no such module.
pub fn prove(module: MmaModule) -> Error {
    Error::usage(format!(
        "prove does not have {}; prove its unit, for example halfpipe prove dot4.volta.f32.f16, and simulate the rest with \
         halfpipe verify {}",
        module.keyword(),
        module.keyword()
    ))
}

/// Area and clock frequency of a tile on a target.
#[derive(Serialize)]
struct MmaMeasurement {
    module: String,
    target: &'static str,
    latency: u32,
    luts: u64,
    carries: u64,
    dsps: u64,
    flip_flops: u64,
    mhz_best: Option<f64>,
    mhz_median: Option<f64>,
}

/// Measures the tile on each target.
pub fn synth(module: MmaModule, arguments: &synth::Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if module == MmaModule::Vortex {
        return Err(Error::usage(
            "synth does not have vortex; measure its unit, for example halfpipe synth dot4.ampere.f32.f16 --latency 4",
        ));
    }
    if arguments.record || arguments.compare || arguments.plot.is_some() || arguments.foreign.verilog.is_some() {
        return Err(Error::usage(
            "--record, --compare, --plot and --verilog do not apply to mma; leave them out",
        ));
    }
    if arguments.optimise.is_given() {
        return Err(Error::usage("--optimise does not apply to mma; leave it out"));
    }
    let latency = match arguments.latency {
        None => None,
        Some(synth::Latency::One(latency)) => Some(latency),
        Some(_) => return Err(Error::usage("mma takes one latency; write for example --latency 4")),
    };
    let mut rows = table::titled([
        "tile",
        "target",
        "LUT4",
        "carry",
        "DSP",
        "flip-flops",
        "MHz best",
        "median",
    ]);
    let mut measurements = Vec::new();
    for target in &arguments.target {
        let spec = arguments.mma.tile(latency, None, measured_multiplier(*target))?;
        let verilog = mma_verilog(&spec, None).map_err(Error::usage)?;
        let described = ports(&verilog, spec.name()).map_err(Error::failure)?;
        let ports: Vec<Port> = described.into_iter().map(measured_port).collect();
        let seeds = arguments.seeds.unwrap_or(target.seeds());
        let measured = measure(&verilog, spec.name(), &ports, *target, 1..=seeds).map_err(Error::failure)?;
        let Measurement { area, .. } = &measured;
        let best = measured.best().map(|timing| timing.fmax);
        let median = measured.median().map(|timing| timing.fmax);
        rows.add_row([
            format!("{KEYWORD} {} x {} {}", spec.rows, spec.columns, spec.instruction),
            target.name().to_owned(),
            area.luts.to_string(),
            area.carries.to_string(),
            area.dsps.to_string(),
            area.flip_flops.to_string(),
            megahertz(best),
            megahertz(median),
        ]);
        measurements.push(MmaMeasurement {
            module: spec.name().to_owned(),
            target: target.name(),
            latency: spec.latency,
            luts: area.luts,
            carries: area.carries,
            dsps: area.dsps,
            flip_flops: area.flip_flops,
            mhz_best: best,
            mhz_median: median,
        });
    }
    match arguments.json {
        true => write_json(&measurements, output),
        false => Ok(write!(output, "{}", table::text(&rows))?),
    }
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
