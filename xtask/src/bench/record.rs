//! The record of a run.

use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::{OperationTime, PEER};

/// The name of the record's file.
pub const FILE: &str = "bench.json";

/// The nanoseconds of one operation of each module, from one run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BenchRecord {
    /// The version of Verilator.
    pub verilator: String,
    /// The version of the C++ compiler.
    pub compiler: String,
    /// Names and nanoseconds, in the order of the table.
    pub rows: Vec<(String, f64)>,
}

impl BenchRecord {
    /// Returns the record of these times.
    pub fn new(verilator: String, compiler: String, times: &[OperationTime]) -> BenchRecord {
        let row = |time: &OperationTime| (time.name.clone(), time.nanoseconds);
        BenchRecord {
            verilator,
            compiler,
            rows: times.iter().map(row).collect(),
        }
    }

    /// Reads the record in a folder.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn read(folder: &Path) -> anyhow::Result<BenchRecord> {
        let path = folder.join(FILE);
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())
    }

    /// Writes the record to a folder.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let path = folder.join(FILE);
        let text = serde_json::to_string_pretty(self)? + "\n";
        halfpipe_tools::files::write_file(&path, text.as_bytes()).with_context(|| path.display().to_string())
    }

    /// Returns the table of the rows, which a page shows: nanoseconds, and time as a share of the peer's.
    pub fn table(&self) -> String {
        let peer = self.rows.iter().find(|(name, _)| name == PEER);
        let mut text = String::from("| Module | ns | Share of CVFPU's time |\n|---|---:|---:|\n");
        for (name, nanoseconds) in &self.rows {
            let share = peer.map_or_else(String::new, |(_, time)| format!("{:.2}", nanoseconds / time));
            text += &format!("| {name} | {nanoseconds:.0} | {share} |\n");
        }
        text
    }
}
