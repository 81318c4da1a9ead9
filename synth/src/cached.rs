//! Measurements that the cache keeps.

use std::path::Path;

use halfpipe_figures::results::Entry;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::verilog;
use halfpipe_tools::cache::{self, Cache, Name};

use crate::error::Error;
use crate::harness;
use crate::tools::installed_versions;
use crate::unit::measure_unit;

/// Returns the entry of a unit, measured with placements of the seeds 1 to `seeds`. The cache keeps it for the same
/// Verilog, target, seeds and tools.
///
/// # Errors
///
/// As [`measure_unit`]; also [`Error::Cache`] when the cache cannot be used.
pub fn measure_entry(unit: &Design, target: Target, seeds: u32) -> Result<Entry, Error> {
    let interface = unit.interface();
    let tools = installed_versions(target)?;
    let key = cache::key(&[
        &verilog(unit),
        &harness::verilog(interface.name(), interface.ports())?,
        target.name(),
        &format!("{tools:?}"),
        &seeds.to_string(),
    ]);
    let name = Name {
        kind: "measurement",
        key: &key,
        ending: ".json",
    };
    let make = |staging_dir: &Path| {
        let entry = measure_unit(unit, target, seeds)?.to_entry(unit);
        let text = serde_json::to_vec(&entry).expect("an entry has only numbers and text");
        let path = staging_dir.join("measurement.json");
        std::fs::write(&path, text).map_err(cache::failed(&path))?;
        Ok(path)
    };
    let read = |path: &Path, bytes: &[u8]| {
        serde_json::from_slice(bytes).map_err(|error| Error::Results {
            path: path.to_owned(),
            message: error.to_string(),
        })
    };
    let (_, entry) = Cache::open()?.entry(name, make, read)?;
    Ok(entry)
}
