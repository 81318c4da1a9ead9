//! The critical path, named by the stages of the datapath.
//!
//! Each step of nextpnr's path that has an [`Origin`] in the module says its stage. These are the carry chains, the
//! multiplier blocks and the registers at both ends. The lookup tables between two of them have no names left; their
//! time is given to the stages that lie between, all together, as the module's netlist has them, or to the later of
//! the two neighbours where there are none, or only wires. So sums over stages are exact, and which of several unnamed stages takes
//! how much is not said.

use halfpipe_hdl::net::verilog::Place;
use serde::Serialize;

use crate::nextpnr::{Step, StepKind, Timing};
use crate::origin::{Origin, Register};
use crate::stages::{Border, Stages};

/// A critical path in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Path {
    /// The registers at which it begins.
    pub from: String,
    /// The parts in order.
    pub parts: Vec<Part>,
    /// The registers at which it ends.
    pub to: String,
}

/// A part of a path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// The stages whose logic it is: one, or several that cannot be told apart.
    pub stages: Vec<String>,
    /// Its time in nanoseconds, wires included.
    pub nanoseconds: f64,
}

/// Where a path begins or ends that stays outside the module.
const OUTSIDE: &str = "measuring harness";

impl Path {
    /// Names the critical path of a placement; `harness_from` is the line of the harness's file where the measured
    /// core ends and the logic around it begins.
    pub fn of(timing: &Timing, stages: &Stages, harness_from: u32) -> Path {
        let origin = |register: &Option<Register>| register.as_ref().and_then(|register| register.origin);
        if matches!(origin(&timing.to), Some(Origin::Harness(line)) if line >= harness_from) {
            let outside = OUTSIDE.to_owned();
            return Path {
                from: outside.clone(),
                parts: Vec::new(),
                to: outside,
            };
        }
        // A multiplier block may hold registers too, whose place in the pipeline the other end tells.
        let rank = |register| match stages.place(origin(register)) {
            Some(Place::Registers { rank, .. }) => (Some(rank), Some(stages.rank(rank))),
            Some(Place::Logic { stage }) => {
                let block = format!("multiplier block of {}", stages.title(stage));
                (None, Some(block))
            }
            None => (None, None),
        };
        let ((begins, from), (ends, to)) = (rank(&timing.from), rank(&timing.to));
        let cycle = match (begins, &from) {
            (Some(cycle), _) => cycle,
            (None, None) => 0,
            (None, Some(_)) => ends.map_or(stages.latency(), |cycle| cycle - 1),
        };
        let (from, to) = (from.unwrap_or("operands".to_owned()), to.unwrap_or("result".to_owned()));
        let border = |register: &'_ Option<Register>| {
            let stage = register.as_ref().and_then(|register| stages.of_register(register));
            stage.map_or(Border::Any, Border::Registers)
        };

        let titles = |found: Vec<usize>| found.into_iter().map(|stage| stages.title(stage)).collect();
        let mut parts: Vec<Part> = Vec::new();
        let mut last = border(&timing.from);
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

    /// The stages in one line, without times.
    pub fn summary(&self) -> String {
        let parts = self.parts.iter().map(|part| part.stages.join(" + "));
        let all: Vec<String> = std::iter::once(self.from.clone())
            .chain(parts)
            .chain(std::iter::once(self.to.clone()))
            .collect();
        all.join(" > ")
    }
}

/// Steps without a stage, one after the other.
#[derive(Default)]
struct Unnamed {
    nanoseconds: f64,
    /// Whether a cell is among them: wires alone are no stage's logic.
    has_cell: bool,
}

impl Unnamed {
    fn add(&mut self, step: &Step) {
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

/// Adds time to a path: to its last part where that is of the same stages.
fn push(parts: &mut Vec<Part>, stages: Vec<String>, nanoseconds: f64) {
    match parts.last_mut() {
        Some(part) if part.stages == stages => part.nanoseconds += nanoseconds,
        _ if stages.is_empty() || nanoseconds == 0.0 => {}
        _ => parts.push(Part { stages, nanoseconds }),
    }
}
