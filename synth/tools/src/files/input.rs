//! Files that a user names as input: never endless, and never waiting for a writer that does not come.

use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::pipe::open_for_reading;

/// The size of the longest text file that is read as a whole, in bytes.
const LONGEST_TEXT: u64 = 1 << 28;

/// Opens a file, a device, or a pipe whose writer comes within five seconds.
///
/// # Errors
///
/// A system error; [`ErrorKind::IsADirectory`] for a folder, and [`ErrorKind::NotConnected`] for a pipe without writer.
pub fn open_input(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    open_for_reading(path)
}

/// Reads a text file as a whole.
///
/// # Errors
///
/// As for [`open_input`]; also for a text that is longer than 256 MiB, as a device's is, or not in UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open_input(path)?.take(LONGEST_TEXT + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST_TEXT {
        Err(io::Error::new(
            ErrorKind::FileTooLarge,
            "the file is longer than 256 MiB",
        ))
    } else {
        Ok(text)
    }
}
