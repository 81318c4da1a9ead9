//! GTKWave save files.
//!
//! A line beginning with `@` sets, in hexadecimal, how the next traces are shown; `-` is a heading; `^>` names the
//! process that translates the values of the trace below it; the rest are traces. GTKWave finds files that are named
//! relatively, the dump and the processes, beside the save file it reads.

use std::fmt::Write;

use super::dump::Dump;
use super::filter;
use super::layout::{Scope, Shown};

/// Trace flags, as GTKWave numbers them.
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

/// The width of the part of the window that shows values, in the frames of 200 pixels that GTKWave's zoom goes by.
const FRAMES: f64 = 6.0;

/// Time in a frame at the closest zoom: it gives a cycle 180 pixels, enough for a number with its class.
const CLOSEST: f64 = 11.0;

/// The save file of a dump; both files' names are those in their folder.
pub(super) fn of(layout: &Scope, dump: &Dump, dump_name: &str, own_name: &str) -> String {
    let name = &layout.name;
    let mut file = SaveFile::new(&layout.title);
    let _ = writeln!(file.text, "[dumpfile] \"{dump_name}\"");
    file.own_name(own_name);
    file.window();
    file.view(dump);
    let _ = writeln!(file.text, "[treeopen] {name}.");
    file.traces(name, layout);
    for scope in layout.beside_the_ports() {
        file.traces(&format!("{name}.{}", scope.name), scope);
    }
    for group in layout.groups() {
        file.group(name, group);
    }
    file.text
}

/// A save file as it is written.
pub(super) struct SaveFile {
    pub text: String,
}

impl SaveFile {
    pub fn new(title: &str) -> SaveFile {
        SaveFile {
            text: format!("[*]\n[*] {title}, written by halfpipe\n[*]\n"),
        }
    }

    /// The save file's own name, which GTKWave compares with the file it reads to find those named relatively.
    pub fn own_name(&mut self, name: &str) {
        let _ = writeln!(self.text, "[savefile] \"{name}\"");
    }

    /// The window and how it is divided; the tree of scopes is folded, as the groups show the same.
    pub fn window(&mut self) {
        self.text
            .push_str("[size] 1600 1000\n[signals_width] 300\n[sst_expanded] 0\n");
    }

    /// The marker, and what can be seen.
    fn view(&mut self, dump: &Dump) {
        let (from, to) = dump.seen();
        let zoom = ((to - from) as f64 / FRAMES).max(CLOSEST).log2();
        let _ = writeln!(self.text, "[timestart] {from}\n*-{zoom:.6} {}", dump.marker);
    }

    /// A scope in the scope of that path, with all that is in it.
    fn group(&mut self, path: &str, scope: &Scope) {
        let path = match scope.name.as_str() {
            "" => path.to_owned(),
            name => format!("{path}.{name}"),
        };
        self.begin_group(&scope.title, scope.open);
        self.traces(&path, scope);
        for inner in &scope.scopes {
            self.group(&path, inner);
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

    /// A trace; a bit is shown as such.
    pub fn trace(&mut self, path: &str, width: u32, shown: Shown) {
        let format = match shown {
            Shown::Number(_) => flag::HEXADECIMAL | flag::PROCESS,
            _ if width == 1 => flag::BINARY,
            Shown::Hexadecimal => flag::HEXADECIMAL,
            Shown::Unsigned => flag::DECIMAL,
            Shown::Signed => flag::SIGNED,
        };
        let _ = writeln!(self.text, "@{:x}", format | flag::RIGHT_JUSTIFIED);
        if let Shown::Number(element) = shown {
            let _ = writeln!(self.text, "^>1 {}", filter::script_name(element));
        }
        let _ = writeln!(self.text, "{path}");
    }

    fn traces(&mut self, path: &str, scope: &Scope) {
        for variable in &scope.variables {
            self.trace(
                &format!("{path}.{}", variable.reference()),
                variable.width,
                variable.shown,
            );
        }
    }
}
