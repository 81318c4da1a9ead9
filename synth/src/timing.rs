//! The timing of a placement: its critical path, step by step.

use serde::{Deserialize, Serialize};

/// The timing of one placement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlacementTiming {
    /// The seed of the placement.
    pub seed: u32,
    /// The highest clock frequency, in MHz.
    pub fmax: f64,
    /// The longest path from a register to a register.
    pub critical_path: Vec<PathStep>,
    /// The register at which it begins, if known.
    pub from: Option<PathRegister>,
    /// The register at which it ends, if known.
    pub to: Option<PathRegister>,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathStep {
    /// The kind of delay.
    pub kind: StepKind,
    /// The delay, in nanoseconds.
    pub delay: f64,
    /// The cell at which it ends.
    pub cell: String,
    /// The port of that cell.
    pub port: String,
    /// The net of a routing step.
    pub net: Option<String>,
    /// The source of the cell, if known.
    pub origin: Option<Origin>,
}

/// The kind of delay in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// The skew: how much later the clock reaches the register at the path's end than the one at its beginning.
    ClkSkew,
    /// The delay from the clock to a register's output.
    ClkToQ,
    /// The start of a path outside the clocked logic.
    Source,
    /// The delay through a cell.
    Logic,
    /// The delay through wires.
    Routing,
    /// The setup time at a register's input.
    Setup,
}

/// The source of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// This line of the module's Verilog, counted from 1.
    Module(u32),
    /// This line of the Verilog around it.
    Harness(u32),
}

/// A register at an end of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathRegister {
    /// Its source, if known.
    pub origin: Option<Origin>,
    /// Its name in the module's Verilog, if it is one of the module's.
    pub name: Option<String>,
}
