//! `verify --stratified`: vectors of every class of an fma or of mixed precision, and the table of what they reached.

use std::io::Write;

use halfpipe_testbench::device::Device;
use halfpipe_testbench::engine::{Engine, EngineKind};
use halfpipe_testbench::fma_classes::{sample, Counted, Coverage, NoClasses};
use halfpipe_testbench::scoreboard;
use serde::Serialize;

use super::engines::Engines;
use super::verdict::{print, Verdict};
use super::write_json;
use crate::engine::EngineName;
use crate::error::Error;
use crate::progress::Progress;
use crate::table;

/// How many holes are named; the table says how many there are.
const HOLES_NAMED: usize = 20;

#[derive(Serialize)]
struct Stratified {
    #[serde(flatten)]
    engine: EngineName,
    seed: u64,
    reports: Vec<Report>,
}

/// What was found out of one instruction.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    verdict: Verdict,
    coverage: Vec<Row>,
    /// Classes with fewer vectors than they need.
    holes: Vec<String>,
    /// Classes reached that are not in the list of those that there are.
    unlisted: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    name: String,
    classes: u64,
    reached: u64,
    needed: u64,
    least: u64,
    vectors: u64,
}

impl Report {
    fn of(verdict: Verdict, coverage: &Coverage) -> Report {
        let rows = coverage.rows().into_iter().map(|row| Row {
            name: row.group.to_string(),
            classes: row.classes,
            reached: row.reached,
            needed: row.needed,
            least: row.least,
            vectors: row.total,
        });
        Report {
            verdict,
            coverage: rows.collect(),
            holes: coverage.holes().iter().map(ToString::to_string).collect(),
            unlisted: coverage.unlisted().map(|class| class.to_string()).collect(),
        }
    }

    fn is_good(&self) -> bool {
        self.verdict.is_clean() && self.holes.is_empty() && self.unlisted.is_empty()
    }
}

/// Runs vectors of every class through the modules.
pub fn run<D: Device>(
    devices: &[D],
    kind: EngineKind,
    seed: u64,
    json: bool,
    output: &mut dyn Write,
) -> Result<(), Error> {
    // What has no classes is bad usage, and is said before anything is compiled.
    for device in devices {
        Coverage::new(device.instruction()).map_err(|NoClasses(instruction)| {
            Error::usage(format!(
                "--stratified is for fma and for mixed precision, and {instruction} is neither; prove tries every input of it"
            ))
        })?;
    }
    let engine = EngineName(kind);
    if !json {
        writeln!(output, "engine {engine}, seed {seed}, every class")?;
    }
    let engines = Engines::prepare(kind, devices)?;
    let mut stratified = Stratified {
        engine,
        seed,
        reports: Vec::new(),
    };
    for (position, device) in devices.iter().enumerate() {
        let report = compare(device, engines.open(position)?.as_mut(), seed)?;
        if !json {
            print_report(&report, output)?;
        }
        stratified.reports.push(report);
    }
    if json {
        write_json(&stratified, output)?;
    }
    match stratified.reports.iter().all(Report::is_good) {
        true => Ok(()),
        false => Err(Error::Found),
    }
}

fn compare(device: &dyn Device, engine: &mut dyn Engine, seed: u64) -> Result<Report, Error> {
    let instruction = device.instruction();
    let mut coverage = Coverage::new(instruction).map_err(Error::failure)?;
    let vectors = sample(instruction, seed).map_err(Error::failure)?;
    let count = vectors.len() as u64;
    let mut progress = Progress::new(instruction.mnemonic(), count, "vectors");
    let mut source = Counted::new(vectors, &mut coverage);
    let report = scoreboard::verify(device, engine, &mut source, count, &mut |done| progress.at(done));
    let verdict = Verdict::of(device, &report.map_err(Error::failure)?, "verify", |_| {
        format!("--stratified --seed {seed}")
    });
    Ok(Report::of(verdict, &coverage))
}

fn print_report(report: &Report, output: &mut dyn Write) -> Result<(), Error> {
    print(&report.verdict, output)?;
    let mut rows = table::titled(["class", "count", "reached", "needed", "least", "vectors"]);
    for row in &report.coverage {
        let numbers = [row.classes, row.reached, row.needed, row.least, row.vectors];
        let cells = [row.name.clone()]
            .into_iter()
            .chain(numbers.map(|number| number.to_string()));
        rows.add_row(cells.collect::<Vec<_>>());
    }
    for line in table::text(&rows).lines() {
        writeln!(output, "  {line}")?;
    }
    list("hole", &report.holes, output)?;
    list("class that should be impossible", &report.unlisted, output)?;
    output.flush()?;
    Ok(())
}

/// How many there are, and which, if not too many.
fn list(what: &str, names: &[String], output: &mut dyn Write) -> Result<(), Error> {
    writeln!(
        output,
        "  {what}: {}",
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.len().to_string()
        }
    )?;
    for name in names.iter().take(HOLES_NAMED) {
        writeln!(output, "    {name}")?;
    }
    if names.len() > HOLES_NAMED {
        writeln!(output, "    and {} more", names.len() - HOLES_NAMED)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use halfpipe_hdl::design::Design;

    use super::*;
    use crate::hardware;

    fn unit(mnemonic: &str) -> Design {
        hardware::unit(mnemonic.parse().unwrap(), Some(1)).unwrap()
    }

    #[test]
    fn a_mismatch_fails_the_run() {
        let wrong = Design::of_lane(
            unit("fma.rn.f16").instruction(),
            1,
            unit("fma.rn.ftz.f16").lane().clone(),
        );
        let mut output = Vec::new();
        assert_eq!(
            run(&[wrong], EngineKind::Simulator, 1, false, &mut output),
            Err(Error::Found)
        );
        let output = String::from_utf8(output).unwrap();
        assert!(output.contains(" mismatches, the first:\n"), "{output}");
        assert!(output.contains("\n  hole: none\n"), "{output}");
    }

    #[test]
    fn a_hole_fails_the_run_and_is_named() {
        let unit = unit("fma.rn.f16");
        let mut engine = halfpipe_testbench::engine::open(EngineKind::Reference, &unit).unwrap();
        let whole = compare(&unit, engine.as_mut(), 1).unwrap();
        assert!(whole.is_good());
        let nothing_counted = Coverage::new(unit.instruction()).unwrap();
        let report = Report::of(whole.verdict, &nothing_counted);
        assert!(!report.is_good());
        let mut output = Vec::new();
        print_report(&report, &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(
            output.contains(&format!("\n  hole: {}\n", report.holes.len())),
            "{output}"
        );
        assert!(
            output.contains("    exponents, addition: product 2^-48, addend 2^-24: 0 of 4 in lane 0\n"),
            "{output}"
        );
        assert!(
            output.contains(&format!("    and {} more\n", report.holes.len() - HOLES_NAMED)),
            "{output}"
        );
    }
}
