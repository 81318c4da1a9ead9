//! What Ctrl-C and a polite kill do: end the program, but not in the middle of a file.

use std::sync::{Mutex, PoisonError};

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

/// Writes files that an interruption must not leave half-written, nor one without the other.
pub fn uninterrupted<T>(write: impl FnOnce() -> T) -> T {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    write()
}
