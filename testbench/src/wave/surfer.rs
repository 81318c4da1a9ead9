//! Surfer command files.
//!
//! `surfer DUMP --command-file FILE` runs a command a line: it adds variables and dividers, then names an item by its
//! place in the list to set its format, and at last sets the cursor. Items are named by their place in hexadecimal, with
//! the letters from a to p for digits, an underscore, and a name. Values are shown in formats that Surfer itself has, so
//! no other program is started; it knows one number a variable, and so a pair of lanes stays hexadecimal.
//!
//! The commands are those of Surfer's book, chapter Commands; the names of formats those in its menu.

use std::fmt::Write;

use halfpipe_isa::Element;

use super::dump::Dump;
use super::layout::{Scope, Shown, Variable};

/// The command file of a dump.
pub(super) fn of(layout: &Scope, dump: &Dump) -> String {
    let mut list = List::default();
    let (lanes, other): (Vec<&Scope>, Vec<&Scope>) =
        layout.scopes.iter().partition(|scope| scope.name.starts_with("lane"));
    list.variables(&layout.name, &layout.variables);
    // The expected result stands right below the actual one.
    for scope in other {
        list.variables(&format!("{}.{}", layout.name, scope.name), &scope.variables);
    }
    for lane in lanes {
        let path = format!("{}.{}", layout.name, lane.name);
        list.divider(&lane.name);
        list.variables(&path, &lane.variables);
        for stage in &lane.scopes {
            list.divider(&format!("{}_{}", lane.name, stage.name));
            list.variables(&format!("{path}.{}", stage.name), &stage.variables);
        }
    }
    let List { adding, formats, .. } = list;
    let title = &layout.title;
    format!(
        "# {title}, written by halfpipe\n{adding}{formats}item_unfocus\ncursor_set {}\n",
        dump.marker
    )
}

/// The commands for a list of items. Items are added where the focus is, so formats are set when all are there.
#[derive(Default)]
struct List {
    items: usize,
    adding: String,
    formats: String,
}

impl List {
    /// The name is one word, as Surfer takes no more.
    fn divider(&mut self, name: &str) {
        let _ = writeln!(self.adding, "divider_add {name}");
        self.items += 1;
    }

    fn variables(&mut self, path: &str, variables: &[Variable]) {
        for variable in variables {
            let name = format!("{path}.{}", variable.name);
            let _ = writeln!(self.adding, "variable_add {name}");
            if let Some(format) = format(variable) {
                let place = place(self.items);
                let _ = writeln!(self.formats, "item_focus {place}_{name}\nitem_set_format {format}");
            }
            self.items += 1;
        }
    }
}

/// Surfer's name of a format, where it is not the one it takes by itself.
fn format(variable: &Variable) -> Option<&'static str> {
    match variable.shown {
        _ if variable.width == 1 => None,
        Shown::Unsigned => Some("Unsigned"),
        Shown::Signed => Some("Signed"),
        Shown::Number(element) if variable.width == element.bits() => Some(match element {
            Element::F16 => "FP: 16-bit IEEE 754",
            Element::Bf16 => "FP: bfloat16",
            Element::F32 => "FP: 32-bit IEEE 754",
        }),
        Shown::Number(_) | Shown::Hexadecimal => Some("Hexadecimal"),
    }
}

fn place(item: usize) -> String {
    let letter = |digit: char| digit.to_digit(16).map(|value| char::from(b'a' + value as u8));
    format!("{item:x}").chars().filter_map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn places_are_hexadecimal_in_letters() {
        assert_eq!([0, 9, 15, 16, 31, 300].map(place), ["a", "j", "p", "ba", "bp", "bcm"]);
    }
}
