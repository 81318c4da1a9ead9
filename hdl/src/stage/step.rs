//! Stages of all datapaths: their names, and their descriptions in the Verilog.

use crate::net::Stage;

/// A stage's name and meaning.
type Step = (&'static str, &'static str);

/// div: the dividend beside the divisor.
pub const ALIGN_DIVIDEND: Step = ("align", "dividend, doubled where it is the smaller, less the divisor");
/// fma: the addend.
pub const ALIGN_ADDEND: Step = ("align", "addend shifted to its place beside the product");
/// add: the smaller operand.
pub const ALIGN_SMALLER: Step = ("align", "smaller operand shifted right by the exponent difference");
/// dot: a product.
pub const ALIGN_TERM: Step = ("align", "product shifted to the anchor and cut, or its complement");
/// Bulk-normalised dot products: each product at the anchor.
pub const ALIGN_TO_ODD: Step = (
    "align",
    "product shifted to the anchor and rounded to odd, or its complement",
);
/// Bulk-normalised dot products: the anchor.
pub const ANCHOR_OF_PRODUCTS: Step = ("anchor", "largest exponent of a product that is not zero");
/// Bulk-normalised dot products: the sum of the products.
pub const ROUND_SUM_TO_ODD: Step = (
    "round_sum",
    "cut sum of the products, its last bit 1 if a digit is lost",
);
/// Rounding to odd: the last bit kept is 1 if any bit is lost.
pub const ROUND_TO_ODD: Step = ("round", "cut sum, its last bit 1 if a digit is lost");
/// Bulk-normalised dot products: the special results.
pub const SPECIAL_WITH_ADDEND: Step = (
    "special",
    "NaN and infinite results of the sum of the products and of c",
);
/// dot: c.
pub const ALIGN_ADDEND_OF_DOT: Step = ("align", "c shifted to the anchor and cut");
/// dot: the sum.
pub const ADD_TERMS: Step = ("add", "sum of the aligned terms");
/// dot: a product in fixed point.
pub const PLACE_PRODUCT: Step = ("place", "product in fixed point, as the sum of all products can be");
/// dot: c in fixed point.
pub const PLACE_ADDEND: Step = ("place", "c in fixed point");
/// dot: the magnitude of the sum.
pub const MAGNITUDE_OF_SUM: Step = ("magnitude", "magnitude of the sum");
/// dot: a product of a group.
pub const PLACE_GROUPED: Step = ("place", "product in fixed point, as its group has it");
/// dot: the sum of a group.
pub const ADD_GROUP: Step = ("group", "exact sum of a group of products");
/// dot: the scales.
pub const ADD_SCALES: Step = ("scale", "sum of the exponents of both scales");
/// dot: the largest exponent.
pub const ANCHOR: Step = ("anchor", "largest exponent of a product that is not zero, and of c");
/// The sum of aligned significands.
pub const ADD: Step = ("add", "sum or difference of the aligned significands");
/// cvt: the result as an integer.
pub const CLAMP: Step = (
    "clamp",
    "integer clamped to the range of the result; a fixed value for NaN",
);
/// set and setp: the result.
pub const ANSWER: Step = ("answer", "comparison result, combined with the predicate");
/// The core's addend.
pub const ADDEND: Step = ("addend", "addend, or zero for mul");
/// tanh: the segment of the polynomial.
pub const ADDRESS: Step = ("address", "segment of the polynomial that contains the operand");
/// mul: the last place.
pub const ADJUST: Step = ("adjust", "left shift by one where the product's top bit is 0");
/// ex2: how far the significand moves.
pub const AMOUNT: Step = ("amount", "shift amount that makes the significand a fixed-point number");
/// min and max: the selected operand.
pub const CHOOSE_OPERAND: Step = ("choose", "selected operand, or NaN");
/// The core: the selected format.
pub const CHOOSE_FORMAT: Step = ("choose_format", "half-precision result in the selected format");
/// The core: the selected datapath.
pub const CHOOSE_RESULT: Step = ("choose_result", "result of the selected datapath");
/// tanh: the selected value.
pub const CHOOSE_VALUE: Step = ("choose", "polynomial, operand, 1 or NaN, with the operand's sign");
/// Comparisons: the smaller operand.
pub const COMPARE: Step = ("compare", "comparison that finds the smaller operand");
/// fma: the magnitude of the sum.
pub const COMPLEMENT: Step = ("complement", "magnitude of the normalised sum, and its sign");
/// The core: the controls of the operation.
pub const DECODE: Step = ("decode", "control signals of the operation");
/// A value below the normal numbers.
pub const DENORMALISE: Step = ("denormalise", "significand shifted right where the result is subnormal");
/// tanh: the sum as a result.
pub const ENCODE: Step = ("encode", "rounded encoding of the polynomial's magnitude");
/// cvt: more fraction bits.
pub const EXTEND: Step = ("extend", "operand with zeros appended, or NaN");
/// sqrt: the first two bits of the root.
pub const FIRST_DIGITS_OF_ROOT: Step = ("digit_1", "root of the radicand's first four bits, and the remainder");
/// The core of RISC-V: operands of the fused operation.
pub const FUSED_OPERANDS: Step = (
    "operands",
    "a sum multiplies by 1, and a product adds a zero of its sign",
);
/// The core of RISC-V: a half of a wider register.
pub const UNBOX: Step = ("unbox", "operand, or NaN where the bits above it are not all ones");
/// fma: the lowest one of the addend.
pub const TRAILING_ZEROS: Step = ("trailing_zeros", "zeros below the lowest one of the addend");
/// fma: where the leading one is searched.
pub const CHOOSE_PART: Step = ("part", "the part of the window that has the leading one");
/// fma: sums of exponents.
pub const EXPONENTS: Step = ("exponents", "exponent of the product, and shift amount of the addend");
/// The core: the second factor.
pub const FACTOR_B: Step = ("factor_b", "second factor; 1 for add and sub");
/// Exceptions of IEEE 754.
pub const FLAGS: Step = ("flags", "exception flags of the operation and of rounding");
/// An iterative unit: the handshake.
pub const HANDSHAKE: Step = ("handshake", "operation under way, number of its step, and result");
/// An iterative unit: the registers.
pub const STATE: Step = ("state", "registers of the operation");
/// An iterative unit: the next values of the registers.
pub const NEXT_STATE: Step = ("next", "operands as they are loaded, or the state after a step");
/// Iterative div and rcp: a step.
pub const STEP_OF_QUOTIENT: Step = (
    "step",
    "next digit of the quotient, and the remainder less the divisor where that is not negative",
);
/// The small divider: the handshake.
pub const READY: Step = ("handshake", "operation under way, and result");
/// The small divider: a step that prepares the operands.
pub const NORMALISE_BOTH: Step = ("normalise", "operands whose leading one is below the top");
/// The small divider: a step.
pub const STEP_OF_DIGIT: Step = (
    "step",
    "next digit, and the remainder less divisor or twice the root where that is not negative",
);
/// The small divider: results of special operands.
pub const SPECIAL_QUOTIENT_OR_ROOT: Step = ("special", "NaN and infinite results of special operands");
/// The small divider: the result before rounding.
pub const QUOTIENT_OR_ROOT: Step = ("digits", "quotient or root, and whether a remainder is left");
/// Iterative sqrt: a step.
pub const STEP_OF_ROOT: Step = (
    "step",
    "next digit of the root, and the remainder less what the digit adds to the square where that is not negative",
);
/// Iterative sqrt: the root.
pub const ROOT: Step = ("root", "root, and whether a remainder is left");
/// rcp: the value of a line.
pub const INTERPOLATE: Step = ("interpolate", "reciprocal: base of the line less slope times offset");
/// cvt: the magnitude of an integer.
pub const MAGNITUDE: Step = ("magnitude", "magnitude of the integer");
/// Coefficients of a polynomial.
pub const LOOK_UP: Step = ("look_up", "coefficients of the segment");
/// rcp: the coefficients of a line.
pub const LOOK_UP_RECIPROCAL: Step = ("look_up", "line through the reciprocals of four significands");
/// exp: the product with a constant.
pub const MULTIPLY_BY_CONSTANT: Step = ("multiply", "significand times log2(e)");
/// lg2 and log: the exponent.
pub const EXPONENT_OF_OPERAND: Step = ("exponent", "exponent of the operand's leading one");
/// lg2 and log: the result in fixed point.
pub const TOTAL: Step = ("total", "logarithms of the power of two and of the significand, added");
/// lg2 and log: the magnitude of the result in fixed point.
pub const MAGNITUDE_OF_TOTAL: Step = ("magnitude", "magnitude of the logarithm");
/// lg2 and log: the leading one of the result.
pub const NORMALISE_TOTAL: Step = ("normalise", "leading one of the logarithm shifted to the top");
/// lg2 and log: rounding.
pub const ROUND_LOG: Step = ("round", "rounded exponent and fraction of the logarithm");
/// rsqrt, lg2 and log: the source of the result.
pub const CHOOSE_NUMBER: Step = ("choose", "number, zero, infinity or NaN");
/// sigmoid, silu, gelu and erf: the source of the result.
pub const CHOOSE_ENCODED: Step = ("choose", "polynomial, limit or NaN, with the sign");
/// sigmoid, silu, gelu and erf: the binade of the operand.
pub const BINADE: Step = ("binade", "rows of the operand's binade in the table");
/// sigmoid, silu, gelu and erf: results of large and of small operands.
pub const RANGE_ENCODED: Step = ("range", "comparison of the operand with a limit for its sign");
/// sin and cos: operands with a simple result.
pub const RANGE_SINE: Step = (
    "range",
    "comparison of the operand with the least one that needs the polynomial",
);
/// sin and cos: a part of 2/π.
pub const WINDOW: Step = ("window", "bits of 2/pi that the exponent selects");
/// sin and cos: the product with 2/π.
pub const MULTIPLY_BY_TWO_OVER_PI: Step = ("multiply", "significand times 2/pi");
/// sin and cos: the angle in fixed point.
pub const SHIFT_ANGLE: Step = ("shift", "angle in quarters of a turn, modulo 4");
/// sin and cos: the quadrant.
pub const QUADRANT: Step = (
    "quadrant",
    "angle folded into the first quadrant, and the sign of the result",
);
/// sin and cos: the leading one of the result.
pub const NORMALISE_SINE: Step = (
    "normalise",
    "leading one of the result shifted to the top, as far as its exponent allows",
);
/// sin and cos: rounding.
pub const ROUND_SINE: Step = ("round", "rounded exponent and fraction of the result");
/// sin and cos: the source of the result.
pub const CHOOSE_SINE: Step = ("choose", "number, operand, 1 or NaN, with the sign");
/// The rounding port.
pub const ROUNDING: Step = ("rounding", "rounding mode of the port");
/// The product of significands.
pub const MULTIPLY: Step = ("multiply", "product of the significands, and its sign");
/// The core's conversions: one shifter for all.
pub const MOVE: Step = ("move", "significand shifted to the rounding position");
/// The leading one shifted to the top.
pub const NORMALISE: Step = (
    "normalise",
    "leading one shifted to the top, as far as the exponent allows",
);
/// mul: the leading zeros of the factors.
pub const OPERAND_ZEROS: Step = ("operand_zeros", "leading zeros of the factors");
/// Operands sorted by magnitude.
pub const ORDER: Step = ("order", "operands sorted by magnitude");
/// `.oob`.
pub const OUT_OF_BOUNDS: Step = ("out_of_bounds", "zero where a factor is the out-of-bounds NaN");
/// The encoding of the result.
pub const PACK: Step = ("pack", "encoding of the result: number, infinity or NaN");
/// cvt: the digits around the point.
pub const PLACE: Step = ("place", "significand shifted to the binary point");
/// The core's conversions to integers.
pub const PLACE_HALF: Step = ("place_half", "half below the binary point, and its shift amount");
/// The core's conversions from integers.
pub const PLACE_INTEGER: Step = ("place_integer", "integer above the binary point, and its shift amount");
/// The core's conversions from single precision.
pub const PLACE_SINGLE: Step = ("place_single", "single-precision number, and its shift amount");
/// cvt: the digits below the point.
pub const POINT: Step = ("point", "mask of the significand's bits below the binary point");
/// cvt: ue8m0.
pub const POWER_OF_TWO: Step = ("power_of_two", "exponent field that encodes the power of two");
/// A polynomial's product.
pub const PRODUCT: Step = ("product", "slope times offset within the segment, in rows");
/// The core: the terms of a division.
pub const DIVIDEND: Step = ("dividend", "dividend and divisor; 1 and a for rcp");
/// div: the bits of the quotient.
pub const QUOTIENT: Step = ("quotient", "quotient, and whether a remainder is left");
/// sqrt: the number below the root.
pub const RADICAND: Step = ("radicand", "significand, doubled where the exponent is odd");
/// tanh: the source of the result.
pub const RANGE: Step = ("range", "source of the result: polynomial, operand, 1 or NaN");
/// A value in no format.
pub const RAW: Step = ("raw", "operand with its leading one at the top");
/// cvt: an integer with its leading one at the top.
pub const RAW_INTEGER: Step = ("raw", "magnitude with its leading one at the top");
/// The leading zeros of a value in no format.
pub const RAW_ZEROS: Step = ("raw_zeros", "leading zeros of the operand");
/// `.relu`.
pub const RELU: Step = ("relu", "zero for negative results");
/// set and setp: the relation.
pub const RELATE: Step = ("relate", "relation of the operands, for numbers and for NaN");
/// The core's result.
pub const RESULT: Step = ("result", "lanes joined, or NaN for an unassigned operation");
/// cvt: the lanes.
pub const RESULT_OF_LANES: Step = ("result", "lanes joined");
/// Rounding.
pub const ROUND: Step = ("round", "rounded exponent and fraction, from one addition");
/// cvt: random bits.
pub const ROUND_AT_RANDOM: Step = ("round_at_random", "carry from the random bits into the last place");
/// cvt: the integer.
pub const ROUND_INTEGER: Step = ("round", "rounded integer");
/// ex2: rounding.
pub const ROUND_EX2: Step = ("round", "rounded result, or a special one");
/// `.sat`.
pub const SATURATE: Step = ("saturate", "result clamped to [0, 1]");
/// mul: how far the product moves.
pub const SCALE: Step = ("scale", "shift amount of the product, and the shifted product");
/// ex2: exponent and fraction.
pub const SCALE_EX2: Step = ("scale", "exponent and fraction of the unrounded result");
/// ex2: the fixed-point number.
pub const SHIFT: Step = ("shift", "operand as a fixed-point number");
/// fclass: the class of the operand.
pub const CLASS: Step = ("class", "one bit for the class of the operand");
/// fmsub, fnmsub and fnmadd: operands with other signs.
pub const OPPOSITE: Step = ("opposite", "operands with inverted signs");
/// fsgnj and fmv.
pub const TRANSFER: Step = ("transfer", "bits of the operand, with the sign of the instruction");
/// neg and abs.
pub const SIGN: Step = ("sign", "operand with its new sign");
/// The slope of a polynomial.
pub const SLOPE: Step = ("slope", "slope of the polynomial at the offset");
/// Comparisons: operands under `.ftz`.
pub const FLUSH_BOTH: Step = ("flush", "zero test of both operands after flushing");
/// NaNs and infinities.
pub const SPECIAL: Step = ("special", "NaN and infinite results of special operands");
/// ex2: results without arithmetic.
pub const SPECIAL_EX2: Step = ("special", "results that need no arithmetic");
/// NaNs and infinities of products.
pub const SPECIAL_PRODUCT: Step = ("special_product", "NaN and infinite products of special factors");
/// NaNs, infinities and zeros of quotients.
pub const SPECIAL_QUOTIENT: Step = (
    "special_quotient",
    "NaN, infinite and zero quotients of special operands",
);
/// NaNs of roots.
pub const SPECIAL_ROOT: Step = ("special_root", "NaN of an operand below zero");
/// The value of a polynomial.
pub const SUM: Step = ("sum", "value of the polynomial: base plus product");
/// The core: the product for the wide adder.
pub const WIDE_PRODUCT: Step = ("wide_product", "product as an operand of the adder");
/// Mixed precision: the narrow operand.
pub const WIDEN: Step = ("widen", "narrow operand in the format of the result");
/// Mixed precision: the leading zeros of the narrow operand.
pub const WIDEN_ZEROS: Step = ("widen_zeros", "leading zeros of the operand");
/// mul: the leading zeros of the first factor.
pub const ZEROS_A: Step = ("zeros_a", "leading zeros of a");
/// mul: the leading zeros of the second factor.
pub const ZEROS_B: Step = ("zeros_b", "leading zeros of b");

