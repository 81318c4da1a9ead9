//! `board run`: results from a board.

use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use halfpipe_hdl::design::Interface;
use halfpipe_isa::Instruction;
use halfpipe_synth::board::{Client, Line, BAUD};
use halfpipe_testbench::Vector;
use serialport::{ClearBuffer, SerialPort};

use crate::arguments::count;
use crate::error::Error;
use crate::operand_lines::answer_lines;
use crate::operands::{append_line, OperandReader};

/// What it takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The serial port of the board
    #[arg(long, value_name = "PATH")]
    port: PathBuf,
    /// How many seconds the board is given for an answer
    #[arg(long, value_name = "S", value_parser = count, allow_negative_numbers = true, default_value_t = 2)]
    timeout: u64,
    /// The instruction that the board has, in any spelling of PTX
    mnemonic: String,
    /// The operands in hexadecimal; without any, each line of standard input has those of one request
    operands: Vec<String>,
}

const EXAMPLES: &str = "\
Words are hexadecimal, with or without 0x, and have blanks or commas between them. Blank lines are skipped.
Each result is one line, in the order of the requests. The first that the board refuses or does not answer ends the run
with exit status 1.

Examples:
  halfpipe board run --port /dev/ttyUSB1 fma.rn.f16 3c00 4000 4200
  halfpipe board run --port /dev/ttyUSB1 fma.rn.f16 < vectors > results";

/// Asks the board.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let instruction: Instruction = arguments.mnemonic.parse()?;
    let reader = OperandReader::new(&Interface::of_unit(&instruction.module_name(), instruction, 0));
    let patience = Duration::from_secs(arguments.timeout);
    let given = reader.read_given(&arguments.operands)?;
    let mut session = Session {
        client: Client::new(open(arguments)?, instruction, random_number()?, patience),
        port: &arguments.port,
        instruction,
        output,
    };
    match given {
        Some(operands) => session.ask(&operands),
        None => {
            if std::io::stdin().is_terminal() {
                eprintln!("operands of one request per line; Ctrl-D ends");
            }
            answer_lines(&reader, std::io::stdin().lock(), |requests| {
                requests.iter().try_for_each(|operands| session.ask(operands))?;
                Ok(session.output.flush()?)
            })
        }
    }
}

/// Opens the port, without anything that came before.
fn open(arguments: &Arguments) -> Result<Port, Error> {
    let name = arguments.port.to_string_lossy();
    let failed = |error: serialport::Error| Error::failure(format!("cannot open the serial port {name}: {error}"));
    let port = serialport::new(name.as_ref(), BAUD);
    let port = port.open().map_err(failed)?;
    port.clear(ClearBuffer::Input).map_err(failed)?;
    Ok(Port {
        serial: port,
        opened: Instant::now(),
    })
}

/// The sequence number of the first request. Two runs hardly ever have the same.
fn random_number() -> Result<NonZeroU16, Error> {
    let number = getrandom::u32().map_err(Error::failure)? as u16;
    Ok(NonZeroU16::new(number).unwrap_or(NonZeroU16::MIN))
}

/// A serial port as a line.
struct Port {
    serial: Box<dyn SerialPort>,
    opened: Instant,
}

impl Line for Port {
    fn send(&mut self, bytes: &[u8], patience: Duration) -> io::Result<usize> {
        self.serial.set_timeout(patience)?;
        self.serial.write(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        self.serial.set_timeout(patience)?;
        self.serial.read(buffer)
    }

    fn now(&self) -> Duration {
        self.opened.elapsed()
    }
}

/// A board at work.
struct Session<'a> {
    client: Client<Port>,
    port: &'a PathBuf,
    instruction: Instruction,
    output: &'a mut dyn Write,
}

impl Session<'_> {
    fn ask(&mut self, operands: &Vector) -> Result<(), Error> {
        let registers: Vec<u32> = operands.iter().map(|operand| *operand as u32).collect();
        let result = self.client.ask(&registers).map_err(|error| {
            let (port, instruction) = (self.port.display(), self.instruction);
            Error::failure(format!("{port}, asked for {instruction}: {error}"))
        })?;
        let mut text = Vec::new();
        append_line(
            &mut text,
            [(result.into(), self.instruction.signature().result_width())],
        );
        self.output.write_all(&text)?;
        Ok(())
    }
}
