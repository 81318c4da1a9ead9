//! Equivalence of a dot product of tensor cores with its specification.
//!
//! The netlist is cut at the nets of [`BlockNets`]. A lemma about a net takes all earlier cut nets as free, in the hardware
//! and in the specification, and assumes of them what earlier lemmas show. So each lemma covers one step:
//!
//! 1. The products are those of the significands. A product of a zero is zero.
//! 2. A term is subtracted if its sign differs from that of c.
//! 3. The anchor is that of the specification, if any term is not zero. It is then in the range of exponents, and no term
//!    other than zero is above it.
//! 4. Each term is aligned as in the specification, for any product and any anchor.
//! 5. Each addition has the value of its summands as an integer, and the additions together have each term once. So the
//!    sum is that of the specification, negated if c is negative: all signs in the netlist are relative to that of c.
//! 6. The sum is rounded as in the specification, for any sum and any anchor. A sum of zero gives zero at any anchor, so
//!    that the anchor does not matter if all terms are zero.
//! 7. Operands that are not all finite give the result of the specification. The lemmas above assume finite operands.
//! 8. These steps of the specification, one after the other, are its result.
//! 9. Each further block is the first, with other operands and the result of the block before it as c.
//!
//! By induction over the cut nets, these lemmas imply that the result is right for all operands.

mod nets;
mod sum;

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_isa::Instruction;
use halfpipe_netlist::{NetId, Netlist};
use halfpipe_spec::{Arithmetic, Block, Dot, Format, Logic, Term};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::verdict::{LemmaVerdict, UnprovenReason};

use nets::{lies_in, BlockNets, CutNetlist};
use sum::{check_terms, SumForm};

/// A dot product of tensor cores, and the netlist that should compute it.
#[derive(Clone)]
pub struct DotEquivalence {
    dot: Dot,
    block: Block,
    operand: Format,
    result: Format,
    netlist: Arc<Netlist>,
    /// The number of products of a block of the netlist.
    products: usize,
    /// The cut nets of the first block.
    nets: BlockNets,
    /// The results of the blocks.
    results: Vec<NetId>,
}

/// The first block in a graph, with its cut nets free.
struct CutBlock {
    /// The formula, which assumes nothing and has no goal.
    formula: Formula,
    cut: CutNetlist,
    /// The factors of each product of the block.
    factors: Vec<[Vec<Literal>; 2]>,
    c: Vec<Literal>,
}

/// Returns the lemmas that a netlist computes a dot product of tensor cores, or nothing for any other instruction.
pub fn lemmas(instruction: Instruction, netlist: &Arc<Netlist>) -> Option<Vec<Lemma>> {
    let dot = Dot::from_instruction(instruction)?;
    let block = dot.block()?;
    let whole = {
        let netlist = netlist.clone();
        move || whole(dot, &netlist)
    };
    let not_found = |wrong: String| {
        let wrong = LemmaVerdict::Unproven(UnprovenReason::Structure(wrong));
        let found = Lemma::structural(
            LemmaKind::Datapath,
            "the netlist has the nets of a dot product",
            move || Err(wrong.clone()),
        );
        vec![found.within(whole.clone())]
    };
    let lemmas = DotEquivalence::new(instruction, dot, block, netlist.clone())
        .map_err(|path| format!("there is no net {path}"))
        .and_then(|dot| Ok((SumForm::read(&dot.netlist, &dot.nets)?, dot)))
        .map(|(forms, dot)| dot.lemmas(&Arc::new(forms)));
    let within = |lemmas: Vec<Lemma>| lemmas.into_iter().map(|lemma| lemma.within(whole.clone())).collect();
    Some(lemmas.map_or_else(not_found, within))
}

/// Returns the width in bits of the factors of a dot product's products; nothing for any other instruction.
pub fn factor_bits(instruction: Instruction) -> Option<usize> {
    Dot::from_instruction(instruction)?;
    Some(Format::from(instruction.ty().operand_format()).fraction_bits + 1)
}

