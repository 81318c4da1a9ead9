//! What the model is made of.

/// Makes pairs of a path, relative to this file's folder, and the text that is there.
macro_rules! texts {
    ($($path:literal,)*) => {
        &[$(($path, include_str!($path))),*]
    };
}

/// Every source file of this crate, as it was compiled: path, relative to `src`, and text.
///
/// None is left out for being harmless: that would have to be judged again with every change of it. What a result rests on
/// besides is what the instruction table says of the instruction, and the big integers, a published library.
pub const SOURCE: &[(&str, &str)] = texts![
    "arithmetic.rs",
    "compare.rs",
    "comparison.rs",
    "conversion.rs",
    "decimal.rs",
    "describe.rs",
    "format.rs",
    "instruction.rs",
    "integer/arithmetic.rs",
    "integer/extremum.rs",
    "integer/mod.rs",
    "integer/number.rs",
    "interval.rs",
    "lib.rs",
    "modifiers.rs",
    "round.rs",
    "small.rs",
    "source.rs",
    "transcendental.rs",
    "value.rs",
];
