//! A run of addresses that share coefficients.

use crate::tables::fit::Solution;
use crate::tables::polynomial::Row;

/// Coefficients for a run of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FittedSegment {
    /// The first address.
    pub first: u32,
    /// The last address.
    pub last: u32,
    /// The coefficients.
    pub row: Row,
}

/// A segment with solutions, none of which is chosen yet.
pub(crate) struct Open {
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) solutions: Vec<Solution>,
}
