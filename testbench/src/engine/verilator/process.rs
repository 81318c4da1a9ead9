//! Communication with a compiled program, in the protocol of `serve.cpp`.

use std::io::{Error, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use halfpipe_tools::cache::{self, CacheEntry};

use crate::engine::traits::ModuleTiming;
use crate::engine::EngineError;

/// The request code for vectors; the answers are results.
pub const EVALUATE: u64 = 0;

/// The request code for inputs of cycles; the answers are the outputs.
pub const CYCLES: u64 = 1;

const WORD: usize = size_of::<u64>();

/// A running program.
#[derive(Debug)]
pub struct Process {
    module: String,
    child: Child,
    /// Closed to end the process.
    requests: Option<ChildStdin>,
    answers: ChildStdout,
    buffer: Vec<u8>,
}

impl Process {
    /// Starts the program on the unit of this index.
    pub fn start(program: &CacheEntry, index: usize, timing: &ModuleTiming) -> Result<Process, EngineError> {
        program.check()?;
        let started = Command::new(program.path())
            .args([
                index.to_string(),
                timing.latency.to_string(),
                timing.interval.to_string(),
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = started.map_err(cache::failed(program.path()))?;
        let requests = child.stdin.take();
        let answers = child.stdout.take().expect("standard output is a pipe");
        Ok(Process {
            module: timing.module.clone(),
            child,
            requests,
            answers,
            buffer: Vec::new(),
        })
    }

    /// Sends a request for `count` items, as consecutive words.
    pub fn request(&mut self, kind: u64, count: usize, words: impl Iterator<Item = u64>) -> Result<(), EngineError> {
        self.buffer.clear();
        for word in [kind, count as u64].into_iter().chain(words) {
            self.buffer.extend_from_slice(&word.to_ne_bytes());
        }
        let requests = self.requests.as_mut().expect("the program runs as long as the engine");
        let sent = requests.write_all(&self.buffer).and_then(|()| requests.flush());
        sent.map_err(|error| self.stopped(&error))
    }

    /// Receives `count` items of an answer, each of `words` words.
    pub fn answer(&mut self, count: usize, words: usize, mut take: impl FnMut(&[u64])) -> Result<(), EngineError> {
        self.buffer.resize(count * words * WORD, 0);
        if let Err(error) = self.answers.read_exact(&mut self.buffer) {
            return Err(self.stopped(&error));
        }
        let mut item = vec![0; words];
        for bytes in self.buffer.chunks_exact(words * WORD) {
            for (word, bytes) in item.iter_mut().zip(bytes.chunks_exact(WORD)) {
                *word = u64::from_ne_bytes(bytes.try_into().expect("a word has eight bytes"));
            }
            take(&item);
        }
        Ok(())
    }

    /// Returns the reason why the program stopped: its own last message, if any.
    fn stopped(&mut self, error: &Error) -> EngineError {
        self.requests = None;
        let mut said = String::new();
        if let Some(mut errors) = self.child.stderr.take() {
            let _ = errors.read_to_string(&mut said);
        }
        let status = self.child.wait();
        let message = match (said.lines().last(), status) {
            (Some(line), _) => line.to_owned(),
            (None, Ok(status)) if matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe) => {
                status.to_string()
            }
            _ => error.to_string(),
        };
        EngineError::Stopped {
            module: self.module.clone(),
            message,
        }
    }
}

impl Drop for Process {
    /// Closes the requests, which ends the program.
    fn drop(&mut self) {
        self.requests = None;
        let _ = self.child.wait();
    }
}
