//! The host's side of the serial line.

use std::io::{self, ErrorKind};
use std::num::NonZeroU16;
use std::time::Duration;

use halfpipe_hdl::design::Function;

use super::protocol::{Request, Status};

/// The step from one sequence number to the next. It is odd, so the sequence takes every number before it repeats one.
/// Between nearby requests both bytes of the number change. So one wrong byte cannot turn a request's number into that
/// of another request soon after. Otherwise the board's refusal of the first could be taken for the answer to the
/// second.
const STEP: NonZeroU16 = NonZeroU16::new(0x9E37).unwrap();

/// A line to a board, with a clock.
pub trait Transport {
    /// Sends some of `bytes` from the front, at least one, and returns their number. Waits no longer than `timeout`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TimedOut`] when nothing could be sent in that time; other errors when the line cannot be used.
    fn send(&mut self, bytes: &[u8], timeout: Duration) -> io::Result<usize>;

    /// Receives bytes into the beginning of `buffer`, at least one, and returns their number. Waits no longer than
    /// `timeout` for the first.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TimedOut`] when nothing came in that time; other errors when the line cannot be used.
    fn receive(&mut self, buffer: &mut [u8], timeout: Duration) -> io::Result<usize>;

    /// Returns the time since an instant that is fixed for the life of the line.
    fn now(&self) -> Duration;
}

impl<L: Transport> Transport for &mut L {
    fn send(&mut self, bytes: &[u8], timeout: Duration) -> io::Result<usize> {
        (**self).send(bytes, timeout)
    }

    fn receive(&mut self, buffer: &mut [u8], timeout: Duration) -> io::Result<usize> {
        (**self).receive(buffer, timeout)
    }

    fn now(&self) -> Duration {
        (**self).now()
    }
}

/// The reason why a request has no results.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The board reports an error in the request.
    #[error("the board refused the request: {0}")]
    Refused(Status),
    /// No answer to the request arrived in time.
    #[error(
        "the board did not answer within {} s: {} received, without a valid answer",
        timeout.as_secs_f64(),
        match found { 1 => "1 byte".to_owned(), count => format!("{count} bytes") }
    )]
    Silent {
        /// The time limit of the exchange.
        timeout: Duration,
        /// The number of bytes that arrived.
        found: usize,
    },
    /// The line cannot be used.
    #[error("the serial line failed: {0}")]
    Transport(#[from] io::Error),
}

/// A line with a board at its other end.
#[derive(Debug)]
pub struct Client<L> {
    line: L,
    sequence: NonZeroU16,
    timeout: Duration,
}

impl<L: Transport> Client<L> {
    /// Makes the client of a line. Its first request has the sequence number `first`. A random number is best: answers
    /// to an earlier client may still be on the line. `timeout` limits the time of an exchange, from the first byte of
    /// the request to the last of the answer.
    pub fn new(line: L, first: NonZeroU16, timeout: Duration) -> Self {
        Self {
            line,
            sequence: first,
            timeout,
        }
    }

    /// Returns the line.
    pub fn line(&self) -> &L {
        &self.line
    }

    /// Returns the results of a function for operands, both in the function's order.
    ///
    /// # Errors
    ///
    /// [`ClientError`] when there are no results in time. Later bytes of this exchange are not taken for a part of the
    /// next one.
    pub fn request(&mut self, function: &Function, operands: &[u64]) -> Result<Vec<u64>, ClientError> {
        let mut exchange = PendingRequest {
            request: Request::new(function, self.sequence, operands),
            deadline: self.line.now() + self.timeout,
            timeout: self.timeout,
            found: 0,
        };
        self.sequence = NonZeroU16::new(self.sequence.get().wrapping_add(STEP.get())).unwrap_or(STEP);
        exchange.send(&mut self.line)?;
        exchange.receive(&mut self.line)
    }
}

/// A request that is waiting for its answer.
struct PendingRequest {
    request: Request,
    /// The time at which the client gives up, by the line's clock.
    deadline: Duration,
    /// The time limit that ends at the deadline.
    timeout: Duration,
    /// The number of bytes received.
    found: usize,
}

impl PendingRequest {
    fn send(&self, line: &mut impl Transport) -> Result<(), ClientError> {
        let mut left = self.request.bytes();
        while !left.is_empty() {
            let sent = self.within_time(line, |line, timeout| line.send(left, timeout))?;
            left = &left[sent..];
        }
        Ok(())
    }

    fn receive(&mut self, line: &mut impl Transport) -> Result<Vec<u64>, ClientError> {
        let mut buffer = [0; 64];
        // The most recent bytes, in which the answer is searched.
        let mut window = Vec::new();
        loop {
            let count = self.within_time(line, |line, timeout| line.receive(&mut buffer, timeout))?;
            self.found += count;
            window.extend_from_slice(&buffer[..count]);
            if let Some(answer) = self.request.find_answer(&window) {
                return answer.map_err(ClientError::Refused);
            }
            // An answer may begin here that lacks only its last byte.
            window.drain(..window.len().saturating_sub(self.request.longest_answer() - 1));
        }
    }

    /// Tries until bytes were sent or received, or the time is over.
    fn within_time<L: Transport>(
        &self,
        line: &mut L,
        mut transfer: impl FnMut(&mut L, Duration) -> io::Result<usize>,
    ) -> Result<usize, ClientError> {
        loop {
            let timeout = self.deadline.saturating_sub(line.now());
            if timeout.is_zero() {
                let PendingRequest { timeout, found, .. } = *self;
                return Err(ClientError::Silent { timeout, found });
            }
            match transfer(line, timeout) {
                Ok(0) => return Err(io::Error::from(ErrorKind::UnexpectedEof).into()),
                Ok(count) => return Ok(count),
                Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::TimedOut) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/board/client.rs"]
mod tests;
