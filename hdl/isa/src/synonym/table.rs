//! All rows of the table of names.

use super::row::Row;
use super::{conversions, functions, systems};

/// Returns every row.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    let tables = [functions::TABLE, conversions::TABLE, systems::TABLE];
    tables.into_iter().flatten()
}
