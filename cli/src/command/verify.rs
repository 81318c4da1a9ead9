//! `verify`: hardware against model.

use std::io::Write;
use std::path::{Path, PathBuf};

use halfpipe_hdl::unit::Unit;
use halfpipe_isa::Instruction;
use halfpipe_testbench::coverage::Rules;
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{self, Engine, EngineKind, Mapping};
use halfpipe_testbench::exhaustive::is_exhaustible;
use halfpipe_testbench::scoreboard::{self, Report};
use halfpipe_testbench::stimulus::{self, Source, Stimulus};
use halfpipe_testbench::wave::{self, WaveFiles};
use halfpipe_testbench::Vector;
use serde::Serialize;

use super::wave::print_files;
use super::{exhaustive, stratified, write_json};
use crate::arguments::{count, number};
use crate::engine::{EngineName, EngineOptions};
use crate::error::Error;
use crate::operands::hexadecimal;
use crate::progress::Progress;
use crate::sample::Sample;
use crate::{hardware, interrupt, select};

/// What `verify` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Instructions, in any spelling of PTX; or patterns of canonical names with *; or all, which with --exhaustive or
    /// --stratified means all that can be
    #[arg(required = true, value_name = "MNEMONIC")]
    mnemonics: Vec<String>,
    #[command(flatten)]
    engine: EngineOptions,
    /// Vectors for each instruction: edge values first, then random ones aimed at what is hard
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, default_value_t = 100_000, conflicts_with_all = ["exhaustive", "stratified"])]
    vectors: u64,
    /// Try every combination of operands, with --engine gates unless another is named; for instructions with one or two
    /// of 16 bits a lane
    #[arg(long)]
    exhaustive: bool,
    #[command(flatten)]
    exhaustive_options: exhaustive::ExhaustiveOptions,
    /// Try vectors of every class: all exponents, alignments, cancellations, roundings and kinds of operands; for fma in
    /// half precision
    #[arg(long, conflicts_with_all = ["exhaustive", "vcd"])]
    stratified: bool,
    /// Where the random vectors start
    #[arg(long, value_name = "S", value_parser = number::<u64>, allow_negative_numbers = true, default_value_t = 1)]
    seed: u64,
    /// Clock cycles from operands to result; 0 is combinational  [default: the knee of its curve, see explain]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    latency: Option<u32>,
    /// Write the wave of the first mismatch, or else of a few vectors, with views that open on it; for one instruction
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What `verify` does beside verifying.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Put the records of all shards of an exhaustive run together, and check that they have every input once
    Merge(exhaustive::MergeArguments),
}

const EXAMPLES: &str = "\
Examples:
  halfpipe verify fma.rn.relu.f16x2
  halfpipe verify 'fma.*' --engine verilator --vectors 1000000
  halfpipe verify add.rn.bf16 --exhaustive
  halfpipe verify fma.rn.f16 --stratified --engine gates
  halfpipe verify mul.rn.f16 --exhaustive --engine gates --mapped ice40
  halfpipe verify add.rn.f16 --exhaustive --shard 3/8 --out shards
  halfpipe verify merge shards/add_rn_f16.*.json
  halfpipe verify all --exhaustive --out records --resume";

/// Vectors in the wave of a run without mismatch.
const WAVE_VECTORS: usize = 48;

/// All that was found out.
#[derive(Serialize)]
struct Verification {
    #[serde(flatten)]
    engine: EngineName,
    /// None where every vector was tried.
    seed: Option<u64>,
    reports: Vec<Verdict>,
}