/// Returns the formula that the result is right for all operands.
fn whole(dot: Dot, netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let words = free_operands(&mut graph, netlist);
    let operands: Vec<Vec<Literal>> = words.iter().map(|(_, word)| word.clone()).collect();
    let made = outputs(&mut graph, netlist, &operands, &mut Schoolbook).concat();
    let wanted = dot.specify(&mut graph, &operands);
    let same = graph.equal(&made, &wanted);
    Formula {
        graph,
        negated_goals: vec![!same],
        words,
        ..Formula::default()
    }
}

/// Adds free operands to a graph, with their names.
fn free_operands(graph: &mut Graph, netlist: &Netlist) -> Vec<(String, Vec<Literal>)> {
    let ports = netlist.inputs.iter();
    ports
        .map(|port| (port.name.clone(), graph.inputs(port.width as usize)))
        .collect()
}

impl DotEquivalence {
    /// Takes a dot product and its netlist.
    ///
    /// # Errors
    ///
    /// The path of a net that the netlist lacks.
    fn new(instruction: Instruction, dot: Dot, block: Block, netlist: Arc<Netlist>) -> Result<DotEquivalence, String> {
        let products = dot.products().min(block.products());
        let scopes: Vec<String> = match dot.products() / products {
            1 => vec![String::new()],
            blocks => (0..blocks).map(|number| format!("block{number}_")).collect(),
        };
        let nets = BlockNets::find(&netlist, &scopes[0], products)?;
        let mut results = Vec::new();
        for scope in &scopes[..scopes.len() - 1] {
            results.push(BlockNets::find(&netlist, scope, products)?.result);
        }
        results.push(netlist.outputs[0].net);
        let ty = instruction.ty();
        Ok(DotEquivalence {
            dot,
            block,
            operand: ty.operand_format().into(),
            result: ty.result_format().into(),
            products,
            nets,
            results,
            netlist,
        })
    }

    /// Returns the lemmas.
    fn lemmas(self, forms: &Arc<Vec<SumForm>>) -> Vec<Lemma> {
        let mut lemmas = Vec::new();
        let dot = Arc::new(self);
        let mut lemma = |kind, statement: &str, formula: fn(&DotEquivalence) -> Formula| {
            let dot = dot.clone();
            lemmas.push(Lemma::new(kind, statement, Procedure::Solve, move || formula(&dot)));
        };
        lemma(
            LemmaKind::Product,
            "each product is that of the significands, and zero if a factor is",
            DotEquivalence::every_product,
        );
        lemma(
            LemmaKind::TermSigns,
            "a term is subtracted if its sign differs from that of c",
            DotEquivalence::term_signs,
        );
        lemma(
            LemmaKind::Anchor,
            "the anchor is the largest exponent of a term other than zero",
            DotEquivalence::anchor,
        );
        for pair in 0..dot.products {
            let equivalence = dot.clone();
            lemmas.push(Lemma::new(
                LemmaKind::Term(pair.to_string()),
                format!("product {pair} is shifted to the anchor and cut, for any product and anchor"),
                Procedure::Solve,
                move || equivalence.term(Some(pair)),
            ));
        }
        let mut lemma = |kind, statement: &str, formula: fn(&DotEquivalence) -> Formula| {
            let dot = dot.clone();
            lemmas.push(Lemma::new(kind, statement, Procedure::Solve, move || formula(&dot)));
        };
        lemma(
            LemmaKind::Term("c".to_owned()),
            "c is shifted to the anchor and cut, for any anchor",
            |dot| dot.term(None),
        );
        for number in 0..forms.len() {
            let (equivalence, forms) = (dot.clone(), forms.clone());
            let statement = format!("sum {} is that of {}", number + 1, forms[number].statement());
            lemmas.push(Lemma::new(
                LemmaKind::Addition(number + 1),
                statement,
                Procedure::Sweep,
                move || equivalence.addition(&forms, number),
            ));
        }
        let (of_sum, products) = (forms.clone(), dot.products);
        lemmas.push(Lemma::structural(
            LemmaKind::Sum,
            "the sum has each term once, and one increment for each that is subtracted",
            move || {
                check_terms(&of_sum, products).map_err(|wrong| LemmaVerdict::Unproven(UnprovenReason::Structure(wrong)))
            },
        ));
        let (rounding, forms) = (dot.clone(), forms.clone());
        lemmas.push(Lemma::new(
            LemmaKind::Rounding,
            "the result is the rounded sum, for any sum and anchor",
            Procedure::Solve,
            move || rounding.rounding(&forms),
        ));
        let mut lemma = |kind, statement: String, formula: fn(&DotEquivalence) -> Formula| {
            let dot = dot.clone();
            lemmas.push(Lemma::new(kind, statement, Procedure::Solve, move || formula(&dot)));
        };
        lemma(
            LemmaKind::SpecialOperands,
            "the result is correct if an operand is infinite or NaN".to_owned(),
            DotEquivalence::special,
        );
        lemma(
            LemmaKind::Composition,
            "the steps, one after the other, are the specification".to_owned(),
            DotEquivalence::composition,
        );
        if dot.results.len() > 1 {
            let count = dot.results.len();
            let statement =
                format!("each of the {count} blocks is the first one, and takes the result of the one before it as c");
            lemma(LemmaKind::Blocks, statement, DotEquivalence::blocks);
        }
        lemmas
    }

