//! One lane of a core as an implementation of its instructions.

use std::collections::HashSet;
use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Multiplications};
use halfpipe_aig::Aig;
use halfpipe_hdl::design::{Function as Operation, Port, Role};
use halfpipe_hdl::fpu::{is_apart, place_of_result};
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
    /// For each operation, the multiplications of the netlist on which its result depends. None if all take part.
    needed: Option<Vec<Vec<bool>>>,
}

impl Implementation for CoreLane {
    /// Selects the operation and sets the lane's part of the ports to the operands. All other bits are free.
    fn elaborate(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        multiplications: &mut dyn Multiplications,
    ) -> ImplementationOutputs {
        let mut inputs = self.core.free_inputs(graph).words;
        self.set_operands(operands, &mut inputs);
        let CoreUnderProof { netlist, interface } = &*self.core;
        let is_selector = |port: &Port| port.role == Role::Op || port.role == ROUNDING;
        let named = interface.inputs().zip(inputs.clone());
        let words = named.filter(|(port, _)| !is_selector(port));
        let words = words.map(|(port, word)| (port.name.clone(), word)).collect();
        let result = |(place, selection): (usize, &Selection)| {
            self.core.select(graph, *selection, &mut inputs);
            let made = match &self.needed {
                None => outputs(graph, netlist, &inputs, multiplications),
                Some(needed) => {
                    let needed = needed[place].iter();
                    outputs(
                        graph,
                        netlist,
                        &inputs,
                        &mut NeededProducts {
                            multiplications,
                            needed,
                        },
                    )
                }
            };
            self.select_outputs(&made)
        };
        ImplementationOutputs {
            results: self.selections.iter().enumerate().map(result).collect(),
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
    /// Takes one lane of operations with the same operands and exact result as an instruction.
    pub fn new(
        core: Arc<CoreUnderProof>,
        instruction: Instruction,
        selections: Vec<Selection>,
        lane: usize,
    ) -> CoreLane {
        let has_others = core.interface.instructions().any(is_apart);
        let mut own = CoreLane {
            core,
            selections,
            instruction,
            lane,
            needed: None,
        };
        // The lanes' multiplication has constant factors in other operations. Those of other formats do not.
        let needed = has_others.then(|| {
            own.selections
                .iter()
                .map(|selection| own.find_needed(*selection))
                .collect()
        });
        own.needed = needed;
        own
    }

    /// Returns for each multiplication of the netlist whether the results of an operation depend on it.
    fn find_needed(&self, selection: Selection) -> Vec<bool> {
        let mut graph = Graph::new();
        let mut inputs = self.core.free_inputs(&mut graph).words;
        self.core.select(&graph, selection, &mut inputs);
        let mut listed = ListedProducts(Vec::new());
        let made = outputs(&mut graph, &self.core.netlist, &inputs, &mut listed);
        let mut roots = self.select_outputs(&made);
        loop {
            let cone: HashSet<usize> = graph.cone(&roots).into_iter().collect();
            let is_in_cone = |word: &[Literal]| word.iter().any(|bit| cone.contains(&bit.node()));
            let needed: Vec<bool> = listed.0.iter().map(|[product, _]| is_in_cone(product)).collect();
            // A factor may depend on another product.
            let factors = listed.0.iter().zip(&needed).filter(|(_, needed)| **needed);
            let factors: Vec<Literal> = factors.flat_map(|([_, factors], _)| factors.clone()).collect();
            if factors.iter().all(|bit| cone.contains(&bit.node())) {
                return needed;
            }
            roots.extend(factors);
        }
    }

    /// Sets the lane's part of the ports to the operands.
    fn set_operands(&self, operands: &[Vec<Literal>], inputs: &mut [Vec<Literal>]) {
        let operation = Operation::from(self.instruction);
        let is_lane_of_flags = self.instruction.has_flags() && self.instruction.independent_lanes() > 1;
        for (position, bits) in self.core.interface.operand_positions(&operation).zip(operands) {
            if is_lane_of_flags {
                // Quiet NaNs raise no flag in any operation, so the flags are those of this lane.
                inputs[position].fill(!Literal::FALSE);
            }
            inputs[position][self.lane * bits.len()..][..bits.len()].copy_from_slice(bits);
        }
    }

    /// Returns the lane's results, and the flags if it has them, from the outputs.
    fn select_outputs(&self, made: &[Vec<Literal>]) -> Vec<Literal> {
        let mut results = self.select_results(&made[self.core.output_position(Role::Result(0))]);
        if self.instruction.has_flags() {
            results.extend(&made[self.core.output_position(Role::Flags)]);
        }
        results
    }

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

/// The free product and the factors' bits of each multiplication of a netlist, in their order.
struct ListedProducts(Vec<[Vec<Literal>; 2]>);

impl Multiplications for ListedProducts {
    fn product(&mut self, graph: &mut Aig, first: &[Literal], second: &[Literal]) -> Vec<Literal> {
        let product = graph.inputs(first.len() + second.len());
        self.0.push([product.clone(), [first, second].concat()]);
        product
    }
}

/// Multiplications of which some are left out: nothing depends on their products.
struct NeededProducts<'m> {
    multiplications: &'m mut dyn Multiplications,
    /// True for each that takes part, in the netlist's order.
    needed: std::slice::Iter<'m, bool>,
}

impl Multiplications for NeededProducts<'_> {
    fn product(&mut self, graph: &mut Aig, first: &[Literal], second: &[Literal]) -> Vec<Literal> {
        match self.needed.next() {
            Some(false) => vec![Literal::FALSE; first.len() + second.len()],
            _ => self.multiplications.product(graph, first, second),
        }
    }
}
