//! Words of a mnemonic for any format: `f32`, `e5m6`, `e3m4x2`.

use crate::element_type::ElementType;
use crate::form::lines_of_any_format;
use crate::format::{FloatFormat, SpecialValues};
use crate::operation::Operation;
use crate::types::Type;

/// Returns the name of the format of the same widths with a NaN, and the suffix of lanes, of a format that has none.
pub(crate) fn with_special_values_of_ieee(word: &str) -> Option<(String, &str)> {
    let (format, lanes) = format_and_lanes(word)?;
    let ieee = format.with_special_values(SpecialValues::Ieee);
    (!format.has_nan()).then(|| (ieee.to_string(), &word[word.len() - lanes_suffix(lanes).len()..]))
}

/// The numbers of lanes that a type may have.
const LANES: [u32; 3] = [4, 2, 1];

/// The widest register of a type of any format, in bits.
const REGISTER_BITS: u32 = 32;

/// Returns the suffix of a number of lanes.
fn lanes_suffix(lanes: u32) -> &'static str {
    match lanes {
        4 => "x4",
        2 => "x2",
        _ => "",
    }
}

/// Returns the format and the number of lanes of a word such as `e3m4x2`.
fn format_and_lanes(word: &str) -> Option<(FloatFormat, u32)> {
    LANES.into_iter().find_map(|lanes| {
        let name = word.strip_suffix(lanes_suffix(lanes))?;
        Some((FloatFormat::from_name(name)?, lanes))
    })
}

/// Returns a word in which a format has the name of PTX if it has one: `f16` for `e5m10`.
pub(crate) fn canonical_word(word: &str) -> String {
    match format_and_lanes(word) {
        Some((format, lanes)) => format!("{format}{}", lanes_suffix(lanes)),
        None => word.to_owned(),
    }
}

/// Returns the element type and the number of lanes of a word of a type in any format.
fn element_and_lanes(word: &str) -> Option<(ElementType, u32)> {
    if let Some((format, lanes)) = format_and_lanes(word) {
        let is_number = format.has_sign && format.fraction_bits > 0;
        let fits = is_number && lanes * format.register_bits() <= REGISTER_BITS;
        return fits.then_some((ElementType::Number(format), lanes));
    }
    let bits = |digits: &str| INTEGER_WIDTHS.into_iter().find(|bits| bits.to_string() == digits);
    let integer = match word.split_at_checked(1)? {
        ("u", digits) => ElementType::Unsigned(bits(digits)?),
        ("s", digits) => ElementType::Signed(bits(digits)?),
        _ => return None,
    };
    Some((integer, 1))
}

/// The widths of the integers that conversions have.
const INTEGER_WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// Returns the type in any format that an operation has, and the words that it leaves over. `name` is that of the type in
/// the table.
pub(crate) fn find_any_format<'w, 'n>(
    operation: Operation,
    name: &str,
    words: &'w [&'n str],
) -> Option<(Type, &'w [&'n str])> {
    if let [result, operand, rest @ ..] = words {
        if let Some(ty) = pair_of_types(operation, result, operand) {
            return Some((ty, rest));
        }
    }
    let (first, rest) = words.split_first().filter(|(first, _)| **first == name)?;
    let (element, lanes) = element_and_lanes(first)?;
    let ty = Type::compose((*first).to_owned(), lanes, element, element);
    is_accepted(operation, ty).then_some((ty, rest))
}

/// Returns the type of that result and those operands, if an operation has it.
pub(crate) fn pair_of_types(operation: Operation, result: &str, operand: &str) -> Option<Type> {
    let ((to, lanes), (from, lanes_of_operand)) = element_and_lanes(result).zip(element_and_lanes(operand))?;
    let [to, from] = [to, from].map(|element| match element {
        ElementType::Number(format) if operation.is_conversion() && !format.has_infinity() => {
            ElementType::Small(format)
        }
        other => other,
    });
    let ty = Type::compose(format!("{result}.{operand}"), lanes, from, to);
    (lanes == lanes_of_operand && is_accepted(operation, ty)).then_some(ty)
}

fn is_accepted(operation: Operation, ty: Type) -> bool {
    lines_of_any_format(operation).any(|form| form.accepts(ty))
}
