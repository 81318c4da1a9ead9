//! The netlist of a core under proof, and its ports.

use std::sync::Arc;

use halfpipe_hdl::design::{Design, DesignError, DesignKind, DesignSpec, Interface, Role};
use halfpipe_hdl::fpu::OPERANDS;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::{Instruction, Rounding};
use halfpipe_netlist::Netlist;
use halfpipe_spec::Arithmetic;

use crate::graph::{Graph, Literal};
use crate::implementation::code;
use crate::named_words::NamedWords;

/// A core without registers, in which each product is a single multiplication.
#[derive(Clone)]
pub(super) struct CoreUnderProof {
    pub netlist: Arc<Netlist>,
    pub interface: Interface,
}

impl CoreUnderProof {
    /// Builds the core with the same instructions as a design.
    pub fn from_design(design: &Design) -> Result<CoreUnderProof, DesignError> {
        let kind = DesignKind::Core {
            instructions: design.instructions(),
            tag_bits: design.interface().port(Role::TagIn).map_or(1, |port| port.width),
        };
        let core = Design::from_spec(&DesignSpec::new(kind, 0).with_multiplier(Multiplier::Block(&[])))?;
        Ok(CoreUnderProof {
            netlist: Arc::new(core.lane().clone()),
            interface: core.interface().clone(),
        })
    }

    /// Adds free data inputs to a graph.
    pub fn free_inputs(&self, graph: &mut Graph) -> NamedWords {
        let ports = self.interface.inputs();
        NamedWords::free(graph, ports.map(|port| (port.name.clone(), port.width as usize)))
    }

    /// Adds the data inputs for any operands of one operation to a graph.
    pub fn free_operands(&self, graph: &mut Graph, op: usize) -> NamedWords {
        let mut inputs = self.free_inputs(graph);
        self.select(graph, Selection { op, rounding: None }, &mut inputs.words);
        inputs
    }

    /// Returns the position of the input with a role.
    pub fn input_position(&self, role: Role) -> usize {
        self.interface.input_position(role).expect("a core has this input")
    }

    /// Returns the position of the output with a role.
    pub fn output_position(&self, role: Role) -> usize {
        self.interface.output_position(role).expect("a core has this output")
    }

    /// Sets the inputs that select an operation.
    pub fn select(&self, graph: &Graph, selection: Selection, inputs: &mut [Vec<Literal>]) {
        let position = self.input_position(Role::Op);
        inputs[position] = graph.number(selection.op as i128, inputs[position].len());
        if let Some(rounding) = selection.rounding {
            inputs[self.input_position(ROUNDING)] = code(graph, rounding);
        }
    }

    /// Returns the instructions of the core and what selects each. An operation with a rounding port has one for each
    /// rounding.
    pub fn list_selections(&self) -> Vec<(Selection, Instruction)> {
        let select = |(op, instruction): (usize, Instruction)| -> Vec<(Selection, Instruction)> {
            if instruction.has_rounding_port() {
                let in_rounding = |rounding| {
                    let selection = Selection {
                        op,
                        rounding: Some(rounding),
                    };
                    (selection, instruction.with_fixed_rounding(rounding))
                };
                Rounding::ALL.map(in_rounding).into()
            } else {
                vec![(Selection { op, rounding: None }, instruction)]
            }
        };
        self.interface.instructions().enumerate().flat_map(select).collect()
    }
}

/// The values of a core's inputs that select an instruction.
#[derive(Clone, Copy)]
pub(super) struct Selection {
    /// The operation's number.
    pub op: usize,
    /// The value of the rounding port, if the operation depends on it.
    pub rounding: Option<Rounding>,
}

/// The role of the rounding port, which follows the operands.
pub(super) const ROUNDING: Role = Role::Operand(OPERANDS.len());
