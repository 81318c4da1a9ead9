//! `synth`: area and clock frequency on an FPGA.

mod report;

use std::collections::BTreeMap;
use std::io::Write;

use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Design, DesignError};
use halfpipe_hdl::fpu;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_synth::curve::measured;
use halfpipe_synth::latency::{default_latency, USUAL_CORE_LATENCY};
use halfpipe_synth::path::Path;
use halfpipe_synth::plot::plot;
use halfpipe_synth::results::{Entry, Results, Tools};
use halfpipe_synth::search::smallest_latency;
use halfpipe_synth::unit::{
    digest_of_verilog, measure_source, measure_unit, measured_core, measured_multiplier, measured_unit,
};
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::foreign::Foreign;
use halfpipe_tools::files::write_file;
use halfpipe_yosys::Dut;
use halfpipe_yosys::Mapping;
use report::{outcome_text, print, Comparison};
use serde::Serialize;

use super::write_json;
use crate::arguments::synth::{Arguments, Latency};
use crate::error::{tell, Error};
use crate::foreign;
use crate::interrupt;
use crate::progress::Progress;
use crate::render::FLAGS_OPTION;
use crate::request::{self, Flags};

/// The result of one measurement.
#[derive(Serialize)]
struct Row {
    target: Target,
    #[serde(flatten)]
    entry: Entry,
    best_mhz: Option<f64>,
    median_mhz: Option<f64>,
    /// The critical path with the delays of its parts. `None` for a result from the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    critical_path: Option<Path>,
}

impl Row {
    fn new(target: Target, entry: Entry, critical_path: Option<Path>) -> Row {
        Row {
            target,
            best_mhz: entry.best(),
            median_mhz: entry.median(),
            entry,
            critical_path,
        }
    }
}

/// All results of a command.
#[derive(Serialize)]
struct Listing {
    tools: BTreeMap<&'static str, Tools>,
    results: Vec<Row>,
}

/// A target with its tools and its results on file.
struct Bench {
    target: Target,
    tools: Tools,
    seeds: u32,
    on_file: Option<Results>,
}

impl Bench {
    fn new(target: Target, arguments: &Arguments) -> Result<Bench, Error> {
        let tools = Tools::for_target(target).map_err(Error::failure)?;
        let on_file = match (arguments.record, arguments.compare) {
            (true, _) => Some(update(arguments, target, &tools, Results::prune)?),
            (_, true) => {
                let results = Results::read_of(&arguments.results, target, &tools).map_err(Error::failure)?;
                let file = Results::file(&arguments.results, target);
                let missing = || Error::failure(format!("{} is not there to compare with", file.display()));
                Some(results.ok_or_else(missing)?)
            }
            _ => None,
        };
        Ok(Bench {
            target,
            tools,
            seeds: match target.router() {
                Ok(_) => arguments.seeds.unwrap_or(target.seeds()),
                Err(_) => 0,
            },
            on_file,
        })
    }

    /// Measures a unit. Returns the result on file instead if it is still valid.
    fn measure(&mut self, unit: &Design, arguments: &Arguments) -> Result<Row, Error> {
        if arguments.record {
            if let Some(entry) = self.on_file.as_ref().and_then(|results| self.current(results, unit)) {
                return Ok(Row::new(self.target, entry, None));
            }
        }
        let measured = measure_unit(unit, self.target, self.seeds).map_err(Error::failure)?;
        let entry = Entry::new(unit, &measured);
        if arguments.record {
            let put = |results: &mut Results| results.put(entry.clone());
            self.on_file = Some(update(arguments, self.target, &self.tools, put)?);
        }
        Ok(Row::new(self.target, entry, measured.path))
    }

    /// Measures an external module.
    fn measure_foreign(&self, foreign: &Foreign) -> Result<Row, Error> {
        let source = foreign.source();
        let measured = measure_source(source, foreign.interface(), self.target, self.seeds);
        let digest = digest_of_verilog(&source.text);
        let measured = measured.map_err(Error::failure)?;
        let entry = Entry::of_module(foreign.interface(), digest, &measured);
        Ok(Row::new(self.target, entry, None))
    }

    /// Returns the result on file for the same netlist, if it has at least as many seeds.
    fn current(&self, results: &Results, unit: &Design) -> Option<Entry> {
        let entry = results.get(&unit.interface().mnemonic(), unit.latency())?;
        let is_same = entry.digest == unit.module().digest().to_string();
        (is_same && entry.mhz.len() >= self.seeds as usize).then(|| entry.clone())
    }
}

/// Updates a target's results on file. Returns the new contents, with results that others recorded meanwhile.
fn update(
    arguments: &Arguments,
    target: Target,
    tools: &Tools,
    change: impl FnOnce(&mut Results),
) -> Result<Results, Error> {
    interrupt::uninterrupted(|| Results::update(&arguments.results, target, tools, change)).map_err(Error::failure)
}

