//! Measurements on one target, and its results on file.

use halfpipe_figures::name::MeasuredName;
use halfpipe_figures::results::{digest_of_verilog, Entry, Results};
use halfpipe_figures::tools::ToolVersions;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Design, Dut};
use halfpipe_synth::path::Path;
use halfpipe_synth::results_file::ResultsFile;
use halfpipe_synth::tools::installed_versions;
use halfpipe_synth::unit::{measure_source, measure_unit};
use halfpipe_testbench::foreign::Foreign;
use halfpipe_yosys::VerilogDut;
use serde::Serialize;

use crate::arguments::synth::Arguments;
use crate::error::Error;
use crate::interrupt;

/// The result of one measurement.
#[derive(Serialize)]
pub struct MeasurementRow {
    /// The target.
    pub target: Target,
    /// The result.
    #[serde(flatten)]
    pub entry: Entry,
    /// The clock of the fastest placement.
    pub best_mhz: Option<f64>,
    median_mhz: Option<f64>,
    /// The critical path with the delays of its parts. `None` for a result from the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub critical_path: Option<Path>,
}

impl MeasurementRow {
    fn new(target: Target, entry: Entry, critical_path: Option<Path>) -> MeasurementRow {
        MeasurementRow {
            target,
            best_mhz: entry.best(),
            median_mhz: entry.median(),
            entry,
            critical_path,
        }
    }
}

/// A target with its tools and its results on file.
pub struct TargetRun {
    /// The target.
    pub target: Target,
    /// Its tools.
    pub tools: ToolVersions,
    /// The number of placements.
    pub seeds: u32,
    /// Its results on file.
    pub on_file: Option<Results>,
}

impl TargetRun {
    /// Prepares the measurements of a command.
    pub fn new(target: Target, arguments: &Arguments) -> Result<TargetRun, Error> {
        let tools = installed_versions(target).map_err(Error::failure)?;
        let on_file = match (arguments.record, arguments.compare) {
            (true, _) => Some(update(arguments, target, &tools, Results::prune)?),
            (_, true) => {
                let file = ResultsFile::new(arguments.results(), target);
                let results = file.read_for_tools(&tools).map_err(Error::failure)?;
                let path = file.path().display();
                let missing = || Error::failure(format!("cannot compare with {path}: there is no such file"));
                Some(results.ok_or_else(missing)?)
            }
            _ => None,
        };
        Ok(TargetRun {
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
    pub fn measure(&mut self, unit: &Design, arguments: &Arguments) -> Result<MeasurementRow, Error> {
        if arguments.record {
            if let Some(entry) = self.on_file.as_ref().and_then(|results| self.current(results, unit)) {
                return Ok(MeasurementRow::new(self.target, entry, None));
            }
        }
        let measured = measure_unit(unit, self.target, self.seeds).map_err(Error::failure)?;
        let entry = measured.to_entry(unit);
        if arguments.record {
            let put = |results: &mut Results| results.put(entry.clone());
            self.on_file = Some(update(arguments, self.target, &self.tools, put)?);
        }
        Ok(MeasurementRow::new(self.target, entry, measured.path))
    }

    /// Measures an external module.
    pub fn measure_foreign(&self, foreign: &Foreign) -> Result<MeasurementRow, Error> {
        let source = foreign.source();
        let measured = measure_source(&foreign.verilog(), foreign.interface(), self.target, self.seeds);
        let digest = digest_of_verilog(&source.text);
        let measured = measured.map_err(Error::failure)?;
        let interface = foreign.interface();
        let entry = measured.to_entry(interface.mnemonic().into(), interface.latency(), digest);
        Ok(MeasurementRow::new(self.target, entry, None))
    }

    /// Returns the result on file for the same netlist, if it has at least as many seeds.
    fn current(&self, results: &Results, unit: &Design) -> Option<Entry> {
        let entry = results.get(&MeasuredName::new(unit), unit.latency())?;
        let is_same = entry.digest == unit.module().digest().to_string();
        (is_same && entry.mhz.len() >= self.seeds as usize).then(|| entry.clone())
    }
}

/// Updates a target's results on file. Returns the new contents, with results that others recorded meanwhile.
fn update(
    arguments: &Arguments,
    target: Target,
    tools: &ToolVersions,
    change: impl FnOnce(&mut Results),
) -> Result<Results, Error> {
    let file = ResultsFile::new(arguments.results(), target);
    interrupt::uninterrupted(|| file.update(tools, change)).map_err(Error::failure)
}
