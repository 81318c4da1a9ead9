//! Operations that only RISC-V has: fused operations with other signs, sign injection, comparisons, classes, moves and
//! constants.

use halfpipe_isa::{ElementType, FloatFormat, Operation};

use crate::datapath::comparison::{equal, less};
use crate::datapath::fma;
use crate::datapath::outcome::{any_signals, Outcome};
use crate::datapath::LaneConfig;
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, unpack, Flags, RoundingMode, Unpacked};

/// Builds an operation that PTX does not have.
pub fn lane<'n>(n: Scope<'n>, config: &LaneConfig, rounding: RoundingMode<'n>, operands: &[Net<'n>]) -> Outcome<'n> {
    let format = config.formats.operand;
    match config.operation {
        Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd => {
            let [a, c] = [operands[0], operands[2]];
            let stage = n.stage(step::OPPOSITE);
            let a = match config.operation {
                Operation::Fmsub => a,
                _ => with_sign(!a.top_bit(), a).named(hidden("opposite_a")),
            };
            let c = match config.operation {
                Operation::Fnmsub => c,
                _ => with_sign(!c.top_bit(), c).named(hidden("opposite_c")),
            };
            drop(stage);
            fma::fma(n, config, rounding, a, operands[1], c)
        }
        Operation::Fsgnj | Operation::Fsgnjn | Operation::Fsgnjx => {
            let _stage = n.stage(step::TRANSFER);
            let (a, b) = (operands[0], operands[1].top_bit());
            let sign = match config.operation {
                Operation::Fsgnj => b,
                Operation::Fsgnjn => !b,
                _ => a.top_bit() ^ b,
            };
            without_exceptions(n, config, with_sign(sign, a))
        }
        Operation::Fmv => {
            let _stage = n.stage(step::TRANSFER);
            let a = operands[0];
            let moved = match config.operand {
                ElementType::Number(_) => a.sign_extend(INTEGER_BITS),
                _ => a.low(format.width()),
            };
            without_exceptions(n, config, moved)
        }
        Operation::Fli => {
            let _stage = n.stage(step::TRANSFER);
            let constants = constants(config.formats.result);
            without_exceptions(
                n,
                config,
                operands[0].look_up(&constants, config.formats.result.width()),
            )
        }
        Operation::Fclass => {
            let a = unpack(n, "a", format, operands[0]);
            let signalling = a.signals(n);
            let class = class(n, a, signalling);
            let _stage = n.stage(step::CLASS);
            without_exceptions(n, config, class.zero_extend(INTEGER_BITS))
        }
        operation => compare(n, config, operation, [operands[0], operands[1]]),
    }
}

/// The width of a register that receives an integer.
const INTEGER_BITS: u32 = 32;

/// Returns the bits of a number with another sign.
fn with_sign<'n>(sign: Net<'n>, number: Net<'n>) -> Net<'n> {
    sign.join(number.low(number.width() - 1))
}

/// Returns a result, and flags that are all 0.
fn without_exceptions<'n>(n: Scope<'n>, config: &LaneConfig, result: Net<'n>) -> Outcome<'n> {
    Outcome {
        value: result.named("result"),
        flags: config.flags.then(|| Flags::from_invalid(n, n.zero()).word(n)),
    }
}

/// Returns the encodings of the constants of fli in the order of their numbers (The RISC-V Instruction Set Manual, "Zfa",
/// table of `rs1` encodings). A power of two above the format is infinite.
pub fn constants(format: FloatFormat) -> Vec<u128> {
    // The significand in quarters, and the exponent.
    const NUMBERS: [(u32, i64); 28] = [
        (4, -16),
        (4, -15),
        (4, -8),
        (4, -7),
        (4, -4),
        (4, -3),
        (4, -2),
        (5, -2),
        (6, -2),
        (7, -2),
        (4, -1),
        (5, -1),
        (6, -1),
        (7, -1),
        (4, 0),
        (5, 0),
        (6, 0),
        (7, 0),
        (4, 1),
        (5, 1),
        (6, 1),
        (4, 2),
        (4, 3),
        (4, 4),
        (4, 7),
        (4, 8),
        (4, 15),
        (4, 16),
    ];
    let infinity = format.special_exponent() << format.fraction_bits;
    let encode = |(quarters, exponent): (u32, i64)| {
        let field = exponent + format.bias();
        if field >= i64::from(format.special_exponent()) {
            infinity
        } else if field > 0 {
            (field as u32) << format.fraction_bits | (quarters - 4) << (format.fraction_bits - 2)
        } else {
            1 << (i64::from(format.fraction_bits) - 1 + field)
        }
    };
    let minus_one = format.sign_mask() | encode((4, 0));
    let smallest_normal = 1 << format.fraction_bits;
    let numbers = NUMBERS.into_iter().map(encode);
    let all = [minus_one, smallest_normal].into_iter().chain(numbers);
    all.chain([infinity, format.canonical_nan()]).map(u128::from).collect()
}

/// Computes a comparison.
fn compare<'n>(n: Scope<'n>, config: &LaneConfig, operation: Operation, operands: [Net<'n>; 2]) -> Outcome<'n> {
    let format: FloatFormat = config.formats.operand;
    let a = unpack(n, "a", format, operands[0]);
    let b = unpack(n, "b", format, operands[1]);
    let holds = match operation {
        Operation::Feq => equal(n, a, b),
        Operation::Flt | Operation::Fltq => less(n, a, b),
        Operation::Fle | Operation::Fleq => !less(n, b, a),
        other => unreachable!("{other} is no comparison"),
    };
    let stage = n.stage(step::RELATE);
    let nan = (a.nan | b.nan).named("nan");
    let answer = (holds & !nan).zero_extend(INTEGER_BITS).named("result");
    drop(stage);
    let invalid = match operation {
        Operation::Flt | Operation::Fle => nan,
        _ => any_signals(n, &[a, b]),
    };
    Outcome {
        value: answer,
        flags: config.flags.then(|| Flags::from_invalid(n, invalid).word(n)),
    }
}

/// Returns the class of an operand as a word of which one bit is 1: from the lowest, -infinity, negative normal and
/// subnormal numbers, -0, +0, positive subnormal and normal numbers, +infinity, signalling and quiet NaNs (The RISC-V
/// Instruction Set Manual, "Floating-Point Classify Instruction"). `signalling` is 1 for a signalling NaN.
pub fn class<'n>(n: Scope<'n>, a: Unpacked<'n>, signalling: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::CLASS);
    let leading = a.significand.top_bit();
    let normal = (leading & !(a.infinite | a.nan)).named("normal");
    let subnormal = (!leading & !(a.zero | a.nan)).named("subnormal");
    let magnitudes = [a.infinite, normal, subnormal, a.zero];
    let negative = magnitudes.iter().map(|class| *class & a.sign);
    let positive = magnitudes.iter().rev().map(|class| *class & !a.sign);
    let nans = [signalling, a.nan & !signalling];
    let classes = negative.chain(positive).chain(nans);
    let word = classes.reduce(|low, high| high.join(low)).expect("there are classes");
    word.named(hidden("class"))
}
