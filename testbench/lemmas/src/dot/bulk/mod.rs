//! Equivalence of a bulk-normalised dot product with its specification.
//!
//! The netlist is cut at the nets of [`equivalence::BulkNets`]. A lemma about a net takes earlier cut nets as free, in the
//! hardware and in the specification.
//!
//! 1. The products are those of the significands. A product of a zero is zero.
//! 2. A product is subtracted if its sign differs from that of product 0: all signs in the netlist are relative to it.
//! 3. If any product is not zero, the anchor is that of the specification: both are the exponent of a product other than
//!    zero, and not below any such exponent.
//! 4. Each product is aligned and rounded to odd as in the specification, for any product and any anchor.
//! 5. Each addition has the value of its summands as an integer, and the additions together have each product once.
//! 6. The sum is rounded to odd as in the specification, for any sum and any anchor. A sum of zero gives zero at any anchor.
//! 7. c is added as in the specification, for any rounded sum.
//! 8. The sum with c is rounded to odd as in the specification, for any sum. There is a case for some places of its leading
//!    one.
//! 9. If an element or c is not finite, or the sum is too large, the result is that of the specification.
//! 10. These steps of the specification, one after the other, are its result.

mod equivalence;
mod steps;

use std::sync::Arc;

use halfpipe_netlist::Netlist;
use halfpipe_spec::{BulkDot, Dot};

use crate::dot::sum::check_terms;
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::subject_lemmas::SubjectLemmas;
use crate::verdict::{LemmaVerdict, UnprovenReason};

use equivalence::BulkEquivalence;

/// The number of places of the leading one in a lemma.
const PLACES: usize = 8;

/// Returns the lemmas that a netlist computes a bulk-normalised dot product.
///
/// # Errors
///
/// A net that the netlist lacks.
pub fn lemmas(dot: Dot, bulk: BulkDot, netlist: Arc<Netlist>) -> Result<Vec<Lemma>, String> {
    let mut lemmas = SubjectLemmas::new(BulkEquivalence::new(dot, bulk, netlist)?);
    lemmas.solve(
        LemmaKind::Product,
        "each product is that of the significands, and zero if a factor is",
        BulkEquivalence::claim_products,
    );
    lemmas.solve(
        LemmaKind::TermSigns,
        "a product is subtracted if its sign differs from that of product 0",
        BulkEquivalence::claim_signs,
    );
    add_anchor_lemmas(&mut lemmas);
    for pair in 0..dot.products() {
        lemmas.solve(
            LemmaKind::Term(pair.to_string()),
            format!("product {pair} is shifted to the anchor and rounded to odd, for any product and anchor"),
            move |dot| dot.claim_term(pair),
        );
    }
    add_sum_lemmas(&mut lemmas);
    lemmas.solve(
        LemmaKind::Rounding,
        "the sum is rounded to odd, for any sum and anchor",
        BulkEquivalence::claim_rounding,
    );
    lemmas.sweep(
        LemmaKind::Addend,
        "c is added, for any rounded sum of the products",
        BulkEquivalence::claim_total,
    );
    let width = lemmas.subject.total_bits();
    for (number, start) in (0..width).step_by(PLACES).enumerate() {
        let places = start..(start + PLACES).min(width);
        let statement = format!(
            "the sum with c is rounded to odd, for any with its leading one at a place from {} to {}",
            places.start,
            places.end - 1
        );
        lemmas.solve(LemmaKind::LeadingOne(number), statement, move |dot| {
            dot.claim_total_rounding(places.clone())
        });
    }
    lemmas.solve(
        LemmaKind::SpecialOperands,
        "the result is correct if an operand is infinite or NaN, or the sum of the products is too large",
        BulkEquivalence::claim_special,
    );
    lemmas.solve(
        LemmaKind::Composition,
        "the steps, one after the other, are the specification",
        BulkEquivalence::claim_composition,
    );
    Ok(lemmas.lemmas)
}

/// Adds the lemmas about the anchor, as the netlist and as the specification has it.
fn add_anchor_lemmas(lemmas: &mut SubjectLemmas<BulkEquivalence>) {
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
            format!("no product other than zero is above {anchor}"),
            move |dot| dot.claim_anchor(has_netlist, BulkEquivalence::is_bound),
        );
        lemmas.solve(
            exponent,
            format!("{anchor} is the exponent of a product other than zero"),
            move |dot| dot.claim_anchor(has_netlist, BulkEquivalence::is_anchor),
        );
    }
}

/// Adds the lemmas about the additions.
fn add_sum_lemmas(lemmas: &mut SubjectLemmas<BulkEquivalence>) {
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
        "the sum has each product once, and one increment for each that is subtracted",
        move || {
            let wrong = |wrong| LemmaVerdict::Unproven(UnprovenReason::Structure(wrong));
            check_terms(&dot.forms, dot.dot.products() - 1, true).map_err(wrong)
        },
    ));
}
