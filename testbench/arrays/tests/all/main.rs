//! Results on arrays against the golden model.

mod every_instruction;
mod every_pair;
