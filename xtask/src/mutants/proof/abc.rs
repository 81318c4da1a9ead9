//! Proofs with ABC.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use halfpipe_testbench::engine::EngineError;
use halfpipe_tools::{Tool, ToolError};

use super::aig::{Aig, Literal};
use crate::mutants::Error;

/// An answer of ABC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The literal can never be 1.
    Never,
    /// The literal is 1 with these values of the inputs, cycle by cycle.
    When(Vec<HashMap<Literal, bool>>),
    /// No answer was found within the allowed effort.
    Unknown,
}

/// Proofs over one clock cycle: simplification and a solver in turns.
pub const COMBINATIONAL: &str = "iprove -C 20000";

/// Proofs over any number of clock cycles: equal registers are merged, then property-directed reachability runs. The
/// limit, in seconds, stops runs that would never end; a proof takes a few.
pub const SEQUENTIAL: &str = "scorr; pdr -T 300";

/// Proofs of cases that [`SEQUENTIAL`] leaves open. No register is left in them once equal ones are merged, and
/// reachability does not accept such a case.
pub const JOINED: &str = "scorr; dprove";

/// Asks whether a literal can be 1.
///
/// # Errors
///
/// [`Error`] when ABC is missing or its answer cannot be read.
pub fn ask(aig: &Aig, output: Literal, commands: &str) -> Result<Answer, Error> {
    if output == Literal::FALSE {
        return Ok(Answer::Never);
    }
    let program = Tool::Abc.find().map_err(EngineError::from)?;
    let folder = tempfile::tempdir().map_err(Error::file(&std::env::temp_dir()))?;
    let question = folder.path().join("question.aig");
    let (file, inputs) = aig.question(output);
    std::fs::write(&question, file).map_err(Error::file(&question))?;
    let script = format!("read_aiger question.aig; {commands}; print_status; write_cex -s answer.cex");
    let output = Command::new(&program)
        .args(["-s", "-q", &script])
        .current_dir(folder.path())
        .output()
        .map_err(|error| EngineError::from(ToolError::unusable(Tool::Abc, &program, &error)))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    answer(&said, &folder.path().join("answer.cex"), &inputs)
}

/// Parses ABC's output. A counterexample is a line of digits: those of the initial registers, which are known to be 0,
/// then those of the inputs, cycle by cycle.
fn answer(said: &str, values: &Path, inputs: &[Literal]) -> Result<Answer, Error> {
    let unreadable = || Error::Abc { said: said.to_owned() };
    let status = said.lines().rev().find_map(|line| line.strip_prefix("Status = "));
    let words: Vec<&str> = status.ok_or_else(unreadable)?.split_whitespace().collect();
    match words[..] {
        ["1", ..] => Ok(Answer::Never),
        ["-1", ..] => Ok(Answer::Unknown),
        ["0", ..] => {
            let mut counts = words.windows(3).filter(|window| window[..2] == ["FF", "="]);
            let registers: usize = counts
                .next()
                .and_then(|count| count[2].parse().ok())
                .ok_or_else(unreadable)?;
            let text = std::fs::read_to_string(values).map_err(Error::file(values))?;
            let digits = text.chars().take_while(|digit| digit.is_ascii_digit());
            let bits: Vec<bool> = digits.skip(registers).map(|digit| digit == '1').collect();
            let cycle = |bits: &[bool]| inputs.iter().copied().zip(bits.iter().copied()).collect();
            Ok(Answer::When(bits.chunks_exact(inputs.len()).map(cycle).collect()))
        }
        _ => Err(unreadable()),
    }
}
