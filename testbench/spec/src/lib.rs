//! Formal specification of instructions as formulas over bits: arithmetic, lane by lane, comparisons and conversions.
//!
//! The formulas are written once, over any [`Logic`]. With Boolean bits they compute numbers. With graph nodes as bits
//! they become a formula that a solver compares with hardware. An exact sum or product in a wide fixed point is rounded
//! once. Nothing is abbreviated, and nothing is shared with the datapaths or with the model on big integers.
//!
//! A quotient is a long division, digit by digit, whose last digit tells if a remainder is left.
//!
//! Two numbers with variable exponents do not fit one fixed point of sensible width. The operands are therefore split
//! into cases by the [distance](Case::Distance) of their places, and each case shifts by a constant.
//!
//! Words are bits, the lowest first.

mod comparison;
mod conversion;
mod conversion_flags;
mod exact;
mod exceptions;
mod extremum;
mod format;
mod lane;
mod logic;
mod modifiers;
mod quotient;
mod riscv;
mod round;
mod small;
mod special;
mod words;

pub use comparison::Comparison;
pub use conversion::Conversion;
pub use conversion_flags::ConversionExceptions;
pub use exceptions::Exceptions;
pub use format::Format;
pub use lane::{Case, Lane, Product, Specified};
pub use logic::{Booleans, Logic, Words};
pub use quotient::{next_digit, QuotientDigit};
pub use words::{value_of, Arithmetic};
