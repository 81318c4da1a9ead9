//! `board run`: results from a board.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use halfpipe_isa::Instruction;
use halfpipe_synth::board::{Client, BAUD};
use halfpipe_testbench::Vector;
use serialport::{ClearBuffer, SerialPort};

use crate::error::Error;
use crate::operand_lines::answer_lines;
use crate::operands::{append_lines, OperandReader};

/// What it takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The serial port of the board
    #[arg(long, value_name = "PATH")]
    port: PathBuf,
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

/// How long the board may take to answer. An answer takes some milliseconds, and so does a USB adapter.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks the board.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let instruction: Instruction = arguments.mnemonic.parse()?;
    let reader = OperandReader::new(instruction);
    let given = reader.read_given(&arguments.operands)?;
    let mut session = Session {
        client: Client::new(open(arguments)?, instruction),
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
fn open(arguments: &Arguments) -> Result<Box<dyn SerialPort>, Error> {
    let name = arguments.port.to_string_lossy();
    let failed = |error: serialport::Error| Error::failure(format!("cannot open the serial port {name}: {error}"));
    let port = serialport::new(name.as_ref(), BAUD).timeout(PATIENCE);
    let port = port.open().map_err(failed)?;
    port.clear(ClearBuffer::Input).map_err(failed)?;
    Ok(port)
}

/// A board at work.
struct Session<'a> {
    client: Client<Box<dyn SerialPort>>,
    port: &'a PathBuf,
    instruction: Instruction,
    output: &'a mut dyn Write,
}

impl Session<'_> {
    fn ask(&mut self, operands: &Vector) -> Result<(), Error> {
        let result = self.client.ask(operands).map_err(|error| {
            let (port, instruction) = (self.port.display(), self.instruction);
            Error::failure(format!("{port}, asked for {instruction}: {error}"))
        })?;
        let mut text = Vec::new();
        append_lines(&mut text, &[result], self.instruction.result_width());
        self.output.write_all(&text)?;
        Ok(())
    }
}
