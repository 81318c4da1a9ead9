//! The claim that a file's netlist computes an instruction.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_aig::Aig;
use halfpipe_hdl::design::Design;
use halfpipe_isa::{ElementType, Instruction, Operand};
use halfpipe_lemmas::contract::{PipelineNetlist, ValidChainError};
use halfpipe_lemmas::convention::{Convention, ResultShape};
use halfpipe_lemmas::formula::{Formula, Procedure};
use halfpipe_lemmas::graph::{Graph, Literal, PortWords};
use halfpipe_lemmas::lane_equivalence::MultiplierMismatch;
use halfpipe_lemmas::lanes::{find_lane, join_lanes};
use halfpipe_lemmas::lemma::{Lemma, LemmaSubject};
use halfpipe_lemmas::unit;
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_spec::Format;

use super::class;
use super::equality::is_rounding;
use super::function::FileFunction;
use super::iterative::IterativeFile;
use super::operands::OperandPlace;
use super::simulation::{SideBySide, SimulationReport};

/// A file's module under the contract of its kind.
#[derive(Clone)]
enum FileContract {
    /// A pipeline; true if its enable is always 1.
    Pipeline(PipelineNetlist, bool),
    /// A unit, and the most cycles until it is ready again.
    Iterative(IterativeFile, u32),
}