/// Measures modules.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let asked = arguments.latency;
    if (asked == Some(Latency::Auto)) != arguments.mhz.is_some() {
        return Err(Error::usage("--latency auto and --mhz F go together"));
    }
    if asked == Some(Latency::Auto) && arguments.seeds == Some(0) {
        return Err(Error::usage(
            "--latency auto needs at least one placement, not --seeds 0",
        ));
    }
    let subjects = arguments.subjects()?;
    let foreign = arguments.foreign.verilog.as_deref();
    let foreign = foreign.map(|file| read_foreign(file, &subjects, asked)).transpose()?;
    let mut targets: Vec<Target> = Vec::new();
    for target in &arguments.target {
        if !targets.contains(target) {
            targets.push(*target);
        }
    }
    let of_target = |target: &Target| {
        // An external file has one module, which is measured unchanged.
        let plans = subjects.iter().filter(|_| foreign.is_none());
        plans.map(|subject| Plan::new(subject, asked, *target)).collect()
    };
    let plans = targets
        .iter()
        .map(of_target)
        .collect::<Result<Vec<Vec<Plan>>, Error>>()?;
    if asked == Some(Latency::Auto) {
        for target in &targets {
            target.router().map_err(|error| Error::usage(error.to_string()))?;
        }
    }
    let benches = targets.iter().map(|target| Bench::new(*target, arguments));
    let mut benches = benches.collect::<Result<Vec<Bench>, Error>>()?;
    let (mut rows, outcomes) = measure_all(&mut benches, &plans, arguments)?;
    for (bench, foreign) in benches
        .iter()
        .flat_map(|bench| foreign.iter().map(move |foreign| (bench, foreign)))
    {
        rows.push(bench.measure_foreign(foreign)?);
    }

    let listing = Listing {
        tools: benches
            .iter()
            .map(|bench| (bench.target.name(), bench.tools.clone()))
            .collect(),
        results: rows,
    };
    if arguments.json {
        write_json(&listing, output)?;
    } else {
        print(&benches, &listing.results, output)?;
    }
    if let Some(file) = &arguments.plot {
        draw(&benches, &listing.results, file)?;
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
        let comparison = Comparison::new(&benches, &listing.results);
        is_good &= !comparison.is_worse;
        notes.extend(comparison.lines);
    }
    if !notes.is_empty() && !arguments.json {
        writeln!(output)?;
    }
    for note in notes {
        // With JSON on standard output, the text for people goes to standard error.
        match arguments.json {
            true => tell(&note),
            false => writeln!(output, "{note}")?,
        }
    }
    if is_good {
        Ok(())
    } else {
        Err(Error::Found)
    }
}

/// Draws the results of each target, ordered by latency.
fn draw(benches: &[Bench], rows: &[Row], file: &std::path::Path) -> Result<(), Error> {
    let mut mnemonics: Vec<&str> = Vec::new();
    for Row { entry, .. } in rows {
        if !mnemonics.contains(&entry.mnemonic.as_str()) {
            mnemonics.push(&entry.mnemonic);
        }
    }
    let results = benches.iter().map(|bench| {
        let mut results = Results::new(bench.target, bench.tools.clone());
        for row in rows.iter().filter(|row| row.target == bench.target) {
            results.put(row.entry.clone());
        }
        results
    });
    let results: Vec<Results> = results.collect();
    let picture = plot(&mnemonics.join(", "), &results, &mnemonics).svg();
    interrupt::uninterrupted(|| Ok(write_file(file, picture.as_bytes())?))
}

/// Reads the external module.
fn read_foreign(file: &std::path::Path, subjects: &[Subject], asked: Option<Latency>) -> Result<Foreign, Error> {
    let latency = match asked {
        None => None,
        Some(Latency::One(latency)) => Some(latency),
        Some(Latency::All | Latency::Auto) => {
            return Err(Error::usage(
                "--verilog has a module of one latency; --latency takes its number",
            ))
        }
    };
    let [subject] = subjects else {
        return Err(Error::usage(format!(
            "--verilog takes the module of one instruction, and {} are named",
            subjects.len()
        )));
    };
    let gates = EngineKind::Gates(Mapping::Generic);
    foreign::read(file, &subject.combinational()?, latency, gates)
}

/// The subject of a measurement.
#[derive(Clone, Debug)]
enum Subject {
    /// The module of an instruction.
    Unit(Instruction),
    /// The core of several instructions.
    Core(Vec<Instruction>),
}

impl Subject {
    /// Builds the module to measure.
    fn design(&self, latency: u32, target: Target) -> Result<Design, DesignError> {
        match self {
            Subject::Unit(instruction) => measured_unit(*instruction, latency, target),
            Subject::Core(instructions) => measured_core(instructions, latency, target),
        }
    }

    /// Builds the combinational module, which has the same name.
    fn combinational(&self) -> Result<Design, DesignError> {
        match self {
            Subject::Unit(instruction) => Design::unit(*instruction, 0),
            Subject::Core(instructions) => Design::core(instructions, 0),
        }
    }

    fn max_latency(&self, target: Target) -> Result<u32, DesignError> {
        match self {
            Subject::Unit(instruction) => Ok(max_latency(*instruction)),
            Subject::Core(instructions) => Ok(fpu::max_latency(instructions, measured_multiplier(target))?),
        }
    }

