//! Output of `synth`.

use std::io::Write;

use halfpipe_figures::compare::compare;
use halfpipe_figures::name::MeasuredName;
use halfpipe_figures::results::megahertz;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::Design;
use halfpipe_request::render::generate_command;
use halfpipe_request::table;
use halfpipe_synth::path::Path;

use super::target_run::{MeasurementRow, TargetRun};
use crate::error::Error;

/// The result of a search for a latency: the module with the smallest latency that meets the clock, if there is one.
pub struct ClockOutcome {
    /// The target.
    pub target: Target,
    /// The module's name.
    pub mnemonic: MeasuredName,
    /// The module, if one meets the clock.
    pub met: Option<Design>,
}

/// Prints a table for each target, and then the critical paths.
pub fn print(runs: &[TargetRun], rows: &[MeasurementRow], output: &mut dyn Write) -> Result<(), Error> {
    for (index, run) in runs.iter().enumerate() {
        if index > 0 {
            writeln!(output)?;
        }
        let rows = || rows.iter().filter(|row| row.target == run.target);
        let placements = match run.seeds {
            0 => "no placement".to_owned(),
            1 => "one placement".to_owned(),
            seeds => format!("{seeds} placements"),
        };
        writeln!(output, "{}: {}, {placements}", run.target, run.tools.programs(", "))?;
        let family = run.target.family();
        if let Some(remark) = family.remark {
            writeln!(output, "{remark}")?;
        }
        let lookup_tables = format!("LUT{}", family.cells.lookup_table_inputs);
        let mut table = table::titled([
            "instruction",
            "latency",
            &lookup_tables,
            "carry",
            "DSP",
            "RAM",
            "flip-flops",
            "MHz best",
            "median",
        ]);
        for MeasurementRow { entry, .. } in rows() {
            table.add_row([
                entry.name.to_string(),
                entry.latency.to_string(),
                entry.luts.to_string(),
                entry.carries.to_string(),
                entry.dsps.to_string(),
                entry.rams.to_string(),
                entry.flip_flops.to_string(),
                megahertz(entry.best()),
                megahertz(entry.median()),
            ]);
        }
        write!(output, "{}", table::text(&table))?;
        for MeasurementRow { entry, .. } in rows() {
            let ended = entry.mhz.len();
            if (1..run.seeds as usize).contains(&ended) {
                writeln!(
                    output,
                    "{} at latency {}: nextpnr ended {ended} of {} placements in time",
                    entry.name, entry.latency, run.seeds
                )?;
            }
        }
        let paths: Vec<String> = rows().filter_map(path_text).collect();
        if !paths.is_empty() {
            writeln!(output, "\n{}", paths.join("\n"))?;
        }
    }
    Ok(())
}

/// Formats a module's critical path as one line.
fn path_text(row: &MeasurementRow) -> Option<String> {
    let MeasurementRow {
        entry, critical_path, ..
    } = row;
    let path = match (critical_path, &entry.path) {
        (Some(path), _) => timed(path),
        (None, Some(path)) => format!("{path} (on file)"),
        (None, None) => return None,
    };
    Some(format!("{} at latency {}: {path}", entry.name, entry.latency))
}

/// Formats a critical path with the delays of its parts.
fn timed(path: &Path) -> String {
    let parts = path.parts.iter();
    let mut words = vec![path.from.clone()];
    words.extend(parts.map(|part| format!("{} {:.1}", part.stages.join(" + "), part.nanoseconds)));
    words.push(path.to.clone());
    let unit = if path.parts.is_empty() { "" } else { " (ns)" };
    format!("{}{unit}", words.join(" > "))
}

/// Describes the outcome of a search, with the command that writes the module found.
pub fn outcome_text(outcome: &ClockOutcome, mhz: f64, rows: &[MeasurementRow]) -> String {
    let ClockOutcome { target, mnemonic, met } = outcome;
    if let Some(design) = met {
        return format!(
            "{mnemonic} meets {mhz} MHz on {target} at latency {}: {}",
            design.latency(),
            design.spec().as_ref().map(generate_command).unwrap_or_default()
        );
    }
    let tried = rows
        .iter()
        .filter(|row| row.target == *target && row.entry.name == *mnemonic);
    let fastest = tried.max_by(|one, other| one.best_mhz.unwrap_or(0.0).total_cmp(&other.best_mhz.unwrap_or(0.0)));
    let reached = fastest.map(|row| {
        let latency = row.entry.latency;
        format!(
            "; the fastest is latency {latency} with {} MHz",
            megahertz(row.best_mhz)
        )
    });
    format!(
        "{mnemonic} does not meet {mhz} MHz on {target} at any latency{}",
        reached.unwrap_or_default()
    )
}

/// A comparison of results with those on file.
pub struct FileComparison {
    /// True if a result is worse than the one on file.
    pub is_worse: bool,
    /// The changes, one line for each result.
    pub lines: Vec<String>,
}

impl FileComparison {
    /// Compares each result with the one on file for its target.
    pub fn new(runs: &[TargetRun], rows: &[MeasurementRow]) -> FileComparison {
        let mut is_worse = false;
        let mut lines = Vec::new();
        for row in rows {
            let on_file = runs.iter().find(|run| run.target == row.target);
            let on_file = on_file.and_then(|run| run.on_file.as_ref());
            let before = on_file.and_then(|results| results.get(&row.entry.name, row.entry.latency));
            let name = format!("{} at latency {} on {}", row.entry.name, row.entry.latency, row.target);
            let Some(before) = before else {
                lines.push(format!("{name}: not on file"));
                continue;
            };
            let changes = compare(before, &row.entry);
            is_worse |= changes.iter().any(|change| change.is_worse);
            let words = changes.iter().map(|change| {
                let mark = if change.is_worse { ", worse" } else { "" };
                format!("{} {} to {}{mark}", change.figure, change.before, change.now)
            });
            let words: Vec<String> = words.collect();
            lines.push(if words.is_empty() {
                format!("{name}: as on file")
            } else {
                format!("{name}: {}", words.join("; "))
            });
        }
        FileComparison { is_worse, lines }
    }
}
