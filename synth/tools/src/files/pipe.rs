//! Named pipes. Opening one waits for its other end, which may never come.

#[cfg(unix)]
pub(super) use unix::{open_for_reading, open_for_writing};

/// Opens a file for writing. Pipes do not block on this system.
#[cfg(not(unix))]
pub(super) fn open_for_writing(path: &std::path::Path) -> std::io::Result<std::fs::File> {
    std::fs::File::options().write(true).open(path)
}

/// Opens a file for reading. Pipes do not block on this system.
#[cfg(not(unix))]
pub(super) fn open_for_reading(path: &std::path::Path) -> std::io::Result<Box<dyn std::io::Read + Send>> {
    Ok(Box::new(std::fs::File::open(path)?))
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io::{self, ErrorKind, Read};
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    use std::path::Path;
    use std::thread::sleep;
    use std::time::Duration;

    use rustix::fs::{fcntl_getfl, fcntl_setfl, OFlags};
    use rustix::io::Errno;

    /// The time between two tries to find the other end of a pipe.
    const PAUSE: Duration = Duration::from_millis(20);

    /// The number of tries: five seconds, in which a shell starts every command of a line.
    const TRIES: u32 = 250;

    fn is_pipe(path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo())
    }

    /// Makes later reads and writes wait for the other end.
    fn block(file: &File) -> io::Result<()> {
        let flags = fcntl_getfl(file)?;
        Ok(fcntl_setfl(file, flags.difference(OFlags::NONBLOCK))?)
    }

    fn nonblocking() -> i32 {
        OFlags::NONBLOCK.bits().cast_signed()
    }

    /// Opens a file for writing. A pipe has to get a reader within five seconds.
    pub fn open_for_writing(path: &Path) -> io::Result<File> {
        if !is_pipe(path) {
            return File::options().write(true).open(path);
        }
        for _ in 0..TRIES {
            match File::options().write(true).custom_flags(nonblocking()).open(path) {
                Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => sleep(PAUSE),
                Err(error) => return Err(error),
                Ok(file) => return block(&file).map(|()| file),
            }
        }
        let message = "the named pipe has no reader; start its reader first, or name a file";
        Err(io::Error::new(ErrorKind::NotConnected, message))
    }

    /// Opens a file for reading. A pipe has to get a writer within five seconds.
    pub fn open_for_reading(path: &Path) -> io::Result<Box<dyn Read + Send>> {
        if !is_pipe(path) {
            return Ok(Box::new(File::open(path)?));
        }
        let mut file = File::options().read(true).custom_flags(nonblocking()).open(path)?;
        let mut first = [0];
        for _ in 0..TRIES {
            match file.read(&mut first) {
                // No process has the pipe open for writing, and it is empty.
                Ok(0) => sleep(PAUSE),
                Ok(_) => {
                    block(&file)?;
                    return Ok(Box::new(io::Cursor::new(first).chain(file)));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    block(&file)?;
                    return Ok(Box::new(file));
                }
                Err(error) => return Err(error),
            }
        }
        let message = "the named pipe has no writer; start its writer first, or name a file";
        Err(io::Error::new(ErrorKind::NotConnected, message))
    }
}
