//! Products of walking ones, down to the last place of the result.

use super::family::{in_turns, len, mixed, signs, OperandPatterns, VectorFamily};
use super::patterns::FormatPatterns;

/// Returns normal products of all fractions, subnormal products at every depth, and products of subnormal factors.
pub(super) fn products(kind: &FormatPatterns) -> Vec<VectorFamily> {
    let (ones, patterns) = (len(&kind.ones), len(&kind.patterns));
    let depths = kind.precision() as u64 + 4;
    vec![
        VectorFamily {
            radices: vec![patterns, patterns],
            make: |patterns, values| {
                let (kind, [negative, other_negative]) = (&patterns.factor, signs(values));
                // Below 1, so that nothing saturates.
                let a = kind.value(negative, 0, kind.patterns[values[0]]);
                let b = kind.value(other_negative, -2, kind.patterns[values[1]]);
                [a, b, 0]
            },
        },
        VectorFamily {
            radices: vec![ones, ones, depths],
            make: |patterns, values| {
                let (kind, [negative, other_negative]) = (&patterns.factor, signs(values));
                let [exponent, other] = kind.split(kind.lowest() - values[2] as i32, mixed(values));
                let a = kind.value(negative, exponent, kind.ones[values[0]]);
                let b = kind.value(other_negative, other, kind.ones[values[1]]);
                in_turns([a, b], values)
            },
        },
        VectorFamily {
            radices: vec![ones - 1, patterns, depths],
            make: |patterns, values| {
                let kind = &patterns.factor;
                let (a, fraction) = (kind.ones[values[0] + 1], kind.patterns[values[1]]);
                in_turns(patterns.product_of_subnormal(a, fraction, values[2], values), values)
            },
        },
        VectorFamily {
            radices: vec![patterns - 1, ones, depths],
            make: |patterns, values| {
                let kind = &patterns.factor;
                let (a, fraction) = (kind.patterns[values[0] + 1], kind.ones[values[1]]);
                in_turns(patterns.product_of_subnormal(a, fraction, values[2], values), values)
            },
        },
        VectorFamily {
            radices: vec![ones - 1, ones - 1],
            make: |patterns, values| {
                let (kind, [negative, other_negative]) = (&patterns.factor, signs(values));
                let a = kind.signed(negative, kind.ones[values[0] + 1]);
                [a, kind.signed(other_negative, kind.ones[values[1] + 1]), 0]
            },
        },
    ]
}

impl OperandPatterns {
    /// Returns two factors, the first of which is subnormal. The product's leading bit is `places` places below the bit
    /// two above that of the smallest normal number.
    pub(super) fn product_of_subnormal(&self, a: u32, fraction: u32, places: usize, values: &[usize]) -> [u32; 2] {
        let [negative, other_negative] = signs(values);
        let a = self.factor.signed(negative, a);
        // In a wider result the product stays normal.
        let lowest = self.addend.lowest().max(2 * self.factor.lowest());
        let exponent = lowest + 2 - places as i32 - self.factor.number(a).leading_exponent();
        [a, self.factor.value(other_negative, exponent, fraction)]
    }
}
