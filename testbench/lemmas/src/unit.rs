//! Proofs about units: the modules of one instruction.

use std::sync::Arc;

use halfpipe_hdl::datapath::{build, iterative as iterative_datapath, LaneConfig};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::{Multiplier, Optimisation};
use halfpipe_isa::{Instruction, Rounding};
use halfpipe_netlist::{Module, Netlist};
use halfpipe_spec::{Conversion, Exceptions, Lane};

use crate::comparison;
use crate::convention::Convention;
use crate::conversion;
use crate::dot;
use crate::implementation::{Implementation, NetlistUnderProof, NetlistWithRounding};
use crate::iterative::{self, IterativeUnit};
use crate::lane_equivalence::{LaneEquivalence, MultiplierMismatch};
use crate::lanes::find_lane;
use crate::lemma::Lemma;
use crate::pipelined;
use crate::table;

/// Builds the datapath of an instruction without registers, in which each product is a single multiplication. It has
/// one lane, or all lanes of a comparison or conversion. The function is proven for this netlist, and every module is
/// compared with it.
pub fn datapath(instruction: Instruction) -> Arc<Netlist> {
    Arc::new(build(&LaneConfig {
        multiplier: Multiplier::Block(&[]),
        ..LaneConfig::from_instruction(instruction)
    }))
}

/// Returns the lemmas that together prove that one lane of an instruction's datapath computes it.
///
/// # Errors
///
/// [`MultiplierMismatch`] where it multiplies something other than its operands.
pub fn function_lemmas(instruction: Instruction) -> Result<Vec<Lemma>, MultiplierMismatch> {
    netlist_lemmas(instruction, datapath(instruction))
}

/// Returns the lemmas of [`function_lemmas`] for any netlist with the datapath's ports.
///
/// # Errors
///
/// [`MultiplierMismatch`] where it multiplies something other than its operands.
pub fn netlist_lemmas(instruction: Instruction, netlist: Arc<Netlist>) -> Result<Vec<Lemma>, MultiplierMismatch> {
    if let Some(lemmas) = dot::lemmas(instruction, &netlist, datapath) {
        return Ok(lemmas);
    }
    if instruction.has_rounding_port() {
        let instructions = Rounding::ALL.map(|rounding| instruction.with_fixed_rounding(rounding));
        let operands = instruction.signature().operands();
        let port = operands.last().expect("its last operand is the rounding").name;
        implementation_lemmas(&instructions, Arc::new(NetlistWithRounding { netlist, port }))
    } else {
        implementation_lemmas(&[instruction], Arc::new(NetlistUnderProof(netlist)))
    }
}

/// Returns the lemmas of [`function_lemmas`] for any hardware with the datapath's ports, and for several instructions that can
/// be proven together.
///
/// # Errors
///
/// [`MultiplierMismatch`] where it multiplies something other than its operands.
pub fn implementation_lemmas(
    instructions: &[Instruction],
    implementation: Arc<dyn Implementation>,
) -> Result<Vec<Lemma>, MultiplierMismatch> {
    if instructions
        .iter()
        .all(|instruction| instruction.operation().is_comparison())
    {
        return Ok(vec![comparison::every_result(instructions, implementation)]);
    }
    let plain = instructions.iter().map(|instruction| instruction.without_flags());
    let conversions: Option<Vec<Conversion>> = plain.map(Conversion::from_instruction).collect();
    if let Some(conversions) = conversions {
        return Ok(conversion::every_lane(conversions, instructions, &implementation));
    }
    match arithmetic(instructions, implementation.clone()) {
        Some(function) => Ok(function?.lemmas()),
        None => Ok(vec![table::every_value(instructions, implementation)]),
    }
}

/// Returns the same lemmas for hardware that counts the leading zeros of both factors, for instructions that multiply.
///
/// # Errors
///
/// [`MultiplierMismatch`] where it multiplies something other than its operands.
pub fn zero_counting_lemmas(
    instructions: &[Instruction],
    implementation: Arc<dyn Implementation>,
) -> Result<Vec<Lemma>, MultiplierMismatch> {
    let function = arithmetic(instructions, implementation).ok_or(MultiplierMismatch::None)??;
    Ok(function.counting_zeros().lemmas())
}

