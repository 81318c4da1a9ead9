//! `prove --method exhaustive`: all inputs, evaluated on the netlist.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use halfpipe_request::counted::counted;
use halfpipe_simulation::stimulus;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::exhaustive::{is_exhaustible, row_count, Outcome, Runner, Shard};
use halfpipe_testbench::scoreboard;
use halfpipe_tools::Tool;
use halfpipe_yosys::VerilogDut;
use halfpipe_yosys::{Circuit, Mapping};
use serde::Serialize;

use crate::arguments::prove::Arguments;
use crate::command::engines::Engines;
use crate::command::report::{self, VerifySummary};
use crate::engine::EngineName;
use crate::error::Error;
use crate::json::write_json;
use crate::junit::{CaseOutcome, JunitReport};
use crate::progress::Progress;
use crate::replay::{eval_command, mismatch_text, Rerun};

/// Runs every input of the designs, or of an external file in place of a single design.
pub fn run(
    arguments: &Arguments,
    designs: Vec<Design>,
    junit: &mut JunitReport,
    output: &mut dyn Write,
) -> Result<(), Error> {
    for design in &designs {
        check(design.instruction(), arguments.shard)?;
    }
    let kind = arguments.engine.unwrap_or(EngineKind::Gates(Mapping::Generic));
    let kind = match kind {
        EngineKind::Gates(_) => EngineKind::Gates(arguments.target.unwrap_or(Mapping::Generic)),
        other => other,
    };
    let latency = arguments.latency.map(|_| designs[0].latency());
    match arguments.foreign.read(&designs[0], latency, kind)? {
        Some(device) => run_on(arguments, &[device], kind, junit, output),
        None => run_on(arguments, &designs, kind, junit, output),
    }
}

/// Refuses instructions with too many inputs, and shards without any.
fn check(instruction: Instruction, shard: Option<Shard>) -> Result<(), Error> {
    if !is_exhaustible(instruction) {
        let operands = instruction.signature().operand_registers();
        let widths: Vec<String> = operands
            .map(|operand| format!("{} of {} bits", operand.name, operand.width()))
            .collect();
        return Err(Error::usage(format!(
            "--method exhaustive is for one or two operands of at most 16 bits a lane, and {instruction} has {}; use --method solver",
            widths.join(", ")
        )));
    }
    match shard {
        Some(shard) if shard.count() > row_count(instruction) => Err(Error::usage(format!(
            "--shard {shard} divides the values of the first operand, of which {instruction} has {count}; use K/N with N from 1 to {count}",
            count = row_count(instruction)
        ))),
        _ => Ok(()),
    }
}

/// Returns a note about inputs that a run leaves out, if there are any.
fn left_out(instruction: Instruction) -> Option<String> {
    let signature = instruction.signature();
    let rounding = signature.rounding().map(|position| {
        let name = signature.operands()[position].name;
        format!("{name} 5 to 7, whose results are unspecified")
    });
    let flags = signature.flags().filter(|_| signature.separate_lanes() > 1);
    let flags = flags.map(|_| "most pairings of lanes, whose flags are one output".to_owned());
    let all: Vec<String> = rounding.into_iter().chain(flags).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

fn run_on<D: VerilogDut>(
    arguments: &Arguments,
    devices: &[D],
    kind: EngineKind,
    junit: &mut JunitReport,
    output: &mut dyn Write,
) -> Result<(), Error> {
    match (kind, arguments.shard) {
        (EngineKind::Gates(mapping), _) => run_netlists(devices, mapping, arguments, junit, output),
        (other, Some(_)) => Err(Error::usage(format!(
            "--shard is for --engine gates; --engine {other} runs every vector in one process"
        ))),
        (other, None) => run_in_engine(devices, other, arguments.json, junit, output),
    }
}

/// The verdicts of an engine in one process.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    engine: EngineName,
    reports: Vec<VerifySummary>,
}

/// Runs every vector in one process.
fn run_in_engine<D: VerilogDut>(
    devices: &[D],
    kind: EngineKind,
    json: bool,
    junit: &mut JunitReport,
    output: &mut dyn Write,
) -> Result<(), Error> {
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
        let mut all = stimulus::exhaustive(function.signature()).expect("too many inputs are refused before");
        let count = all.count();
        let mut progress = Progress::new(interface.mnemonic(), count, "vectors");
        let mut engine = engines.open(position)?;
        let report = scoreboard::verify(device, engine.as_mut(), &mut all, count, &mut |done| progress.at(done));
        let report = report.map_err(Error::failure)?;
        let verdict = VerifySummary::new(device, &report, Rerun::EveryInput);
        verdict.add_to(junit)?;
        if !json {
            report::print(&verdict, output)?;
            print_left_out(left_out(device.instruction()), output)?;
        }
        found.reports.push(verdict);
    }
    if json {
        write_json(&found, output)?;
    }
    if found.reports.iter().all(VerifySummary::is_clean) {
        Ok(())
    } else {
        Err(Error::Found)
    }
}

/// The results of the netlists.
#[derive(Serialize)]
struct Records {
    #[serde(flatten)]
    engine: EngineName,
    records: Vec<Record>,
}

