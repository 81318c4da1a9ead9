//! The critical path, as stages of the datapath.
//!
//! A step of nextpnr's path with an [`Origin`] in the module has a stage. These steps are the carry chains, the
//! multiplier blocks and the registers at both ends.
//!
//! The lookup tables between two of them have no names left. Their time goes to the stages that lie between in the
//! module's netlist, all together. If there are no such stages, or only wires, it goes to the later of the two
//! neighbours. So the sums over stages are exact; the split among several unnamed stages is left open.

use halfpipe_hdl::net::verilog::DatapathPart;
use serde::Serialize;

use crate::stages::{Border, Stages};
use crate::timing::{Origin, PathRegister, PathStep, PlacementTiming, StepKind};

/// A critical path in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Path {
    /// The registers at which it begins.
    pub from: String,
    /// The parts in order.
    pub parts: Vec<PathPart>,
    /// The registers at which it ends.
    pub to: String,
}

/// A part of a path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathPart {
    /// The stages whose logic it is: one, or several that cannot be told apart.
    pub stages: Vec<String>,
    /// Its time in nanoseconds, wires included.
    pub nanoseconds: f64,
}

/// The name of both ends of a path outside the module.
const OUTSIDE: &str = "measuring harness";

impl Path {
    /// Names the critical path of a placement. `harness_from` is the line of the harness's file where the measured core
    /// ends and the logic around it begins.
    pub fn new(timing: &PlacementTiming, stages: &Stages, harness_from: u32) -> Path {
        let origin = |register: &Option<PathRegister>| register.as_ref().and_then(|register| register.origin);
        if matches!(origin(&timing.to), Some(Origin::Harness(line)) if line >= harness_from) {
            let outside = OUTSIDE.to_owned();
            return Path {
                from: outside.clone(),
                parts: Vec::new(),
                to: outside,
            };
        }
        // A multiplier block may hold registers too. The other end of the path then tells their place in the pipeline.
        let rank = |register| match stages.part(origin(register)) {
            Some(DatapathPart::Registers { rank, .. }) => (Some(rank), Some(stages.rank(rank))),
            Some(DatapathPart::Logic { stage }) => {
                let block = format!("multiplier block of {}", stages.title(stage));
                (None, Some(block))
            }
            None => (None, None),
        };
        let ((mut begins, mut from), (ends, to)) = (rank(&timing.from), rank(&timing.to));
        // Yosys may share one register between two ranks. A path that ends at a rank begins at the one before.
        let is_shared = begins.is_some() && begins == ends;
        if is_shared {
            begins = begins.map(|rank| rank - 1).filter(|rank| *rank > 0);
            from = begins.map(|rank| stages.rank(rank));
        }
        let cycle = match (begins, &from) {
            (Some(cycle), _) => cycle,
            (None, None) => 0,
            (None, Some(_)) => ends.map_or(stages.latency(), |cycle| cycle - 1),
        };
        let (from, to) = (from.unwrap_or("operands".to_owned()), to.unwrap_or("result".to_owned()));
        let border = |register: &'_ Option<PathRegister>| {
            let stage = register.as_ref().and_then(|register| stages.of_register(register));
            stage.map_or(Border::Any, Border::Registers)
        };

        let titles = |found: Vec<usize>| found.into_iter().map(|stage| stages.title(stage)).collect();
        let mut parts: Vec<PathPart> = Vec::new();
        let mut last = if is_shared { Border::Any } else { border(&timing.from) };
        let mut unnamed = Unnamed::default();
        for step in &timing.critical_path {
            let Some(here) = stages.logic(step.origin) else {
                unnamed.add(step);
                continue;
            };
            let between = unnamed.stages(|| titles(stages.between(cycle, last, Border::Stage(here))));
            let own = if between.is_empty() { unnamed.nanoseconds } else { 0.0 };
            push(&mut parts, between, unnamed.nanoseconds);
            push(&mut parts, vec![stages.title(here)], own + step.delay);
            last = Border::Stage(here);
            unnamed = Unnamed::default();
        }
        let rest = unnamed.stages(|| titles(stages.between(cycle, last, border(&timing.to))));
        match parts.last_mut() {
            Some(part) if rest.is_empty() => part.nanoseconds += unnamed.nanoseconds,
            _ => push(&mut parts, rest, unnamed.nanoseconds),
        }
        Path { from, parts, to }
    }

    /// Returns the stages in one line, without times.
    pub fn summary(&self) -> String {
        let parts = self.parts.iter().map(|part| part.stages.join(" + "));
        let all: Vec<String> = std::iter::once(self.from.clone())
            .chain(parts)
            .chain(std::iter::once(self.to.clone()))
            .collect();
        all.join(" > ")
    }
}

/// Consecutive steps without a stage.
#[derive(Default)]
struct Unnamed {
    nanoseconds: f64,
    /// True if a cell is among them: wires alone are no stage's logic.
    has_cell: bool,
}

impl Unnamed {
    fn add(&mut self, step: &PathStep) {
        self.nanoseconds += step.delay;
        self.has_cell |= step.kind == StepKind::Logic;
    }

    fn stages(&self, between: impl FnOnce() -> Vec<String>) -> Vec<String> {
        if self.has_cell {
            between()
        } else {
            Vec::new()
        }
    }
}

/// Adds time to a path: to its last part if that has the same stages.
fn push(parts: &mut Vec<PathPart>, stages: Vec<String>, nanoseconds: f64) {
    match parts.last_mut() {
        Some(part) if part.stages == stages => part.nanoseconds += nanoseconds,
        _ if stages.is_empty() || nanoseconds == 0.0 => {}
        _ => parts.push(PathPart { stages, nanoseconds }),
    }
}