/// Returns the function of hardware for arithmetic instructions, or nothing for others: tanh, ex2, comparisons and
/// conversions.
pub fn arithmetic(
    instructions: &[Instruction],
    implementation: Arc<dyn Implementation>,
) -> Option<Result<LaneEquivalence, MultiplierMismatch>> {
    arithmetic_by_convention(instructions, implementation, Convention::default())
}

/// Returns the same for hardware with conventions of its own.
pub fn arithmetic_by_convention(
    instructions: &[Instruction],
    implementation: Arc<dyn Implementation>,
    convention: Convention,
) -> Option<Result<LaneEquivalence, MultiplierMismatch>> {
    let plain = instructions.iter().map(|instruction| instruction.without_flags());
    let lanes: Option<Vec<Lane>> = plain.map(Lane::from_instruction).collect();
    let exceptions = instructions.iter().copied().map(Exceptions::from_instruction).collect();
    let operands = instructions[0].signature().operands().iter();
    let names: Vec<&str> = operands.map(|operand| operand.name).collect();
    let bracket = convention.bracket(instructions[0]);
    let bracket = bracket.map(|bracket| bracket.map(|instruction| Lane::from_instruction(instruction.without_flags())));
    lanes.map(|lanes| {
        let function = LaneEquivalence::with_convention(lanes, &names, implementation, convention)?;
        let bracket = bracket.and_then(|[down, up]| Some([down?, up?]));
        Ok(function.with_exceptions(exceptions).with_bracket(bracket))
    })
}

/// Returns the lemmas that a design of one instruction has that datapath in every lane, with `latency` registers on
/// every path.
pub fn module_lemmas(design: &Design) -> Vec<Lemma> {
    let instruction = design.instruction();
    if design.interface().is_iterative() {
        iterative_lemmas(instruction, design.module().clone())
    } else {
        lemmas_of_module(instruction, products(design), design.module().clone())
    }
}

/// Returns the products of a module in its proof. The form for simulation has multiplications, which are proven as rows:
/// at values that no product has, its result is not that of the smallest form.
fn products(design: &Design) -> Multiplier {
    match design.optimisation() {
        Optimisation::Simulation => Multiplier::Rows,
        Optimisation::Area | Optimisation::Speed => design.multiplier(),
    }
}

/// Returns the lemmas that a module is an iterative unit of an instruction.
pub fn iterative_lemmas(instruction: Instruction, module: Arc<Module>) -> Vec<Lemma> {
    let lane = find_lane(instruction);
    let lanes = instruction.ty().lanes() as usize;
    let format = instruction.ty().operand_format();
    let unit = IterativeUnit {
        lane: match lanes {
            1 => module.clone(),
            _ => Arc::new(Module {
                lane: iterative_datapath::build(&LaneConfig::from_instruction(lane)),
                lanes: 1,
                ..Module::clone(&module)
            }),
        },
        module,
        lanes,
        datapath: datapath(lane),
        operand_bits: [format.fraction_bits as usize, format.exponent_bits as usize],
        operation: None,
    };
    iterative::lemmas(unit)
}

/// Returns the same lemmas for any module of the instruction.
pub fn lemmas_of_module(instruction: Instruction, multiplier: Multiplier, module: Arc<Module>) -> Vec<Lemma> {
    let factors = Lane::from_instruction(instruction.without_flags()).filter(|lane| lane.multiplies());
    let factors = factors.map(|lane| [lane.significand_bits(); 2]);
    let factors = factors.map_or_else(|| dot::factor_bits(instruction), |factors| vec![factors]);
    // Flags are those of all lanes, and so is a rounding, so a module with either is several of the datapaths for which
    // the function is proven.
    let lane = find_lane(instruction);
    let (datapath, lanes) = if instruction.has_flags() || instruction.has_rounding_port() {
        (datapath(lane), instruction.independent_lanes())
    } else {
        (datapath(instruction), 1)
    };
    let is_dot = instruction.operation().is_dot();
    pipelined::lemmas(module, multiplier, datapath, lanes as usize, &factors, is_dot)
}