    /// Elaborates the first block with all cut nets free.
    fn elaborate(&self) -> CutBlock {
        let mut graph = Graph::new();
        let words = free_operands(&mut graph, &self.netlist);
        let operands: Vec<Vec<Literal>> = words.iter().map(|(_, word)| word.clone()).collect();
        let cut = CutNetlist::new(&mut graph, &self.netlist, &operands, &self.nets.cuts());
        let (mut factors, c) = self.dot.elements(&operands);
        factors.truncate(self.products);
        CutBlock {
            formula: Formula {
                graph,
                words,
                ..Formula::default()
            },
            cut,
            factors,
            c,
        }
    }

    /// Returns the terms of the specification: of the products, then of c.
    fn specify_terms(&self, graph: &mut Graph, factors: &[[Vec<Literal>; 2]], c: &[Literal]) -> Vec<Term<Literal>> {
        let products = factors.iter().map(|factors| self.block.product(graph, factors));
        let mut terms: Vec<Term<Literal>> = products.collect();
        terms.push(self.block.addend(graph, c));
        terms
    }

    /// Elaborates the first block, and assumes finite operands.
    fn finite(&self) -> (CutBlock, Vec<Term<Literal>>) {
        let mut elaborated = self.elaborate();
        let CutBlock {
            formula, factors, c, ..
        } = &mut elaborated;
        let special = self.block.special(&mut formula.graph, factors, c);
        formula.assumptions.push(!special.is_special);
        let terms = self.specify_terms(&mut formula.graph, factors, c);
        (elaborated, terms)
    }

    fn every_product(&self) -> Formula {
        let CutBlock {
            mut formula,
            cut,
            factors,
            c,
            ..
        } = self.elaborate();
        let graph = &mut formula.graph;
        let terms = self.specify_terms(graph, &factors, &c);
        let mut wrong = Vec::new();
        for (net, term) in self.nets.products.iter().zip(&terms) {
            let same = graph.equal(cut.made(*net), &term.digits);
            wrong.push(!same);
            // A product of a zero is zero, by the definition of multiplication.
            let any = graph.any(&term.digits);
            let of_zero = graph.and(any, !term.nonzero);
            wrong.push(of_zero);
        }
        let wrong = graph.any(&wrong);
        formula.negated_goals.push(wrong);
        formula
    }

    fn term_signs(&self) -> Formula {
        let CutBlock {
            mut formula,
            cut,
            factors,
            c,
            ..
        } = self.elaborate();
        let graph = &mut formula.graph;
        let terms = self.specify_terms(graph, &factors, &c);
        let wrong: Vec<Literal> = self
            .nets
            .subtracted
            .iter()
            .zip(&terms)
            .map(|(net, term)| {
                let differs = graph.xor(term.sign, terms[self.products].sign);
                graph.xor(cut.made(*net)[0], differs)
            })
            .collect();
        let wrong = graph.any(&wrong);
        formula.negated_goals.push(wrong);
        formula
    }

