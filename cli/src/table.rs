//! Tables as all listings print them: a header, no lines, columns as wide as they need to be.

use comfy_table::{presets, Cell, ContentArrangement, Table};

/// An empty table with these column titles.
pub fn titled<T: Into<Cell>>(titles: impl IntoIterator<Item = T>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(titles.into_iter().map(Into::into).collect::<Vec<Cell>>());
    table
}

/// The table as text, without the blank in front of the first column and those at the end of a line.
pub fn text(table: &Table) -> String {
    let lines = table.lines();
    lines
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(&line).trim_end()))
        .collect()
}
