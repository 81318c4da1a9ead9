//! The claim that a file's netlist computes an instruction.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_aig::Aig;
use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use halfpipe_spec::{Format, Lane};

use super::class;
use super::equality::is_rounding;
use super::function::FileFunction;
use super::operands::OperandPlace;
use super::simulation::{SideBySide, SimulationReport};
use crate::contract::{PipelineNetlist, ValidChainError};
use crate::convention::{Convention, ResultShape};
use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal, PortWords};
use crate::lanes::{find_lane, join_lanes};
use crate::lemma::Lemma;
use crate::unit;
use crate::verdict::LemmaVerdict;

/// The claim that a file's netlist computes an instruction with floating-point operands.
pub struct FileClaim {
    pub(super) instruction: Instruction,
    pub(super) lane: Lane,
    pipeline: PipelineNetlist,
    pub(super) function: FileFunction,
    is_always_enabled: bool,
    pub(super) convention: Convention,
}

impl FileClaim {
    /// Creates the claim about a netlist in the place of a design. There is none for other modules than pipelines of one
    /// arithmetic instruction.
    ///
    /// # Errors
    ///
    /// [`ValidChainError`] where `out_valid` does not come from `in_valid`.
    pub fn new(
        circuit: Arc<Aig>,
        design: &Design,
        is_always_enabled: bool,
        convention: &Convention,
    ) -> Result<Option<FileClaim>, ValidChainError> {
        let interface = design.interface();
        let Some(instruction) = interface.instruction().filter(|_| !interface.is_iterative()) else {
            return Ok(None);
        };
        let Some(lane) = Lane::from_instruction(find_lane(instruction).without_flags()) else {
            return Ok(None);
        };
        let pipeline = PipelineNetlist::new(circuit, design.latency())?;
        let widths = interface.inputs().map(|port| port.width as usize).collect();
        let function = FileFunction::new(&pipeline, widths, is_always_enabled);
        Ok(Some(FileClaim {
            instruction,
            lane,
            pipeline,
            function,
            is_always_enabled,
            convention: convention.clone(),
        }))
    }

    /// Returns the lemmas of the handshake.
    pub fn contract_lemmas(&self) -> Vec<Lemma> {
        if self.pipeline.latency() == 0 {
            return Vec::new();
        }
        self.pipeline.file_lemmas(self.is_always_enabled)
    }

    /// Simulates the file beside the instruction's datapath.
    pub fn simulate(&self) -> SimulationReport {
        self.side_by_side().simulate()
    }

    /// Builds the circuit of file and datapath.
    pub(super) fn side_by_side(&self) -> SideBySide {
        let mut graph = Graph::new();
        let widths = self.function.widths.clone();
        let operands: PortWords = widths.iter().map(|width| graph.inputs(*width)).collect();
        let made = self.function.results(&mut graph, &operands, |_| None);
        let lanes = self.instruction.independent_lanes() as usize;
        let words = self.words_of_lanes(&widths, lanes);
        let given: Vec<(Format, Vec<Literal>)> = (words.iter().flatten())
            .map(|word| {
                (
                    word.format,
                    operands[word.port][word.start..][..word.format.width()].to_vec(),
                )
            })
            .collect();
        let mut taken = operands.clone();
        for (word, (format, operand)) in words.iter().flatten().zip(&given) {
            let operand = self.convention.take(&mut graph, *format, operand);
            taken[word.port].splice(word.start..word.start + operand.len(), operand);
        }
        let datapath = unit::datapath(find_lane(self.instruction));
        let port = self.rounding_port();
        let wanted = join_lanes(
            &mut graph,
            lanes,
            &taken,
            |place| port == Some(place),
            |graph, inputs| outputs(graph, &datapath, inputs, &mut Schoolbook),
        );
        let shape = ResultShape {
            format: self.lane.result_format(),
            lanes,
        };
        let values = wanted[0]
            .chunks(shape.format.width())
            .filter(|value| value.len() == shape.format.width());
        let values: Vec<(Format, Vec<Literal>)> = values.map(|value| (shape.format, value.to_vec())).collect();
        let classes = class::classify(&mut graph, &given, &values);
        let wanted = self.convention.give(&mut graph, shape, &wanted.concat());
        let is_right = self.convention.is_right(&mut graph, shape, &made, &wanted);
        let is_assumed = self.convention.is_assumed(&mut graph, &given);
        let is_rounding = port.map_or(Literal::TRUE, |place| is_rounding(&mut graph, &operands[place]));
        let is_assumed = graph.0.and(is_assumed, is_rounding);
        let is_wrong = graph.0.and(is_assumed, !is_right);
        let classes: Vec<Literal> = classes
            .into_iter()
            .map(|class| graph.0.and(is_assumed, class))
            .collect();
        let mut circuit = graph.0;
        [vec![is_wrong], classes, made, wanted]
            .concat()
            .into_iter()
            .for_each(|bit| circuit.output(bit));
        SideBySide {
            circuit,
            lanes: self.operand_places(&words, &widths),
            rounding: port.map(|place| widths[..place].iter().sum()),
            widths,
        }
    }