    /// Returns the least and the greatest exponent of a term.
    fn exponents(&self) -> [i64; 2] {
        let of_format = |format: Format| [1 - format.bias(), format.largest_exponent() - format.bias()];
        let [[least, most], [least_of_result, most_of_result]] = [self.operand, self.result].map(of_format);
        [
            (2 * least).min(least_of_result).max(self.block.floor()),
            (2 * most).max(most_of_result),
        ]
    }

    /// Returns 1 if an anchor is in the range of exponents.
    fn is_exponent(&self, graph: &mut Graph, anchor: &[Literal]) -> Literal {
        lies_in(graph, anchor, self.exponents().map(i128::from))
    }

    /// Returns 1 if a term is zero or not above an anchor.
    fn reaches(&self, graph: &mut Graph, anchor: &[Literal], term: &Term<Literal>) -> Literal {
        let (distance, _) = graph.subtract(anchor, &term.exponent);
        let above = graph.and(distance[distance.len() - 1], term.nonzero);
        !above
    }

    /// Returns the exponent that the specification has for a word in place of the anchor, which is biased.
    fn unbiased(&self, graph: &mut Graph, cut: &CutNetlist, anchor: &[Literal]) -> Vec<Literal> {
        let width = self.block.exponent_bits();
        let biased = cut.extended(graph, self.nets.anchor, anchor, width);
        let bias = graph.number((-self.result.bias()).into(), width);
        graph.sum(&biased, &bias)
    }

    fn anchor(&self) -> Formula {
        let (CutBlock { mut formula, cut, .. }, terms) = self.finite();
        let graph = &mut formula.graph;
        let specified = self.block.anchor(graph, &terms);
        let made = self.unbiased(graph, &cut, cut.made(self.nets.anchor));
        let mut right = vec![graph.equal(&made, &specified.exponent)];
        right.push(self.is_exponent(graph, &specified.exponent));
        for term in &terms {
            right.push(self.reaches(graph, &specified.exponent, term));
        }
        let right = graph.all(&right);
        formula.assumptions.push(specified.any);
        formula.negated_goals.push(!right);
        formula
    }

    /// Returns the formula that a product, or c, is aligned.
    fn term(&self, pair: Option<usize>) -> Formula {
        let (CutBlock { mut formula, cut, .. }, mut terms) = self.finite();
        let graph = &mut formula.graph;
        let mut term = terms.swap_remove(pair.unwrap_or(self.products));
        let net = match pair {
            Some(pair) => {
                term.digits = cut.word(self.nets.products[pair]).to_vec();
                let any = graph.any(&term.digits);
                let of_zero = graph.and(any, !term.nonzero);
                formula.assumptions.push(!of_zero);
                self.nets.terms[pair]
            }
            None => self.nets.addend,
        };
        let anchor = self.unbiased(graph, &cut, cut.word(self.nets.anchor));
        let is_exponent = self.is_exponent(graph, &anchor);
        let may_be = graph.or(is_exponent, !term.nonzero);
        let reaches = self.reaches(graph, &anchor, &term);
        formula.assumptions.extend([may_be, reaches]);
        let aligned = self.block.aligned(graph, &term, &anchor);
        let made = graph.resized(cut.made(net), aligned.len());
        let same = graph.equal(&made, &aligned);
        formula.negated_goals.push(!same);
        formula
    }

    fn rounding(&self, forms: &[SumForm]) -> Formula {
        let (CutBlock { mut formula, cut, .. }, terms) = self.finite();
        let graph = &mut formula.graph;
        let last = forms.len() - 1;
        let sum = cut.word(self.nets.sums[last]).to_vec();
        let in_range = lies_in(graph, &sum, forms[last].range);
        let anchor = self.unbiased(graph, &cut, cut.word(self.nets.anchor));
        let is_exponent = self.is_exponent(graph, &anchor);
        let nonzero = graph.any(&sum);
        let may_be = graph.or(is_exponent, !nonzero);
        formula.assumptions.extend([in_range, may_be]);
        // The sum of the specification has the signs of the terms themselves.
        let sign = terms[self.products].sign;
        let width = self.block.sum_bits(terms.len());
        let wide = graph.extended(&sum, width);
        let flipped: Vec<Literal> = wide.iter().map(|bit| graph.xor(*bit, sign)).collect();
        let zero = graph.number(0, width);
        let (own, _) = graph.add(&flipped, &zero, sign);
        let rounded = self.block.rounded(graph, &own, &anchor);
        let same = graph.equal(cut.made(self.results[0]), &rounded);
        // A sum of zero gives zero for any anchor of the specification.
        let any_anchor = graph.inputs(self.block.exponent_bits());
        let none = graph.number(0, width);
        let of_none = self.block.rounded(graph, &none, &any_anchor);
        let is_zero = !graph.any(&of_none);
        let right = graph.and(same, is_zero);
        formula.negated_goals.push(!right);
        formula
    }

