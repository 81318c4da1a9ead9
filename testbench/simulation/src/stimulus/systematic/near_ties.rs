//! Products that differ from a tie in a single digit.
//!
//! This digit alone decides the direction of rounding, so a fault in it is visible.

use std::sync::LazyLock;

use halfpipe_isa::FloatFormat;

use super::family::{alternate, mixed, NearTie, VectorFamily};
use super::patterns::FormatPatterns;

/// Returns products above and below a tie by each of the discarded digits, as far as they exist. Normal products are
/// less than 1, so that nothing saturates. Subnormal products have every depth.
pub(super) fn near_ties(format: FloatFormat) -> &'static [NearTie] {
    static OF_F16: LazyLock<Vec<NearTie>> =
        LazyLock::new(|| list_near_ties(&FormatPatterns::from_format(FloatFormat::F16)));
    static OF_BF16: LazyLock<Vec<NearTie>> =
        LazyLock::new(|| list_near_ties(&FormatPatterns::from_format(FloatFormat::BF16)));
    match format {
        FloatFormat::F16 => &OF_F16,
        FloatFormat::BF16 => &OF_BF16,
        // Products of narrower numbers are exact in f32. The systematic vectors cover all 8-bit products.
        _ => &[],
    }
}

fn list_near_ties(kind: &FormatPatterns) -> Vec<NearTie> {
    let precision = kind.precision() as u32;
    let mut found = Vec::new();
    // With a carry the product has one digit more.
    for (digits, depth) in [2 * precision - 1, 2 * precision]
        .into_iter()
        .flat_map(|digits| (0..=precision).map(move |depth| (digits, depth)))
    {
        let lost = digits - precision + depth;
        let exponent = if depth == 0 { -1 } else { kind.lowest() - depth as i32 };
        for (place, is_above) in (0..lost - 1).flat_map(|place| [(place, false), (place, true)]) {
            let half = 1_u64 << (lost - 1);
            let tail = if is_above {
                half + (1 << place)
            } else {
                half - (1 << place)
            };
            found.extend(
                factors(precision, digits, lost, tail, !is_above)
                    .map(|significands| NearTie { significands, exponent }),
            );
        }
    }
    found
}

/// Returns vectors with these products of both signs; the addend, if any, is zero.
pub(super) fn near_tie_products(count: usize) -> VectorFamily {
    VectorFamily::new([count as u64, 2], |patterns, values| {
        let kind = &patterns.factor;
        let NearTie { significands, exponent } = patterns.near_ties[values[0]];
        let [one, other] = significands;
        let carry = (one * other).ilog2() as i32 - 2 * (kind.precision() - 1);
        let exponents = kind.split(exponent - carry, mixed(&values));
        let fraction = |significand: u64| significand as u32 & kind.format.fraction_mask();
        let negative = values[0] % 2 == 1;
        let a = kind.value(negative, exponents[0], fraction(one));
        let b = kind.value(negative != (values[1] == 1), exponents[1], fraction(other));
        alternate([a, b], 0, &values)
    })
}

/// Returns two significands of `precision` digits with a product of `digits` digits. The product's lowest `lost` digits
/// are the `tail`. The digits above form an odd or an even number, as `odd` selects. None if no such pair exists.
pub(super) fn factors(precision: u32, digits: u32, lost: u32, tail: u64, odd: bool) -> Option<[u64; 2]> {
    let zeros = tail.trailing_zeros();
    // The factors share the product's trailing zeros; the rest of each factor is odd.
    let (first_zeros, second_zeros) = (zeros / 2, zeros - zeros / 2);
    let bits = lost - zeros;
    let top = |zeros: u32| 1_u64 << (precision - 1 - zeros);
    let odds = (0..top(first_zeros).div_ceil(2))
        .map(|half| top(first_zeros) + 2 * half + u64::from(first_zeros + 1 < precision));
    // The tail does not determine the upper digits of the other factor; they are chosen for a small or a large product.
    let upper = if digits == 2 * precision {
        2 * top(second_zeros) - 1
    } else {
        top(second_zeros)
    };
    let known = (1_u64 << bits) - 1;
    let mut pairs = odds.filter_map(|one| {
        // The inverse of an odd number modulo a power of two; each step doubles its correct digits.
        let inverse = (0..5).fold(one, |inverse, _| {
            inverse.wrapping_mul(2_u64.wrapping_sub(one.wrapping_mul(inverse)))
        });
        let other = inverse.wrapping_mul(tail >> zeros) & known | upper & !known;
        let product = (one << first_zeros) * (other << second_zeros);
        let fits = other >= top(second_zeros)
            && other < 2 * top(second_zeros)
            && product.ilog2() + 1 == digits
            && product & ((1 << lost) - 1) == tail
            && (product >> lost) % 2 == u64::from(odd);
        fits.then_some([one << first_zeros, other << second_zeros])
    });
    pairs.next()
}

#[cfg(test)]
#[path = "../../../tests/unit/stimulus/systematic/near_ties.rs"]
mod tests;
