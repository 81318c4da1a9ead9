//! Measurements of modules whose ports are a handshake.

use std::io::Write;

use halfpipe_fpga::Target;
use halfpipe_hdl::design::Port;
use halfpipe_synth::measure::measure;
use halfpipe_synth::ports::ports;
use halfpipe_synth::results::megahertz;
use serde::Serialize;

use crate::error::Error;
use crate::json::write_json;
use crate::table;

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

/// Prints measurements as a table whose first column has this title, or as JSON.
pub fn print(
    title: &str,
    measurements: &[ModuleMeasurement],
    is_json: bool,
    output: &mut dyn Write,
) -> Result<(), Error> {
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
