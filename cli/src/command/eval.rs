//! `eval`: results of operands.

use std::io::{IsTerminal, Write};

use halfpipe_hdl::unit::Unit;
use halfpipe_isa::Instruction;
use halfpipe_testbench::engine::{self, Engine, EngineKind};
use halfpipe_testbench::Vector;

use crate::arguments::number;
use crate::error::Error;
use crate::foreign::{self, VerilogOption};
use crate::operand_lines::answer_lines;
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
    /// [default: 0]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    latency: Option<u32>,
    #[command(flatten)]
    foreign: VerilogOption,
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
    let mut engine = match &arguments.foreign.verilog {
        Some(file) => {
            let kind = arguments.engine.kind(EngineKind::Verilator)?;
            engine::open(kind, &foreign::read(file, instruction, arguments.latency, kind)?)
        }
        None => {
            let unit = Unit::new(instruction, arguments.latency.unwrap_or(0))?;
            engine::open(arguments.engine.kind(EngineKind::RustHdl)?, &unit)
        }
    }
    .map_err(Error::failure)?;
    let mut evaluation = Evaluation {
        instruction,
        engine: engine.as_mut(),
        output,
        results: Vec::new(),
        text: Vec::new(),
    };
    match given {
        Some(vector) => evaluation.answer(&[vector]),
        None => {
            let input = std::io::stdin().lock();
            if std::io::stdin().is_terminal() {
                eprintln!("one vector per line, such as: {}; Ctrl-D ends", example(instruction));
            }
            answer_lines(&reader, input, |vectors| evaluation.answer(vectors))
        }
    }
}

/// An instruction at work. Its buffers keep their memory from block to block.
struct Evaluation<'a> {
    instruction: Instruction,
    engine: &'a mut dyn Engine,
    output: &'a mut dyn Write,
    results: Vec<u32>,
    text: Vec<u8>,
}

impl Evaluation<'_> {
    /// Evaluates the vectors and writes their results.
    fn answer(&mut self, vectors: &[Vector]) -> Result<(), Error> {
        self.results.clear();
        self.engine
            .evaluate(vectors, &mut self.results)
            .map_err(Error::failure)?;
        self.text.clear();
        append_lines(&mut self.text, &self.results, self.instruction.result_width());
        self.output.write_all(&self.text)?;
        self.output.flush()?;
        Ok(())
    }
}

/// A line of input for the instruction.
fn example(instruction: Instruction) -> String {
    let operands = instruction.operands().iter();
    let words = operands.map(|operand| "0".repeat(operand.width() as usize / 4));
    words.collect::<Vec<_>>().join(" ")
}
