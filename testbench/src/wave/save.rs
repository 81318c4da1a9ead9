//! GTKWave save files.
//!
//! A line with a leading `@` sets, in hexadecimal, the display flags of the next traces. `-` begins a heading. `^>`
//! names the process that translates the values of the trace below it. All other lines are traces. The dump and the
//! processes have relative names, which GTKWave resolves from the folder of the save file.

use std::fmt::Write;

use halfpipe_simulation::wave::filter;
use halfpipe_simulation::wave::Dump;
use halfpipe_simulation::wave::{DumpScope, Shown, Variable};
use halfpipe_simulation::wave::{History, VariableState};

/// Trace flags, in GTKWave's numbering.
mod flag {
    pub const HEXADECIMAL: u32 = 1 << 1;
    pub const DECIMAL: u32 = 1 << 2;
    pub const BINARY: u32 = 1 << 3;
    pub const RIGHT_JUSTIFIED: u32 = 1 << 5;
    pub const HEADING: u32 = 1 << 9;
    pub const SIGNED: u32 = 1 << 10;
    pub const COLLAPSED: u32 = 1 << 12;
    pub const PROCESS: u32 = 1 << 14;
    pub const CLOSED: u32 = 1 << 22;
    pub const GROUP_BEGIN: u32 = 1 << 23;
    pub const GROUP_END: u32 = 1 << 24;
}

/// The width of the window's value area, in the frames of 200 pixels that GTKWave's zoom uses.
const FRAMES: f64 = 6.0;

/// The time in a frame at the closest zoom. It gives a cycle 180 pixels, enough for a number with its class.
const CLOSEST: f64 = 11.0;

/// The colours of stages, repeated in this order, in GTKWave's numbering: orange, violet, yellow and green. GTKWave
/// shows unknown bits in red, and blue is hard to see on its black background.
const COLOURS: [u32; 4] = [2, 7, 3, 4];

/// The width of a letter in the list of signals, and of the space beside the text there.
const LETTER: usize = 8;
const BESIDE: usize = 40;

/// The width of the list of signals in letters if the values are unknown.
const LETTERS: usize = 42;

/// Returns the save file of a dump whose values are in its `history`. Both files are named relative to their folder.
pub(super) fn write(layout: &DumpScope, dump: &Dump, history: &History, [dump_name, own_name]: [&str; 2]) -> String {
    let name = &layout.name;
    let mut file = SaveFile::new(&layout.title);
    let _ = writeln!(file.text, "[dumpfile] \"{dump_name}\"");
    file.own_name(own_name);
    let letters = layout.open_variables(|path, variable| {
        let texts = history
            .states(path, variable)
            .iter()
            .map(|(_, state)| shown(variable, *state));
        (variable.reference().len(), texts.max().unwrap_or(0))
    });
    let letters = letters
        .into_iter()
        .fold((0, 0), |most, letters| (most.0.max(letters.0), most.1.max(letters.1)));
    file.window(letters.0 + 1 + letters.1);
    file.view(dump);
    let _ = writeln!(file.text, "[treeopen] {name}.");
    file.traces(name, layout, None);
    for scope in layout.check_scopes() {
        file.traces(&format!("{name}.{}", scope.name), scope, None);
    }
    for group in layout.groups() {
        file.group(name, group, None);
    }
    file.text
}

/// Returns the number of letters that show a value.
fn shown(variable: &Variable, state: VariableState) -> usize {
    let digits = variable.width.div_ceil(4) as usize;
    let value = match state {
        VariableState::Known(value) => value,
        VariableState::Wide(_) => return digits,
        VariableState::Unknown | VariableState::Undriven => return 1,
    };
    match variable.shown {
        Shown::Number(element) => filter::answer(element, &format!("{value:0digits$X}")).chars().count(),
        Shown::Hexadecimal => digits,
        Shown::Flags => variable.width as usize,
        Shown::Unsigned => value.to_string().len(),
        // As many letters as the number furthest from zero.
        Shown::Signed => 1 + (1_u128 << (variable.width - 1)).to_string().len(),
    }
}

