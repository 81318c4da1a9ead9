//! The words of one operand: its bits, or a number for each lane.

use std::ops::Range;

use halfpipe_isa::{ElementType, FloatFormat, Operand, Rounding, WIDEST};
use halfpipe_model::value::in_single_precision;

use super::hexadecimal::Hexadecimal;
use super::number;
use super::shown::{hexadecimal, shown, SHOWN};
use crate::counted::counted;

/// The source of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordSource {
    /// A command line, written by people. Bits need all their digits, or `0x` in front.
    CommandLine,
    /// A stream, written by programs. Every word of hexadecimal digits is bits.
    Stream,
}

/// A number that is not representable in its operand's format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inexact {
    /// The word that was read.
    word: String,
    format: FloatFormat,
    /// The encoding of the rounded number.
    bits: u32,
}

impl std::fmt::Display for Inexact {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Inexact { word, format, bits } = self;
        write!(
            formatter,
            "{word} is not representable in {format}; using {} ({})",
            hexadecimal((*bits).into(), format.register_bits()),
            number::precise(*format, *bits),
        )
    }
}

/// The reason why a word is neither an operand nor a lane. It follows the name of the operand in the message.
pub type Refusal = String;

/// The meaning of an operand's first word.
pub enum First {
    /// The bits of the whole operand.
    Bits(u64),
    /// The bits of an operand of more than 64 bits, the lowest first.
    WideBits(Vec<u64>),
    /// The number of lane 0. One number for each other lane follows.
    Lane(u64),
}

/// Reads the first word of an operand.
pub fn read_first(
    operand: &Operand,
    word: &[u8],
    source: WordSource,
    inexact: &mut Vec<Inexact>,
) -> Result<First, Refusal> {
    match Hexadecimal::read(word) {
        Some(hexadecimal) if operand.width() > WIDEST => {
            read_wide_bits(operand, word, &hexadecimal, source).map(First::WideBits)
        }
        Some(hexadecimal) => read_bits(operand, word, &hexadecimal, source).map(First::Bits),
        None => match read_number(operand, word, inexact) {
            Some(lane) => Ok(First::Lane(lane)),
            None if operand.element_type == ElementType::Rounding && word.eq_ignore_ascii_case(DYNAMIC) => {
                Err(format!(
                "`{}`, the rounding in the register frm, which a module does not have; write {}, or its code, 0 to 4",
                shown(word),
                roundings(operand)
            ))
            }
            None => Err(format!("`{}`, which is {}", shown(word), neither(operand))),
        },
    }
}

/// Reads an operand of one lane, of at most 64 bits, from a command line.
pub fn read_single(operand: &Operand, word: &str, inexact: &mut Vec<Inexact>) -> Result<u64, Refusal> {
    match read_first(operand, word.as_bytes(), WordSource::CommandLine, inexact)? {
        First::Bits(bits) | First::Lane(bits) => Ok(bits),
        First::WideBits(words) => Ok(words[0]),
    }
}

/// Reads a lane after the first, which must also be a number.
pub fn read_lane(operand: &Operand, word: &[u8], inexact: &mut Vec<Inexact>) -> Result<u64, Refusal> {
    let may_be_bits = Hexadecimal::read(word).filter(|hexadecimal| !hexadecimal.is_zero());
    let lane = match &may_be_bits {
        None => read_number(operand, word, inexact),
        Some(_) => None,
    };
    if let (None, None, ElementType::Small(_)) = (lane, &may_be_bits, operand.element_type) {
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
    let element = match operand.element_type {
        ElementType::Number(element) => element,
        ElementType::Small(small) => return read_small(small, word),
        ElementType::Signed(bits) => return read_integer(word, -(1 << (bits - 1))..1 << (bits - 1), bits),
        ElementType::Unsigned(bits) => return read_integer(word, 0..1 << bits, bits),
        ElementType::Rounding => return read_rounding(operand, word),
        ElementType::Bits(_) | ElementType::Predicate | ElementType::Flags => return None,
    };
    let number = number::read(element, word)?;
    if !number.is_exact {
        inexact.push(Inexact {
            word: shown(word),
            format: element,
            bits: number.bits,
        });
    }
    Some(number.bits.into())
}

/// Reads the name of a rounding in any case: `rz` of PTX if the operand has its names, or `rtz` of RISC-V.
fn read_rounding(operand: &Operand, word: &[u8]) -> Option<u64> {
    let is_named = |rounding: &Rounding| {
        let names = [operand.rounding_name(*rounding), rounding.riscv_name()];
        names.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(word))
    };
    Rounding::ALL.into_iter().find(is_named).map(Rounding::code)
}

