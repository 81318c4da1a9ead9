//! Walking ones in both terms of a sum.

use super::super::edges::one;
use super::super::number::Number;
use super::family::{alternate, len, signs, OperandPatterns, VectorFamily};
use super::patterns::FormatPatterns;

/// Returns walking ones in both terms, at every distance at which they still overlap, and terms that cancel.
pub(super) fn sums(kind: &FormatPatterns, addend: &FormatPatterns) -> Vec<VectorFamily> {
    // For a wider addend some places stand for all; their offset depends on the other values.
    let places = if kind.format == addend.format {
        len(&addend.ones)
    } else {
        6
    };
    vec![
        VectorFamily::new(
            [len(&kind.ones), places, 2 * (addend.precision() as u64 + 3) + 1, 2, 3],
            |patterns, values| {
                let [one, place, distance, opposite, base] = values;
                let (kind, addend) = (&patterns.factor, &patterns.addend);
                let [negative, _] = signs(&values);
                let exponent = [0, kind.highest() - 1, kind.lowest() + 2][base];
                let a = kind.value(negative, exponent, kind.ones[one]);
                let distance = distance as i32 - addend.precision() - 3;
                let pattern = if kind.format == addend.format {
                    place
                } else {
                    4 * place + one + base
                };
                let b = patterns.addend_at(kind.number(a), distance, negative != (opposite == 1), pattern);
                [a, b, 0]
            },
        ),
        VectorFamily::new([len(&kind.patterns), len(&addend.patterns), 2], |patterns, values| {
            let (kind, addend) = (&patterns.factor, &patterns.addend);
            let [negative, _] = signs(&values);
            let a = kind.value(negative, 1, kind.patterns[values[0]]);
            let b = addend.value(!negative, 1 - values[2] as i32, addend.patterns[values[1]]);
            [a, b, 0]
        }),
    ]
}

/// Returns a subnormal addend of a single one in each place, with terms of any size. Far below them, it alone makes the
/// sum inexact.
pub(super) fn subnormal_addends(addend: &FormatPatterns) -> VectorFamily {
    VectorFamily::new([len(&addend.ones) - 1, 4, 2, 2], |patterns, values| {
        let [one_of_addend, size, negative, other_negative] = values;
        let (kind, addend) = (&patterns.factor, &patterns.addend);
        let one_of_term = one(kind.format);
        let sizes = [
            1,
            1 << kind.format.fraction_bits,
            one_of_term,
            kind.format.infinity() - 1,
        ];
        let term = kind.signed(negative == 1, sizes[size]);
        let addend = addend.signed(other_negative == 1, addend.ones[one_of_addend + 1]);
        match patterns.operands {
            2 if kind.format == patterns.addend.format => alternate([term, addend], 0, &values),
            2 => [term, addend, 0],
            _ => [term, one_of_term, addend],
        }
    })
}

impl OperandPatterns {
    /// Returns the addend for `x` at this distance between their leading bits.
    pub(super) fn addend_at(&self, x: Number, distance: i32, negative: bool, pattern: usize) -> u32 {
        let ones = &self.addend.ones;
        let fraction = ones[pattern % ones.len()];
        self.addend.value(negative, x.leading_exponent() + distance, fraction)
    }
}
