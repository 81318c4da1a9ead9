//! Talking to a compiled program; `serve.cpp` says what about.

use std::io::{Error, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::engine::cache::{self, Entry};
use crate::engine::EngineError;

/// The request that items are vectors and answers are results.
pub const EVALUATE: u32 = 0;

/// The request that items are inputs of cycles and answers are the outputs.
pub const CYCLES: u32 = 1;

const WORD: usize = size_of::<u32>();

/// A running program.
#[derive(Debug)]
pub struct Process {
    module: String,
    child: Child,
    /// Closed when the process is to end.
    requests: Option<ChildStdin>,
    answers: ChildStdout,
    buffer: Vec<u8>,
}

impl Process {
    /// Starts the program on the unit of that index, whose results take `latency` cycles.
    pub fn start(program: &Entry, index: usize, latency: u32, module: &str) -> Result<Process, EngineError> {
        program.check()?;
        let started = Command::new(program.path())
            .args([index.to_string(), latency.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = started.map_err(cache::failed(program.path()))?;
        let requests = child.stdin.take();
        let answers = child.stdout.take().expect("standard output is a pipe");
        Ok(Process {
            module: module.to_owned(),
            child,
            requests,
            answers,
            buffer: Vec::new(),
        })
    }

    /// Sends a request with its items.
    pub fn request<const N: usize>(
        &mut self,
        kind: u32,
        items: impl ExactSizeIterator<Item = [u32; N]>,
    ) -> Result<(), EngineError> {
        self.buffer.clear();
        self.buffer.reserve((2 + N * items.len()) * WORD);
        for word in [kind, items.len() as u32] {
            self.buffer.extend_from_slice(&word.to_ne_bytes());
        }
        for item in items {
            for word in item {
                self.buffer.extend_from_slice(&word.to_ne_bytes());
            }
        }
        let requests = self.requests.as_mut().expect("the program runs as long as the engine");
        let sent = requests.write_all(&self.buffer).and_then(|()| requests.flush());
        sent.map_err(|error| self.stopped(&error))
    }

    /// Receives one item of an answer.
    pub fn words<const N: usize>(&mut self) -> Result<[u32; N], EngineError> {
        let mut received = [0; N];
        self.answer(1, |item| received = item)?;
        Ok(received)
    }

    /// Receives the items of an answer.
    pub fn answer<const N: usize>(&mut self, count: usize, mut take: impl FnMut([u32; N])) -> Result<(), EngineError> {
        self.buffer.resize(count * N * WORD, 0);
        if let Err(error) = self.answers.read_exact(&mut self.buffer) {
            return Err(self.stopped(&error));
        }
        for item in self.buffer.chunks_exact(N * WORD) {
            let word = |position: usize| {
                let bytes = &item[position * WORD..][..WORD];
                u32::from_ne_bytes(bytes.try_into().expect("a word has four bytes"))
            };
            take(std::array::from_fn(word));
        }
        Ok(())
    }

    /// Why the program no longer answers: its own last words where it has some.
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
    /// The program ends when there are no more requests.
    fn drop(&mut self) {
        self.requests = None;
        let _ = self.child.wait();
    }
}
