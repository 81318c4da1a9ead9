//! Equivalence of a dot product with its specification. [`exact`] has those that round once; all else here is about those of
//! tensor cores.
//!
//! The netlist is cut at the nets of [`BlockNets`]. A lemma about a net takes all earlier cut nets as free, in the hardware
//! and in the specification, and assumes of them what earlier lemmas show. So each lemma covers one step:
//!
//! 1. The products are those of the significands. A product of a zero is zero.
//! 2. A term is subtracted if its sign differs from that of c.
//! 3. If any term is not zero, the anchor is that of the specification: both are the exponent of a term other than zero, or
//!    the floor, and not below any such exponent.
//! 4. Each term is aligned as in the specification, for any product and any anchor. It is a multiple of the unit: the least
//!    digit that a product or c can have.
//! 5. Each addition has the value of its summands as an integer, and the additions together have each term once. So the
//!    sum is that of the specification, negated if c is negative: all signs in the netlist are relative to that of c.
//! 6. The sum is rounded as in the specification, for any multiple of the unit and any anchor. A sum of zero gives zero at any anchor, so
//!    that the anchor does not matter if all terms are zero.
//! 7. If all products are zero, and c is subnormal or zero, the result is right for any products that are zero. The lemmas
//!    from 3 to 6 assume other operands: there the hardware gives c a hidden one, which it does not have.
//! 8. Operands that are not all finite give the result of the specification. The lemmas above assume finite operands.
//! 9. These steps of the specification, one after the other, are its result.
//! 10. If there are several blocks, each is the module of one block, for which the lemmas above are shown, with the result of
//!     the block before it as c.
//!
//! By induction over the cut nets, these lemmas imply that the result is right for all operands.

mod exact;
mod exact_nets;
mod nets;
mod sum;

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_isa::Instruction;
use halfpipe_netlist::{NetId, Netlist};
use halfpipe_spec::{Arithmetic, Case, Dot, DotBlock, Format, Logic, Term};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::products::OpenProducts;
use crate::verdict::{LemmaVerdict, UnprovenReason};

use exact::ExactEquivalence;
use nets::{lies_in, BlockNets, CutNetlist};
use sum::{check_terms, SumForm};

/// A dot product of tensor cores, and the netlist that should compute it.
#[derive(Clone)]
pub struct DotEquivalence {
    dot: Dot,
    block: DotBlock,
    operand: Format,
    result: Format,
    netlist: Arc<Netlist>,
    /// The number of products, of one block.
    products: usize,
    /// The cut nets.
    nets: BlockNets,
}

/// A block in a graph, with its cut nets free.
struct CutBlock {
    /// The formula, which assumes nothing and has no goal.
    formula: Formula,
    cut: CutNetlist,
    /// The factors of each product of the block.
    factors: Vec<[Vec<Literal>; 2]>,
    c: Vec<Literal>,
}

/// Returns the lemmas that a netlist computes a dot product, or nothing for any other instruction.
///
/// `datapath` returns the netlist of an instruction, of which a chain has copies.
pub fn lemmas(
    instruction: Instruction,
    netlist: &Arc<Netlist>,
    datapath: fn(Instruction) -> Arc<Netlist>,
) -> Option<Vec<Lemma>> {
    let dot = Dot::from_instruction(instruction)?;
    let lemmas = match (dot.block(), dot.exact()) {
        (Some(block), _) if dot.products() > block.products() => {
            lemmas_of_chain(instruction, dot, block, netlist, datapath)
        }
        (Some(block), _) => lemmas_of_block(instruction, dot, block, netlist),
        (None, Some(exact)) => ExactEquivalence::new(instruction, dot, exact, netlist.clone())
            .map(ExactEquivalence::lemmas)
            .unwrap_or_else(|path| vec![not_provable(format!("there is no net {path}"))]),
        (None, None) => return None,
    };
    let within = |lemma: Lemma| {
        let case = match lemma.kind {
            LemmaKind::SpecialOperands => Some(Case::Special),
            LemmaKind::Blocks | LemmaKind::Composition => None,
            _ => Some(Case::Finite),
        };
        let [first, second] = [netlist.clone(), netlist.clone()];
        let format = Format::from(instruction.ty().operand_format());
        lemma
            .within(move || with_easy_products(dot, format, whole(dot, case, &first)))
            .within(move || whole(dot, case, &second))
    };
    Some(lemmas.into_iter().map(within).collect())
}

