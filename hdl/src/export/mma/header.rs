//! C header of a tile: the same results in software.
//!
//! The texts in `header/` are C with the usual name of a tile. [`mma_header`] replaces the name, and puts the constants of
//! the dot product before them.

use std::fmt::Write;

use halfpipe_isa::{DotFormats, FloatFormat, Rounding, TensorBlock};

use super::super::comment::{commented, made_by, notice};
use crate::mma::{MmaError, MmaSpec, NAME};

/// Returns the C header of a tile. `command` generates it.
///
/// # Errors
///
/// Returns an error if there is no such tile.
pub fn mma_header(spec: &MmaSpec, command: Option<&str>) -> Result<String, MmaError> {
    spec.check()?;
    let formats = spec.formats();
    let [a, b] = formats.elements;
    let mut lines = vec![
        format!("{}: the results of the tile in software, in C99", spec.name()),
        String::new(),
        format!(
            "{0}_dot(a, b, c) is {1}: c plus {2} products. {0}_mma(rows, columns, depth, a, b, c, d) is d = a * b + c \
             in steps of {2} products.",
            spec.name(),
            spec.instruction,
            spec.products()
        ),
        format!(
            "Elements of {}, those of c and d of {}.",
            if formats.has_two() {
                format!("a are encodings of {a}, those of b of {b}")
            } else {
                format!("a and b are encodings of {a}")
            },
            formats.result
        ),
        String::new(),
    ];
    lines.extend(command.map(made_by).unwrap_or_default());
    lines.push(notice());
    let code = [
        "#ifndef HALFPIPE_MMA_H\n#define HALFPIPE_MMA_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n",
        &constants(spec),
        include_str!("header/number.h"),
        match spec.instruction.tensor_core() {
            Some(_) => include_str!("header/tensor.h"),
            None => include_str!("header/exact.h"),
        },
        include_str!("header/matrix.h"),
    ]
    .concat();
    let is_usual = !formats.has_two() && a.has_nan() && a.ignored_bits() == 0;
    let code = if !is_usual {
        with_decoders(&code, formats.elements)
    } else {
        code
    };
    let named = code
        .replace(NAME, spec.name())
        .replace(&NAME.to_uppercase(), &spec.name().to_uppercase());
    Ok(commented(&lines) + &named)
}

/// Returns the code with decoders for elements of these formats, where the usual one does not fit.
fn with_decoders(code: &str, [a, b]: [FloatFormat; 2]) -> String {
    let first = code.find(DECODER).expect("the code has a decoder");
    let next = code.find(NEXT_DECODER).expect("it comes before that of a result");
    let (before, after) = (&code[..first], &code[next..]);
    if a == b {
        return [before, &decoder("element", a), after].concat();
    }
    let decoders = decoder("element", a) + &decoder("element_of_b", b);
    let after = after.replace("decode_element(b[i])", "decode_element_of_b(b[i])");
    [before, &decoders, &after].concat()
}

/// The beginning of the usual decoder of elements.
const DECODER: &str = "static inline halfpipe_mma_number halfpipe_mma_decode_element(";

/// The beginning of the decoder of results, which follows.
const NEXT_DECODER: &str = "static inline halfpipe_mma_number halfpipe_mma_decode_result(";

/// Returns a decoder of elements of a format.
fn decoder(name: &str, format: FloatFormat) -> String {
    let bits = match format.ignored_bits() {
        0 => "bits".to_owned(),
        ignored => format!("bits >> {ignored}"),
    };
    let kind = if format.has_nan() {
        ""
    } else {
        "    number.kind = halfpipe_mma_finite;\n"
    };
    format!(
        "static inline halfpipe_mma_number halfpipe_mma_decode_{name}(halfpipe_mma_element bits) {{
    halfpipe_mma_number number = halfpipe_mma_decode({bits}, {}, {}, {});
{kind}    return number;
}}

",
        format.exponent_bits,
        format.fraction_bits,
        u32::from(format.has_infinity())
    )
}

/// Returns the exponent of the lowest bit of a format's numbers.
fn lowest(format: FloatFormat) -> i64 {
    format.min_exponent() - i64::from(format.fraction_bits)
}

/// A constant of the header: name, value and meaning.
type Constant = (&'static str, i64, &'static str);

