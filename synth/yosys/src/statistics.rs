//! The counts of cells that Yosys' `stat -json` prints.

use std::collections::BTreeMap;

use halfpipe_tools::Error;
use serde::{Deserialize, Serialize};

/// The number of cells of each type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, u64>")]
pub struct CellCounts(pub BTreeMap<String, u64>);

impl From<BTreeMap<String, u64>> for CellCounts {
    fn from(mut cells: BTreeMap<String, u64>) -> Self {
        // This cell only records the scope of nets; it is no hardware.
        cells.remove("$scopeinfo");
        Self(cells)
    }
}

impl CellCounts {
    /// Returns the number of cells of the counted types.
    pub fn sum(&self, is_counted: impl Fn(&str) -> bool) -> u64 {
        let cells = self.0.iter().filter(|(name, _)| is_counted(name));
        cells.map(|(_, count)| count).sum()
    }

    /// Returns the number of latches before technology mapping: `$dlatch`, `$adlatch`, `$dlatchsr`, `$sr` and their
    /// one-bit forms.
    pub fn latches(&self) -> u64 {
        self.sum(|cell| {
            ["$dlatch", "$adlatch", "$sr", "$_DLATCH", "$_SR_"]
                .iter()
                .any(|latch| cell.starts_with(latch))
        })
    }
}

#[derive(Deserialize)]
struct Statistics {
    modules: BTreeMap<String, ModuleStatistics>,
    design: Option<ModuleStatistics>,
}

#[derive(Deserialize)]
struct ModuleStatistics {
    #[serde(default)]
    num_cells_by_type: CellCounts,
}

fn parse_statistics(json: &str) -> Result<Statistics, Error> {
    serde_json::from_str(json).map_err(|error| Error::Report {
        report: "Yosys' cell count",
        message: error.to_string(),
    })
}

/// Reads the output of `stat -json` for a whole design.
///
/// # Errors
///
/// [`Error::Report`] when the text is not of that form.
pub fn parse_design(json: &str) -> Result<CellCounts, Error> {
    let statistics = parse_statistics(json)?;
    let total = statistics.design.ok_or_else(|| Error::Report {
        report: "Yosys' cell count",
        message: "no total for the design".to_owned(),
    })?;
    Ok(total.num_cells_by_type)
}

/// Reads the output of `stat -json` for each module, by the module's name.
///
/// # Errors
///
/// [`Error::Report`] when the text is not of that form.
pub fn parse_modules(json: &str) -> Result<BTreeMap<String, CellCounts>, Error> {
    let statistics = parse_statistics(json)?;
    let modules = statistics.modules.into_iter();
    Ok(modules
        .map(|(name, module)| (name.trim_start_matches('\\').to_owned(), module.num_cells_by_type))
        .collect())
}
