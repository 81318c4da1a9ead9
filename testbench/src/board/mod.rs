//! A simulated board: its complete top level under Verilator, observed only through its serial port pins.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use halfpipe_fpga::board::TOP;
use halfpipe_hdl::export::File;
use halfpipe_tools::cache::{self, Cache, Name};
use halfpipe_tools::Tool;

use crate::engine::command::{check_program, run};
use crate::engine::EngineError;

/// The C++ program around the model.
const LINE: &str = include_str!("line.cpp");

/// Options for Verilator. Verilator's own library does little here, so the options favour a fast build over fast code.
/// Verilator's makefile rejects a folder whose name has blanks. Every file named lies in that folder, so the command
/// omits the folder's name.
const OPTIONS: &str =
    "--cc --exe --build -j 1 -O3 --x-assign fast --x-initial unique --Mdir build -MAKEFLAGS OPT_FAST=-O1 \
                       -MAKEFLAGS OPT_SLOW=-O0 -MAKEFLAGS OPT_GLOBAL=-O0 -MAKEFLAGS VM_PARALLEL_BUILDS=0 -MAKEFLAGS CURDIR=.";

/// One event on the serial line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A byte.
    Byte(u8),
    /// A byte without its stop bit.
    Broken(u8),
    /// An idle line for this many bit times.
    Pause(u16),
    /// A pulse that is too short to be a start bit.
    Glitch,
}

impl Symbol {
    /// Returns the symbol as the program encodes it.
    fn word(self) -> u32 {
        match self {
            Self::Byte(byte) => byte.into(),
            Self::Broken(byte) => 0x100 | u32::from(byte),
            Self::Pause(bits) => 0x200 | u32::from(bits) << 16,
            Self::Glitch => 0x400,
        }
    }
}

/// Symbols to send and the number of bytes to wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The symbols to send.
    pub symbols: Vec<Symbol>,
    /// The number of bytes that should come back.
    pub awaited: usize,
}

/// A compiled board.
#[derive(Clone, Debug)]
pub struct SimulatedBoard {
    program: PathBuf,
    /// The length of a bit on the line, in 1/256 clock cycles.
    bit: u32,
}

impl SimulatedBoard {
    /// Compiles the sources of a board. The clock frequency gives a bit time of `clocks_per_bit`.
    ///
    /// # Errors
    ///
    /// [`EngineError`] when a tool is missing or rejects the sources. Any warning counts as a rejection.
    pub fn new(sources: &[File], clocks_per_bit: u32) -> Result<SimulatedBoard, EngineError> {
        let verilator = Tool::Verilator.find()?;
        // Verilator's build runs these tools.
        for needed in [Tool::Perl, Tool::Make, Tool::Compiler] {
            needed.find()?;
        }
        let clock = format!("-GCLOCKS_PER_BIT=16'd{clocks_per_bit}");
        let versions = format!("{:?}, {:?}", Tool::Verilator.version()?, Tool::Compiler.version()?);
        let mut parts = vec![versions.as_str(), OPTIONS, &clock, LINE];
        parts.extend(sources.iter().flat_map(|file| [file.name.as_str(), &file.text]));
        let key = cache::key(&parts);
        let name = Name {
            kind: "board",
            key: &key,
            ending: "",
        };
        let make = |staging_dir: &Path| -> Result<PathBuf, EngineError> {
            let write = |name: &str, text: &str| {
                let path = staging_dir.join(name);
                std::fs::write(&path, text).map_err(cache::failed(&path))
            };
            write("line.cpp", LINE)?;
            for file in sources {
                write(&file.name, &file.text)?;
            }
            let mut arguments: Vec<&str> = OPTIONS.split_whitespace().collect();
            arguments.extend(["-Wall", "--top-module", TOP, &clock]);
            let verilog = sources.iter().filter(|file| file.is_verilog());
            arguments.extend(verilog.map(|file| file.name.as_str()));
            arguments.push("line.cpp");
            run(Tool::Verilator, &verilator, staging_dir, TOP, &arguments)?;
            Ok(staging_dir.join("build").join(format!("V{TOP}")))
        };
        let bit = clocks_per_bit * 256;
        let check = |program: &Path, _: &[u8]| check_program(program, &[&bit.to_string()], TOP);
        let (entry, ()) = Cache::open()?.entry(name, make, check)?;
        Ok(SimulatedBoard {
            program: entry.path().to_owned(),
            bit,
        })
    }

    /// Returns the same board with the bits of the line longer by `by`/256 of their length.
    #[must_use]
    pub fn with_slower_line(mut self, by: i32) -> SimulatedBoard {
        self.bit = self.bit.saturating_add_signed(by * self.bit as i32 / 256);
        self
    }