/// Returns the stage for `.ftz` of an operand.
pub fn flush(operand: &str) -> Stage {
    Stage::from((format!("flush_{operand}"), "subnormal operand flushed to zero"))
}

/// Returns the stage that an iterative unit's operand passes when it is loaded.
pub fn load(operand: &str) -> Stage {
    let meaning = "a subnormal significand shifted left by a multiple of three places, and its exponent";
    Stage::from((format!("load_{operand}"), meaning))
}

/// Returns the stage in which the small divider unpacks an operand.
pub fn load_unshifted(operand: &str) -> Stage {
    Stage::from((format!("load_{operand}"), "fields of the operand"))
}

/// Returns the stage for a bit of the quotient, counted from the leading one.
pub fn digit_of_quotient(number: u32) -> Stage {
    let meaning = "remainder doubled, less the divisor where that is not negative";
    Stage::from((format!("digit_{number}"), meaning))
}

/// Returns the stage for a bit of the root, counted from the leading one.
pub fn digit_of_root(number: u32) -> Stage {
    let meaning = "remainder with two bits of the radicand, less the next bit's share where that is not negative";
    Stage::from((format!("digit_{number}"), meaning))
}

/// Returns the stage that shifts an operand's leading one to the top.
pub fn leading_one(operand: &str) -> Stage {
    Stage::from((
        format!("leading_one_{operand}"),
        "significand shifted until its leading one is at the top",
    ))
}

/// Returns the stage for a factor of fma that may be subnormal.
pub fn prenormalise(operand: &str) -> Stage {
    let meaning = "subnormal factor shifted left by half a significand";
    Stage::from((format!("prenormalise_{operand}"), meaning))
}

/// Returns the stage for the fields of an operand.
pub fn unpack(operand: &str) -> Stage {
    let meaning = format!("sign, exponent, significand and class of {operand}");
    Stage::from((format!("unpack_{operand}"), meaning))
}
