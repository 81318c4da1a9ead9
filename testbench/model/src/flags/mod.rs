//! Exact model of the IEEE 754 exceptions that an instruction raises.
//!
//! It rounds nothing. A number is a big integer times a power of two, and sums and products are exact. A quotient or a
//! root is known by its order among these numbers. Each exception is a question about the exact number. Does the format have it? Does it lie beyond the limits from which rounding
//! leaves the normal numbers? The model shares no code with the hardware that it judges, nor with the model of the
//! results.
//!
//! The exceptions are those of the arithmetic operation, before `.sat`, `.relu`, `.satfinite`, `.oob` and the `.ftz` of
//! a result change it; `.ftz` of operands precedes the operation. Tininess is decided after rounding.
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
mod exception;
mod functions;
mod instruction;
mod lane;
mod limits;
mod magnitude;
mod operand;

pub use exception::{DIVIDE_BY_ZERO, INEXACT, INVALID, OVERFLOW, UNDERFLOW};
pub use instruction::flags;
pub use lane::flags_of_lane;
