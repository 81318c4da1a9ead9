//! The figures of generated modules.

use halfpipe_hdl::export;
use halfpipe_hdl::net::{Direction, ModulePort};
use halfpipe_hdl::unit::{LatencyError, Multiplier, Unit};
use halfpipe_isa::Instruction;
use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::harness::{self, Port};
use crate::measure::{measure, measure_read, Area, Measurement};
use crate::path::Path;
use crate::source::Source;
use crate::stages::Stages;
use crate::target::Target;

/// The module that is measured for an instruction, its products in [`measured_multiplier`].
///
/// # Errors
///
/// [`LatencyError`] when the instruction has no such latency.
pub fn measured_unit(instruction: Instruction, latency: u32, target: Target) -> Result<Unit, LatencyError> {
    Unit::with(instruction, latency, measured_multiplier(target))
}

/// What the products of measured modules are made of: multiplier blocks where the target has them.
pub fn measured_multiplier(target: Target) -> Multiplier {
    match target.has_multiplier_blocks() {
        true => Multiplier::Block,
        false => Multiplier::Rows,
    }
}

/// A hash of what a unit's Verilog describes, comments aside: 16 hexadecimal digits. Units of the same hash have the
/// same figures.
pub fn code(unit: &Unit) -> String {
    code_of(&export::verilog(unit))
}

/// The same of any Verilog.
pub fn code_of(verilog: &str) -> String {
    let mut hash = Sha256::new();
    for line in verilog.lines().filter(|line| !line.trim_start().starts_with("//")) {
        hash.update(line);
        hash.update("\n");
    }
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Area, timings and critical path of a unit.
#[derive(Clone, Debug)]
pub struct UnitMeasurement {
    /// Area and timings.
    pub measurement: Measurement,
    /// The critical path of the fastest placement, if there was a placement.
    pub path: Option<Path>,
}

/// Measures a unit as [`measure`] does, with placements of the seeds 1 to `seeds`.
///
/// # Errors
///
/// As [`measure`].
pub fn measure_unit(unit: &Unit, target: Target, seeds: u32) -> Result<UnitMeasurement, Error> {
    let verilog = export::verilog_text(unit);
    let module = unit.module();
    let ports: Vec<Port> = module.ports().iter().map(port).collect();
    let measurement = measure(verilog.as_str(), &module.name, &ports, target, 1..=seeds)?;
    let outside = harness::outside_from(&harness::verilog(&module.name, &ports)?);
    let stages = Stages::new(&verilog, &module.lane);
    let path = measurement.best().map(|timing| Path::of(timing, &stages, outside));
    Ok(UnitMeasurement { measurement, path })
}

/// Measures the area of a unit.
///
/// # Errors
///
/// As [`measure`].
pub fn measure_unit_area(unit: &Unit, target: Target) -> Result<Area, Error> {
    let module = unit.module();
    let ports: Vec<Port> = module.ports().iter().map(port).collect();
    crate::measure::measure_area(&export::verilog(unit), &module.name, &ports, target)
}

/// Measures a module that someone else wrote, with the ports of the contract, as [`measure`] does, with placements of the
/// seeds 1 to `seeds`.
///
/// # Errors
///
/// As [`measure`].
pub fn measure_source(
    source: &Source,
    module: &str,
    ports: &[ModulePort],
    target: Target,
    seeds: u32,
) -> Result<Measurement, Error> {
    let ports: Vec<Port> = ports.iter().map(port).collect();
    let reading = format!("{}{}", target.reading(), source.language());
    measure_read(&reading, &source.text, module, &ports, target, 1..=seeds)
}

fn port(port: &ModulePort) -> Port {
    match port.direction {
        Direction::In => Port::input(&port.name, port.width),
        Direction::Out => Port::output(&port.name, port.width),
    }
}
