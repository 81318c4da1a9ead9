//! Execution of rows on all processors.

use std::ops::Range;

use halfpipe_isa::{ElementType, Instruction, Operand};
use halfpipe_model::value::{evaluate, IntegerModel};
use halfpipe_simulation::model::expected;
use halfpipe_simulation::{vector, Vector};
use halfpipe_yosys::Circuit;
use halfpipe_yosys::Machine;
use halfpipe_yosys::VerilogDut;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::digest::ResultDigest;
use super::exact::{self, ExactRows};
use super::row::{Rows, RowsOutcome};
use crate::engine::{integer_model, Engine, EngineError, EngineKind, Gates};
use crate::scoreboard::Mismatch;

/// The number of rows that a thread takes at a time, some hundredths of a second's work.
const BLOCK: u32 = 64;

/// Cuts these rows at the block boundaries; returns the pieces.
fn cut(rows: Range<u32>) -> impl Iterator<Item = Range<u32>> {
    let blocks = rows.start / BLOCK..rows.end.div_ceil(BLOCK);
    blocks.map(move |block| rows.start.max(block * BLOCK)..rows.end.min((block + 1) * BLOCK))
}

/// The number of vectors for which the exact model takes some seconds.
const VECTORS_AT_ONCE: u64 = 1 << 22;

/// The number of random pairs per block of rows on which the two models are compared.
const PAIRS_OF_BOTH_MODELS: u32 = 64;

/// An exhaustive run that cannot be done, or whose failure is worse than wrong results.
#[derive(Debug, thiserror::Error)]
pub enum ExhaustiveError {
    /// The instruction has unsupported operands.
    #[error(
        "{instruction} has too many inputs for an exhaustive run; use an instruction with one or two operands of at most 16 bits per lane"
    )]
    TooMany {
        /// The instruction.
        instruction: Instruction,
    },
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An operand bit of one lane can reach another lane.
    #[error("in the netlist of {module}, bit {bit} of operand {operand} has a path to the result of lane {lane}")]
    Crossing {
        /// The module.
        module: String,
        /// The operand's position, from 0.
        operand: usize,
        /// The operand's bit.
        bit: usize,
        /// The other lane.
        lane: u32,
    },
    /// `out_valid` is wrong.
    #[error("out_valid of {module} was wrong in {cycles} clock cycles")]
    Valid {
        /// The module.
        module: String,
        /// The number of cycles with a wrong `out_valid`.
        cycles: u64,
    },
    /// The two models differ, so one of them is wrong.
    #[error(
        "the models disagree on {instruction} {a:#06X} {b:#06X}: the exact model gives {exact:#06X}, the integer model {integer:#06X}"
    )]
    Models {
        /// The instruction.
        instruction: Instruction,
        /// The first operand.
        a: u16,
        /// The second operand.
        b: u16,
        /// The exact model's result.
        exact: u32,
        /// The integer model's result.
        integer: u16,
    },
}

/// The result of a run.
#[derive(Clone, Default, Debug)]
pub struct Outcome {
    /// The number of vectors. With several lanes, each has operands in every lane.
    pub vectors: u64,
    /// The number of vectors with a wrong result.
    pub mismatches: u64,
    /// The first mismatch.
    pub first: Option<Mismatch>,
    /// The digest of all results.
    pub digest: ResultDigest,
}

impl Outcome {
    /// Returns the combined outcome of this run and one on later rows.
    pub fn with(self, later: Outcome) -> Outcome {
        Outcome {
            vectors: self.vectors + later.vectors,
            mismatches: self.mismatches + later.mismatches,
            first: self.first.or(later.first),
            digest: self.digest.with(later.digest),
        }
    }
}

/// A module and its circuit, ready to run rows.
pub struct Runner<'c> {
    device: &'c dyn VerilogDut,
    circuit: &'c Circuit,
    machine: Machine,
    inputs: Inputs,
}

/// The inputs of a run, with the model of their results.
enum Inputs {
    /// Pairs of operands of 16 bits, for the integer model.
    Pairs(IntegerModel),
    /// All others, for the exact model.
    Exact(ExactRows),
}

