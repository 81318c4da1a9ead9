//! Places in the file of what stands inside the model of a cell: those of the cell.

use std::collections::{BTreeMap, HashMap};

use super::text::FILE;
use crate::netlist::{Bit, YosysModule, YosysNetlist};

/// The attribute with the lines of a cell or a net.
const LINES: &str = "src";

/// Gives the cells and nets from models the lines of the cell that has the model. `read` are the modules of the file
/// before they were flattened.
pub fn relocate(module: &mut YosysModule, top: &str, read: &YosysNetlist) {
    let is_foreign = |attributes: &BTreeMap<String, String>| {
        let lines = attributes.get(LINES);
        lines.is_some_and(|lines| !lines.starts_with(FILE))
    };
    let mut lines_of_bits: HashMap<Bit, String> = HashMap::new();
    let mut foreign_bits = Vec::new();
    for (name, net) in module.netnames.iter_mut().filter(|(name, _)| !name.starts_with('$')) {
        let is_in_model = is_foreign(&net.attributes);
        if let Some(lines) = instance_lines(read, top, name).filter(|_| is_in_model) {
            net.attributes.insert(LINES.to_owned(), lines.to_owned());
            foreign_bits.extend(net.bits.iter().map(|bit| (bit.clone(), lines.to_owned())));
        } else if let Some(lines) = net.attributes.get(LINES) {
            lines_of_bits.extend(net.bits.iter().map(|bit| (bit.clone(), lines.clone())));
        }
    }
    // The line of the cell is better than that of a net at its output.
    lines_of_bits.extend(foreign_bits);
    for cell in module.cells.values_mut().filter(|cell| is_foreign(&cell.attributes)) {
        let lines = cell
            .nets_at(&["Q", "Y"])
            .find_map(|bit| lines_of_bits.get(bit))
            .cloned();
        if let Some(lines) = lines {
            cell.attributes.insert(LINES.to_owned(), lines);
        }
    }
}

/// Returns the lines of the innermost instance in the file on the path to a name, as `part.cell.Q`.
fn instance_lines<'n>(read: &'n YosysNetlist, top: &str, path: &str) -> Option<&'n str> {
    let mut module = read.modules.get(top);
    let mut found = None;
    for part in path.split('.') {
        let Some(cell) = module.and_then(|module| module.cells.get(part)) else {
            break;
        };
        let lines = cell.attributes.get(LINES).filter(|lines| lines.starts_with(FILE));
        found = lines.map(String::as_str).or(found);
        module = read.modules.get(&cell.kind);
    }
    found
}
