//! Equivalence of a dot product with its specification. [`exact`] has those that round once, [`bulk`] those of RISC-V; all
//! else here is about those of tensor cores.
//!
//! The netlist is cut at the nets of [`nets::BlockNets`]. A lemma about a net takes all earlier cut nets as free, in the hardware
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
//! 9. If groups of products are terms, each group has such lemmas in place of 1 and 2: its terms are the products in fixed
//!    point, each addition has the value of its summands, and the group's sum with its scales is the term.
//! 10. These steps of the specification, one after the other, are its result.
//! 11. If there are several blocks, each is the module of one block, for which the lemmas above are shown, with the result of
//!     the block before it as c.
//!
//! By induction over the cut nets, these lemmas imply that the result is right for all operands.

mod anchor;
mod block;
mod bulk;
mod exact;
mod group;
mod group_nets;
mod nets;
mod steps;
mod sum;

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_isa::Instruction;
use halfpipe_netlist::Netlist;
use halfpipe_spec::{Arithmetic, Case, Dot, DotBlock, DotOperands};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal, PortWords};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::named_words::NamedWords;
use crate::products::OpenProducts;
use crate::subject_lemmas::SubjectLemmas;
use crate::verdict::{LemmaVerdict, UnprovenReason};

use block::BlockEquivalence;
use group::add_group_lemmas;
use sum::check_terms;

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
        _ if dot.bulk().is_some() => dot.bulk().map(|own| bulk::lemmas(dot, own, netlist.clone()))?,
        (Some(block), _) if dot.products() > block.products() => {
            list_chain_lemmas(instruction, dot, block, netlist, datapath)
        }
        (Some(block), _) => list_block_lemmas(instruction, dot, block, netlist),
        (None, Some(exact)) => exact::lemmas(dot, exact, netlist.clone()),
        (None, None) => return None,
    };
    let within = |lemma: Lemma| {
        let case = match lemma.kind {
            LemmaKind::SpecialOperands => Some(Case::Special),
            LemmaKind::Blocks | LemmaKind::Composition => None,
            _ => Some(Case::Finite),
        };
        let [first, second] = [netlist.clone(), netlist.clone()];
        lemma
            .within(move || with_easy_products(dot, claim_whole(dot, case, &first)))
            .within(move || claim_whole(dot, case, &second))
    };
    let lemmas = lemmas.unwrap_or_else(|why| {
        let verdict = LemmaVerdict::Unproven(UnprovenReason::Structure(why));
        let inspect = move || Err(verdict.clone());
        vec![Lemma::structural(
            LemmaKind::Composition,
            "the netlist is a dot product",
            inspect,
        )]
    });
    Some(lemmas.into_iter().map(within).collect())
}

/// Returns the lemmas of several blocks: those of one, and that each is that one.
///
/// # Errors
///
/// The reason why nothing can be proven.
fn list_chain_lemmas(
    instruction: Instruction,
    dot: Dot,
    block: DotBlock,
    netlist: &Arc<Netlist>,
    datapath: fn(Instruction) -> Arc<Netlist>,
) -> Result<Vec<Lemma>, String> {
    let is_first = |other: &&Instruction| {
        other.operation().products() == Some(block.products() as u32)
            && other.ty() == instruction.ty()
            && other.modifiers().eq(instruction.modifiers())
    };
    let first = Instruction::dots().iter().copied().find(|other| is_first(&other));
    let first = first.ok_or("there is no instruction of one block")?;
    let first_dot = Dot::from_instruction(first).expect("it is a dot product");
    let datapath = datapath(first);
    let mut lemmas = list_block_lemmas(first, first_dot, block, &datapath)?;
    let count = dot.products() / block.products();
    let statement = format!("the {count} blocks are those of {first}, each with the result of the one before it as c");
    let netlist = netlist.clone();
    lemmas.push(Lemma::new(LemmaKind::Blocks, statement, Procedure::Sweep, move || {
        claim_blocks(dot, first_dot, &netlist, &datapath)
    }));
    Ok(lemmas)
}

/// Returns the lemmas of a single block.
///
/// # Errors
///
/// The reason why nothing can be proven.
fn list_block_lemmas(
    instruction: Instruction,
    dot: Dot,
    block: DotBlock,
    netlist: &Arc<Netlist>,
) -> Result<Vec<Lemma>, String> {
    let equivalence = BlockEquivalence::new(instruction, dot, block, netlist.clone())?;
    let terms = equivalence.term_count();
    let mut lemmas = SubjectLemmas::new(equivalence);
    if lemmas.subject.groups.is_empty() {
        lemmas.solve(
            LemmaKind::Product,
            "each product is that of the significands, and zero if a factor is",
            BlockEquivalence::claim_products,
        );
        lemmas.solve(
            LemmaKind::TermSigns,
            "a term is subtracted if its sign differs from that of c",
            BlockEquivalence::claim_term_signs,
        );
    } else {
        add_group_lemmas(&mut lemmas);
    }
    add_anchor_lemmas(&mut lemmas);
    for pair in 0..terms {
        lemmas.solve(
            LemmaKind::Term(pair.to_string()),
            format!("product {pair} is shifted to the anchor and cut, for any product and anchor"),
            move |dot| dot.claim_term(Some(pair)),
        );
    }
    lemmas.solve(
        LemmaKind::Term("c".to_owned()),
        "c is shifted to the anchor and cut, for any anchor",
        |dot| dot.claim_term(None),
    );
    add_sum_lemmas(&mut lemmas);
    lemmas.solve(
        LemmaKind::Rounding,
        "the result is the rounded sum, for any sum and anchor",
        BlockEquivalence::claim_rounding,
    );
    // A group with scales of ue8m0 always counts: no operands are such.
    if block
        .scaling()
        .is_none_or(|scaling| scaling.group() == 1 || scaling.significand_bits() > 1)
    {
        lemmas.solve(
            LemmaKind::LoneSubnormal,
            "the result is correct if all products are zero, and c is subnormal or zero",
            BlockEquivalence::claim_lone_subnormal,
        );
    }
    lemmas.solve(
        LemmaKind::SpecialOperands,
        "the result is correct if an operand is infinite or NaN",
        BlockEquivalence::claim_special,
    );
    lemmas.solve(
        LemmaKind::Composition,
        "the steps, one after the other, are the specification",
        BlockEquivalence::claim_composition,
    );
    Ok(lemmas.lemmas)
}

