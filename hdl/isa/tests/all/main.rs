//! All tests of the crate in one program: it is linked once, and what is slow runs beside what is not.

mod canonical;
mod comparisons;
mod conversions;
mod cuda;
mod examples;
mod messages;
mod metadata;
mod properties;
