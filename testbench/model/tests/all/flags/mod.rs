//! The model of exceptions, against LLVM and against what is decided here.

mod apfloat;
mod decisions;
mod samples;
