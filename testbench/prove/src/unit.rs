//! Units: what there is to prove of the module of one instruction.

use std::sync::Arc;

use halfpipe_hdl::datapath::{build, Behaviour};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;
use halfpipe_net::Netlist;
use halfpipe_specification::Lane;

use crate::function::{Function, Hardware, OtherFactors};
use crate::graph::{Graph, Literal};
use crate::lemma::Lemma;
use crate::netlist::{outputs, Multiplications};
use crate::pipelined;
use crate::table;

/// A netlist with one result.
pub struct OneResult(pub Arc<Netlist>);

impl Hardware for OneResult {
    fn result(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        multiplications: &mut dyn Multiplications,
    ) -> Vec<Literal> {
        outputs(graph, &self.0, operands, multiplications).swap_remove(0)
    }
}

/// One lane of an instruction's datapath without registers, its products single multiplications: what the function is proven
/// of, and every module is compared with.
pub fn datapath(instruction: Instruction) -> Netlist {
    build(&Behaviour {
        multiplier: Multiplier::Block(&[]),
        ..Behaviour::of(instruction)
    })
}

/// The lemmas that together say that one lane of an instruction's datapath computes it.
///
/// # Errors
///
/// [`OtherFactors`] where it multiplies something else than its operands.
pub fn function(instruction: Instruction) -> Result<Vec<Lemma>, OtherFactors> {
    lane(instruction, Arc::new(OneResult(Arc::new(datapath(instruction)))))
}

/// The lemmas that together say that some hardware computes one lane of an instruction.
///
/// # Errors
///
/// [`OtherFactors`] where it multiplies something else than its operands.
pub fn lane(instruction: Instruction, hardware: Arc<dyn Hardware>) -> Result<Vec<Lemma>, OtherFactors> {
    let Some(lane) = Lane::of(instruction) else {
        return Ok(vec![table::every_value(instruction, hardware)]);
    };
    let operands = instruction.signature().operands().iter();
    let names: Vec<&str> = operands.map(|operand| operand.name).collect();
    Ok(Function::new(lane, &names, hardware)?.lemmas())
}

/// The lemmas that say that a design of one instruction has that datapath, in every lane, with so many registers on every path.
pub fn module(design: &Design) -> Vec<Lemma> {
    let instruction = design.instruction();
    let factors = Lane::of(instruction).filter(|lane| lane.multiplies());
    let factors: Vec<usize> = factors.map(Lane::significand_bits).into_iter().collect();
    pipelined::lemmas(design, Arc::new(datapath(instruction)), &factors)
}
