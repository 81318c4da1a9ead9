//! Commands on `zfh`, the core of RISC-V's half-precision instructions.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::design::{Direction, Port, Role};
use halfpipe_hdl::export::riscv::{zfh_header, zfh_verilog, FpnewDialect, Shell, ZfhManifest};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_hdl::zfh::{Group, ZfhSpec, KEYWORD};
use halfpipe_isa::FloatFormat;
use halfpipe_prove::lemma::{decide, Lemma};
use halfpipe_prove::verdict::LemmaVerdict;
use halfpipe_synth::measure::{measure, Measurement};
use halfpipe_synth::ports::ports;
use halfpipe_synth::results::megahertz;
use halfpipe_synth::unit::measured_multiplier;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::zfh::{check_parts, Vectors, ZfhMismatch};
use halfpipe_tools::files::{check_folder, File};
use serde::Serialize;

use crate::arguments::generate::Arguments;
use crate::arguments::prove::{self, Method, ProofLatency};
use crate::arguments::synth;
use crate::arguments::verify;
use crate::arguments::zfh::Latencies;
use crate::error::Error;
use crate::json::write_json;
use crate::multiplier::MultiplierArg;
use crate::progress::Progress;
use crate::render::zfh_command;
use crate::{outputs, table};

/// The name of the shell and its file, unless another is given.
const SHELL: &str = "halfpipe_fpnew";

/// Writes the core, its manifest, its C header, and the shell if one is requested.
pub fn generate(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let name = arguments.name.as_deref();
    let of_core = name.filter(|_| arguments.fpnew.is_none());
    let spec = arguments
        .zfh
        .spec(arguments.latency, of_core, multiplier(arguments.multiplier))?;
    refuse_others(arguments)?;
    check_folder(&arguments.out)?;
    let shell_name = name.unwrap_or(SHELL);
    let command = zfh_command(&spec, arguments.fpnew.map(|dialect| (dialect, shell_name)));
    let verilog = zfh_verilog(&spec, Some(&command)).map_err(Error::usage)?;
    let manifest = serde_json::to_string_pretty(&ZfhManifest::new(&spec)).map_err(Error::failure)? + "\n";
    let mut files = vec![
        File::new(format!("{}.v", spec.name()), verilog),
        File::new(format!("{}.json", spec.name()), manifest),
        File::new(format!("{}.h", spec.name()), zfh_header(&spec)),
    ];
    if let Some(dialect) = arguments.fpnew {
        let shell = shell(&spec, dialect, shell_name);
        files.push(File::new(format!("{SHELL}.sv"), shell.verilog(Some(&command))));
    }
    if !arguments.no_check {
        check(
            &spec,
            Vectors::Sample(1),
            CHECKED_VECTORS,
            "; no file was written",
            output,
        )?;
    }
    outputs::write(&files, &arguments.out, output)
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
    if arguments.foreign.verilog.is_some() || arguments.vcd.is_some() || arguments.json {
        return Err(Error::usage(
            "--verilog, --vcd and --json do not apply to zfh; leave them out",
        ));
    }
    if arguments.engine.kind(EngineKind::Simulator)? != EngineKind::Simulator {
        return Err(Error::usage(
            "zfh runs in the embedded simulator; leave out --engine, or generate it and simulate the file",
        ));
    }
    let spec = arguments.zfh.spec(arguments.latency, None, Multiplier::Rows)?;
    let count = arguments.vectors.map_or(VERIFIED_VECTORS, |count| count as usize);
    let done = check(&spec, Vectors::Stimulus(arguments.seed), count, "", output)?;
    writeln!(
        output,
        "{}: {} instructions match the model, {done} vectors",
        spec.name(),
        spec.instructions().len()
    )?;
    Ok(())
}

/// The usual number of vectors of each instruction.
const VERIFIED_VECTORS: usize = 20_000;

/// Returns an error for an option that the core does not have.
fn refuse_others(arguments: &Arguments) -> Result<(), Error> {
    let given = [
        (arguments.stream || arguments.stream_user.is_some(), "--stream"),
        (arguments.package, "--package"),
        (arguments.cfu, "--cfu"),
        (arguments.pcpi, "--pcpi"),
        (arguments.register_ports, "--register-ports"),
        (arguments.optimise.is_given(), "--optimise"),
        (arguments.clock.clock().is_some(), "--mhz"),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(Error::usage(format!(
            "{option} does not apply to zfh, whose ports are a handshake; see halfpipe generate --help for its options"
        ))),
        None => Ok(()),
    }
}

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
        has_f32: !spec.conversions().with_single.is_empty(),
        converts_between_halves: spec.conversions().between_halves,
    }
}

