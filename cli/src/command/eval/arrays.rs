//! Results of a stream of operands by integer arithmetic on arrays, without the hardware.

use halfpipe_arrays::Evaluator;
use halfpipe_hdl::design::Interface;
use halfpipe_simulation::{vector, Vector};

/// The results of a unit's instruction. Its arrays keep their memory between blocks.
pub struct ArrayEvaluator {
    evaluator: Evaluator,
    operands: Vec<Vec<u64>>,
    results: Vec<Vec<u64>>,
}

impl ArrayEvaluator {
    /// Returns the evaluator of a unit. None for a core, and for an instruction whose results come from the golden model,
    /// which takes longer than the simulator.
    pub fn new(interface: &Interface) -> Option<ArrayEvaluator> {
        let evaluator = Evaluator::new(interface.instruction()?);
        let signature = evaluator.instruction().signature();
        (!evaluator.asks_model()).then(|| ArrayEvaluator {
            operands: vec![Vec::new(); signature.operands().len()],
            results: vec![Vec::new(); signature.results().len()],
            evaluator,
        })
    }

    /// Appends the results of each vector.
    pub fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) {
        for (place, column) in self.operands.iter_mut().enumerate() {
            column.clear();
            column.extend(vectors.iter().map(|vector| vector.word(place)));
        }
        for column in &mut self.results {
            column.resize(vectors.len(), 0);
        }
        let operands: Vec<&[u64]> = self.operands.iter().map(Vec::as_slice).collect();
        let mut places: Vec<&mut [u64]> = self.results.iter_mut().map(Vec::as_mut_slice).collect();
        self.evaluator.evaluate(&operands, &mut places);
        results.extend((0..vectors.len()).map(|line| vector(self.results.iter().map(|column| column[line]))));
    }
}
