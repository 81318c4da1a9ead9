//! `eval zfh`: instructions of RISC-V on registers.

use std::io::Write;

use halfpipe_hdl::unit::Multiplier;
use halfpipe_hdl::zfh::ZfhSpec;
use halfpipe_isa::Operand;
use halfpipe_request::arguments::zfh::Latencies;
use halfpipe_request::operands::{append_values, append_words, RegisterLine, RegisterReader};
use halfpipe_simulation::zfh::{CoreModel, RegisterEvaluator, SimulatedCore};
use halfpipe_testbench::engine::EngineKind;

use crate::arguments::eval::Arguments;
use crate::error::Error;
use crate::operand_lines::answer_given_or_lines;

/// Evaluates instructions in the parts of a core, or in the model, and prints the result ports and the flags.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let spec = arguments
        .zfh
        .spec(arguments.latency.map(Latencies::Cycles), None, Multiplier::Rows)?;
    let mut evaluator: Box<dyn RegisterEvaluator> = match arguments.engine.kind(EngineKind::Simulator)? {
        EngineKind::Simulator => Box::new(SimulatedCore::new(&spec).map_err(Error::usage)?),
        EngineKind::Reference => Box::new(CoreModel::new(&spec)),
        other => {
            return Err(Error::usage(format!(
                "--engine {other} does not run zfh; write --engine simulator or --engine reference, or generate it and \
                 simulate the file"
            )))
        }
    };
    let with_values = arguments.decimal.is_wanted();
    answer_given_or_lines(&RegisterReader::new(&spec), &arguments.operands, |lines| {
        let mut text = Vec::new();
        for line in lines {
            append_result(&mut text, &spec, line, evaluator.as_mut(), with_values)?;
        }
        output.write_all(&text)?;
        output.flush()?;
        Ok(())
    })
}

/// Appends the result port and the flags of an instruction.
fn append_result(
    text: &mut Vec<u8>,
    spec: &ZfhSpec,
    line: &RegisterLine,
    evaluator: &mut dyn RegisterEvaluator,
    with_values: bool,
) -> Result<(), Error> {
    let RegisterLine { instruction, registers } = line;
    let (result, flags) = evaluator
        .evaluate(*instruction, registers)
        .ok_or_else(|| Error::failure(format!("{instruction} shows no result in time")))?;
    append_words(text, [(result, spec.width()), (flags, Operand::FLAGS.width())]);
    if with_values {
        let function = (*instruction).into();
        let bits = instruction.signature().results()[0].element_type.bits();
        append_values(
            text,
            Some(&function),
            &[result & (u64::MAX >> (u64::BITS - bits)), flags],
        );
    }
    text.push(b'\n');
    Ok(())
}
