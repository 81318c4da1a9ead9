//! Running nextpnr, and reading its timing report.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use halfpipe_fpga::Router;
use halfpipe_fpga::Target;
use halfpipe_tools::folder::read;
use halfpipe_tools::run::run_within;
use halfpipe_tools::Tool;
use serde::Deserialize;

use crate::error::Error;
use crate::timing::{PathStep, PlacementTiming, StepKind};

/// An installed nextpnr, for one target.
#[derive(Clone, Debug)]
pub struct Nextpnr {
    target: Target,
    router: &'static Router,
    program: PathBuf,
}

impl Nextpnr {
    /// Finds the nextpnr of a target.
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] when it is missing, [`TargetError::NoRouter`](halfpipe_fpga::TargetError::NoRouter) when the target has none.
    pub fn find(target: Target) -> Result<Self, Error> {
        let router = target.router()?;
        let program = Tool::OfFamily(router.program).find()?;
        Ok(Self {
            target,
            router,
            program,
        })
    }

    /// Places and routes `netlist`, a file of Yosys' `write_json` in `folder`, and returns the timing.
    ///
    /// The program may have access only to the folder in which it runs, so all its files lie there. Calls with
    /// different seeds may share the folder at the same time.
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] with nextpnr's own message when it fails.
    pub fn run(&self, folder: &Path, netlist: &str, seed: u32) -> Result<PlacementTiming, Error> {
        let report = format!("timing_{seed}.json");
        let arguments = arguments(self.target, self.router, netlist, &report, seed);
        route(self.router, &self.program, folder, &arguments, self.target.name())?;
        parse_report(&read(&folder.join(report))?, seed)
    }
}

/// The time that nextpnr gets for a placement and its routing. A core of all instructions takes minutes. Now and then the
/// router tears up the same wires again and again, and never ends.
const LIMIT: Duration = Duration::from_secs(30 * 60);

/// Runs nextpnr in `folder`, for the FPGA or board `place`.
///
/// # Errors
///
/// [`Error::TooLarge`] when the FPGA has too few cells, [`Error::Tools`] with nextpnr's own message when it fails
/// otherwise, [`Error::Unfinished`] when it does not end in time.
pub fn route(router: &Router, program: &Path, folder: &Path, arguments: &[String], place: &str) -> Result<(), Error> {
    run_within(Tool::OfFamily(router.program), program, folder, arguments, LIMIT).map_err(|error| match &error {
        halfpipe_tools::Error::Failed { diagnostic, .. } => {
            too_large(diagnostic.printed(), place).unwrap_or_else(|| error.into())
        }
        halfpipe_tools::Error::TooSlow { .. } => Error::Unfinished { program: error },
        _ => error.into(),
    })
}

/// Returns the error about a kind of cell of which the FPGA has too few, if nextpnr's report of the utilisation has
/// one. Its placer reports a failed assertion instead.
fn too_large(printed: &str, place: &str) -> Option<Error> {
    let counts = |line: &str| -> Option<(String, u32, u32)> {
        let (kind, counts) = line.strip_prefix("Info:")?.split_once(':')?;
        let (needed, available) = counts.trim().strip_suffix('%')?.split_once('/')?;
        let available = available.split_whitespace().next()?;
        Some((
            kind.trim().to_owned(),
            needed.trim().parse().ok()?,
            available.parse().ok()?,
        ))
    };
    let mut utilisation = printed.lines().filter_map(counts);
    let (kind, needed, available) = utilisation.find(|(_, needed, available)| needed > available)?;
    Some(Error::TooLarge {
        place: place.to_owned(),
        kind,
        needed,
        available,
    })
}

/// Returns nextpnr's arguments to measure `netlist`, a file of Yosys' `write_json`. nextpnr writes its timing to the
/// file `report`.
pub fn arguments(target: Target, router: &Router, netlist: &str, report: &str, seed: u32) -> Vec<String> {
    let seed = seed.to_string();
    let own = ["--json", netlist, "--report", report, "--seed", &seed];
    let own = own.map(str::to_owned);
    target.measuring_options(router).into_iter().chain(own).collect()
}

#[derive(Deserialize)]
struct RouterReport {
    fmax: BTreeMap<String, Frequency>,
    critical_paths: Vec<CriticalPath>,
}

#[derive(Deserialize)]
struct Frequency {
    achieved: f64,
}

#[derive(Deserialize)]
struct CriticalPath {
    from: String,
    to: String,
    path: Vec<PathSegment>,
}

#[derive(Deserialize)]
struct PathSegment {
    #[serde(rename = "type")]
    kind: StepKind,
    delay: f64,
    to: Pin,
    net: Option<String>,
}

#[derive(Deserialize)]
struct Pin {
    cell: String,
    port: String,
}

/// Reads the report of nextpnr's `--report`. Its cells have no origins yet: the netlist has them.
///
/// # Errors
///
/// [`Error::Tools`] when the report has another form, or has no clock or more than one.
pub fn parse_report(json: &str, seed: u32) -> Result<PlacementTiming, Error> {
    let error = |message: String| halfpipe_tools::Error::Report {
        report: "nextpnr's timing report",
        message,
    };
    let report: RouterReport = serde_json::from_str(json).map_err(|cause| error(cause.to_string()))?;
    let clocks: Vec<_> = report.fmax.keys().map(String::as_str).collect();
    let [clock] = clocks[..] else {
        return Err(error(format!("expected one clock, found {}", clocks.len())).into());
    };
    let edge = format!("posedge {clock}");
    let path = report
        .critical_paths
        .into_iter()
        .find(|path| path.from == edge && path.to == edge)
        .ok_or_else(|| error(format!("no path from {edge} to {edge}")))?;
    let steps = path.path.into_iter().map(|segment| PathStep {
        kind: segment.kind,
        delay: segment.delay,
        cell: segment.to.cell,
        port: segment.to.port,
        net: segment.net,
        origin: None,
    });
    Ok(PlacementTiming {
        seed,
        fmax: report.fmax[clock].achieved,
        critical_path: steps.collect(),
        from: None,
        to: None,
    })
}
