//! The exact model as an engine.

use halfpipe_hdl::design::Interface;
use rayon::prelude::*;

use super::{Engine, EngineError, EngineKind};
use crate::model::expected;
use crate::Vector;

/// The exact model of a module.
#[derive(Clone, Debug)]
pub struct Reference {
    interface: Interface,
}

impl Reference {
    /// The model of a module.
    pub fn new(interface: &Interface) -> Reference {
        Reference {
            interface: interface.clone(),
        }
    }
}

impl Engine for Reference {
    fn kind(&self) -> EngineKind {
        EngineKind::Reference
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        let interface = &self.interface;
        let evaluated = vectors.par_iter().with_min_len(256);
        results.par_extend(evaluated.map(|vector| expected(interface, vector)));
        Ok(())
    }
}