/// The result of one netlist over every input, or over a shard of the inputs.
#[derive(Serialize)]
struct Record {
    mnemonic: String,
    latency: u32,
    mapping: String,
    /// The digest of the generated netlist's structure. For an external module, the hash of the netlist from Yosys.
    netlist: String,
    /// The version of Yosys.
    yosys: String,
    /// The first row. A row is the value of the first operand.
    first_row: u32,
    /// The row after the last one.
    end_row: u32,
    /// The number of vectors. With several lanes, each vector has operands in each lane.
    vectors: u64,
    mismatches: u64,
    /// The command that reproduces the first mismatch.
    first_mismatch: Option<String>,
    /// The digest of all results.
    digest: String,
    /// Inputs that the run leaves out, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
}

impl Record {
    /// Creates the record of a circuit's run over the rows of a shard.
    fn new(device: &dyn VerilogDut, circuit: &Circuit, shard: Shard, outcome: &Outcome) -> Result<Record, Error> {
        let rows = shard.part_of(row_count(device.instruction()));
        Ok(Record {
            mnemonic: device.interface().mnemonic(),
            latency: device.latency(),
            mapping: circuit.mapping().to_string(),
            netlist: match device.design() {
                Some(design) => design.module().digest().to_string(),
                None => circuit.hash(),
            },
            yosys: Tool::Yosys.version().map_err(Error::failure)?.unwrap_or_default(),
            first_row: rows.start,
            end_row: rows.end,
            vectors: outcome.vectors,
            mismatches: outcome.mismatches,
            first_mismatch: outcome.first.as_ref().and_then(eval_command),
            digest: outcome.digest.to_string(),
            left_out: left_out(device.instruction()),
        })
    }

    /// Adds the record to a JUnit report.
    fn add_to(&self, outcome: &Outcome, junit: &mut JunitReport) -> Result<(), Error> {
        let mut printed = Vec::new();
        self.print(outcome, &mut printed)?;
        let found = match self.mismatches {
            0 => CaseOutcome::Passed,
            _ => CaseOutcome::Failure,
        };
        let name = format!("{} at latency {}", self.mnemonic, self.latency);
        junit.add(name, found, String::from_utf8_lossy(&printed), None);
        Ok(())
    }

    /// Prints the record as a line, followed by the first mismatch.
    fn print(&self, outcome: &Outcome, output: &mut dyn Write) -> Result<(), Error> {
        let found = match self.mismatches {
            0 => "no mismatch".to_owned(),
            1 => "1 mismatch".to_owned(),
            count => format!("{count} mismatches"),
        };
        writeln!(
            output,
            "{} at latency {}: {}, {found}, digest {}",
            self.mnemonic,
            self.latency,
            counted(self.vectors, "vector"),
            self.digest
        )?;
        print_left_out(self.left_out.clone(), output)?;
        let first = outcome.first.as_ref().map(mismatch_text);
        for line in first.unwrap_or_default().lines() {
            writeln!(output, "  {line}")?;
        }
        // The output is flushed so that a user can follow a long run.
        Ok(output.flush()?)
    }
}

fn print_left_out(note: Option<String>, output: &mut dyn Write) -> Result<(), Error> {
    match note {
        Some(note) => Ok(writeln!(output, "  left out: {note}")?),
        None => Ok(()),
    }
}

/// Runs every input of the modules, or one shard.
fn run_netlists<D: VerilogDut>(
    devices: &[D],
    mapping: Mapping,
    arguments: &Arguments,
    junit: &mut JunitReport,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let mut found = Records {
        engine: EngineName(EngineKind::Gates(mapping)),
        records: Vec::new(),
    };
    let Arguments { json, shard, .. } = *arguments;
    if !json {
        let rows = shard.map_or(String::new(), |shard| format!(", shard {shard}"));
        writeln!(output, "engine {}, every vector{rows}", found.engine)?;
    }
    let shard = shard.unwrap_or(Shard::WHOLE);
    let rows = |device: &D| shard.part_of(row_count(device.instruction()));
    let all: usize = devices.iter().map(|device| rows(device).len()).sum();
    let mut progress = Progress::new("every vector", all as u64, "rows");
    let mut done = 0;
    for (number, device) in devices.iter().enumerate() {
        progress.name(format!(
            "{} ({} of {})",
            device.instruction(),
            number + 1,
            devices.len()
        ));
        let circuit = Circuit::synthesise(device, mapping).map_err(Error::failure)?;
        let runner = Runner::new(device, &circuit).map_err(Error::failure)?;
        let mut outcome = Outcome::default();
        let rows = rows(device);
        for first in rows.clone().step_by(runner.rows_at_once() as usize) {
            let end = rows.end.min(first + runner.rows_at_once());
            outcome = outcome.with(runner.run(first..end).map_err(Error::failure)?);
            done += u64::from(end - first);
            progress.at(done);
        }
        let record = Record::new(device, &circuit, shard, &outcome)?;
        record.add_to(&outcome, junit)?;
        if !json {
            record.print(&outcome, output)?;
        }
        found.records.push(record);
    }
    if json {
        write_json(&found, output)?;
    }
    if found.records.iter().all(|record| record.mismatches == 0) {
        Ok(())
    } else {
        Err(Error::Found)
    }
}
