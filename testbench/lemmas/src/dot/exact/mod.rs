//! Equivalence of a dot product that rounds once with its specification.
//!
//! The netlist is cut at the nets of [`nets::ExactNets`]. A lemma about a net takes earlier cut nets as free, in the hardware and
//! in the specification. A word of several nets, its limbs, is a number in two's complement.
//!
//! 1. The products are those of the significands. Their signs are those of the specification.
//! 2. The exponent of each product is its excess over the least one. No excess is larger than that of finite operands.
//! 3. Each limb of each product, and of c, is that of the specification, for any product and exponent.
//! 4. Each limb of each sum is that of the sum before it and of a term, complemented if it is negative, with the carry of
//!    the limb below. The lowest limb takes the sign of the term as its carry. So the sum lacks no increment but that of c,
//!    which the last sum adds.
//! 5. The limbs have room for the sum of the specification, so that neither wraps. Both are the same integer.
//! 6. The magnitude is that of the specification, for any sum.
//! 7. The result is that of the specification for any magnitude. There is a case for each place of the leading one; the
//!    bits below it are free.
//! 8. The sign of a zero result is that of the specification.
//! 9. Operands that are not all finite give the result of the specification.
//! 10. These steps of the specification, one after the other, are its result.

mod equivalence;
mod nets;
mod result;
mod sum;
mod terms;

use std::sync::Arc;

use halfpipe_netlist::Netlist;
use halfpipe_spec::{Dot, ExactDot};

use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::subject_lemmas::SubjectLemmas;
use crate::verdict::{LemmaVerdict, UnprovenReason};

use equivalence::ExactEquivalence;

/// Returns the lemmas that a netlist computes a dot product that rounds once.
///
/// # Errors
///
/// A net that the netlist lacks.
pub fn lemmas(dot: Dot, exact: ExactDot, netlist: Arc<Netlist>) -> Result<Vec<Lemma>, String> {
    let mut lemmas = SubjectLemmas::new(ExactEquivalence::new(dot, exact, netlist)?);
    lemmas.solve(
        LemmaKind::Product,
        "each product is that of the significands",
        ExactEquivalence::claim_products,
    );
    lemmas.sweep(
        LemmaKind::TermExponents,
        "the sign and the exponent of each product are those of its factors",
        ExactEquivalence::claim_term_exponents,
    );
    add_sum_lemmas(&mut lemmas);
    add_result_lemmas(&mut lemmas);
    let dot = lemmas.subject.clone();
    lemmas.lemmas.push(Lemma::structural(
        LemmaKind::Sum,
        "the sums have each term once, and do not wrap",
        move || {
            let wrong = |wrong| LemmaVerdict::Unproven(UnprovenReason::Structure(wrong));
            dot.check_room().map_err(wrong)
        },
    ));
    Ok(lemmas.lemmas)
}

/// Adds the lemmas about the terms in the fixed point, and about their sums.
fn add_sum_lemmas(lemmas: &mut SubjectLemmas<ExactEquivalence>) {
    let products = lemmas.subject.dot.products();
    for pair in 0..products {
        lemmas.sweep(
            LemmaKind::Term(pair.to_string()),
            format!("product {pair} is at its place in the fixed point, for any digits and exponent"),
            move |dot| dot.claim_term(Some(pair)),
        );
    }
    lemmas.sweep(
        LemmaKind::Term("c".to_owned()),
        "c is at its place in the fixed point",
        |dot| dot.claim_term(None),
    );
    for number in 0..lemmas.subject.nets.sums.len() {
        let statement = if number == products {
            "the last sum adds the increment of c".to_owned()
        } else {
            format!("sum {} adds product {number} with its increment", number + 1)
        };
        lemmas.sweep(LemmaKind::Addition(number + 1), statement, move |dot| {
            dot.claim_addition(number)
        });
    }
}

/// Adds the lemmas about the result of a sum.
fn add_result_lemmas(lemmas: &mut SubjectLemmas<ExactEquivalence>) {
    lemmas.sweep(
        LemmaKind::Magnitude,
        "the magnitude is that of the sum, for any sum",
        ExactEquivalence::claim_magnitude,
    );
    for block in 0..lemmas.subject.leading_blocks() {
        let places = lemmas.subject.places(block);
        let statement = format!(
            "the result is the rounded magnitude, for any with its leading one at a place from {} to {}",
            places.start,
            places.end - 1
        );
        lemmas.sweep(LemmaKind::LeadingOne(block), statement, move |dot| {
            dot.claim_rounding(block)
        });
    }
    lemmas.sweep(
        LemmaKind::SignOfZero,
        "the sign of a zero sum is that of the specification",
        ExactEquivalence::claim_sign_of_zero,
    );
    lemmas.sweep(
        LemmaKind::SpecialOperands,
        "the result is correct if an operand is infinite or NaN, and no net says so if none is",
        ExactEquivalence::claim_special,
    );
    lemmas.sweep(
        LemmaKind::Composition,
        "the steps, one after the other, are the specification",
        ExactEquivalence::claim_composition,
    );
}
