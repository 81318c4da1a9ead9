//! The testbench: engines that run a unit, runs over every input, stimulus that knows floating point, a scoreboard that
//! compares results with the exact model, and waves.
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
mod decoded;
pub mod device;
pub mod engine;
pub mod exhaustive;
pub mod fma_classes;
pub mod foreign;
pub mod model;
pub mod scoreboard;
pub mod stimulus;
pub mod wave;
pub mod widest;

pub use decoded::decoded;

/// The most data inputs, or data outputs, that a module has.
pub const MOST_WORDS: usize = 8;

/// What a module's data inputs, or its data outputs, are in one evaluation: a word for each in the order of the ports, its
/// lowest bits those of the port. Words that it has no port for are 0.
pub type Vector = [u64; MOST_WORDS];

/// The operands of one lane of an arithmetic instruction, or all its registers, in its order; those it does not have are 0.
/// Arithmetic has at most three of at most 32 bits; a [`Vector`] holds the words of any module.
pub type Operands = [u32; 3];

/// Words as a vector. Panics where there are more than [`MOST_WORDS`].
pub fn vector(words: impl IntoIterator<Item = u64>) -> Vector {
    let mut vector = [0; MOST_WORDS];
    for (position, word) in words.into_iter().enumerate() {
        vector[position] = word;
    }
    vector
}

/// The operands of an instruction as the data inputs of its module.
pub fn of_operands(operands: Operands) -> Vector {
    vector(operands.map(u64::from))
}
