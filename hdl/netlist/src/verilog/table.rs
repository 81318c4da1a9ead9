//! Constant tables as case statements.

use super::expression::constant;
use super::text::{Lines, COLUMNS};

/// A table with an index of `index_width` bits.
pub(super) struct Table<'t> {
    /// The register that receives the entry.
    pub name: &'t str,
    /// The width of an entry, in bits.
    pub width: u32,
    /// The index.
    pub index: &'t str,
    /// The width of the index, in bits.
    pub index_width: u32,
    /// The entries, one for each value of the index.
    pub entries: &'t [u128],
}

impl Table<'_> {
    /// Writes the block that assigns the entry; the most frequent entry is the default.
    pub fn write(&self, lines: &mut Lines) {
        let name = self.name;
        lines.line("always @* begin");
        lines.line(&format!("    case ({})", self.index));
        let default = most_frequent(self.entries);
        let listed = self.entries.iter().enumerate().filter(|(_, entry)| **entry != default);
        let listed: Vec<(usize, u128)> = listed.map(|(position, entry)| (position, *entry)).collect();
        for run in listed.chunk_by(|one, next| one.1 == next.1) {
            let value = format!(": {name} = {};", constant(run[0].1, self.width));
            let room = COLUMNS - lines.indent.len() - 8;
            let mut labels = String::new();
            for (position, _) in run {
                let label = format!("{}'d{position}", self.index_width);
                if labels.is_empty() {
                    labels = label;
                } else if labels.len() + 2 + label.len() + value.len() <= room {
                    labels = format!("{labels}, {label}");
                } else {
                    lines.line(&format!("        {labels}{value}"));
                    labels = label;
                }
            }
            lines.line(&format!("        {labels}{value}"));
        }
        lines.line(&format!("        default: {name} = {};", constant(default, self.width)));
        lines.line("    endcase");
        lines.line("end");
    }
}

/// Returns the most frequent entry, the first of several.
fn most_frequent(entries: &[u128]) -> u128 {
    let count = |entry: u128| entries.iter().filter(|other| **other == entry).count();
    let mut best = (entries[0], count(entries[0]));
    for entry in entries {
        let occurs = count(*entry);
        if occurs > best.1 {
            best = (*entry, occurs);
        }
    }
    best.0
}
