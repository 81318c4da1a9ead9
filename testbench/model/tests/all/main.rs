//! Models against LLVM's software floating point, definitions, and hand-written decisions.

mod dependencies;
mod flags;
mod riscv;
mod value;
