//! Coefficient tables of tanh and 2^x.
pub mod choose;
pub mod ex2;
pub mod exact;
pub mod fit;
pub mod format;
pub mod interval;
pub mod polynomial;
pub mod table;
pub mod tanh;
