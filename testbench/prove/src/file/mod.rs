//! Modules of files: their netlists are proven without a known structure.
//!
//! The multiplier of a file is found by its function: nodes that are the bits of the product of the operands. The product
//! lemma shows that they are. The lemmas about the instruction's own datapath then hold for the file, too, with any product
//! in the place of these nodes. A product that is merged into an adder is found as a sum with an addend.
//!
//! A unit that works on one operation at a time is unrolled from taken operands to its result, and all operands are tried.

mod addend;
mod boundary;
mod claim;
mod class;
mod cut;
mod equality;
mod factor;
mod function;
mod iterative;
mod lane;
mod operands;
mod patterns;
mod products;
mod search;
mod signs;
mod simulation;
mod sum;

pub use claim::FileClaim;
pub use class::VectorClass;
pub use cut::{ProductBit, ProductCut};
pub(crate) use equality::claim_equality;
pub use factor::{Care, Factor, Hypothesis};
pub use function::FileFunction;
pub use iterative::IterativeFile;
pub use products::ProductSearch;
pub use simulation::{ClassReport, SimulationReport};