    fn special(&self) -> Formula {
        let CutBlock {
            mut formula,
            cut,
            factors,
            c,
            ..
        } = self.elaborate();
        let graph = &mut formula.graph;
        let special = self.block.special(graph, &factors, &c);
        let same = graph.equal(cut.made(self.results[0]), &special.result);
        formula.assumptions.push(special.is_special);
        formula.negated_goals.push(!same);
        formula
    }

    fn composition(&self) -> Formula {
        let mut graph = Graph::new();
        let words = free_operands(&mut graph, &self.netlist);
        let operands: Vec<Vec<Literal>> = words.iter().map(|(_, word)| word.clone()).collect();
        let (factors, c) = self.dot.elements(&operands);
        let mut d = c;
        for factors in factors.chunks(self.products) {
            let special = self.block.special(&mut graph, factors, &d);
            let terms = self.specify_terms(&mut graph, factors, &d);
            let anchor = self.block.anchor(&mut graph, &terms).exponent;
            let signed = terms.iter().map(|term| {
                let aligned = self.block.aligned(&mut graph, term, &anchor);
                self.block.signed(&mut graph, term.sign, &aligned, terms.len())
            });
            let signed: Vec<Vec<Literal>> = signed.collect();
            let sum = self.block.sum(&mut graph, &signed);
            let rounded = self.block.rounded(&mut graph, &sum, &anchor);
            d = graph.choose(special.is_special, &special.result, &rounded);
        }
        let specified = self.dot.specify(&mut graph, &operands);
        let same = graph.equal(&d, &specified);
        Formula {
            graph,
            negated_goals: vec![!same],
            words,
            ..Formula::default()
        }
    }

    fn blocks(&self) -> Formula {
        let mut graph = Graph::new();
        let words = free_operands(&mut graph, &self.netlist);
        let operands: Vec<Vec<Literal>> = words.iter().map(|(_, word)| word.clone()).collect();
        let before = &self.results[..self.results.len() - 1];
        let cut = CutNetlist::new(&mut graph, &self.netlist, &operands, before);
        let (factors, _) = self.dot.elements(&operands);
        let mut wrong = Vec::new();
        for (number, factors) in factors.chunks(self.products).enumerate().skip(1) {
            // The first block, with the operands of this one.
            let [a, b] = [0, 1].map(|factor: usize| -> Vec<Literal> {
                factors.iter().flat_map(|factors| factors[factor].clone()).collect()
            });
            let ports = &self.netlist.inputs[..self.netlist.inputs.len() - 1];
            let mut inputs: Vec<Vec<Literal>> = Vec::new();
            for (of_register, ports) in [a, b].iter().zip(ports.chunks(ports.len() / 2)) {
                let width: usize = ports.iter().map(|port| port.width as usize).sum();
                let mut bits = graph.resized(of_register, width).into_iter();
                inputs.extend(
                    ports
                        .iter()
                        .map(|port| bits.by_ref().take(port.width as usize).collect()),
                );
            }
            inputs.push(cut.word(self.results[number - 1]).to_vec());
            let first = CutNetlist::new(&mut graph, &self.netlist, &inputs, before);
            let same = graph.equal(first.made(self.results[0]), cut.made(self.results[number]));
            wrong.push(!same);
        }
        let wrong = graph.any(&wrong);
        Formula {
            graph,
            negated_goals: vec![wrong],
            words,
            ..Formula::default()
        }
    }
}
