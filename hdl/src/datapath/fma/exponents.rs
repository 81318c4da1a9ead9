//! The exponents of product and addend.

use halfpipe_isa::{FloatFormat, LaneFormats};

use crate::datapath::fma::window::{exponent_of_top, half_shift, Window};
use crate::datapath::mul::two_subnormals_matter;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{add_with_both, signed_width, step, Unpacked};

/// A factor with its exponent.
#[derive(Clone, Copy)]
pub struct Factor<'n> {
    /// The operand, moved up if it is a small subnormal.
    pub unpacked: Unpacked<'n>,
    /// The exponent in two's complement, or one less.
    exponent: Net<'n>,
    /// Both 1 where it is one less; none if it never is.
    lacks_one: Option<[Net<'n>; 2]>,
}

impl<'n> Factor<'n> {
    /// Unpacks a factor. If the digits of a product of two subnormals matter, one shifter step moves up a subnormal
    /// factor whose upper half is zero. The window has room for the leading zeros that remain.
    pub fn new(n: Scope<'n>, formats: LaneFormats, name: &str, operand: Unpacked<'n>) -> Factor<'n> {
        if !two_subnormals_matter(formats) {
            // A subnormal has the field 0 and the exponent 1. The sum of the exponents adds that one.
            let field = operand.magnitude.high(operand.exponent.width());
            let below_two = field.high(field.width() - 1).is_zero();
            return Factor {
                unpacked: operand,
                exponent: n.zero().join(field),
                lacks_one: Some([below_two.named(hidden(format!("{name}_below_two"))), !field.bit(0)]),
            };
        }
        let significand = operand.significand;
        let shift = half_shift(significand.width());
        // A sign, and room for the exponent of a subnormal that is moved up.
        let exponent = operand
            .exponent
            .zero_extend((operand.exponent.width() + 1).max(signed_width(1 - i64::from(shift))));
        let _stage = n.stage(step::prenormalise(name));
        let high = significand.high(shift).any().named(hidden("high"));
        let low = (!high).named("low");
        let moved = significand.low(significand.width() - shift).append_zeros(shift);
        // The factor is subnormal, with an exponent of 1.
        let exponent_of_moved = (1 - i64::from(shift)).rem_euclid(1 << exponent.width()) as u64;
        Factor {
            unpacked: Unpacked {
                significand: low.select(moved, significand).named("significand"),
                ..operand
            },
            exponent: low
                .select(n.constant(exponent_of_moved, exponent.width()), exponent)
                .named(unsigned("exponent")),
            lacks_one: None,
        }
    }
}

/// Terms of the exponents, available before the product is compared with the addend.
///
/// The top of the window has the biased exponent `product + offset + 1`, with the constant of [`exponent_of_top`]. The
/// distance of the addend is that exponent less the addend's own. The terms are grouped so that each takes one more
/// addition:
///
/// ```text
///   top less one = product + offset
///   distance     = product + offset_from_addend
/// ```
#[derive(Clone, Copy)]
pub struct Exponents<'n> {
    /// 1 if a factor is zero.
    pub zero_product: Net<'n>,
    /// The sum of the factors' exponents, in two's complement, or one less.
    product: Net<'n>,
    /// Both 1 where it is one less; none if it never is.
    lacks_one: Option<[Net<'n>; 2]>,
    /// The biased exponent of the addend.
    pub addend: Net<'n>,
    /// The offset plus one, less the biased exponent of the addend.
    pub offset_from_addend: Net<'n>,
}

impl<'n> Exponents<'n> {
    /// Adds what does not wait for the distance of the addend.
    pub fn new(n: Scope<'n>, formats: LaneFormats, a: Factor<'n>, b: Factor<'n>, c: Unpacked<'n>) -> Exponents<'n> {
        let _stage = n.stage(step::EXPONENTS);
        let addend = c.exponent.zero_extend(exponent_width(formats)).named(hidden("addend"));
        Exponents::with_offset([a, b], addend, || offset_of_window(n, formats, 2))
    }

    /// Adds the exponents of the factors. `offset` is that of the window's top plus two, less the difference of the addend from its
    /// biased exponent.
    pub fn with_offset([a, b]: [Factor<'n>; 2], addend: Net<'n>, offset: impl FnOnce() -> Net<'n>) -> Exponents<'n> {
        let [of_a, of_b] = [a, b].map(|factor| factor.exponent.sign_extend(addend.width()));
        let product = add_with_both("product_chain", of_a, of_b, a.lacks_one);
        Exponents {
            zero_product: a.unpacked.zero | b.unpacked.zero,
            product: product.named(hidden("product")),
            lacks_one: b.lacks_one,
            addend,
            offset_from_addend: (!addend + offset()).named(hidden("offset_from_addend")),
        }
    }

    /// Returns the biased exponent of the window's top, less one. `offset` goes to it from the sum of the factors' exponents.
    pub fn top_exponent(&self, offset: Net<'n>) -> Net<'n> {
        self.add_to_product("exponent_chain", offset)
    }

    /// Returns a biased exponent less one: that of a place so many below the top if `lower` is 1, else that of the place
    /// above the top.
    pub fn place_exponent(&self, n: Scope<'n>, formats: LaneFormats, lower: Net<'n>, places: u32) -> Net<'n> {
        let [below, above] = [-i64::from(places), 1].map(|places| offset_of_window(n, formats, places));
        self.add_to_product("exponent_chain", lower.select(below, above))
    }

    /// Returns the exponent of the product plus another term.
    pub fn add_to_product(&self, name: &str, term: Net<'n>) -> Net<'n> {
        add_with_both(name, self.product, term, self.lacks_one)
    }
}

/// Returns the width of a signed exponent: one bit more than the sum of two exponents takes, for the sign of a difference.
/// If there are few exponents, the distance of the addend or the places of the window take more.
pub fn exponent_width(formats: LaneFormats) -> u32 {
    let least_factor = if two_subnormals_matter(formats) {
        1 - i64::from(half_shift(formats.operand.significand_bits()))
    } else {
        1
    };
    let greatest = |format: FloatFormat| format.max_exponent() + format.bias();
    let offset = exponent_of_top(formats);
    let least_distance = 2 * least_factor + offset + 1 - greatest(formats.result);
    let greatest_top = 2 * greatest(formats.operand) + offset;
    let places = i64::from(Window::from_formats(formats).places());
    let needed = [least_distance, greatest_top, -places].map(signed_width);
    needed.into_iter().fold(formats.result.exponent_bits + 2, u32::max)
}

/// Returns the constant of [`exponent_of_top`] and so many more places.
pub fn offset_of_window(n: Scope<'_>, formats: LaneFormats, places: i64) -> Net<'_> {
    modular(n, exponent_of_top(formats) + places, exponent_width(formats))
}

/// Returns a constant in two's complement.
fn modular(n: Scope<'_>, value: i64, width: u32) -> Net<'_> {
    n.constant(value.rem_euclid(1 << width) as u64, width)
}
