//! Operands as they are written: hexadecimal words.

use halfpipe_isa::Instruction;
use halfpipe_testbench::Vector;

use crate::error::Error;

/// Why a word or a line is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OperandError {
    /// Not as many words as the instruction has operands.
    Count {
        /// How many there are.
        found: usize,
    },
    /// A word of the command line is empty or blank.
    Empty {
        /// Its place among the operands, from 1.
        place: usize,
    },
    /// Not a hexadecimal number.
    NotHexadecimal {
        /// The position of the operand.
        position: usize,
        /// The word.
        word: String,
    },
    /// A bit is set above the operand's width.
    TooWide {
        /// The position of the operand.
        position: usize,
        /// The word.
        word: String,
    },
}

/// How much of a word that is no number is repeated in the message.
const SHOWN: usize = 24;

/// Reads the operands of one instruction.
#[derive(Clone, Debug)]
pub struct OperandReader {
    instruction: Instruction,
    names: Vec<char>,
    widths: Vec<u32>,
}

impl OperandReader {
    /// A reader for the operands of `instruction`.
    pub fn new(instruction: Instruction) -> OperandReader {
        let operands = instruction.operands();
        OperandReader {
            instruction,
            names: operands.iter().map(|operand| operand.name).collect(),
            widths: operands.iter().map(|operand| operand.width()).collect(),
        }
    }

    /// The operands of a line: words with blanks or commas between them, with or without `0x`. A line without words
    /// has no operands.
    pub fn read_line(&self, line: &[u8]) -> Result<Option<Vector>, OperandError> {
        let mut words = line.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty());
        let mut vector = [0; 3];
        for (position, operand) in vector.iter_mut().take(self.widths.len()).enumerate() {
            match words.next() {
                Some(word) => *operand = self.read_word(position, word)?,
                None if position == 0 => return Ok(None),
                None => return Err(OperandError::Count { found: position }),
            }
        }
        match words.count() {
            0 => Ok(Some(vector)),
            more => Err(OperandError::Count {
                found: self.widths.len() + more,
            }),
        }
    }

    /// The operands on a command line; none where they are left out.
    pub fn read_given(&self, words: &[String]) -> Result<Option<Vector>, Error> {
        if words.is_empty() {
            return Ok(None);
        }
        let vector = match words.iter().position(|word| word.trim().is_empty()) {
            Some(index) => Err(OperandError::Empty { place: index + 1 }),
            None => self.read_line(words.join(" ").as_bytes()),
        };
        let vector = vector.and_then(|vector| vector.ok_or(OperandError::Count { found: 0 }));
        vector.map(Some).map_err(|error| Error::usage(self.message(&error)))
    }

    fn read_word(&self, position: usize, word: &[u8]) -> Result<u32, OperandError> {
        let digits = word
            .strip_prefix(b"0x")
            .or_else(|| word.strip_prefix(b"0X"))
            .unwrap_or(word);
        let shown = || shown(word);
        if digits.is_empty() {
            return Err(OperandError::NotHexadecimal {
                position,
                word: shown(),
            });
        }
        let mut value: u64 = 0;
        for digit in digits {
            match char::from(*digit).to_digit(16) {
                // What is too wide stays so: a set bit is never shifted out.
                Some(digit) => value = (value & TOO_WIDE) | (value << 4) | u64::from(digit),
                None => {
                    return Err(OperandError::NotHexadecimal {
                        position,
                        word: shown(),
                    })
                }
            }
        }
        match u32::try_from(value) {
            Ok(value) if u64::from(value) >> self.widths[position] == 0 => Ok(value),
            _ => Err(OperandError::TooWide {
                position,
                word: shown(),
            }),
        }
    }

    /// The message of an error: what is wrong and what is allowed.
    pub fn message(&self, error: &OperandError) -> String {
        let instruction = self.instruction;
        match error {
            OperandError::Count { found } => {
                let given = if *found == 1 { "1 is" } else { &format!("{found} are") };
                format!("{instruction} takes {}, but {given} given", self.expected())
            }
            OperandError::Empty { place } => format!(
                "word {place} behind {instruction} is empty; it takes {}, hexadecimal",
                self.expected()
            ),
            OperandError::NotHexadecimal { position, word } => format!(
                "operand {} of {instruction} is `{word}`, which is not a hexadecimal number; write its {} bits like {}",
                self.names[*position],
                self.widths[*position],
                hexadecimal(1, self.widths[*position]),
            ),
            OperandError::TooWide { position, word } => format!(
                "operand {} of {instruction} is `{word}`, but it has {} bits: at most {}",
                self.names[*position],
                self.widths[*position],
                hexadecimal(u32::MAX >> (32 - self.widths[*position]), self.widths[*position]),
            ),
        }
    }

    /// How many operands there are, and their names.
    fn expected(&self) -> String {
        let names: Vec<String> = self.names.iter().map(char::to_string).collect();
        let plural = if names.len() == 1 { "" } else { "s" };
        format!("{} operand{plural} ({})", names.len(), names.join(", "))
    }
}

/// Bits above 32, which no operand has.
const TOO_WIDE: u64 = !0 << 32;

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
pub fn hexadecimal(value: u32, width: u32) -> String {
    format!("0x{value:0digits$x}", digits = width as usize / 4)
}

/// Appends lines of `0x` and one value of `width` bits each.
pub fn append_lines(text: &mut Vec<u8>, values: &[u32], width: u32) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for value in values {
        text.extend_from_slice(b"0x");
        text.extend(
            (0..width / 4)
                .rev()
                .map(|digit| DIGITS[(value >> (4 * digit)) as usize & 15]),
        );
        text.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mnemonic: &str, line: &str) -> Result<Option<Vector>, String> {
        let reader = OperandReader::new(mnemonic.parse().unwrap());
        reader
            .read_line(line.as_bytes())
            .map_err(|error| reader.message(&error))
    }

    #[test]
    fn words_are_hexadecimal_with_or_without_a_prefix() {
        let expected = Ok(Some([0x3C00, 0x1, 0xFFFF]));
        for line in ["3c00 1 ffff", "0x3C00, 0X1,0xffff", "\t3C00  0001\t0000000000ffff\r"] {
            assert_eq!(read("fma.rn.f16", line), expected, "{line:?}");
        }
        assert_eq!(read("neg.f16x2", "ffffffff"), Ok(Some([0xFFFF_FFFF, 0, 0])));
        assert_eq!(read("neg.f16x2", " , \t"), Ok(None));
    }

    #[test]
    fn mixed_precision_operands_have_their_own_widths() {
        assert_eq!(read("add.f32.f16", "3c00 3f800000"), Ok(Some([0x3C00, 0x3F80_0000, 0])));
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
        append_lines(&mut text, &[0x1, 0xABCD], 16);
        append_lines(&mut text, &[0xDEADBEEF], 32);
        assert_eq!(text, b"0x0001\n0xabcd\n0xdeadbeef\n");
        assert_eq!(hexadecimal(0xABC, 16), "0x0abc");
    }
}
