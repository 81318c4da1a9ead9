//! Modules of files: their netlists are proven without a known structure.
//!
//! The multiplier of a file is found by its function: nodes that are the bits of the product of the operands. The product
//! lemma shows that they are. The lemmas about the instruction's own datapath then hold for the file, too, with any product
//! in the place of these nodes.

mod class;
mod cut;
mod factor;
mod function;
mod operands;
mod search;
mod simulation;

use std::collections::HashMap;
use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_aig::deadline::Deadline;
use halfpipe_aig::Aig;
use halfpipe_hdl::design::Design;
use halfpipe_isa::{Instruction, Operand, Rounding};
use halfpipe_spec::{Format, Lane, Logic};

use crate::contract::{PipelineNetlist, ValidChainError};
use crate::formula::Formula;
use crate::graph::{Graph, Literal, PortWords};
use crate::lane_equivalence::MultiplierMismatch;
use crate::lanes::{find_lane, join_lanes};
use crate::lemma::{Lemma, ProvenFormulas};
use crate::unit;
use crate::verdict::{LemmaVerdict, UnprovenReason};

pub use class::VectorClass;
pub use cut::{ProductBit, ProductCut};
pub use factor::{Care, Factor, Hypothesis};
pub use function::FileFunction;
pub use simulation::{ClassReport, SimulationReport};

use operands::OperandPlace;
use simulation::SideBySide;

/// The claim that a file's netlist computes an instruction with floating-point operands.
pub struct FileClaim {
    instruction: Instruction,
    lane: Lane,
    pipeline: PipelineNetlist,
    function: FileFunction,
    is_always_enabled: bool,
}

