//! Suggestions for misspelt operations, types and modifiers. None has another rounding, format or meaning.

use crate::error::TypedOperation;
use crate::modifier::{Modifier, Modifiers, Rounding};
use crate::suggestion::{is_one_edit_away, suggest, Suggestion};
use crate::synonym::is_operation_elsewhere;
use crate::types::Type;

/// Words of PTX that are no operations of the table. None of them is a misspelt one.
const OPERATIONS_OF_PTX: [&str; 23] = [
    "and", "bfe", "bfi", "bra", "brev", "cnot", "copysign", "dp2a", "dp4a", "ld", "mad", "mma", "mov", "not", "or",
    "prmt", "rem", "sad", "selp", "shl", "slct", "st", "xor",
];

/// Types of PTX and of other systems that no instruction has. None of them is a misspelt one.
const OTHER_FORMATS: [&str; 26] = [
    "b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f8", "f32", "f64",
    "f128", "f16x4", "f16x8", "bf16x4", "bf16x8", "f32x2", "tf32", "e3m4", "e8m0", "i16",
];

/// Names of operations in other systems, each with the operation of the same meaning.
const SAME_OPERATIONS: [(&str, &str); 14] = [
    ("exp2", "ex2"),
    ("log2", "lg2"),
    ("ln", "log"),
    ("recip", "rcp"),
    ("inv", "rcp"),
    ("rsq", "rsqrt"),
    ("negate", "neg"),
    ("fneg", "neg"),
    ("convert", "cvt"),
    ("logistic", "sigmoid"),
    ("swish", "silu"),
    ("divide", "div"),
    ("sine", "sin"),
    ("cosine", "cos"),
];

/// Suggests an operation. A word with a meaning elsewhere has no suggestion but an operation of the same meaning.
pub(crate) fn suggest_operation(found: &str, allowed: impl Iterator<Item = &'static str>) -> Option<Suggestion> {
    if let Some((_, word)) = SAME_OPERATIONS.iter().find(|(name, _)| *name == found) {
        return Some(Suggestion { word, only_case: false });
    }
    let is_rounding = Rounding::from_foreign_word(found).is_some();
    if is_rounding || OPERATIONS_OF_PTX.contains(&found) || is_operation_elsewhere(found) {
        None
    } else {
        suggest(found, allowed)
    }
}

/// Suggests a type of one or two formats. A suggestion never replaces one format by another, nor a word that is close to
/// a modifier, such as `f1z` to `ftz`.
pub(crate) fn suggest_type(found: &str, allowed: impl Iterator<Item = &'static str>) -> Option<Suggestion> {
    let suggestion = suggest(found, allowed)?;
    let mut replaced = found.split('.').zip(suggestion.word.split('.'));
    let is_other = replaced.any(|(format, word)| {
        !word.eq_ignore_ascii_case(format) && (is_format(format) || is_close_to_modifier(format))
    });
    (!is_other).then_some(suggestion)
}

/// True if one edit makes a word into a modifier.
fn is_close_to_modifier(word: &str) -> bool {
    let mut all = Modifier::ALL
        .into_iter()
        .flat_map(|modifier| modifier.name().split('.'));
    all.any(|modifier| is_one_edit_away(word, modifier))
}

/// True if a word is a format here or elsewhere.
fn is_format(word: &str) -> bool {
    let own = Type::ALL.into_iter().flat_map(|ty| ty.name().split('.'));
    let mut all = own.chain(OTHER_FORMATS);
    has_widths(word) || all.any(|format| format.eq_ignore_ascii_case(word))
}

/// True if a word names the widths of a format, even of one that is not allowed.
fn has_widths(word: &str) -> bool {
    let widths = word.strip_prefix('e').and_then(|rest| rest.split_once('m'));
    let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    widths.is_some_and(|(exponent, fraction)| is_number(exponent) && is_number(fraction))
}

/// Suggests a modifier. A rounding is suggested for a word of the same rounding only: roundings are so short that one
/// edit makes one from another.
pub(crate) fn suggest_modifier(operation: TypedOperation, found: &str) -> Option<Suggestion> {
    let allowed = operation.allowed();
    if let Some(rounding) = Rounding::from_foreign_word(found) {
        let mut same = allowed.iter().filter(|modifier| modifier.rounding() == Some(rounding));
        let word = same.next().filter(|_| same.next().is_none())?.name();
        return Some(Suggestion { word, only_case: false });
    }
    let is_rounding = |word| {
        allowed
            .iter()
            .any(|modifier| modifier.name() == word && modifier.rounding().is_some())
    };
    let suggestion = suggest(found, modifier_words(allowed));
    suggestion.filter(|suggestion| suggestion.only_case || !is_rounding(suggestion.word))
}

/// Returns the words of modifiers between dots.
pub(crate) fn modifier_words(modifiers: Modifiers) -> impl Iterator<Item = &'static str> + Clone {
    modifiers.iter().flat_map(|m| m.name().split('.'))
}
