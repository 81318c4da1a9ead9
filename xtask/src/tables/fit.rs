//! The search for coefficients: every input of a segment bounds the sum from both sides, and all bounds must hold.

use crate::tables::polynomial::{Directions, PolynomialWidths, Row};

/// In a directed table, no more solutions are searched for once there are more than these.
const ENOUGH_SOLUTIONS: usize = 1000;

/// The requirement of one input of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The offset of the input.
    pub offset: u32,
    /// The least sum that gives the right result.
    pub low: i64,
    /// The greatest sum that gives the right result.
    pub high: i64,
}

/// A floating-point result: significand · 2^exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatingResult {
    /// The significand, an integer with the last place of the format.
    pub significand: i64,
    /// The exponent.
    pub exponent: i64,
    /// True if the next number below is half a last place away.
    pub is_least_of_binade: bool,
}

impl FloatingResult {
    /// Returns the least and the greatest sum that is rounded to this result if the sum's exponent is another one, the
    /// result's or one less; None for another exponent. A half is rounded up.
    ///
    /// A sum from 2 on is rounded to a bit less. A sum below 1 has no leading one, unless it is below the normal numbers.
    pub fn sums(&self, exponent: i64, sum_fraction: u32) -> Option<(i64, i64)> {
        let unit = 1_i64 << sum_fraction;
        match self.exponent - exponent {
            0 => {
                let below = if self.is_least_of_binade { 0 } else { unit / 2 };
                let low = (self.significand * unit - below).max(0);
                Some((low, self.significand * unit + unit / 2 - 1))
            }
            1 => {
                let below = if self.is_least_of_binade { unit / 2 } else { unit };
                let doubled = 2 * self.significand * unit;
                Some((doubled - below, doubled + unit - 1))
            }
            _ => None,
        }
    }
}

/// Coefficients that meet all requirements: one slope and curvature, and a range of bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The least base.
    pub least_base: i64,
    /// The greatest base.
    pub greatest_base: i64,
    /// The slope.
    pub slope: i64,
    /// The curvature.
    pub curvature: i64,
    /// The directions.
    pub directions: Directions,
    /// The exponent.
    pub exponent: i64,
}

impl Solution {
    /// Returns the coefficients with the base in the middle of its range.
    pub fn middle(&self) -> Row {
        Row {
            base: (self.least_base + self.greatest_base) >> 1,
            slope: self.slope,
            curvature: self.curvature,
            directions: self.directions,
            exponent: self.exponent,
        }
    }
}

/// Returns the solutions, in the order of directions, curvature and slope.
pub fn solutions(polynomial: &PolynomialWidths, requirements: &[Requirement]) -> Vec<Solution> {
    let mut found = Vec::new();
    for directions in polynomial.directions() {
        let orient = |requirement: &Requirement| Requirement {
            offset: polynomial.oriented(requirement.offset, directions),
            ..*requirement
        };
        let mut ordered: Vec<Requirement> = requirements.iter().map(orient).collect();
        // The ends of a segment refute a wrong slope soonest.
        let least = ordered.iter().map(|r| r.offset).min().unwrap_or(0);
        let greatest = ordered.iter().map(|r| r.offset).max().unwrap_or(0);
        ordered.sort_by_key(|r| (r.offset - least).min(greatest - r.offset));
        let curvature_bits = polynomial.curvature.map_or(0, |curvature| curvature.bits);
        for curvature in 0..1 << curvature_bits {
            if polynomial.directed && found.len() > ENOUGH_SOLUTIONS {
                break;
            }
            let (first, last) = slope_range(polynomial, curvature, directions, &ordered, least, greatest);
            for slope in first..last {
                if let Some((least_base, greatest_base)) =
                    base_range(polynomial, slope, curvature, directions, &ordered)
                {
                    found.push(Solution {
                        least_base,
                        greatest_base,
                        slope,
                        curvature,
                        directions,
                        exponent: 0,
                    });
                }
            }
        }
    }
    found
}

/// Returns a range of slopes to try: those with which the sum rises from the start of the segment to its end as
/// required.
///
/// The rise grows with the slope except for the errors of the rows, for which the range is widened by `MARGIN`. If a
/// suitable slope lies outside the range, a solution is missed, but never a wrong one found.
fn slope_range(
    polynomial: &PolynomialWidths,
    curvature: i64,
    directions: Directions,
    requirements: &[Requirement],
    least: u32,
    greatest: u32,
) -> (i64, i64) {
    const MARGIN: i64 = 64;
    let at = |offset| requirements.iter().find(|r| r.offset == offset);
    let (Some(start), Some(end)) = (at(least), at(greatest)) else {
        return (0, 0);
    };
    let limit = 1 << polynomial.slope_bits;
    let rise = |slope| {
        polynomial.product(polynomial.slope(slope, curvature, greatest, directions), greatest)
            - polynomial.product(polynomial.slope(slope, curvature, least, directions), least)
    };
    let first_with = |bound: i64| {
        let (mut low, mut high) = (-limit, limit);
        while low < high {
            let middle = (low + high) >> 1;
            if rise(middle) >= bound {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    };
    let first = first_with(end.low - start.high - MARGIN);
    let last = first_with(end.high - start.low + MARGIN);
    (first, last)
}

/// Returns the least and the greatest base that meet all requirements.
pub(crate) fn base_range(
    polynomial: &PolynomialWidths,
    slope: i64,
    curvature: i64,
    directions: Directions,
    requirements: &[Requirement],
) -> Option<(i64, i64)> {
    let shift = polynomial.sum_fraction - polynomial.base_fraction;
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    for requirement in requirements {
        let slope = polynomial.slope(slope, curvature, requirement.offset, directions);
        if !(0..1 << polynomial.slope_bits).contains(&slope) {
            return None;
        }
        let product = polynomial.product(slope, requirement.offset);
        low = low.max(requirement.low - product);
        high = high.min(requirement.high - product);
        if low > high {
            return None;
        }
    }
    let least = (low + (1 << shift) - 1) >> shift;
    let greatest = high >> shift;
    (least <= greatest).then_some((least, greatest))
}
