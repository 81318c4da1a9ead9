//! Equivalence of one lane of hardware with its instruction, or with each of several instructions.

mod lemmas;

use std::sync::Arc;

use halfpipe_spec::{Arithmetic, Exceptions, GivenProduct, Lane};

use crate::bounds::Relation;
use crate::convention::Convention;
use crate::formula::{relation, relation_of_leading_ones, Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::implementation::{ElaboratedImplementation, Implementation};
use crate::products::OpenProducts;
use crate::verdict::LemmaVerdict;

/// Lanes of instructions and the implementation that should compute them.
///
/// Several instructions are proven together where they differ only in how the exact result is rounded or modified. Most
/// of the implementation and of the specification is then common to all of them.
#[derive(Clone)]
pub struct LaneEquivalence {
    /// One lane for each instruction. All lanes take the same operands, in the same cases.
    lanes: Vec<Lane>,
    /// The flags of each instruction that has them. They follow its other result.
    exceptions: Vec<Option<Exceptions>>,
    implementation: Arc<dyn Implementation>,
    /// The operands' names.
    names: Vec<String>,
    /// The shift distances of factors before multiplication, in ascending order: each operand is shifted left by one of
    /// these.
    moves: Vec<usize>,
    /// The property that lemmas assume of an abstracted product.
    relation: Relation,
    /// The conventions of the implementation.
    convention: Convention,
    /// The lane, rounded down and up, if the conventions are about the numbers next to an exact result.
    bracket: Option<[Lane; 2]>,
}

/// Hardware whose factors are not its operands.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MultiplierMismatch {
    /// The implementation has no multiplication.
    #[error("the implementation has no multiplication")]
    None,
    /// A factor is not the operand's significand.
    #[error("factor {factor:#x} of the multiplication is neither the operand's significand {significand:#x} nor that significand shifted left")]
    Factor {
        /// The factor.
        factor: u128,
        /// The operand's significand, which the factor should be.
        significand: u128,
        /// All operands.
        operands: Vec<u128>,
    },
}

impl LaneEquivalence {
    /// Takes at least one lane, and the implementation.
    ///
    /// # Errors
    ///
    /// [`MultiplierMismatch`] where the implementation multiplies something other than its operands.
    pub fn new(
        lanes: Vec<Lane>,
        names: &[&str],
        implementation: Arc<dyn Implementation>,
    ) -> Result<LaneEquivalence, MultiplierMismatch> {
        LaneEquivalence::with_convention(lanes, names, implementation, Convention::default())
    }

    /// Takes an implementation with conventions of its own.
    ///
    /// # Errors
    ///
    /// [`MultiplierMismatch`] where the implementation multiplies something other than its operands.
    pub fn with_convention(
        lanes: Vec<Lane>,
        names: &[&str],
        implementation: Arc<dyn Implementation>,
        convention: Convention,
    ) -> Result<LaneEquivalence, MultiplierMismatch> {
        let mut function = LaneEquivalence {
            exceptions: vec![None; lanes.len()],
            lanes,
            implementation,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            moves: Vec::new(),
            relation: relation::<Graph>,
            convention,
            bracket: None,
        };
        if function.lane().multiplies() {
            if function.elaborate().formula.products.is_empty() {
                return Err(MultiplierMismatch::None);
            }
            for position in 0..2 {
                while let Some(moved) = function.find_unknown_move(position)? {
                    function.moves.push(moved);
                    function.moves.sort_unstable();
                }
            }
        }
        Ok(function)
    }

    /// Adapts the function to hardware that counts the leading zeros of both factors: its lemmas assume more about
    /// products.
    #[must_use]
    pub fn counting_zeros(self) -> LaneEquivalence {
        LaneEquivalence {
            relation: relation_of_leading_ones::<Graph>,
            ..self
        }
    }

    /// Adds the flags of the lanes, in the lanes' order, for those that have flags.
    #[must_use]
    pub fn with_exceptions(self, exceptions: Vec<Option<Exceptions>>) -> LaneEquivalence {
        LaneEquivalence { exceptions, ..self }
    }

    /// Adds the lane, rounded down and up, for conventions about the numbers next to an exact result.
    #[must_use]
    pub fn with_bracket(self, bracket: Option<[Lane; 2]>) -> LaneEquivalence {
        LaneEquivalence { bracket, ..self }
    }

    /// Returns the first lane, for properties that all lanes share.
    fn lane(&self) -> Lane {
        self.lanes[0]
    }

