//! The source of a function's vectors.

use halfpipe_hdl::design::Function;
use halfpipe_isa::{Instruction, Operation};

use super::arithmetic::ArithmeticVectors;
use super::conversion::ConversionVectors;
use super::dot::DotVectors;
use super::source::{FunctionVectors, VectorSource, VectorStream};
use super::words::SignatureVectors;
use crate::Vector;

/// Returns the vectors of a function.
pub fn make_function_source(function: &Function, seed: u64) -> Box<dyn VectorSource> {
    Box::new(open(function, seed))
}

/// Returns the stream of a function: constrained-random for an instruction, from the signature alone for another
/// function.
pub(super) fn open(function: &Function, seed: u64) -> VectorStream<dyn FunctionVectors> {
    let vectors: Box<dyn FunctionVectors> = match function.instruction() {
        Some(instruction) if is_conversion(instruction) => Box::new(ConversionVectors::new(instruction, seed)),
        Some(instruction) if instruction.operation().is_dot() => Box::new(DotVectors::new(instruction)),
        Some(instruction) => Box::new(ArithmeticVectors::new(instruction, seed)),
        None => Box::new(SignatureVectors::new(function.signature())),
    };
    VectorStream::start(vectors, seed)
}

/// Returns `count` vectors that represent the stream of a function: every combination of classes of values first, then
/// vectors from anywhere in the stream.
pub fn sample(function: &Function, seed: u64, count: usize) -> Vec<Vector> {
    let mut source = open(function, seed);
    let mut vectors = source.vectors.classes();
    vectors.truncate(count);
    vectors.extend((vectors.len()..count).map(|_| source.any()));
    vectors
}

/// True if an instruction has the operands of a conversion: for a move they may be those of an integer.
fn is_conversion(instruction: Instruction) -> bool {
    instruction.operation().is_conversion() || matches!(instruction.operation(), Operation::Fmv | Operation::Fli)
}
