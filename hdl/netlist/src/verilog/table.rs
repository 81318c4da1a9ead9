//! Constant tables as case statements.

use super::expression::constant;
use super::text::{Lines, COLUMNS};

/// A table that a net of `index_width` bits selects an entry of.
pub(super) struct Table<'t> {
    /// The register that the entry goes to.
    pub name: &'t str,
    /// The width of an entry.
    pub width: u32,
    /// The net that selects.
    pub index: &'t str,
    /// Its width.
    pub index_width: u32,
    /// An entry for each of its values.
    pub entries: &'t [u128],
}

impl Table<'_> {
    /// Writes the block that assigns the entry; what occurs most often is the default.
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

/// The entry that occurs most often, the first of several.
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