    fn default_latency(&self, target: Target) -> Result<u32, DesignError> {
        match self {
            Subject::Unit(instruction) => Ok(default_latency(*instruction)),
            Subject::Core(_) => Ok(self.max_latency(target)?.min(USUAL_CORE_LATENCY)),
        }
    }
}

impl Arguments {
    /// Returns the subjects that the command line names.
    fn subjects(&self) -> Result<Vec<Subject>, Error> {
        if self.core.flags.wanted && (self.record || self.compare) {
            return Err(Error::usage(format!(
                "--record and --compare are for modules without {FLAGS_OPTION}: none with it is on file"
            )));
        }
        let words = spelt_out(&self.mnemonics, self.core.flags);
        match request::instructions(&words, &self.core)? {
            Some(instructions) => Ok(instructions.into_iter().map(Subject::Unit).collect()),
            None => {
                let instructions = self.core.instructions()?;
                if self.core.tag_width.is_some() {
                    return Err(Error::usage(
                        "--tag-width is not for synth: the core is measured with its usual tag",
                    ));
                }
                let is_on_file = self.record || self.compare;
                if is_on_file && instructions != Instruction::arithmetic() {
                    return Err(Error::usage(
                        "--record and --compare are for the core of all arithmetic, without --instructions",
                    ));
                }
                Ok(vec![Subject::Core(instructions)])
            }
        }
    }
}

/// The measurements of a subject on a target.
struct Plan {
    subject: Subject,
    /// The modules to measure. Empty if the command searches for the smallest latency that meets a clock.
    designs: Vec<Design>,
    /// The longest latency, in cycles.
    longest: u32,
    /// The maximum number of measurements.
    count: usize,
}

impl Plan {
    fn new(subject: &Subject, asked: Option<Latency>, target: Target) -> Result<Plan, Error> {
        let longest = subject.max_latency(target)?;
        let latencies: Vec<u32> = match asked {
            None => vec![subject.default_latency(target)?],
            Some(Latency::One(latency)) => vec![latency],
            Some(Latency::All) => (0..=longest).collect(),
            Some(Latency::Auto) => Vec::new(),
        };
        let designs = latencies.into_iter().map(|latency| subject.design(latency, target));
        let designs = designs.collect::<Result<Vec<Design>, _>>()?;
        let count = match asked {
            Some(Latency::Auto) => longest as usize + 1,
            _ => designs.len(),
        };
        Ok(Plan {
            subject: subject.clone(),
            designs,
            longest,
            count,
        })
    }
}

/// The result of a search for a latency: the module with the smallest latency that meets the clock, if there is one.
struct Outcome {
    target: Target,
    mnemonic: String,
    met: Option<Design>,
}

/// Carries out the measurements of each bench.
fn measure_all(
    benches: &mut [Bench],
    plans: &[Vec<Plan>],
    arguments: &Arguments,
) -> Result<(Vec<Row>, Vec<Outcome>), Error> {
    let total = plans.iter().flatten().map(|plan| plan.count).sum::<usize>();
    let mut progress = Progress::new("measuring", total as u64, "modules");
    let (mut rows, mut outcomes) = (Vec::new(), Vec::new());
    let mut done = 0;
    for (bench, plans) in benches.iter_mut().zip(plans) {
        let target = bench.target;
        let mut measure = |unit: &Design| {
            progress.at(done);
            done += 1;
            let row = bench.measure(unit, arguments)?;
            let best = row.best_mhz;
            rows.push(row);
            Ok::<_, Error>(best)
        };
        for plan in plans {
            for design in &plan.designs {
                measure(design)?;
            }
            if let Some(mhz) = arguments.mhz {
                let build = |latency: u32| plan.subject.design(latency, target);
                let any = plan.subject.design(0, target)?;
                outcomes.push(Outcome {
                    target,
                    mnemonic: any.interface().mnemonic(),
                    met: smallest_latency(plan.longest, build, mhz, &mut measure)?,
                });
            }
        }
    }
    Ok((rows, outcomes))
}

/// Replaces the word `measured` by the instructions on file. With flags, only those that can have flags remain.
fn spelt_out(words: &[String], flags: Flags) -> Vec<String> {
    let is_possible = |instruction: &Instruction| flags.is_possible(*instruction);
    let word = |word: &String| match word.as_str() {
        "measured" => measured().filter(is_possible).map(Instruction::mnemonic).collect(),
        _ => vec![word.clone()],
    };
    words.iter().flat_map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_stands_for_what_can_have_flags_where_they_are_asked_for() {
        let words = ["measured".to_owned(), "neg.f16".to_owned()];
        let [all, with_flags] = [false, true].map(|wanted| spelt_out(&words, Flags { wanted }));
        assert_eq!(all.len(), measured().count() + 1);
        let can_have = |name: &String| name.parse::<Instruction>().unwrap().with_flags().is_some();
        let possible: Vec<String> = all.iter().filter(|name| can_have(name)).cloned().collect();
        assert!((1..measured().count()).contains(&possible.len()), "{possible:?}");
        // An instruction named explicitly remains, and is refused later.
        assert_eq!(with_flags, [possible, vec!["neg.f16".to_owned()]].concat());
    }
}
