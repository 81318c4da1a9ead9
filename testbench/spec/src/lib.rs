//! Formal specification of instructions as formulas over bits: arithmetic, lane by lane, dot products,
//! comparisons and conversions.
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
//! A dot product as tensor cores compute it is a chain of blocks, each of which truncates its terms at an anchor. One that
//! rounds once adds its products in a fixed point, and then c like an fma. Each step is a function of its own, so that a
//! proof can take them one by one.
//!
//! Words are bits, the lowest first.

mod comparison;
mod conversion;
mod conversion_flags;
mod dot;
mod exact;
mod exceptions;
mod extremum;
mod format;
mod lane;
mod logic;
mod modifiers;
mod quotient;
mod riscv;
mod root;
mod round;
mod selection;
mod small;
mod special;
mod terms;
mod words;

pub use comparison::Comparison;
pub use conversion::Conversion;
pub use conversion_flags::ConversionExceptions;
pub use dot::{
    AlignedSum, Anchor, BulkDot, Dot, DotBlock, DotOperands, DotScaling, DotSpecial, DotTerm, ExactDot, TermKind,
};
pub use exceptions::Exceptions;
pub use format::Format;
pub use lane::{Lane, Specified};
pub use logic::{Booleans, Logic, Words};
pub use quotient::{next_digit, QuotientDigit};
pub use root::{next_root_digit, RootDigit};
pub use terms::{Case, GivenProduct};
pub use words::{value_of, Arithmetic};
