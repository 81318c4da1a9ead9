//! The comparison of modules behind a handshake with the golden model, before their files are written.

use std::io::Write;

use halfpipe_request::arguments::generate::ModuleArguments;
use halfpipe_request::core_files::CoreFiles;
use halfpipe_request::kind::ModuleKind;

use super::check::check_samples;
use super::zfh;
use crate::error::{print_note, Error};
use crate::progress;

/// Compares the module with the golden model. Prints the first difference.
///
/// # Errors
///
/// Fails after a difference.
pub fn check_core(core: &CoreFiles, arguments: &ModuleArguments, output: &mut dyn Write) -> Result<(), Error> {
    if core.kind == ModuleKind::Zfh {
        return zfh::check_sample(arguments, output);
    }
    check_samples(&core.units, output)?;
    if progress::is_enabled() {
        for unit in &core.units {
            print_note(&format!("{}: its vectors match the model", unit.interface().mnemonic()));
        }
    }
    Ok(())
}
