//! Commands on `zfh`, the core of RISC-V's half-precision instructions.

use std::io::Write;

use halfpipe_figures::design::measured_multiplier;
use halfpipe_hdl::design::{Direction, Port, Role};
use halfpipe_hdl::export::riscv::{instruction_decoder, zfh_verilog, FpnewDialect, Shell, ZfhManifest};
use halfpipe_hdl::export::File;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_hdl::zfh::{Group, ZfhSpec, KEYWORD, MAX_LATENCY};
use halfpipe_isa::FloatFormat;
use halfpipe_simulation::zfh::{check_parts, Vectors, ZfhMismatch};
use halfpipe_testbench::engine::EngineKind;
use serde::Serialize;

use crate::arguments::explain;
use crate::arguments::generate::Arguments;
use crate::arguments::synth;
use crate::arguments::verify;
use crate::arguments::zfh::Latencies;
use crate::command::measurement::{self, measure_latencies, ModuleMeasurement};
use crate::error::{print_note, Error};
use crate::json::write_json;
use crate::paragraph::wrapped;
use crate::progress::{self, Progress};
use crate::render::zfh_command;
use crate::table;

/// The name of the shell and its file, unless another is given.
const SHELL: &str = "halfpipe_fpnew";

/// Returns the specification of the core that is to be generated.
///
/// # Errors
///
/// Fails if there is no such core, or if its shell has no names for its operations.
pub fn spec(arguments: &Arguments) -> Result<ZfhSpec, Error> {
    let name = arguments.name.as_deref().filter(|_| arguments.fpnew.is_none());
    let multiplier = arguments.multiplier.unwrap_or_default().multiplier();
    let spec = arguments.zfh.spec(arguments.latency, name, multiplier)?;
    if spec.has_zfa() && arguments.fpnew.is_some() {
        return Err(Error::usage(
            "`fpnew_pkg` has no names for the operations of zfa; leave zfa or --fpnew out",
        ));
    }
    Ok(spec)
}

/// Compares the core with the golden model, before it is written.
pub fn check_sample(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let spec = spec(arguments)?;
    let vectors = Vectors::Sample(1);
    let done = check(&spec, vectors, CHECKED_VECTORS, "; no file was written", output)?;
    if progress::is_enabled() {
        print_note(&format!("{}: {done} vectors match the model", spec.name()));
    }
    Ok(())
}

/// Returns the command that generates the core.
pub fn command(arguments: &Arguments, spec: &ZfhSpec) -> String {
    let name = arguments.name.as_deref().unwrap_or(SHELL);
    zfh_command(spec, arguments.fpnew.map(|dialect| (dialect, name)), arguments.decoder)
}

/// Returns the shell, if it is requested.
pub fn shell_file(arguments: &Arguments, spec: &ZfhSpec) -> Option<File> {
    let name = arguments.name.as_deref().unwrap_or(SHELL);
    let shell = shell(spec, arguments.fpnew?, name);
    Some(File::new(
        format!("{SHELL}.sv"),
        shell.verilog(Some(&command(arguments, spec))),
    ))
}

/// Returns the decoder of instruction words, if it is requested.
///
/// # Errors
///
/// Fails if there is no such core.
pub fn decoder_file(arguments: &Arguments, spec: &ZfhSpec) -> Result<Option<File>, Error> {
    if !arguments.decoder {
        return Ok(None);
    }
    let text = instruction_decoder(spec, Some(&command(arguments, spec))).map_err(Error::usage)?;
    Ok(Some(File::new(format!("{}.sv", spec.decoder_name()), text)))
}

/// Explains the core: its groups, its instructions, and the commands on it.
pub fn explain(arguments: &explain::Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let spec = arguments.zfh.spec(None, None, Multiplier::Rows)?;
    let manifest = ZfhManifest::new(&spec);
    if arguments.json {
        return write_json(&manifest, output);
    }
    let ZfhManifest {
        module,
        isa,
        xlen,
        flen,
        groups,
        instructions,
        ..
    } = manifest;
    writeln!(
        output,
        "{module}: the half-precision instructions of RISC-V behind one handshake\n"
    )?;
    writeln!(
        output,
        "extensions {}; integer registers of {xlen} bits, floating-point registers of {flen}\n",
        isa.join(", ")
    )?;
    let mut rows = table::titled(["group", "latency", "instructions"]);
    for group in &groups {
        let own = instructions.iter().filter(|entry| entry.group == group.group).count();
        let latency = if group.is_iterative {
            format!("up to {}, one at a time", group.latency)
        } else {
            group.latency.to_string()
        };
        rows.add_row([group.group.to_owned(), latency, own.to_string()]);
    }
    write!(output, "{}", table::text(&rows))?;
    let mut names: Vec<&str> = instructions.iter().map(|entry| entry.mnemonic.as_str()).collect();
    names.dedup();
    writeln!(
        output,
        "\nInstructions; docs/riscv.md has their codes, and the JSON of this command too"
    )?;
    write!(output, "{}", wrapped(&names.join(" "), 2))?;
    writeln!(
        output,
        "\nhalfpipe generate writes it, with the same options; halfpipe prove zfh proves it."
    )?;
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

/// Returns the shell around a core.
fn shell(spec: &ZfhSpec, dialect: FpnewDialect, name: &str) -> Shell {
    Shell {
        dialect,
        name: name.to_owned(),
        width: spec.width(),
        addmul: spec.latency(Group::Addmul),
        noncomp: spec.latency(Group::Noncomp),
        conv: spec.latency(Group::Conv),
        has_divider: !spec.formats_of(Group::Divsqrt).is_empty(),
        has_f16: spec.formats_of(Group::Conv).contains(&FloatFormat::RISCV_H),
        has_bf16: spec.formats_of(Group::Conv).contains(&FloatFormat::RISCV_BF16),
        has_f32: spec.has_single(),
        computes_f32: spec.has_arithmetic(FloatFormat::RISCV_S),
        converts_between_halves: spec.converts_between_halves(),
    }
}

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
