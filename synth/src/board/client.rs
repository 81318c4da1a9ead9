//! The host's end of the line.

use std::io::{ErrorKind, Read, Write};

use halfpipe_isa::Instruction;

use super::protocol::{read_answer, request, AnswerError, Sizes, Status};

/// Why a request has no result.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The board says that something was wrong with the request.
    #[error("the board refused the request: {0}")]
    Refused(Status),
    /// What came back is no answer.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// Nothing came back, or not enough, in the time that the line allows.
    #[error("the board did not answer: {found} of {expected} bytes came back in time")]
    Silent {
        /// How many bytes an answer has.
        expected: usize,
        /// How many came.
        found: usize,
    },
    /// The line cannot be used.
    #[error("the line failed: {0}")]
    Line(#[from] std::io::Error),
}

/// A line with a board at its other end that has `instruction` in it.
#[derive(Debug)]
pub struct Client<L> {
    line: L,
    instruction: Instruction,
}

impl<L: Read + Write> Client<L> {
    /// The client on a line with nothing left to read on it. Reading has to end with a timeout where nothing comes.
    pub fn new(line: L, instruction: Instruction) -> Self {
        Self { line, instruction }
    }

    /// The result of `operands`, which are in the instruction's order.
    ///
    /// # Errors
    ///
    /// [`ClientError`] when there is none. After [`ClientError::Refused`] the board is ready for the next request.
    pub fn ask(&mut self, operands: &[u32]) -> Result<u32, ClientError> {
        self.line.write_all(&request(self.instruction, operands))?;
        self.line.flush()?;
        // The status says how much there is behind it.
        let mut bytes = vec![0; 2];
        let mut found = 0;
        while found < bytes.len() {
            match self.line.read(&mut bytes[found..]) {
                Ok(count) if count > 0 => {
                    found += count;
                    if found >= 2 {
                        bytes.resize(Sizes::of(self.instruction).answer(bytes[1]), 0);
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() != ErrorKind::TimedOut => return Err(error.into()),
                _ => {
                    let expected = bytes.len();
                    return Err(ClientError::Silent { expected, found });
                }
            }
        }
        read_answer(self.instruction, &bytes)?.map_err(ClientError::Refused)
    }
}
