//! The testbench: engines, exhaustive runs, floating-point stimulus, a scoreboard that compares results with the exact
//! model, and waves.
//!
//! ```
//! use halfpipe_hdl::design::Design;
//! use halfpipe_testbench::engine::{self, EngineKind};
//! use halfpipe_testbench::scoreboard::verify;
//! use halfpipe_testbench::stimulus::Stimulus;
//!
//! let unit = Design::unit("fma.rn.relu.f16".parse()?, 3)?;
//! let mut engine = engine::open(EngineKind::Simulator, &unit)?;
//! let mut stimulus = Stimulus::new(unit.instruction(), 7);
//! let report = verify(&unit, &mut *engine, &mut stimulus, 1000, &mut |_| {})?;
//! assert_eq!((report.vectors, report.mismatches), (1000, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod contract;
pub mod core_module;
mod custom_function;
mod decoded;
mod difference;
pub mod engine;
pub mod exhaustive;
pub mod foreign;
pub mod mma;
pub mod model;
mod net_difference;
pub mod scoreboard;
mod stage_difference;
pub mod stimulus;
pub mod symbiyosys;
mod vector;
pub mod wave;
pub mod zfh;

pub use custom_function::CustomFunction;
pub use decoded::decoded;
pub use difference::Difference;
pub use net_difference::NetDifference;
pub use stage_difference::StageDifference;
pub use vector::{vector, Vector};

/// The operands of one lane of an arithmetic instruction, or all its registers, in its order; absent operands are 0.
/// Arithmetic has at most three operands of at most 32 bits; a [`Vector`] holds the words of any module.
pub type Operands = [u32; 3];
