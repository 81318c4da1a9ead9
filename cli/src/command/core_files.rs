//! The files of modules behind a handshake, and their check against the golden model.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_tools::files::File;

use super::{mma, zfh};
use crate::arguments::generate::Arguments;
use crate::error::Error;
use crate::kind::ModuleKind;

/// A module behind a handshake, with its files and the units that are compared with the model.
pub struct CoreFiles<'a> {
    kind: ModuleKind,
    arguments: &'a Arguments,
    /// Its files, the Verilog first.
    pub files: Vec<File>,
    /// The units of a module of dot products.
    units: Vec<Design>,
}

impl<'a> CoreFiles<'a> {
    /// Makes the files of a module.
    ///
    /// # Errors
    ///
    /// Fails if there is no such module.
    pub fn new(kind: ModuleKind, arguments: &'a Arguments) -> Result<CoreFiles<'a>, Error> {
        let (units, files) = if kind == ModuleKind::Zfh {
            (Vec::new(), zfh::files(arguments)?)
        } else {
            mma::files(kind, arguments)?
        };
        Ok(CoreFiles {
            kind,
            arguments,
            files,
            units,
        })
    }

    /// Compares the module with the golden model. Prints the first difference.
    ///
    /// # Errors
    ///
    /// Fails after a difference.
    pub fn check(&self, output: &mut dyn Write) -> Result<(), Error> {
        if self.kind == ModuleKind::Zfh {
            zfh::check_sample(self.arguments, output)
        } else {
            mma::check_units(&self.units, output)
        }
    }
}

/// True if a file is Verilog or SystemVerilog.
pub fn is_source(file: &File) -> bool {
    file.name.ends_with(".v") || file.name.ends_with(".sv")
}
