//! Exact model of every halfpipe instruction.
//!
//! The model defines the correct result, and is written to be checked by reading. A value is NaN, an infinity or a big
//! integer times a power of two. Sums and products are exact, and one rounding comes at the end. The model follows the
//! PTX ISA text (sections 9.7.4, 9.7.5, 9.7.7 and 9.7.9.21) and The RISC-V Instruction Set Manual alone, and shares no code with the hardware it judges.
//!
//! ```
//! let instruction = "fma.rn.f16".parse().unwrap();
//! // 320 · 128.25 + 2^-24 lies just above the middle of two f16 numbers.
//! assert_eq!(halfpipe_model::value::evaluate(instruction, &[0x5D00, 0x5802, 0x0001]), 0x7903);
//! ```
//!
//! [`results`] works on whole registers, and [`evaluate`] on those of 32 bits if there is one result. [`evaluate_lane`]
//! works on one lane in formats of the caller's choice. The same model thus covers a format small enough to try every
//! operand. [`describe()`] decodes a bit pattern for messages. [`IntegerModel`] is a faster second model of the
//! instructions with two 16-bit operands, for runs over all pairs; it is validated against the first.

mod arithmetic;
mod bulk;
mod compare;
mod comparison;
mod conversion;
mod decimal;
mod describe;
mod dot;
mod functions;
mod instruction;
mod integer;
mod interval;
mod lane;
mod modifiers;
mod number;
mod pi;
mod predicates;
mod riscv;
mod round;
mod small;
mod transcendental;
mod trigonometric;

pub use decimal::Decimal;
pub use describe::{all_digits, describe, Class, Description};
pub use instruction::{evaluate, results};
pub use integer::IntegerModel;
pub use lane::evaluate_lane;
pub use number::Sign;
pub use small::in_single_precision;
