//! Stages of all datapaths: their names, and their descriptions in the Verilog.

use crate::net::Stage;

/// A stage's name and meaning.
type Step = (&'static str, &'static str);

/// fma: the addend.
pub const ALIGN_ADDEND: Step = ("align", "the addend moved to its place around the product");
/// add: the smaller operand.
pub const ALIGN_SMALLER: Step = ("align", "the smaller operand moved to the larger one's exponent");
/// The sum of aligned significands.
pub const ADD: Step = ("add", "the sum of the aligned significands, or their difference");
/// cvt: the result as an integer.
pub const CLAMP: Step = ("clamp", "the integer clamped to what the result holds, and that of NaN");
/// set and setp: the result.
pub const ANSWER: Step = ("answer", "the answer, joined with a predicate, as a result");
/// The core's addend.
pub const ADDEND: Step = ("addend", "the operand that is added to the product, or zero for mul");
/// tanh: the segment of the polynomial.
pub const ADDRESS: Step = ("address", "the segment of the polynomial that the operand lies in");
/// mul: the last place.
pub const ADJUST: Step = ("adjust", "one place more where the product's top bit is 0");
/// ex2: how far the significand moves.
pub const AMOUNT: Step = ("amount", "how far the significand moves to become a fixed-point number");
/// min and max: the selected operand.
pub const CHOOSE_OPERAND: Step = ("choose", "the operand that was asked for, or NaN");
/// The core: the selected format.
pub const CHOOSE_FORMAT: Step = (
    "choose_format",
    "the half-precision result in the format that was asked for",
);
/// The core: the selected datapath.
pub const CHOOSE_RESULT: Step = ("choose_result", "the result of the datapath that was asked for");
/// tanh: the selected value.
pub const CHOOSE_VALUE: Step = (
    "choose",
    "the polynomial, the operand, 1 or NaN, with the operand's sign",
);
/// Comparisons: the smaller operand.
pub const COMPARE: Step = ("compare", "which operand is the smaller");
/// fma: the magnitude of the sum.
pub const COMPLEMENT: Step = ("complement", "the magnitude of the normalised sum, and its sign");
/// The core: the controls of the operation.
pub const DECODE: Step = ("decode", "what the operation asks of the datapaths");
/// A value below the normal numbers.
pub const DENORMALISE: Step = (
    "denormalise",
    "the significand moved down where the exponent is below the smallest one",
);
/// tanh: the sum as a result.
pub const ENCODE: Step = (
    "encode",
    "the polynomial's value as the encoding of a magnitude, rounded",
);
/// cvt: more fraction bits.
pub const EXTEND: Step = ("extend", "the operand with zeros below it, or NaN");
/// fma: sums of exponents.
pub const EXPONENTS: Step = (
    "exponents",
    "sums of the exponents for the product and the addend's distance",
);
/// The core: the second factor.
pub const FACTOR_B: Step = ("factor_b", "the second factor, which is 1 for add and sub");
/// Exceptions of IEEE 754.
pub const FLAGS: Step = ("flags", "the exceptions that the operation and its rounding raise");
/// cvt: the magnitude of an integer.
pub const MAGNITUDE: Step = ("magnitude", "the magnitude of the integer");
/// Coefficients of a polynomial.
pub const LOOK_UP: Step = ("look_up", "the coefficients of the segment");
/// The product of significands.
pub const MULTIPLY: Step = ("multiply", "the product of the significands, and its sign");
/// The core's conversions: one shifter for all.
pub const MOVE: Step = ("move", "the digits moved up to the place where they are rounded");
/// The leading one shifted to the top.
pub const NORMALISE: Step = (
    "normalise",
    "the leading one moved to the top, as far as the exponent allows",
);
/// mul: the leading zeros of the factors.
pub const OPERAND_ZEROS: Step = ("operand_zeros", "how many zeros stand above the factors' leading ones");
/// Operands sorted by magnitude.
pub const ORDER: Step = ("order", "the operand of larger magnitude first");
/// `.oob`.
pub const OUT_OF_BOUNDS: Step = ("out_of_bounds", "zero where a factor is the out-of-bounds NaN");
/// The encoding of the result.
pub const PACK: Step = ("pack", "the result's encoding: a number, an infinity or NaN");
/// cvt: the digits around the point.
pub const PLACE: Step = ("place", "the significand moved to its place around the point");
/// The core's conversions to integers.
pub const PLACE_HALF: Step = ("place_half", "a half below the point, and how far it moves");
/// The core's conversions from integers.
pub const PLACE_INTEGER: Step = ("place_integer", "an integer above the point, and how far it moves");
/// The core's conversions from single precision.
pub const PLACE_SINGLE: Step = ("place_single", "a number below the top, and how far it moves");
/// cvt: the digits below the point.
pub const POINT: Step = ("point", "which digits of the significand lie below the point");
/// cvt: ue8m0.
pub const POWER_OF_TWO: Step = (
    "power_of_two",
    "the exponent field, which the power of two is encoded as",
);
/// A polynomial's product.
pub const PRODUCT: Step = ("product", "the slope times the offset in the segment, in rows");
/// tanh: the source of the result.
pub const RANGE: Step = ("range", "whether the result is the polynomial, the operand, 1 or NaN");
/// A value in no format.
pub const RAW: Step = ("raw", "the operand's value with its leading one at the top");
/// cvt: an integer with its leading one at the top.
pub const RAW_INTEGER: Step = ("raw", "the magnitude with its leading one at the top");
/// The leading zeros of a value in no format.
pub const RAW_ZEROS: Step = ("raw_zeros", "how many zeros stand above the operand's leading one");
/// `.relu`.
pub const RELU: Step = ("relu", "zero in place of what is negative");
/// set and setp: the relation.
pub const RELATE: Step = ("relate", "whether the relation holds, of numbers and of NaN");
/// The core's result.
pub const RESULT: Step = ("result", "the lanes side by side, or NaN for an unknown operation");
/// cvt: the lanes.
pub const RESULT_OF_LANES: Step = ("result", "the lanes side by side");
/// Rounding.
pub const ROUND: Step = (
    "round",
    "exponent and fraction of the rounded result, from one addition",
);
/// cvt: random bits.
pub const ROUND_AT_RANDOM: Step = ("round_at_random", "whether the random bits carry into the last place");
/// cvt: the integer.
pub const ROUND_INTEGER: Step = ("round", "the rounded integer");
/// ex2: rounding.
pub const ROUND_EX2: Step = ("round", "the rounded result, or a special one");
/// `.sat`.
pub const SATURATE: Step = ("saturate", "the result clamped to 0 and 1");
/// mul: how far the product moves.
pub const SCALE: Step = ("scale", "how far the product moves, and the product moved");
/// ex2: exponent and fraction.
pub const SCALE_EX2: Step = ("scale", "exponent and fraction of the result before it is rounded");
/// ex2: the fixed-point number.
pub const SHIFT: Step = ("shift", "the operand as a fixed-point number");
/// neg and abs.
pub const SIGN: Step = ("sign", "the operand with its new sign");
/// The slope of a polynomial.
pub const SLOPE: Step = ("slope", "the polynomial's slope at the offset");
/// Comparisons: operands under `.ftz`.
pub const FLUSH_BOTH: Step = ("flush", "whether both operands count as zero");
/// NaNs and infinities.
pub const SPECIAL: Step = ("special", "results that are NaN or infinite because an operand is");
/// ex2: results without arithmetic.
pub const SPECIAL_EX2: Step = ("special", "operands whose result needs no arithmetic");
/// NaNs and infinities of products.
pub const SPECIAL_PRODUCT: Step = (
    "special_product",
    "products that are NaN or infinite because a factor is",
);
/// The value of a polynomial.
pub const SUM: Step = ("sum", "the value of the polynomial: base and product");
/// The core: the product for the wide adder.
pub const WIDE_PRODUCT: Step = ("wide_product", "the product as an operand of the adder");
/// Mixed precision: the narrow operand.
pub const WIDEN: Step = ("widen", "the narrow operand in the format of the result");
/// Mixed precision: the leading zeros of the narrow operand.
pub const WIDEN_ZEROS: Step = ("widen_zeros", "how many zeros stand above the operand's leading one");
/// mul: the leading zeros of the first factor.
pub const ZEROS_A: Step = ("zeros_a", "how many zeros stand above the leading one of a");
/// mul: the leading zeros of the second factor.
pub const ZEROS_B: Step = ("zeros_b", "how many zeros stand above the leading one of b");

/// Returns the stage for `.ftz` of an operand.
pub fn flush(operand: &str) -> Stage {
    Stage::from((format!("flush_{operand}"), "a subnormal operand becomes zero"))
}

/// Returns the stage for a factor of fma that may be subnormal.
pub fn prenormalise(operand: &str) -> Stage {
    let meaning = "a subnormal factor moved up by half a significand";
    Stage::from((format!("prenormalise_{operand}"), meaning))
}

/// Returns the stage for the fields of an operand.
pub fn unpack(operand: &str) -> Stage {
    let meaning = format!("sign, exponent, significand and class of {operand}");
    Stage::from((format!("unpack_{operand}"), meaning))
}