/// What was found out of one instruction.
#[derive(Serialize)]
pub(super) struct Verdict {
    mnemonic: String,
    latency: u32,
    vectors: u64,
    pub(super) mismatches: u64,
    first: Option<FirstMismatch>,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct FirstMismatch {
    operands: Vec<String>,
    expected: String,
    actual: String,
    /// The command that evaluates this vector again.
    again: String,
}

impl FirstMismatch {
    fn of(instruction: Instruction, mismatch: &scoreboard::Mismatch) -> FirstMismatch {
        let width = instruction.result_width();
        let operands = instruction.operands().iter().zip(mismatch.operands);
        FirstMismatch {
            again: mismatch.command(),
            operands: operands
                .map(|(operand, value)| hexadecimal(value, operand.width()))
                .collect(),
            expected: hexadecimal(mismatch.expected, width),
            actual: hexadecimal(mismatch.actual, width),
        }
    }
}

impl Verdict {
    pub(super) fn of(unit: &Unit, report: &Report) -> Verdict {
        let instruction = unit.instruction();
        Verdict {
            mnemonic: instruction.mnemonic(),
            latency: unit.latency(),
            vectors: report.vectors,
            mismatches: report.mismatches,
            first: report
                .first
                .as_ref()
                .map(|mismatch| FirstMismatch::of(instruction, mismatch)),
            text: report.first.as_ref().map(ToString::to_string).unwrap_or_default(),
        }
    }
}

/// Verifies instructions.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if let Some(Command::Merge(arguments)) = &arguments.command {
        return exhaustive::run_merge(arguments, output);
    }
    let instructions =
        select::possible_instructions(&arguments.mnemonics, |instruction| arguments.can_verify(instruction))?;
    if arguments.vcd.is_some() && instructions.len() != 1 {
        let count = instructions.len();
        return Err(Error::usage(format!(
            "--vcd takes the wave of one instruction, and {count} are named"
        )));
    }
    let units = instructions
        .iter()
        .map(|instruction| hardware::unit(*instruction, arguments.latency));
    let units = units.collect::<Result<Vec<_>, _>>()?;
    if arguments.exhaustive {
        instructions
            .iter()
            .try_for_each(|instruction| check_exhaustible(*instruction))?;
    }
    let engine = arguments.engine()?;
    if arguments.stratified {
        return stratified::run(&units, engine, arguments.seed, arguments.json, output);
    }
    match engine {
        EngineKind::Gates(mapping) if arguments.exhaustive => {
            let (options, json) = (&arguments.exhaustive_options, arguments.json);
            if arguments.vcd.is_some() {
                return Err(Error::usage(
                    "--vcd does not go with --exhaustive --engine gates; run the command that a mismatch prints",
                ));
            }
            match options.only_looks() {
                true => exhaustive::look(&units, mapping, options, json, output),
                false => exhaustive::run(&units, mapping, options, json, output),
            }
        }
        other => match arguments.exhaustive_options.first_used() {
            Some(option) => Err(Error::usage(format!(
                "{option} is for --engine gates; --engine {other} runs every vector in one process"
            ))),
            None => verify(arguments, &units, output),
        },
    }
}

impl Arguments {
    /// Whether an instruction has the vectors that are asked for.
    fn can_verify(&self, instruction: Instruction) -> bool {
        match (self.exhaustive, self.stratified) {
            (true, _) => is_exhaustible(instruction),
            (_, true) => Rules::try_from(instruction).is_ok(),
            _ => true,
        }
    }

    /// The engine asked for; every input is tried on the netlist unless another is named.
    fn engine(&self) -> Result<EngineKind, Error> {
        self.engine.kind(match self.exhaustive {
            true => EngineKind::Gates(Mapping::Generic),
            false => EngineKind::RustHdl,
        })
    }
}

fn verify(arguments: &Arguments, units: &[Unit], output: &mut dyn Write) -> Result<(), Error> {
    let mut verification = Verification {
        engine: EngineName(arguments.engine()?),
        seed: (!arguments.exhaustive).then_some(arguments.seed),
        reports: Vec::new(),
    };
    if !arguments.json {
        print_heading(&verification, output)?;
    }
    let engines = Engines::prepare(arguments.engine()?, units)?;
    for (position, unit) in units.iter().enumerate() {
        let report = compare(arguments, unit, engines.open(position)?.as_mut())?;
        let verdict = Verdict::of(unit, &report);
        if !arguments.json {
            print(&verdict, output)?;
        }
        if let Some(file) = &arguments.vcd {
            let files = write_wave(unit, &wave_vectors(unit, &report), file)?;
            if !arguments.json {
                print_files(&files, output)?;
            }
        }
        verification.reports.push(verdict);
    }
    if arguments.json {
        write_json(&verification, output)?;
    }
    match verification.reports.iter().all(|verdict| verdict.mismatches == 0) {
        true => Ok(()),
        false => Err(Error::Found),
    }
}

