//! What Ctrl-C and a polite kill do: end the program, but not in the middle of a file.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use halfpipe_tools::files::{is_special, write_file, WriteError};

/// Held while files are written.
static WRITING: Mutex<()> = Mutex::new(());

/// The exit status of an interrupted command, as a shell reports it.
const INTERRUPTED: i32 = 130;

/// From now on an interruption waits until the files in hand are complete.
pub fn wait_for_files() {
    let handler = || {
        let _complete = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        std::process::exit(INTERRUPTED);
    };
    // A second handler is refused: then the first one does the same.
    let _ = ctrlc::set_handler(handler);
}

/// Writes a file that an interruption must not leave half-written. It ends the program at a pipe that nobody reads.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), WriteError> {
    uninterrupted_at(path, || write_file(path, contents))
}

/// Writes files of which one is named on the command line, as [`uninterrupted`] unless that one is a pipe or a device.
pub fn uninterrupted_at<T>(path: &Path, write: impl FnOnce() -> T) -> T {
    match is_special(path) {
        true => write(),
        false => uninterrupted(write),
    }
}

/// Writes files that an interruption must not leave half-written, nor one without the other.
pub fn uninterrupted<T>(write: impl FnOnce() -> T) -> T {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    write()
}
