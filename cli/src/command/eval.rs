//! `eval`: results of operands.

use std::io::{IsTerminal, Read, Write};

use halfpipe_hdl::unit::Unit;
use halfpipe_isa::Instruction;
use halfpipe_testbench::engine::{self, Engine, EngineKind};
use halfpipe_testbench::Vector;

use crate::arguments::number;
use crate::error::Error;
use crate::lines::{LineError, Lines, LONGEST_LINE};
use crate::operands::{append_lines, OperandReader};

/// What `eval` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// An instruction, in any spelling of PTX
    mnemonic: String,
    /// The operands in hexadecimal; without any, each line of standard input has those of one vector
    operands: Vec<String>,
    #[command(flatten)]
    engine: crate::engine::EngineOptions,
    /// Clock cycles of the hardware from operands to result; the results are the same for all
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true, default_value_t = 0)]
    latency: u32,
}

const EXAMPLES: &str = "\
Words are hexadecimal, with or without 0x, and have blanks or commas between them. Blank lines are skipped.
Each result is one line, in the order of the vectors; a slow input is answered line by line.

Examples:
  halfpipe eval add.rn.f16 3c00 4000              prints 0x4200
  halfpipe eval fma.rn.f16 < vectors > results
  halfpipe eval mul.ftz.f16 0x0401, 0x3BFE --engine verilator --latency 2";

/// Computes results.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let instruction: Instruction = arguments.mnemonic.parse()?;
    let reader = OperandReader::new(instruction);
    let given = reader.read_given(&arguments.operands)?;
    let unit = Unit::new(instruction, arguments.latency)?;
    let mut engine = engine::open(arguments.engine.kind(EngineKind::RustHdl)?, &unit).map_err(Error::failure)?;
    let mut evaluation = Evaluation::new(reader, instruction, engine.as_mut(), output);
    match given {
        Some(vector) => {
            evaluation.vectors.push(vector);
            evaluation.answer()
        }
        None => {
            let input = std::io::stdin().lock();
            if std::io::stdin().is_terminal() {
                eprintln!("one vector per line, such as: {}; Ctrl-D ends", evaluation.example());
            }
            evaluation.stream(input)
        }
    }
}

/// An instruction at work. Its buffers keep their memory from block to block.
struct Evaluation<'a> {
    reader: OperandReader,
    instruction: Instruction,
    engine: &'a mut dyn Engine,
    output: &'a mut dyn Write,
    vectors: Vec<Vector>,
    results: Vec<u32>,
    text: Vec<u8>,
    line: u64,
}

impl<'a> Evaluation<'a> {
    fn new(
        reader: OperandReader,
        instruction: Instruction,
        engine: &'a mut dyn Engine,
        output: &'a mut dyn Write,
    ) -> Evaluation<'a> {
        Evaluation {
            reader,
            instruction,
            engine,
            output,
            vectors: Vec::new(),
            results: Vec::new(),
            text: Vec::new(),
            line: 0,
        }
    }

    /// Answers every line of the input, up to the first that is wrong.
    fn stream(&mut self, input: impl Read) -> Result<(), Error> {
        let mut lines = Lines::new(input);
        loop {
            let block = match lines.next_block() {
                Ok(Some(block)) => block,
                Ok(None) => return Ok(()),
                Err(LineError::TooLong) => return Err(self.too_long(self.line + 1)),
                Err(LineError::Input(error)) => {
                    return Err(Error::failure(format!("cannot read standard input: {error}")))
                }
            };
            let read = self.read_block(block);
            self.answer()?;
            read?;
        }
    }

    fn read_block(&mut self, block: &[u8]) -> Result<(), Error> {
        for line in block.split_inclusive(|byte| *byte == b'\n') {
            self.line += 1;
            if line.len() > LONGEST_LINE {
                return Err(self.too_long(self.line));
            }
            match self.reader.read_line(line) {
                Ok(Some(vector)) => self.vectors.push(vector),
                Ok(None) => {}
                Err(error) => {
                    return Err(Error::usage(format!(
                        "line {}: {}",
                        self.line,
                        self.reader.message(&error)
                    )))
                }
            }
        }
        Ok(())
    }

    /// Evaluates the vectors in hand and writes their results.
    fn answer(&mut self) -> Result<(), Error> {
        self.results.clear();
        self.engine
            .evaluate(&self.vectors, &mut self.results)
            .map_err(Error::failure)?;
        self.vectors.clear();
        self.text.clear();
        append_lines(&mut self.text, &self.results, self.instruction.result_width());
        self.output.write_all(&self.text)?;
        self.output.flush()?;
        Ok(())
    }

    fn too_long(&self, line: u64) -> Error {
        Error::usage(format!(
            "line {line} is too long: a line has at most {LONGEST_LINE} bytes"
        ))
    }

    /// A line of input for the instruction.
    fn example(&self) -> String {
        let words = self
            .instruction
            .operands()
            .iter()
            .map(|operand| "0".repeat(operand.width() as usize / 4));
        words.collect::<Vec<_>>().join(" ")
    }
}
