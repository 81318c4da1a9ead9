//! Operands as they are written: hexadecimal words.

use std::fmt;
use std::str;

use halfpipe_hdl::design::{Function, Interface, Role};
use halfpipe_isa::{Instruction, Operand};
use halfpipe_testbench::Vector;

use crate::error::Error;
use crate::request::CORE;

/// Why a word or a line is not what it should be, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandError(String);

impl fmt::Display for OperandError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// How much of a word that is no number is repeated in the message.
const SHOWN: usize = 24;

/// Reads the data inputs of a module: the operands of what it computes, or for a core an operation and its operands.
#[derive(Clone, Debug)]
pub struct OperandReader {
    interface: Interface,
    /// What is read behind the operation, for each of them.
    forms: Vec<Form>,
    /// Whether the operation comes first.
    has_operation: bool,
}

/// The operands of an operation, and where they go.
#[derive(Clone, Debug)]
struct Form {
    name: String,
    operands: Vec<Place>,
}

/// An operand: its name and width, and its position among the data inputs.
#[derive(Clone, Debug)]
struct Place {
    name: String,
    width: u32,
    position: usize,
}

impl Form {
    fn of(interface: &Interface, operation: &Function) -> Form {
        let places = interface.operand_positions(operation);
        let place = |(position, operand): (usize, &Operand)| Place {
            name: operand.name.to_string(),
            width: operand.width(),
            position,
        };
        Form {
            name: operation.name().to_owned(),
            operands: places.zip(operation.signature().operands()).map(place).collect(),
        }
    }

    /// How many operands there are, and their names.
    fn expected(&self) -> String {
        let names: Vec<&str> = self.operands.iter().map(|operand| operand.name.as_str()).collect();
        let plural = if names.len() == 1 { "" } else { "s" };
        format!("{} operand{plural} ({})", names.len(), names.join(", "))
    }

    fn wrong_count(&self, found: usize) -> OperandError {
        let given = if found == 1 { "1 is" } else { &format!("{found} are") };
        OperandError(format!("{} takes {}, but {given} given", self.name, self.expected()))
    }

    /// Reads the operands from the words behind the operation into data inputs.
    fn read<'w>(&self, mut words: impl Iterator<Item = &'w [u8]>, inputs: &mut Vector) -> Result<(), OperandError> {
        for (count, operand) in self.operands.iter().enumerate() {
            let word = words.next().ok_or_else(|| self.wrong_count(count))?;
            inputs[operand.position] = self.read_word(operand, word)?;
        }
        match words.count() {
            0 => Ok(()),
            more => Err(self.wrong_count(self.operands.len() + more)),
        }
    }

    fn read_word(&self, operand: &Place, word: &[u8]) -> Result<u64, OperandError> {
        let (name, width) = (&operand.name, operand.width);
        let Some(value) = hexadecimal_word(word) else {
            return Err(OperandError(format!(
                "operand {name} of {} is `{}`, which is not a hexadecimal number; write its {width} bits like {}",
                self.name,
                shown(word),
                hexadecimal(1, width),
            )));
        };
        let most = u64::MAX >> (u64::BITS - width);
        match u64::try_from(value).ok().filter(|value| *value <= most) {
            Some(value) => Ok(value),
            None => Err(OperandError(format!(
                "operand {name} of {} is `{}`, but it has {width} bits: at most {}",
                self.name,
                shown(word),
                hexadecimal(most, width),
            ))),
        }
    }
}

impl OperandReader {
    /// A reader for the vectors of a module.
    pub fn new(interface: &Interface) -> OperandReader {
        let operations = interface.operations().iter();
        OperandReader {
            forms: operations.map(|operation| Form::of(interface, operation)).collect(),
            has_operation: interface.is_core(),
            interface: interface.clone(),
        }
    }

