//! The protocol of the serial line: one request, then one answer.
//!
//! A request is a framing byte, a sequence number, the number of the instruction, the operands and a check. An answer
//! is a framing byte, the sequence number of its request, the status, the results and a check. It has no results after
//! an error in the request. Numbers are little-endian, with as many bytes as their bits need.
//!
//! The arithmetic of PTX has numbers of its own. All other functions share one number, so the [`identity`] of the function
//! follows their results.
//!
//! The check is a CRC-32. The check of a request covers the bytes before it. The check of an answer covers the bytes
//! that the board accepted of the request, and then the answer's own. So results fit the operands from which they were
//! computed, and no others.

use std::fmt;
use std::num::NonZeroU16;

use crc32fast::Hasher;
use halfpipe_hdl::design::Function;
use halfpipe_isa::{Instruction, Operand};

/// The first byte of a request.
pub const REQUEST: u8 = 0x48;

/// The first byte of an answer.
pub const ANSWER: u8 = 0x68;

/// The length of the idle time on the line, in bits, for which the board waits after a wrong request. It answers after
/// that.
pub const IDLE_BITS: u8 = 200;

/// The number of bytes of a request before its operands, and of an answer before its results.
pub const HEADER: usize = 4;

/// The number of bytes of a check.
pub const CHECK: usize = 4;

/// The sizes of the operands and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sizes {
    /// All operands, in bytes.
    pub operands: usize,
    /// All results, in bytes.
    pub results: usize,
}

impl Sizes {
    /// Returns the sizes of a function. Its results include its [`identity`].
    pub fn from_function(function: &Function) -> Self {
        let signature = function.signature();
        let results: usize = signature.results().iter().map(size).sum();
        Self {
            operands: signature.operands().iter().map(size).sum(),
            results: results + identity(function).map_or(0, |_| IDENTITY),
        }
    }

    /// Returns the largest sizes among some functions.
    pub fn longest(functions: &[Function]) -> Self {
        let none = Self {
            operands: 0,
            results: 0,
        };
        let all = functions.iter().map(Self::from_function);
        all.fold(none, |longest, sizes| Self {
            operands: longest.operands.max(sizes.operands),
            results: longest.results.max(sizes.results),
        })
    }
}

/// Returns the number of bytes that a register's bits need.
pub fn size(register: &Operand) -> usize {
    register.width().div_ceil(8) as usize
}

/// The number of a function that is not an arithmetic instruction of PTX. A board has at most one such function.
pub const NO_INSTRUCTION: u8 = u8::MAX;

/// Returns the number of a function in requests: the index of an arithmetic instruction of PTX in the table, from 0.
pub fn number(function: &Function) -> u8 {
    let arithmetic = Instruction::arithmetic();
    let place = arithmetic
        .iter()
        .position(|other| Some(*other) == function.instruction());
    let Some(place) = place else { return NO_INSTRUCTION };
    let number = u8::try_from(place).ok().filter(|number| *number != NO_INSTRUCTION);
    number.expect("the table has no more than 255 of arithmetic")
}

/// The number of bytes of an [`identity`].
pub const IDENTITY: usize = 2;

/// Returns the bytes that tell a function from others of the number [`NO_INSTRUCTION`]: the lower half of the check of
/// its name. `None` for a function with a number of its own.
pub fn identity(function: &Function) -> Option<[u8; IDENTITY]> {
    let [low, high, ..] = check(function.to_string().as_bytes());
    (number(function) == NO_INSTRUCTION).then_some([low, high])
}

/// The status in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// The results follow.
    Done,
    /// A byte had no stop bit.
    BrokenByte,
    /// The check does not fit the bytes before it.
    WrongCheck,
    /// The first byte is not [`REQUEST`].
    UnknownByte,
    /// The line went idle in the middle of a request.
    Incomplete,
    /// A byte arrived while another request was being answered.
    Overrun,
    /// The board does not have the instruction.
    OtherInstruction,
}

impl Status {
    /// Every status, in the order of the numbers.
    pub const ALL: [Self; 7] = [
        Self::Done,
        Self::BrokenByte,
        Self::WrongCheck,
        Self::UnknownByte,
        Self::Incomplete,
        Self::Overrun,
        Self::OtherInstruction,
    ];