/// Reads a number that a format of at most eight bits represents exactly.
fn read_small(format: FloatFormat, word: &[u8]) -> Option<u64> {
    let number = number::read(FloatFormat::F32, word).filter(|number| number.is_exact)?;
    (0..1 << format.register_bits()).find(|bits| in_single_precision(format, *bits) == number.bits)
}

/// Reads a decimal integer with a sign, which distinguishes it from bits. Returns it in two's complement.
fn read_integer(word: &[u8], range: Range<i128>, bits: u32) -> Option<u64> {
    let text = std::str::from_utf8(word)
        .ok()
        .filter(|text| text.starts_with(['-', '+']))?;
    let integer: i128 = text.parse().ok().filter(|integer| range.contains(integer))?;
    Some(integer as u64 & (u64::MAX >> (u64::BITS - bits)))
}

/// Reads an element of a matrix: its bits, or a number. Every word of hexadecimal digits is bits.
///
/// # Errors
///
/// Returns the word and the reason why it is no element.
pub fn read_element(element: ElementType, word: &[u8], inexact: &mut Vec<Inexact>) -> Result<u32, Refusal> {
    let element = Operand::new("element", element);
    match read_first(&element, word, WordSource::Stream, inexact)? {
        First::Bits(value) | First::Lane(value) => Ok(value as u32),
        First::WideBits(_) => unreachable!("an element has at most 32 bits"),
    }
}

/// Reads the bits of a register that holds an operand, which may have fewer bits. None for a number. `boxes` says whether
/// the register has ones above a number.
pub fn read_register(
    operand: &Operand,
    width: u32,
    boxes: bool,
    word: &[u8],
    source: WordSource,
) -> Option<Result<u64, Refusal>> {
    let read = Hexadecimal::read(word)?;
    let is_number = matches!(operand.element_type, ElementType::Number(_));
    let element_type = match operand.element_type {
        ElementType::Signed(_) => ElementType::Signed(width),
        ElementType::Unsigned(_) => ElementType::Unsigned(width),
        _ => ElementType::Bits(width),
    };
    let digits = width.div_ceil(4);
    let is_clear = source == WordSource::Stream || read.has_prefix || read.digits == digits as usize || read.is_zero();
    if is_number && !is_clear {
        let number = with_point(word).map_or_else(String::new, |number| format!("{number} for the number, "));
        let (own, value) = (operand.width(), read.value as u64);
        let with_box = hexadecimal(
            (value | u64::MAX << own.min(u64::BITS - 1)) & (u64::MAX >> (u64::BITS - width)),
            width,
        );
        let is_narrow = boxes && own < width && value >> own == 0;
        let in_box = if is_narrow {
            format!("{with_box} for a half in its box, ")
        } else {
            String::new()
        };
        return Some(Err(format!(
            "`{}`, which {} of a register: write {number}{in_box}{} for the register",
            shown(word),
            count_of_digits(&read, digits),
            hexadecimal(value, width)
        )));
    }
    let register = Operand::new(operand.name, element_type);
    Some(read_bits(&register, word, &read, source))
}

