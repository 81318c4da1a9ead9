//! The words of one operand: its bits, or a number for each of its lanes.

use std::ops::Range;

use halfpipe_isa::{Content, Element, Operand, Small};
use halfpipe_model::value::{in_single_precision, Format};

use super::{hexadecimal, number, shown, SHOWN};

/// Where words stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// On a command line, which people write: bits have all their digits or `0x` in front.
    CommandLine,
    /// In a stream, which programs write: every word of hexadecimal digits is bits.
    Stream,
}

/// A number that its operand's format does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inexact {
    /// What was written.
    word: String,
    format: Element,
    /// What it was rounded to.
    bits: u32,
}

impl std::fmt::Display for Inexact {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Inexact { word, format, bits } = self;
        write!(
            formatter,
            "{word} is not a number of {format}: it is rounded to {}, {}",
            hexadecimal((*bits).into(), format.bits()),
            number::precise(Format::from(*format), *bits),
        )
    }
}

/// Why a word is not an operand, or not a lane of one; said behind the name of the operand.
pub type Refusal = String;

/// What the first word of an operand is.
pub enum First {
    /// All of the operand.
    Bits(u64),
    /// Its lane 0. The others follow, a number each.
    Lane(u64),
}

/// Reads the first word of an operand.
pub fn read_first(
    operand: &Operand,
    word: &[u8],
    source: Source,
    inexact: &mut Vec<Inexact>,
) -> Result<First, Refusal> {
    match Hexadecimal::read(word) {
        Some(hexadecimal) => read_bits(operand, word, &hexadecimal, source).map(First::Bits),
        None => match read_number(operand, word, inexact) {
            Some(lane) => Ok(First::Lane(lane)),
            None => Err(format!("`{}`, which is {}", shown(word), neither(operand))),
        },
    }
}

/// Reads a lane beyond the first, which is a number as that was.
pub fn read_lane(operand: &Operand, word: &[u8], inexact: &mut Vec<Inexact>) -> Result<u64, Refusal> {
    let may_be_bits = Hexadecimal::read(word).filter(|hexadecimal| !hexadecimal.is_zero());
    let lane = match &may_be_bits {
        None => read_number(operand, word, inexact),
        Some(_) => None,
    };
    if let (None, None, Content::Small(_)) = (lane, &may_be_bits, operand.content) {
        return Err(format!(
            "`{}` behind the number of lane 0, which is {}",
            shown(word),
            neither(operand)
        ));
    }
    lane.ok_or_else(|| {
        format!(
            "`{}` behind the number of lane 0, where it takes another number{}",
            shown(word),
            with_point(word).map_or_else(String::new, |number| format!(": {number}"))
        )
    })
}

fn read_number(operand: &Operand, word: &[u8], inexact: &mut Vec<Inexact>) -> Option<u64> {
    let element = match operand.content {
        Content::Number(element) => element,
        Content::Small(small) => return read_small(small, word),
        Content::Signed(bits) => return read_integer(word, -(1 << (bits - 1))..1 << (bits - 1), bits),
        Content::Unsigned(bits) => return read_integer(word, 0..1 << bits, bits),
        Content::Bits(_) | Content::Predicate | Content::Flags => return None,
    };
    let number = number::read(Format::from(element), word)?;
    if !number.is_exact {
        inexact.push(Inexact {
            word: shown(word),
            format: element,
            bits: number.bits,
        });
    }
    Some(number.bits.into())
}

/// A number that a format of eight bits or fewer has.
fn read_small(small: Small, word: &[u8]) -> Option<u64> {
    let number = number::read(Format::F32, word).filter(|number| number.is_exact)?;
    (0..1 << small.bits()).find(|bits| in_single_precision(small, *bits) == number.bits)
}

