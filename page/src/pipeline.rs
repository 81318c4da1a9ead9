//! The pipeline of a module: its stages, the registers between them, and its clock.

use halfpipe_figures::curve::REFERENCE_TARGET;
use halfpipe_figures::estimate::{estimated_mhz, Paths};
use halfpipe_figures::results::Results;
use halfpipe_fpga::Timing;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::{Manifest, PortEntry};
use halfpipe_hdl::net::{Netlist, Op, Stage};
use halfpipe_request::arguments::generate::ModuleArguments;
use halfpipe_request::request::default_latency;
use halfpipe_request::Error;
use serde::Serialize;

use crate::modules::design_of;

/// A pipeline.
#[derive(Serialize)]
pub struct Pipeline {
    latency: u32,
    usual: u32,
    /// The longest useful latency.
    longest: u32,
    stages: Vec<StageRow>,
    ports: Vec<PortEntry>,
    estimate: Option<ClockRow>,
}

/// A stage, and the registers behind it.
#[derive(Serialize)]
struct StageRow {
    title: String,
    meaning: String,
    /// The ranks of registers behind it.
    rank_after: u32,
    /// The bits of these ranks in one lane.
    registers: u64,
    /// The time after the last registers at which its last net is ready, in nanoseconds.
    delay_ns: f64,
    /// True for the stage with the longest path.
    is_critical: bool,
}

/// A clock frequency on the FPGA of reference.
#[derive(Serialize)]
struct ClockRow {
    target: String,
    mhz: f64,
    /// `measured` for a median on file, else `estimated`.
    source: &'static str,
}

/// Describes the pipeline of a module.
///
/// # Errors
///
/// Fails if the module has no single pipeline, or cannot be built.
pub fn describe(arguments: &ModuleArguments) -> Result<Pipeline, Error> {
    let design = design_of(arguments)?;
    let spec = design.spec();
    let usual = match &spec {
        Some(spec) => default_latency(&spec.kind, spec.multiplier)?,
        None => design.latency(),
    };
    let longest = spec
        .and_then(|spec| spec.max_latency().ok())
        .unwrap_or(design.latency());
    let timing = REFERENCE_TARGET.device().timing;
    Ok(Pipeline {
        latency: design.latency(),
        usual,
        longest,
        stages: stages(&design.module().lane, timing.as_ref()),
        ports: Manifest::new(&design, None).ports,
        estimate: timing.as_ref().map(|timing| clock(&design, timing)),
    })
}

/// Returns the median on file of this very module, else an estimate.
fn clock(design: &Design, timing: &Timing) -> ClockRow {
    let mut results = Results::committed().filter(|results| results.target == REFERENCE_TARGET);
    let measured = results.next().and_then(|results| results.measured_median(design));
    ClockRow {
        target: REFERENCE_TARGET.to_string(),
        mhz: measured.unwrap_or_else(|| estimated_mhz(design, timing)),
        source: if measured.is_some() { "measured" } else { "estimated" },
    }
}

/// Lists the stages of a lane in dataflow order, without that of the ports.
fn stages(lane: &Netlist, timing: Option<&Timing>) -> Vec<StageRow> {
    let mut rows: Vec<StageRow> = lane
        .stages
        .iter()
        .map(|stage| StageRow {
            title: stage.title(),
            meaning: stage.meaning.clone(),
            rank_after: 0,
            registers: 0,
            delay_ns: 0.0,
            is_critical: false,
        })
        .collect();
    for (rank, cut) in (1..).zip(&lane.cuts) {
        let row = stage_before(&lane.stages, cut);
        rows[row].rank_after += 1;
        rows[row].registers += bits_of_rank(lane, rank);
    }
    if let Some(timing) = timing {
        let arrivals = Paths::from_netlist(lane).arrivals(timing);
        for (node, ready) in lane.nodes.iter().zip(arrivals) {
            let row = &mut rows[node.stage];
            row.delay_ns = row.delay_ns.max(ready);
        }
    }
    rows.remove(Stage::PORTS);
    let slowest = rows.iter().map(|row| row.delay_ns).fold(0.0, f64::max);
    if let Some(row) = rows.iter_mut().find(|row| row.delay_ns == slowest && slowest > 0.0) {
        row.is_critical = true;
    }
    rows
}

/// Returns the number of the stage before a rank: the name of a place begins with that of its stage. Other places are
/// behind all logic.
fn stage_before(stages: &[Stage], place: &str) -> usize {
    let named = stages
        .iter()
        .enumerate()
        .filter(|(_, stage)| place.starts_with(&stage.name));
    let longest = named.max_by_key(|(_, stage)| stage.name.len());
    longest.map_or(stages.len() - 1, |(number, _)| number)
}

/// Returns the number of register bits of a rank.
fn bits_of_rank(lane: &Netlist, rank: u32) -> u64 {
    let registers = lane
        .nodes
        .iter()
        .filter(|node| matches!(node.op, Op::Register) && node.cycle == rank);
    registers.map(|node| u64::from(node.width)).sum()
}
