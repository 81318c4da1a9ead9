//! An iterative unit and its results, for operands in a graph.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_isa::{Operand, Rounding};
use halfpipe_netlist::{Module, Netlist, NetlistPort};
use halfpipe_spec::{Arithmetic, Logic};

use super::cycles::{free_operands, list_early_results, list_results, FLUSH};
use crate::formula::Formula;
use crate::graph::{Graph, Literal, PortWords};
use crate::implementation::code;
use crate::lanes::join_lanes;
use crate::named_words::NamedWords;

/// An iterative unit under proof.
#[derive(Clone)]
pub struct IterativeUnit {
    /// The unit.
    pub module: Arc<Module>,
    /// The unit of one lane of the instruction, which is the module itself if there is one lane.
    pub lane: Arc<Module>,
    /// The number of lanes.
    pub lanes: usize,
    /// The datapath of a lane, for which the function is proven.
    pub datapath: Arc<Netlist>,
    /// The number of fraction bits and exponent bits of the operands.
    pub operand_bits: [usize; 2],
    /// The operation of a core's small divider under proof, which the input [`IS_SQRT`] selects. None for other units.
    pub operation: Option<DivisionOperation>,
}

/// An operation of a core's small divider.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DivisionOperation {
    /// a / b.
    Quotient,
    /// The square root of a.
    Root,
}

/// The input that selects the root.
const IS_SQRT: &str = "is_sqrt";

/// The beginning of the name of an input that tells whether an operand has its box.
pub const BOXED: &str = "boxed_";

impl IterativeUnit {
    /// True if the operation has a single operand that is a number.
    pub(super) fn has_one_number(&self) -> bool {
        self.datapath.inputs.iter().filter(|port| is_number(port)).count() == 1
    }

    /// Returns the positions of the operation's operands that have a box, each with that of the box.
    pub(super) fn places_with_box(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let ports = &self.lane.lane.inputs;
        let with_box = |(place, port): (usize, &NetlistPort)| {
            let name = format!("{BOXED}{}", port.name);
            let place_of_box = ports.iter().position(|port| port.name == name)?;
            let is_read = self.datapath.inputs.iter().any(|operand| operand.name == port.name);
            is_read.then_some([place, place_of_box])
        };
        ports.iter().enumerate().filter_map(with_box)
    }

    /// Returns the results of the lane's unit for these operands, for each state of the handshake in which it is ready.
    pub(super) fn list_results(&self, graph: &mut Graph, inputs: &PortWords) -> Vec<PortWords> {
        match self.operation {
            Some(_) => list_early_results(graph, &self.lane, inputs),
            None => list_results(graph, &self.lane, inputs),
        }
    }

    /// Returns free inputs of the lane's unit. They select the operation, and its operands have their boxes.
    pub(super) fn free_inputs(&self, graph: &mut Graph) -> PortWords {
        let mut inputs = free_operands(graph, &self.lane.lane);
        for [_, place_of_box] in self.places_with_box() {
            inputs[place_of_box] = vec![Literal::TRUE];
        }
        let ports = &self.lane.lane.inputs;
        if let Some(place) = ports.iter().position(|port| port.name == IS_SQRT) {
            inputs[place] = vec![Literal::constant(self.operation == Some(DivisionOperation::Root))];
        }
        inputs
    }

    /// Returns the results of the datapath for inputs of the unit, which has them by the same names.
    fn specify_results(&self, graph: &mut Graph, inputs: &PortWords) -> PortWords {
        let ports = &self.lane.lane.inputs;
        let named = |port: &NetlistPort| {
            let place = ports.iter().position(|other| other.name == port.name);
            inputs[place.expect("the unit has the inputs of the datapath")].clone()
        };
        let words: PortWords = self.datapath.inputs.iter().map(named).collect();
        outputs(graph, &self.datapath, &words, &mut Schoolbook)
    }

    /// Claims that results of the lane's unit for free inputs are equal, pair by pair.
    pub(super) fn claim_results(
        &self,
        graph: Graph,
        inputs: PortWords,
        made: &[PortWords],
        wanted: &[PortWords],
    ) -> Formula {
        claim(graph, &self.lane.lane, inputs, made, wanted)
    }

