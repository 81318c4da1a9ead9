//! Formats in words.

use super::encoding::{hexadecimal, number};
use crate::{ElementType, FloatFormat, Instruction, Type};

/// The largest exponent of a format whose numbers are written as decimals.
const DECIMAL_EXPONENT: i64 = 15;

/// Formats that ml_dtypes or NumPy have, each by its name here and there.
const ML_DTYPES: [(&str, &str); 12] = [
    ("f16", "NumPy calls it float16"),
    ("bf16", "ml_dtypes calls it bfloat16"),
    ("f32", "NumPy calls it float32"),
    ("e5m2", "ml_dtypes calls it float8_e5m2, OCP E5M2"),
    ("e4m3", "ml_dtypes calls it float8_e4m3fn, OCP E4M3"),
    (
        "e4m3i",
        "ml_dtypes calls it float8_e4m3; OCP's E4M3 has other special values",
    ),
    ("e3m4", "ml_dtypes calls it float8_e3m4"),
    ("e3m2", "ml_dtypes calls it float6_e3m2fn, OCP E3M2"),
    ("e2m3", "ml_dtypes calls it float6_e2m3fn, OCP E2M3"),
    ("e2m1", "ml_dtypes calls it float4_e2m1fn, OCP E2M1"),
    ("e3m2i", "OCP's E3M2 has no special values"),
    ("e2m3i", "OCP's E2M3 has no special values"),
];

/// Returns a paragraph for each format of an instruction in any format: the widths, the range and the special values. An
/// instruction of the table has none.
pub fn formats(instruction: Instruction) -> Vec<String> {
    if !instruction.form().types().is_empty() {
        return Vec::new();
    }
    let ty = instruction.ty();
    let elements = [ty.operand(), ty.result()].into_iter();
    let mut formats: Vec<FloatFormat> = elements.filter_map(ElementType::format_with_fraction).collect();
    formats.dedup();
    formats.into_iter().map(describe).collect()
}

/// Describes a format with a sign and a fraction.
fn describe(format: FloatFormat) -> String {
    let encoding = |magnitude: u32| hexadecimal(format, magnitude);
    let largest = if format.max_exponent() <= DECIMAL_EXPONENT {
        number(format, format.largest_finite())
    } else {
        format!("(2 - 2^-{}) * 2^{}", format.fraction_bits, format.max_exponent())
    };
    let special = match (format.has_infinity(), format.has_nan()) {
        (true, _) => {
            let [infinity, nan] = [format.infinity(), format.canonical_nan()].map(encoding);
            format!("Infinity is {infinity}, the NaN of results {nan}.")
        }
        (false, true) => {
            format!(
                "There is no infinity; the NaN of results {}.",
                encoding(format.canonical_nan())
            )
        }
        (false, false) => "There is neither an infinity nor a NaN.".to_owned(),
    };
    let names = ML_DTYPES.iter().find(|(name, _)| *name == format.to_string());
    let names = names.map_or_else(String::new, |(_, names)| format!(" {names}."));
    format!(
        "{format}: {} bits, a sign, {} exponent bits with bias {} and {} fraction bits. The largest number is {largest}, \
         {}; the least normal one is 2^{}, {}; the least one is 2^{}, {}. {special}{names}",
        format.width(),
        format.exponent_bits,
        format.bias(),
        format.fraction_bits,
        encoding(format.largest_finite()),
        format.min_exponent(),
        encoding(1 << format.fraction_bits),
        format.least_exponent(),
        encoding(1),
    )
}

/// Returns the difference between PTX and an instruction in any format.
pub(super) fn extension(instruction: Instruction) -> String {
    let ty = instruction.ty();
    let single = ElementType::Number(FloatFormat::F32);
    if ty.operand() == single && ty.result() == single {
        "single precision, with the results of PTX where it has the instruction on f32".to_owned()
    } else {
        "not an instruction of PTX, which lacks it in these formats".to_owned()
    }
}

/// True if an addend is wider than the other operands.
pub(super) fn is_mixed(instruction: Instruction) -> bool {
    let ty = instruction.ty();
    let is_sum = instruction.operation().is_sum_or_product();
    is_sum && ty.operand_format() != ty.result_format()
}

/// Returns the contents of registers of one format.
pub(super) fn lanes(ty: Type) -> String {
    let element = ty.operand_format();
    match (ty.lanes(), element.register_bits()) {
        (1, _) => format!("Operands and result are {element}."),
        (lanes, width) => {
            let low = format!(
                "bits {} to 0 are lane 0, bits {} to {width} lane 1",
                width - 1,
                2 * width - 1
            );
            if width == 8 || lanes > 2 {
                format!("{lanes} lanes of {element}, computed independently: {low}, and so on.")
            } else {
                format!("Two {element} lanes, computed independently: {low}.")
            }
        }
    }
}
