//! The integer model as an engine: to compare it with the exact model.

use halfpipe_isa::Instruction;
use halfpipe_reference::IntegerModel;
use rayon::prelude::*;

use super::{Engine, EngineError, EngineKind};
use crate::Vector;

/// The integer model of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Integer {
    model: IntegerModel,
    lanes: u32,
}

impl Integer {
    /// The model of this instruction.
    ///
    /// # Errors
    ///
    /// When its operands are not two numbers of 16 bits a lane.
    pub fn new(instruction: Instruction) -> Result<Integer, EngineError> {
        let model = IntegerModel::of(instruction).ok_or(EngineError::NoIntegerModel { instruction })?;
        Ok(Integer {
            model,
            lanes: instruction.ty().lanes(),
        })
    }

    fn result(&self, [a, b, _]: Vector) -> u32 {
        let lane = |lane: u32| {
            let shift = 16 * lane;
            u32::from(self.model.evaluate((a >> shift) as u16, (b >> shift) as u16)) << shift
        };
        (0..self.lanes).map(lane).fold(0, |register, lane| register | lane)
    }
}

impl Engine for Integer {
    fn kind(&self) -> EngineKind {
        EngineKind::Integer
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<u32>) -> Result<(), EngineError> {
        results.par_extend(vectors.par_iter().with_min_len(4096).map(|vector| self.result(*vector)));
        Ok(())
    }
}