/// Measures the core on each target.
pub fn synth(arguments: &synth::Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if arguments.record || arguments.compare || arguments.plot.is_some() || arguments.foreign.verilog.is_some() {
        return Err(Error::usage(
            "--record, --compare, --plot and --verilog do not apply to zfh; leave them out",
        ));
    }
    if arguments.optimise.is_given() {
        return Err(Error::usage("--optimise does not apply to zfh; leave it out"));
    }
    let mut rows = table::titled([
        "core",
        "target",
        "LUT4",
        "carry",
        "DSP",
        "flip-flops",
        "MHz best",
        "median",
    ]);
    for target in &arguments.target {
        let latencies = match arguments.latency {
            None => None,
            Some(synth::Latency::One(latency)) => Some(Latencies::Cycles(latency)),
            Some(synth::Latency::OfGroups(latencies)) => Some(latencies),
            Some(synth::Latency::All | synth::Latency::Auto) => {
                return Err(Error::usage(
                    "zfh has a latency for each group; write --latency 3 or --latency addmul=3,noncomp=1,conv=2",
                ))
            }
        };
        let spec = arguments.zfh.spec(latencies, None, measured_multiplier(*target))?;
        let verilog = zfh_verilog(&spec, None).map_err(Error::usage)?;
        let described = ports(&verilog, spec.name()).map_err(Error::failure)?;
        let ports: Vec<Port> = described.into_iter().map(measured_port).collect();
        let seeds = arguments.seeds.unwrap_or(target.seeds());
        let measured = measure(&verilog, spec.name(), &ports, *target, 1..=seeds).map_err(Error::failure)?;
        let Measurement { area, .. } = &measured;
        rows.add_row([
            KEYWORD.to_owned(),
            target.name().to_owned(),
            area.luts.to_string(),
            area.carries.to_string(),
            area.dsps.to_string(),
            area.flip_flops.to_string(),
            megahertz(measured.best().map(|timing| timing.fmax)),
            megahertz(measured.median().map(|timing| timing.fmax)),
        ]);
    }
    write!(output, "{}", table::text(&rows))?;
    Ok(())
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

/// Proves that the parts of the core compute its instructions for every operand.
pub fn prove(arguments: &prove::Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let given = [
        (arguments.target.is_some(), "--target"),
        (arguments.foreign.verilog.is_some(), "--verilog"),
        (
            arguments.check || arguments.stale || arguments.ledger.is_some(),
            "--ledger, --check and --stale",
        ),
        (arguments.certificates.is_some(), "--certificates"),
        (arguments.shard.is_some(), "--shard"),
        (arguments.register_ports, "--register-ports"),
        (arguments.optimise.is_given(), "--optimise"),
        (arguments.method == Method::Exhaustive, "--method exhaustive"),
    ];
    if let Some((_, option)) = given.into_iter().find(|(is_given, _)| *is_given) {
        return Err(Error::usage(format!("{option} does not apply to zfh; leave it out")));
    }
    let latencies = match arguments.latency {
        None => None,
        Some(ProofLatency::Given(latencies)) => Some(latencies),
        Some(ProofLatency::Every) => {
            return Err(Error::usage(
                "zfh has a latency for each group; write --latency 3 or --latency addmul=3,noncomp=1,conv=2",
            ))
        }
    };
    let spec = arguments
        .zfh
        .spec(latencies, None, multiplier(Some(arguments.multiplier)))?;
    let lemmas = halfpipe_prove::zfh::lemmas(&spec).map_err(Error::failure)?;
    let progress = Mutex::new((Progress::new("proving", lemmas.len() as u64, "lemmas"), 0));
    let decided = decide(&lemmas, &|_, _| {
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.1 += 1;
        let done = progress.1;
        progress.0.at(done);
    });
    drop(progress);
    let failed: Vec<(&Lemma, &LemmaVerdict)> = lemmas
        .iter()
        .zip(&decided)
        .filter(|(_, decided)| decided.verdict != LemmaVerdict::Holds)
        .map(|(lemma, decided)| (lemma, &decided.verdict))
        .collect();
    if arguments.json {
        let report = ZfhReport {
            module: spec.name().to_owned(),
            instructions: spec.instructions().iter().map(ToString::to_string).collect(),
            lemmas: lemmas.len(),
            failed: failed.iter().map(|(lemma, _)| lemma.name()).collect(),
        };
        write_json(&report, output)?;
    } else {
        for (lemma, verdict) in &failed {
            match verdict {
                LemmaVerdict::Fails(words) => {
                    writeln!(output, "{}: does not hold for", lemma.name())?;
                    for (name, word) in words {
                        writeln!(output, "  {name} {word:#x}")?;
                    }
                }
                LemmaVerdict::Unproven(why) => writeln!(output, "{}: could not be proven: {why}", lemma.name())?,
                LemmaVerdict::Holds => {}
            }
        }
        if failed.is_empty() {
            writeln!(
                output,
                "{}: {} instructions are correct for all operands; {} lemmas",
                spec.name(),
                spec.instructions().len(),
                lemmas.len()
            )?;
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(Error::Found),
    }
}

/// The result of a proof of the core.
#[derive(Serialize)]
struct ZfhReport {
    module: String,
    instructions: Vec<String>,
    lemmas: usize,
    failed: Vec<String>,
}

/// Returns the implementation of products.
fn multiplier(asked: Option<MultiplierArg>) -> Multiplier {
    match asked {
        Some(MultiplierArg::Block) => Multiplier::Block(multiplier_blocks()),
        Some(MultiplierArg::Rows) | None => Multiplier::Rows,
    }
}