impl<'c> Runner<'c> {
    /// Compiles the circuit, and checks that its lanes are independent.
    ///
    /// # Errors
    ///
    /// When the instruction has too many inputs, lanes are not independent, or the circuit cannot be compiled.
    pub fn new(device: &'c dyn VerilogDut, circuit: &'c Circuit) -> Result<Runner<'c>, ExhaustiveError> {
        let instruction = device.instruction();
        if !is_exhaustible(instruction) {
            return Err(ExhaustiveError::TooMany { instruction });
        }
        let crossings = circuit.lane_crossings(instruction.signature());
        if let Some((operand, bit, lane)) = crossings.first().copied() {
            return Err(ExhaustiveError::Crossing {
                module: circuit.module().to_owned(),
                operand,
                bit,
                lane,
            });
        }
        Ok(Runner {
            device,
            circuit,
            machine: circuit.compile().map_err(EngineError::from)?,
            inputs: match integer_model(instruction) {
                Some(model) => Inputs::Pairs(model),
                None => Inputs::Exact(ExactRows::new(instruction)),
            },
        })
    }

    /// Returns the number of rows that take some seconds, for reports of progress.
    pub fn rows_at_once(&self) -> u32 {
        match &self.inputs {
            Inputs::Pairs(_) => 4096,
            Inputs::Exact(rows) => (VECTORS_AT_ONCE / rows.per_row()).clamp(1, 4096) as u32,
        }
    }

    /// Runs the rows of these first operands.
    ///
    /// # Errors
    ///
    /// When `out_valid` is wrong or the models differ.
    pub fn run(&self, rows: Range<u32>) -> Result<Outcome, ExhaustiveError> {
        match &self.inputs {
            Inputs::Pairs(model) => self.run_pieces(*model, cut(rows).collect()),
            Inputs::Exact(inputs) => self.run_exact(inputs, rows),
        }
    }

    /// Runs pieces of blocks.
    fn run_pieces(&self, model: IntegerModel, pieces: Vec<Range<u32>>) -> Result<Outcome, ExhaustiveError> {
        let circuit = self.circuit;
        let outcomes = pieces.into_par_iter().map_init(
            || Rows::new(self.machine.another(), circuit.ports(), circuit.latency(), model),
            |lanes, rows| {
                compare_models(self.device.instruction(), &model, &rows)?;
                self.outcome(lanes.run(rows))
            },
        );
        let outcomes = outcomes.collect::<Result<Vec<_>, _>>()?;
        Ok(outcomes.into_iter().fold(Outcome::default(), Outcome::with))
    }

    /// Returns the outcome of the rows of one block.
    fn outcome(&self, rows: RowsOutcome) -> Result<Outcome, ExhaustiveError> {
        if rows.invalid > 0 {
            return Err(ExhaustiveError::Valid {
                module: self.circuit.module().to_owned(),
                cycles: rows.invalid,
            });
        }
        Ok(Outcome {
            vectors: rows.vectors,
            mismatches: rows.mismatches,
            first: rows
                .first
                .map(|([a, b], actual)| self.mismatch(vector([a.into(), b.into()]), vector([actual.into()]))),
            digest: rows.digest,
        })
    }

    fn mismatch(&self, inputs: Vector, actual: Vector) -> Mismatch {
        let interface = self.device.interface();
        Mismatch {
            interface: interface.clone(),
            engine: EngineKind::Gates(self.circuit.mapping()),
            file_options: self.device.file_options().to_vec(),
            expected: expected(interface, &inputs),
            inputs,
            actual,
        }
    }

    /// Runs every input of rows, in pieces.
    fn run_exact(&self, inputs: &ExactRows, rows: Range<u32>) -> Result<Outcome, ExhaustiveError> {
        let pieces = inputs.pieces(rows).into_par_iter();
        let outcomes = pieces.map(|numbers| self.run_piece(inputs, numbers));
        let outcomes = outcomes.collect::<Result<Vec<_>, _>>()?;
        Ok(outcomes.into_iter().fold(Outcome::default(), Outcome::with))
    }

    /// Runs the inputs of these numbers.
    fn run_piece(&self, inputs: &ExactRows, numbers: Range<u64>) -> Result<Outcome, ExhaustiveError> {
        let instruction = self.device.instruction();
        let vectors = inputs.with_opposites(numbers.clone());
        let mut results = Vec::with_capacity(vectors.len());
        Gates::running(self.circuit, self.machine.another()).evaluate(&vectors, &mut results)?;
        EngineError::check_count(vectors.len(), results.len())?;
        let mut outcome = Outcome::default();
        for (position, number) in numbers.enumerate() {
            let place = exact::place(position);
            let (vector, actual) = (&vectors[place], &results[place]);
            outcome.vectors += 1;
            inputs.add_to_digest(&mut outcome.digest, instruction, number, actual);
            if expected(self.device.interface(), vector) != *actual {
                outcome.mismatches += 1;
                outcome
                    .first
                    .get_or_insert_with(|| self.mismatch(vector.clone(), actual.clone()));
            }
        }
        Ok(outcome)
    }
}

/// True if an instruction has few enough inputs for an exhaustive run: one or two operands of at most 16 bits a lane,
/// beside a predicate and a rounding.
pub fn is_exhaustible(instruction: Instruction) -> bool {
    let signature = instruction.signature();
    let lanes = signature.separate_lanes();
    let fits = |operand: &Operand| operand.element_type.bits() <= 16 && operand.lanes == lanes;
    let count = numbers(instruction).count();
    (1..=2).contains(&count) && numbers(instruction).all(fits)
}

/// Returns the operands but predicates and roundings.
fn numbers(instruction: Instruction) -> impl Iterator<Item = &'static Operand> {
    let is_number =
        |operand: &&Operand| !matches!(operand.element_type, ElementType::Predicate | ElementType::Rounding);
    instruction.signature().operands().iter().filter(is_number)
}

/// Returns the number of rows of an instruction: the number of values of its first operand in one lane.
pub fn row_count(instruction: Instruction) -> u32 {
    let bits = numbers(instruction)
        .next()
        .map_or(0, |operand| operand.element_type.bits());
    1 << bits
}

/// Compares the models on random pairs of these rows, the same ones in every run.
fn compare_models(instruction: Instruction, model: &IntegerModel, rows: &Range<u32>) -> Result<(), ExhaustiveError> {
    let mut random = ChaCha8Rng::seed_from_u64(rows.start.into());
    for _ in 0..PAIRS_OF_BOTH_MODELS {
        let a = random.random_range(rows.clone()) as u16;
        let b: u16 = random.random();
        let exact = evaluate(instruction, &[a.into(), b.into()]);
        let integer = model.evaluate(a, b);
        // The upper lane of x2 computes on 0 and 0, and its result is ignored here.
        if exact as u16 != integer {
            return Err(ExhaustiveError::Models {
                instruction,
                a,
                b,
                exact,
                integer,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../tests/unit/exhaustive/run.rs"]
mod tests;