/// A save file under construction.
pub(super) struct SaveFile {
    pub text: String,
}

impl SaveFile {
    pub fn new(title: &str) -> SaveFile {
        SaveFile {
            text: format!("[*]\n[*] {title}, written by halfpipe\n[*]\n"),
        }
    }

    /// Writes the save file's own name. GTKWave compares it with the file it reads to find relatively named files.
    pub fn own_name(&mut self, name: &str) {
        let _ = writeln!(self.text, "[savefile] \"{name}\"");
    }

    /// Writes the window and its division. The list of signals has room for `letters` letters, a name and its value.
    /// The tree of scopes is folded, because the groups show the same.
    fn window(&mut self, letters: usize) {
        let list = LETTER * letters + BESIDE;
        let _ = writeln!(
            self.text,
            "[size] {} 1000\n[signals_width] {list}\n[sst_expanded] 0",
            1300 + list
        );
    }

    /// Writes the same if the values are unknown.
    pub fn usual_window(&mut self) {
        self.window(LETTERS);
    }

    /// Writes the marker and the visible time.
    fn view(&mut self, dump: &Dump) {
        let (from, to) = dump.seen();
        let zoom = ((to - from) as f64 / FRAMES).max(CLOSEST).log2();
        let _ = writeln!(self.text, "[timestart] {from}\n*-{zoom:.6} {}", dump.marker);
    }

    /// Writes a scope in the scope of this path, with all its contents.
    fn group(&mut self, path: &str, scope: &DumpScope, stage: Option<usize>) {
        let stage = scope.stage.or(stage);
        let path = scope.path(path);
        self.begin_group(&scope.title, scope.open);
        self.traces(&path, scope, stage);
        for inner in &scope.scopes {
            self.group(&path, inner, stage);
        }
        self.end_group(&scope.title, scope.open);
    }

    pub fn begin_group(&mut self, title: &str, open: bool) {
        let closed = if open { 0 } else { flag::CLOSED };
        self.heading(flag::GROUP_BEGIN | closed, title);
    }

    pub fn end_group(&mut self, title: &str, open: bool) {
        let closed = if open { 0 } else { flag::CLOSED | flag::COLLAPSED };
        self.heading(flag::GROUP_END | closed, title);
    }

    fn heading(&mut self, flags: u32, title: &str) {
        let _ = writeln!(self.text, "@{:x}\n-{title}", flags | flag::HEADING);
    }

    /// Writes a trace in the colour of its stage; a single bit is shown as a bit.
    fn coloured_trace(&mut self, path: &str, variable: &Variable, stage: Option<usize>) {
        if let Some(stage) = stage {
            // The colour applies to the next trace.
            let _ = writeln!(self.text, "[color] {}", COLOURS[stage % COLOURS.len()]);
        }
        self.trace(path, variable.width, variable.shown);
    }

    /// Writes a trace; a single bit is shown as a bit.
    pub fn trace(&mut self, path: &str, width: u32, shown: Shown) {
        let format = match shown {
            Shown::Number(_) => flag::HEXADECIMAL | flag::PROCESS,
            _ if width == 1 => flag::BINARY,
            Shown::Hexadecimal => flag::HEXADECIMAL,
            Shown::Flags => flag::BINARY,
            Shown::Unsigned => flag::DECIMAL,
            Shown::Signed => flag::SIGNED,
        };
        let _ = writeln!(self.text, "@{:x}", format | flag::RIGHT_JUSTIFIED);
        if let Shown::Number(element) = shown {
            let _ = writeln!(self.text, "^>1 {}", filter::script_name(element));
        }
        let _ = writeln!(self.text, "{path}");
    }

    fn traces(&mut self, path: &str, scope: &DumpScope, stage: Option<usize>) {
        for variable in &scope.variables {
            let path = format!("{path}.{}", variable.reference());
            self.coloured_trace(&path, variable, stage);
        }
    }
}
