//! Tables in the style of all listings: a header, no rules, and columns as wide as their contents.

use comfy_table::{presets, Cell, ContentArrangement, Table};

/// Creates an empty table with these column titles.
pub fn titled<T: Into<Cell>>(titles: impl IntoIterator<Item = T>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(titles.into_iter().map(Into::into).collect::<Vec<Cell>>());
    table
}

/// Formats the table. Removes the blank before the first column and the blanks at line ends.
pub fn text(table: &Table) -> String {
    let lines = table.lines();
    lines
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(&line).trim_end()))
        .collect()
}