    /// Claims that the unit is that of one lane, several times.
    pub(super) fn equals_lanes(&self) -> Formula {
        let mut graph = Graph::new();
        let netlist = &self.module.lane;
        let inputs = free_operands(&mut graph, netlist);
        let is_shared = |place: usize| !is_number(&netlist.inputs[place]);
        let wanted = join_lanes(&mut graph, self.lanes, &inputs, is_shared, |graph, inputs| {
            list_results(graph, &self.lane, inputs).swap_remove(0)
        });
        let made = list_results(&mut graph, &self.module, &inputs);
        let wanted = vec![wanted; made.len()];
        claim(graph, netlist, inputs, &made, &wanted)
    }

    /// Claims that the lane's unit and its datapath have the same results for operands whose signs are joined.
    pub(super) fn joins_signs(&self) -> Formula {
        let mut graph = Graph::new();
        let inputs = self.free_inputs(&mut graph);
        let joined = join_signs(&mut graph, &inputs);
        let mut made = self.list_results(&mut graph, &inputs);
        let mut wanted = self.list_results(&mut graph, &joined);
        made.push(self.specify_results(&mut graph, &inputs));
        wanted.push(self.specify_results(&mut graph, &joined));
        self.claim_results(graph, inputs, &made, &wanted)
    }

    /// Claims that the lane's unit has the results of its datapath.
    pub(super) fn equals_datapath(&self) -> Formula {
        let mut graph = Graph::new();
        let inputs = self.free_inputs(&mut graph);
        let all = [inputs.clone()];
        self.equals_datapath_in(graph, inputs, &all)
    }

    /// Claims that the lane's unit has the results of its datapath, for one exponent field of the dividend and a positive
    /// divisor. If the rounding is an input, each rounding is claimed.
    pub(super) fn equals_datapath_for(&self, exponent: u64) -> Formula {
        let mut graph = Graph::new();
        let [fraction_bits, exponent_bits] = self.operand_bits;
        let mut inputs = self.free_inputs(&mut graph);
        for (place, bit) in inputs[0][fraction_bits..][..exponent_bits].iter_mut().enumerate() {
            *bit = Literal::constant(exponent >> place & 1 == 1);
        }
        if let Some(sign) = inputs[1].last_mut() {
            *sign = Literal::FALSE;
        }
        let all: Vec<PortWords> = match inputs.len() {
            2 => vec![inputs.clone()],
            _ => {
                let with = |rounding| [&inputs[..2], &[code(&graph, rounding)], &inputs[3..]].concat();
                Rounding::ALL.map(with).into()
            }
        };
        self.equals_datapath_in(graph, inputs, &all)
    }

    /// Claims that the lane's unit has the results of its datapath for each of several operands. `inputs` are free.
    fn equals_datapath_in(&self, mut graph: Graph, inputs: PortWords, all: &[PortWords]) -> Formula {
        let (mut made, mut wanted) = (Vec::new(), Vec::new());
        for operands in all {
            let results = self.list_results(&mut graph, operands);
            let specified = self.specify_results(&mut graph, operands);
            wanted.extend(vec![specified; results.len()]);
            made.extend(results);
        }
        self.claim_results(graph, inputs, &made, &wanted)
    }
}

/// True for an operand that is a number.
fn is_number(port: &NetlistPort) -> bool {
    let others = [Operand::ROUNDING.name, Operand::RM.name, IS_SQRT, FLUSH];
    !others.contains(&port.name.as_str()) && !port.name.starts_with(BOXED)
}

/// Returns the operands with the exclusive or of both signs as the sign of the first.
fn join_signs(graph: &mut Graph, inputs: &PortWords) -> PortWords {
    let mut joined = inputs.clone();
    let top = joined[0].len() - 1;
    joined[0][top] = graph.xor(inputs[0][top], inputs[1][top]);
    joined[1][top] = Literal::FALSE;
    joined
}

/// Claims that results for the inputs of a netlist are equal, pair by pair.
fn claim(mut graph: Graph, netlist: &Netlist, inputs: PortWords, made: &[PortWords], wanted: &[PortWords]) -> Formula {
    let pairs = made.iter().zip(wanted);
    let wrong: Vec<Literal> = pairs
        .map(|(made, wanted)| !graph.equal(&made.concat(), &wanted.concat()))
        .collect();
    Formula::never(graph, &wrong).show(NamedWords::from_inputs(netlist, inputs))
}