    /// Carries out exchanges; returns the bytes that came back in each.
    ///
    /// # Errors
    ///
    /// As [`Running::exchange`].
    pub fn exchange(&self, exchanges: &[Exchange]) -> Result<Vec<Vec<u16>>, EngineError> {
        let mut running = self.start()?;
        exchanges.iter().map(|exchange| running.exchange(exchange)).collect()
    }

    /// Starts the board.
    ///
    /// # Errors
    ///
    /// [`EngineError::Stopped`] when its program cannot be run.
    pub fn start(&self) -> Result<Running, EngineError> {
        let started = self.command(&[]).stderr(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| stopped(&error))?;
        let requests = child.stdin.take().expect("standard input is a pipe");
        let answers = child.stdout.take().expect("standard output is a pipe");
        Ok(Running {
            child,
            requests: Some(requests),
            answers: BufReader::new(answers),
        })
    }

    /// Runs the board behind a pseudo-terminal.
    ///
    /// # Errors
    ///
    /// [`EngineError::Stopped`] when no pseudo-terminal can be opened.
    pub fn terminal(&self) -> Result<Terminal, EngineError> {
        let mut child = self.command(&["terminal"]).spawn().map_err(|error| stopped(&error))?;
        let mut name = String::new();
        let output = child.stdout.take().expect("standard output is a pipe");
        let read = BufReader::new(output).read_line(&mut name);
        let terminal = Terminal {
            child,
            port: PathBuf::from(name.trim_end()),
        };
        match read {
            Ok(1..) => Ok(terminal),
            _ => Err(stopped("it named no pseudo-terminal")),
        }
    }

    fn command(&self, mode: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .arg(self.bit.to_string())
            .args(mode)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        command
    }
}

fn stopped(message: impl std::fmt::Display) -> EngineError {
    EngineError::Stopped {
        module: TOP.to_owned(),
        message: message.to_string(),
    }
}

/// A running board. Dropping it stops the board.
#[derive(Debug)]
pub struct Running {
    child: Child,
    /// None after a failure.
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Running {
    /// Carries out an exchange; returns the bytes that came back. A byte without a stop bit has 256 added.
    ///
    /// # Errors
    ///
    /// [`EngineError::Stopped`], with the program's own message, when the program fails or omits an answer.
    pub fn exchange(&mut self, exchange: &Exchange) -> Result<Vec<u16>, EngineError> {
        let symbols = exchange.symbols.iter().map(|symbol| symbol.word());
        let counts = [exchange.symbols.len() as u32, exchange.awaited as u32];
        let words: Vec<u8> = counts.into_iter().chain(symbols).flat_map(u32::to_ne_bytes).collect();
        let answer = match &mut self.requests {
            Some(requests) => requests.write_all(&words).and_then(|()| read_answer(&mut self.answers)),
            None => Err(ErrorKind::BrokenPipe.into()),
        };
        answer.map_err(|_| self.reason())
    }

    /// Returns the reason why the program stopped.
    fn reason(&mut self) -> EngineError {
        drop(self.requests.take());
        let mut diagnostic = String::new();
        let read = self
            .child
            .stderr
            .take()
            .map(|mut said| said.read_to_string(&mut diagnostic));
        match (self.child.wait(), read) {
            (Err(error), _) | (_, Some(Err(error))) => stopped(&error),
            (Ok(status), _) if !status.success() => stopped(format!("{status}: {}", diagnostic.trim_end())),
            _ => stopped("it did not carry out all exchanges"),
        }
    }
}

impl Drop for Running {
    /// Closes the program's standard input, which ends it.
    fn drop(&mut self) {
        drop(self.requests.take());
        let _ = self.child.wait();
    }
}

/// Reads an answer: the number of bytes, then the bytes.
fn read_answer(answers: &mut impl Read) -> std::io::Result<Vec<u16>> {
    let mut word = || {
        let mut word = [0; 4];
        answers.read_exact(&mut word).map(|()| u32::from_ne_bytes(word))
    };
    let count = word()?;
    (0..count).map(|_| Ok(word()? as u16)).collect()
}

/// A running board behind a pseudo-terminal. Dropping it stops the board.
#[derive(Debug)]
pub struct Terminal {
    child: Child,
    port: PathBuf,
}

impl Terminal {
    /// Returns the path of the serial port.
    pub fn port(&self) -> &Path {
        &self.port
    }
}

impl Drop for Terminal {
    /// Closes the program's standard input, which ends it.
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

#[cfg(test)]
#[path = "../../tests/unit/board.rs"]
mod tests;
