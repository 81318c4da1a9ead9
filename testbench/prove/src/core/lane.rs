//! One lane of a core as an implementation of its instructions.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Multiplications};
use halfpipe_hdl::design::{Function as Operation, Port, Role};
use halfpipe_hdl::fpu::place_of_result;
use halfpipe_isa::{Instruction, Rounding};

use super::netlist::{CoreUnderProof, Selection, ROUNDING};
use crate::graph::{Graph, Literal};
use crate::implementation::{first_wrong, Implementation, ImplementationOutputs};

/// One lane of a core for some operations that take their operands from the same ports. A comparison has all its lanes
/// here, since they share one predicate, and so has a conversion.
pub(super) struct CoreLane {
    pub core: Arc<CoreUnderProof>,
    /// The inputs that select each operation.
    pub selections: Vec<Selection>,
    pub instruction: Instruction,
    pub lane: usize,
}

impl Implementation for CoreLane {
    /// Selects the operation and sets the lane's part of the ports to the operands. All other bits are free.
    fn elaborate(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        multiplications: &mut dyn Multiplications,
    ) -> ImplementationOutputs {
        let CoreUnderProof { netlist, interface } = &*self.core;
        let operation = Operation::from(self.instruction);
        let mut inputs = self.core.free_inputs(graph).words;
        let is_lane_of_flags = self.instruction.has_flags() && self.instruction.independent_lanes() > 1;
        for (position, bits) in interface.operand_positions(&operation).zip(operands) {
            if is_lane_of_flags {
                // Quiet NaNs raise no flag in any operation, so the flags are those of this lane.
                inputs[position].fill(!Literal::FALSE);
            }
            inputs[position][self.lane * bits.len()..][..bits.len()].copy_from_slice(bits);
        }
        let is_selector = |port: &Port| port.role == Role::Op || port.role == ROUNDING;
        let named = interface.inputs().zip(inputs.clone());
        let words = named.filter(|(port, _)| !is_selector(port));
        let words = words.map(|(port, word)| (port.name.clone(), word)).collect();
        let result = |selection: &Selection| {
            self.core.select(graph, *selection, &mut inputs);
            let made = outputs(graph, netlist, &inputs, multiplications);
            let mut results = self.select_results(&made[self.core.output_position(Role::Result(0))]);
            if self.instruction.has_flags() {
                results.extend(&made[self.core.output_position(Role::Flags)]);
            }
            results
        };
        ImplementationOutputs {
            results: self.selections.iter().map(result).collect(),
            inputs: words,
        }
    }

    /// Names the first operation with a wrong result.
    fn counterexample_words(&self, graph: &mut Graph, wrong: &[Literal]) -> Vec<(String, Vec<Literal>)> {
        let interface = &self.core.interface;
        let ports = [interface.port(Role::Op), interface.port(ROUNDING)];
        let word = |port: &Port| {
            let number = |selection: &Selection| match port.role {
                Role::Op => selection.op as u64,
                _ => selection.rounding.map_or(0, Rounding::code),
            };
            let numbers: Vec<u64> = self.selections.iter().map(number).collect();
            (port.name.clone(), first_wrong(graph, wrong, &numbers, port.width))
        };
        ports.into_iter().flatten().map(word).collect()
    }
}

impl CoreLane {
    /// Returns the lane's results from the result port.
    fn select_results(&self, d: &[Literal]) -> Vec<Literal> {
        let lanes = self.instruction.independent_lanes() as usize;
        let results = self
            .instruction
            .without_flags()
            .signature()
            .results()
            .iter()
            .enumerate();
        let lane_results = results.flat_map(|(position, result)| {
            let width = result.width() as usize / lanes;
            &d[place_of_result(position) as usize + self.lane * width..][..width]
        });
        lane_results.copied().collect()
    }
}