    /// Returns its number on the line.
    pub fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Done => "the result is there",
            Self::BrokenByte => "framing error, a byte without a stop bit",
            Self::WrongCheck => "wrong CRC-32 check",
            Self::UnknownByte => "unknown first byte",
            Self::Incomplete => "the request was too short",
            Self::Overrun => "the request came before the last one was answered",
            Self::OtherInstruction => "its bitstream does not have the instruction",
        })
    }
}

/// Returns the check of some bytes.
pub fn check(bytes: &[u8]) -> [u8; CHECK] {
    crc32fast::hash(bytes).to_le_bytes()
}

/// A request for the results of some operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    bytes: Vec<u8>,
    sequence: NonZeroU16,
    /// The size of each result, in bytes.
    results: Vec<usize>,
    /// The bytes behind the results.
    identity: Option<[u8; IDENTITY]>,
}

impl Request {
    /// Makes the request of this sequence number; the operands are in the function's order.
    pub fn new(function: &Function, sequence: NonZeroU16, operands: &[u64]) -> Self {
        let [low, high] = sequence.get().to_le_bytes();
        let mut bytes = vec![REQUEST, low, high, number(function)];
        let signature = function.signature();
        for (operand, value) in signature.operands().iter().zip(operands) {
            bytes.extend(&value.to_le_bytes()[..size(operand)]);
        }
        bytes.extend(check(&bytes));
        Self {
            bytes,
            sequence,
            results: signature.results().iter().map(size).collect(),
            identity: identity(function),
        }
    }

    /// Returns the bytes to send.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of bytes of its longest answer, the one with results.
    pub fn longest_answer(&self) -> usize {
        HEADER + self.result_bytes() + CHECK
    }

    /// Returns the number of bytes of all results and of the identity.
    fn result_bytes(&self) -> usize {
        let identity = self.identity.map_or(0, |_| IDENTITY);
        self.results.iter().sum::<usize>() + identity
    }

    /// Finds the first answer to this request among received bytes. Returns the results, or the reason why there are
    /// none.
    ///
    /// All other bytes are skipped: noise, and answers to other requests.
    pub fn find_answer(&self, received: &[u8]) -> Option<Result<Vec<u64>, Status>> {
        (0..received.len()).find_map(|start| self.read_answer(&received[start..]))
    }

    /// Reads the answer at the beginning of the bytes, if it is an answer to this request.
    fn read_answer(&self, bytes: &[u8]) -> Option<Result<Vec<u64>, Status>> {
        let &[ANSWER, low, high, status, ref rest @ ..] = bytes else {
            return None;
        };
        if u16::from_le_bytes([low, high]) != self.sequence.get() {
            return None;
        }
        let status = *Status::ALL.get(usize::from(status))?;
        let size = if status == Status::Done { self.result_bytes() } else { 0 };
        let (mut results, rest) = rest.split_at_checked(size)?;
        let found = rest.get(..CHECK)?;
        // After an error, the board accepted only a part of the request.
        let all = &self.bytes[..self.bytes.len() - CHECK];
        let shortest = if status == Status::Done { all.len() } else { 0 };
        let own = &bytes[..HEADER + size];
        let fits = (shortest..=all.len()).any(|taken| answer_check(&all[..taken], own) == found);
        fits.then(|| match status {
            Status::Done if self.identity.is_some_and(|identity| !results.ends_with(&identity)) => {
                Err(Status::OtherInstruction)
            }
            Status::Done => {
                let values = self.results.iter().map(|size| {
                    let (result, others) = results.split_at(*size);
                    results = others;
                    from_little_endian(result)
                });
                Ok(values.collect())
            }
            reason => Err(reason),
        })
    }
}

/// Writes the answer to a request. `taken` are the bytes that the board accepted of the request, without its check.
pub fn answer(taken: &[u8], sequence: u16, status: Status, results: &[u8]) -> Vec<u8> {
    let [low, high] = sequence.to_le_bytes();
    let mut bytes = vec![ANSWER, low, high, status.number()];
    bytes.extend(results);
    bytes.extend(answer_check(taken, &bytes));
    bytes
}

/// Returns the check of an answer, which continues from the bytes of the request.
fn answer_check(taken: &[u8], own: &[u8]) -> [u8; CHECK] {
    let mut hasher = Hasher::new();
    hasher.update(taken);
    hasher.update(own);
    hasher.finalize().to_le_bytes()
}

fn from_little_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |value, byte| (value << 8) | u64::from(*byte))
}

#[cfg(test)]
#[path = "../../tests/unit/board/protocol.rs"]
mod tests;
