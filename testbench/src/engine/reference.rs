//! The exact model as an engine.

use halfpipe_simulation::model::Model;
use halfpipe_simulation::Vector;
use halfpipe_yosys::VerilogDut;
use rayon::prelude::*;

use super::{Engine, EngineError, EngineKind};

/// The exact model of a module.
#[derive(Clone, Debug)]
pub struct Reference {
    model: Model,
}

impl Reference {
    /// Returns the exact model of a module.
    ///
    /// # Errors
    ///
    /// When the module's function has no model.
    pub fn new(device: &dyn VerilogDut) -> Result<Reference, EngineError> {
        Ok(Reference {
            model: Model::from_dut(device)?,
        })
    }
}

impl Engine for Reference {
    fn kind(&self) -> EngineKind {
        EngineKind::Reference
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        let model = &self.model;
        let evaluated = vectors.par_iter().with_min_len(256);
        results.par_extend(evaluated.map(|vector| model.expected(vector)));
        Ok(())
    }
}
