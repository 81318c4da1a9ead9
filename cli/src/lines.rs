//! Line-by-line input in bounded memory. A fast input gives whole blocks, and a slow input gives single lines.

use std::io::{BufRead, ErrorKind, Read};

use crate::error::Error;

/// The length of the longest permitted line, in bytes.
pub const LONGEST_LINE: usize = 4096;

/// Reads the line of this number from an input of that name, with its end. Returns nothing at the end of the input.
///
/// # Errors
///
/// Fails if the input cannot be read, or if the line is too long.
pub fn read_line(input: &mut dyn BufRead, name: &str, number: u64) -> Result<Option<Vec<u8>>, Error> {
    let mut line = Vec::new();
    let read = input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line);
    read.map_err(|error| Error::reading(name, &error))?;
    match line.len() {
        0 => Ok(None),
        length if length > LONGEST_LINE => Err(Error::usage(format!(
            "{name}: line {number} is too long: a line has at most {LONGEST_LINE} bytes"
        ))),
        _ => Ok(Some(line)),
    }
}

/// The size of the buffer, in bytes.
const BLOCK: usize = 1 << 18;

/// The reason why no line could be read.
#[derive(Debug)]
pub enum LineError {
    /// A line is longer than [`LONGEST_LINE`].
    TooLong,
    /// The input cannot be read.
    Input(std::io::Error),
}

/// Cuts an input into blocks of whole lines.
pub struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// The end of the last block that was returned.
    taken: usize,
    /// The end of the data in the buffer.
    filled: usize,
}

impl<R: Read> Lines<R> {
    /// Creates a reader of `input`. A read of `input` should return as soon as some data is available.
    pub fn new(input: R) -> Lines<R> {
        Lines {
            input,
            buffer: vec![0; BLOCK],
            taken: 0,
            filled: 0,
        }
    }

    /// Returns the lines that arrived since the last call, at least one. Returns `None` at the end. The last line may
    /// lack its line feed.
    pub fn next_block(&mut self) -> Result<Option<&[u8]>, LineError> {
        self.buffer.copy_within(self.taken..self.filled, 0);
        self.filled -= self.taken;
        self.taken = 0;
        loop {
            if self.filled > LONGEST_LINE {
                return Err(LineError::TooLong);
            }
            let old = self.filled;
            let count = match self.input.read(&mut self.buffer[old..]) {
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(LineError::Input(error)),
            };
            self.filled += count;
            let last_feed = self.buffer[old..self.filled].iter().rposition(|byte| *byte == b'\n');
            self.taken = match last_feed {
                Some(position) => old + position + 1,
                None if count == 0 => self.filled,
                None => continue,
            };
            return Ok((self.taken > 0).then(|| &self.buffer[..self.taken]));
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/lines.rs"]
mod tests;