/// Returns a lemma that does not hold.
fn not_provable(why: String) -> Lemma {
    let verdict = LemmaVerdict::Unproven(UnprovenReason::Structure(why));
    Lemma::structural(LemmaKind::Composition, "the netlist is a dot product", move || {
        Err(verdict.clone())
    })
}

/// Returns the lemmas of a single block.
fn lemmas_of_block(instruction: Instruction, dot: Dot, block: DotBlock, netlist: &Arc<Netlist>) -> Vec<Lemma> {
    DotEquivalence::new(instruction, dot, block, netlist.clone())
        .map_err(|path| format!("there is no net {path}"))
        .and_then(|dot| Ok((SumForm::read(&dot.netlist, &dot.nets)?, dot)))
        .map(|(forms, dot)| dot.lemmas(&Arc::new(forms)))
        .unwrap_or_else(|why| vec![not_provable(why)])
}

/// Returns the lemmas of several blocks: those of one, and that each is that one.
fn lemmas_of_chain(
    instruction: Instruction,
    dot: Dot,
    block: DotBlock,
    netlist: &Arc<Netlist>,
    datapath: fn(Instruction) -> Arc<Netlist>,
) -> Vec<Lemma> {
    let is_first = |other: &&Instruction| {
        other.operation().products() == Some(block.products() as u32)
            && other.ty() == instruction.ty()
            && other.modifiers().eq(instruction.modifiers())
    };
    let Some(first) = Instruction::dots().iter().copied().find(|other| is_first(&other)) else {
        return vec![not_provable("there is no instruction of one block".to_owned())];
    };
    let of_first = Dot::from_instruction(first).expect("it is a dot product");
    let datapath = datapath(first);
    let mut lemmas = lemmas_of_block(first, of_first, block, &datapath);
    let count = dot.products() / block.products();
    let statement = format!("the {count} blocks are those of {first}, each with the result of the one before it as c");
    let netlist = netlist.clone();
    lemmas.push(Lemma::new(LemmaKind::Blocks, statement, Procedure::Sweep, move || {
        blocks(dot, of_first, &netlist, &datapath)
    }));
    lemmas
}

/// Returns the width in bits of the factors of a dot product's products; nothing for any other instruction.
pub fn factor_bits(instruction: Instruction) -> Option<usize> {
    Dot::from_instruction(instruction)?;
    Some(Format::from(instruction.ty().operand_format()).fraction_bits + 1)
}

/// Returns the formula that the result is right for all operands, or for all that are finite or are not.
fn whole(dot: Dot, case: Option<Case>, netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let words = free_operands(&mut graph, netlist);
    let operands: Vec<Vec<Literal>> = words.iter().map(|(_, word)| word.clone()).collect();
    let made = outputs(&mut graph, netlist, &operands, &mut Schoolbook).concat();
    let wanted = dot.specify(&mut graph, &operands);
    let same = graph.equal(&made, &wanted);
    let (factors, c) = dot.elements(&operands);
    let special = match (dot.block(), dot.exact()) {
        (Some(block), _) => Some(block.special(&mut graph, &factors, &c)),
        (None, exact) => exact.map(|exact| exact.special(&mut graph, &factors, &c)),
    };
    let is_special = special.expect("it is one or the other").is_special;
    let assumption = case.map(|case| is_special.inverted_if(case == Case::Finite));
    Formula {
        graph,
        assumptions: assumption.into_iter().collect(),
        negated_goals: vec![!same],
        words,
        ..Formula::default()
    }
}

