//! `prove --method exhaustive`: every input, through the netlist.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};

use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use halfpipe_testbench::device::Device;
use halfpipe_testbench::engine::{Circuit, EngineKind, Mapping};
use halfpipe_testbench::exhaustive::{is_exhaustible, merge, Identity, Record, Runner, Shard, Standing};
use halfpipe_testbench::{scoreboard, stimulus};
use halfpipe_tools::files::{is_special, write_file, FileLock};
use serde::Serialize;

use crate::arguments::prove::{Arguments, MergeArguments};
use crate::command::engines::Engines;
use crate::command::verdict::{self, Verdict};
use crate::command::write_json;
use crate::engine::EngineName;
use crate::error::Error;
use crate::progress::Progress;
use crate::{foreign, interrupt};

/// Where the project's records lie.
const LEDGER: &str = "testbench/results";

/// How many rows are run between two writings of the record: some seconds' work.
const ROWS_AT_ONCE: u32 = 4096;

/// Runs every input of the designs, or of the file that is given in place of the only one.
pub fn run(arguments: &Arguments, designs: Vec<Design>, output: &mut dyn Write) -> Result<(), Error> {
    for design in &designs {
        check(design.instruction())?;
    }
    let kind = arguments.engine.unwrap_or(EngineKind::Gates(Mapping::Generic));
    let kind = match kind {
        EngineKind::Gates(_) => EngineKind::Gates(arguments.target.unwrap_or(Mapping::Generic)),
        other => other,
    };
    match &arguments.foreign.verilog {
        Some(file) => {
            let latency = arguments.latency.map(|_| designs[0].latency());
            let device = foreign::read(file, &designs[0], latency, kind)?;
            run_on(arguments, &[device], kind, output)
        }
        None => run_on(arguments, &designs, kind, output),
    }
}

/// Refuses what has too many inputs.
fn check(instruction: Instruction) -> Result<(), Error> {
    if is_exhaustible(instruction) {
        return Ok(());
    }
    let operands = instruction.signature().operands().iter();
    let widths: Vec<String> = operands
        .map(|operand| format!("{} of {} bits", operand.name, operand.width()))
        .collect();
    Err(Error::usage(format!(
        "--method exhaustive is for one or two operands of 16 bits a lane, and {instruction} has {}; --method solver proves it",
        widths.join(", ")
    )))
}

fn run_on<D: Device>(
    arguments: &Arguments,
    devices: &[D],
    kind: EngineKind,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let usual = (arguments.check || arguments.stale).then(|| PathBuf::from(LEDGER));
    let records = RecordOptions {
        shard: arguments.shard,
        folder: arguments.ledger.clone().or(usual),
        resumes: arguments.stale,
    };
    let seed = arguments.seed.unwrap_or_else(fresh_seed);
    match kind {
        EngineKind::Gates(mapping) if arguments.check => look(devices, mapping, &records, seed, arguments.json, output),
        EngineKind::Gates(mapping) => run_netlists(devices, mapping, &records, seed, arguments.json, output),
        other => match records.first_used() {
            Some(option) => Err(Error::usage(format!(
                "{option} is for --engine gates; --engine {other} runs every vector in one process"
            ))),
            None => run_in_engine(devices, other, arguments.json, output),
        },
    }
}

/// How a run is cut up and recorded.
struct RecordOptions {
    shard: Option<Shard>,
    folder: Option<PathBuf>,
    /// Whether it goes on where its records end.
    resumes: bool,
}

impl RecordOptions {
    fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    fn file(&self, device: &dyn Device) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        Some(folder.join(Record::file_name(device, self.shard())))
    }

    /// The first option in use that only a run through the netlist has.
    fn first_used(&self) -> Option<&'static str> {
        match self {
            RecordOptions { shard: Some(_), .. } => Some("--shard"),
            RecordOptions { folder: Some(_), .. } => Some("--ledger"),
            _ => None,
        }
    }
}

/// What was found by an engine in one process.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    engine: EngineName,
    reports: Vec<Verdict>,
}

/// Runs every vector in one process.
fn run_in_engine<D: Device>(devices: &[D], kind: EngineKind, json: bool, output: &mut dyn Write) -> Result<(), Error> {
    let mut found = Found {
        engine: EngineName(kind),
        reports: Vec::new(),
    };
    if !json {
        writeln!(output, "engine {}, every vector", found.engine)?;
    }
    let engines = Engines::prepare(kind, devices)?;
    for (position, device) in devices.iter().enumerate() {
        let interface = device.interface();
        let function = interface.function().expect("a core is refused before");
        let mut all = stimulus::exhaustive(function.signature()).expect("what has too many inputs is refused before");
        let count = all.count();
        let mut progress = Progress::new(interface.mnemonic(), count, "vectors");
        let mut engine = engines.open(position)?;
        let report = scoreboard::verify(device, engine.as_mut(), &mut all, count, &mut |done| progress.at(done));
        let report = report.map_err(Error::failure)?;
        let verdict = Verdict::of(device, &report, "prove", |_| "--method exhaustive".to_owned());
        if !json {
            verdict::print(&verdict, output)?;
        }
        found.reports.push(verdict);
    }
    if json {
        write_json(&found, output)?;
    }
    match found.reports.iter().all(Verdict::is_clean) {
        true => Ok(()),
        false => Err(Error::Found),
    }
}