    /// The data inputs of a line: words with blanks or commas between them, with or without `0x`. A line without words
    /// has none.
    pub fn read_line(&self, line: &[u8]) -> Result<Option<Vector>, OperandError> {
        let words = line.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty());
        let mut words = words.peekable();
        let Some(first) = words.peek().copied() else {
            return Ok(None);
        };
        let mut inputs = Vector::zeros(self.interface.inputs().count());
        let form = match self.has_operation {
            true => {
                words.next();
                let op = self.read_operation(first)?;
                let position = self.interface.input_position(Role::Op).unwrap_or_default();
                inputs[position] = op as u64;
                match self.forms.get(op) {
                    Some(form) => form,
                    // An operation that the core does not have has no operands.
                    None => {
                        return match words.count() {
                            0 => Ok(Some(inputs)),
                            _ => Err(OperandError(format!(
                                "op {op:x} is none of {CORE}, and takes no operands"
                            ))),
                        }
                    }
                }
            }
            false => &self.forms[0],
        };
        form.read(words, &mut inputs)?;
        Ok(Some(inputs))
    }

    /// The number of an operation, which is written as a mnemonic or as the number itself.
    fn read_operation(&self, word: &[u8]) -> Result<usize, OperandError> {
        let most = self.interface.port(Role::Op).map_or(0, |port| port.ones());
        if let Some(op) = hexadecimal_word(word) {
            return match u64::try_from(op).ok().filter(|op| *op <= most) {
                Some(op) => Ok(op as usize),
                None => Err(OperandError(format!(
                    "the op of {CORE} is `{}`, but it is at most {most:#x}",
                    shown(word)
                ))),
            };
        }
        let text = str::from_utf8(word).unwrap_or_default();
        let instruction: Instruction = text
            .parse()
            .map_err(|error| OperandError(format!("the operation of {CORE} is `{}`: {error}", shown(word))))?;
        let found = self.interface.instructions().position(|known| known == instruction);
        found.ok_or_else(|| {
            OperandError(format!(
                "this core does not have {instruction}; explain {CORE} lists what it has"
            ))
        })
    }

    /// The data inputs on a command line; none where they are left out.
    pub fn read_given(&self, words: &[String]) -> Result<Option<Vector>, Error> {
        if words.is_empty() {
            return Ok(None);
        }
        if let Some(index) = words.iter().position(|word| word.trim().is_empty()) {
            return Err(Error::usage(format!(
                "word {} behind {} is empty; it takes {}, hexadecimal",
                index + 1,
                self.interface.mnemonic(),
                self.expected()
            )));
        }
        let read = self.read_line(words.join(" ").as_bytes()).map_err(Error::usage)?;
        match read {
            Some(inputs) => Ok(Some(inputs)),
            None => Err(Error::usage(self.forms[0].wrong_count(0))),
        }
    }

    /// What a vector is.
    fn expected(&self) -> String {
        match self.has_operation {
            true => "an operation and its operands".to_owned(),
            false => self.forms[0].expected(),
        }
    }

    /// A line of input.
    pub fn example(&self) -> String {
        let form = &self.forms[0];
        let operation = self.has_operation.then(|| form.name.clone());
        let operands = form
            .operands
            .iter()
            .map(|operand| "0".repeat(operand.width.div_ceil(4) as usize));
        operation.into_iter().chain(operands).collect::<Vec<_>>().join(" ")
    }
}

/// The results among the data outputs: the position of each, and its width in bits.
pub fn results(interface: &Interface) -> Vec<(usize, u32)> {
    let outputs = interface.outputs().enumerate();
    let results = outputs.filter(|(_, port)| matches!(port.role, Role::Result(_)));
    results.map(|(position, port)| (position, port.width)).collect()
}

/// The value of a hexadecimal word, with or without `0x`; what exceeds 128 bits is the largest value.
fn hexadecimal_word(word: &[u8]) -> Option<u128> {
    let digits = word
        .strip_prefix(b"0x")
        .or_else(|| word.strip_prefix(b"0X"))
        .unwrap_or(word);
    if digits.is_empty() {
        return None;
    }
    let mut value: u128 = 0;
    for digit in digits {
        let digit = char::from(*digit).to_digit(16)?;
        value = value
            .checked_mul(16)
            .map_or(u128::MAX, |value| value | u128::from(digit));
    }
    Some(value)
}

fn is_blank(byte: u8) -> bool {
    byte == b',' || byte.is_ascii_whitespace()
}

/// A word for a message: short and printable, whatever was given.
fn shown(word: &[u8]) -> String {
    let mut text: String = word[..word.len().min(SHOWN)].escape_ascii().to_string();
    if word.len() > SHOWN {
        text.push('…');
    }
    text
}

/// A value of `width` bits as the commands print it, such as `0x3c00`.
pub fn hexadecimal(value: u64, width: u32) -> String {
    format!("0x{value:0digits$x}", digits = width.div_ceil(4) as usize)
}

/// Appends a line of values, each `0x` and all digits of its width in bits, with a blank between two.
pub fn append_line(text: &mut Vec<u8>, values: impl IntoIterator<Item = (u64, u32)>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for (number, (value, width)) in values.into_iter().enumerate() {
        text.extend_from_slice(if number == 0 { b"0x" } else { b" 0x" });
        text.extend(
            (0..width.div_ceil(4))
                .rev()
                .map(|digit| DIGITS[(value >> (4 * digit)) as usize & 15]),
        );
    }
    text.push(b'\n');
}

