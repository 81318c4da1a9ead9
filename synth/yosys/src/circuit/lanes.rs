//! Independence of the lanes of a circuit.

use std::ops::Range;

use halfpipe_aig::Literal;
use halfpipe_isa::Signature;

use super::Circuit;

impl Circuit {
    /// Returns each operand bit of one lane with a path to another lane's result: operand, bit, lane of the result.
    ///
    /// If there is none, no input of one lane can change the result of another. Operands and results that all lanes
    /// share are left out.
    pub fn lane_crossings(&self, signature: &Signature) -> Vec<(usize, usize, u32)> {
        let lanes = signature.separate_lanes();
        let mut crossings = Vec::new();
        for lane in 0..lanes {
            let reaching = self.aig.reaching(&self.lane_results(signature, lane));
            for (operand, bits) in self.operands_in_lanes(signature) {
                let width = bits.len() / lanes as usize;
                let foreign = (0..bits.len()).filter(|bit| bit / width != lane as usize);
                let paths = foreign.filter(|bit| reaching[bits.start + bit]);
                crossings.extend(paths.map(|bit| (operand, bit, lane)));
            }
        }
        crossings
    }

    /// Returns the inputs of each operand that has a value for each lane, with the operand's position.
    fn operands_in_lanes(&self, signature: &Signature) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        let lanes = signature.separate_lanes();
        let is_in_lanes: Vec<bool> = signature.operands().iter().map(|one| one.lanes == lanes).collect();
        let operands = self.ports.inputs.iter().enumerate();
        operands
            .filter(move |(position, _)| is_in_lanes[*position])
            .map(|(position, bits)| (position, bits.0.clone()))
    }

    /// Returns the outputs of one lane: its part of each result, or the predicate that is its own.
    fn lane_results(&self, signature: &Signature, lane: u32) -> Vec<Literal> {
        let lanes = signature.separate_lanes();
        let mut predicates = 0..;
        let mut all = Vec::new();
        for (result, bits) in signature.results().iter().zip(&self.ports.outputs) {
            let own = if result.is_shared() {
                continue;
            } else if result.lanes == lanes {
                let width = bits.0.len() / lanes as usize;
                let first = bits.0.start + lane as usize * width;
                first..first + width
            } else if predicates.next() == Some(lane) {
                bits.0.clone()
            } else {
                continue;
            };
            all.extend_from_slice(&self.aig.outputs()[own]);
        }
        all
    }
}