/// The claim that a file's netlist computes an instruction with floating-point operands and result.
#[derive(Clone)]
pub struct FileClaim {
    pub(super) instruction: Instruction,
    /// The formats of the operands, without a rounding.
    pub(super) formats: Vec<Format>,
    result: Format,
    contract: FileContract,
    pub(super) function: FileFunction,
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
        let instruction = interface.instruction();
        let Some(instruction) = instruction.filter(|own| !interface.is_iterative() && Convention::fits(*own)) else {
            return Ok(None);
        };
        let pipeline = PipelineNetlist::new(circuit, design.latency())?;
        let function = FileFunction::new(&pipeline, operand_widths(design), is_always_enabled);
        let contract = FileContract::Pipeline(pipeline, is_always_enabled);
        Ok(FileClaim::about(instruction, function, contract, convention))
    }

    /// Creates the claim about a unit in the place of a design's iterative one. It is ready again within some cycles. There is
    /// none for other results than floating-point numbers.
    pub fn about_iterative(
        unit: IterativeFile,
        design: &Design,
        cycles: u32,
        convention: &Convention,
    ) -> Option<FileClaim> {
        let instruction = design.interface().instruction().filter(|own| Convention::fits(*own))?;
        let function = unit.function(operand_widths(design), cycles);
        FileClaim::about(instruction, function, FileContract::Iterative(unit, cycles), convention)
    }

    fn about(
        instruction: Instruction,
        function: FileFunction,
        contract: FileContract,
        convention: &Convention,
    ) -> Option<FileClaim> {
        let signature = instruction.signature();
        Some(FileClaim {
            instruction,
            formats: signature.operands().iter().filter_map(number_format).collect(),
            result: signature.results().iter().find_map(number_format)?,
            contract,
            function,
            convention: convention.clone(),
        })
    }

    /// Returns the lemmas of the handshake.
    pub fn contract_lemmas(&self) -> Vec<Lemma> {
        match &self.contract {
            FileContract::Pipeline(pipeline, _) if pipeline.latency() == 0 => Vec::new(),
            FileContract::Pipeline(pipeline, is_always_enabled) => pipeline.file_lemmas(*is_always_enabled),
            FileContract::Iterative(unit, cycles) => unit.contract_lemmas(*cycles),
        }
    }

    /// Returns the lemmas that the file's results are those of a datapath whose function is proven, and the lemmas about that
    /// function.
    ///
    /// # Errors
    ///
    /// [`MultiplierMismatch`] where the datapath multiplies something other than its operands.
    pub fn datapath_lemmas(&self) -> Result<Vec<Lemma>, MultiplierMismatch> {
        let own = self.results_by_sign("the result is that of the datapath whose function is proven");
        let mut lemmas = unit::function_lemmas(find_lane(self.instruction))?;
        if let FileContract::Iterative(unit, cycles) = &self.contract {
            lemmas.push(unit.history_lemma(*cycles).about(LemmaSubject::FileNetlist));
        }
        lemmas.extend(own.into_iter().map(|lemma| lemma.about(LemmaSubject::FileNetlist)));
        Ok(lemmas)
    }

    /// Simulates the file beside the instruction's datapath.
    pub fn simulate(&self) -> SimulationReport {
        self.side_by_side().simulate()
    }

    /// Returns the conventions with which a simulation finds no mismatch, if there are some beside those that are given.
    pub fn find_convention(&self) -> Option<Convention> {
        let mut others = self.convention.extend(self.instruction).into_iter();
        others.find(|convention| {
            let claim = FileClaim {
                convention: convention.clone(),
                ..self.clone()
            };
            claim.side_by_side().is_right()
        })
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
        let port = self.rounding_port();
        let shape = ResultShape {
            format: self.result,
            lanes,
        };
        let [wanted, bracket] = self.want(&mut graph, shape, &taken);
        let values = wanted[0]
            .chunks(shape.format.width())
            .filter(|value| value.len() == shape.format.width());
        let values: Vec<(Format, Vec<Literal>)> = values.map(|value| (shape.format, value.to_vec())).collect();
        let classes = class::classify(&mut graph, &given, &values);
        let wanted = self.convention.give(&mut graph, shape, &wanted.concat());
        let bracket: Option<[Vec<Literal>; 2]> = bracket.try_into().ok();
        let is_right = self
            .convention
            .is_right(&mut graph, shape, &made, &wanted, bracket.as_ref());
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

    /// Returns the ports of the datapaths for all lanes: the result with its flags, and the values that are rounded down and
    /// up, which are missing where the conventions need none.
    fn want(&self, graph: &mut Graph, shape: ResultShape, operands: &PortWords) -> [PortWords; 2] {
        let lane = find_lane(self.instruction);
        let datapath = unit::datapath(lane);
        let bracket = self.convention.bracket(lane);
        let bracket = bracket.map(|bracket| bracket.map(|lane| unit::datapath(lane.without_flags())));
        let port = self.rounding_port();
        let is_shared = |place| port == Some(place);
        let mut bounds: PortWords = vec![Vec::new(); bracket.as_ref().map_or(0, |bracket| bracket.len())];
        let wanted = join_lanes(graph, shape.lanes, operands, is_shared, |graph, inputs| {
            let mut ports = outputs(graph, &datapath, inputs, &mut Schoolbook);
            if let Some(bracket) = &bracket {
                let inputs = &inputs[..port.unwrap_or(inputs.len())];
                let [down, up] = bracket
                    .each_ref()
                    .map(|bound| outputs(graph, bound, inputs, &mut Schoolbook).swap_remove(0));
                if let [value, flags] = &mut ports[..] {
                    *flags = self
                        .convention
                        .give_flags(graph, shape.format, value, flags, [&down, &up]);
                }
                bounds[0].extend(down);
                bounds[1].extend(up);
            }
            ports
        });
        [wanted, bounds]
    }

    /// Claims that the file's results are right, beside the datapath.
    pub(crate) fn claim_results(&self) -> Formula {
        let SideBySide { circuit, widths, .. } = self.side_by_side();
        let is_wrong = circuit.outputs()[0];
        let inputs = circuit.free_inputs().collect();
        self.claim_never_wrong(Graph(circuit), is_wrong, inputs, &widths)
    }

    /// Claims that a bit is never 1. The operands are the first of some bits, and have these widths.
    pub(super) fn claim_never_wrong(
        &self,
        graph: Graph,
        is_wrong: Literal,
        bits: Vec<Literal>,
        widths: &[usize],
    ) -> Formula {
        let mut bits = bits.into_iter();
        let operands = self.instruction.signature().operands().iter().zip(widths);
        let words = operands.map(|(operand, width)| (operand.name.to_owned(), bits.by_ref().take(*width).collect()));
        Formula {
            words: words.collect(),
            ..Formula::never(graph, &[is_wrong])
        }
    }

    /// True if no operands satisfy the assumptions.
    pub fn is_vacuous(&self) -> bool {
        let mut graph = Graph::new();
        let operands: Vec<(Format, Vec<Literal>)> = (self.formats.iter())
            .map(|format| (*format, graph.inputs(format.width())))
            .collect();
        let is_assumed = self.convention.is_assumed(&mut graph, &operands);
        Formula::never(graph, &[is_assumed]).decide(Procedure::Solve) == LemmaVerdict::Holds
    }

    /// Returns the words of each lane in the operands.
    fn words_of_lanes(&self, widths: &[usize], lanes: usize) -> Vec<Vec<LaneWord>> {
        let word = |lane: usize, port: usize| LaneWord {
            port,
            start: lane * widths[port] / lanes,
            format: self.formats[port],
        };
        (0..lanes)
            .map(|lane| (0..self.formats.len()).map(|port| word(lane, port)).collect())
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

/// Returns the widths of a module's operands in bits.
fn operand_widths(design: &Design) -> Vec<usize> {
    design.interface().inputs().map(|port| port.width as usize).collect()
}

/// Returns the format of a port that holds floating-point numbers.
fn number_format(port: &Operand) -> Option<Format> {
    match port.element_type {
        ElementType::Number(format) => Some(format.into()),
        _ => None,
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
