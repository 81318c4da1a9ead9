//! Stimulus for modules.
//!
//! [`Stimulus`] begins with every combination of the edge values of the operands' formats. Walking ones through the
//! operands' fractions follow, with results that a single digit decides. An instruction with one operand gets every
//! value instead. An endless constrained-random mix of the hard cases of floating point comes last. [`DotProducts`] has
//! those of sums of products. [`WordVectors`] makes vectors from a signature alone. [`exhaustive()`] covers every combination of all values, if there are few.
//! All of them are deterministic. In x2 instructions each lane has its own sequence. A [`Stream`] has stalls, gaps and
//! resets between vectors.

mod aimed;
mod arithmetic;
mod combinations;
mod conversion;
mod dot;
pub(crate) mod edges;
mod exhaustive;
mod function;
mod lanes;
mod mixture;
pub(crate) mod number;
mod random;
mod rounding;
mod schedule;
mod source;
mod stream;
mod systematic;
mod words;

use halfpipe_hdl::design::Interface;

pub use arithmetic::Stimulus;
pub use conversion::Conversions;
pub use dot::DotProducts;
pub use edges::{class_values, edge_values};
pub use exhaustive::{exhaustive, has_every_value, Exhaustive, InputSpace};
pub use function::{make_function_source, sample};
pub use mixture::Mixture;
pub use schedule::Schedule;
pub use source::{FunctionVectors, VectorSource, VectorStream};
pub use stream::{Cycle, ExpectedOutput, Stream};
pub use words::WordVectors;

/// Returns the vectors of a module's function, or a mixture of those of a core's operations.
pub fn make_module_source(interface: &Interface, seed: u64) -> Box<dyn VectorSource> {
    match interface.function() {
        Some(function) => make_function_source(function, seed),
        None => Box::new(Mixture::new(interface, seed)),
    }
}

/// The number of vectors of an ordinary verification of an instruction.
pub const USUAL_COUNT: u64 = 100_000;

/// The same number for operands that take every value. Each value comes twice, for the reason in [`Stream`], and some
/// come once more.
const USUAL_COUNT_OF_ONE: u64 = 150_000;

/// Returns the number of vectors of an ordinary verification of a module. A core adds its systematic vectors.
pub fn usual_count(interface: &Interface) -> u64 {
    match (interface.is_core(), interface.instruction()) {
        (true, _) => Mixture::new(interface, 0).fixed_count() + USUAL_COUNT,
        (_, Some(instruction)) if has_every_value(instruction.signature()) => USUAL_COUNT_OF_ONE,
        _ => USUAL_COUNT,
    }
}

#[cfg(test)]
#[path = "../../tests/unit/stimulus.rs"]
mod tests;
