//! The exact model as an engine.

use halfpipe_isa::Instruction;
use rayon::prelude::*;

use super::{Engine, EngineError, EngineKind};
use crate::Vector;

/// The exact model of one instruction.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    instruction: Instruction,
}

impl Reference {
    /// The model of an instruction.
    pub fn new(instruction: Instruction) -> Reference {
        Reference { instruction }
    }
}

impl Engine for Reference {
    fn kind(&self) -> EngineKind {
        EngineKind::Reference
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<u32>) -> Result<(), EngineError> {
        let instruction = self.instruction;
        let evaluated = vectors.par_iter().with_min_len(256);
        results.par_extend(evaluated.map(|vector| halfpipe_reference::evaluate(instruction, vector)));
        Ok(())
    }
}
