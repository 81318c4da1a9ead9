//! `synth`: area and clock frequency on an FPGA.

mod report;
mod target_run;

use std::collections::BTreeMap;
use std::io::Write;

use halfpipe_figures::coverage::measured_on;
use halfpipe_figures::curve::measured;
use halfpipe_figures::design::{measured_design, measured_multiplier};
use halfpipe_figures::name::MeasuredName;
use halfpipe_figures::plot::plot;
use halfpipe_figures::results::Results;
use halfpipe_figures::search::smallest_latency;
use halfpipe_figures::tools::ToolVersions;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Design, DesignKind, DesignSpec};
use halfpipe_isa::Instruction;
use halfpipe_request::arguments::design::PortOptions;
use halfpipe_request::arguments::zfh::Latencies;
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::optimisation::OptimisationArg;
use halfpipe_request::render::ITERATIVE_OPTION;
use halfpipe_request::request::{default_latency, RequestError};
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::foreign::Foreign;
use halfpipe_tools::files::write_file;
use halfpipe_yosys::Mapping;
use report::{outcome_text, print, ClockOutcome, FileComparison};
use serde::Serialize;
use target_run::{MeasurementRow, TargetRun};

use crate::arguments::synth::{Arguments, Latency};
use crate::command::{mma, zfh};
use crate::error::{print_note, Error};
use crate::foreign::{self, VerilogOption};
use crate::interrupt;
use crate::json::write_json;
use crate::progress::Progress;

/// All results of a command.
#[derive(Serialize)]
struct Listing {
    tools: BTreeMap<&'static str, ToolVersions>,
    results: Vec<MeasurementRow>,
}

/// Measures modules.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    match ModuleKind::find_one(&arguments.mnemonics) {
        ModuleKind::Zfh => return zfh::synth(arguments, output),
        ModuleKind::Tile => return mma::synth(arguments, output),
        _ => {}
    }
    if let Some(Latency::OfGroups(latencies)) = arguments.latency {
        Latencies::cycles(Some(latencies))?;
    }
    let requested = arguments.latency;
    arguments.check_clock()?;
    if arguments.results.is_some() && !arguments.record && !arguments.compare {
        return Err(Error::usage(
            "--results is the folder of --record and --compare; add one of them, or leave it out",
        ));
    }
    let kinds = arguments.kinds()?;
    let foreign = if arguments.foreign.is_given() {
        foreign::check_form(arguments.optimise)?;
        read_foreign(&arguments.foreign, &kinds, requested)?
    } else {
        None
    };
    let targets = arguments.targets();
    let plan = |target: &Target| -> Result<Vec<Measurements>, Error> {
        // An external file has one module, which is measured unchanged.
        let measured = kinds.iter().filter(|_| foreign.is_none());
        measured
            .map(|kind| Measurements::new(kind, requested, arguments.optimise, *target))
            .collect()
    };
    let plans = targets.iter().map(plan).collect::<Result<Vec<_>, Error>>()?;
    let runs = targets.iter().map(|target| TargetRun::new(*target, arguments));
    let mut runs = runs.collect::<Result<Vec<TargetRun>, Error>>()?;
    let (mut rows, outcomes) = measure_all(&mut runs, &plans, arguments)?;
    for (run, foreign) in runs
        .iter()
        .flat_map(|run| foreign.iter().map(move |foreign| (run, foreign)))
    {
        rows.push(run.measure_foreign(foreign)?);
    }
    if let Some(file) = &arguments.plot {
        draw(&runs, &rows, file)?;
    }
    report(arguments, &runs, rows, &outcomes, output)
}

