//! `eval`: results of operands.

mod arrays;
mod matrices;
mod registers;

use std::io::Write;

use halfpipe_hdl::design::{Design, Interface};
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::operands::{append_values, append_words, results, OperandReader};
use halfpipe_request::request::LatencyChoice;
use halfpipe_simulation::Vector;
use halfpipe_testbench::engine::{self, Engine, EngineKind};
use halfpipe_yosys::VerilogDut;

use self::arrays::ArrayEvaluator;
use crate::arguments::eval::Arguments;
use crate::error::Error;
use crate::operand_lines::answer_given_or_lines;

/// Evaluates operands and prints the results.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    match ModuleKind::find(&arguments.mnemonic) {
        ModuleKind::Zfh => return registers::run(arguments, output),
        ModuleKind::Tile => return matrices::run(arguments, output),
        ModuleKind::Unit | ModuleKind::Core | ModuleKind::Vortex => {}
    }
    let latency = match (arguments.latency, arguments.core.iterative) {
        (None, true) => LatencyChoice::Usual,
        (latency, _) => LatencyChoice::Fixed(latency.unwrap_or(0)),
    };
    let design = arguments.core.design(&arguments.mnemonic, latency)?;
    let reader = OperandReader::new(Design::interface(&design));
    let usual = if arguments.foreign.is_given() {
        EngineKind::Verilator
    } else {
        EngineKind::Simulator
    };
    let kind = arguments.engine.kind(usual)?;
    let device: Box<dyn VerilogDut> = match arguments.foreign.read(&design, arguments.latency, kind)? {
        Some(foreign) => Box::new(foreign),
        None => Box::new(design),
    };
    let is_stream = arguments.operands.is_empty() && arguments.engine.is_default() && !arguments.foreign.is_given();
    let source = match ArrayEvaluator::new(device.interface()).filter(|_| is_stream) {
        Some(arrays) => Source::Arrays(Box::new(arrays)),
        None => Source::Engine(engine::open(kind, &*device)?),
    };
    let mut evaluation = Evaluation {
        interface: device.interface(),
        source,
        with_values: arguments.decimal.is_wanted(),
        output,
        results: Vec::new(),
        text: Vec::new(),
    };
    answer_given_or_lines(&reader, &arguments.operands, |vectors| evaluation.answer(vectors))
}

/// The source of results.
enum Source {
    /// An engine that runs the module.
    Engine(Box<dyn Engine>),
    /// Integer arithmetic, for lines without an engine of the user's choice.
    Arrays(Box<ArrayEvaluator>),
}

/// A module that is being evaluated. Its buffers keep their memory between blocks.
struct Evaluation<'a> {
    interface: &'a Interface,
    source: Source,
    with_values: bool,
    output: &'a mut dyn Write,
    results: Vec<Vector>,
    text: Vec<u8>,
}

impl Evaluation<'_> {
    /// Evaluates vectors and writes their results.
    fn answer(&mut self, vectors: &[Vector]) -> Result<(), Error> {
        self.results.clear();
        match &mut self.source {
            Source::Engine(engine) => engine.evaluate(vectors, &mut self.results).map_err(Error::failure)?,
            Source::Arrays(arrays) => arrays.evaluate(vectors, &mut self.results),
        }
        self.text.clear();
        let places = results(self.interface);
        for (inputs, outputs) in vectors.iter().zip(&self.results) {
            let words = places.iter().map(|(position, width)| (outputs[*position], *width));
            append_words(&mut self.text, words);
            if self.with_values {
                let operation = self.interface.operation(inputs);
                let results = operation.map(|operation| self.interface.results(operation, outputs));
                append_values(&mut self.text, operation, &results.unwrap_or_default());
            }
            self.text.push(b'\n');
        }
        self.output.write_all(&self.text)?;
        self.output.flush()?;
        Ok(())
    }
}
