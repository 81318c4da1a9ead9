//! Words for roundings in other systems.

use crate::modifier::Rounding;

/// Words for roundings that are no modifiers of PTX, in any case: those of CUDA, RISC-V, OpenCL and
/// SoftFloat.
const ROUNDING_WORDS: [(&str, Rounding); 13] = [
    ("rd", Rounding::TowardNegative),
    ("ru", Rounding::TowardPositive),
    ("rne", Rounding::NearestEven),
    ("rtz", Rounding::TowardZero),
    ("rdn", Rounding::TowardNegative),
    ("rup", Rounding::TowardPositive),
    ("rmm", Rounding::NearestAway),
    ("rte", Rounding::NearestEven),
    ("rtn", Rounding::TowardNegative),
    ("rtp", Rounding::TowardPositive),
    ("near_even", Rounding::NearestEven),
    ("minmag", Rounding::TowardZero),
    ("near_maxmag", Rounding::NearestAway),
];

impl Rounding {
    /// Returns the rounding of a word that other systems have in place of a modifier of PTX, in any case: `rd` and `ru`
    /// of CUDA, `RNE` of RISC-V, `rte` of OpenCL.
    pub fn from_foreign_word(word: &str) -> Option<Rounding> {
        let is_word = |(name, _): &&(&str, Rounding)| name.eq_ignore_ascii_case(word);
        ROUNDING_WORDS.iter().find(is_word).map(|(_, rounding)| *rounding)
    }
}
