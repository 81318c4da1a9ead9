//! What goes over the line: one request, then one answer.
//!
//! A request is a framing byte, the number of the instruction, the operands and a check byte. An answer is a framing byte,
//! the status, the result and a check byte; where something was wrong with the request there is no result. Numbers have their lowest byte first. The check byte is a CRC over all bytes before it.

use std::fmt;

use halfpipe_isa::Instruction;

/// The first byte of a request.
pub const REQUEST: u8 = 0x48;

/// The first byte of an answer.
pub const ANSWER: u8 = 0x68;

/// After a request that is wrong, the board waits until the line has been idle for so many bits, and then answers.
pub const IDLE_BITS: u8 = 200;

/// How long the parts of requests and answers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// All operands, in bytes.
    pub operands: usize,
    /// The result, in bytes.
    pub result: usize,
}

impl Sizes {
    /// Those of an instruction.
    pub fn of(instruction: Instruction) -> Self {
        let bits: u32 = instruction.operands().iter().map(|operand| operand.width()).sum();
        Self {
            operands: bits as usize / 8,
            result: instruction.result_width() as usize / 8,
        }
    }

    /// A whole answer with this status, in bytes.
    pub fn answer(self, status: u8) -> usize {
        match status == Status::Done.number() {
            true => self.result + 3,
            false => 3,
        }
    }
}

/// The number of an instruction in requests: its place in the instruction table, from 0.
pub fn number(instruction: Instruction) -> u8 {
    let place = Instruction::all().iter().position(|other| *other == instruction);
    let number = place.and_then(|place| u8::try_from(place).ok());
    number.expect("the table has every instruction, and no more than 256")
}

/// What an answer says of its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// The result is there.
    Done,
    /// A byte without a stop bit.
    BrokenByte,
    /// The check byte is not that of the bytes before it.
    WrongCheck,
    /// The first byte is not [`REQUEST`].
    UnknownByte,
    /// The line went idle in the middle of a request.
    Incomplete,
    /// Something came while another request was being answered.
    Overrun,
    /// The board has another instruction.
    OtherInstruction,
}

impl Status {
    /// Every status, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::Done,
        Self::BrokenByte,
        Self::WrongCheck,
        Self::UnknownByte,
        Self::Incomplete,
        Self::Overrun,
        Self::OtherInstruction,
    ];

    /// Its number on the line.
    pub fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Done => "the result is there",
            Self::BrokenByte => "a byte had no stop bit",
            Self::WrongCheck => "the check byte was wrong",
            Self::UnknownByte => "the first byte was not that of a request",
            Self::Incomplete => "the request was too short",
            Self::Overrun => "the request came before the last one was answered",
            Self::OtherInstruction => "it has another instruction in it",
        })
    }
}

/// Why bytes are no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Not as many bytes as an answer has.
    #[error("an answer has {expected} bytes, not {found}")]
    Length {
        /// How many it should have.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The first byte is another.
    #[error("an answer begins with {ANSWER:#04x}, not {found:#04x}")]
    Framing {
        /// The byte.
        found: u8,
    },
    /// The check byte does not match.
    #[error("the check byte of the answer is {found:#04x} where its bytes ask for {expected:#04x}")]
    Check {
        /// What it should be.
        expected: u8,
        /// What it is.
        found: u8,
    },
    /// The status has no meaning.
    #[error("the answer has the status {found}; known are 0 to {}", Status::ALL.len() - 1)]
    Status {
        /// The status.
        found: u8,
    },
}

/// The check byte of some bytes: the remainder of the polynomial x⁸ + x² + x + 1, highest bit first, from 0.
pub fn check_byte(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |check, byte| {
        (0..8).fold(check ^ byte, |value: u8, _| {
            let feedback = if value & 0x80 == 0 { 0 } else { 0x07 };
            (value << 1) ^ feedback
        })
    })
}

/// The request for the result of `operands`, which are in the instruction's order.
pub fn request(instruction: Instruction, operands: &[u32]) -> Vec<u8> {
    let mut bytes = vec![REQUEST, number(instruction)];
    for (operand, value) in instruction.operands().iter().zip(operands) {
        bytes.extend(&value.to_le_bytes()[..operand.width() as usize / 8]);
    }
    bytes.push(check_byte(&bytes));
    bytes
}

/// Reads an answer: the result, or what was wrong with the request.
///
/// # Errors
///
/// [`AnswerError`] when the bytes are no answer.
pub fn read_answer(instruction: Instruction, bytes: &[u8]) -> Result<Result<u32, Status>, AnswerError> {
    let status = bytes.get(1).copied().unwrap_or_default();
    let expected = Sizes::of(instruction).answer(status);
    let (&[framing, _, ref result @ .., found], true) = (bytes, bytes.len() == expected) else {
        let found = bytes.len();
        return Err(AnswerError::Length { expected, found });
    };
    if framing != ANSWER {
        return Err(AnswerError::Framing { found: framing });
    }
    let expected = check_byte(&bytes[..bytes.len() - 1]);
    if found != expected {
        return Err(AnswerError::Check { expected, found });
    }
    match Status::ALL.get(usize::from(status)) {
        None => Err(AnswerError::Status { found: status }),
        Some(Status::Done) => Ok(Ok(result
            .iter()
            .rev()
            .fold(0, |value, byte| (value << 8) | u32::from(*byte)))),
        Some(reason) => Ok(Err(*reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_byte_is_the_known_one() {
        // The check value that catalogues of CRCs give for CRC-8/SMBUS.
        assert_eq!(check_byte(b"123456789"), 0xF4);
    }

    #[test]
    fn statuses_are_numbered_in_order() {
        for (number, status) in Status::ALL.iter().enumerate() {
            assert_eq!(usize::from(status.number()), number);
        }
    }

    #[test]
    fn a_request_has_each_operand_at_its_width() {
        let add: Instruction = "add.f32.f16".parse().unwrap();
        let bytes = request(add, &[0x3C01, 0x3F80_0002]);
        assert_eq!(bytes[..8], [REQUEST, number(add), 0x01, 0x3C, 0x02, 0x00, 0x80, 0x3F]);
        assert_eq!((bytes.len(), check_byte(&bytes)), (9, 0));
    }

    #[test]
    fn an_answer_is_read_or_refused() {
        let add: Instruction = "add.rn.f16".parse().unwrap();
        let answer = |mut bytes: Vec<u8>| {
            bytes.push(check_byte(&bytes));
            read_answer(add, &bytes)
        };
        assert_eq!(answer(vec![ANSWER, 0, 0x34, 0x12]), Ok(Ok(0x1234)));
        assert_eq!(answer(vec![ANSWER, 4]), Ok(Err(Status::Incomplete)));
        assert_eq!(answer(vec![ANSWER, 7]), Err(AnswerError::Status { found: 7 }));
        assert_eq!(answer(vec![0, 0, 0, 0]), Err(AnswerError::Framing { found: 0 }));
        let (expected, found) = (5, 4);
        assert_eq!(answer(vec![ANSWER, 0, 0]), Err(AnswerError::Length { expected, found }));
        assert!(matches!(
            read_answer(add, &[ANSWER, 0, 0, 0, 0]),
            Err(AnswerError::Check { found: 0, .. })
        ));
    }
}
