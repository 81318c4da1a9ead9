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
mod tests {
    use halfpipe_isa::{ElementType, Signature};

    use super::*;

    const SEQUENCE: NonZeroU16 = NonZeroU16::new(0x1234).unwrap();

    fn function(mnemonic: &str) -> Function {
        mnemonic.parse::<Instruction>().unwrap().into()
    }

    fn adder() -> Request {
        Request::new(&function("add.rn.f16"), SEQUENCE, &[0x3C00, 0x4000])
    }

    /// Returns the bytes of the request that its check covers.
    fn covered(request: &Request) -> &[u8] {
        &request.bytes[..request.bytes.len() - CHECK]
    }

    #[test]
    fn the_check_is_the_known_one() {
        // The check value of CRC-32/ISO-HDLC in catalogues of CRCs.
        assert_eq!(check(b"123456789"), 0xCBF4_3926_u32.to_le_bytes());
    }

    #[test]
    fn statuses_are_numbered_in_order() {
        for (number, status) in Status::ALL.iter().enumerate() {
            assert_eq!(usize::from(status.number()), number);
        }
    }

    #[test]
    fn a_request_has_each_operand_at_its_width() {
        let add = function("add.f32.f16");
        let request = Request::new(&add, SEQUENCE, &[0x3C01, 0x3F80_0002]);
        let expected = [REQUEST, 0x34, 0x12, number(&add), 0x01, 0x3C, 0x02, 0x00, 0x80, 0x3F];
        assert_eq!(covered(&request), expected);
        assert_eq!(request.bytes[expected.len()..], check(&expected));
    }

    #[test]
    fn registers_of_any_width_take_the_bytes_that_they_touch() {
        let operand = |name, width| Operand::new(name, ElementType::Bits(width));
        let operands = [operand("a", 64), operand("b", 3), operand("c", 9)];
        let signature = Signature::new(&operands, &[operand("p", 1), operand("d", 33)]).unwrap();
        let function = Function::new("odd.b64", signature).unwrap();
        let request = Request::new(&function, SEQUENCE, &[0x0807_0605_0403_0201, 5, 0x1FE]);
        let expected = [REQUEST, 0x34, 0x12, NO_INSTRUCTION, 1, 2, 3, 4, 5, 6, 7, 8, 5, 0xFE, 1];
        assert_eq!(covered(&request), expected);
        // The function's identity follows the results.
        let identity = identity(&function).unwrap();
        let results = [&[1, 0xF1, 0xF2, 0xF3, 0xF4, 1], &identity[..]].concat();
        let done = answer(&expected, 0x1234, Status::Done, &results);
        assert_eq!(done.len(), request.longest_answer());
        assert_eq!(request.find_answer(&done), Some(Ok(vec![1, 0x1_F4F3_F2F1])));
    }

    #[test]
    fn an_answer_with_the_identity_of_another_function_is_refused() {
        let [div, mul] = ["div.rn.f16", "mul.rz.f16"].map(function);
        let request = Request::new(&div, SEQUENCE, &[0x4200, 0x4000]);
        let result = |function: &Function| [&[0x00, 0x3E], &identity(function).unwrap()[..]].concat();
        let done = |results: &[u8]| answer(covered(&request), 0x1234, Status::Done, results);
        assert_eq!(request.find_answer(&done(&result(&div))), Some(Ok(vec![0x3E00])));
        assert_eq!(
            request.find_answer(&done(&result(&mul))),
            Some(Err(Status::OtherInstruction))
        );
    }

    #[test]
    fn an_answer_is_found_among_noise() {
        let request = adder();
        let done = answer(covered(&request), 0x1234, Status::Done, &[0x00, 0x42]);
        assert_eq!(done.len(), HEADER + 2 + CHECK);
        assert_eq!(request.find_answer(&done), Some(Ok(vec![0x4200])));
        // Bytes that could begin an answer come before it, and noise after it.
        let noise = [&[ANSWER, ANSWER, 0x34, 0x12, 0][..], &done, &[ANSWER, 7]].concat();
        assert_eq!(request.find_answer(&noise), Some(Ok(vec![0x4200])));
        for end in 0..done.len() {
            assert_eq!(request.find_answer(&done[..end]), None, "{end} bytes");
        }
    }

    #[test]
    fn no_wrong_bit_is_let_through() {
        let request = adder();
        let done = answer(covered(&request), 0x1234, Status::Done, &[0x00, 0x42]);
        for bit in 0..8 * done.len() {
            let mut garbled = done.clone();
            garbled[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(request.find_answer(&garbled), None, "bit {bit}");
        }
    }

    #[test]
    fn an_answer_fits_its_own_request_only() {
        let request = adder();
        let add = function("add.rn.f16");
        let (next, one) = (NonZeroU16::new(0x1235).unwrap(), &[0x3C00, 0x4001]);
        let others = [
            Request::new(&add, next, &[0x3C00, 0x4000]),
            // The same sequence number occurs again after many requests, or in another run.
            Request::new(&add, SEQUENCE, one),
            Request::new(&function("sub.rn.f16"), SEQUENCE, &[0x3C00, 0x4000]),
        ];
        for other in others {
            let foreign = answer(covered(&other), other.sequence.get(), Status::Done, &[0x00, 0x42]);
            assert_eq!(request.find_answer(&foreign), None, "{other:?}");
            let foreign = answer(covered(&other), other.sequence.get(), Status::Overrun, &[]);
            assert_eq!(request.find_answer(&foreign), None, "{other:?}");
        }
    }

    #[test]
    fn a_refusal_fits_wherever_the_request_broke_off() {
        let request = adder();
        for taken in 0..=covered(&request).len() {
            let refusal = answer(&covered(&request)[..taken], 0x1234, Status::Incomplete, &[]);
            assert_eq!(request.find_answer(&refusal), Some(Err(Status::Incomplete)), "{taken}");
        }
        // The board has no such status.
        let mut unknown = vec![ANSWER, 0x34, 0x12, 7];
        unknown.extend(answer_check(covered(&request), &unknown));
        assert_eq!(request.find_answer(&unknown), None);
    }
}
