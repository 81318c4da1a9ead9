//! The figures of generated modules.

use halfpipe_figures::name::MeasuredName;
use halfpipe_figures::results::Entry;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Design, Interface};
use halfpipe_hdl::export;
use halfpipe_yosys::dut::Verilog;

use crate::error::Error;
use crate::harness;
use crate::measure::{measure, measure_read, Area, Measurement};
use crate::path::Path;
use crate::stages::Stages;

/// Area, timings and critical path of a unit.
#[derive(Clone, Debug)]
pub struct UnitMeasurement {
    /// Area and timings.
    pub measurement: Measurement,
    /// The critical path of the fastest placement, if there was a placement.
    pub path: Option<Path>,
}

impl UnitMeasurement {
    /// Returns the entry of the measured unit in a file of results.
    pub fn to_entry(&self, unit: &Design) -> Entry {
        let digest = unit.module().digest().to_string();
        Entry {
            path: self.path.as_ref().map(Path::summary),
            ..self
                .measurement
                .to_entry(MeasuredName::new(unit), unit.latency(), digest)
        }
    }
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
