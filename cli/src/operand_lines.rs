//! The operands of an input: a vector a line.

use std::io::Read;

use halfpipe_testbench::Vector;

use crate::error::Error;
use crate::lines::{LineError, Lines, LONGEST_LINE};
use crate::operands::OperandReader;

/// Hands the operands of every line to `answer`, as many at a time as have arrived, up to the first line that is wrong.
///
/// A slow input is so answered line by line. A blank line has no operands. The operands before a line that is wrong are
/// answered before it is complained of.
pub fn answer_lines(
    reader: &OperandReader,
    input: impl Read,
    mut answer: impl FnMut(&[Vector]) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut lines = Lines::new(input);
    let mut vectors = Vec::new();
    let mut number = 0;
    loop {
        let block = match lines.next_block() {
            Ok(Some(block)) => block,
            Ok(None) => return Ok(()),
            Err(LineError::TooLong) => return Err(too_long(number + 1)),
            Err(LineError::Input(error)) => return Err(Error::failure(format!("cannot read standard input: {error}"))),
        };
        vectors.clear();
        let read = read_block(reader, block, &mut number, &mut vectors);
        answer(&vectors)?;
        read?;
    }
}

/// Appends the operands of the lines, and counts the lines on.
fn read_block(reader: &OperandReader, block: &[u8], number: &mut u64, vectors: &mut Vec<Vector>) -> Result<(), Error> {
    for line in block.split_inclusive(|byte| *byte == b'\n') {
        *number += 1;
        if line.len() > LONGEST_LINE {
            return Err(too_long(*number));
        }
        let vector = reader
            .read_line(line)
            .map_err(|error| Error::usage(format!("line {number}: {error}")))?;
        vectors.extend(vector);
    }
    Ok(())
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
    use halfpipe_testbench::vector;

    use super::*;

    #[test]
    fn what_comes_before_a_wrong_line_is_answered() {
        let reader = OperandReader::new(&Interface::of_unit(
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
