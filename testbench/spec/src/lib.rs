//! What instructions compute, as formulas over bits: arithmetic, lane by lane, comparisons and conversions.
//!
//! The formulas are written once, over any [`Logic`]: with bits that are booleans they compute numbers, with bits that are nodes
//! of a graph they become a formula that a solver compares with hardware. An exact sum or product in a wide fixed point is
//! rounded once; nothing is shortened, and nothing is shared with the datapaths or with the model on big integers.
//!
//! Two numbers whose exponents are known bits cannot be put into one fixed point of sensible width. So the operands are split
//! into cases by the [distance](Case::Distance) of their places, and in each case the shift is a constant.
//!
//! Words are bits, the lowest first.

mod comparison;
mod conversion;
mod converted;
mod exact;
mod exceptions;
mod extremum;
mod format;
mod lane;
mod logic;
mod modifiers;
mod round;
mod small;
mod special;
mod words;

pub use comparison::Comparison;
pub use conversion::Conversion;
pub use converted::ConversionExceptions;
pub use exceptions::Exceptions;
pub use format::Format;
pub use lane::{Case, Lane, Product, Specified};
pub use logic::{Booleans, Logic, Words};
pub use words::{value_of, Arithmetic};
