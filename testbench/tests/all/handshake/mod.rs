//! Control inputs, iterative units, AXI4-Stream ports and processor buses, with proofs of their rules.

mod control;
mod example;
mod iterative;
mod mma;
mod package;
mod processor;
mod stream;
mod zfh;
