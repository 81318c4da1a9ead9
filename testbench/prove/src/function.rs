//! That a lane of hardware computes what its instruction says, or each of several instructions.

use std::sync::Arc;

use halfpipe_spec::{Arithmetic, Case, Exceptions, Lane, Logic, Product, Specified};

use crate::formula::{relation, relation_of_leading_ones, Formula, Method, Outcome};
use crate::graph::{Graph, Literal};
use crate::lemma::Lemma;
use crate::netlist::{Multiplications, Open};

/// Hardware for one lane of an instruction, or of several.
pub trait Hardware: Send + Sync {
    /// Puts it into a graph.
    fn made(&self, graph: &mut Graph, operands: &[Vec<Literal>], multiplications: &mut dyn Multiplications) -> Made;

    /// Words that a counterexample is told by beside its inputs, where `wrong` says for each instruction whether its result
    /// is.
    fn told(&self, _graph: &mut Graph, _wrong: &[Literal]) -> Vec<(String, Vec<Literal>)> {
        Vec::new()
    }
}

/// Hardware in a graph.
pub struct Made {
    /// Its result for the operands, for each of the instructions; several of one are side by side.
    pub results: Vec<Vec<Literal>>,
    /// What it has for inputs, where these are more than the operands.
    pub inputs: Vec<(String, Vec<Literal>)>,
}

/// Lanes of instructions and the hardware that is to compute them.
///
/// Several instructions are proven together where they differ in what happens to the exact result only: then most of the
/// hardware and of the specification is the same for all of them.
#[derive(Clone)]
pub struct Function {
    /// One for each instruction; all take the same operands, in the same cases.
    lanes: Vec<Lane>,
    /// The flags of those that have them as a result, behind the other one.
    exceptions: Vec<Option<Exceptions>>,
    hardware: Arc<dyn Hardware>,
    /// The operands' names.
    names: Vec<String>,
    /// How many places factors are moved up before they are multiplied, rising: one of these for each operand.
    moves: Vec<usize>,
    relation: Relation,
}

/// What lemmas assume of a product that they leave open.
type Relation = fn(&mut Graph, &[Literal], &[Literal], &[Literal]) -> Literal;

/// Hardware that does not multiply its operands.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OtherFactors {
    /// It has no multiplication.
    #[error("nothing is multiplied in it")]
    None,
    /// A factor is something else.
    #[error("the factor {factor:#x} of its multiplication is not the operand's significand {significand:#x}, moved up or not")]
    Factor {
        /// The factor.
        factor: u128,
        /// The significand of the operand that it should be.
        significand: u128,
        /// All operands.
        operands: Vec<u128>,
    },
}

impl Function {
    /// The lanes, at least one, and their hardware.
    ///
    /// # Errors
    ///
    /// [`OtherFactors`] where it multiplies something else than its operands.
    pub fn new(lanes: Vec<Lane>, names: &[&str], hardware: Arc<dyn Hardware>) -> Result<Function, OtherFactors> {
        let mut function = Function {
            exceptions: vec![None; lanes.len()],
            lanes,
            hardware,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            moves: Vec::new(),
            relation: relation::<Graph>,
        };
        if function.lane().multiplies() {
            if function.built().formula.products.is_empty() {
                return Err(OtherFactors::None);
            }
            for position in 0..2 {
                while let Some(moved) = function.other_move(position)? {
                    function.moves.push(moved);
                    function.moves.sort_unstable();
                }
            }
        }
        Ok(function)
    }

    /// The same for hardware that counts the zeros above both factors: its lemmas assume more of products.
    #[must_use]
    pub fn counting_zeros(self) -> Function {
        Function {
            relation: relation_of_leading_ones::<Graph>,
            ..self
        }
    }

    /// The same with the flags of its lanes, in their order, where they have some.
    #[must_use]
    pub fn with_exceptions(self, exceptions: Vec<Option<Exceptions>>) -> Function {
        Function { exceptions, ..self }
    }

    /// What all its lanes have in common.
    fn lane(&self) -> Lane {
        self.lanes[0]
    }

    /// The lemmas that together say that the result is right for all operands.
    pub fn lemmas(&self) -> Vec<Lemma> {
        self.lemmas_of(self.cases())
    }

    /// The cases that operands fall into.
    pub fn cases(&self) -> Vec<Case> {
        let moves = [self.moves.first(), self.moves.last()];
        let [least, most] = moves.map(|moved| 2 * moved.map_or(0, |moved| *moved as i64));
        self.lane().cases(least..=most)
    }

