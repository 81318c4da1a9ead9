//! `prove mma`: the units of a tile for every operand, and its handshake for every sequence of steps.

use std::io::Write;

use halfpipe_hdl::mma::{unit, MmaSpec};
use halfpipe_lemmas::verdict::RecordStatus;
use halfpipe_prove::run::TheoremReport;
use halfpipe_request::arguments::zfh::Latencies;
use halfpipe_testbench::mma::{cells, prove_handshake, CellPosition};
use halfpipe_testbench::symbiyosys::TaskOutcome;
use serde::Serialize;

use super::report::status_in_words;
use super::theorems::{conclude, prove_designs};
use crate::arguments::prove::{Arguments, ProofLatency};
use crate::error::Error;
use crate::json::write_json;
use crate::progress::Progress;

/// The result of a proof.
#[derive(Serialize)]
struct TileReport {
    module: String,
    /// The theorem of a unit.
    units: Vec<TheoremReport>,
    handshake: Vec<HandshakeReport>,
}

/// The result for the sums of a cell.
#[derive(Serialize)]
struct HandshakeReport {
    row: u32,
    column: u32,
    result: RecordStatus,
    /// The last lines of the solver, if it refutes a rule or finds no proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<String>,
}

impl HandshakeReport {
    fn new([row, column]: CellPosition, (outcome, log): (TaskOutcome, String)) -> HandshakeReport {
        let result = match outcome {
            TaskOutcome::Proved => RecordStatus::Holds,
            TaskOutcome::Refuted => RecordStatus::Fails,
            TaskOutcome::Unknown => RecordStatus::Unproven,
        };
        let lines: Vec<&str> = log.lines().collect();
        let last = lines[lines.len().saturating_sub(LOG_LINES)..].join("\n");
        HandshakeReport {
            row,
            column,
            result,
            log: (outcome != TaskOutcome::Proved).then_some(last),
        }
    }

    fn print(&self, output: &mut dyn Write) -> Result<(), Error> {
        let HandshakeReport {
            row,
            column,
            result,
            log,
        } = self;
        let scope = if *result == RecordStatus::Holds {
            " for every sequence of steps, stalls and resets"
        } else {
            ""
        };
        let status = status_in_words(*result);
        writeln!(output, "handshake and sums of cell ({row}, {column}): {status}{scope}")?;
        for line in log.iter().flat_map(|log| log.lines()) {
            writeln!(output, "  {line}")?;
        }
        Ok(())
    }
}

/// The number of lines of a log that a report shows.
const LOG_LINES: usize = 12;

/// Proves a tile.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let latency = match arguments.latency {
        None => None,
        Some(ProofLatency::Given(latencies)) => Latencies::cycles(Some(latencies))?,
        Some(ProofLatency::Every) => {
            return Err(Error::usage(
                "--latency all is for units; write one latency of mma, such as --latency 4",
            ))
        }
    };
    let spec = arguments.mma.tile(latency, None, arguments.multiplier.multiplier())?;
    let unit = unit(&spec).map_err(Error::usage)?;
    let units = prove_designs(arguments, &[vec![unit]], output)?.into_iter();
    let units: Vec<TheoremReport> = units.map(|unit| unit.report).collect();
    let handshake = handshake(&spec)?;
    let results: Vec<RecordStatus> = units
        .iter()
        .map(|unit| unit.result)
        .chain(handshake.iter().map(|cell| cell.result))
        .collect();
    if arguments.json {
        let report = TileReport {
            module: spec.name().to_owned(),
            units,
            handshake,
        };
        write_json(&report, output)?;
    } else {
        handshake.iter().try_for_each(|cell| cell.print(output))?;
    }
    conclude(results)
}

/// Proves the handshake for the sums of each cell.
fn handshake(spec: &MmaSpec) -> Result<Vec<HandshakeReport>, Error> {
    let cells = cells(spec);
    let mut progress = Progress::new("proving the handshake", cells.len() as u64, "cells");
    let mut reports = Vec::new();
    for (done, cell) in cells.into_iter().enumerate() {
        progress.at(done as u64);
        let found = prove_handshake(spec, cell).map_err(Error::failure)?;
        reports.push(HandshakeReport::new(cell, found));
    }
    Ok(reports)
}
