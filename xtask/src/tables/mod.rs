//! The coefficient tables of the datapaths of functions: fitted, proven and written as JSON.
//!
//! - [`exact`] computes tanh and 2^x correctly rounded, from series with proven bounds, in integers. Other functions come
//!   from the golden model.
//! - [`polynomial`] is the hardware's arithmetic, bit for bit.
//! - [`tanh`], [`ex2`], [`rsqrt`], [`exp`], [`log`], [`encoded`] and [`sine`] are the datapaths around it, with the requirements
//!   of each input on the arithmetic.
//! - [`fit`] finds every set of coefficients that meets the requirements, and [`descent`] some, for many inputs. [`table`]
//!   divides a function into segments that have one, and [`rows`] numbers them without gaps. A last step chooses those that
//!   need little logic.
//! - [`source`] writes the result, and [`command`] is the subcommand.
//!
//! No step uses floating point. A fit that succeeds is a proof: every one of the 65,536 inputs has been a requirement
//! or is a special case. [`tanh::FittedTanh::evaluate`] and [`ex2::FittedEx2::evaluate`] let a test repeat all of them;
//! `halfpipe prove` repeats them on the netlist of every function. f16's coefficients of these two serve bf16 too
//! ([`tanh::FittedTanh::with_shorter_format`], [`ex2::FittedEx2::with_shorter_format`]): the inputs of both have been
//! requirements.

mod choose;
pub mod command;
pub mod descent;
pub mod encoded;
pub mod encoded_datapath;
pub mod ex2;
pub mod exact;
pub mod exp;
pub mod fit;
pub mod format;
pub mod interval;
pub mod log;
pub mod polynomial;
pub mod rows;
pub mod rsqrt;
pub mod segment;
pub mod sine;
pub mod source;
pub mod table;
pub mod tanh;
