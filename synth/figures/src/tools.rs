//! The programs behind measured figures.

use serde::{Deserialize, Serialize};

/// The programs' versions and options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolVersions {
    /// The version of Yosys.
    pub yosys: String,
    /// The Yosys command that synthesises.
    pub synthesis: String,
    /// The version of nextpnr, if the target has a router.
    pub nextpnr: Option<String>,
    /// The options of nextpnr, if the target has a router.
    pub placement: Option<String>,
}

impl ToolVersions {
    /// Lists the programs with their versions; `joint` precedes the second one if there is one.
    pub fn programs(&self, joint: &str) -> String {
        let nextpnr = self.nextpnr.as_ref();
        let nextpnr = nextpnr.map(|version| format!("{joint}nextpnr {version}"));
        format!("Yosys {}{}", self.yosys, nextpnr.unwrap_or_default())
    }
}
