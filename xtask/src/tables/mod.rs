//! The coefficient tables of the tanh and 2^x datapaths: fitted, proven and written as Rust source.
//!
//! - [`exact`] computes both functions correctly rounded, from series with proven bounds, in integers.
//! - [`polynomial`] is the hardware's arithmetic, bit for bit.
//! - [`tanh`] and [`ex2`] are the datapaths around it, with the requirements of each input on the arithmetic.
//! - [`fit`] finds every set of coefficients that meets the requirements. [`table`] divides a function into segments
//!   that have one. A last step chooses those that need little logic.
//! - [`source`] writes the result, and [`command`] is the subcommand.
//!
//! No step uses floating point. A fit that succeeds is a proof: every one of the 65,536 inputs has been a requirement
//! or is a special case. [`tanh::FittedTanh::evaluate`] and [`ex2::FittedEx2::evaluate`] let a test repeat all of them.
//! f16's coefficients serve bf16 too ([`tanh::FittedTanh::also`], [`ex2::FittedEx2::also`]): the inputs of both have been
//! requirements.

mod choose;
pub mod command;
pub mod ex2;
pub mod exact;
pub mod fit;
pub mod format;
pub mod interval;
pub mod polynomial;
pub mod segment;
pub mod source;
pub mod table;
pub mod tanh;
