//! SIGINT and SIGTERM handling: the program ends, but completes the current file first.

use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::Duration;

use halfpipe_tools::files::is_waiting_for_reader;

/// A lock that is held while files are written.
static WRITING: Mutex<()> = Mutex::new(());

/// The exit status of an interrupted command, as a shell reports it.
const INTERRUPTED: i32 = 130;

/// The polling interval of an interruption that waits for files.
const SOON: Duration = Duration::from_millis(10);

/// Makes later interruptions wait until the current files are complete. They do not wait for the reader of a pipe,
/// because it may never come.
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
    // Installing a second handler fails, but the first one does the same.
    let _ = ctrlc::set_handler(handler);
}

/// Writes files that an interruption must not leave incomplete. Either all of them are written, or none.
pub fn uninterrupted<T>(write: impl FnOnce() -> T) -> T {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    write()
}