/// Prints the results and what they mean for the required clock and the results on file.
fn report(
    arguments: &Arguments,
    runs: &[TargetRun],
    rows: Vec<MeasurementRow>,
    outcomes: &[ClockOutcome],
    output: &mut dyn Write,
) -> Result<(), Error> {
    let listing = Listing {
        tools: runs.iter().map(|run| (run.target.name(), run.tools.clone())).collect(),
        results: rows,
    };
    if arguments.json {
        write_json(&listing, output)?;
    } else {
        print(runs, &listing.results, output)?;
    }
    let mut is_good = arguments.mhz.is_none() || outcomes.iter().all(|outcome| outcome.met.is_some());
    let mut notes: Vec<String> = Vec::new();
    if let Some(mhz) = arguments.mhz {
        notes.extend(
            outcomes
                .iter()
                .map(|outcome| outcome_text(outcome, mhz, &listing.results)),
        );
    }
    if arguments.compare {
        let comparison = FileComparison::new(runs, &listing.results);
        is_good &= !comparison.is_worse;
        notes.extend(comparison.lines);
    }
    if !notes.is_empty() && !arguments.json {
        writeln!(output)?;
    }
    for note in notes {
        // With JSON on standard output, the text for people goes to standard error.
        if arguments.json {
            print_note(&note)
        } else {
            writeln!(output, "{note}")?
        }
    }
    if is_good {
        Ok(())
    } else {
        Err(Error::Found)
    }
}

/// Draws the results of each target, ordered by latency.
fn draw(runs: &[TargetRun], rows: &[MeasurementRow], file: &std::path::Path) -> Result<(), Error> {
    let mut names: Vec<MeasuredName> = Vec::new();
    for MeasurementRow { entry, .. } in rows {
        if !names.contains(&entry.name) {
            names.push(entry.name.clone());
        }
    }
    let results = runs.iter().map(|run| {
        let mut results = Results::new(run.target, run.tools.clone());
        for row in rows.iter().filter(|row| row.target == run.target) {
            results.put(row.entry.clone());
        }
        results
    });
    let results: Vec<Results> = results.collect();
    let title: Vec<String> = names.iter().map(MeasuredName::to_string).collect();
    let picture = plot(&title.join(", "), &results, &names).svg();
    interrupt::uninterrupted(|| Ok(write_file(file, picture.as_bytes())?))
}

/// Reads the external module.
fn read_foreign(
    option: &VerilogOption,
    kinds: &[DesignKind],
    requested: Option<Latency>,
) -> Result<Option<Foreign>, Error> {
    let latency = match requested {
        None => None,
        Some(Latency::One(latency)) => Some(latency),
        Some(Latency::All | Latency::Auto | Latency::OfGroups(_)) => {
            return Err(Error::usage(
                "--verilog has a module of one latency; --latency takes its number",
            ))
        }
    };
    let kind = foreign::only(kinds)?;
    let gates = EngineKind::Gates(Mapping::Generic);
    let combinational = Design::from_spec(&DesignSpec::new(kind.clone(), 0))?;
    option.read(&combinational, latency, gates)
}

impl Arguments {
    /// Returns the functions that the command line names.
    fn kinds(&self) -> Result<Vec<DesignKind>, Error> {
        let is_on_file = self.record || self.compare;
        let kinds = self
            .core
            .kinds(&expand_measured(&self.mnemonics, &self.target, self.core.ports))?;
        if let Some(DesignKind::Core { instructions, .. }) = kinds.first() {
            if self.core.tag_width.is_some() {
                return Err(Error::usage(
                    "synth measures the core with a tag of the default width; leave out --tag-width",
                ));
            }
            if is_on_file && instructions != Instruction::arithmetic() {
                return Err(Error::usage(
                    "only the core of all arithmetic instructions is on file; leave out --instructions, or --record and --compare",
                ));
            }
        }
        if self.optimise == OptimisationArg::Simulation {
            return Err(Error::usage(
                "synth measures hardware, and the form for simulation is for simulators; write --optimise area or speed",
            ));
        }
        self.optimise.check(&kinds).map_err(RequestError::from)?;
        Ok(kinds)
    }
}

/// The measurements of a function on a target.
enum Measurements {
    /// Those of these modules.
    Each(Vec<Design>),
    /// Those of a search for the smallest latency that meets a clock, up to the longest one.
    Search { kind: DesignKind, longest: u32 },
}