/// The result of a search for the products of all lanes.
pub enum ProductSearch {
    /// All lanes have one. Its nodes are proven.
    Found(Vec<ProductCut>),
    /// A lane has none.
    Missing,
    /// The module is wrong for these operands.
    Refuted(Vec<u128>),
    /// The deadline passed.
    Undecided,
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
        let function = FileFunction::new(&pipeline, widths);
        Ok(Some(FileClaim {
            instruction,
            lane,
            pipeline,
            function,
            is_always_enabled,
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

    /// Returns the format of each operand of a lane, and that of the result.
    fn formats(&self) -> (Vec<Format>, Format) {
        let ty = self.instruction.ty();
        let [factor, result] = [ty.operand_format(), ty.result_format()].map(Format::from);
        let widths = self.lane.operand_widths();
        let formats = (0..widths.len()).map(|place| {
            let is_addend = place == 2 || place == 1 && !self.lane.multiplies() && widths[1] == result.width();
            if is_addend {
                result
            } else {
                factor
            }
        });
        (formats.collect(), result)
    }

    /// Builds the circuit of file and datapath.
    fn side_by_side(&self) -> SideBySide {
        let mut graph = Graph::new();
        let widths = self.function.widths.clone();
        let operands: PortWords = widths.iter().map(|width| graph.inputs(*width)).collect();
        let made = self.function.results(&mut graph, &operands, |_| None);
        let lanes = self.instruction.independent_lanes() as usize;
        let datapath = unit::datapath(find_lane(self.instruction));
        let port = self.rounding_port();
        let wanted = join_lanes(
            &mut graph,
            lanes,
            &operands,
            |place| port == Some(place),
            |graph, inputs| outputs(graph, &datapath, inputs, &mut Schoolbook),
        );
        let (formats, result) = self.formats();
        let mut places = Vec::new();
        let (mut taken, mut given) = (Vec::new(), Vec::new());
        for lane in 0..lanes {
            let mut first = 0;
            let mut of_lane = Vec::new();
            for (format, width) in formats.iter().zip(&widths) {
                let start = lane * format.width();
                of_lane.push(OperandPlace {
                    first: first + start,
                    format: *format,
                });
                taken.push((*format, operands[of_lane.len() - 1][start..][..format.width()].to_vec()));
                first += width;
            }
            places.push(of_lane);
            if wanted[0].len() == lanes * result.width() {
                given.push((result, wanted[0][lane * result.width()..][..result.width()].to_vec()));
            }
        }
        let classes = class::classify(&mut graph, &taken, &given);
        let same = halfpipe_spec::Arithmetic::equal(&mut graph, &made, &wanted.concat());
        let mut circuit = graph.0;
        circuit.output(!same);
        classes.into_iter().for_each(|class| circuit.output(class));
        SideBySide {
            circuit,
            lanes: places,
            rounding: port.map(|place| widths[..place].iter().sum()),
            widths,
        }
    }

    /// Returns the place of the rounding port among the operands, if there is one.
    fn rounding_port(&self) -> Option<usize> {
        let last = self.function.widths.len() - 1;
        self.instruction.has_rounding_port().then_some(last)
    }

    /// Looks for the product in each lane, and proves that it is one.
    pub fn find_products(&self, proven: &ProvenFormulas, deadline: &Deadline) -> ProductSearch {
        let lanes = self.instruction.independent_lanes() as usize;
        // The flags of several lanes are one output.
        if !self.lane.multiplies() || lanes > 1 && self.instruction.has_flags() {
            return ProductSearch::Missing;
        }
        let port = self.rounding_port();
        let format = Format::from(self.instruction.ty().operand_format());
        if 2 * format.width() > crate::enumeration::MOST_ENUMERATED {
            return ProductSearch::Missing;
        }
        let mut cuts = Vec::new();
        for lane in 0..lanes {
            let function = self.function.lane(lane, lanes, |place| port == Some(place));
            let name = port.map(|_| Operand::ROUNDING.name);
            let Some(mut cut) = search::find_product(&function, self.lane, format, name) else {
                return ProductSearch::Missing;
            };
            match self.prove_product(&mut cut, lanes, proven, deadline) {
                None => {}
                Some(other) => return other,
            }
            cuts.push(cut);
        }
        ProductSearch::Found(cuts)
    }

    /// Proves that the nodes are bits of the product. Nodes that are not are removed, if the result is right for the operands
    /// nevertheless. Returns the end of the search, if it ends here.
    fn prove_product(
        &self,
        cut: &mut ProductCut,
        lanes: usize,
        proven: &ProvenFormulas,
        deadline: &Deadline,
    ) -> Option<ProductSearch> {
        'nodes: loop {
            for lemma in cut.product_lemmas() {
                match lemma.decide_unless(proven, deadline).verdict {
                    LemmaVerdict::Holds => {}
                    LemmaVerdict::Unproven(UnprovenReason::Time) => return Some(ProductSearch::Undecided),
                    LemmaVerdict::Unproven(_) => return Some(ProductSearch::Missing),
                    LemmaVerdict::Fails(_) if cut.has_factors() => {
                        // Pairs of operands show a wrong result, pairs of factors do not.
                        cut.factor_bits = [HashMap::new(), HashMap::new()];
                        continue 'nodes;
                    }
                    LemmaVerdict::Fails(words) => {
                        let pair = [0, 1].map(|place: usize| words[place].1);
                        let wrong = if lanes == 1 {
                            self.side_by_side().try_pair(pair)
                        } else {
                            None
                        };
                        if let Some(operands) = wrong {
                            return Some(ProductSearch::Refuted(operands));
                        }
                        for node in cut.wrong_nodes(pair) {
                            cut.bits.remove(&node);
                        }
                        continue 'nodes;
                    }
                }
            }
            return None;
        }
    }

    /// True if a simulation shows that the result is wrong for some operands. Those of a lane are taken in all lanes.
    pub fn is_wrong(&self, operands: &[(String, u128)]) -> bool {
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
        let values: Option<Vec<u128>> = values.collect();
        values.is_some_and(|values| self.side_by_side().differs(&values))
    }

    /// Returns the lemmas that a file with these products computes the instruction.
    ///
    /// # Errors
    ///
    /// [`MultiplierMismatch`] where the lemmas do not fit its factors.
    pub fn lemmas(&self, cuts: &[ProductCut]) -> Result<Vec<Lemma>, MultiplierMismatch> {
        let instruction = find_lane(self.instruction);
        let instructions: Vec<Instruction> = if self.instruction.has_rounding_port() {
            Rounding::ALL
                .map(|rounding| instruction.with_fixed_rounding(rounding))
                .into()
        } else {
            vec![instruction]
        };
        let mut lemmas = self.contract_lemmas();
        for (lane, cut) in cuts.iter().enumerate() {
            let own = cut
                .product_lemmas()
                .into_iter()
                .chain(unit::implementation_lemmas(&instructions, Arc::new(cut.clone()))?);
            let part = (cuts.len() > 1).then(|| format!("lane {lane}"));
            lemmas.extend(own.map(|mut lemma| {
                lemma.part.clone_from(&part);
                lemma
            }));
        }
        Ok(lemmas)
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

/// Returns the claim that a file's function is that of a design's module, for all operands and roundings.
pub(crate) fn claim_equality(function: &FileFunction, design: &Design) -> Formula {
    let mut graph = Graph::new();
    let ports = design.interface().inputs();
    let inputs =
        crate::named_words::NamedWords::free(&mut graph, ports.map(|port| (port.name.clone(), port.width as usize)));
    let made = function.results(&mut graph, &inputs.words, |_| None);
    let module = design.module();
    let is_shared = |_| false;
    let wanted = match module.lanes as usize {
        1 => outputs(&mut graph, &module.lane, &inputs.words, &mut Schoolbook),
        lanes => join_lanes(&mut graph, lanes, &inputs.words, is_shared, |graph, inputs| {
            outputs(graph, &module.lane, inputs, &mut Schoolbook)
        }),
    };
    let is_rounding = is_rounding(&mut graph, design, &inputs.words);
    let formula = Formula::equal(graph, &made, &wanted.concat()).show(inputs);
    match is_rounding {
        Literal::TRUE => formula,
        is_rounding => formula.assume(is_rounding),
    }
}

/// True if the rounding port of a design has the code of a rounding, or if there is none.
fn is_rounding(graph: &mut Graph, design: &Design, operands: &PortWords) -> Literal {
    let has_port = design
        .interface()
        .instruction()
        .is_some_and(Instruction::has_rounding_port);
    match operands.last().filter(|_| has_port) {
        Some(code) => {
            // The codes of roundings are 0 to 4.
            let low = graph.or(code[0], code[1]);
            !graph.and(code[2], low)
        }
        None => Literal::TRUE,
    }
}
