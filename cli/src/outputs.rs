//! Writing the output files of a module.

use std::io::Write;
use std::path::Path;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::File;
use halfpipe_request::outputs::{files, OutputNames, OutputOptions};
use halfpipe_tools::files::write_files;

use crate::error::Error;
use crate::interrupt;

/// Returns notes about the files of earlier runs that lie beside the files of a design and do not fit them.
pub fn outdated(design: &Design, outputs: OutputOptions, folder: &Path) -> Vec<String> {
    let mut seen = OutputNames::new(design, outputs).files;
    let mut notes = Vec::new();
    for (option, others) in outputs.alternatives(design.interface().is_core()) {
        let exists = |name: &&String| !seen.contains(name) && folder.join(name).is_file();
        let left: Vec<String> = OutputNames::new(design, others)
            .files
            .iter()
            .filter(exists)
            .cloned()
            .collect();
        if left.is_empty() {
            continue;
        }
        // A core that is too large for a bus has none of its files.
        let fitting = files(design, others).unwrap_or_default();
        // Only a module that is written with a stream states its latency, which the stream needs.
        let has_partner = others.stream.is_none() || outputs.stream.is_some();
        let fits = |name: &String| {
            let text = std::fs::read(folder.join(name)).unwrap_or_default();
            let is_same = |file: &File| file.name == *name && file.text.as_bytes() == text;
            has_partner && fitting.iter().any(is_same)
        };
        let wrong = left.iter().filter(|name| !fits(name));
        let wrong: Vec<String> = wrong.map(|name| folder.join(name).display().to_string()).collect();
        if !wrong.is_empty() {
            notes.push(format!(
                "files of an earlier run do not fit {} at latency {}: {}; remove them, or write them again with {option}",
                design.interface().mnemonic(),
                design.latency(),
                wrong.join(", ")
            ));
        }
        seen.extend(left);
    }
    notes
}

/// Writes all files of a design or none, and prints their names.
pub fn write(files: &[File], folder: &Path, output: &mut dyn Write) -> Result<(), Error> {
    let contents: Vec<(&str, &[u8])> = files
        .iter()
        .map(|file| (file.name.as_str(), file.text.as_bytes()))
        .collect();
    interrupt::uninterrupted(|| write_files(folder, &contents))?;
    for file in files {
        writeln!(output, "{}", folder.join(&file.name).display())?;
    }
    Ok(())
}
