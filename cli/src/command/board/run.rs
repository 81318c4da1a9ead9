//! `board run`: results from a board.

use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::time::{Duration, Instant};

use halfpipe_fpga::board::BAUD;
use halfpipe_hdl::design::{Interface, Role, DEFAULT_TAG_BITS};
use halfpipe_isa::Instruction;
use halfpipe_request::arguments::design::CORE;
use halfpipe_request::operands::{append_values, append_words, results, LineReader, OperandReader};
use halfpipe_request::select;
use halfpipe_simulation::Vector;
use halfpipe_synth::board::{Client, Transport};
use serialport::{ClearBuffer, SerialPort};

use crate::arguments::board::run::Arguments;
use crate::error::Error;
use crate::operand_lines::answer_lines;

/// Sends operands to the board and prints the results.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let interface = interface(&arguments.mnemonic)?;
    let reader = OperandReader::new(&interface);
    let timeout = Duration::from_secs(arguments.timeout);
    let given = reader.read_given(&arguments.operands)?;
    let mut session = Session {
        client: Client::new(open(arguments)?, random_number()?, timeout),
        port: &arguments.port,
        interface: &interface,
        with_values: arguments.decimal.is_wanted(),
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

/// Returns the interface that encodes requests and decodes results. It belongs to one instruction, or to a core with
/// all arithmetic. The board itself reports whether it implements the instruction.
fn interface(word: &str) -> Result<Interface, Error> {
    if word == CORE {
        let all = Instruction::arithmetic().to_vec();
        return Ok(Interface::from_operations(CORE, all, 0, DEFAULT_TAG_BITS));
    }
    let instruction = select::instruction(word)?;
    Ok(Interface::from_function(&instruction.module_name(), instruction, 0))
}

/// Opens the port and discards earlier input.
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

/// Returns a random sequence number for the first request. Two runs rarely get the same one.
fn random_number() -> Result<NonZeroU16, Error> {
    let number = getrandom::u32().map_err(Error::failure)? as u16;
    Ok(NonZeroU16::new(number).unwrap_or(NonZeroU16::MIN))
}

/// A serial port that implements the board's line.
struct Port {
    serial: Box<dyn SerialPort>,
    opened: Instant,
}

impl Transport for Port {
    fn send(&mut self, bytes: &[u8], timeout: Duration) -> io::Result<usize> {
        self.serial.set_timeout(timeout)?;
        self.serial.write(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], timeout: Duration) -> io::Result<usize> {
        self.serial.set_timeout(timeout)?;
        self.serial.read(buffer)
    }

    fn now(&self) -> Duration {
        self.opened.elapsed()
    }
}

/// A connection to a board.
struct Session<'a> {
    client: Client<Port>,
    port: &'a Path,
    interface: &'a Interface,
    with_values: bool,
    output: &'a mut dyn Write,
}

impl Session<'_> {
    fn ask(&mut self, inputs: &Vector) -> Result<(), Error> {
        let Some(operation) = self.interface.operation(inputs) else {
            return Err(Error::usage(format!(
                "unknown op {:x}; `halfpipe list` prints the instructions",
                self.interface
                    .input_position(Role::Op)
                    .map_or(0, |position| inputs[position])
            )));
        };
        let operands = self.interface.operands(operation, inputs);
        let values = self.client.request(operation, &operands).map_err(|error| {
            let port = self.port.display();
            Error::failure(format!("{port}: {operation}: {error}"))
        })?;
        let mut text = Vec::new();
        let widths = results(self.interface).into_iter().map(|(_, width)| width);
        append_words(&mut text, values.iter().copied().zip(widths));
        if self.with_values {
            append_values(&mut text, Some(operation), &values);
        }
        text.push(b'\n');
        self.output.write_all(&text)?;
        Ok(())
    }
}
