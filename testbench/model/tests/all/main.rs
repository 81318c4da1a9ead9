//! The models against LLVM's software floating point, against definitions, and against decisions that are written by hand.

mod dependencies;
mod flags;
mod value;
