//! Measurements of modules whose ports are a handshake.

use std::io::Write;
use std::ops::RangeInclusive;

use halfpipe_figures::results::megahertz;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::Port;
use halfpipe_request::table;
use halfpipe_synth::measure::measure;
use halfpipe_synth::ports::ports;
use serde::Serialize;

use crate::arguments::synth::{Arguments, Latency};
use crate::error::{print_note, Error};
use crate::json::write_json;

/// Area and clock frequency of a module on a target.
#[derive(Serialize)]
pub struct ModuleMeasurement {
    module: String,
    /// The module in a table.
    #[serde(skip)]
    title: String,
    target: &'static str,
    /// The latency, if the module has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    latency: Option<u32>,
    luts: u64,
    carries: u64,
    dsps: u64,
    flip_flops: u64,
    mhz_best: Option<f64>,
    mhz_median: Option<f64>,
}

impl ModuleMeasurement {
    /// Measures the Verilog of a module. `role` gives each port the role that it has in a measurement.
    ///
    /// # Errors
    ///
    /// Fails when a tool does.
    pub fn new(
        title: String,
        module: &str,
        verilog: &str,
        role: impl Fn(Port) -> Port,
        target: Target,
        seeds: Option<u32>,
    ) -> Result<ModuleMeasurement, Error> {
        let described = ports(verilog, module).map_err(Error::failure)?;
        let ports: Vec<Port> = described.into_iter().map(role).collect();
        let seeds = seeds.unwrap_or(target.seeds());
        let measured = measure(verilog, module, &ports, target, 1..=seeds).map_err(Error::failure)?;
        Ok(ModuleMeasurement {
            module: module.to_owned(),
            title,
            target: target.name(),
            latency: None,
            luts: measured.area.luts,
            carries: measured.area.carries,
            dsps: measured.area.dsps,
            flip_flops: measured.area.flip_flops,
            mhz_best: measured.best().map(|timing| timing.fmax),
            mhz_median: measured.median().map(|timing| timing.fmax),
        })
    }

    /// Returns the measurement with the latency of the module.
    pub fn with_latency(self, latency: u32) -> ModuleMeasurement {
        ModuleMeasurement {
            latency: Some(latency),
            ..self
        }
    }
}

/// The measurements of a module on a target.
#[derive(Default)]
pub struct TargetMeasurements {
    /// The measurements, in the order of the latencies.
    rows: Vec<ModuleMeasurement>,
    /// The required clock in MHz, if no row reaches it.
    missed_mhz: Option<f64>,
}

/// Measures a module at the latencies of a command line: the usual one (None), one, all of `useful`, or those up to the
/// first that reaches `--mhz`.
///
/// # Errors
///
/// Fails when a measurement does, or when the options do not fit together.
pub fn measure_latencies(
    arguments: &Arguments,
    useful: RangeInclusive<u32>,
    mut measure: impl FnMut(Option<u32>) -> Result<ModuleMeasurement, Error>,
) -> Result<TargetMeasurements, Error> {
    arguments.check_clock()?;
    let mut found = TargetMeasurements::default();
    match (arguments.latency, arguments.mhz) {
        (Some(Latency::Auto), Some(mhz)) => {
            for latency in useful {
                let row = measure(Some(latency))?;
                let is_met = row.mhz_best.is_some_and(|reached| reached >= mhz);
                found.rows.push(row);
                if is_met {
                    return Ok(found);
                }
            }
            found.missed_mhz = Some(mhz);
        }
        (Some(Latency::All), _) => {
            for latency in useful {
                found.rows.push(measure(Some(latency))?);
            }
        }
        (Some(Latency::One(latency)), _) => found.rows.push(measure(Some(latency))?),
        _ => found.rows.push(measure(None)?),
    }
    Ok(found)
}

/// Prints the measurements of all targets, and fails if a required clock is not met.
///
/// # Errors
///
/// Fails when the clock is not met, or the output cannot be written.
pub fn report(
    title: &str,
    measured: Vec<TargetMeasurements>,
    arguments: &Arguments,
    output: &mut dyn Write,
) -> Result<(), Error> {
    for measured in &measured {
        if let (Some(mhz), Some(row)) = (measured.missed_mhz, measured.rows.first()) {
            print_note(&format!("no latency reaches {mhz} MHz on {}", row.target));
        }
    }
    let is_met = measured.iter().all(|measured| measured.missed_mhz.is_none());
    let rows: Vec<ModuleMeasurement> = measured.into_iter().flat_map(|measured| measured.rows).collect();
    print(title, &rows, arguments.json, output)?;
    if is_met {
        Ok(())
    } else {
        Err(Error::Found)
    }
}

/// Prints measurements as a table whose first column has this title, or as JSON.
fn print(title: &str, measurements: &[ModuleMeasurement], is_json: bool, output: &mut dyn Write) -> Result<(), Error> {
    if is_json {
        return write_json(&measurements, output);
    }
    let mut rows = table::titled([
        title,
        "target",
        "LUT4",
        "carry",
        "DSP",
        "flip-flops",
        "MHz best",
        "median",
    ]);
    for measured in measurements {
        rows.add_row([
            measured.title.clone(),
            measured.target.to_owned(),
            measured.luts.to_string(),
            measured.carries.to_string(),
            measured.dsps.to_string(),
            measured.flip_flops.to_string(),
            megahertz(measured.mhz_best),
            megahertz(measured.mhz_median),
        ]);
    }
    Ok(write!(output, "{}", table::text(&rows))?)
}

#[cfg(test)]
#[path = "../../tests/unit/command/measurement.rs"]
mod tests;
