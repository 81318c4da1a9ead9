//! Operands from an input, one vector in each line.

use std::io::{IsTerminal, Read};

use halfpipe_request::operands::{Inexact, LineReader, WordSource};

use crate::error::{print_note, Error};
use crate::lines::{LineError, Lines, LONGEST_LINE};

/// Passes the words of a command line to `answer`, or the lines of standard input if there are none.
pub fn answer_given_or_lines<R: LineReader>(
    reader: &R,
    words: &[String],
    mut answer: impl FnMut(&[R::Line]) -> Result<(), Error>,
) -> Result<(), Error> {
    if let Some(line) = reader.read_given(words)? {
        return answer(&[line]);
    }
    let input = std::io::stdin().lock();
    if std::io::stdin().is_terminal() {
        eprintln!("one vector per line, such as: {}; Ctrl-D ends", reader.example());
    }
    answer_lines(reader, input, answer)
}

/// Passes the operands of each line to `answer`, up to the first wrong line. Lines that arrive together are passed
/// together.
///
/// A slow input is therefore answered line by line. Blank lines are ignored. Operands before a wrong line are answered
/// before the error is reported. The first rounded number is reported, and the count of the others at the end.
pub fn answer_lines<R: LineReader>(
    reader: &R,
    input: impl Read,
    mut answer: impl FnMut(&[R::Line]) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut lines = Lines::new(input);
    let mut vectors = Vec::new();
    let mut place = InputPosition::default();
    loop {
        let block = match lines.next_block() {
            Ok(Some(block)) => block,
            Ok(None) => {
                print_rounded(place.rounded.saturating_sub(1));
                return Ok(());
            }
            Err(LineError::TooLong) => return Err(too_long(place.line + 1)),
            Err(LineError::Input(error)) => return Err(Error::reading("standard input", &error)),
        };
        vectors.clear();
        let read = place.read_block(reader, block, &mut vectors);
        answer(&vectors)?;
        read?;
    }
}

/// The progress through an input.
#[derive(Default)]
struct InputPosition {
    /// The number of the last line.
    line: u64,
    /// The count of rounded numbers.
    rounded: u64,
    /// The rounded numbers of the current line.
    inexact: Vec<Inexact>,
}

impl InputPosition {
    /// Appends the operands of the lines, and counts the lines.
    fn read_block<R: LineReader>(&mut self, reader: &R, block: &[u8], vectors: &mut Vec<R::Line>) -> Result<(), Error> {
        for line in block.split_inclusive(|byte| *byte == b'\n') {
            self.line += 1;
            if line.len() > LONGEST_LINE {
                return Err(too_long(self.line));
            }
            let vector = reader
                .read_line(line, WordSource::Stream, &mut self.inexact)
                .map_err(|error| Error::usage(format!("line {}: {error}", self.line)))?;
            vectors.extend(vector);
            for number in self.inexact.drain(..) {
                if self.rounded == 0 {
                    print_note(&format!("line {}: {number}", self.line));
                }
                self.rounded += 1;
            }
        }
        Ok(())
    }
}

/// Reports how many numbers besides the first were rounded.
pub fn print_rounded(others: u64) {
    match others {
        0 => {}
        1 => print_note("1 more number was rounded"),
        _ => print_note(&format!("{others} more numbers were rounded")),
    }
}

fn too_long(number: u64) -> Error {
    Error::usage(format!(
        "line {number} is too long: a line has at most {LONGEST_LINE} bytes"
    ))
}

#[cfg(test)]
mod tests {
    use halfpipe_hdl::design::Interface;
    use halfpipe_isa::Instruction;
    use halfpipe_simulation::vector;

    use super::*;
    use halfpipe_request::operands::OperandReader;

    #[test]
    fn what_comes_before_a_wrong_line_is_answered() {
        let reader = OperandReader::new(&Interface::from_function(
            "add",
            "add.rn.f16".parse::<Instruction>().unwrap(),
            0,
        ));
        let mut answered = Vec::new();
        let outcome = answer_lines(&reader, &b"1 2\n\n3 4\n5\n6 7\n"[..], |vectors| {
            answered.extend_from_slice(vectors);
            Ok(())
        });
        assert_eq!(answered, [vector([1, 2]), vector([3, 4])]);
        let message = "line 4: add.rn.f16 takes 2 operands (a, b), but 1 is given".to_owned();
        assert_eq!(outcome, Err(Error::usage(message)));
    }
}
