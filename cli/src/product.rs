//! The files that a module is given away as.

use std::io::Write;
use std::path::Path;

use halfpipe_hdl::export::{stream_name, stream_verilog, verilog, write_file, Manifest};
use halfpipe_hdl::unit::Unit;

use crate::error::Error;
use crate::interrupt;

/// What is written beside a module and its manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// A second module with AXI4-Stream ports around the first.
    pub stream: bool,
}

/// A file of a product.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// The files of a unit.
pub fn of_unit(unit: &Unit, extras: Extras) -> Vec<File> {
    let mut files = module(&unit.module().name, verilog(unit), &Manifest::of(unit));
    if extras.stream {
        let manifest = Manifest::of_stream(unit);
        files.extend(module(&stream_name(unit), stream_verilog(unit), &manifest));
    }
    files
}

/// A module and its manifest.
fn module(name: &str, verilog: String, manifest: &Manifest) -> Vec<File> {
    let file = |ending: &str, text| File {
        name: format!("{name}.{ending}"),
        text,
    };
    vec![file("v", verilog), file("json", manifest.to_json())]
}

/// Writes files that belong together, and says which.
pub fn write(files: &[File], folder: &Path, output: &mut dyn Write) -> Result<(), Error> {
    interrupt::uninterrupted(|| {
        files
            .iter()
            .try_for_each(|file| write_file(&folder.join(&file.name), file.text.as_bytes()))
    })?;
    for file in files {
        writeln!(output, "{}", folder.join(&file.name).display())?;
    }
    Ok(())
}
