//! The integer model as an engine, for comparison with the exact model.

use halfpipe_hdl::design::Interface;
use halfpipe_isa::Instruction;
use halfpipe_model::value::IntegerModel;
use halfpipe_simulation::{vector, Vector};
use rayon::prelude::*;

use super::{Engine, EngineError, EngineKind};

/// The integer model of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Integer {
    model: IntegerModel,
    lanes: u32,
}

impl Integer {
    /// Returns the model of a module's instruction.
    ///
    /// # Errors
    ///
    /// When the operands are not two 16-bit numbers per lane, or the module is a core.
    pub fn new(interface: &Interface) -> Result<Integer, EngineError> {
        let instruction = interface.instruction();
        let found = instruction.and_then(|instruction| Some((integer_model(instruction)?, instruction.ty().lanes())));
        let (model, lanes) = found.ok_or_else(|| EngineError::NoIntegerModel {
            mnemonic: interface.mnemonic(),
        })?;
        Ok(Integer { model, lanes })
    }

    fn result(&self, operands: &Vector) -> u64 {
        let [a, b] = [operands.word(0), operands.word(1)];
        let lane = |lane: u32| {
            let shift = 16 * lane;
            u64::from(self.model.evaluate((a >> shift) as u16, (b >> shift) as u16)) << shift
        };
        (0..self.lanes).map(lane).fold(0, |register, lane| register | lane)
    }
}

/// Returns the integer model of an instruction without flags and without a rounding port: it computes numbers only.
pub(crate) fn integer_model(instruction: Instruction) -> Option<IntegerModel> {
    let is_plain = !instruction.has_flags() && !instruction.has_rounding_port();
    IntegerModel::from_instruction(instruction).filter(|_| is_plain)
}

impl Engine for Integer {
    fn kind(&self) -> EngineKind {
        EngineKind::Integer
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        results.par_extend(
            vectors
                .par_iter()
                .with_min_len(4096)
                .map(|operands| vector([self.result(operands)])),
        );
        Ok(())
    }
}
