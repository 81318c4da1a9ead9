//! Values on both sides of a class boundary, one bit apart.

use super::family::{alternate, len, OperandPatterns, VectorFamily};
use super::patterns::FormatPatterns;
use crate::Operands;

/// Returns values that differ in one bit or in none.
pub(super) fn comparisons(kind: &FormatPatterns) -> Vec<VectorFamily> {
    let bits = u64::from(kind.format.fraction_bits + kind.format.exponent_bits + 1);
    vec![VectorFamily::new(
        [len(&kind.patterns), kind.fields().len() as u64, 2, bits + 1],
        |patterns, values| {
            let [pattern, field, negative, flipped] = values;
            let kind = &patterns.factor;
            let magnitude = kind.fields()[field] << kind.format.fraction_bits | kind.patterns[pattern];
            let a = kind.signed(negative == 1, magnitude);
            alternate([a, a ^ ((1 << flipped) >> 1)], 0, &values)
        },
    )]
}

/// Returns every class boundary in either operand, with decisive values in the other.
pub(super) fn borders_of_two(kind: &FormatPatterns, addend: &FormatPatterns) -> VectorFamily {
    VectorFamily::new(
        [len(&kind.borders).max(len(&addend.borders)), 4, 2, 4],
        |patterns, values| {
            let [border, other, position, signs] = values;
            patterns.place_at_border(2, position, border, [other; 2], signs)
        },
    )
}

/// Returns the same for three operands; the sign of one of them depends on the other values.
pub(super) fn borders_of_three(kind: &FormatPatterns, addend: &FormatPatterns) -> VectorFamily {
    VectorFamily::new(
        [len(&kind.borders).max(len(&addend.borders)), 4, 4, 3, 4],
        |patterns, values| {
            let [border, one, other, position, signs] = values;
            let third = (border + one + other) % 2;
            patterns.place_at_border(3, position, border, [one, other], signs << 1 | third)
        },
    )
}

impl OperandPatterns {
    /// Returns the vector with a boundary value in the operand `position`. The other operands have decisive values, by
    /// their numbers.
    pub(super) fn place_at_border(
        &self,
        operands: usize,
        position: usize,
        border: usize,
        others: [usize; 2],
        signs: usize,
    ) -> Operands {
        let mut others = others.into_iter().cycle();
        std::array::from_fn(|operand| {
            let kind = if operand + 1 == operands {
                &self.addend
            } else {
                &self.factor
            };
            let magnitude = match operand {
                _ if operand >= operands => return 0,
                _ if operand == position => kind.borders[border % kind.borders.len()],
                _ => kind.deciding()[others.next().unwrap_or_default()],
            };
            kind.signed(signs >> operand & 1 == 1, magnitude)
        })
    }
}
