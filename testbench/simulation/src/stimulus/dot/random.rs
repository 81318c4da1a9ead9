//! The constrained-random mix of a dot product's vectors.

use rand::Rng;

use super::elements::{ElementDraw, Elements};
use crate::stimulus::number::step;

impl ElementDraw {
    /// Returns the next elements of the mix.
    pub fn draw(&self, random: &mut impl Rng) -> Elements {
        let (lowest, highest) = self.exponents();
        let exponent = if random.random() {
            random.random_range(lowest..=highest)
        } else {
            random.random_range(-8..=8).clamp(lowest, highest)
        };
        match random.random_range(0..16) {
            0..=1 => self.with_addend(self.products_near(exponent, 3, random), random),
            2 => self.with_addend(self.products_near(exponent, 0, random), random),
            3 => self.with_addend(self.products_near(exponent, self.cut + 6, random), random),
            4..=5 => self.cancellation(exponent, random),
            6..=8 => self.truncation(exponent, random),
            9 => self.zero_products(random),
            10 => self.subnormals(random),
            11 => self.overflow(random),
            12 => self.specials(exponent, random),
            13 => self.few_products(exponent, random),
            14 => self.tie(exponent, random),
            _ => {
                let factors = (0..self.products).map(|_| self.finite(random));
                let factors = factors.collect();
                self.with_addend(factors, random)
            }
        }
    }

    /// Returns products whose exponents are at most `spread` from an exponent.
    fn products_near(&self, exponent: i32, spread: i32, random: &mut impl Rng) -> Vec<[u32; 2]> {
        (0..self.products)
            .map(|_| self.product(exponent + random.random_range(-spread..=spread), random))
            .collect()
    }

    /// Returns pairs of equal products with opposite signs, in any order, with smaller products between them.
    fn cancellation(&self, exponent: i32, random: &mut impl Rng) -> Elements {
        let distance = random.random_range(0..=self.cut + 3);
        let mut factors = self.products_near(exponent - distance, 2, random);
        let places = self.places(random);
        for pair in places.chunks_exact(2).take(random.random_range(1..=self.products / 2)) {
            let [a, b] = self.product(exponent, random);
            factors[pair[0]] = [a, b];
            let [format, format_of_b] = self.formats();
            let opposite = if format == format_of_b {
                [b, a ^ format.sign_mask()]
            } else {
                [a ^ format.sign_mask(), b]
            };
            factors[pair[1]] = opposite;
            // A pair that almost cancels.
            if random.random_range(0..4) == 0 {
                factors[pair[1]][0] = step(format, opposite[0], random.random_range(-1..=1));
            }
        }
        self.with_addend(factors, random)
    }

    /// Returns one large term and others at the place where terms are cut off, some of them zero.
    fn truncation(&self, exponent: i32, random: &mut impl Rng) -> Elements {
        let (_, highest) = self.exponents();
        let exponent = exponent.max(highest.min(self.product_range().0 + self.cut));
        let edge = (self.cut + random.random_range(-3..=2)).max(0);
        let few = random.random();
        let small = |_| {
            if few && random.random_range(0..4) > 0 {
                self.zero_product(random)
            } else {
                self.product(exponent - edge + random.random_range(-1..=1), random)
            }
        };
        let mut factors: Vec<[u32; 2]> = (0..self.products).map(small).collect();
        let is_c_large = random.random_range(0..3) == 0;
        let c = if is_c_large {
            self.result.with_exponent(exponent, random)
        } else {
            let place = random.random_range(0..self.products);
            factors[place] = self.product(exponent, random);
            match random.random_range(0..3) {
                0 => self.result.zero(random),
                1 => self.result.with_exponent(exponent - edge, random),
                _ => self
                    .result
                    .with_exponent(exponent - random.random_range(0..=edge), random),
            }
        };
        Elements { factors, c }
    }

    /// Returns products with a zero and a large factor, among few small ones.
    fn zero_products(&self, random: &mut impl Rng) -> Elements {
        let mut factors: Vec<[u32; 2]> = (0..self.products).map(|_| self.zero_product(random)).collect();
        let (lowest, _) = self.exponents();
        let exponent = lowest + random.random_range(0..=self.cut);
        for place in self.places(random).into_iter().take(random.random_range(0..=2)) {
            factors[place] = self.product(exponent, random);
        }
        let c = match random.random_range(0..4) {
            0 => self.result.zero(random),
            1 => self.result.subnormal(random),
            _ => self
                .result
                .with_exponent(exponent + random.random_range(-4..=4), random),
        };
        Elements { factors, c }
    }

