//! Implementations: the hardware that a formula compares with the specification.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Multiplications, Schoolbook};
use halfpipe_isa::{Instruction, Operand, Rounding};
use halfpipe_netlist::Netlist;
use halfpipe_spec::Arithmetic;

use crate::formula::Formula;
use crate::graph::{Graph, Literal};
use crate::named_words::NamedWords;

/// Hardware for one lane of one or several instructions.
pub trait Implementation: Send + Sync {
    /// Elaborates the hardware in a graph.
    fn elaborate(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        multiplications: &mut dyn Multiplications,
    ) -> ImplementationOutputs;

    /// Returns words that a counterexample shows beside the inputs. `wrong` has a bit for each instruction, which is 1
    /// where its result is wrong.
    fn counterexample_words(&self, _graph: &mut Graph, _wrong: &[Literal]) -> Vec<(String, Vec<Literal>)> {
        Vec::new()
    }
}

/// Outputs of an implementation in a graph.
pub struct ImplementationOutputs {
    /// The result for the operands, for each of the instructions. Several results of one instruction are side by side.
    pub results: Vec<Vec<Literal>>,
    /// The implementation's inputs, where it has more than the operands.
    pub inputs: Vec<(String, Vec<Literal>)>,
}

/// A netlist of one instruction. Its inputs are the operands and its outputs are the results.
pub struct NetlistUnderProof(pub Arc<Netlist>);

impl Implementation for NetlistUnderProof {
    fn elaborate(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        multiplications: &mut dyn Multiplications,
    ) -> ImplementationOutputs {
        ImplementationOutputs {
            results: vec![outputs(graph, &self.0, operands, multiplications).concat()],
            inputs: Vec::new(),
        }
    }
}

/// A netlist of one instruction with a rounding port, which is its last input. It implements an instruction for each
/// rounding, in the order of [`Rounding::ALL`].
pub struct NetlistWithRounding {
    /// The netlist.
    pub netlist: Arc<Netlist>,
    /// The name of the port in counterexamples.
    pub port: &'static str,
}

impl Implementation for NetlistWithRounding {
    fn elaborate(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        multiplications: &mut dyn Multiplications,
    ) -> ImplementationOutputs {
        let result = |rounding: Rounding| {
            let inputs = [operands, &[code(graph, rounding)]].concat();
            outputs(graph, &self.netlist, &inputs, multiplications).concat()
        };
        ImplementationOutputs {
            results: Rounding::ALL.map(result).into(),
            inputs: Vec::new(),
        }
    }

    /// Names the first rounding with a wrong result.
    fn counterexample_words(&self, graph: &mut Graph, wrong: &[Literal]) -> Vec<(String, Vec<Literal>)> {
        let codes = Rounding::ALL.map(Rounding::code);
        let code = first_wrong(graph, wrong, &codes, Operand::ROUNDING.width());
        vec![(self.port.to_owned(), code)]
    }
}

/// Returns the number of the first instruction whose result is wrong, in a word of this width.
pub fn first_wrong(graph: &mut Graph, wrong: &[Literal], numbers: &[u64], width: u32) -> Vec<Literal> {
    let mut first = graph.number(numbers[0].into(), width as usize);
    for (number, is_wrong) in numbers.iter().zip(wrong).rev() {
        let number = graph.number((*number).into(), width as usize);
        first = graph.choose(*is_wrong, &number, &first);
    }
    first
}

/// Returns the value of a rounding port.
pub fn code(graph: &Graph, rounding: Rounding) -> Vec<Literal> {
    graph.number(rounding.code().into(), Operand::ROUNDING.width() as usize)
}

/// An implementation elaborated for free operands.
pub struct ElaboratedImplementation {
    /// The operands.
    pub operands: Vec<Vec<Literal>>,
    /// The result for the operands, for each of the instructions.
    pub results: Vec<Vec<Literal>>,
    /// The words that a counterexample shows: the implementation's inputs, or the operands if it has no others.
    pub words: Vec<(String, Vec<Literal>)>,
}

impl ElaboratedImplementation {
    /// Adds free operands of these names and widths to a graph, and elaborates the implementation for them.
    pub fn new(
        implementation: &dyn Implementation,
        graph: &mut Graph,
        operands: impl IntoIterator<Item = (String, usize)>,
        multiplications: &mut dyn Multiplications,
    ) -> ElaboratedImplementation {
        let named = NamedWords::free(graph, operands);
        let operands = named.words.clone();
        let ImplementationOutputs { results, inputs } = implementation.elaborate(graph, &operands, multiplications);
        ElaboratedImplementation {
            operands,
            results,
            words: if inputs.is_empty() { named.into_pairs() } else { inputs },
        }
    }
}

/// Builds the formula that an implementation is right for all operands of an instruction. `find_wrong` returns a bit for each
/// of its results, which is 1 where the result is wrong.
pub fn claim_results(
    implementation: &dyn Implementation,
    instruction: Instruction,
    find_wrong: impl FnOnce(&mut Graph, &[Vec<Literal>], &[Vec<Literal>]) -> Vec<Literal>,
) -> Formula {
    let mut graph = Graph::new();
    let operands = instruction.signature().operands().iter();
    let operands = operands.map(|operand| (operand.name.to_owned(), operand.width() as usize));
    let ElaboratedImplementation {
        operands,
        results,
        words,
    } = ElaboratedImplementation::new(implementation, &mut graph, operands, &mut Schoolbook);
    let wrong = find_wrong(&mut graph, &operands, &results);
    let mut formula = Formula {
        graph,
        words,
        ..Formula::default()
    };
    add_goal(&mut formula, implementation, &wrong);
    formula
}

/// Adds the goal that no instruction's result is wrong, and the words that name the wrong one.
pub fn add_goal(formula: &mut Formula, implementation: &dyn Implementation, wrong: &[Literal]) {
    let any = formula.graph.any(wrong);
    formula.negated_goals.push(any);
    let words = implementation.counterexample_words(&mut formula.graph, wrong);
    formula.words.extend(words);
}