/// The engines of several units.
pub(super) enum Engines<'a> {
    /// Each is opened when it is its turn.
    OneByOne(EngineKind, &'a [Unit]),
    /// Compiled together, which takes little longer than one alone.
    Compiled(Batch),
}

impl Engines<'_> {
    pub(super) fn prepare(kind: EngineKind, units: &[Unit]) -> Result<Engines<'_>, Error> {
        if kind != EngineKind::Verilator {
            return Ok(Engines::OneByOne(kind, units));
        }
        let batch = Batch::build(&units.iter().collect::<Vec<_>>()).map_err(Error::failure)?;
        Ok(Engines::Compiled(batch))
    }

    pub(super) fn open(&self, position: usize) -> Result<Box<dyn Engine>, Error> {
        match self {
            Engines::OneByOne(kind, units) => engine::open(*kind, &units[position]).map_err(Error::failure),
            Engines::Compiled(batch) => Ok(Box::new(batch.engine(position).map_err(Error::failure)?)),
        }
    }
}

fn check_exhaustible(instruction: Instruction) -> Result<(), Error> {
    match is_exhaustible(instruction) {
        true => Ok(()),
        false => Err(Error::usage(format!(
            "--exhaustive is for one or two operands of 16 bits a lane, and {instruction} has {}; choose a number with --vectors",
            operand_widths(instruction)
        ))),
    }
}

/// `a of 16 bits, c of 32 bits`, say.
fn operand_widths(instruction: Instruction) -> String {
    let operands = instruction.operands().iter();
    let words: Vec<String> = operands
        .map(|operand| format!("{} of {} bits", operand.name, operand.width()))
        .collect();
    words.join(", ")
}

fn compare(arguments: &Arguments, unit: &Unit, engine: &mut dyn Engine) -> Result<Report, Error> {
    let instruction = unit.instruction();
    let report = match stimulus::exhaustive(instruction).filter(|_| arguments.exhaustive) {
        Some(mut all) => {
            let count = all.count();
            let mut progress = Progress::new(instruction.mnemonic(), count, "vectors");
            scoreboard::verify(unit, engine, &mut all, count, &mut |done| progress.at(done))
        }
        None => {
            let mut stimulus = Stimulus::new(instruction, arguments.seed);
            let mut progress = Progress::new(instruction.mnemonic(), arguments.vectors, "vectors");
            scoreboard::verify(unit, engine, &mut stimulus, arguments.vectors, &mut |done| {
                progress.at(done)
            })
        }
    };
    report.map_err(Error::failure)
}

fn print_heading(verification: &Verification, output: &mut dyn Write) -> Result<(), Error> {
    match verification.seed {
        Some(seed) => writeln!(output, "engine {}, seed {seed}", verification.engine)?,
        None => writeln!(output, "engine {}, every vector", verification.engine)?,
    }
    Ok(())
}

/// Prints what was found out of one instruction.
pub(super) fn print(verdict: &Verdict, output: &mut dyn Write) -> Result<(), Error> {
    let Verdict {
        mnemonic,
        latency,
        vectors,
        ..
    } = verdict;
    let found = match verdict.mismatches {
        0 => "no mismatch".to_owned(),
        1 => "1 mismatch, this one:".to_owned(),
        count => format!("{count} mismatches, the first:"),
    };
    writeln!(output, "{mnemonic} at latency {latency}: {vectors} vectors, {found}")?;
    for line in verdict.text.lines() {
        writeln!(output, "  {line}")?;
    }
    // A long run over many instructions is read while it goes on.
    output.flush()?;
    Ok(())
}

