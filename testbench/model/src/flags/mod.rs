//! The exact model of the exceptions of IEEE 754 that an instruction raises.
//!
//! It rounds nothing. A number is a big integer times a power of two, sums and products are exact, and each exception is a question
//! about the exact number: whether the format has it, and whether it lies beyond the limits from which rounding leads out of the
//! normal numbers. It shares no code with the hardware that it judges, nor with the model of the results.
//!
//! The exceptions are those of the operation that the arithmetic makes, before `.sat`, `.relu`, `.satfinite`, `.oob` and the `.ftz` of a
//! result change it; `.ftz` of operands comes before the operation. What is tiny is decided after rounding.
//!
//! ```
//! use halfpipe_model::flags::{flags, INEXACT, OVERFLOW};
//!
//! let add = "add.f16".parse().unwrap();
//! assert_eq!(flags(add, &[0x7BFF, 0x7BFF]), OVERFLOW | INEXACT);
//! assert_eq!(flags(add, &[0x3C00, 0x3C00]), 0);
//! ```

mod conversion;
mod exact;
mod functions;
mod instruction;
mod lane;
mod limits;
mod operand;
mod shape;

pub use instruction::{flags, DIVIDE_BY_ZERO, INEXACT, INVALID, OVERFLOW, UNDERFLOW};
pub use lane::{flags_of_lane, Shapes};
pub use shape::Shape;
