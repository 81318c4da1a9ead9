//! The testbench: engines that run a unit, runs over every input, stimulus that knows floating point, a scoreboard that
//! compares results with the exact model, and waves.
//!
//! ```
//! use halfpipe_hdl::unit::Unit;
//! use halfpipe_testbench::engine::{self, EngineKind};
//! use halfpipe_testbench::scoreboard::verify;
//! use halfpipe_testbench::stimulus::Stimulus;
//!
//! let unit = Unit::new("fma.rn.relu.f16".parse()?, 3)?;
//! let mut engine = engine::open(EngineKind::RustHdl, &unit)?;
//! let mut stimulus = Stimulus::new(unit.instruction(), 7);
//! let report = verify(&unit, &mut *engine, &mut stimulus, 1000, &mut |_| {})?;
//! assert_eq!((report.vectors, report.mismatches), (1000, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod contract;
pub mod core;
pub mod coverage;
pub mod device;
pub mod engine;
pub mod exhaustive;
pub mod foreign;
pub mod scoreboard;
pub mod stimulus;
pub mod wave;

/// The operands of one evaluation, in the order of the instruction's; those it does not have are 0.
pub type Vector = [u32; 3];