/// Returns the types and constants.
fn constants(spec: &MmaSpec) -> String {
    let formats = spec.formats();
    let ([operand, second], result) = (formats.elements, formats.result);
    let of_sum = match spec.instruction.tensor_core() {
        Some(core) => tensor_constants(spec, TensorBlock::new(core, formats)),
        None => exact_constants(spec),
    };
    let mut text = format!(
        "typedef uint{}_t halfpipe_mma_element;\ntypedef uint{}_t halfpipe_mma_result;\n\nenum {{\n",
        operand.register_bits().max(second.register_bits()).max(8),
        result.register_bits()
    );
    for (name, value, meaning) in format_constants(spec).into_iter().chain(of_sum) {
        let _ = writeln!(text, "    // {meaning}\n    HALFPIPE_MMA_{name} = {value},");
    }
    text + "};\n"
}

/// Returns the constants of the formats and of the rounding.
fn format_constants(spec: &MmaSpec) -> [Constant; 8] {
    let formats = spec.formats();
    let ([operand, _], result) = (formats.elements, formats.result);
    let formatted = if formats.has_two() {
        "Format of a."
    } else {
        "Format of a and b."
    };
    let has_infinity = operand.has_infinity().into();
    let nan = result.canonical_nan().into();
    let rounding = rounding_code(spec.instruction.rounding());
    [
        ("PRODUCTS", spec.products().into(), "Products of a step."),
        ("ELEMENT_EXPONENT_BITS", operand.exponent_bits.into(), formatted),
        ("ELEMENT_FRACTION_BITS", operand.fraction_bits.into(), formatted),
        (
            "ELEMENT_HAS_INFINITY",
            has_infinity,
            "Otherwise only all ones is a NaN.",
        ),
        ("EXPONENT_BITS", result.exponent_bits.into(), "Format of c and d."),
        ("FRACTION_BITS", result.fraction_bits.into(), "Format of c and d."),
        ("NAN", nan, "The NaN of every invalid operation."),
        (
            "ROUNDING",
            rounding,
            "Rounding of a sum: 0 nearest even, 1 toward zero, 2 down, 3 up.",
        ),
    ]
}

fn rounding_code(rounding: Rounding) -> i64 {
    match rounding {
        Rounding::TowardZero => 1,
        Rounding::TowardNegative => 2,
        Rounding::TowardPositive => 3,
        Rounding::NearestEven | Rounding::NearestAway => 0,
    }
}

/// Returns the constants of a sum as a tensor core makes it.
fn tensor_constants(spec: &MmaSpec, block: TensorBlock) -> Vec<Constant> {
    let result = spec.formats().result;
    let missing = if spec.instruction.rounding() == Rounding::TowardZero {
        (i64::from(result.fraction_bits) - i64::from(block.places)).max(0)
    } else {
        0
    };
    let products = block.products.min(spec.products()).into();
    let least_anchor = result.min_exponent() - (3 + i64::from(block.products.ilog2()));
    vec![
        ("MISSING_BITS", missing, "Fraction bits that results lack."),
        ("OVERFLOWS", 1, "A sum that is too large is infinite."),
        ("BLOCK", products, "Products that are added at once."),
        ("PLACES", block.places.into(), "Places of a term below the anchor."),
        ("LEAST_ANCHOR", least_anchor, "The floor of the anchor."),
    ]
}

/// Returns the constants of an exact sum, which is rounded once.
fn exact_constants(spec: &MmaSpec) -> Vec<Constant> {
    let DotFormats {
        elements: [a, b],
        result,
    } = spec.formats();
    let lowest = (lowest(a) + lowest(b)).min(lowest(result));
    let highest = (a.max_exponent() + b.max_exponent() + 2).max(result.max_exponent() + 1);
    let bits = highest - lowest + i64::from((spec.products() + 1).ilog2()) + 2;
    vec![
        ("MISSING_BITS", 0, "Fraction bits that results lack."),
        (
            "OVERFLOWS",
            0,
            "The rounding decides whether a sum that is too large is infinite.",
        ),
        ("LOWEST", lowest, "Exponent of the lowest bit of a sum."),
        ("WORDS", bits / 32 + 1, "Words of 32 bits of a sum."),
    ]
}
