//! Proofs about the core of RISC-V: each part computes its instructions for every operand, and its decoder chooses the part of
//! each operation.
//!
//! The handshake of the core, which connects the parts, is proven apart.

mod decoder;

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Multiplications, Schoolbook};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_hdl::zfh::{decoder, lane, parts, Encoding, Group, Part, ZfhError, ZfhSpec};
use halfpipe_isa::{FloatFormat, Instruction, Operand, Operation, Rounding};
use halfpipe_netlist::Netlist;
use halfpipe_spec::{Arithmetic, Lane, Logic};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal, PortWords};
use crate::implementation::{first_wrong, Implementation, ImplementationOutputs};
use crate::iterative::{self, list_subsets, DivisionOperation, IterativeUnit, BOXED};
use crate::kind::LemmaKind;
use crate::lane_equivalence::MultiplierMismatch;
use crate::lemma::{Lemma, LemmaSubject};
use crate::named_words::NamedWords;
use crate::{pipelined, unit};

pub use decoder::lemma as lemma_of_decoder;

/// The reason why nothing can be proven about a core.
#[derive(Debug, thiserror::Error)]
pub enum ZfhProofError {
    /// The core does not exist.
    #[error(transparent)]
    Core(#[from] ZfhError),
    /// The multiplier has unexpected factors.
    #[error(transparent)]
    Factors(#[from] MultiplierMismatch),
}

/// Returns the lemmas that the parts of a core compute its instructions. Each instruction is a part of its own in the ledger.
///
/// # Errors
///
/// [`ZfhProofError`] where there is no such core.
pub fn function_lemmas(spec: &ZfhSpec) -> Result<Vec<Lemma>, ZfhProofError> {
    let mut lemmas = Vec::new();
    for part in parts(spec)? {
        lemmas.extend(lemmas_of_part(spec, &part)?);
    }
    Ok(lemmas)
}

/// Returns the lemmas that a core takes its instructions and nothing else, and that its pipelines have the datapaths of
/// [`function_lemmas`].
///
/// # Errors
///
/// [`ZfhProofError`] where there is no such core.
pub fn module_lemmas(spec: &ZfhSpec) -> Result<Vec<Lemma>, ZfhProofError> {
    let parts = parts(spec)?;
    let mut lemmas = vec![lemma_of_decoder(spec, &parts, &decoder(spec, &parts))];
    lemmas.extend(parts.iter().flat_map(|part| pipeline_lemmas(spec, part)));
    Ok(lemmas)
}

/// Returns the lemmas that a part computes its instructions.
///
/// # Errors
///
/// [`ZfhProofError`] where its multiplier has other factors than its operands.
pub fn lemmas_of_part(spec: &ZfhSpec, part: &Part) -> Result<Vec<Lemma>, ZfhProofError> {
    let mut lemmas = Vec::new();
    let mut add = |instruction: Instruction, own: Vec<Lemma>| {
        lemmas.extend(own.into_iter().map(|mut lemma| {
            lemma.part = Some(instruction.mnemonic());
            lemma
        }));
    };
    let instructions = instructions_of(spec, part);
    if part.lane.iteration.is_some() {
        for instruction in instructions {
            add(instruction, iterative_lemmas(part, instruction));
        }
        return Ok(lemmas);
    }
    let datapath = datapath(spec, part);
    for instruction in instructions {
        let hardware = PartUnderProof {
            spec: spec.clone(),
            netlist: datapath.clone(),
            instruction,
            encoding: Encoding::from_instruction(instruction),
        };
        let in_roundings: Vec<Instruction> = if instruction.has_rounding_port() {
            Rounding::ALL
                .map(|rounding| instruction.with_fixed_rounding(rounding))
                .into()
        } else {
            vec![instruction]
        };
        let extension = extension(&hardware);
        let boxes = boxes(&hardware);
        let mut of_instruction = unit::implementation_lemmas(&in_roundings, Arc::new(hardware))?;
        of_instruction.push(extension);
        of_instruction.extend(boxes);
        add(instruction, of_instruction);
    }
    Ok(lemmas)
}

/// Returns the lemmas that the module of a part is its datapath with registers. A part that iterates has none: its lemmas are
/// about its module already.
pub fn pipeline_lemmas(spec: &ZfhSpec, part: &Part) -> Vec<Lemma> {
    if part.lane.iteration.is_some() {
        return Vec::new();
    }
    let factors: Vec<[usize; 2]> = match part.group {
        Group::Addmul => part
            .format
            .iter()
            .map(|format| [format.significand_bits() as usize; 2])
            .collect(),
        _ => Vec::new(),
    };
    let module = Arc::new(part.module.clone());
    let lemmas = pipelined::lemmas(module, spec.multiplier, datapath(spec, part), 1, &factors, false);
    let subject = LemmaSubject::Operation(part.module.name.clone());
    lemmas.into_iter().map(|lemma| lemma.about(subject.clone())).collect()
}

/// Returns the instructions that a part computes.
fn instructions_of(spec: &ZfhSpec, part: &Part) -> Vec<Instruction> {
    let is_of_part = |instruction: &Instruction| spec.computes(part, &Encoding::from_instruction(*instruction));
    spec.instructions().into_iter().filter(is_of_part).collect()
}

/// Builds the datapath of a part, in which each product is a single multiplication.
fn datapath(spec: &ZfhSpec, part: &Part) -> Arc<Netlist> {
    let plain = ZfhSpec {
        multiplier: Multiplier::Block(&[]),
        ..spec.clone()
    };
    Arc::new(lane(&plain, part.group, part.format).expect("the core has the part"))
}

/// One instruction of a part.
#[derive(Clone)]
struct PartUnderProof {
    spec: ZfhSpec,
    netlist: Arc<Netlist>,
    instruction: Instruction,
    encoding: Encoding,
}

impl PartUnderProof {
    fn roundings(&self) -> Vec<Rounding> {
        if self.instruction.has_rounding_port() {
            Rounding::ALL.into()
        } else {
            vec![Rounding::NearestEven]
        }
    }

    /// Returns the operands of the instruction without its rounding.
    fn numbers(&self) -> Vec<Operand> {
        let operands = self.instruction.signature().operands().iter().copied();
        operands.filter(|operand| !operand.is_shared()).collect()
    }

    /// Returns the inputs of the part for operands and a rounding. The operands at the positions `missing` have no box. An
    /// input that the operation does not read has the given free bits.
    fn inputs(
        &self,
        operands: &[Vec<Literal>],
        free: &[Vec<Literal>],
        rounding: Rounding,
        missing: &[usize],
    ) -> Vec<Vec<Literal>> {
        let numbers = self.numbers();
        let word = |name: &str, free: &[Literal]| -> Vec<Literal> {
            let width = free.len();
            if self.encoding.ignored.contains(&name) {
                return free.to_vec();
            }
            if let Some(value) = self.encoding.control(name, rounding.code()) {
                return (0..width)
                    .map(|place| Literal::constant(value >> place & 1 == 1))
                    .collect();
            }
            let boxed = name.strip_prefix(BOXED);
            let Some(position) = self.encoding.ports.iter().position(|of| *of == boxed.unwrap_or(name)) else {
                return free.to_vec();
            };
            if boxed.is_some() {
                return if self.instruction.operation() == Operation::Fmv {
                    free.to_vec()
                } else {
                    vec![Literal::constant(!missing.contains(&position))]
                };
            }
            let operand = &operands[position];
            let is_number = numbers[position].element_type.format().is_some();
            (0..width)
                .map(|place| match operand.get(place) {
                    Some(bit) => *bit,
                    None if is_number && self.spec.boxes() => Literal::TRUE,
                    None => free[place],
                })
                .collect()
        };
        let ports = self.netlist.inputs.iter().zip(free);
        ports.map(|(port, free)| word(&port.name, free)).collect()
    }

    /// Returns the inputs of the part where the operands at some positions have no box. The bits above them are free, but for
    /// one of each that is 0.
    fn inputs_without_box(
        &self,
        operands: &[Vec<Literal>],
        free: &[Vec<Literal>],
        rounding: Rounding,
        missing: &[usize],
    ) -> Vec<Vec<Literal>> {
        let mut inputs = self.inputs(operands, free, rounding, missing);
        for position in missing {
            let port = self.encoding.ports[*position];
            let ports = self.netlist.inputs.iter().zip(free).zip(&mut inputs);
            for ((_, free), word) in ports.filter(|((of, _), _)| of.name == port) {
                let bits = operands[*position].len();
                let register = (self.spec.register_bits() as usize).min(word.len());
                if register > bits {
                    word[bits..].copy_from_slice(&free[bits..]);
                    word[bits] = Literal::FALSE;
                }
            }
        }
        inputs
    }

    fn free(&self, graph: &mut Graph) -> PortWords {
        NamedWords::free_inputs(graph, &self.netlist).words
    }

    fn free_operands(&self, graph: &mut Graph) -> NamedWords {
        let numbers = self.numbers().into_iter();
        NamedWords::free(
            graph,
            numbers.map(|operand| (operand.name.to_owned(), operand.width() as usize)),
        )
    }

    /// Returns the word of the core's result port, and the flags, for outputs of the part.
    fn result_word(&self, outputs: &[Vec<Literal>]) -> (Vec<Literal>, Vec<Literal>) {
        let output = |name: &str| {
            let position = self.netlist.outputs.iter().position(|port| port.name == name);
            position.map(|position| outputs[position].clone())
        };
        let mut word = output("result").expect("a part has a result");
        let sign = word[word.len() - 1];
        let fill = match (output("fill"), self.spec.boxes()) {
            (Some(fill), true) => fill[0],
            (Some(_), false)
                if self.instruction.signature().results()[0]
                    .element_type
                    .format()
                    .is_none() =>
            {
                Literal::FALSE
            }
            (None, true) => Literal::TRUE,
            _ => sign,
        };
        word.resize(self.spec.width() as usize, fill);
        (word, output("flags").expect("a part has flags"))
    }
}

impl Implementation for PartUnderProof {
    fn elaborate(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        multiplications: &mut dyn Multiplications,
    ) -> ImplementationOutputs {
        let free = self.free(graph);
        let d = self.instruction.signature().results()[0].width() as usize;
        let mut result = |rounding: Rounding| {
            let inputs = self.inputs(operands, &free, rounding, &[]);
            let made = outputs(graph, &self.netlist, &inputs, multiplications);
            let (word, flags) = self.result_word(&made);
            [&word[..d], &flags].concat()
        };
        ImplementationOutputs {
            results: self.roundings().into_iter().map(&mut result).collect(),
            inputs: Vec::new(),
        }
    }

    fn counterexample_words(&self, graph: &mut Graph, wrong: &[Literal]) -> Vec<(String, Vec<Literal>)> {
        let codes: Vec<u64> = self.roundings().into_iter().map(Rounding::code).collect();
        vec![(
            Operand::RM.name.to_owned(),
            first_wrong(graph, wrong, &codes, Operand::RM.width()),
        )]
    }
}

/// Returns the lemma about the bits of the result port above the result.
fn extension(hardware: &PartUnderProof) -> Lemma {
    let hardware = hardware.clone();
    let statement = "the bits above the result are ones, copies of its sign, or zeros, as RISC-V says";
    Lemma::new(LemmaKind::UnusedBits, statement, Procedure::Sweep, move || {
        let mut graph = Graph::new();
        let free = hardware.free(&mut graph);
        let operands = hardware.free_operands(&mut graph);
        let d = hardware.instruction.signature().results()[0].width() as usize;
        let mut wrong = Vec::new();
        for rounding in hardware.roundings() {
            let inputs = hardware.inputs(&operands.words, &free, rounding, &[]);
            let made = outputs(&mut graph, &hardware.netlist, &inputs, &mut Schoolbook);
            let (word, _) = hardware.result_word(&made);
            // The word of a result of zeros and of one of ones differ above the result as the sign does.
            let [of_zeros, of_ones] = [0, u64::MAX >> (u64::BITS - d as u32)]
                .map(|value| hardware.spec.result_word(hardware.instruction, value));
            for (place, bit) in word.iter().enumerate().skip(d) {
                let wanted = match (of_zeros >> place & 1, of_ones >> place & 1) {
                    (0, 0) => Literal::FALSE,
                    (1, 1) => Literal::TRUE,
                    _ => word[d - 1],
                };
                wrong.push(graph.xor(*bit, wanted));
            }
        }
        Formula::never(graph, &wrong).show(operands)
    })
}

/// Returns the lemma that an operand without its box counts as the canonical NaN, unless the instruction looks at no box.
fn boxes(hardware: &PartUnderProof) -> Option<Lemma> {
    let numbers = hardware.numbers();
    let is_half = |operand: &Operand| {
        let format = operand.element_type.format();
        format.is_some_and(|format| format.width() < hardware.spec.register_bits())
    };
    let with_box: Vec<usize> = (0..numbers.len()).filter(|place| is_half(&numbers[*place])).collect();
    if with_box.is_empty() || !hardware.spec.boxes() || hardware.instruction.operation() == Operation::Fmv {
        return None;
    }
    let hardware = hardware.clone();
    let statement = "an operand without its box counts as the canonical NaN";
    Some(Lemma::new(LemmaKind::Box, statement, Procedure::Sweep, move || {
        let mut graph = Graph::new();
        let free = hardware.free(&mut graph);
        let operands = hardware.free_operands(&mut graph);
        let mut wrong = Vec::new();
        for (missing, rounding) in list_subsets(&with_box)
            .flat_map(|missing| hardware.roundings().into_iter().map(move |one| (missing.clone(), one)))
        {
            let mut replaced = operands.words.clone();
            for place in &missing {
                let bits = numbers[*place].width();
                let format = numbers[*place].element_type.format();
                let nan = format.map_or(0, FloatFormat::canonical_nan);
                replaced[*place] = graph.number(nan.into(), bits as usize + 1)[..bits as usize].to_vec();
            }
            let mut made = |inputs: Vec<Vec<Literal>>| {
                let made = outputs(&mut graph, &hardware.netlist, &inputs, &mut Schoolbook);
                let (word, flags) = hardware.result_word(&made);
                [word, flags].concat()
            };
            let given = hardware.inputs_without_box(&operands.words, &free, rounding, &missing);
            let with_nan = hardware.inputs(&replaced, &free, rounding, &[]);
            let [given, with_nan] = [given, with_nan].map(&mut made);
            wrong.push(!graph.equal(&given, &with_nan));
        }
        Formula::never(graph, &wrong).show(operands)
    }))
}

/// Returns the lemmas that an iterative part computes a quotient or a root, and keeps the handshake.
fn iterative_lemmas(part: &Part, instruction: Instruction) -> Vec<Lemma> {
    let module = Arc::new(part.module.clone());
    let format = part.format.unwrap_or(FloatFormat::RISCV_H);
    let unit = IterativeUnit {
        module: module.clone(),
        lanes: 1,
        lane: module,
        datapath: unit::datapath(instruction),
        operand_bits: [format.fraction_bits as usize, format.exponent_bits as usize],
        operation: Some(
            if Lane::from_instruction(instruction.without_flags()).is_some_and(Lane::divides) {
                DivisionOperation::Quotient
            } else {
                DivisionOperation::Root
            },
        ),
    };
    iterative::lemmas(unit)
}
