//! Suggestions for misspelt words.

use std::collections::BTreeSet;
use std::fmt;

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

/// True if one character replaced, inserted, deleted, or swapped with its neighbour makes `left` into `right`.
pub(crate) fn is_one_edit_away(left: &str, right: &str) -> bool {
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

/// Returns a suggestion in brackets, if there is one.
pub(crate) fn hint(suggestion: &Option<Suggestion>) -> String {
    match suggestion {
        Some(suggestion) => format!(" ({suggestion})"),
        None => String::new(),
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