/// Assumes that all elements of b are zeros or powers of two. A solver then finds operands without multiplications.
fn with_easy_products(dot: Dot, operand: Format, mut formula: Formula) -> Formula {
    let operands: Vec<Vec<Literal>> = formula.words.iter().map(|(_, word)| word.clone()).collect();
    let (factors, _) = dot.elements(&operands);
    let fractions = factors.iter().flat_map(|[_, b]| &b[..operand.fraction_bits]);
    formula.assumptions.extend(fractions.map(|bit| !*bit));
    formula
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
    fn new(
        instruction: Instruction,
        dot: Dot,
        block: DotBlock,
        netlist: Arc<Netlist>,
    ) -> Result<DotEquivalence, String> {
        let products = dot.products();
        let nets = BlockNets::find(&netlist, products)?;
        let ty = instruction.ty();
        Ok(DotEquivalence {
            dot,
            block,
            operand: ty.operand_format().into(),
            result: ty.result_format().into(),
            products,
            nets,
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
            LemmaKind::AnchorBound,
            "no term other than zero is above the anchor",
            |dot| dot.anchor_bounds(true),
        );
        lemma(
            LemmaKind::Anchor,
            "the anchor is the exponent of a term other than zero, or the floor",
            |dot| dot.anchor_is_exponent(true),
        );
        lemma(
            LemmaKind::SpecifiedAnchorBound,
            "no term other than zero is above the anchor of the specification",
            |dot| dot.anchor_bounds(false),
        );
        lemma(
            LemmaKind::SpecifiedAnchor,
            "the anchor of the specification is the exponent of a term other than zero, or the floor",
            |dot| dot.anchor_is_exponent(false),
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
            let statement = format!("sum {} is that of {}", number + 1, forms[number].summands());
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
            LemmaKind::LoneSubnormal,
            "the result is correct if all products are zero, and c is subnormal or zero".to_owned(),
            DotEquivalence::lone_subnormal,
        );
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
        lemmas
    }

    /// Elaborates the block with all cut nets free.
    fn elaborate(&self) -> CutBlock {
        let mut graph = Graph::new();
        let mut words = free_operands(&mut graph, &self.netlist);
        let operands: Vec<Vec<Literal>> = words.iter().map(|(_, word)| word.clone()).collect();
        let cuts = self.nets.cuts();
        let cut = CutNetlist::new(&mut graph, &self.netlist, &operands, &cuts);
        let name = |id: &NetId| self.netlist.path(*id).unwrap_or_default();
        words.extend(cuts.iter().map(|id| (name(id), cut.free[id].clone())));
        let (factors, c) = self.dot.elements(&operands);
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

    /// Elaborates the block, and assumes finite operands of which c is normal or a product is not zero.
    fn finite(&self) -> (CutBlock, Vec<Term<Literal>>) {
        let (mut elaborated, terms) = self.all_finite();
        let is_lone = self.is_lone_subnormal(&mut elaborated.formula.graph, &terms);
        elaborated.formula.assumptions.push(!is_lone);
        (elaborated, terms)
    }

    /// Returns 1 if all products are zero, and c is subnormal or zero.
    fn is_lone_subnormal(&self, graph: &mut Graph, terms: &[Term<Literal>]) -> Literal {
        let (addend, products) = terms.split_last().expect("c is a term");
        let mut others: Vec<Literal> = products.iter().map(|term| term.nonzero).collect();
        others.push(addend.digits[addend.digits.len() - 1]);
        !graph.any(&others)
    }

    /// Returns the formula that the result is right if all products are zero, and c is subnormal or zero. Only the products
    /// are cut.
    fn lone_subnormal(&self) -> Formula {
        let mut graph = Graph::new();
        let words = free_operands(&mut graph, &self.netlist);
        let operands: Vec<Vec<Literal>> = words.iter().map(|(_, word)| word.clone()).collect();
        let cut = CutNetlist::new(&mut graph, &self.netlist, &operands, &self.nets.products);
        let (factors, c) = self.dot.elements(&operands);
        let special = self.block.special(&mut graph, &factors, &c);
        let mut terms = self.specify_terms(&mut graph, &factors, &c);
        let mut assumptions = vec![!special.is_special, self.is_lone_subnormal(&mut graph, &terms)];
        for (net, term) in self.nets.products.iter().zip(&mut terms) {
            term.digits = cut.word(*net).to_vec();
            // A product of a zero is zero.
            assumptions.push(!graph.any(&term.digits));
        }
        let anchor = self.block.anchor(&mut graph, &terms).exponent;
        let rounded = self.rounded_sum(&mut graph, &terms, &anchor);
        let same = graph.equal(cut.made(self.nets.result), &rounded);
        Formula {
            graph,
            assumptions,
            negated_goals: vec![!same],
            words,
            ..Formula::default()
        }
    }

    /// Returns the result of the specification for these terms and this anchor.
    fn rounded_sum(&self, graph: &mut Graph, terms: &[Term<Literal>], anchor: &[Literal]) -> Vec<Literal> {
        let signed = terms.iter().map(|term| {
            let aligned = self.block.aligned(graph, term, anchor);
            self.block.signed(graph, term.sign, &aligned, terms.len())
        });
        let signed: Vec<Vec<Literal>> = signed.collect();
        let sum = self.block.sum(graph, &signed);
        self.block.rounded(graph, &sum, anchor)
    }

    /// Elaborates the block, and assumes finite operands.
    fn all_finite(&self) -> (CutBlock, Vec<Term<Literal>>) {
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

    /// Returns 1 if an aligned number is a multiple of the unit: the least digit of a product and of c.
    fn is_multiple(&self, graph: &mut Graph, anchor: &[Literal], aligned: &[Literal]) -> Literal {
        let unit = (2 * self.operand.unit()).min(self.result.unit());
        let width = anchor.len() + 1;
        let wide = graph.extended(anchor, width);
        let mut below = Vec::new();
        for (place, bit) in aligned.iter().enumerate() {
            // The digit is below the unit if the anchor is below this.
            let bound = unit + self.block.places() as i64 - place as i64;
            if bound > self.exponents()[0] {
                let bound = graph.number(bound.into(), width);
                let (difference, _) = graph.subtract(&wide, &bound);
                below.push(graph.and(difference[width - 1], *bit));
            }
        }
        let below = graph.any(&below);
        !below
    }

    /// Returns 1 if a term is zero or not above an anchor.
    fn reaches(&self, graph: &mut Graph, anchor: &[Literal], term: &Term<Literal>) -> Literal {
        let (distance, _) = graph.subtract(anchor, &term.exponent);
        let above = graph.and(distance[distance.len() - 1], term.nonzero);
        !above
    }

    /// Returns the exponent that the specification has for a word in place of the anchor, which is the complement of the
    /// biased one.
    fn unbiased(&self, graph: &mut Graph, cut: &CutNetlist, not_anchor: &[Literal]) -> Vec<Literal> {
        let width = self.block.exponent_bits();
        let anchor: Vec<Literal> = not_anchor.iter().map(|bit| !*bit).collect();
        let biased = cut.extended(graph, self.nets.not_anchor, &anchor, width);
        let bias = graph.number((-self.result.bias()).into(), width);
        graph.sum(&biased, &bias)
    }

    /// Returns 1 if an anchor is in the range of exponents, and not below the exponent of a term other than zero.
    fn is_bound(&self, graph: &mut Graph, anchor: &[Literal], terms: &[Term<Literal>]) -> Literal {
        let mut right: Vec<Literal> = terms.iter().map(|term| self.reaches(graph, anchor, term)).collect();
        right.push(self.is_exponent(graph, anchor));
        graph.all(&right)
    }

    /// Returns 1 if an anchor is the exponent of a term other than zero, or the floor.
    fn is_anchor(&self, graph: &mut Graph, anchor: &[Literal], terms: &[Term<Literal>]) -> Literal {
        let mut is_one: Vec<Literal> = Vec::new();
        for term in terms {
            let is_it = graph.equal(anchor, &term.exponent);
            is_one.push(graph.and(is_it, term.nonzero));
        }
        let floor = graph.number(self.block.floor().into(), anchor.len());
        is_one.push(graph.equal(anchor, &floor));
        graph.any(&is_one)
    }

    /// Returns the formula that the anchor, as the netlist or as the specification has it, is not below the exponent of a
    /// term other than zero. If there is one, the anchor is in the range of exponents.
    fn anchor_bounds(&self, has_netlist: bool) -> Formula {
        self.anchor_claim(has_netlist, DotEquivalence::is_bound)
    }

    /// Returns the formula that the anchor, as the netlist or as the specification has it, is the exponent of a term other
    /// than zero, or the floor.
    fn anchor_is_exponent(&self, has_netlist: bool) -> Formula {
        self.anchor_claim(has_netlist, DotEquivalence::is_anchor)
    }

    /// Returns the formula that the anchor of any term other than zero has a property.
    fn anchor_claim(
        &self,
        has_netlist: bool,
        claim: impl Fn(&DotEquivalence, &mut Graph, &[Literal], &[Term<Literal>]) -> Literal,
    ) -> Formula {
        let (CutBlock { mut formula, cut, .. }, terms) = self.finite();
        let graph = &mut formula.graph;
        let specified = self.block.anchor(graph, &terms);
        let anchor = if has_netlist {
            self.unbiased(graph, &cut, cut.made(self.nets.not_anchor))
        } else {
            specified.exponent
        };
        let right = claim(self, graph, &anchor, &terms);
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
        let anchor = self.unbiased(graph, &cut, cut.word(self.nets.not_anchor));
        let is_exponent = self.is_exponent(graph, &anchor);
        let may_be = graph.or(is_exponent, !term.nonzero);
        let reaches = self.reaches(graph, &anchor, &term);
        formula.assumptions.extend([may_be, reaches]);
        let aligned = self.block.aligned(graph, &term, &anchor);
        let made = graph.resized(cut.made(net), aligned.len());
        let same = graph.equal(&made, &aligned);
        let is_multiple = self.is_multiple(graph, &anchor, &aligned);
        let right = graph.and(same, is_multiple);
        formula.negated_goals.push(!right);
        formula
    }

    fn rounding(&self, forms: &[SumForm]) -> Formula {
        let (CutBlock { mut formula, cut, .. }, terms) = self.finite();
        let graph = &mut formula.graph;
        let last = forms.len() - 1;
        let sum = cut.word(self.nets.sums[last]).to_vec();
        let in_range = lies_in(graph, &sum, forms[last].range);
        let anchor = self.unbiased(graph, &cut, cut.word(self.nets.not_anchor));
        // The anchor is that of the terms, one of which is not zero.
        let is_anchor = self.is_anchor(graph, &anchor, &terms);
        let is_bound = self.is_bound(graph, &anchor, &terms);
        // All terms are multiples of the unit, and so is their sum.
        let is_multiple = self.is_multiple(graph, &anchor, &sum);
        formula.assumptions.extend([in_range, is_anchor, is_bound, is_multiple]);
        // Without a product, the sum is the term of c.
        let (addend, products) = terms.split_last().expect("c is a term");
        let products: Vec<Literal> = products.iter().map(|term| term.nonzero).collect();
        let has_product = graph.any(&products);
        let aligned = self.block.aligned(graph, addend, &anchor);
        let aligned = graph.resized(&aligned, sum.len());
        let is_addend = graph.equal(&sum, &aligned);
        formula.assumptions.push(graph.or(has_product, is_addend));
        // The sum of the specification has the signs of the terms themselves.
        let sign = terms[self.products].sign;
        let width = self.block.sum_bits(terms.len());
        let wide = graph.extended(&sum, width);
        let flipped: Vec<Literal> = wide.iter().map(|bit| graph.xor(*bit, sign)).collect();
        let zero = graph.number(0, width);
        let (own, _) = graph.add(&flipped, &zero, sign);
        let rounded = self.block.rounded(graph, &own, &anchor);
        let same = graph.equal(cut.made(self.nets.result), &rounded);
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
        let same = graph.equal(cut.made(self.nets.result), &special.result);
        formula.assumptions.push(special.is_special);
        formula.negated_goals.push(!same);
        formula
    }

    fn composition(&self) -> Formula {
        let mut graph = Graph::new();
        let words = free_operands(&mut graph, &self.netlist);
        let operands: Vec<Vec<Literal>> = words.iter().map(|(_, word)| word.clone()).collect();
        let (factors, c) = self.dot.elements(&operands);
        let special = self.block.special(&mut graph, &factors, &c);
        let terms = self.specify_terms(&mut graph, &factors, &c);
        let anchor = self.block.anchor(&mut graph, &terms).exponent;
        let rounded = self.rounded_sum(&mut graph, &terms, &anchor);
        let d = graph.choose(special.is_special, &special.result, &rounded);
        let specified = self.dot.specify(&mut graph, &operands);
        let same = graph.equal(&d, &specified);
        Formula {
            graph,
            negated_goals: vec![!same],
            words,
            ..Formula::default()
        }
    }
}

/// Returns the formula that a netlist of several blocks is that of one block several times.
fn blocks(dot: Dot, first: Dot, netlist: &Netlist, block: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let mut multiplications = OpenProducts::default();
    let words = free_operands(&mut graph, netlist);
    let operands: Vec<Vec<Literal>> = words.iter().map(|(_, word)| word.clone()).collect();
    let made = outputs(&mut graph, netlist, &operands, &mut multiplications).concat();
    let (factors, c) = dot.elements(&operands);
    let wanted = factors.chunks(first.products()).fold(c, |c, factors| {
        // The elements of a, then those of b.
        let elements = [0, 1].map(|factor: usize| factors.iter().flat_map(move |pair| pair[factor].iter().copied()));
        let [a, b] = elements;
        let mut bits = a.chain(b).collect::<Vec<Literal>>().into_iter();
        let ports = &block.inputs[..block.inputs.len() - 1];
        let ports = ports
            .iter()
            .map(|port| bits.by_ref().take(port.width as usize).collect());
        let mut inputs: Vec<Vec<Literal>> = ports.collect();
        inputs.push(c);
        outputs(&mut graph, block, &inputs, &mut multiplications).concat()
    });
    let same = graph.equal(&made, &wanted);
    Formula {
        graph,
        negated_goals: vec![!same],
        words,
        ..Formula::default()
    }
}
