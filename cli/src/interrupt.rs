//! What Ctrl-C and a polite kill do: end the program, but not in the middle of a file.

use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::Duration;

use halfpipe_tools::files::is_waiting_for_reader;

/// Held while files are written.
static WRITING: Mutex<()> = Mutex::new(());

/// The exit status of an interrupted command, as a shell reports it.
const INTERRUPTED: i32 = 130;

/// How long an interruption waits before it looks again.
const SOON: Duration = Duration::from_millis(10);

/// From now on an interruption waits until the files in hand are complete. It does not wait for the reader of a pipe, who may
/// never come.
pub fn wait_for_files() {
    let handler = || {
        let _complete = loop {
            match WRITING.try_lock() {
                Err(TryLockError::WouldBlock) if !is_waiting_for_reader() => std::thread::sleep(SOON),
                tried => break tried,
            }
        };
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
