//! Decisions about points that the PTX text leaves open.

use serde::Deserialize;

use crate::docs::pages;

/// The decisions of the page.
#[derive(Deserialize)]
pub struct Decisions {
    /// The decisions about results, those about modifiers first.
    #[serde(rename = "decision")]
    pub results: Vec<Decision>,
    /// The decisions about exception flags.
    #[serde(rename = "flag")]
    pub flags: Vec<Decision>,
}

/// A point that the PTX text leaves open.
#[derive(Deserialize)]
pub struct Decision {
    /// The open point.
    pub point: String,
    /// The decision.
    pub choice: String,
    /// The reason.
    pub reason: String,
}

impl Decisions {
    /// Reads the decisions.
    pub fn read() -> Decisions {
        pages::rows(include_str!("../../pages/decisions.toml"))
    }
}