    /// Elaborates the operands, the implementation's results for them, and its product in the form that the specification
    /// takes.
    fn elaborate(&self) -> ElaboratedLane {
        let mut graph = Graph::new();
        let mut open = OpenProducts::default();
        let widths = self.lane().operand_widths();
        let ElaboratedImplementation {
            operands,
            results,
            words,
        } = ElaboratedImplementation::new(
            &*self.implementation,
            &mut graph,
            self.names.iter().cloned().zip(widths),
            &mut open,
        );
        let given = operands.clone();
        let operands: Vec<Vec<Literal>> = (self.lane().operand_formats().into_iter().zip(&given))
            .map(|(format, operand)| self.convention.take(&mut graph, format, operand))
            .collect();
        // Products outside the results' fan-in do not matter.
        let cone = graph.cone(&results.concat());
        let mut products = open.products;
        products.retain(|open| open.product.iter().any(|bit| cone.binary_search(&bit.node()).is_ok()));
        let mut assumptions = Vec::new();
        let multiplied = products.first().filter(|_| self.lane().multiplies());
        let product = multiplied.map(|open| {
            assumptions.push((self.relation)(
                &mut graph,
                &open.factors[0],
                &open.factors[1],
                &open.product,
            ));
            let moved =
                [0, 1].map(|position: usize| self.find_move(&mut graph, &operands[position], &open.factors[position]));
            GivenProduct {
                digits: open.product.clone(),
                moved: graph.sum(&moved[0], &moved[1]),
            }
        });
        ElaboratedLane {
            formula: Formula {
                graph,
                assumptions,
                negated_goals: Vec::new(),
                words,
                products,
            },
            given,
            operands,
            results,
            product,
        }
    }

    /// Returns the shift distance of a factor, which is one of the known ones.
    fn find_move(&self, graph: &mut Graph, operand: &[Literal], factor: &[Literal]) -> Vec<Literal> {
        let mut moved = graph.number(0, MOVED_BITS);
        for (number, places) in self.moves.iter().enumerate() {
            let value = graph.number(*places as i128, MOVED_BITS);
            moved = match number {
                0 => value,
                _ => {
                    let is_it = self.is_moved(graph, operand, factor, *places);
                    graph.choose(is_it, &value, &moved)
                }
            };
        }
        moved
    }

    /// Returns the bit that is 1 if a factor is the operand's significand, shifted left by `places`.
    fn is_moved(&self, graph: &mut Graph, operand: &[Literal], factor: &[Literal], places: usize) -> Literal {
        let significand = self.lane().significand(graph, operand);
        let width = factor.len().max(significand.len() + places);
        let up = graph.resized(&graph.raised(&significand, places), width);
        let factor = graph.resized(factor, width);
        graph.equal(&up, &factor)
    }

    /// Builds the formula that a factor is always shifted by one of the known distances.
    fn claim_known_move(&self, position: usize) -> ElaboratedLane {
        let mut elaborated = self.elaborate();
        let formula = &mut elaborated.formula;
        let operand = &elaborated.operands[position];
        let factor = &formula.products[0].factors[position];
        let known = self.moves.iter().map(|places| {
            let is_it = self.is_moved(&mut formula.graph, operand, factor, *places);
            !is_it
        });
        formula.negated_goals = known.collect();
        formula.assumptions.clear();
        elaborated
    }

    /// Finds a shift distance of a factor that is not known yet.
    fn find_unknown_move(&self, position: usize) -> Result<Option<usize>, MultiplierMismatch> {
        let ElaboratedLane {
            mut formula, operands, ..
        } = self.claim_known_move(position);
        let significand = self.lane().significand(&mut formula.graph, &operands[position]);
        // A zero significand gives no distance.
        let nonzero = formula.graph.any(&significand);
        formula.negated_goals.push(nonzero);
        let factor = formula.products[0].factors[position].clone();
        let names = formula.words.iter().map(|(name, _)| name.clone()).zip(operands);
        let factors = [("factor".to_owned(), factor), ("significand".to_owned(), significand)];
        formula.words = factors.into_iter().chain(names).collect();
        let LemmaVerdict::Fails(words) = formula.decide(Procedure::Solve) else {
            return Ok(None);
        };
        let values: Vec<u128> = words.into_iter().map(|(_, value)| value).collect();
        let [factor, significand] = [values[0], values[1]];
        let places = factor.trailing_zeros().checked_sub(significand.trailing_zeros());
        // A factor of zeros is no significand, however far it is shifted.
        let is_moved = |places: &u32| *places < MOST_MOVED && significand << places == factor;
        match places.filter(is_moved) {
            Some(places) => Ok(Some(places as usize)),
            None => Err(MultiplierMismatch::Factor {
                factor,
                significand,
                operands: values[2..].to_vec(),
            }),
        }
    }
}

/// The width in bits of a product's shift distance.
const MOVED_BITS: usize = 6;

/// The bound on a factor's shift distance. The sum of two smaller distances fits the width.
const MOST_MOVED: u32 = 1 << (MOVED_BITS - 1);

/// A lane elaborated in a graph.
struct ElaboratedLane {
    formula: Formula,
    /// The operands of the implementation.
    given: Vec<Vec<Literal>>,
    /// The same as the instruction takes them.
    operands: Vec<Vec<Literal>>,
    results: Vec<Vec<Literal>>,
    product: Option<GivenProduct<Literal>>,
}
