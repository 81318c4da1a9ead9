//! Where the bytes of a file go: a path may name a link, a pipe or a device.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::folder_of;

/// As many links as Linux follows from one to the next.
const MOST_LINKS: usize = 40;

/// How many threads write into a pipe, a device or a stream.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// True for a pipe, a device or a stream of this process: bytes are written into it, and no file takes its place.
pub fn is_special(path: &Path) -> bool {
    let is_of_kind = |data: std::fs::Metadata| !data.is_file() && !data.is_dir();
    Stream::named(path).is_some() || std::fs::metadata(path).is_ok_and(is_of_kind)
}

/// Whether a thread writes into a pipe, a device or a stream, where it may wait for a reader without end. None of the files that
/// it writes with them has changed by then.
pub fn is_waiting_for_reader() -> bool {
    WAITING.load(Ordering::SeqCst) > 0
}

/// A thread that writes into a pipe, a device or a stream, until this is dropped.
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
    match Stream::named(path) {
        Some(stream) => stream.write(contents),
        None => OpenOptions::new().write(true).open(path)?.write_all(contents),
    }
}

/// The path behind all links, where a file takes the place of another one.
pub(super) fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&place) {
            Ok(link) => place = folder_of(&place).join(link),
            Err(_) => return Ok(place),
        }
    }
    // Links in a circle: the system says so.
    std::fs::canonicalize(path)
}

/// A stream that a path names. Where the shell has it go to a file, opening that file anew would overwrite what is there.
#[derive(Clone, Copy)]
enum Stream {
    Output,
    Errors,
}

impl Stream {
    /// The stream of a path, on systems that name streams so.
    fn named(path: &Path) -> Option<Stream> {
        match path.to_str().filter(|_| cfg!(unix)) {
            Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => Some(Stream::Output),
            Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => Some(Stream::Errors),
            _ => None,
        }
    }

    fn write(self, contents: &[u8]) -> io::Result<()> {
        let mut stream: Box<dyn Write> = match self {
            Stream::Output => Box::new(io::stdout()),
            Stream::Errors => Box::new(io::stderr()),
        };
        stream.write_all(contents)?;
        stream.flush()
    }
}
