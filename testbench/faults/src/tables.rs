//! Flipped entries of the lookup tables in a netlist that Yosys made.

use halfpipe_fpga::{Family, Table};
use halfpipe_yosys::netlist::{Cell, Module, Port};

/// One entry of the table in a lookup-table cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The cell.
    pub cell: String,
    /// The parameter that holds the table.
    pub parameter: &'static str,
    /// The place in the table.
    pub place: usize,
}

/// Lists every entry of every lookup table in a module of a family's cells.
pub fn entries(module: &Module, family: &Family) -> Vec<TableEntry> {
    let mut entries = Vec::new();
    for (name, cell) in &module.cells {
        for table in tables(cell, family) {
            let width = cell.binary(table.parameter).map_or(0, |digits| digits.len());
            entries.extend((0..width).map(|place| TableEntry {
                cell: name.clone(),
                parameter: table.parameter,
                place,
            }));
        }
    }
    entries
}

/// Returns the module with an entry of a lookup table flipped.
///
/// # Panics
///
/// When there is no such entry.
pub fn flipped(module: &Module, entry: &TableEntry) -> Module {
    let mut broken = module.clone();
    let cell = broken.cells.get_mut(&entry.cell).expect("the cell is in the module");
    let table = cell.binary(entry.parameter);
    let mut table = table.expect("the cell has the table").into_owned();
    // The lowest entry is the last digit.
    let digit = table.len() - 1 - entry.place;
    let bit = match &table[digit..=digit] {
        "0" => "1",
        _ => "0",
    };
    table.replace_range(digit..=digit, bit);
    cell.parameters.insert(entry.parameter.to_owned(), table);
    broken
}

/// Returns the module with an additional port: the place at which a lookup table is read, lowest bit first.
///
/// # Panics
///
/// When there is no such lookup table.
pub fn with_place(module: &Module, family: &Family, entry: &TableEntry, port: &str) -> Module {
    let cell = &module.cells[&entry.cell];
    let mut tables = tables(cell, family).into_iter();
    let table = tables.find(|table| table.parameter == entry.parameter);
    let pins = table.expect("the cell has the table").inputs;
    let place = Port {
        direction: "output".to_owned(),
        bits: pins.iter().map(|pin| cell.connections[*pin][0].clone()).collect(),
    };
    let mut exposed = module.clone();
    exposed.ports.0.push((port.to_owned(), place));
    exposed
}

/// Returns the lookup tables of a cell.
fn tables(cell: &Cell, family: &Family) -> Vec<Table> {
    let found = family.functions.iter().find(|function| function.kind == cell.kind);
    found.map_or_else(Vec::new, |found| found.function.tables())
}
