//! Exception model against LLVM and against decisions made here.

mod apfloat;
mod decisions;
mod functions;
mod samples;
