//! Results of every instruction on arrays, by 64-bit integers.
//!
//! [`Evaluator`] has the results of an instruction, and [`DotUnit`] those of dot products of any length. [`Cast`]
//! converts between any two formats. They serve callers with millions of operands. The golden model on big integers stays the reference: tests
//! compare both on every instruction. Nothing here is shared with the hardware or with the specification.
//!
//! Every function works on a [number](number::Number) whose significand has its leading one in bit 62. Sums, products,
//! quotients and roots keep enough digits below the last place of every format, and a last digit of 1 for all that is
//! cut off. One [rounding](round) comes at the end.
//!
//! ```
//! use halfpipe_arrays::Evaluator;
//!
//! let fma = Evaluator::new("fma.rn.f16".parse().unwrap());
//! let mut d = [0; 2];
//! // 1 · 2 + 0.5 and 320 · 128.25 + 2^-24.
//! fma.evaluate(&[&[0x3C00, 0x5D00], &[0x4000, 0x5802], &[0x3800, 0x0001]], &mut [&mut d]);
//! assert_eq!(d, [0x4100, 0x7903]);
//! ```

mod arithmetic;
mod cast;
mod conversion;
mod dot;
mod evaluator;
mod exact_sum;
mod finite;
mod format;
mod lane;
mod modifiers;
mod number;
mod round;
mod selection;
mod table;

pub use cast::{encode_exactly, Cast};
pub use conversion::CastSource;
pub use dot::{DotOperand, DotTerms, DotUnit};
pub use evaluator::Evaluator;
