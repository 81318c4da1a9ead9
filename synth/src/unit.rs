//! The figures of generated modules.

use halfpipe_fpga::multiplier_blocks;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Design, DesignError, DesignSpec, Interface};
use halfpipe_hdl::export;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;
use halfpipe_yosys::dut::Verilog;
use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::harness;
use crate::measure::{measure, measure_read, Area, Measurement};
use crate::path::Path;
use crate::stages::Stages;

/// Builds the module that is measured for an instruction, with the products of [`measured_multiplier`].
///
/// # Errors
///
/// [`DesignError`] when the instruction has no such latency.
pub fn measured_unit(instruction: Instruction, latency: u32, target: Target) -> Result<Design, DesignError> {
    measured_design(DesignSpec::unit(instruction, latency), target)
}

/// Builds the core that is measured for instructions, with the products of [`measured_multiplier`] and a tag of the
/// usual width.
///
/// # Errors
///
/// [`DesignError`] when the core cannot have the latency.
pub fn measured_core(instructions: &[Instruction], latency: u32, target: Target) -> Result<Design, DesignError> {
    measured_design(DesignSpec::core(instructions, latency), target)
}

/// Builds the module that is measured as specified, with the products of [`measured_multiplier`].
///
/// # Errors
///
/// [`DesignError`] when the module cannot have the latency.
pub fn measured_design(spec: DesignSpec, target: Target) -> Result<Design, DesignError> {
    Design::from_spec(&spec.with_multiplier(measured_multiplier(target)))
}

/// The choice of hardware in measured figures, as a sentence: see [`measured_multiplier`].
pub const MEASURED_BLOCKS: &str =
    "On targets with multiplier blocks (DSP), the module of `generate --multiplier block` is measured.";

/// Returns the multiplier of measured modules: multiplier blocks if the target has them.
pub fn measured_multiplier(target: Target) -> Multiplier {
    if target.has_multiplier_blocks() {
        Multiplier::Block(multiplier_blocks())
    } else {
        Multiplier::Rows
    }
}

/// Returns the digest of external Verilog, without its comments: 32 hexadecimal digits. The figures of a generated
/// module are kept with the [digest of the netlist](halfpipe_hdl::net::Module::digest) instead.
pub fn digest_of_verilog(verilog: &str) -> String {
    let mut hash = Sha256::new();
    for line in verilog.lines().filter(|line| !line.trim_start().starts_with("//")) {
        hash.update(line);
        hash.update("\n");
    }
    hash.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
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
pub fn measure_unit(unit: &Design, target: Target, seeds: u32) -> Result<UnitMeasurement, Error> {
    let verilog = export::verilog_text(unit);
    let interface = unit.interface();
    let measurement = measure(verilog.as_str(), interface.name(), interface.ports(), target, 1..=seeds)?;
    let outside = harness::outside_from(&harness::verilog(interface.name(), interface.ports())?);
    let stages = Stages::new(&verilog, &unit.module().lane);
    let path = measurement.best().map(|timing| Path::new(timing, &stages, outside));
    Ok(UnitMeasurement { measurement, path })
}

/// Measures the area of a unit.
///
/// # Errors
///
/// As [`measure`].
pub fn measure_unit_area(unit: &Design, target: Target) -> Result<Area, Error> {
    let interface = unit.interface();
    crate::measure::measure_area(&export::verilog(unit), interface.name(), interface.ports(), target)
}

/// Measures an external module with the ports of the contract, as [`measure`] does, with placements of the seeds 1 to
/// `seeds`.
///
/// # Errors
///
/// As [`measure`].
pub fn measure_source(
    verilog: &Verilog,
    interface: &Interface,
    target: Target,
    seeds: u32,
) -> Result<Measurement, Error> {
    let reading = format!("{}{}", verilog.reader, target.defined_macro());
    measure_read(
        &reading,
        &verilog.text,
        interface.name(),
        interface.ports(),
        target,
        1..=seeds,
    )
}
