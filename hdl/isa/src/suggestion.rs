//! Suggestions for misspelt words.

use std::collections::BTreeSet;
use std::fmt;

use crate::error::TypedOperation;
use crate::modifier::Rounding;
use crate::parse::modifier_words;
use crate::synonym::is_operation_elsewhere;
use crate::types::Type;

/// A suggestion for an unknown word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The word to write instead, without a dot.
    pub word: &'static str,
    /// True if the two differ only in upper and lower case.
    pub only_case: bool,
}

impl fmt::Display for Suggestion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.only_case {
            write!(formatter, "mnemonics are case-sensitive: write `{}`", self.word)
        } else {
            write!(formatter, "did you mean `{}`?", self.word)
        }
    }
}

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

/// Returns a suggestion for an unknown word: the allowed word that equals it except for case, or else the only one that
/// is one edit away. Several such words differ in meaning, so none is suggested then.
pub(crate) fn suggest(found: &str, allowed: impl Iterator<Item = &'static str>) -> Option<Suggestion> {
    let allowed: BTreeSet<&'static str> = allowed.collect();
    let suggestion = |word, only_case| Suggestion { word, only_case };
    if let Some(word) = allowed.iter().find(|word| word.eq_ignore_ascii_case(found)) {
        return Some(suggestion(word, true));
    }
    let mut close = allowed.into_iter().filter(|word| is_one_edit_away(found, word));
    let only = close.next().filter(|_| close.next().is_none())?;
    Some(suggestion(only, false))
}

/// Suggests an operation. A word with a meaning elsewhere has no suggestion but an operation of the same meaning.
pub(crate) fn suggest_operation(found: &str, allowed: impl Iterator<Item = &'static str>) -> Option<Suggestion> {
    if let Some((_, word)) = SAME_OPERATIONS.iter().find(|(name, _)| *name == found) {
        return Some(Suggestion { word, only_case: false });
    }
    let is_rounding = Rounding::from_foreign_word(found).is_some();
    match is_rounding || OPERATIONS_OF_PTX.contains(&found) || is_operation_elsewhere(found) {
        true => None,
        false => suggest(found, allowed),
    }
}

/// Suggests a type of one or two formats. A suggestion never replaces one format by another.
pub(crate) fn suggest_type(found: &str, allowed: impl Iterator<Item = &'static str>) -> Option<Suggestion> {
    let suggestion = suggest(found, allowed)?;
    let mut replaced = found.split('.').zip(suggestion.word.split('.'));
    let is_other = replaced.any(|(format, word)| !word.eq_ignore_ascii_case(format) && is_format(format));
    (!is_other).then_some(suggestion)
}

/// True if a word is a format here or elsewhere.
fn is_format(word: &str) -> bool {
    let own = Type::ALL.into_iter().flat_map(|ty| ty.name().split('.'));
    let mut all = own.chain(OTHER_FORMATS);
    all.any(|format| format.eq_ignore_ascii_case(word))
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

/// True if one character replaced, inserted, deleted, or swapped with its neighbour makes `left` into `right`.
fn is_one_edit_away(left: &str, right: &str) -> bool {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let ahead = left.iter().zip(&right).take_while(|(l, r)| l == r).count();
    let (left, right) = (&left[ahead..], &right[ahead..]);
    let behind = left
        .iter()
        .rev()
        .zip(right.iter().rev())
        .take_while(|(l, r)| l == r)
        .count();
    match (&left[..left.len() - behind], &right[..right.len() - behind]) {
        ([_], [_]) | ([_], []) | ([], [_]) => true,
        ([l0, l1], [r0, r1]) => l0 == r1 && l1 == r0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_one_edit_away;

    #[test]
    fn one_edit() {
        for (left, right) in [
            ("fa", "fma"),
            ("fmaa", "fma"),
            ("fna", "fma"),
            ("fam", "fma"),
            ("é", "x"),
        ] {
            assert!(is_one_edit_away(left, right), "{left} {right}");
        }
    }

    #[test]
    fn none_or_more_than_one_edit() {
        for (left, right) in [("fma", "fma"), ("", ""), ("", "fma"), ("amf", "fma"), ("fmaxx", "fma")] {
            assert!(!is_one_edit_away(left, right), "{left} {right}");
        }
    }
}