fn read_bits(operand: &Operand, word: &[u8], read: &Hexadecimal, source: WordSource) -> Result<u64, Refusal> {
    let width = operand.width();
    let most = u64::MAX >> (u64::BITS - width);
    // The message suggests a number only if the word can be one.
    let suggestion = || match operand.element_type {
        _ if read.has_prefix => None,
        ElementType::Number(_) => with_point(word),
        ElementType::Signed(_) | ElementType::Unsigned(_) => with_sign(operand, word),
        _ => None,
    };
    if operand.element_type == ElementType::Rounding && read.value >= Rounding::ALL.len() as u128 {
        return Err(format!("`{}`, which is {}", shown(word), neither(operand)));
    }
    let digits = width.div_ceil(4);
    let has_all_digits = read.digits == digits as usize;
    let binary = binary(word).filter(|binary| *binary <= most && source == WordSource::CommandLine);
    if let Some(binary) = binary.filter(|_| !has_all_digits) {
        let (word, bits) = (shown(word), hexadecimal(binary, width));
        return Err(format!(
            "`{word}`, but bits are hexadecimal: write {bits} for this binary number"
        ));
    }
    let Some(value) = u64::try_from(read.value).ok().filter(|value| *value <= most) else {
        let number = suggestion().map_or_else(String::new, |number| format!("; write {number} for the number"));
        let most = hexadecimal(most, width);
        return Err(format!(
            "`{}`, but it has {}: at most {most}{number}",
            shown(word),
            counted(width, "bit")
        ));
    };
    let is_clear = match operand.element_type {
        _ if source == WordSource::Stream || read.has_prefix => true,
        // Zero has the same meaning as bits and as a number.
        ElementType::Number(_) => has_all_digits || read.is_zero(),
        // People write small integers in decimal, so that two digits do not suffice for eight bits.
        ElementType::Signed(bits) | ElementType::Unsigned(bits) => match decimal(word) {
            Some(number) => number == read.value || has_all_digits && bits > u8::BITS,
            None => has_all_digits,
        },
        ElementType::Rounding => true,
        _ => read.digits <= digits as usize || read.is_zero(),
    };
    if is_clear {
        return Ok(value);
    }
    let bits = hexadecimal(value, width);
    Err(match suggestion() {
        Some(number) => format!("`{}`: write {number} for the number, {bits} for the bits", shown(word)),
        None => format!(
            "`{}`, which {}: write {bits} for the bits",
            shown(word),
            count_of_digits(read, digits)
        ),
    })
}

/// Describes too few or too many digits.
fn count_of_digits(read: &Hexadecimal, all: u32) -> String {
    if read.digits < all as usize {
        format!("has {} of {}", read.digits, counted(all, "digit"))
    } else {
        format!("has {} in place of {all}", counted(read.digits, "digit"))
    }
}

/// Reads a binary number such as `0b101`, whose letters are hexadecimal digits, too.
fn binary(word: &[u8]) -> Option<u64> {
    let prefixes: [&[u8]; 2] = [b"0b", b"0B"];
    let digits = prefixes.iter().find_map(|prefix| word.strip_prefix(*prefix))?;
    u64::from_str_radix(std::str::from_utf8(digits).ok()?, 2).ok()
}

/// Reads the bits of an operand of more than 64 bits.
fn read_wide_bits(operand: &Operand, word: &[u8], read: &Hexadecimal, source: WordSource) -> Result<Vec<u64>, Refusal> {
    let width = operand.width();
    let number = if read.has_prefix { None } else { with_point(word) };
    let digits = read.significant_digits(word);
    let all = width.div_ceil(4) as usize;
    if digits.len() > all {
        let number = number.map_or_else(String::new, |number| format!("; write {number} for the number"));
        return Err(format!(
            "`{}`, which has {}, but it has {}: at most {}{number}",
            shown(word),
            counted(digits.len(), "digit"),
            counted(width, "bit"),
            counted(all, "digit"),
        ));
    }
    let is_clear = source == WordSource::Stream || read.has_prefix || read.digits == all || read.is_zero();
    if !is_clear {
        let bits = match word.len() {
            ..=SHOWN => format!("0x{}", shown(word)),
            _ => "0x in front of it".to_owned(),
        };
        return Err(match number {
            Some(number) => format!("`{}`: write {number} for the number, {bits} for the bits", shown(word)),
            None => format!(
                "`{}`, which {}: write {bits} for the bits",
                shown(word),
                count_of_digits(read, all as u32)
            ),
        });
    }
    let value = |digits: &[u8]| {
        let digits = digits.iter().filter_map(|digit| char::from(*digit).to_digit(16));
        digits.fold(0, |value, digit| value << 4 | u64::from(digit))
    };
    let mut words: Vec<u64> = digits.rchunks(DIGITS_OF_WORD).map(value).collect();
    words.resize(width.div_ceil(WIDEST) as usize, 0);
    Ok(words)
}