#[cfg(test)]
mod tests {
    use halfpipe_isa::{Content, Signature};
    use halfpipe_testbench::vector;

    use super::*;

    fn read(mnemonic: &str, line: &str) -> Result<Option<Vector>, String> {
        let instruction: Instruction = mnemonic.parse().unwrap();
        let reader = OperandReader::new(&Interface::of_unit("module", instruction, 0));
        reader.read_line(line.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn words_are_hexadecimal_with_or_without_a_prefix() {
        let expected = Ok(Some(vector([0x3C00, 0x1, 0xFFFF])));
        for line in ["3c00 1 ffff", "0x3C00, 0X1,0xffff", "\t3C00  0001\t0000000000ffff\r"] {
            assert_eq!(read("fma.rn.f16", line), expected, "{line:?}");
        }
        assert_eq!(read("neg.f16x2", "ffffffff"), Ok(Some(vector([0xFFFF_FFFF]))));
        assert_eq!(read("neg.f16x2", " , \t"), Ok(None));
    }

    #[test]
    fn mixed_precision_operands_have_their_own_widths() {
        assert_eq!(
            read("add.f32.f16", "3c00 3f800000"),
            Ok(Some(vector([0x3C00, 0x3F80_0000])))
        );
        assert!(read("add.f32.f16", "13c00 3f800000").unwrap_err().contains("operand a"));
    }

    #[test]
    fn no_set_bit_is_lost() {
        for word in [
            "10000",
            "100000000",
            "10000000000000000",
            "100000000000000000000000000000000000",
        ] {
            assert!(read("neg.f16", word).unwrap_err().contains("at most 0xffff"), "{word}");
        }
    }

    #[test]
    fn values_are_printed_at_their_full_width() {
        let mut text = Vec::new();
        for line in [vec![(0x1, 16)], vec![(0xABCD, 16)], vec![(0x1, 1), (0xDEADBEEF, 64)]] {
            append_line(&mut text, line);
        }
        assert_eq!(text, b"0x0001\n0xabcd\n0x1 0x00000000deadbeef\n");
        assert_eq!(hexadecimal(0xABC, 16), "0x0abc");
    }

    #[test]
    fn operands_and_results_have_the_widths_of_the_signature() {
        let [a, b] = [
            Operand::new("a", Content::Bits(64)),
            Operand::new("b", Content::Unsigned(4)),
        ];
        let [p, d] = [
            Operand::new("p", Content::Predicate),
            Operand::new("d", Content::Signed(8)),
        ];
        let function = Function::new("find.b8.b64", Signature::new(&[a, b], &[p, d]).unwrap()).unwrap();
        let interface = Interface::of_unit("find", function, 0);
        let reader = OperandReader::new(&interface);
        let read = |line: &str| reader.read_line(line.as_bytes()).map_err(|error| error.to_string());
        assert_eq!(read("ffffffffffffffff f"), Ok(Some(vector([u64::MAX, 0xF]))));
        assert_eq!(
            read("0 10"),
            Err("operand b of find.b8.b64 is `10`, but it has 4 bits: at most 0xf".to_owned())
        );
        assert_eq!(reader.example(), "0000000000000000 0");
        assert_eq!(results(&interface), [(0, 1), (1, 8)]);
    }

    #[test]
    fn a_core_takes_an_operation_and_its_operands_at_their_ports() {
        let operations: Vec<Instruction> = ["neg.f16", "add.f32.f16"].map(|name| name.parse().unwrap()).to_vec();
        let reader = OperandReader::new(&Interface::of_core("core", operations, 0, 8));
        let read = |line: &str| reader.read_line(line.as_bytes()).map_err(|error| error.to_string());
        assert_eq!(read("neg.f16 3c00"), Ok(Some(vector([0, 0, 0x3C00, 0, 0]))));
        assert_eq!(read("0 3c00"), Ok(Some(vector([0, 0, 0x3C00, 0, 0]))));
        assert_eq!(
            read("add.f32.f16, 3c00 3f800000"),
            Ok(Some(vector([1, 0, 0x3C00, 0, 0x3F80_0000])))
        );
        assert_eq!(read(" "), Ok(None));
        let wrong = [
            ("neg.f16", "neg.f16 takes 1 operand (a), but 0 are given"),
            (
                "abs.f16 0",
                "this core does not have abs.f16; explain fpu lists what it has",
            ),
            ("2 0", "the op of fpu is `2`, but it is at most 0x1"),
        ];
        for (line, message) in wrong {
            assert_eq!(read(line), Err(message.to_owned()));
        }
        assert!(read("nag.f16 0")
            .unwrap_err()
            .starts_with("the operation of fpu is `nag.f16`: "));
    }
}