    /// Claims that the file's results are right, beside the datapath.
    pub(crate) fn claim_results(&self) -> Formula {
        let SideBySide { circuit, widths, .. } = self.side_by_side();
        let is_wrong = circuit.outputs()[0];
        let mut inputs = circuit.free_inputs();
        let operands = self.instruction.signature().operands().iter().zip(widths);
        let words = operands.map(|(operand, width)| (operand.name.to_owned(), inputs.by_ref().take(width).collect()));
        let words = words.collect();
        drop(inputs);
        Formula {
            words,
            ..Formula::never(Graph(circuit), &[is_wrong])
        }
    }

    /// True if no operands satisfy the assumptions.
    pub fn is_vacuous(&self) -> bool {
        let mut graph = Graph::new();
        let formats = self.lane.operand_formats();
        let operands: Vec<(Format, Vec<Literal>)> = formats
            .into_iter()
            .map(|format| (format, graph.inputs(format.width())))
            .collect();
        let is_assumed = self.convention.is_assumed(&mut graph, &operands);
        Formula::never(graph, &[is_assumed]).decide(Procedure::Solve) == LemmaVerdict::Holds
    }

    /// Returns the words of each lane in the operands.
    fn words_of_lanes(&self, widths: &[usize], lanes: usize) -> Vec<Vec<LaneWord>> {
        let formats = self.lane.operand_formats();
        let word = |lane: usize, port: usize| LaneWord {
            port,
            start: lane * widths[port] / lanes,
            format: formats[port],
        };
        (0..lanes)
            .map(|lane| (0..formats.len()).map(|port| word(lane, port)).collect())
            .collect()
    }

    /// Returns the places of the same words among the inputs of a circuit.
    fn operand_places(&self, words: &[Vec<LaneWord>], widths: &[usize]) -> Vec<Vec<OperandPlace>> {
        let place = |word: &LaneWord| OperandPlace {
            first: widths[..word.port].iter().sum::<usize>() + word.start,
            format: word.format,
        };
        words.iter().map(|words| words.iter().map(place).collect()).collect()
    }

    /// Returns the file's result for some operands, and the right one.
    pub fn results(&self, operands: &[u128]) -> [u128; 2] {
        self.side_by_side().results(operands)
    }

    /// Returns the place of the rounding port among the operands, if there is one.
    pub(super) fn rounding_port(&self) -> Option<usize> {
        let last = self.function.widths.len() - 1;
        self.instruction.has_rounding_port().then_some(last)
    }

    /// True if a simulation shows that the result is wrong for some operands.
    pub fn is_wrong(&self, operands: &[(String, u128)]) -> bool {
        let values = self.read_operands(operands);
        values.is_some_and(|values| self.side_by_side().differs(&values))
    }

    /// Returns the values of operands with names. Those of a lane are taken in all lanes.
    pub fn read_operands(&self, operands: &[(String, u128)]) -> Option<Vec<u128>> {
        let lanes = self.instruction.independent_lanes();
        let signature = self.instruction.signature().operands().iter().enumerate();
        let values = signature.map(|(place, operand)| {
            let (_, value) = operands.iter().find(|(name, _)| name == operand.name)?;
            let width = operand.width() / lanes;
            if self.rounding_port() == Some(place) || value >> width != 0 {
                Some(*value)
            } else {
                Some((0..lanes).fold(0, |word, lane| word | value << (lane * width)))
            }
        });
        values.collect()
    }

    /// Returns the names of the operands.
    pub fn name_operands(&self, values: &[u128]) -> Vec<(String, u128)> {
        let operands = self.instruction.signature().operands().iter();
        operands
            .map(|operand| operand.name.to_owned())
            .zip(values.iter().copied())
            .collect()
    }
}

/// A word of one lane in an operand.
struct LaneWord {
    /// The number of the operand.
    port: usize,
    /// Its first bit.
    start: usize,
    format: Format,
}
