//! Surfer state files.
//!
//! `surfer DUMP --state-file FILE` shows the dump as the file says: the items in their order, foldable groups, the
//! format of each variable, and the cursor. Surfer finds variables by their names, so the file omits Surfer's own
//! numbers for them. It uses Surfer's own value formats, so no other program is started. Surfer shows one number per
//! variable, so a pair of lanes stays hexadecimal.
//!
//! The file is Surfer's own state in RON, as its version 0.5 writes it, without the optional parts. The fields and
//! their meaning are those of its sources (libsurfer: `state.rs`, `wave_data.rs`, `displayed_item.rs`). `surfer.ron` has
//! the state of a newly opened window, with names in place of the values that depend on the dump.

use std::fmt::Write;

use halfpipe_isa::FloatFormat;
use serde::Serialize;

use halfpipe_simulation::wave::Dump;
use halfpipe_simulation::wave::{DumpScope, Shown, Variable};

/// The colours of stages, repeated in this order, under their names in Surfer's themes.
const COLOURS: [&str; 4] = ["Orange", "Pink", "Yellow", "Blue"];

/// Returns the state file of a dump; `dump_name` is the dump's name in their folder.
pub(super) fn write(layout: &DumpScope, dump: &Dump, dump_name: &str) -> String {
    let mut items = Items::default();
    let top = [layout.name.as_str()];
    items.variables(&top, 0, &layout.variables, None);
    for scope in layout.check_scopes() {
        items.variables(&[top[0], &scope.name], 0, &scope.variables, None);
    }
    for group in layout.groups() {
        items.scope(&top, 0, group, None);
    }
    // The same initial view as in GTKWave's save file, as fractions of the dump's length.
    let (from, to) = dump.seen();
    let share = |time: u64| ron(&(time as f64 / dump.end.max(1) as f64));
    let (sign, digits) = signed_digits(dump.marker);
    let digits: String = digits.iter().map(|digit| format!("      {digit},\n")).collect();
    let state = format!(
        include_str!("surfer.ron"),
        source = ron(&dump_name),
        tree = items.tree.join(", "),
        items = items.text,
        count = items.tree.len(),
        left = share(from),
        right = share(to.min(dump.end)),
        sign = sign,
        digits = digits,
    );
    state.trim_end().to_owned()
}

/// Returns a value in RON.
fn ron(value: &impl Serialize) -> String {
    ron::to_string(value).expect("numbers and texts have a form in RON")
}

/// Returns Surfer's name of a format, unless it is Surfer's default.
fn format(variable: &Variable) -> Option<&'static str> {
    match variable.shown {
        _ if variable.width == 1 => None,
        Shown::Unsigned => Some("Unsigned"),
        Shown::Signed => Some("Signed"),
        Shown::Number(format) if variable.width == format.register_bits() => Some(match format {
            FloatFormat::F16 => "FP: 16-bit IEEE 754",
            FloatFormat::BF16 => "FP: bfloat16",
            FloatFormat::F32 => "FP: 32-bit IEEE 754",
            _ => "Hexadecimal",
        }),
        Shown::Flags => Some("Binary"),
        Shown::Number(_) | Shown::Hexadecimal => Some("Hexadecimal"),
    }
}

/// The items of the list, and their places in it.
#[derive(Default)]
struct Items {
    tree: Vec<String>,
    text: String,
}

impl Items {
    /// Adds an item. Following items of a greater level belong to it.
    fn add(&mut self, item: &str, level: u8, unfolded: bool) {
        let number = self.tree.len() + 1;
        self.tree.push(format!(
            "(item_ref: ({number}), level: {level}, unfolded: {unfolded}, selected: false)"
        ));
        let _ = writeln!(self.text, "      ({number}): {item},");
    }

    /// Adds a scope in the scopes of a path, as a group with all its contents.
    fn scope(&mut self, path: &[&str], level: u8, scope: &DumpScope, stage: Option<usize>) {
        let stage = scope.stage.or(stage);
        let named = Some(scope.name.as_str()).filter(|name| !name.is_empty());
        let path: Vec<&str> = path.iter().copied().chain(named).collect();
        let group = format!(
            "Group((name: {}, color: None, background_color: None, content: [], is_open: {}))",
            ron(&scope.title),
            scope.open
        );
        self.add(&group, level, scope.open);
        self.variables(&path, level + 1, &scope.variables, stage);
        for inner in &scope.scopes {
            self.scope(&path, level + 1, inner, stage);
        }
    }

    fn variables(&mut self, scopes: &[&str], level: u8, variables: &[Variable], stage: Option<usize>) {
        let path: Vec<String> = scopes.iter().map(ron).collect();
        for variable in variables {
            let variable = format!(
                "Variable((variable_ref: (path: (strs: [{path}], id: r#None), name: {name}, id: r#None), color: \
                 {colour}, background_color: None, display_name: {name}, display_name_type: Local, manual_name: None, \
                 format: {format}, field_formats: [], height_scaling_factor: None))",
                path = path.join(", "),
                name = ron(&variable.name),
                colour = ron(&stage.map(|stage| COLOURS[stage % COLOURS.len()])),
                format = ron(&format(variable)),
            );
            self.add(&variable, level, true);
        }
    }
}

/// Returns a number as Surfer writes one of any size: its sign, and its digits in base 2^32, the lowest first.
fn signed_digits(value: u64) -> (i8, Vec<u32>) {
    let mut digits = vec![value as u32, (value >> 32) as u32];
    while digits.last() == Some(&0) {
        digits.pop();
    }
    (i8::from(value > 0), digits)
}

#[cfg(test)]
mod tests {
    use super::signed_digits;

    #[test]
    fn integers_have_a_sign_and_digits() {
        assert_eq!(signed_digits(0), (0, vec![]));
        assert_eq!(signed_digits(45), (1, vec![45]));
        assert_eq!(signed_digits(3 << 32 | 7), (1, vec![7, 3]));
    }
}
