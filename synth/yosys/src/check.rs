//! Quality checks on a source, from Yosys' reading of it.

use std::collections::BTreeMap;

use halfpipe_tools::folder::{read, temporary_folder, write};
use halfpipe_tools::Error;
use serde::Serialize;

use crate::statistics::parse_modules;
use crate::Yosys;

/// The findings of Yosys about a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Warnings of reading, elaborating and checking.
    pub warnings: Vec<String>,
    /// The number of latches in each module that has any.
    pub latches: BTreeMap<String, u64>,
}

impl Check {
    /// True if there are no findings.
    pub fn is_clean(&self) -> bool {
        self.warnings.is_empty() && self.latches.is_empty()
    }
}

impl Yosys {
    /// Reads Verilog sources together, in a folder of its own, and reports warnings and latches.
    ///
    /// Each source is a file name, which the warnings show, and its text.
    ///
    /// # Errors
    ///
    /// [`Error::Failed`] when Yosys refuses a source.
    pub fn check(&self, sources: &[(String, String)]) -> Result<Check, Error> {
        let folder = temporary_folder()?;
        let mut script = String::new();
        for (name, text) in sources {
            write(&folder.path().join(name), text)?;
            script.push_str(&format!("read_verilog {name}\n"));
        }
        script.push_str("hierarchy -check\nproc\ncheck\ntee -q -o cells.json stat -json\n");
        let log = self.run(folder.path(), "script.ys", &script)?;
        let cells = parse_modules(&read(&folder.path().join("cells.json"))?)?;
        let latches = cells
            .into_iter()
            .map(|(module, cells)| (module, cells.latches()))
            .filter(|&(_, latches)| latches > 0)
            .collect();
        Ok(Check {
            warnings: log.warnings,
            latches,
        })
    }
}