impl Measurements {
    fn new(
        kind: &DesignKind,
        requested: Option<Latency>,
        optimisation: OptimisationArg,
        target: Target,
    ) -> Result<Measurements, Error> {
        let multiplier = measured_multiplier(target);
        let spec = |latency| {
            let spec = DesignSpec::new(kind.clone(), latency).with_multiplier(multiplier);
            spec.with_optimisation(optimisation.form(kind))
        };
        let longest = spec(0).max_latency()?;
        let latencies: Vec<u32> = match (requested, kind) {
            (Some(Latency::Auto), DesignKind::Iterative(_)) => {
                return Err(Error::usage(format!(
                    "an iterative unit has one latency: leave out --latency auto, or {ITERATIVE_OPTION} for a pipeline"
                )))
            }
            (None, _) | (Some(Latency::All), DesignKind::Iterative(_)) => vec![default_latency(kind, multiplier)?],
            (Some(Latency::One(latency)), _) => vec![latency],
            (Some(Latency::All), _) => (0..=longest).collect(),
            (Some(Latency::Auto | Latency::OfGroups(_)), _) => {
                let kind = kind.clone();
                return Ok(Measurements::Search { kind, longest });
            }
        };
        let designs = latencies.into_iter();
        let designs = designs.map(|latency| measured_design(spec(latency), target));
        Ok(Measurements::Each(designs.collect::<Result<_, _>>()?))
    }

    /// Returns the maximum number of measurements.
    fn count(&self) -> usize {
        match self {
            Measurements::Each(designs) => designs.len(),
            Measurements::Search { longest, .. } => *longest as usize + 1,
        }
    }
}

/// Carries out the measurements of each run.
fn measure_all(
    runs: &mut [TargetRun],
    plans: &[Vec<Measurements>],
    arguments: &Arguments,
) -> Result<(Vec<MeasurementRow>, Vec<ClockOutcome>), Error> {
    let total = plans.iter().flatten().map(Measurements::count).sum::<usize>();
    let mut progress = Progress::new("measuring", total as u64, "modules");
    let (mut rows, mut outcomes) = (Vec::new(), Vec::new());
    let mut done = 0;
    for (run, plans) in runs.iter_mut().zip(plans) {
        let target = run.target;
        let mut measure = |unit: &Design| {
            progress.at(done);
            done += 1;
            let row = run.measure(unit, arguments)?;
            let best = row.best_mhz;
            rows.push(row);
            Ok::<_, Error>(best)
        };
        for plan in plans {
            match plan {
                Measurements::Each(designs) => designs.iter().try_for_each(|design| measure(design).map(drop))?,
                Measurements::Search { kind, longest } => {
                    let Some(mhz) = arguments.mhz else { continue };
                    let spec = |latency| {
                        DesignSpec::new(kind.clone(), latency).with_optimisation(arguments.optimise.form(kind))
                    };
                    let build = |latency: u32| measured_design(spec(latency), target);
                    outcomes.push(ClockOutcome {
                        target,
                        mnemonic: MeasuredName::new(&build(0)?),
                        met: smallest_latency(0..=*longest, build, mhz, &mut measure)?,
                    });
                }
            }
        }
    }
    Ok((rows, outcomes))
}

/// Replaces the word `measured` by the instructions that are measured on all of some targets. With flags, only those that
/// can have flags remain.
fn expand_measured(words: &[String], targets: &[Target], ports: PortOptions) -> Vec<String> {
    let is_measured =
        |instruction: &Instruction| targets.iter().all(|target| measured_on(*target).contains(instruction));
    let on_all = measured().filter(|instruction| is_measured(instruction) && ports.is_possible(*instruction));
    let on_all: Vec<String> = on_all.map(Instruction::mnemonic).collect();
    let word = |word: &String| match word.as_str() {
        "measured" => on_all.clone(),
        _ => vec![word.clone()],
    };
    words.iter().flat_map(word).collect()
}

#[cfg(test)]
mod tests {
    use halfpipe_figures::curve::REFERENCE_TARGET;

    use super::*;

    #[test]
    fn measured_stands_for_what_can_have_flags_where_they_are_asked_for() {
        let words = ["measured".to_owned(), "neg.f16".to_owned()];
        let [all, with_flags] = [false, true].map(|wanted| {
            expand_measured(
                &words,
                &[REFERENCE_TARGET],
                PortOptions {
                    flags: wanted,
                    ..PortOptions::default()
                },
            )
        });
        assert_eq!(all.len(), measured().count() + 1);
        let can_have = |name: &String| name.parse::<Instruction>().unwrap().with_flags().is_some();
        let possible: Vec<String> = all.iter().filter(|name| can_have(name)).cloned().collect();
        assert!((1..=measured().count()).contains(&possible.len()), "{possible:?}");
        // An instruction named explicitly remains, and is refused later.
        assert_eq!(with_flags, [possible, vec!["neg.f16".to_owned()]].concat());
    }
}
