//! Proofs about the core: each operation computes its instruction, and the remaining outputs are as specified.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use halfpipe_hdl::design::{Design, DesignError, DesignKind, DesignSpec, Function as Operation, Interface, Port, Role};
use halfpipe_hdl::fpu::{place_of_result, OPERANDS, UNKNOWN_RESULT};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::{FloatFormat, Instruction, Modifier, Rounding};
use halfpipe_netlist::Netlist;
use halfpipe_spec::{Arithmetic, Lane, Logic};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::implementation::{code, first_wrong, Implementation, ImplementationOutputs};
use crate::kind::LemmaKind;
use crate::lane_equivalence::MultiplierMismatch;
use crate::lemma::{Lemma, LemmaSubject};
use crate::products::OpenProducts;
use crate::{pipelined, unit};
use halfpipe_aig::bit_blast::{outputs, Multiplications};

/// A core without registers, in which each product is a single multiplication.
#[derive(Clone)]
struct CoreUnderProof {
    netlist: Arc<Netlist>,
    interface: Interface,
}

impl CoreUnderProof {
    /// Builds the core with the same instructions as a design.
    fn from_design(design: &Design) -> Result<CoreUnderProof, DesignError> {
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

    /// Adds free data inputs to the graph.
    fn inputs(&self, graph: &mut Graph) -> Vec<Vec<Literal>> {
        let ports = self.interface.inputs();
        ports.map(|port| graph.inputs(port.width as usize)).collect()
    }

    fn input_position(&self, role: Role) -> usize {
        self.interface.input_position(role).expect("a core has this input")
    }

    fn output_position(&self, role: Role) -> usize {
        self.interface.output_position(role).expect("a core has this output")
    }

    /// Sets the inputs that select an operation.
    fn select(&self, graph: &Graph, selection: Selection, inputs: &mut [Vec<Literal>]) {
        let position = self.input_position(Role::Op);
        inputs[position] = graph.number(selection.op as i128, inputs[position].len());
        if let Some(rounding) = selection.rounding {
            inputs[self.input_position(ROUNDING)] = code(graph, rounding);
        }
    }

    /// Returns the instructions of the core and what selects each. An operation with a rounding port has one for each
    /// rounding.
    fn selections(&self) -> Vec<(Selection, Instruction)> {
        let of_operation = |(op, instruction): (usize, Instruction)| -> Vec<(Selection, Instruction)> {
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
        self.interface
            .instructions()
            .enumerate()
            .flat_map(of_operation)
            .collect()
    }

    /// Builds a claim about the core's outputs for any inputs, or for those of one operation. `wrong` returns bits that
    /// must never all be 1.
    fn claim(
        &self,
        operation: Option<usize>,
        wrong: impl Fn(&mut Graph, &[Vec<Literal>], &[Vec<Literal>]) -> Vec<Literal>,
    ) -> Formula {
        let mut graph = Graph::new();
        let mut inputs = self.inputs(&mut graph);
        if let Some(operation) = operation {
            let position = self.input_position(Role::Op);
            inputs[position] = graph.number(operation as i128, inputs[position].len());
        }
        let made = outputs(&mut graph, &self.netlist, &inputs, &mut OpenProducts::default());
        let negated_goals = wrong(&mut graph, &inputs, &made);
        let names = self.interface.inputs().map(|port| port.name.clone());
        Formula {
            graph,
            negated_goals,
            words: names.zip(inputs).collect(),
            ..Formula::default()
        }
    }
}

/// The values of a core's inputs that select an instruction.
#[derive(Clone, Copy)]
struct Selection {
    /// The operation's number.
    op: usize,
    /// The value of the rounding port, if the operation depends on it.
    rounding: Option<Rounding>,
}

/// The role of the rounding port, which follows the operands.
const ROUNDING: Role = Role::Operand(OPERANDS.len());

/// One lane of a core for some operations that take their operands from the same ports. A comparison has all its lanes
/// here, since they share one predicate, and so has a conversion.
struct CoreLane {
    core: CoreUnderProof,
    /// The inputs that select each operation.
    selections: Vec<Selection>,
    instruction: Instruction,
    lane: usize,
}

impl Implementation for CoreLane {
    /// Selects the operation and sets the lane's part of the ports to the operands. All other bits are free.
    fn elaborate(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        multiplications: &mut dyn Multiplications,
    ) -> ImplementationOutputs {
        let CoreUnderProof { netlist, interface } = &self.core;
        let operation = Operation::from(self.instruction);
        let mut inputs = self.core.inputs(graph);
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
            let mut results = self.results(&made[self.core.output_position(Role::Result(0))]);
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
    fn results(&self, d: &[Literal]) -> Vec<Literal> {
        let lanes = self.instruction.independent_lanes() as usize;
        let results = self
            .instruction
            .without_flags()
            .signature()
            .results()
            .iter()
            .enumerate();
        let of_lane = results.flat_map(|(position, result)| {
            let width = result.width() as usize / lanes;
            &d[place_of_result(position) as usize + self.lane * width..][..width]
        });
        of_lane.copied().collect()
    }
}

/// The reason why nothing can be proven about a core.
#[derive(Debug, thiserror::Error)]
pub enum CoreProofError {
    /// The core does not exist.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// The multiplier has unexpected factors.
    #[error(transparent)]
    Factors(#[from] MultiplierMismatch),
}

/// Builds a core without registers, in which each product is a single multiplication. The function of all cores with
/// the same instructions is proven for this netlist.
///
/// # Errors
///
/// [`CoreProofError`] where there is no such core.
pub fn datapath(design: &Design) -> Result<Arc<Netlist>, CoreProofError> {
    Ok(CoreUnderProof::from_design(design)?.netlist)
}

/// Returns the lemmas that together prove that a core without registers computes each of its instructions.
///
/// # Errors
///
/// [`CoreProofError`] where its multiplier has other factors than its operands.
pub fn function_lemmas(design: &Design) -> Result<Vec<Lemma>, CoreProofError> {
    lemmas_of_netlist(design, datapath(design)?)
}

/// Returns the lemmas of [`function_lemmas`] for any netlist with the ports of [`datapath`].
///
/// # Errors
///
/// [`CoreProofError`] where its multiplier has other factors than its operands.
pub fn lemmas_of_netlist(design: &Design, netlist: Arc<Netlist>) -> Result<Vec<Lemma>, CoreProofError> {
    let core = CoreUnderProof {
        netlist,
        ..CoreUnderProof::from_design(design)?
    };
    let mut lemmas = vec![tag(&core), unknown_op(&core)];
    let selections = core.selections();
    let instructions: Vec<Instruction> = selections.iter().map(|(_, instruction)| *instruction).collect();
    for ((together, lane), places) in together(&instructions) {
        let all: Vec<Instruction> = places.iter().map(|place| instructions[*place]).collect();
        let hardware = CoreLane {
            core: core.clone(),
            instruction: all[0],
            selections: places.iter().map(|place| selections[*place].0).collect(),
            lane,
        };
        let of_lane = if counts_zeros(all[0]) {
            unit::zero_counting_lemmas(&all, Arc::new(hardware))?
        } else {
            unit::implementation_lemmas(&all, Arc::new(hardware))?
        };
        let part = format!("{together}, lane {lane}");
        lemmas.extend(of_lane.into_iter().map(|mut lemma| {
            lemma.part = Some(part.clone());
            lemma
        }));
    }
    for (op, instruction) in design.instructions().into_iter().enumerate() {
        lemmas.extend(rest(&core, op, &instruction.without_flags().into()));
        if instruction.has_flags() && instruction.independent_lanes() > 1 {
            lemmas.push(lanes(&core, op, instruction));
        }
        if core.interface.has_flags() && !instruction.has_flags() {
            lemmas.push(no_flags(&core, op, instruction));
        }
    }
    Ok(lemmas)
}

/// Groups the instructions that are proven together, for each lane, by their places in the list. The instructions of a
/// group take the same operands and compute the same exact result.
fn together(instructions: &[Instruction]) -> BTreeMap<(String, usize), Vec<usize>> {
    let mut found: BTreeMap<(String, usize), Vec<usize>> = BTreeMap::new();
    for (place, instruction) in instructions.iter().enumerate() {
        for lane in 0..instruction.independent_lanes() as usize {
            found.entry((exact(*instruction), lane)).or_default().push(place);
        }
    }
    found
}

/// True if the core counts the leading zeros of both factors of an instruction. It does so where the result's format
/// can represent a product of two subnormal numbers: f16 cannot for factors in f16, nor f32 for factors in bf16.
fn counts_zeros(instruction: Instruction) -> bool {
    let ty = instruction.ty();
    ty.is_mixed()
        && ty.operand_format() == FloatFormat::F16
        && Lane::from_instruction(instruction.without_flags()).is_some_and(Lane::multiplies)
}

/// Names the exact result of an instruction, before rounding: the operation, the formats, and whether operands are
/// flushed. A comparison, a conversion or a move has no other result, so its name is used.
fn exact(instruction: Instruction) -> String {
    if !instruction.operation().is_arithmetic() || instruction.operation() == halfpipe_isa::Operation::Fmv {
        return instruction.to_string();
    }
    let ty = instruction.ty();
    let flushes = if instruction.has(Modifier::Ftz) { ".ftz" } else { "" };
    let formats = if ty.is_mixed() {
        format!("{}.{}", ty.result_format(), ty.operand_format())
    } else {
        ty.operand_format().to_string()
    };
    format!("{}{flushes}.{formats}", instruction.operation())
}

/// Returns the lemmas that prove a core with registers equivalent to the core without.
///
/// # Errors
///
/// [`CoreProofError`] where there is no such core.
pub fn module_lemmas(design: &Design) -> Result<Vec<Lemma>, CoreProofError> {
    let core = CoreUnderProof::from_design(design)?;
    let plain = design.instructions().into_iter().map(Instruction::without_flags);
    let lanes = plain.filter_map(Lane::from_instruction);
    let factors: BTreeSet<usize> = lanes
        .filter(|lane| lane.multiplies())
        .map(Lane::significand_bits)
        .collect();
    // The one multiplier takes factors of all formats.
    let widest: Vec<usize> = factors.last().copied().into_iter().collect();
    Ok(pipelined::lemmas(
        design.module().clone(),
        design.multiplier(),
        core.netlist,
        1,
        &widest,
        false,
    ))
}

/// Returns the lemma that the tag leaves the core unchanged.
fn tag(core: &CoreUnderProof) -> Lemma {
    let core = core.clone();
    Lemma::new(LemmaKind::Tag, "tag_out is tag_in", Procedure::Solve, move || {
        core.claim(None, |graph, inputs, outputs| {
            let given = &inputs[core.input_position(Role::TagIn)];
            let same = graph.equal(given, &outputs[core.output_position(Role::TagOut)]);
            vec![!same]
        })
    })
}

/// Returns the lemma about the result of an unknown `op`.
fn unknown_op(core: &CoreUnderProof) -> Lemma {
    let core = core.clone();
    let statement = format!("an unassigned op gives {UNKNOWN_RESULT:#x}");
    Lemma::new(LemmaKind::UnknownOp, statement, Procedure::Solve, move || {
        core.claim(None, |graph, inputs, outputs| {
            let op = &inputs[core.input_position(Role::Op)];
            let count = graph.number(core.interface.operations().len() as i128, op.len() + 1);
            let op = graph.resized(op, op.len() + 1);
            let known = graph.less(&op, &count);
            let result = &outputs[core.output_position(Role::Result(0))];
            let wanted = graph.number(UNKNOWN_RESULT.into(), result.len());
            let mut same = graph.equal(result, &wanted);
            if core.interface.has_flags() {
                let flags = outputs[core.output_position(Role::Flags)].clone();
                let raised = graph.any(&flags);
                same = graph.and(same, !raised);
            }
            vec![!known, !same]
        })
    })
}

/// Returns the lemma that the lanes of an operation with flags are independent. Each lane's result is the same as with
/// quiet NaNs in the other lane. The flags are those that either lane raises with quiet NaNs in the other.
fn lanes(core: &CoreUnderProof, op: usize, instruction: Instruction) -> Lemma {
    let core = core.clone();
    let statement = "neither lane changes the other's result, and the flags are those of both";
    let operation = LemmaSubject::Operation(instruction.mnemonic().to_string());
    Lemma::new(LemmaKind::LaneIndependence, statement, Procedure::Sweep, move || {
        let mut graph = Graph::new();
        let mut inputs = core.inputs(&mut graph);
        let position = core.input_position(Role::Op);
        inputs[position] = graph.number(op as i128, inputs[position].len());
        let operation = Operation::from(instruction);
        let operands = operation.signature().operands().iter();
        let positions = core.interface.operand_positions(&operation).zip(operands);
        let positions = positions.filter(|(_, operand)| !operand.is_shared());
        let positions: Vec<usize> = positions.map(|(position, _)| position).collect();
        let mut open = OpenProducts::default();
        let outputs_of = [Role::Result(0), Role::Flags].map(|role| core.output_position(role));
        let mut made = |graph: &mut Graph, lanes: &[usize]| {
            let mut some = inputs.clone();
            for position in &positions {
                let width = some[*position].len() / 2;
                for lane in (0..2).filter(|lane| !lanes.contains(lane)) {
                    some[*position][lane * width..][..width].fill(!Literal::FALSE);
                }
            }
            let made = outputs(graph, &core.netlist, &some, &mut open);
            outputs_of.map(|output| made[output].clone())
        };
        let [both, low, high] = [&[0, 1][..], &[0], &[1]].map(|lanes| made(&mut graph, lanes));
        let half = low[0].len() / 2;
        let mut wanted = [&low[0][..half], &high[0][half..]].concat();
        wanted.extend(
            low[1]
                .iter()
                .zip(&high[1])
                .map(|(one, other)| graph.or(*one, *other))
                .collect::<Vec<_>>(),
        );
        let same = graph.equal(&both.concat(), &wanted);
        let names = core.interface.inputs().map(|port| port.name.clone());
        Formula {
            negated_goals: vec![!same],
            words: names.zip(inputs).collect(),
            graph,
            ..Formula::default()
        }
    })
    .about(operation)
}

/// Returns the lemma that an operation without flags raises none.
fn no_flags(core: &CoreUnderProof, op: usize, instruction: Instruction) -> Lemma {
    let core = core.clone();
    let operation = LemmaSubject::Operation(instruction.to_string());
    Lemma::new(LemmaKind::Flags, "the flags are 0", Procedure::Solve, move || {
        core.claim(Some(op), |graph, _, outputs| {
            let flags = outputs[core.output_position(Role::Flags)].clone();
            vec![graph.any(&flags)]
        })
    })
    .about(operation)
}

/// Returns the lemma that the output bits beside an operation's results are 0, if there are such bits.
fn rest(core: &CoreUnderProof, op: usize, operation: &Operation) -> Option<Lemma> {
    let results = operation.signature().results().iter().enumerate();
    let taken: Vec<_> = results
        .map(|(position, result)| {
            let place = place_of_result(position);
            place as usize..(place + result.width()) as usize
        })
        .collect();
    let all = core
        .interface
        .outputs()
        .nth(core.output_position(Role::Result(0)))?
        .width as usize;
    let core = core.clone();
    let subject = LemmaSubject::Operation(operation.name().to_owned());
    let is_free = |place: &usize| !taken.iter().any(|taken| taken.contains(place));
    let free: Vec<usize> = (0..all).filter(is_free).collect();
    (!free.is_empty()).then(|| {
        Lemma::new(
            LemmaKind::UnusedBits,
            "the bits beside the result are 0",
            Procedure::Solve,
            move || {
                core.claim(Some(op), |graph, _, outputs| {
                    let result = &outputs[core.output_position(Role::Result(0))];
                    let free: Vec<Literal> = free.iter().map(|place| result[*place]).collect();
                    vec![graph.any(&free)]
                })
            },
        )
        .about(subject)
    })
}
