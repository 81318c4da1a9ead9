//! What figures were measured with.

use serde::{Deserialize, Serialize};

/// The programs' versions and options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tools {
    /// The version of Yosys.
    pub yosys: String,
    /// What synthesises.
    pub synthesis: String,
    /// The version of nextpnr.
    pub nextpnr: String,
    /// The options of nextpnr.
    pub placement: String,
}
