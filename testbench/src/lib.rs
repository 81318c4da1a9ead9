//! The testbench: engines, exhaustive runs, a scoreboard that compares results with the exact model, and waves.
//!
//! ```
//! use halfpipe_hdl::design::Design;
//! use halfpipe_testbench::engine::{self, EngineKind};
//! use halfpipe_testbench::scoreboard::verify;
//! use halfpipe_simulation::stimulus::Stimulus;
//!
//! let unit = Design::unit("fma.rn.relu.f16".parse()?, 3)?;
//! let mut engine = engine::open(EngineKind::Simulator, &unit)?;
//! let mut stimulus = Stimulus::new(unit.instruction(), 7);
//! let report = verify(&unit, &mut *engine, &mut stimulus, 1000, &mut |_| {})?;
//! assert_eq!((report.vectors, report.mismatches), (1000, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod custom_function;
mod difference;
pub mod engine;
pub mod exhaustive;
pub mod foreign;
pub mod mma;
mod net_difference;
pub mod scoreboard;
mod stage_difference;
pub mod symbiyosys;
pub mod wave;

pub use custom_function::CustomFunction;
pub use difference::Difference;
pub use net_difference::NetDifference;
pub use stage_difference::StageDifference;
