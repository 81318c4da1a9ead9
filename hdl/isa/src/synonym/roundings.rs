//! Words for roundings in other systems.

use crate::modifier::Rounding;

/// Words for roundings that are no modifiers of PTX, in any case: those of CUDA, RISC-V, OpenCL and
/// SoftFloat.
const ROUNDING_WORDS: [(Rounding, &[&str]); 5] = [
    (Rounding::NearestEven, &["rne", "rte", "near_even"]),
    (Rounding::TowardZero, &["rtz", "minmag"]),
    (Rounding::TowardNegative, &["rd", "rdn", "rtn"]),
    (Rounding::TowardPositive, &["ru", "rup", "rtp"]),
    (Rounding::NearestAway, &["rmm", "near_maxmag"]),
];

impl Rounding {
    /// Returns the rounding of a word that other systems have in place of a modifier of PTX, in any case: `rd` and `ru`
    /// of CUDA, `RNE` of RISC-V, `rte` of OpenCL.
    pub fn from_foreign_word(word: &str) -> Option<Rounding> {
        let has_word = |(_, names): &&(Rounding, &[&str])| names.iter().any(|name| name.eq_ignore_ascii_case(word));
        ROUNDING_WORDS.iter().find(has_word).map(|(rounding, _)| *rounding)
    }
}
