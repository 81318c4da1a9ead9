//! Simulation of a file's function beside the datapath of its instruction.

use std::ops::Range;

use halfpipe_aig::lanes::Lanes;
use halfpipe_aig::plane::{Plane, LANES};
use halfpipe_aig::simulate::Simulator;
use halfpipe_aig::Aig;
use rayon::prelude::*;
use serde::Serialize;

use super::class::VectorClass;
use super::operands::{AimedOperands, OperandPlace};

/// The number of independent runs. Each has operands of its own.
const RUNS: u64 = 64;

/// The number of such runs for operands of so few bits that most of their values occur.
const FEW_RUNS: u64 = 4;

/// The most operand bits for which those suffice.
const FEW_BITS: usize = 16;

/// The number of blocks of vectors of a run.
const BLOCKS: u64 = 512;

/// A file's function and the datapath of its instruction in one circuit. The first inputs are the operands.
pub struct SideBySide {
    /// The circuit. Its outputs are the bit that both differ, a bit for each class of vectors, the file's result and the right
    /// one.
    pub circuit: Aig,
    /// The operands of each lane that are floating-point numbers.
    pub lanes: Vec<Vec<OperandPlace>>,
    /// The numbers of the inputs of a rounding port with three bits, if there is one.
    pub rounding: Option<usize>,
    /// The widths of the operands in bits.
    pub widths: Vec<usize>,
}

/// The result of a simulation.
#[derive(Clone, Debug, Serialize)]
pub struct SimulationReport {
    /// The number of vectors.
    pub vectors: u64,
    /// The number of vectors for which both differ.
    pub mismatches: u64,
    /// The classes of vectors that occurred. Each vector is in one class.
    pub classes: Vec<ClassReport>,
}

/// The vectors of one class.
#[derive(Clone, Debug, Serialize)]
pub struct ClassReport {
    /// The class.
    pub class: VectorClass,
    /// The number of vectors.
    pub vectors: u64,
    /// The number of vectors for which both differ.
    pub mismatches: u64,
    /// The operands of the first of them.
    #[serde(skip)]
    pub example: Option<Vec<u128>>,
}

impl SimulationReport {
    /// Returns the operands of a mismatch, if there is one: of the simplest class.
    pub fn counterexample(&self) -> Option<&[u128]> {
        self.classes.iter().rev().find_map(|class| class.example.as_deref())
    }

    /// Returns the class of all mismatches, if they have one.
    pub fn only_class(&self) -> Option<VectorClass> {
        let mut wrong = self.classes.iter().filter(|class| class.mismatches > 0);
        match (wrong.next(), wrong.next()) {
            (Some(only), None) => Some(only.class),
            _ => None,
        }
    }

    fn add(mut self, other: SimulationReport) -> SimulationReport {
        self.vectors += other.vectors;
        self.mismatches += other.mismatches;
        for (class, other) in self.classes.iter_mut().zip(other.classes) {
            class.vectors += other.vectors;
            class.mismatches += other.mismatches;
            class.example = class.example.take().or(other.example);
        }
        self
    }
}

impl SideBySide {
    /// Simulates aimed operands, always the same ones.
    pub fn simulate(&self) -> SimulationReport {
        let simulator = Simulator::new(&self.circuit);
        let runs = self.runs().into_par_iter().map(|run| self.run(simulator.clone(), run));
        let empty = || self.empty_report();
        // The runs are added in their order, so that the first example is always the same.
        let reports: Vec<SimulationReport> = runs.collect();
        let mut report = reports.into_iter().fold(empty(), SimulationReport::add);
        report.classes.retain(|class| class.vectors > 0);
        report
    }

    /// True if the simulation finds no mismatch. It ends at the first one.
    pub fn is_right(&self) -> bool {
        let simulator = Simulator::new(&self.circuit);
        let is_right = |run| {
            let mut report = self.empty_report();
            let mut simulator = simulator.clone();
            self.run_until(&mut simulator, run, &mut report, |report| report.mismatches > 0);
            report.mismatches == 0
        };
        self.runs().into_par_iter().all(is_right)
    }

    fn runs(&self) -> Range<u64> {
        let bits: usize = self.widths.iter().sum();
        0..if bits <= FEW_BITS { FEW_RUNS } else { RUNS }
    }

    fn empty_report(&self) -> SimulationReport {
        SimulationReport {
            vectors: 0,
            mismatches: 0,
            classes: VectorClass::ALL
                .map(|class| ClassReport {
                    class,
                    vectors: 0,
                    mismatches: 0,
                    example: None,
                })
                .into(),
        }
    }

    fn run(&self, mut simulator: Simulator, run: u64) -> SimulationReport {
        let mut report = self.empty_report();
        self.run_until(&mut simulator, run, &mut report, |_| false);
        report
    }

