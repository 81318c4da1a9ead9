//! Name conflicts: no two entries of a project share a file or a Verilog module.

use std::collections::BTreeMap;
use std::ops::Range;

use halfpipe_hdl::design::Design;
use halfpipe_request::clock::Clock;
use halfpipe_request::outputs::{OutputNames, OutputOptions};

use crate::error::Error;
use crate::toml_text::TomlText;

/// The list of all source files, written beside the modules.
pub const FILE_LIST: &str = "halfpipe.f";

/// A module of a project file, with its position.
#[derive(Clone)]
pub struct ModuleEntry {
    /// The module.
    pub design: Design,
    /// The optional files.
    pub outputs: OutputOptions,
    /// The clock that chose its latency.
    pub clock: Option<Clock>,
    /// The position of its name, or else of its instruction.
    pub span: Range<usize>,
}

/// Refuses entries that write the same file or define the same module. File names that differ only in case are the
/// same.
///
/// # Errors
///
/// The first conflict, with the lines of both entries.
pub fn check(entries: &[ModuleEntry], text: &TomlText) -> Result<(), Error> {
    let mut files: BTreeMap<String, (String, &ModuleEntry)> = BTreeMap::new();
    let mut modules: BTreeMap<String, &ModuleEntry> = BTreeMap::new();
    for entry in entries {
        let wrong = |what: String| {
            let own = entry.design.interface().mnemonic();
            text.wrong(&entry.span, format!("{own} would {what}; give it another `name`"))
        };
        let other = |other: &ModuleEntry| {
            let line = text.line(other.span.start);
            format!("{} in line {line}", other.design.interface().mnemonic())
        };
        let names = OutputNames::new(&entry.design, entry.outputs);
        for file in names.files {
            if file.eq_ignore_ascii_case(FILE_LIST) {
                return Err(wrong(format!(
                    "write the file {file}, which lists the sources of the project"
                )));
            }
            // Some file systems ignore the case of names.
            if let Some((known, earlier)) = files.insert(file.to_ascii_lowercase(), (file.clone(), entry)) {
                let earlier = other(earlier);
                return Err(wrong(if known == file {
                    format!("write the file {file}, as {earlier} does")
                } else {
                    format!("write the file {file}, which some systems take for {known} of {earlier}")
                }));
            }
        }
        for module in names.modules {
            if let Some(earlier) = modules.insert(module.clone(), entry) {
                return Err(wrong(format!(
                    "define the Verilog module {module}, as {} does",
                    other(earlier)
                )));
            }
        }
    }
    Ok(())
}
