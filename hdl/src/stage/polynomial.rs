//! Polynomial: the coefficients of the segment at an address, then base + slope · offset.
//!
//! The polynomial is linear or quadratic in each segment, and one table has all coefficients (Detrey and de Dinechin,
//! "Table-based polynomials for fast hardware function evaluation", ASAP 2005).
//!
//! A product is a sum of rows, one for each pair of offset bits. The pair, read as 0 to 3, selects -2, -1, 0 or +1
//! times the factor. The rows add up to the factor times the offset less `…101010` in binary. A row takes only one
//! look-up table and one carry for each bit, for two reasons:
//!
//! - A negative multiple is the multiple with its bits inverted, one less than the exact one.
//! - A row is displaced upwards so that it is never negative. With a factor of w bits it has w + 2 bits, the upper one
//!   of the pair on top. A row and all rows below it fit these w + 2 bits.
//!
//! Displacements and small errors cost nothing, because the coefficients are fitted to this arithmetic. Every addition
//! is a net of exactly the width its sum needs. Synthesis turns the same arithmetic in one wide expression into a tree
//! of carry-save adders, which takes more of an FPGA.

use crate::net::{hidden, Net, Scope};
use crate::stage::step;
use crate::tables::{Polynomial, Segment};

/// The coefficients of a segment.
#[derive(Clone, Copy)]
pub struct Coefficients<'n> {
    /// The value at the start of the segment, less the displacements of the product's rows.
    pub base: Net<'n>,
    /// The slope.
    pub slope: Net<'n>,
    /// The change of the slope along the segment; None in a linear polynomial.
    pub curvature: Option<Net<'n>>,
    /// 1 if the offset has its bits inverted; None in a table without directions.
    pub falls: Option<Net<'n>>,
    /// 1 if the offset that changes the slope has its bits inverted once more.
    pub bends: Option<Net<'n>>,
    /// The exponent of the segment; None in a table without exponents.
    pub exponent: Option<Net<'n>>,
}

/// Looks up the coefficients at an address.
pub fn look_up<'n>(n: Scope<'n>, polynomial: &Polynomial, segments: &[Segment], address: Net<'n>) -> Coefficients<'n> {
    let _stage = n.stage(step::LOOK_UP);
    let column = |name: &str, bits: u32, coefficient: fn(&Segment) -> u64| {
        let (entries, needed) = column(address.width(), segments, coefficient);
        address
            .high(needed)
            .named("address")
            .look_up(&entries, bits)
            .named(name)
    };
    let integer_bits = polynomial.sum_bits - polynomial.sum_fraction;
    let base_bits = integer_bits + polynomial.base_fraction;
    Coefficients {
        base: column("base", base_bits, |segment| segment.base),
        slope: column("slope", polynomial.slope_bits, |segment| segment.slope),
        curvature: polynomial
            .curvature
            .map(|curvature| column("curvature", curvature.bits, |segment| segment.curvature)),
        falls: polynomial
            .directed
            .then(|| column("falls", 1, |segment| segment.directions & 1)),
        bends: (polynomial.directed && polynomial.curvature.is_some())
            .then(|| column("bends", 1, |segment| segment.directions >> 1)),
        exponent: (polynomial.exponent_bits > 0)
            .then(|| column("exponent", polynomial.exponent_bits, |segment| segment.exponent)),
    }
}

/// Looks up an entry of a constant table. An address whose entry is None does not occur.
pub fn look_up_known<'n>(address: Net<'n>, mut entries: Vec<Option<u128>>, width: u32) -> Net<'n> {
    fill(&mut entries);
    let entries: Vec<u128> = entries.into_iter().map(Option::unwrap_or_default).collect();
    address.look_up(&entries, width)
}

/// Returns one coefficient for each value of the high address bits on which it depends, and the number of these bits.
fn column(address_bits: u32, segments: &[Segment], coefficient: fn(&Segment) -> u64) -> (Vec<u128>, u32) {
    let mut entries = vec![None; 1 << address_bits];
    for segment in segments {
        let addresses = segment.first as usize..=segment.last as usize;
        entries[addresses].fill(Some(coefficient(segment).into()));
    }
    fill(&mut entries);
    let mut entries: Vec<u128> = entries.into_iter().map(Option::unwrap_or_default).collect();
    let mut needed = address_bits;
    while needed > 1 && entries.chunks(2).all(|pair| pair[0] == pair[1]) {
        entries = entries.into_iter().step_by(2).collect();
        needed -= 1;
    }
    (entries, needed)
}

