//! The classes of the operands of an fma, or of an add or a sub in mixed precision, and which of them vectors reach.
//!
//! All 2^48 operands of an fma cannot be tried, but what they can do to each other can be listed. An add is an fma with
//! b = 1 here, and a sub one of −c:
//!
//! - every pair of the exponents of product and addend, by effective addition and subtraction;
//! - every distance between the two, with the product's significand below 2 and from 2 on;
//! - every number of leading bits that a subtraction cancels, and all of them;
//! - every case of rounding, by where the result lands, by sign and by what is added up. Directed roundings have their
//!   own: up from whatever is lost, down to the largest number, and no tie that the number below decides;
//! - every side of numbers and midpoints that only the lowest bits of a sum tell;
//! - every combination of kinds of operands with every combination of signs;
//! - every special result, and whatever the modifiers change.
//!
//! Such a case is a [`Class`]. [`Rules`] lists the classes that an instruction has and says which of them a vector is
//! in, [`sample`] makes vectors until every class has as many as it needs, and a [`Coverage`] counts what really ran.
//! Each lane of an x2 instruction has vectors of its own and must reach every class by itself.

mod class;
mod classify;
mod draw;
mod list;
mod roundings;
mod rules;
mod sample;
mod sum;
mod table;

pub use class::{Alignment, Class, Depth, Effective, Group, Kind, Landing, Lost, Side, Special, Term, Terms};
pub use rules::{NoClasses, Rules};
pub use sample::sample;
pub use table::{Counted, Coverage, Hole, Row};
