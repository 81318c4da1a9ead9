//! Vectors of modules: golden results, floating-point stimulus, the contract of the ports, waves and their pictures.
//!
//! Nothing here starts a program or opens a file. The engines that run vectors elsewhere are in `halfpipe-testbench`.
//!
//! ```
//! use halfpipe_hdl::design::Design;
//! use halfpipe_simulation::model::expected;
//! use halfpipe_simulation::vector;
//!
//! let unit = Design::unit("fma.rn.f16".parse()?, 3)?;
//! let outputs = expected(unit.interface(), &vector([0x3c00, 0x4000, 0x4200]));
//! assert_eq!(outputs.word(0), 0x4500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod contract;
pub mod core_module;
mod cycle;
mod decoded;
pub mod matrix;
pub mod model;
pub mod stimulus;
mod vector;
pub mod wave;
pub mod zfh;

pub use cycle::{CycleIn, CycleOut};
pub use decoded::{decoded, hexadecimal, hexadecimal_words};
pub use vector::{vector, Vector};

/// The operands of one lane of an arithmetic instruction, or all its registers, in its order; absent operands are 0.
/// Arithmetic has at most three operands of at most 32 bits; a [`Vector`] holds the words of any module.
pub type Operands = [u32; 3];
