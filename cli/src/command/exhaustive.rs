//! `verify --exhaustive`: every input, through the netlist.

use std::io::Write;
use std::path::{Path, PathBuf};

use halfpipe_hdl::export::write_file;
use halfpipe_testbench::device::Device;
use halfpipe_testbench::engine::{Circuit, EngineKind, Mapping};
use halfpipe_testbench::exhaustive::{merge, Identity, Record, Runner, Shard};
use serde::Serialize;

use super::write_json;
use crate::engine::EngineName;
use crate::error::Error;
use crate::interrupt;
use crate::progress::Progress;

/// How a run of many inputs is cut up and recorded.
#[derive(Clone, Debug, clap::Args)]
pub struct ExhaustiveOptions {
    /// With --exhaustive: only part K of N equal ones; `verify merge` puts their records together
    #[arg(long, value_name = "K/N", requires = "exhaustive")]
    shard: Option<Shard>,
    /// With --exhaustive: write a record of each run to this folder
    #[arg(long, value_name = "DIR", requires = "exhaustive")]
    out: Option<PathBuf>,
    /// Go on where the records in --out end, and leave out what they have of the very same netlists and models
    #[arg(long, requires = "out")]
    resume: bool,
    /// Run nothing, and say which records in --out are of other netlists or models than today's
    #[arg(long, requires = "out", conflicts_with = "resume")]
    stale: bool,
}

/// What `verify merge` takes.
#[derive(Clone, Debug, clap::Args)]
pub struct MergeArguments {
    /// The records of all shards of a run
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the record of the whole run here
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How many rows are run between two writings of the record: some seconds' work.
const ROWS_AT_ONCE: u32 = 4096;

impl ExhaustiveOptions {
    fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    fn file(&self, device: &dyn Device) -> Option<PathBuf> {
        let folder = self.out.as_ref()?;
        Some(folder.join(Record::file_name(device, self.shard())))
    }

    /// Whether records are only looked at.
    pub fn only_looks(&self) -> bool {
        self.stale
    }

    /// The first option in use that only a run through the netlist has.
    pub fn first_used(&self) -> Option<&'static str> {
        match self {
            ExhaustiveOptions { shard: Some(_), .. } => Some("--shard"),
            ExhaustiveOptions { out: Some(_), .. } => Some("--out"),
            _ => None,
        }
    }
}

#[derive(Serialize)]
struct Records<'r> {
    #[serde(flatten)]
    engine: EngineName,
    records: &'r [Record],
}

/// Runs every input of the modules, or of a shard of them.
pub fn run<D: Device>(
    devices: &[D],
    mapping: Mapping,
    options: &ExhaustiveOptions,
    json: bool,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let engine = EngineName(EngineKind::Gates(mapping));
    if !json {
        let rows = options.shard.map_or(String::new(), |shard| format!(", shard {shard}"));
        writeln!(output, "engine {engine}, every vector{rows}")?;
    }
    if let Some(folder) = &options.out {
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
        let (record, text) = run_unit(device, mapping, options, json, output, &mut |done| {
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

/// A unit's netlist of today, and what its record must say to be of it.
fn synthesised(device: &dyn Device, mapping: Mapping) -> Result<(Circuit, Identity), Error> {
    let circuit = Circuit::synthesise(device, mapping).map_err(Error::failure)?;
    let identity = Identity::of(device, &circuit).map_err(Error::failure)?;
    Ok((circuit, identity))
}

/// One unit's record, and its first mismatch for the reader where it was found just now.
fn run_unit(
    device: &dyn Device,
    mapping: Mapping,
    options: &ExhaustiveOptions,
    json: bool,
    output: &mut dyn Write,
    on_progress: &mut dyn FnMut(u32),
) -> Result<(Record, String), Error> {
    let (circuit, identity) = synthesised(device, mapping)?;
    let file = options.file(device);
    let mut record = Record::new(identity, options.shard());
    if let Some(earlier) = file.as_deref().filter(|file| options.resume && file.exists()) {
        let earlier = Record::read(earlier).map_err(Error::failure)?;
        let same_rows = (earlier.first_row, earlier.end_row) == (record.first_row, record.end_row);
        if earlier.identity == record.identity && same_rows {
            record = earlier;
        } else if !json {
            writeln!(
                output,
                "{}: its record is of another netlist or model; running again",
                device.instruction()
            )?;
        }
    }
    let mut text = String::new();
    if !record.is_complete() {
        let runner = Runner::new(device, &circuit).map_err(Error::failure)?;
        while !record.is_complete() {
            let outcome = record.advance(&runner, ROWS_AT_ONCE).map_err(Error::failure)?;
            if text.is_empty() {
                text = outcome.first.map(|mismatch| mismatch.to_string()).unwrap_or_default();
            }
            if let Some(file) = &file {
                write(&record, file)?;
            }
            on_progress(record.next_row - record.first_row);
        }
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
        digest,
        ..
    } = record;
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

/// What a record is to today's netlist.
#[derive(Serialize)]
struct Standing {
    mnemonic: String,
    standing: &'static str,
}

/// Says which records belong to today's netlists.
pub fn look<D: Device>(
    devices: &[D],
    mapping: Mapping,
    options: &ExhaustiveOptions,
    json: bool,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let mut standings = Vec::new();
    for device in devices {
        let (_, identity) = synthesised(device, mapping)?;
        let file = options.file(device).expect("--stale comes with --out");
        let standing = if !file.exists() {
            "missing"
        } else {
            let record = Record::read(&file).map_err(Error::failure)?;
            if record.identity != identity {
                "stale"
            } else if record.is_proof_of(options.shard()) {
                "current"
            } else if record.is_complete() && record.mismatches > 0 {
                "mismatches"
            } else {
                "incomplete"
            }
        };
        let mnemonic = identity.mnemonic;
        if !json {
            writeln!(output, "{mnemonic}: {standing}")?;
        }
        standings.push(Standing { mnemonic, standing });
    }
    if json {
        write_json(&standings, output)?;
    }
    match standings.iter().all(|standing| standing.standing == "current") {
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