    /// The same lemmas by cases of the caller's, which one of the lemmas says are all operands.
    pub fn lemmas_of(&self, cases: Vec<Case>) -> Vec<Lemma> {
        let mut lemmas = Vec::new();
        if self.lane().multiplies() {
            for position in 0..2 {
                lemmas.push(self.factor(position));
            }
            lemmas.push(self.relation());
        }
        if cases != [Case::Every] {
            lemmas.push(self.cover(&cases));
        }
        lemmas.extend(cases.into_iter().map(|case| self.case(case)));
        lemmas
    }

    /// Operands, the hardware's results for them, and its product as the specification takes it.
    fn built(&self) -> Built {
        let mut graph = Graph::new();
        let widths = self.lane().operand_widths().into_iter();
        let operands: Vec<Vec<Literal>> = widths.map(|width| graph.inputs(width)).collect();
        let mut open = Open::default();
        let Made { results, inputs } = self.hardware.made(&mut graph, &operands, &mut open);
        // Products that no result is made of do not matter.
        let cone = graph.cone(&results.concat());
        let mut products = open.products;
        products.retain(|open| open.product.iter().any(|bit| cone.binary_search(&bit.node()).is_ok()));
        let mut assumed = Vec::new();
        let multiplied = products.first().filter(|_| self.lane().multiplies());
        let product = multiplied.map(|open| {
            assumed.push((self.relation)(
                &mut graph,
                &open.factors[0],
                &open.factors[1],
                &open.product,
            ));
            let moved =
                [0, 1].map(|position: usize| self.moved_by(&mut graph, &operands[position], &open.factors[position]));
            Product {
                digits: open.product.clone(),
                moved: graph.sum(&moved[0], &moved[1]),
            }
        });
        let words = match inputs.is_empty() {
            true => self.names.iter().cloned().zip(operands.iter().cloned()).collect(),
            false => inputs,
        };
        Built {
            formula: Formula {
                graph,
                assumed,
                refuted: Vec::new(),
                words,
                products,
            },
            operands,
            results,
            product,
        }
    }