    /// Adds the vectors of a run to a report, up to a block after which it ends.
    fn run_until(
        &self,
        simulator: &mut Simulator,
        run: u64,
        report: &mut SimulationReport,
        is_end: impl Fn(&SimulationReport) -> bool,
    ) {
        let mut source = AimedOperands::new(run);
        let mut inputs = vec![Plane::ZERO; self.circuit.free_input_count()];
        for _ in 0..BLOCKS {
            source.draw(&mut inputs, &self.lanes);
            if let Some(first) = self.rounding {
                // Codes above 4 are no roundings.
                let others = inputs[first + 2].inverted_if(true);
                [0, 1]
                    .into_iter()
                    .for_each(|bit| inputs[first + bit] = inputs[first + bit].and(others));
            }
            self.settle(simulator, &inputs);
            self.count(simulator, &inputs, report);
            if is_end(report) {
                break;
            }
        }
    }

    fn settle(&self, simulator: &mut Simulator, inputs: &[Plane]) {
        inputs
            .iter()
            .enumerate()
            .for_each(|(input, plane)| simulator.set_input(input, *plane));
        simulator.settle();
    }

    /// Adds a block of vectors to a report.
    fn count(&self, simulator: &Simulator, inputs: &[Plane], report: &mut SimulationReport) {
        let differ = simulator.output(0);
        report.mismatches += count_ones(differ);
        for (number, class) in report.classes.iter_mut().enumerate() {
            let is_class = simulator.output(1 + number);
            let wrong = is_class.and(differ);
            class.vectors += count_ones(is_class);
            report.vectors += count_ones(is_class);
            class.mismatches += count_ones(wrong);
            if class.example.is_none() {
                class.example = wrong.first_one().map(|vector| self.read_operands(inputs, vector));
            }
        }
    }

    fn read_operands(&self, inputs: &[Plane], vector: usize) -> Vec<u128> {
        let mut bits = inputs.iter().map(|plane| plane.bit(vector));
        let widths = self.widths.iter();
        widths
            .map(|width| (0..*width).fold(0, |word, place| word | u128::from(bits.next() == Some(true)) << place))
            .collect()
    }

    /// True if file and datapath differ for some operands, in one of several runs with other free inputs.
    pub fn differs(&self, operands: &[u128]) -> bool {
        self.settled(operands).output(0) != Plane::ZERO
    }

    /// Returns the file's result for some operands, and the right one, in the first run in which they differ.
    pub fn results(&self, operands: &[u128]) -> [u128; 2] {
        let simulator = self.settled(operands);
        let vector = simulator.output(0).first_one().unwrap_or(0);
        let first = 1 + VectorClass::ALL.len();
        let width = (self.circuit.outputs().len() - first) / 2;
        [0, 1].map(|number: usize| {
            let bit = |place: usize| simulator.output(first + number * width + place).bit(vector);
            (0..width).fold(0, |word, place| word | u128::from(bit(place)) << place)
        })
    }

    /// Simulates some operands, with other free inputs in each run.
    fn settled(&self, operands: &[u128]) -> Simulator {
        let mut simulator = Simulator::new(&self.circuit);
        let mut inputs = vec![Plane::ZERO; self.circuit.free_input_count()];
        AimedOperands::new(RUNS).draw(&mut inputs, &[]);
        let bits = self.widths.iter().zip(operands);
        let bits = bits.flat_map(|(width, value)| (0..*width).map(move |place| value >> place & 1 == 1));
        for (input, bit) in inputs.iter_mut().zip(bits) {
            *input = Plane::filled(bit);
        }
        self.settle(&mut simulator, &inputs);
        simulator
    }

    /// Simulates all values of the other operands with a pair of factors. Returns the operands of the first mismatch.
    pub fn try_pair(&self, pair: [u128; 2]) -> Option<Vec<u128>> {
        let mut simulator = Simulator::new(&self.circuit);
        let mut source = AimedOperands::new(RUNS);
        let mut inputs = vec![Plane::ZERO; self.circuit.free_input_count()];
        let known = self.widths[0] + self.widths[1];
        let others: usize = self.widths[2..].iter().sum();
        let vectors = LANES.ilog2() as usize;
        let signs = [self.widths[0] - 1, known - 1];
        for block in 0..4_u64 << others.saturating_sub(vectors) {
            source.draw(&mut inputs, &[]);
            for (place, input) in inputs.iter_mut().enumerate().take(known) {
                let bit = if place < self.widths[0] {
                    pair[0] >> place
                } else {
                    pair[1] >> (place - self.widths[0])
                };
                *input = Plane::filled(bit & 1 == 1);
            }
            for (number, sign) in signs.into_iter().enumerate() {
                inputs[sign] = Plane::filled(block >> number & 1 == 1);
            }
            for place in 0..others {
                inputs[known + place] = if place < vectors {
                    Plane::of_bits((0..LANES).map(|vector| vector >> place & 1 == 1))
                } else {
                    Plane::filled(block >> (2 + place - vectors) & 1 == 1)
                };
            }
            self.settle(&mut simulator, &inputs);
            if let Some(vector) = simulator.output(0).first_one() {
                return Some(self.read_operands(&inputs, vector));
            }
        }
        None
    }
}

/// Returns the number of vectors whose bit is 1.
fn count_ones(plane: Plane) -> u64 {
    plane.0.iter().map(|column| u64::from(column.count_ones())).sum()
}