#[derive(Serialize)]
struct Records<'r> {
    #[serde(flatten)]
    engine: EngineName,
    records: &'r [Record],
}

/// A seed that is another one each time, short enough to be typed again.
fn fresh_seed() -> u64 {
    let random = RandomState::new().build_hasher().finish();
    random % 1_000_000_000
}

/// Runs every input of the modules, or of a shard of them. The seed draws the rows by which records are judged.
fn run_netlists<D: Device>(
    devices: &[D],
    mapping: Mapping,
    options: &RecordOptions,
    seed: u64,
    json: bool,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let engine = EngineName(EngineKind::Gates(mapping));
    if !json {
        let rows = options.shard.map_or(String::new(), |shard| format!(", shard {shard}"));
        writeln!(output, "engine {engine}, every vector{rows}")?;
    }
    if let Some(folder) = &options.folder {
        std::fs::create_dir_all(folder).map_err(|error| Error::failure(format!("{}: {error}", folder.display())))?;
    }
    let rows = options.shard().rows();
    let rows = rows.len() as u64;
    let mut progress = Progress::new("every vector", rows * devices.len() as u64, "rows");
    let mut records = Vec::new();
    for (number, device) in devices.iter().enumerate() {
        progress.name(format!(
            "{} ({} of {})",
            device.instruction(),
            number + 1,
            devices.len()
        ));
        let before = rows * number as u64;
        let (circuit, new) = synthesised(device, mapping, options)?;
        let file = options.file(device);
        let _lock = file.as_deref().map(locked).transpose()?;
        let (record, complaint) = match file.as_deref().filter(|_| options.resumes) {
            Some(file) => resumed(file, new, device, &circuit, seed)?,
            None => (new, None),
        };
        if let Some(complaint) = complaint.filter(|_| !json) {
            writeln!(output, "{}: {complaint}; running again", device.instruction())?;
        }
        let (record, text) = finish(record, device, &circuit, file.as_deref(), &mut |done| {
            progress.at(before + u64::from(done));
        })?;
        if !json {
            print(&record, &text, output)?;
        }
        records.push(record);
    }
    if json {
        write_json(
            &Records {
                engine,
                records: &records,
            },
            output,
        )?;
    }
    match records.iter().all(|record| record.mismatches == 0) {
        true => Ok(()),
        false => Err(Error::Found),
    }
}

/// A module's netlist of today, and the record of a run of it that has not begun.
fn synthesised(device: &dyn Device, mapping: Mapping, options: &RecordOptions) -> Result<(Circuit, Record), Error> {
    let circuit = Circuit::synthesise(device, mapping).map_err(Error::failure)?;
    let identity = Identity::of(device, &circuit).map_err(Error::failure)?;
    Ok((circuit, Record::new(identity, options.shard())))
}

/// The right to change a record's file, from before it is read until the run is complete: who runs the same waits, and goes
/// on from what is there then.
fn locked(file: &Path) -> Result<FileLock, Error> {
    if let Some(lock) = FileLock::try_of(file)? {
        return Ok(lock);
    }
    eprintln!("waiting for another halfpipe, which writes {}", file.display());
    Ok(FileLock::of(file)?)
}

fn standing(file: &Path, new: &Record, device: &dyn Device, circuit: &Circuit, seed: u64) -> Result<Standing, Error> {
    Standing::of(file, new, device, circuit, seed).map_err(Error::failure)
}

/// The record to go on with: the one in the file, or the new one and why the one in the file is none to go on with.
fn resumed(
    file: &Path,
    new: Record,
    device: &dyn Device,
    circuit: &Circuit,
    seed: u64,
) -> Result<(Record, Option<String>), Error> {
    Ok(match standing(file, &new, device, circuit, seed)? {
        Standing::Believed(record) => (record, None),
        Standing::Missing => (new, None),
        Standing::Stale => (new, Some("its record is of another netlist or model".to_owned())),
        Standing::Damaged(doubt) => (new, Some(format!("its record is wrong: {doubt} (seed {seed})"))),
    })
}

