//! Rows of the table of names, for a page.

use super::expand::{expand, Synonym};
use super::table::{Row, System, TABLE};

/// A row of the table of names, for its page.
#[derive(Clone, Debug)]
pub struct SynonymPattern {
    /// The system.
    pub system: System,
    /// The names. A choice of words is written as `{rn,rz}`.
    pub names: String,
    /// The number of names.
    pub count: usize,
    /// The meaning of the first name, as of [`synonyms`](super::synonyms).
    pub first: Synonym,
}

/// Returns the rows of the table of names, by system.
pub fn synonym_patterns() -> Vec<SynonymPattern> {
    let pattern = |row: &'static Row| {
        let names = expand(row);
        SynonymPattern {
            system: row.system,
            names: written(row.name),
            count: names.len(),
            first: names[0].clone(),
        }
    };
    TABLE.rows.iter().map(pattern).collect()
}

/// Writes the words that vary as choices.
fn written(name: &str) -> String {
    TABLE.axes.iter().fold(name.to_owned(), |text, axis| {
        let names: Vec<&str> = axis.values.iter().map(|(name, _)| *name).collect();
        text.replace(&format!("{{{}}}", axis.word), &format!("{{{}}}", names.join(",")))
    })
}