/// An integer in decimal with a sign, which tells it from bits, as so many bits in two's complement.
fn read_integer(word: &[u8], range: Range<i128>, bits: u32) -> Option<u64> {
    let text = std::str::from_utf8(word)
        .ok()
        .filter(|text| text.starts_with(['-', '+']))?;
    let integer: i128 = text.parse().ok().filter(|integer| range.contains(integer))?;
    Some(integer as u64 & (u64::MAX >> (u64::BITS - bits)))
}

fn read_bits(operand: &Operand, word: &[u8], read: &Hexadecimal, source: Source) -> Result<u64, Refusal> {
    let width = operand.width();
    let most = u64::MAX >> (u64::BITS - width);
    // Not said of words that can be nothing else.
    let as_number = || match operand.content.element() {
        Some(_) if !read.has_prefix => with_point(word),
        _ => None,
    };
    let Some(value) = u64::try_from(read.value).ok().filter(|value| *value <= most) else {
        let number = as_number().map_or_else(String::new, |number| format!("; write {number} for the number"));
        let most = hexadecimal(most, width);
        return Err(format!(
            "`{}`, but it has {width} bits: at most {most}{number}",
            shown(word)
        ));
    };
    let is_short = !read.has_prefix && read.digits < width.div_ceil(4) as usize;
    // Zero is the same word and number.
    if source == Source::Stream || !is_short || read.is_zero() || operand.content.element().is_none() {
        return Ok(value);
    }
    let bits = hexadecimal(value, width);
    Err(match as_number() {
        Some(number) => format!("`{}`: write {number} for the number, {bits} for the bits", shown(word)),
        None => format!(
            "`{}`, which has {} of {} digits: write {bits} for the bits",
            shown(word),
            read.digits,
            width.div_ceil(4)
        ),
    })
}

/// An integer in decimal, such as `2` or `1e5`, with the point that makes it a number. None of a word that is too long to be
/// repeated.
fn with_point(word: &[u8]) -> Option<String> {
    // Whether it is a number does not depend on the format.
    number::read(Format::F32, word).filter(|_| word.len() <= SHOWN)?;
    let text = shown(word);
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (integer, exponent) = text.split_at(digits);
    Some(format!("{integer}.0{exponent}"))
}

/// That a word is nothing that an operand may be.
fn neither(operand: &Operand) -> String {
    let bits = hexadecimal(1, operand.width());
    let width = operand.width();
    match (operand.content, operand.lanes) {
        (Content::Bits(_) | Content::Predicate | Content::Flags, _) => {
            format!("not a hexadecimal number; write its {width} bits like {bits}")
        }
        (Content::Signed(_) | Content::Unsigned(_), _) => {
            format!("neither a decimal integer with its sign that fits, such as +2, nor {width} bits such as {bits}")
        }
        (Content::Small(small), lanes) => {
            let numbers = vec!["1.5"; lanes as usize].join(",");
            format!("neither a number of {small} for each lane such as {numbers} nor {width} bits such as {bits}")
        }
        (Content::Number(_), 1) => format!("neither a number such as 1.5, -2 or inf nor {width} bits such as {bits}"),
        (Content::Number(_), lanes) => {
            let numbers = vec!["1.5"; lanes as usize].join(",");
            format!("neither a number for each lane such as {numbers} nor {width} bits such as {bits}")
        }
    }
}

/// A word of hexadecimal digits, with or without `0x`.
pub struct Hexadecimal {
    /// What exceeds 128 bits is the largest value.
    pub value: u128,
    has_prefix: bool,
    digits: usize,
}

impl Hexadecimal {
    /// None where the word is something else.
    pub fn read(word: &[u8]) -> Option<Hexadecimal> {
        let prefixes: [&[u8]; 2] = [b"0x", b"0X"];
        let behind = prefixes.iter().find_map(|prefix| word.strip_prefix(*prefix));
        let digits = behind.unwrap_or(word);
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
        Some(Hexadecimal {
            value,
            has_prefix: behind.is_some(),
            digits: digits.len(),
        })
    }

    fn is_zero(&self) -> bool {
        self.value == 0
    }
}