    /// Returns subnormal factors, and results near the smallest normal number.
    fn subnormals(&self, random: &mut impl Rng) -> Elements {
        let least = self.result.format.min_exponent() as i32;
        let [a, b] = &self.elements;
        let factors = (0..self.products).map(|_| match random.random_range(0..4) {
            0 => [a.subnormal(random), b.finite(random)],
            1 => [a.finite(random), b.subnormal(random)],
            2 => [a.subnormal(random), b.subnormal(random)],
            _ => self.product(least + random.random_range(-self.cut..=2), random),
        });
        let factors: Vec<[u32; 2]> = factors.collect();
        let c = match random.random_range(0..3) {
            0 => self.addend(&factors, random),
            1 => self.result.subnormal(random),
            _ => self.result.with_exponent(least + random.random_range(-2..=2), random),
        };
        Elements { factors, c }
    }

    /// Returns terms as large as possible, of one sign in half of the vectors.
    fn overflow(&self, random: &mut impl Rng) -> Elements {
        let highest = self.result.format.max_exponent() as i32;
        let most = self.product_range().1.min(highest + 1);
        let mut factors = self.products_near(most - random.random_range(0..=6), 1, random);
        let c = self.result.with_exponent(highest - random.random_range(0..=1), random);
        let mut elements = Elements { factors: Vec::new(), c };
        if random.random() {
            let sign = c & self.result.format.sign_mask() != 0;
            let [format_of_a, format_of_b] = self.formats();
            for [a, b] in &mut factors {
                *a &= format_of_a.magnitude_mask();
                *b = *b & format_of_b.magnitude_mask() | if sign { format_of_b.sign_mask() } else { 0 };
            }
        }
        if random.random_range(0..4) == 0 {
            elements.c = self.result.edge(random);
        }
        Elements { factors, ..elements }
    }

    /// Returns ordinary terms with few infinities, NaNs and zeros among them.
    fn specials(&self, exponent: i32, random: &mut impl Rng) -> Elements {
        let factors = self.products_near(exponent, 3, random);
        let mut elements = self.with_addend(factors, random);
        for place in self.places(random).into_iter().take(random.random_range(0..=2)) {
            elements.factors[place] = self.cross(random, |draw, random| {
                let special = match random.random_range(0..4) {
                    0 => draw.nan(random),
                    _ => draw.infinity(random),
                };
                let other = match random.random_range(0..4) {
                    0 => draw.zero(random),
                    1 => draw.infinity(random),
                    _ => draw.finite(random),
                };
                [special, other]
            });
        }
        match random.random_range(0..8) {
            0 => elements.c = self.result.nan(random),
            1..=3 => elements.c = self.result.infinity(random),
            _ => {}
        }
        elements
    }

    /// Returns one to three products that are not zero.
    fn few_products(&self, exponent: i32, random: &mut impl Rng) -> Elements {
        let mut factors: Vec<[u32; 2]> = (0..self.products).map(|_| self.zero_product(random)).collect();
        for place in self.places(random).into_iter().take(random.random_range(1..=3)) {
            factors[place] = self.product(exponent + random.random_range(-self.cut..=0), random);
        }
        self.with_addend(factors, random)
    }

    /// Returns a term with few digits, half of the last place of the result, and a term far below both.
    fn tie(&self, exponent: i32, random: &mut impl Rng) -> Elements {
        let precision = self.result.format.significand_bits() as i32;
        let least = self.result.format.min_exponent() as i32;
        let half = (exponent - precision).max(least - precision) + random.random_range(-1..=1);
        let mut factors: Vec<[u32; 2]> = (0..self.products).map(|_| self.zero_product(random)).collect();
        let places = self.places(random);
        factors[places[0]] = self.power_of_two(half, random);
        let c = if random.random() {
            self.result.with_exponent(exponent, random)
        } else {
            factors[places[1]] = self.product(exponent, random);
            self.result.zero(random)
        };
        if let Some(place) = places.get(2).filter(|_| random.random()) {
            factors[*place] = self.product(half - random.random_range(1..=2 * precision), random);
        }
        Elements { factors, c }
    }
}
