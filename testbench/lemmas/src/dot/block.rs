//! A block of a dot product of tensor cores under proof, with its cut nets free.

use std::sync::Arc;

use halfpipe_isa::Instruction;
use halfpipe_netlist::{NetId, Netlist};
use halfpipe_spec::{Arithmetic, Dot, DotBlock, DotOperands, DotScaling, DotTerm, Format};

use super::group_nets::Group;
use super::nets::{BlockNets, CutNetlist};
use super::sum::SumForm;
use crate::formula::Formula;
use crate::graph::{Graph, Literal};
use crate::named_words::NamedWords;

/// A dot product of tensor cores, and the netlist that should compute it.
pub struct BlockEquivalence {
    pub dot: Dot,
    pub block: DotBlock,
    /// The format of c and the result.
    pub result: Format,
    pub netlist: Arc<Netlist>,
    /// The cut nets.
    pub nets: BlockNets,
    /// The sums.
    pub forms: Vec<SumForm>,
    /// The groups of products that are added before they are terms, if there are some.
    pub groups: Vec<Group>,
}

/// A block in a graph, with its cut nets free.
pub struct CutBlock {
    /// The formula, which assumes nothing and has no goal.
    pub formula: Formula,
    pub cut: CutNetlist,
    pub operands: DotOperands<Literal>,
}

impl BlockEquivalence {
    /// Takes a dot product and its netlist.
    ///
    /// # Errors
    ///
    /// A net that the netlist lacks, or a sum that is none of terms.
    pub fn new(
        instruction: Instruction,
        dot: Dot,
        block: DotBlock,
        netlist: Arc<Netlist>,
    ) -> Result<BlockEquivalence, String> {
        let group = block.scaling().map_or(1, DotScaling::group);
        let terms = dot.products() / group;
        let nets = BlockNets::find(&netlist, terms)?;
        let groups = match group {
            1 => Vec::new(),
            _ => (0..terms)
                .map(|number| Group::find(&netlist, number, group))
                .collect::<Result<_, _>>()?,
        };
        Ok(BlockEquivalence {
            dot,
            block,
            result: instruction.ty().result_format().into(),
            forms: SumForm::read(&netlist, &nets.sum, &nets.cuts())?,
            groups,
            nets,
            netlist,
        })
    }

    /// Returns the number of terms other than c.
    pub fn term_count(&self) -> usize {
        self.nets.products.len()
    }

    /// Adds free operands to a graph.
    pub fn free_operands(&self, graph: &mut Graph) -> (NamedWords, DotOperands<Literal>) {
        let inputs = NamedWords::free_inputs(graph, &self.netlist);
        let operands = self.dot.elements(&inputs.words);
        (inputs, operands)
    }

    /// Elaborates the block with all cut nets free.
    pub fn elaborate(&self) -> CutBlock {
        let mut graph = Graph::new();
        let (mut words, operands) = self.free_operands(&mut graph);
        let cuts = self.nets.cuts();
        let cut = CutNetlist::new(&mut graph, &self.netlist, &words.words, &cuts);
        let name = |id: &NetId| self.netlist.path(*id).unwrap_or_default();
        words.names.extend(cuts.iter().map(name));
        words.words.extend(cuts.iter().map(|id| cut.free[id].clone()));
        CutBlock {
            formula: Formula {
                graph,
                words: words.into_pairs(),
                ..Formula::default()
            },
            cut,
            operands,
        }
    }

    /// Elaborates the block, and assumes finite operands of which c is normal or a product is not zero.
    pub fn elaborate_finite(&self) -> (CutBlock, Vec<DotTerm<Literal>>) {
        let mut elaborated = self.elaborate();
        let CutBlock { formula, operands, .. } = &mut elaborated;
        let graph = &mut formula.graph;
        let special = self.block.special(graph, operands);
        let terms = self.block.terms(graph, operands);
        let is_lone = self.is_lone_subnormal(graph, &terms);
        formula.assumptions.extend([!special.is_special, !is_lone]);
        (elaborated, terms)
    }

    /// Returns 1 if all products are zero, and c is subnormal or zero.
    pub fn is_lone_subnormal(&self, graph: &mut Graph, terms: &[DotTerm<Literal>]) -> Literal {
        let (addend, products) = terms.split_last().expect("c is a term");
        let mut others: Vec<Literal> = products.iter().map(|term| term.nonzero).collect();
        others.push(addend.digits[addend.digits.len() - 1]);
        !graph.any(&others)
    }
}
