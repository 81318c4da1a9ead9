//! The cases of rounding that an instruction has, with the reasons why there are no others.

use halfpipe_reference::Format;

use super::class::{Class, Effective, Landing, Lost, Terms};
use super::rules::Rules;

impl Rules {
    /// Every case of rounding.
    pub(super) fn roundings(&self) -> Vec<Class> {
        let mut classes = Vec::new();
        for landing in Landing::ALL {
            for &lost in Lost::all(self.rounding) {
                for terms in Terms::ALL {
                    let signs = [false, true]
                        .into_iter()
                        .filter(|negative| self.is_possible(landing, lost, terms, *negative));
                    classes.extend(signs.map(|negative| Class::Rounding {
                        landing,
                        lost,
                        terms,
                        negative,
                    }));
                }
            }
        }
        classes
    }

    /// Whether there is such a rounding.
    fn is_possible(&self, landing: Landing, lost: Lost, terms: Terms, negative: bool) -> bool {
        match terms {
            // It is a number of the format.
            Terms::Addend => {
                let is_number = landing == Landing::Binade || landing == Landing::Subnormal && !self.flushes;
                is_number && lost == Lost::Nothing
            }
            Terms::Product | Terms::Both(_) => {
                self.is_rounded_to(landing, lost, negative) && self.is_in_reach(landing, lost, terms)
            }
        }
    }

    /// Whether rounding, when it loses that, goes where the landing says.
    fn is_rounded_to(&self, landing: Landing, lost: Lost, negative: bool) -> bool {
        let rounds_up = lost.rounds_up(self.rounding, negative);
        match landing {
            Landing::Binade | Landing::Beyond | Landing::Subnormal | Landing::Flushed => true,
            Landing::NextBinade | Landing::RoundedToInfinity | Landing::SmallestNormal | Landing::FlushedFromNormal => {
                rounds_up
            }
            // The largest significand, of ones only, is odd, so no tie goes down to it.
            Landing::Largest => !rounds_up && !matches!(lost, Lost::Nothing | Lost::TieDown),
            // Zero is even, so no tie goes up from it.
            Landing::SmallestSubnormal => rounds_up && lost != Lost::TieUp,
            Landing::Zero => !rounds_up && lost != Lost::Nothing,
        }
    }

    /// Whether these terms have a sum there that loses that.
    ///
    /// Each end of the result's format is either passed by products or so far from all of them that it does not matter
    /// by how much: those of f16 stay within f32 at both ends, and those of bf16 pass both. A bf16 number alone passes
    /// neither, but it reaches the upper end, and is subnormal at the lower.
    fn is_in_reach(&self, landing: Landing, lost: Lost, terms: Terms) -> bool {
        match landing {
            Landing::Binade | Landing::NextBinade => terms != Terms::Product || self.is_product_cut(landing, lost),
            Landing::Largest | Landing::RoundedToInfinity | Landing::Beyond => {
                self.is_upper_end_in_reach(landing, lost, terms)
            }
            Landing::Subnormal | Landing::SmallestNormal | Landing::SmallestSubnormal | Landing::Zero => {
                !self.flushes && self.is_lower_end_in_reach(landing, lost, terms)
            }
            Landing::Flushed | Landing::FlushedFromNormal => self.flushes && is_below_the_smallest_operand(terms),
        }
    }

    /// Past the largest number.
    fn is_upper_end_in_reach(&self, landing: Landing, lost: Lost, terms: Terms) -> bool {
        let greatest = *self.all_products().end();
        let highest = *self.normal_results().end();
        match terms {
            Terms::Both(Effective::Addition) if landing == Landing::Beyond => greatest >= highest,
            // The addend is at most the largest number, so as much as is lost comes from the product.
            Terms::Both(Effective::Addition) => lost == Lost::BelowHalf || greatest >= highest - self.result_bits(),
            // The term that is subtracted from is greater than the sum, and no addend is.
            Terms::Both(Effective::Subtraction) | Terms::Addend => greatest > highest,
            Terms::Product => greatest > highest && self.is_product_cut(landing, lost),
        }
    }

    /// Below the smallest normal number, where nothing is flushed.
    fn is_lower_end_in_reach(&self, landing: Landing, lost: Lost, terms: Terms) -> bool {
        let least = *self.all_products().start();
        let smallest_normal = *self.normal_results().start();
        // What is lost comes from the product: an addend ends at this place, or above it.
        let loses = least < smallest_normal - self.result.fraction_bits() as i32;
        match landing {
            // Beside the least product, an addend of all its bits leaves a difference as small as its last one.
            Landing::Subnormal if lost == Lost::Nothing => match terms {
                Terms::Both(Effective::Subtraction) => least - self.result_bits() < smallest_normal,
                _ => least < smallest_normal,
            },
            Landing::Subnormal => loses,
            // Such a sum begins with ones, one less than the result has bits, and has more behind them. A product that
            // has no more bits than the result does not begin with so many.
            Landing::SmallestNormal => loses && !(terms == Terms::Product && self.is_product_exact()),
            _ => loses && is_below_the_smallest_operand(terms),
        }
    }

    /// Whether there is a product in the range of normal numbers, or above, that lands there and loses that.
    ///
    /// A tie up to the next binade takes a product of significands that is a row of ones, one more than a significand
    /// has bits, and zeros behind it. Of f16 it is 4095 = 63 · 65 and of bf16 511 = 7 · 73, but of the format of eight
    /// bits it is 31, which is a prime number.
    fn is_product_cut(&self, landing: Landing, lost: Lost) -> bool {
        if self.is_product_exact() {
            return lost == Lost::Nothing;
        }
        let goes_up = matches!(landing, Landing::NextBinade | Landing::RoundedToInfinity);
        !(goes_up && lost == Lost::TieUp) || has_a_product_of_ones(self.factor)
    }
}

/// Whether such a sum can be less than the smallest number that an operand can be: the smallest subnormal number, or
/// the smallest normal one where operands are flushed. A sum of magnitudes is greater than the addend.
fn is_below_the_smallest_operand(terms: Terms) -> bool {
    terms != Terms::Both(Effective::Addition)
}

fn has_a_product_of_ones(factor: Format) -> bool {
    let end = 2_u32 << factor.fraction_bits();
    let ones = 2 * end - 1;
    (2..end).any(|factor| ones.is_multiple_of(factor) && ones / factor < end)
}