/// The number of hexadecimal digits of 64 bits.
const DIGITS_OF_WORD: usize = 16;

/// Returns an example of numbers for this many lanes. Of many it shows the first ones.
pub fn example_numbers(lanes: u32) -> String {
    const SHOWN_LANES: u32 = 4;
    match lanes {
        ..=SHOWN_LANES => vec!["1.5"; lanes as usize].join(","),
        _ => format!("{},...", vec!["1.5"; SHOWN_LANES as usize].join(",")),
    }
}

/// Reads a decimal integer without a sign.
fn decimal(word: &[u8]) -> Option<u128> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// Adds the sign that turns decimal digits into an integer. Returns `None` if the integer does not fit.
fn with_sign(operand: &Operand, word: &[u8]) -> Option<String> {
    decimal(word).filter(|_| word.len() <= SHOWN)?;
    let signed = format!("+{}", shown(word));
    read_number(operand, signed.as_bytes(), &mut Vec::new()).map(|_| signed)
}

/// Adds the decimal point that turns an integer, such as `2` or `1e5`, into a number. Returns `None` if the word is too
/// long to show.
fn with_point(word: &[u8]) -> Option<String> {
    // The check for a number is the same in every format.
    number::read(FloatFormat::F32, word).filter(|_| word.len() <= SHOWN)?;
    let text = shown(word);
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (integer, exponent) = text.split_at(digits);
    Some(format!("{integer}.0{exponent}"))
}

/// The word of RISC-V for a rounding that an instruction takes from a register.
const DYNAMIC: &[u8] = b"dyn";

/// Lists the roundings that an operand takes.
fn roundings(operand: &Operand) -> String {
    let names = Rounding::ALL.map(|rounding| operand.rounding_name(rounding));
    let [others @ .., last] = &names;
    format!("{} or {last}", others.join(", "))
}

/// Describes the permitted words of an operand.
fn neither(operand: &Operand) -> String {
    let bits = match operand.width() {
        ..=WIDEST => hexadecimal(1, operand.width()),
        _ => "0x1".to_owned(),
    };
    let width = counted(operand.width(), "bit");
    match (operand.element_type, operand.lanes) {
        (ElementType::Rounding, _) => {
            format!("no rounding; write {}, or its code, 0 to 4", roundings(operand))
        }
        (ElementType::Bits(_) | ElementType::Predicate | ElementType::Flags, _) => {
            format!("not a hexadecimal number; write its {width} like {bits}")
        }
        (ElementType::Signed(_) | ElementType::Unsigned(_), _) => {
            format!("neither a decimal integer with its sign that fits, such as +2, nor {width} such as {bits}")
        }
        (ElementType::Small(small), lanes) => {
            let numbers = example_numbers(lanes);
            format!("neither a number of {small} for each lane such as {numbers} nor {width} such as {bits}")
        }
        (ElementType::Number(_), 1) => {
            format!("neither a number such as 1.5, -2 or inf nor {width} such as {bits}")
        }
        (ElementType::Number(_), lanes) => {
            let numbers = example_numbers(lanes);
            format!("neither a number for each lane such as {numbers} nor {width} such as {bits}")
        }
    }
}