    /// By how many places a factor was moved up, which is one of the known ones.
    fn moved_by(&self, graph: &mut Graph, operand: &[Literal], factor: &[Literal]) -> Vec<Literal> {
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

    /// Whether a factor is the operand's significand, moved up by so many places.
    fn is_moved(&self, graph: &mut Graph, operand: &[Literal], factor: &[Literal], places: usize) -> Literal {
        let significand = self.lane().significand(graph, operand);
        let width = factor.len().max(significand.len() + places);
        let up = graph.resized(&graph.raised(&significand, places), width);
        let factor = graph.resized(factor, width);
        graph.equal(&up, &factor)
    }

    /// The claim that a factor is moved up by none of the known places.
    fn unmoved(&self, position: usize) -> Built {
        let mut built = self.built();
        let formula = &mut built.formula;
        let operand = &built.operands[position];
        let factor = &formula.products[0].factors[position];
        let known = self.moves.iter().map(|places| {
            let is_it = self.is_moved(&mut formula.graph, operand, factor, *places);
            !is_it
        });
        formula.refuted = known.collect();
        formula.assumed.clear();
        built
    }

    /// A number of places that a factor is moved up by and that is not known yet.
    fn other_move(&self, position: usize) -> Result<Option<usize>, OtherFactors> {
        let Built {
            mut formula, operands, ..
        } = self.unmoved(position);
        let significand = self.lane().significand(&mut formula.graph, &operands[position]);
        // Of a zero nothing can be said.
        let nonzero = formula.graph.any(&significand);
        formula.refuted.push(nonzero);
        let factor = formula.products[0].factors[position].clone();
        let names = formula.words.iter().map(|(name, _)| name.clone()).zip(operands);
        let factors = [("factor".to_owned(), factor), ("significand".to_owned(), significand)];
        formula.words = factors.into_iter().chain(names).collect();
        let Outcome::Fails(values) = formula.decide(Method::Solve) else {
            return Ok(None);
        };
        let [factor, significand] = [values[0], values[1]];
        let places = factor.trailing_zeros().checked_sub(significand.trailing_zeros());
        // A factor of zeros is no significand, however far it is moved up.
        let is_moved = |places: &u32| *places < MOST_MOVED && significand << places == factor;
        match places.filter(is_moved) {
            Some(places) => Ok(Some(places as usize)),
            None => Err(OtherFactors::Factor {
                factor,
                significand,
                operands: values[2..].to_vec(),
            }),
        }
    }

    /// That a factor is the operand's significand, moved up or not.
    fn factor(&self, position: usize) -> Lemma {
        let name = &self.names[position];
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        let statement = match &self.moves[..] {
            [0] => format!("the factor of {name} is its significand"),
            _ => format!(
                "the factor of {name} is its significand, moved up by {} places",
                moves.join(" or ")
            ),
        };
        let function = self.clone();
        Lemma::new(format!("factor {name}"), statement, Method::Solve, move || {
            let Built {
                mut formula, operands, ..
            } = function.unmoved(position);
            formula.words = vec![(function.names[position].clone(), operands[position].clone())];
            formula.products.clear();
            formula
        })
    }

    /// That what the cases assume of the product is true of every product.
    fn relation(&self) -> Lemma {
        let width = self.lane().significand_bits();
        let statement =
            format!("what the cases assume of a product is true of all products of {width} bits by {width}");
        let relation = self.relation;
        Lemma::new("product", statement, Method::Enumerate, move || {
            let mut graph = Graph::new();
            let [first, second] = [graph.inputs(width), graph.inputs(width)];
            let product = graph.multiply(&first, &second);
            let holds = relation(&mut graph, &first, &second, &product);
            Formula {
                graph,
                refuted: vec![!holds],
                words: vec![("first".to_owned(), first), ("second".to_owned(), second)],
                ..Formula::default()
            }
        })
    }

    /// That the cases are all operands.
    fn cover(&self, cases: &[Case]) -> Lemma {
        let function = self.clone();
        let cases = cases.to_vec();
        let statement = format!("all operands are of one of the {} cases", cases.len());
        Lemma::new("cover", statement, Method::Solve, move || {
            let mut built = function.built();
            for case in &cases {
                let is_case =
                    function
                        .lane()
                        .is_case(&mut built.formula.graph, &built.operands, built.product.as_ref(), *case);
                built.formula.refuted.push(!is_case);
            }
            built.formula.assumed.clear();
            built.formula.products.clear();
            built.formula
        })
    }

    /// That the result is right in a case.
    fn case(&self, case: Case) -> Lemma {
        let (name, statement) = match case {
            Case::Every => ("result".to_owned(), "the result is right".to_owned()),
            Case::Special => (
                "special".to_owned(),
                "the result is right where an operand is infinite or no number".to_owned(),
            ),
            Case::Finite => ("finite".to_owned(), "the result is right where both operands are finite".to_owned()),
            Case::Distance(distance) => (
                format!("distance {distance}"),
                format!("the result is right where the last digit of the first term is {distance} places above that of the second"),
            ),
        };
        let function = self.clone();
        Lemma::new(name, statement, Method::Solve, move || {
            let Built {
                mut formula,
                operands,
                results,
                product,
            } = function.built();
            let graph = &mut formula.graph;
            let specify = |lane: &Lane| lane.specify(graph, &operands, product.as_ref(), case);
            let specified: Vec<Specified<Literal>> = function.lanes.iter().map(specify).collect();
            let is_case = specified[0].is_case;
            let flags = |exceptions: &Option<Exceptions>| match exceptions {
                None => Vec::new(),
                Some(exceptions) => exceptions.specify(graph, &operands, product.as_ref(), case),
            };
            let flags: Vec<Vec<Literal>> = function.exceptions.iter().map(flags).collect();
            let wrong = specified
                .iter()
                .zip(&flags)
                .zip(&results)
                .map(|((specified, flags), result)| {
                    let same = graph.equal(&[&specified.result[..], flags].concat(), result);
                    // The cases are complete for the first one, so what is a case of it has to be one of the others.
                    let is_right = match specified.is_case == is_case {
                        true => same,
                        false => graph.and(specified.is_case, same),
                    };
                    !is_right
                });
            let wrong: Vec<Literal> = wrong.collect();
            formula.assumed.push(is_case);
            formula.refuted.push(graph.any(&wrong));
            formula.words.extend(function.hardware.told(graph, &wrong));
            formula
        })
    }
}

/// The bits of how many places a product is moved.
const MOVED_BITS: usize = 6;

/// A factor is moved by fewer places, so that the sum of two has room in the bits.
const MOST_MOVED: u32 = 1 << (MOVED_BITS - 1);

/// A lane in a graph.
struct Built {
    formula: Formula,
    operands: Vec<Vec<Literal>>,
    results: Vec<Vec<Literal>>,
    product: Option<Product<Literal>>,
}
