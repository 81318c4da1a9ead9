//! Control inputs, AXI4-Stream ports and processor buses, with proofs of their rules.

mod control;
mod processor;
mod stream;
