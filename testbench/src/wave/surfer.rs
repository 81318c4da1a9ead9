//! Surfer state files.
//!
//! `surfer DUMP --state-file FILE` shows the dump as the file says: the items in their order, foldable groups, the
//! format of each variable, and the cursor. Surfer finds variables by their names, so the file omits Surfer's own
//! numbers for them. It uses Surfer's own value formats, so no other program is started. Surfer shows one number per
//! variable, so a pair of lanes stays hexadecimal.
//!
//! The file is Surfer's own state in RON, as its version 0.5 writes it, without the optional parts. The fields and
//! their meaning are those of its sources (libsurfer: `state.rs`, `wave_data.rs`, `displayed_item.rs`).

use std::collections::BTreeMap;

use halfpipe_isa::FloatFormat;
use serde::Serialize;

use super::dump::Dump;
use super::scope::{Scope, Shown, Variable};

/// The depth from which the file continues on the same line: that of an item.
const ITEM_A_LINE: usize = 3;

/// The colours of stages, repeated in this order, under their names in Surfer's themes.
const COLOURS: [&str; 4] = ["Orange", "Pink", "Yellow", "Blue"];

/// Returns the state file of a dump; `dump_name` is the dump's name in their folder.
pub(super) fn write(layout: &Scope, dump: &Dump, dump_name: &str) -> String {
    let mut items = Items::default();
    let top = [layout.name.as_str()];
    items.variables(&top, 0, &layout.variables, None);
    for scope in layout.check_scopes() {
        items.variables(&[top[0], &scope.name], 0, &scope.variables, None);
    }
    for group in layout.groups() {
        items.scope(&top, 0, group, None);
    }
    let state = UserState::new(Waves::new(items, dump, dump_name));
    let pretty = ron::ser::PrettyConfig::new()
        .new_line("\n")
        .indentor("  ")
        .depth_limit(ITEM_A_LINE);
    ron::ser::to_string_pretty(&state, pretty).expect("a state holds nothing that RON cannot say")
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

/// The items of the list and their places in it; an item's number is the key of both.
#[derive(Default)]
struct Items {
    tree: Vec<DisplayedNode>,
    items: BTreeMap<ItemRef, DisplayedItem>,
}

impl Items {
    fn add(&mut self, item: DisplayedItem, level: u8, unfolded: bool) {
        let item_ref = ItemRef(self.items.len() + 1);
        self.tree.push(DisplayedNode {
            item_ref,
            level,
            unfolded,
            selected: false,
        });
        self.items.insert(item_ref, item);
    }

    /// Adds a group. The following items one level deeper belong to it.
    fn group(&mut self, name: &str, level: u8, open: bool) {
        let group = DisplayedGroup {
            name: name.to_owned(),
            color: None,
            background_color: None,
            content: Vec::new(),
            is_open: open,
        };
        self.add(DisplayedItem::Group(group), level, open);
    }

    /// Adds a scope in the scopes of a path, as a group with all its contents.
    fn scope(&mut self, path: &[&str], level: u8, scope: &Scope, stage: Option<usize>) {
        let stage = scope.stage.or(stage);
        let named = Some(scope.name.as_str()).filter(|name| !name.is_empty());
        let path: Vec<&str> = path.iter().copied().chain(named).collect();
        self.group(&scope.title, level, scope.open);
        self.variables(&path, level + 1, &scope.variables, stage);
        for inner in &scope.scopes {
            self.scope(&path, level + 1, inner, stage);
        }
    }

    fn variables(&mut self, scopes: &[&str], level: u8, variables: &[Variable], stage: Option<usize>) {
        for variable in variables {
            let shown = ShownVariable {
                variable_ref: VariableRef {
                    path: ScopeRef {
                        strs: scopes.iter().map(|&scope| scope.to_owned()).collect(),
                        id: Id::None,
                    },
                    name: variable.name.clone(),
                    id: Id::None,
                },
                color: stage.map(|stage| COLOURS[stage % COLOURS.len()].to_owned()),
                background_color: None,
                display_name: variable.name.clone(),
                display_name_type: NameType::Local,
                manual_name: None,
                format: format(variable),
                field_formats: Vec::new(),
                height_scaling_factor: None,
            };
            self.add(DisplayedItem::Variable(shown), level, true);
        }
    }
}

/// Surfer's state. The fields that do not concern a dump are only the mandatory ones, as in a newly opened window.
#[derive(Serialize)]
struct UserState {
    waves: Option<Waves>,
    drag_started: bool,
    blacklisted_translators: Vec<()>,
    show_about: bool,
    show_keys: bool,
    show_gestures: bool,
    show_quick_start: bool,
    show_license: bool,
    show_performance: bool,
    show_logs: bool,
    show_cursor_window: bool,
    wanted_timeunit: TimeUnit,
    show_url_entry: bool,
    variable_name_filter_focused: bool,
    variable_filter: VariableFilter,
}

#[derive(Serialize)]
struct VariableFilter {
    name_filter_type: FilterType,
    name_filter_str: &'static str,
    name_filter_case_insensitive: bool,
    include_inputs: bool,
    include_outputs: bool,
    include_inouts: bool,
    include_others: bool,
    group_by_direction: bool,
}

/// The visible items of a dump.
#[derive(Serialize)]
struct Waves {
    source: WaveSource,
    format: Format,
    items_tree: Tree,
    displayed_items: BTreeMap<ItemRef, DisplayedItem>,
    display_item_ref_counter: usize,
    viewports: Vec<Viewport>,
    cursor: Option<SignedDigits>,
    markers: BTreeMap<u8, SignedDigits>,
    focused_transaction: (Option<()>, Option<()>),
    default_variable_name_type: NameType,
    scroll_offset: f32,
    display_variable_indices: bool,
    graphics: BTreeMap<usize, ()>,
}

#[derive(Serialize)]
struct Tree {
    items: Vec<DisplayedNode>,
}

/// A place in the list. The following items of a greater level belong to its group.
#[derive(Serialize)]
struct DisplayedNode {
    item_ref: ItemRef,
    level: u8,
    unfolded: bool,
    selected: bool,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ItemRef(usize);

#[derive(Serialize)]
enum DisplayedItem {
    Variable(ShownVariable),
    Group(DisplayedGroup),
}

#[derive(Serialize)]
struct ShownVariable {
    variable_ref: VariableRef,
    color: Option<String>,
    background_color: Option<String>,
    display_name: String,
    display_name_type: NameType,
    manual_name: Option<String>,
    format: Option<&'static str>,
    field_formats: Vec<()>,
    height_scaling_factor: Option<f32>,
}

#[derive(Serialize)]
struct DisplayedGroup {
    name: String,
    color: Option<String>,
    background_color: Option<String>,
    content: Vec<ItemRef>,
    is_open: bool,
}

#[derive(Serialize)]
struct VariableRef {
    path: ScopeRef,
    name: String,
    id: Id,
}

#[derive(Serialize)]
struct ScopeRef {
    strs: Vec<String>,
    id: Id,
}

/// The visible part of the time, as fractions of the dump's length. Surfer also stores the start and the end of a
/// movement.
#[derive(Serialize)]
struct Viewport {
    curr_left: Share,
    curr_right: Share,
    target_left: Share,
    target_right: Share,
    move_start_left: Share,
    move_start_right: Share,
    move_duration: Option<f32>,
    move_strategy: Strategy,
}

#[derive(Serialize, Clone, Copy)]
struct Share(f64);

/// A number of any size: its sign, and its digits in base 2^32, the lowest first.
#[derive(Serialize)]
struct SignedDigits(i8, Vec<u32>);

/// Surfer's own number of a scope or variable.
#[derive(Serialize)]
enum Id {
    None,
}

#[derive(Serialize)]
enum WaveSource {
    File(String),
}

#[derive(Serialize)]
enum Format {
    Vcd,
}

#[derive(Serialize)]
enum NameType {
    Local,
}

#[derive(Serialize)]
enum FilterType {
    Contain,
}

#[derive(Serialize)]
enum Strategy {
    Instant,
}

#[derive(Serialize)]
enum TimeUnit {
    NanoSeconds,
}

impl UserState {
    fn new(waves: Waves) -> UserState {
        UserState {
            waves: Some(waves),
            drag_started: false,
            blacklisted_translators: Vec::new(),
            show_about: false,
            show_keys: false,
            show_gestures: false,
            show_quick_start: false,
            show_license: false,
            show_performance: false,
            show_logs: false,
            show_cursor_window: false,
            wanted_timeunit: TimeUnit::NanoSeconds,
            show_url_entry: false,
            variable_name_filter_focused: false,
            variable_filter: VariableFilter {
                name_filter_type: FilterType::Contain,
                name_filter_str: "",
                name_filter_case_insensitive: true,
                include_inputs: true,
                include_outputs: true,
                include_inouts: true,
                include_others: true,
                group_by_direction: false,
            },
        }
    }
}

impl Waves {
    fn new(items: Items, dump: &Dump, dump_name: &str) -> Waves {
        Waves {
            source: WaveSource::File(dump_name.to_owned()),
            format: Format::Vcd,
            display_item_ref_counter: items.items.len(),
            items_tree: Tree { items: items.tree },
            displayed_items: items.items,
            viewports: vec![Viewport::new(dump)],
            cursor: Some(SignedDigits::new(dump.marker)),
            markers: BTreeMap::new(),
            focused_transaction: (None, None),
            default_variable_name_type: NameType::Local,
            scroll_offset: 0.0,
            display_variable_indices: true,
            graphics: BTreeMap::new(),
        }
    }
}

impl Viewport {
    /// Returns the same initial view as in GTKWave's save file: from before the marked operands to the cycle after
    /// their result.
    fn new(dump: &Dump) -> Viewport {
        let (from, to) = dump.seen();
        let share = |time: u64| Share(time as f64 / dump.end.max(1) as f64);
        let (left, right) = (share(from), share(to.min(dump.end)));
        Viewport {
            curr_left: left,
            curr_right: right,
            target_left: left,
            target_right: right,
            move_start_left: left,
            move_start_right: right,
            move_duration: None,
            move_strategy: Strategy::Instant,
        }
    }
}

impl SignedDigits {
    fn new(value: u64) -> SignedDigits {
        let mut digits = vec![value as u32, (value >> 32) as u32];
        while digits.last() == Some(&0) {
            digits.pop();
        }
        SignedDigits(i8::from(value > 0), digits)
    }
}

#[cfg(test)]
mod tests {
    use super::SignedDigits;

    #[test]
    fn integers_have_a_sign_and_digits() {
        let parts = |value| {
            let SignedDigits(sign, digits) = SignedDigits::new(value);
            (sign, digits)
        };
        assert_eq!(parts(0), (0, vec![]));
        assert_eq!(parts(45), (1, vec![45]));
        assert_eq!(parts(3 << 32 | 7), (1, vec![7, 3]));
    }
}
