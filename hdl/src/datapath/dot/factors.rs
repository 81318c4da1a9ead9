//! Factors of a dot product, and its NaNs and infinities.

use halfpipe_isa::FloatFormat;

use crate::datapath::mul::special_product;
use crate::net::{Net, Scope};
use crate::stage::{step, unpack, Special, Unpacked};

/// The factors of one product.
#[derive(Clone, Copy)]
pub struct Factors<'n> {
    /// The element of `a`.
    pub a: Unpacked<'n>,
    /// The element of `b`.
    pub b: Unpacked<'n>,
}

impl<'n> Factors<'n> {
    /// Unpacks pairs of elements of these formats.
    pub fn unpack(n: Scope<'n>, [of_a, of_b]: [FloatFormat; 2], pairs: &[[Net<'n>; 2]]) -> Vec<Factors<'n>> {
        let pairs = pairs.iter().enumerate();
        let factors = pairs.map(|(number, [a, b])| {
            let n = n.scope(&format!("pair{number}"));
            Factors {
                a: unpack(n, "a", of_a, *a),
                b: unpack(n, "b", of_b, *b),
            }
        });
        factors.collect()
    }

    /// Returns the sum of the biased exponents, with its carry.
    pub fn add_exponents(self) -> Net<'n> {
        let [a, b] = [self.a.exponent, self.b.exponent];
        let width = a.width().max(b.width());
        a.zero_extend(width).add_with_carry(b.zero_extend(width))
    }
}

/// Detects NaNs and infinities: a NaN operand, a zero times an infinity and opposite infinities give NaN.
pub fn special_sum_of_products<'n>(n: Scope<'n>, factors: &[Factors<'n>], c: Unpacked<'n>) -> Special<'n> {
    let products = factors.iter().enumerate().map(|(number, Factors { a, b })| {
        let n = n.scope(&format!("pair{number}"));
        special_product(n, *a, *b)
    });
    let products: Vec<Special> = products.collect();
    let _stage = n.stage(step::SPECIAL);
    let any = |terms: Vec<Net<'n>>| {
        terms
            .into_iter()
            .reduce(|low, high| high.join(low))
            .expect("there is c")
            .any()
    };
    let infinite = |wanted: bool| {
        let of = |infinite: Net<'n>, sign: Net<'n>| infinite & if wanted { sign } else { !sign };
        let terms = products.iter().map(|one| of(one.infinite, one.infinite_sign));
        any(terms.chain([of(c.infinite, c.sign)]).collect())
    };
    let positive = infinite(false).named("positive_infinity");
    let negative = infinite(true).named("negative_infinity");
    let nan = any(products.iter().map(|one| one.nan).chain([c.nan]).collect());
    Special {
        nan: (nan | (positive & negative)).named("nan"),
        infinite: (positive | negative).named("infinite"),
        infinite_sign: negative,
        zero: n.zero(),
    }
}