/// Fills entries whose address does not occur. The halves of a table become equal as far as their entries allow. The
/// address bit between them is then not needed there.
fn fill(entries: &mut [Option<u128>]) {
    let (lower, upper) = entries.split_at_mut(entries.len() / 2);
    let agree = |(one, other): (&Option<u128>, &Option<u128>)| one.is_none() || other.is_none() || one == other;
    if lower.iter().zip(&*upper).all(agree) {
        for (one, other) in lower.iter_mut().zip(&mut *upper) {
            let entry = one.or(*other);
            (*one, *other) = (entry, entry);
        }
    }
    if lower.len() > 1 {
        fill(lower);
        fill(upper);
    }
}

/// Returns the offset in the direction of the segment.
pub fn oriented<'n>(n: Scope<'n>, coefficients: Coefficients<'n>, offset: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::LOOK_UP);
    match coefficients.falls {
        Some(falls) => (offset ^ falls.repeat(offset.width())).named("offset"),
        None => offset,
    }
}

/// Returns the slope at an offset: in a quadratic polynomial slope + curvature · offset, modulo its width.
pub fn slope_at<'n>(n: Scope<'n>, polynomial: &Polynomial, coefficients: Coefficients<'n>, offset: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::SLOPE);
    let Coefficients { slope, curvature, .. } = coefficients;
    let (Some(shape), Some(curvature)) = (polynomial.curvature, curvature) else {
        return slope;
    };
    let upper = offset.high(offset.width() - shape.ignored_bits);
    let along = match coefficients.bends {
        Some(bends) => (upper ^ bends.repeat(upper.width())).named(hidden("along")),
        None if shape.falling => (!upper).named(hidden("along")),
        None => upper,
    };
    let change = product(n, curvature, along, 0);
    let slope = slope.append_zeros(shape.extra_fraction);
    let changed = (slope + fitted(change, slope.width())).named(hidden("changed"));
    changed.high(polynomial.slope_bits).named("slope")
}

/// Returns the slope times the offset, in units of the sum's last place. Bits beyond its width wrap around in the sum.
pub fn multiply_offset<'n>(n: Scope<'n>, polynomial: &Polynomial, slope: Net<'n>, offset: Net<'n>) -> Net<'n> {
    let excess = polynomial.slope_fraction - polynomial.sum_fraction;
    let _stage = n.stage(step::PRODUCT);
    product(n, slope, offset, excess)
}

/// Returns the value of the polynomial: the base plus the product.
pub fn add_base<'n>(n: Scope<'n>, polynomial: &Polynomial, base: Net<'n>, product: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::SUM);
    let base = base.append_zeros(polynomial.sum_fraction - polynomial.base_fraction);
    (base + fitted(product, polynomial.sum_bits)).named("sum")
}

/// Extends or cuts a value to a width.
fn fitted(value: Net<'_>, width: u32) -> Net<'_> {
    value.low(value.width().min(width)).zero_extend(width)
}

/// Returns the factor times the offset, as a sum of rows, those of low offset bits first. `excess` fraction bits of the
/// factor lie below the last place of the sum. The rows of low offset bits leave out as many bits as would lie there.
fn product<'n>(n: Scope<'n>, factor: Net<'n>, offset: Net<'n>, excess: u32) -> Net<'n> {
    let mut total: Option<Net<'n>> = None;
    for position in (0..offset.width()).step_by(2) {
        let dropped = excess.saturating_sub(position);
        if dropped >= factor.width() {
            continue;
        }
        let factor = factor.high(factor.width() - dropped);
        let low = offset.bit(position);
        // A single bit left at the top has its own row.
        let single = position + 1 == offset.width();
        let row = if single {
            factor.only_if(low)
        } else {
            displaced_multiple(offset.bit(position + 1), low, factor)
        };
        let row = row.named(format!("row_{position}"));
        total = Some(match total {
            None => row,
            Some(total) => {
                let weight = position.saturating_sub(excess);
                let width = row.width() + u32::from(single);
                let upper = total.high(total.width() - weight).zero_extend(width) + row.zero_extend(width);
                let upper = upper.named(format!("rows_to_{position}"));
                if weight == 0 {
                    upper
                } else {
                    upper.join(total.low(weight))
                }
            }
        });
    }
    total.unwrap_or_else(|| n.zero())
}

/// Returns -2, -1, 0 or +1 times the factor for the pair of bits 0, 1, 2 or 3, plus 2 · 2^width. A negative multiple is
/// one less.
fn displaced_multiple<'n>(high: Net<'n>, low: Net<'n>, factor: Net<'n>) -> Net<'n> {
    let once = factor.zero_extend(factor.width() + 1).named(hidden("once"));
    let twice = factor.append_zeros(1);
    let [minus_once, minus_twice] =
        [(once, "minus_once"), (twice, "minus_twice")].map(|(of, name)| (!of).named(hidden(name)));
    let multiple = high.select(once.only_if(low), low.select(minus_once, minus_twice));
    high.join(multiple.named(hidden("multiple")))
}
