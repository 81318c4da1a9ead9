//! What figures were measured with.

use serde::{Deserialize, Serialize};

/// The programs' versions and options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tools {
    /// The version of Yosys.
    pub yosys: String,
    /// What synthesises.
    pub synthesis: String,
    /// The version of nextpnr, where something is placed.
    pub nextpnr: Option<String>,
    /// The options of nextpnr.
    pub placement: Option<String>,
}

impl Tools {
    /// The programs with their versions, the second one behind `joint` where there is one.
    pub fn programs(&self, joint: &str) -> String {
        let nextpnr = self.nextpnr.as_ref();
        let nextpnr = nextpnr.map(|version| format!("{joint}nextpnr {version}"));
        format!("Yosys {}{}", self.yosys, nextpnr.unwrap_or_default())
    }
}