/// Adds the lemmas about the anchor, as the netlist and as the specification has it.
fn add_anchor_lemmas(lemmas: &mut SubjectLemmas<BlockEquivalence>) {
    let kinds = [
        (LemmaKind::AnchorBound, LemmaKind::Anchor, "the anchor", true),
        (
            LemmaKind::SpecifiedAnchorBound,
            LemmaKind::SpecifiedAnchor,
            "the anchor of the specification",
            false,
        ),
    ];
    for (bound, exponent, anchor, has_netlist) in kinds {
        lemmas.solve(
            bound,
            format!("no term other than zero is above {anchor}"),
            move |dot| dot.claim_anchor(has_netlist, BlockEquivalence::is_bound),
        );
        lemmas.solve(
            exponent,
            format!("{anchor} is the exponent of a term other than zero, or the floor"),
            move |dot| dot.claim_anchor(has_netlist, BlockEquivalence::is_anchor),
        );
    }
}

/// Adds the lemmas about the additions.
fn add_sum_lemmas(lemmas: &mut SubjectLemmas<BlockEquivalence>) {
    let dot = lemmas.subject.clone();
    for (number, form) in dot.forms.iter().enumerate() {
        lemmas.sweep(
            LemmaKind::Addition(number + 1),
            format!("sum {} is that of {}", number + 1, form.summands()),
            move |dot| dot.claim_addition(number),
        );
    }
    lemmas.lemmas.push(Lemma::structural(
        LemmaKind::Sum,
        "the sum has each term once, and one increment for each that is subtracted",
        move || {
            let wrong = |wrong| LemmaVerdict::Unproven(UnprovenReason::Structure(wrong));
            check_terms(&dot.forms, dot.term_count(), true).map_err(wrong)
        },
    ));
}

/// Returns the widths in bits of the factors of a dot product's multiplications; nothing for any other instruction.
pub fn factor_bits(instruction: Instruction) -> Vec<[usize; 2]> {
    let Some(dot) = Dot::from_instruction(instruction) else {
        return Vec::new();
    };
    let mut all = vec![dot.element_formats().map(|format| format.fraction_bits + 1)];
    let scaling = dot.block().and_then(DotBlock::scaling);
    if let Some(scaling) = scaling.filter(|scaling| scaling.significand_bits() > 1) {
        // The sum of a group times one scale, and that times the other.
        let (sum, scale) = (scaling.group_bits(), scaling.significand_bits());
        all.extend([[sum, scale], [sum + scale, scale]]);
    }
    all
}

/// Returns the formula that the result is right for all operands, or for all that are finite or are not.
fn claim_whole(dot: Dot, case: Option<Case>, netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let operands = NamedWords::free_inputs(&mut graph, netlist);
    let made = outputs(&mut graph, netlist, &operands.words, &mut Schoolbook).concat();
    let wanted = dot.specify(&mut graph, &operands.words);
    let same = graph.equal(&made, &wanted);
    let elements = dot.elements(&operands.words);
    let is_special = match (dot.block(), dot.exact(), dot.bulk()) {
        (Some(block), ..) => block.special(&mut graph, &elements).is_special,
        (_, Some(exact), _) => exact.special(&mut graph, &elements.factors, &elements.c).is_special,
        (.., Some(bulk)) => bulk.is_special(&mut graph, &elements.factors, &elements.c),
        (None, None, None) => Literal::FALSE,
    };
    let assumption = case.map(|case| is_special.inverted_if(case == Case::Finite));
    Formula {
        assumptions: assumption.into_iter().collect(),
        ..Formula::always(graph, same).show(operands)
    }
}

/// Assumes that all elements of b are zeros or powers of two. A solver then finds operands without multiplications.
fn with_easy_products(dot: Dot, mut formula: Formula) -> Formula {
    let operands: PortWords = formula.words.iter().map(|(_, word)| word.clone()).collect();
    let factors = dot.elements(&operands).factors;
    let [_, format] = dot.element_formats();
    let fractions = factors.iter().flat_map(|[_, b]| &b[..format.fraction_bits]);
    formula.assumptions.extend(fractions.map(|bit| !*bit));
    formula
}

/// Claims that a netlist of several blocks is that of one block several times.
fn claim_blocks(dot: Dot, first: Dot, netlist: &Netlist, block: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let mut multiplications = OpenProducts::default();
    let operands = NamedWords::free_inputs(&mut graph, netlist);
    let made = outputs(&mut graph, netlist, &operands.words, &mut multiplications).concat();
    let DotOperands { factors, c, .. } = dot.elements(&operands.words);
    let wanted = factors.chunks(first.products()).fold(c, |c, factors| {
        // The hardware of one block cuts the bits that do not matter, so that they may be zeros.
        let mut inputs: PortWords = first.registers(factors, Literal::FALSE);
        inputs.push(c);
        outputs(&mut graph, block, &inputs, &mut multiplications).concat()
    });
    Formula::equal(graph, &made, &wanted).show(operands)
}
