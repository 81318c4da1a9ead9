//! Products of walking ones, down to the last place of the result.

use super::family::{alternate, len, mixed, signs, OperandPatterns, VectorFamily};
use super::patterns::FormatPatterns;

/// Returns normal products of all fractions, subnormal products at every depth, and products of subnormal factors.
pub(super) fn products(kind: &FormatPatterns) -> Vec<VectorFamily> {
    let (ones, patterns) = (len(&kind.ones), len(&kind.patterns));
    let depths = kind.precision() as u64 + 4;
    vec![
        VectorFamily::new([patterns, patterns], |patterns, values| {
            let (kind, [negative, other_negative]) = (&patterns.factor, signs(&values));
            // Below 1, so that nothing saturates.
            let a = kind.value(negative, 0, kind.patterns[values[0]]);
            let b = kind.value(other_negative, -2, kind.patterns[values[1]]);
            [a, b, 0]
        }),
        VectorFamily::new([ones, ones, depths], |patterns, values| {
            let kind = &patterns.factor;
            let fractions = [kind.ones[values[0]], kind.ones[values[1]]];
            alternate(
                kind.factors(kind.lowest() - values[2] as i32, fractions, &values),
                0,
                &values,
            )
        }),
        VectorFamily::new([ones - 1, patterns, depths], |patterns, values| {
            let kind = &patterns.factor;
            let (a, fraction) = (kind.ones[values[0] + 1], kind.patterns[values[1]]);
            alternate(
                patterns.product_of_subnormal(a, fraction, values[2], &values),
                0,
                &values,
            )
        }),
        VectorFamily::new([patterns - 1, ones, depths], |patterns, values| {
            let kind = &patterns.factor;
            let (a, fraction) = (kind.patterns[values[0] + 1], kind.ones[values[1]]);
            alternate(
                patterns.product_of_subnormal(a, fraction, values[2], &values),
                0,
                &values,
            )
        }),
        VectorFamily::new([ones - 1, ones - 1], |patterns, values| {
            let (kind, [negative, other_negative]) = (&patterns.factor, signs(&values));
            let a = kind.signed(negative, kind.ones[values[0] + 1]);
            [a, kind.signed(other_negative, kind.ones[values[1] + 1]), 0]
        }),
    ]
}

impl FormatPatterns {
    /// Returns two factors whose exponents have this sum, with these fractions and the signs of the values.
    pub(super) fn factors(&self, sum: i32, fractions: [u32; 2], values: &[usize]) -> [u32; 2] {
        let (exponents, negative) = (self.split(sum, mixed(values)), signs(values));
        [0, 1].map(|factor| self.value(negative[factor], exponents[factor], fractions[factor]))
    }
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
