//! The search for coefficients of many inputs: a descent to the least misfit, then the solutions around it.
//!
//! The greatest misfit of a requirement is a convex function of curvature and slope, but for the errors of the rows. Two
//! nested searches find its minimum, which takes a few hundred evaluations. [`crate::tables::fit::solutions`] tries every
//! pair.

use std::ops::Range;

use crate::tables::fit::{base_range, Requirement, Solution};
use crate::tables::polynomial::{Directions, PolynomialWidths};

/// The number of solutions with which the search ends.
const ENOUGH_SOLUTIONS: usize = 1000;

/// The number of misses in a row that end a walk.
const GREATEST_GAP: u32 = 2;

/// Returns some of the solutions. Their coefficients have as many zeros in the last places as there are enough of them.
///
/// # Panics
///
/// Panics if the segments of the table have directions.
pub fn solutions_by_descent(polynomial: &PolynomialWidths, requirements: &[Requirement]) -> Vec<Solution> {
    let [directions] = polynomial.directions()[..] else {
        panic!("a table with directions is not searched by descent");
    };
    let search = Descent {
        polynomial,
        directions,
        requirements,
    };
    let curvature = search.best_curvature();
    let mut found = Vec::new();
    for zeros in (0..polynomial.slope_bits).rev() {
        found = search.solutions_around(curvature, zeros);
        if found.len() >= ENOUGH_SOLUTIONS {
            break;
        }
    }
    found
}

/// A misfit of coefficients.
struct Misfit {
    /// The amount by which the best base misses the two requirements that are farthest apart; negative if it meets all.
    amount: i64,
    /// True if a greater slope has a smaller misfit.
    wants_more: bool,
}

/// A search for the coefficients of a segment.
struct Descent<'s> {
    polynomial: &'s PolynomialWidths,
    directions: Directions,
    requirements: &'s [Requirement],
}

impl Descent<'_> {
    fn slopes(&self) -> Range<i64> {
        0..1 << self.polynomial.slope_bits
    }

    fn curvatures(&self) -> Range<i64> {
        0..1 << self.polynomial.curvature.map_or(0, |curvature| curvature.bits)
    }

    fn misfit(&self, slope: i64, curvature: i64) -> Misfit {
        let (mut low, mut high) = ((i64::MIN, 0), (i64::MAX, 0));
        for requirement in self.requirements {
            let offset = requirement.offset;
            let slope = self.polynomial.slope(slope, curvature, offset, self.directions);
            let product = self.polynomial.product(slope, offset);
            low = low.max((requirement.low - product, offset));
            high = high.min((requirement.high - product, offset));
        }
        Misfit {
            amount: low.0 - high.0,
            wants_more: low.1 > high.1,
        }
    }

    /// Returns the slope with the least misfit, by bisection.
    fn best_slope(&self, curvature: i64) -> i64 {
        let Range { start: mut low, end } = self.slopes();
        let mut high = end - 1;
        while low < high {
            let middle = (low + high) >> 1;
            if self.misfit(middle, curvature).wants_more {
                low = middle + 1
            } else {
                high = middle
            }
        }
        low
    }

    fn least_misfit(&self, curvature: i64) -> i64 {
        self.misfit(self.best_slope(curvature), curvature).amount
    }

    /// Returns the curvature with the least misfit, by a search in thirds.
    fn best_curvature(&self) -> i64 {
        let Range { start: mut low, end } = self.curvatures();
        let mut high = end - 1;
        while high - low > 2 {
            let third = (high - low) / 3;
            if self.least_misfit(low + third) > self.least_misfit(high - third) {
                low += third
            } else {
                high -= third
            }
        }
        (low..=high)
            .min_by_key(|&curvature| self.least_misfit(curvature))
            .unwrap_or(low)
    }

    /// Returns solutions around a curvature whose slope has so many zeros in the last places. The curvature has fewer, in
    /// proportion to its width.
    fn solutions_around(&self, curvature: i64, zeros: u32) -> Vec<Solution> {
        let slope_step = 1 << zeros;
        let curvature_bits = self.polynomial.curvature.map_or(0, |curvature| curvature.bits);
        let curvature_step = 1 << (zeros * curvature_bits / self.polynomial.slope_bits);
        let mut found = Vec::new();
        walk(curvature, curvature_step, self.curvatures(), |curvature| {
            let before = found.len();
            walk(self.best_slope(curvature), slope_step, self.slopes(), |slope| {
                let bases = base_range(self.polynomial, slope, curvature, self.directions, self.requirements);
                found.extend(bases.map(|(least_base, greatest_base)| Solution {
                    least_base,
                    greatest_base,
                    slope,
                    curvature,
                    directions: self.directions,
                    exponent: 0,
                }));
                bases.is_some() && found.len() < before + ENOUGH_SOLUTIONS
            });
            found.len() > before && found.len() < 2 * ENOUGH_SOLUTIONS
        });
        found
    }
}

/// Visits multiples of a step from a start downwards, then upwards, each until it leaves the range or misses too often.
fn walk(start: i64, step: i64, range: Range<i64>, mut is_hit: impl FnMut(i64) -> bool) {
    let start = start / step * step;
    for (mut place, step) in [(start, -step), (start + step, step)] {
        let mut misses = 0;
        while range.contains(&place) && misses < GREATEST_GAP {
            misses = if is_hit(place) { 0 } else { misses + 1 };
            place += step;
        }
    }
}
