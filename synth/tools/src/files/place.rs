//! The destination of a file's bytes: a path may name a link, a pipe or a device.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::pipe::open_for_writing;

/// The number of links that Linux follows in a row.
const MOST_LINKS: usize = 40;

/// The number of threads that are writing into a pipe, a device or a stream.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// True for a pipe, a device or a stream of this process. Bytes are written into these, and no file replaces them.
pub fn is_special(path: &Path) -> bool {
    let is_of_kind = |data: std::fs::Metadata| !data.is_file() && !data.is_dir();
    StandardStream::named(path).is_some() || std::fs::metadata(path).is_ok_and(is_of_kind)
}

/// True while a thread writes into a pipe, a device or a stream. It may wait for a reader without end. None of the
/// files written in the same call has changed by then.
pub fn is_waiting_for_reader() -> bool {
    WAITING.load(Ordering::SeqCst) > 0
}

/// A thread that writes into a pipe, a device or a stream, until the value is dropped.
struct Waiting;

impl Waiting {
    fn begin() -> Waiting {
        WAITING.fetch_add(1, Ordering::SeqCst);
        Waiting
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Writes into a pipe, a device or a stream of this process.
pub(super) fn write_into(path: &Path, contents: &[u8]) -> io::Result<()> {
    let _waiting = Waiting::begin();
    match StandardStream::named(path) {
        Some(stream) => stream.write(contents),
        None => open_for_writing(path)?.write_all(contents),
    }
}

/// Returns the path behind all links, at which a new file replaces the old one.
pub(super) fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&place) {
            Ok(link) => place = parent_folder(&place).join(link),
            Err(_) => return Ok(place),
        }
    }
    // A circle of links: the system reports the error.
    std::fs::canonicalize(path)
}

/// A stream that a path names. If the shell has redirected it to a file, opening that file anew would overwrite its
/// contents.
#[derive(Clone, Copy)]
enum StandardStream {
    Output,
    Errors,
}

impl StandardStream {
    /// Returns the stream that a path names, on systems with such paths.
    fn named(path: &Path) -> Option<StandardStream> {
        match path.to_str().filter(|_| cfg!(unix)) {
            Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => Some(StandardStream::Output),
            Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => Some(StandardStream::Errors),
            _ => None,
        }
    }

    fn write(self, contents: &[u8]) -> io::Result<()> {
        let mut stream: Box<dyn Write> = match self {
            StandardStream::Output => Box::new(io::stdout()),
            StandardStream::Errors => Box::new(io::stderr()),
        };
        stream.write_all(contents)?;
        stream.flush()
    }
}

/// Returns the folder of the file that a path names; `.` for the current folder.
pub(super) fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        None => Path::new("."),
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
    }
}
