//! Faults of the cells in a netlist that Yosys made: flipped entries of lookup tables, and registers that are bypassed
//! or always enabled.

use halfpipe_fpga::{Family, LookupTable};
use halfpipe_yosys::netlist::{Bit, Cell, YosysModule, YosysPort};

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
pub fn entries(module: &YosysModule, family: &Family) -> Vec<TableEntry> {
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
pub fn flipped(module: &YosysModule, entry: &TableEntry) -> YosysModule {
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
pub fn with_place(module: &YosysModule, family: &Family, entry: &TableEntry, port: &str) -> YosysModule {
    let cell = &module.cells[&entry.cell];
    let mut tables = tables(cell, family).into_iter();
    let table = tables.find(|table| table.parameter == entry.parameter);
    let pins = table.expect("the cell has the table").inputs;
    let place = YosysPort {
        direction: "output".to_owned(),
        bits: pins.iter().map(|pin| cell.connections[*pin][0].clone()).collect(),
    };
    let mut exposed = module.clone();
    exposed.ports.0.push((port.to_owned(), place));
    exposed
}

/// Returns the name of the flip-flop that stores a bit.
///
/// # Panics
///
/// When there is none.
pub fn flip_flop<'m>(module: &'m YosysModule, bit: &Bit) -> &'m str {
    let stores = |cell: &Cell| cell.connections.get("D").is_some_and(|bits| bits[0] == *bit);
    let found = module.cells.iter().find(|(_, cell)| stores(cell));
    found.unwrap_or_else(|| panic!("no flip-flop stores {bit:?}")).0
}

/// Returns the module with a flip-flop bypassed: what its output leads to reads its input.
pub fn bypassed(module: &YosysModule, flip_flop: &str) -> YosysModule {
    let mut broken = module.clone();
    let pins = &module.cells[flip_flop].connections;
    let [stored, next] = ["Q", "D"].map(|pin| &pins[pin][0]);
    for cell in broken.cells.values_mut() {
        for (pin, bits) in &mut cell.connections {
            if cell.port_directions[pin] == "input" {
                bits.iter_mut()
                    .filter(|bit| *bit == stored)
                    .for_each(|bit| bit.clone_from(next));
            }
        }
    }
    broken
}

/// Returns the module with a flip-flop that is always enabled.
///
/// # Panics
///
/// When it has no pin for `enable`.
pub fn always_enabled(module: &YosysModule, flip_flop: &str) -> YosysModule {
    let mut broken = module.clone();
    let cell = broken.cells.get_mut(flip_flop).expect("the cell is in the module");
    let enable = cell.connections.get_mut("E").expect("the flip-flop has an enable pin");
    *enable = vec![Bit::Constant("1".to_owned())];
    broken
}

/// Returns the lookup tables of a cell.
fn tables(cell: &Cell, family: &Family) -> Vec<LookupTable> {
    let found = family.functions.iter().find(|function| function.kind == cell.kind);
    found.map_or_else(Vec::new, |found| found.function.tables())
}
