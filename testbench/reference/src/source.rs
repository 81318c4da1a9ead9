//! What the model is made of.

/// Makes pairs of a path, relative to this file's folder, and the text that is there.
macro_rules! texts {
    ($($path:literal,)*) => {
        &[$(($path, include_str!($path))),*]
    };
}

/// Every source file that a result rests on, as it was compiled: path, relative to `src`, and text. They are those of this
/// crate, and those of `halfpipe-isa`, whose tables say what a mnemonic means and what operands it has.
///
/// None is left out for being harmless: that would have to be judged again with every change of it. The big integers, a
/// published library, are not among them.
pub const SOURCE: &[(&str, &str)] = texts![
    "arithmetic.rs",
    "compare.rs",
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
    "source.rs",
    "transcendental.rs",
    "value.rs",
    "../../../hdl/isa/src/error.rs",
    "../../../hdl/isa/src/form.rs",
    "../../../hdl/isa/src/instruction.rs",
    "../../../hdl/isa/src/lib.rs",
    "../../../hdl/isa/src/modifier.rs",
    "../../../hdl/isa/src/operation.rs",
    "../../../hdl/isa/src/parse.rs",
    "../../../hdl/isa/src/signature.rs",
    "../../../hdl/isa/src/suggestion.rs",
    "../../../hdl/isa/src/table.rs",
    "../../../hdl/isa/src/types.rs",
];
