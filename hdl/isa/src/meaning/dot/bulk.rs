//! Meaning of RISC-V's bulk-normalised dot products: the rule, and where it comes from.

use crate::{FloatFormat, Instruction};

/// Returns the rule for so many products.
pub(super) fn rule(products: u32) -> Vec<String> {
    let places = FloatFormat::F32.fraction_bits + products.ilog2();
    vec![
        "The exponent of a product is the sum of its factors' exponents; the product, below 4, is not normalised. A \
         subnormal number has the least exponent of its format."
            .to_owned(),
        "The anchor is the largest exponent among the products, without the zeros.".to_owned(),
        format!(
            "Each product is rounded to odd at 2^(anchor - {places}): if digits below are lost, the last digit is 1. The \
             products are then added exactly."
        ),
        "The sum is rounded to odd to f32. c is then added, and the sum is rounded to odd again.".to_owned(),
    ]
}

/// Returns the instruction of RISC-V with the rule, and what the rule rests on.
pub(super) fn source(instruction: Instruction) -> String {
    let (extension, name) = if instruction.ty().operand_format() == FloatFormat::BF16 {
        ("Zvfwbdot16bf", "vfwbdot.vv")
    } else {
        ("Zvfqbdot8f", "vfqbdot.vv and vfqbdot.alt.vv")
    };
    format!(
        "This is one element of {name} ({extension}) of RISC-V. The rule is that of Spike, its simulator; the \
         pseudocode of the manual loses the digits below the sum."
    )
}
