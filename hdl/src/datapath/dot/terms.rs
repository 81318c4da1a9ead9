//! Terms of a dot product in fixed point, and their sum.

use crate::net::{signed, Net};

/// A term in fixed point, or the sum of neighbouring terms.
#[derive(Clone)]
pub struct Term<'n> {
    /// The digits: the number in two's complement, without the pending increments.
    digits: Net<'n>,
    /// The increments that are still to be added.
    pending: Vec<Net<'n>>,
}

impl<'n> Term<'n> {
    /// Returns a term that is not negative.
    pub fn positive(magnitude: Net<'n>) -> Term<'n> {
        Term {
            digits: magnitude.zero_extend(magnitude.width() + 1),
            pending: Vec::new(),
        }
    }

    /// Returns a term that is negative if the sign is 1. The digits are the complement of the magnitude then, and an
    /// increment is pending.
    pub fn signed(sign: Net<'n>, magnitude: Net<'n>) -> Term<'n> {
        Term {
            digits: sign.join(magnitude ^ sign.repeat(magnitude.width())),
            pending: vec![sign],
        }
    }
}

/// Adds terms by a tree of carry chains, each of which takes one pending increment as its carry. The sum has `width` bits.
/// At most one term can have no increment.
pub fn add_terms<'n>(terms: Vec<Term<'n>>, width: u32) -> Net<'n> {
    let mut sums = terms;
    let mut number = 0;
    while sums.len() > 1 {
        let mut next = Vec::new();
        for pair in sums.chunks(2) {
            let [low, high] = pair else {
                next.push(pair[0].clone());
                continue;
            };
            let width = (low.digits.width().max(high.digits.width()) + 1).min(width);
            let mut pending = [&low.pending[..], &high.pending[..]].concat();
            let carry = pending.pop().expect("an addition has a pending increment");
            let sum = low.digits.sign_extend(width) + high.digits.sign_extend(width) + carry.zero_extend(width);
            number += 1;
            next.push(Term {
                digits: sum.named(signed(format!("sum_{number}"))),
                pending,
            });
        }
        sums = next;
    }
    let sum = sums[0].digits.sign_extend(width);
    let sum = sums[0]
        .pending
        .iter()
        .fold(sum, |sum, carry| sum + carry.zero_extend(width));
    sum.named(signed("sum"))
}