/// Runs the rows that a record lacks; gives it with its first mismatch for the reader where that was found just now.
fn finish(
    mut record: Record,
    device: &dyn Device,
    circuit: &Circuit,
    file: Option<&Path>,
    on_progress: &mut dyn FnMut(u32),
) -> Result<(Record, String), Error> {
    let mut text = String::new();
    if record.is_complete() {
        return Ok((record, text));
    }
    let runner = Runner::new(device, circuit).map_err(Error::failure)?;
    while !record.is_complete() {
        let outcome = record.advance(&runner, ROWS_AT_ONCE).map_err(Error::failure)?;
        if text.is_empty() {
            text = outcome.first.map(|mismatch| mismatch.to_string()).unwrap_or_default();
        }
        if let Some(file) = file {
            write(&record, file)?;
        }
        on_progress(record.rows_run().len() as u32);
    }
    Ok((record, text))
}

fn write(record: &Record, file: &Path) -> Result<(), Error> {
    interrupt::uninterrupted(|| Ok(write_file(file, record.to_json().as_bytes())?))
}

fn print(record: &Record, text: &str, output: &mut dyn Write) -> Result<(), Error> {
    let Record {
        identity,
        vectors,
        mismatches,
        ..
    } = record;
    let digest = record.digest();
    let found = match mismatches {
        0 => "no mismatch".to_owned(),
        1 => "1 mismatch".to_owned(),
        count => format!("{count} mismatches"),
    };
    let (mnemonic, latency) = (&identity.mnemonic, identity.latency);
    writeln!(
        output,
        "{mnemonic} at latency {latency}: {vectors} vectors, {found}, digest {digest}"
    )?;
    if !text.is_empty() {
        for line in text.lines() {
            writeln!(output, "  {line}")?;
        }
    } else if let Some(again) = &record.first_mismatch {
        writeln!(output, "  again: {again}")?;
    }
    // A long run over many instructions is read while it goes on.
    output.flush()?;
    Ok(())
}

/// What a record is to today's netlist and model.
#[derive(Serialize)]
struct Judgement {
    mnemonic: String,
    standing: &'static str,
    /// Why it is damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What draws the rows that were run again.
    seed: u64,
}

impl Judgement {
    fn of(mnemonic: String, standing: Standing, seed: u64) -> Judgement {
        let (standing, reason) = match standing {
            Standing::Missing => ("missing", None),
            Standing::Stale => ("stale", None),
            Standing::Damaged(doubt) => ("damaged", Some(doubt.to_string())),
            Standing::Believed(record) if !record.is_complete() => ("incomplete", None),
            Standing::Believed(record) if record.mismatches > 0 => ("mismatches", None),
            Standing::Believed(_) => ("current", None),
        };
        Judgement {
            mnemonic,
            standing,
            reason,
            seed,
        }
    }
}

/// Says which records are right, and of today's netlists and models. The seed draws the rows by which they are judged.
fn look<D: Device>(
    devices: &[D],
    mapping: Mapping,
    options: &RecordOptions,
    seed: u64,
    json: bool,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let mut judgements = Vec::new();
    if !json {
        writeln!(output, "1 % of the rows of each record, seed {seed}")?;
    }
    for device in devices {
        let file = options.file(device).expect("--check has a folder");
        let standing = match file.try_exists() {
            // That takes no netlist to see.
            Ok(false) => Standing::Missing,
            _ => {
                let (circuit, new) = synthesised(device, mapping, options)?;
                standing(&file, &new, device, &circuit, seed)?
            }
        };
        let judgement = Judgement::of(device.interface().mnemonic(), standing, seed);
        if !json {
            let reason = judgement.reason.iter().map(|reason| format!(": {reason}"));
            let reason: String = reason.collect();
            writeln!(output, "{}: {}{reason}", judgement.mnemonic, judgement.standing)?;
            output.flush()?;
        }
        judgements.push(judgement);
    }
    if json {
        write_json(&judgements, output)?;
    }
    match judgements.iter().all(|judgement| judgement.standing == "current") {
        true => Ok(()),
        false => Err(Error::Found),
    }
}

/// Puts the records of shards together.
pub fn run_merge(arguments: &MergeArguments, output: &mut dyn Write) -> Result<(), Error> {
    let parts = arguments.files.iter().map(|file| {
        let record = Record::read(file).map_err(Error::failure)?;
        Ok((file.display().to_string(), record))
    });
    let whole = merge(parts.collect::<Result<_, Error>>()?).map_err(Error::failure)?;
    if let Some(file) = &arguments.out {
        // A pipe is no file that is read and written again.
        let _lock = (!is_special(file)).then(|| locked(file)).transpose()?;
        write(&whole, file)?;
    }
    if arguments.json {
        write_json(&whole, output)?;
    } else {
        print(&whole, "", output)?;
    }
    match whole.mismatches {
        0 => Ok(()),
        _ => Err(Error::Found),
    }
}