/// The vectors that a wave shows.
fn wave_vectors(unit: &Unit, report: &Report) -> Vec<Vector> {
    match &report.first {
        Some(mismatch) => vec![mismatch.operands],
        None => Sample::new(unit.instruction(), WAVE_VECTORS).fill(WAVE_VECTORS),
    }
}

/// Writes a wave to a file of any name, and what opens it beside that.
fn write_wave(unit: &Unit, vectors: &[Vector], file: &Path) -> Result<WaveFiles, Error> {
    interrupt::uninterrupted(|| wave::write_to(unit, vectors, file)).map_err(Error::failure)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use expect_test::expect;

    use super::*;
    use crate::arguments;

    /// What `verify` prints with these options of an adder that subtracts.
    fn verified_wrong_adder(options: &str) -> String {
        let words = format!("halfpipe verify add.rn.f16 --vectors 20000 --latency 1 {options}");
        let command = arguments::Arguments::try_parse_from(words.split_whitespace())
            .unwrap()
            .command;
        let crate::Command::Verify(arguments) = command else {
            panic!("{words}")
        };
        let [add, sub] =
            ["add.rn.f16", "sub.rn.f16"].map(|name| hardware::unit(name.parse().unwrap(), Some(1)).unwrap());
        let wrong = Unit::of_lane(add.instruction(), 1, sub.lane().clone());
        let mut output = Vec::new();
        assert_eq!(verify(&arguments, &[sub, wrong], &mut output), Err(Error::Found));
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_first_mismatch_is_decoded() {
        expect![[r#"
            engine rust-hdl, seed 3
            sub.rn.f16 at latency 1: 20000 vectors, no mismatch
            add.rn.f16 at latency 1: 20000 vectors, 13434 mismatches, the first:
              add.rn.f16 at latency 1, engine rust-hdl
                a         0x8000 - 0.0000000000 × 2^-14 = -0 (zero)
                b         0x0000 + 0.0000000000 × 2^-14 = 0 (zero)
                expected  0x0000 + 0.0000000000 × 2^-14 = 0 (zero)
                actual    0x8000 - 0.0000000000 × 2^-14 = -0 (zero)
              again: halfpipe eval add.rn.f16 0x8000 0x0000 --engine rust-hdl --latency 1
        "#]]
        .assert_eq(&verified_wrong_adder("--seed 3"));
    }

    #[test]
    fn a_mismatch_as_json() {
        let verification: serde_json::Value = serde_json::from_str(&verified_wrong_adder("--json")).unwrap();
        let first = &verification["reports"][1]["first"];
        let again = first["again"].as_str().unwrap();
        assert!(again.starts_with("halfpipe eval add.rn.f16 0x"), "{again}");
        assert!(again.ends_with(" --engine rust-hdl --latency 1"), "{again}");
        assert_ne!(first["expected"], first["actual"]);
        assert_eq!(first["operands"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn the_wave_is_of_the_mismatch() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("wrong.vcd");
        let printed = verified_wrong_adder(&format!("--vcd {}", file.display()));
        let names: Vec<&Path> = printed.lines().rev().take(4).map(Path::new).collect();
        let expected = ["halfpipe-f16.sh", "wrong.surf.ron", "wrong.gtkw", "wrong.vcd"];
        assert_eq!(names, expected.map(|name| folder.path().join(name)), "{printed}");
        assert!(std::fs::read_to_string(file).unwrap().contains("mismatch"));
        let view = std::fs::read_to_string(folder.path().join("wrong.gtkw")).unwrap();
        assert!(view.contains("[dumpfile] \"wrong.vcd\""), "{view}");
        // The reset, and then the operands for one cycle: the middle of the second cycle after the reset.
        let marker = view.lines().find(|line| line.starts_with('*')).unwrap();
        assert!(marker.ends_with(" 25"), "{marker}");
    }
}
