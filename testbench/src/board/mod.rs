//! A simulated board: its whole top under Verilator, seen over the pins of its serial port only.

use std::io::{BufRead, BufReader, Error, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use halfpipe_synth::board::{File, TOP};
use halfpipe_synth::tools::Tool;

use crate::engine::command::run;
use crate::engine::{cache, EngineError};

/// The program around the model.
const LINE: &str = include_str!("line.cpp");

/// What Verilator is told. Its own library does little here: it is compiled fast rather than to be fast.
const OPTIONS: &str =
    "--cc --exe --build -j 1 -O3 --x-assign fast --x-initial unique --Mdir build -MAKEFLAGS OPT_FAST=-O1 \
                       -MAKEFLAGS OPT_SLOW=-O0 -MAKEFLAGS OPT_GLOBAL=-O0";

/// What is put on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A byte.
    Byte(u8),
    /// A byte without its stop bit.
    Broken(u8),
    /// So many bits of an idle line.
    Pause(u16),
    /// A pulse that is too short to be a start bit.
    Glitch,
}

impl Symbol {
    /// As the program takes it.
    fn word(self) -> u32 {
        match self {
            Self::Byte(byte) => byte.into(),
            Self::Broken(byte) => 0x100 | u32::from(byte),
            Self::Pause(bits) => 0x200 | u32::from(bits) << 16,
            Self::Glitch => 0x400,
        }
    }
}

/// Something that is sent, and what is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// What is sent.
    pub symbols: Vec<Symbol>,
    /// How many bytes should come back.
    pub awaited: usize,
}

/// A compiled board.
#[derive(Clone, Debug)]
pub struct SimulatedBoard {
    program: PathBuf,
    /// The length of a bit on the line, in 256ths of a clock.
    bit: u32,
}

impl SimulatedBoard {
    /// Compiles the sources of a board, whose clock is then so fast that a bit takes `clocks_per_bit`.
    ///
    /// # Errors
    ///
    /// [`EngineError`] when a tool is missing or refuses the sources, which it does at any warning.
    pub fn new(sources: &[File], clocks_per_bit: u32) -> Result<SimulatedBoard, EngineError> {
        let verilator = Tool::Verilator.find()?;
        // Verilator's build runs them.
        for needed in [Tool::Perl, Tool::Make, Tool::Compiler] {
            needed.find()?;
        }
        let clock = format!("-GCLOCKS_PER_BIT=16'd{clocks_per_bit}");
        let version = format!("{:?}", Tool::Verilator.version()?);
        let mut parts = vec![version.as_str(), OPTIONS, &clock, LINE];
        parts.extend(sources.iter().flat_map(|file| [file.name.as_str(), &file.text]));
        let program = cache::file(&format!("board-{}", cache::key(&parts)), |workplace| {
            let write = |name: &str, text: &str| {
                let path = workplace.join(name);
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
            run(Tool::Verilator, &verilator, workplace, TOP, &arguments)?;
            Ok(workplace.join("build").join(format!("V{TOP}")))
        })?;
        Ok(SimulatedBoard {
            program,
            bit: clocks_per_bit * 256,
        })
    }

    /// The same with the line's bits longer by so many 256ths.
    #[must_use]
    pub fn with_slower_line(mut self, by: i32) -> SimulatedBoard {
        self.bit = self.bit.saturating_add_signed(by * self.bit as i32 / 256);
        self
    }

    /// Carries out exchanges; returns the bytes that came back in each. A byte without a stop bit has 256 added.
    ///
    /// # Errors
    ///
    /// [`EngineError::Stopped`] when the program ends early.
    pub fn exchange(&self, exchanges: &[Exchange]) -> Result<Vec<Vec<u16>>, EngineError> {
        let mut words = Vec::new();
        for Exchange { symbols, awaited } in exchanges {
            words.extend([symbols.len() as u32, *awaited as u32]);
            words.extend(symbols.iter().map(|symbol| symbol.word()));
        }
        let orders: Vec<u8> = words.into_iter().flat_map(u32::to_ne_bytes).collect();
        let mut child = self.start(&[]).map_err(|error| stopped(&error))?;
        let mut requests = child.stdin.take().expect("standard input is a pipe");
        let mut said = Vec::new();
        let outcome = std::thread::scope(|scope| {
            let sent = scope.spawn(move || requests.write_all(&orders));
            let mut answers = child.stdout.take().expect("standard output is a pipe");
            let received = answers.read_to_end(&mut said);
            sent.join().expect("writing does not panic").and(received)
        });
        outcome.and(child.wait()).map_err(|error| stopped(&error))?;

        let mut words = said.chunks_exact(4).map(|word| {
            let word: [u8; 4] = word.try_into().expect("a word has four bytes");
            u32::from_ne_bytes(word)
        });
        let mut answers = Vec::new();
        while let Some(count) = words.next() {
            answers.push(words.by_ref().take(count as usize).map(|word| word as u16).collect());
        }
        match answers.len() == exchanges.len() {
            true => Ok(answers),
            false => Err(stopped("it did not carry out all exchanges")),
        }
    }

    /// Runs the board behind a pseudo-terminal.
    ///
    /// # Errors
    ///
    /// [`EngineError::Stopped`] when there can be no pseudo-terminal.
    pub fn terminal(&self) -> Result<Terminal, EngineError> {
        let mut child = self.start(&["terminal"]).map_err(|error| stopped(&error))?;
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

    fn start(&self, mode: &[&str]) -> Result<Child, Error> {
        Command::new(&self.program)
            .arg(self.bit.to_string())
            .args(mode)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
    }
}

fn stopped(message: impl std::fmt::Display) -> EngineError {
    EngineError::Stopped {
        module: TOP.to_owned(),
        message: message.to_string(),
    }
}

/// A board that runs behind a pseudo-terminal, until it is dropped.
#[derive(Debug)]
pub struct Terminal {
    child: Child,
    port: PathBuf,
}

impl Terminal {
    /// The path of the serial port.
    pub fn port(&self) -> &Path {
        &self.port
    }
}

impl Drop for Terminal {
    /// The program ends with its standard input.
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
