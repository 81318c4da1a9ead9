//! Normalise: the leading one of a sum shifted to the top, but not past the smallest exponent.
//!
//! The leading one is detected in the finished sum, step by step together with the shift. Nothing is anticipated from the
//! addends (Schmookler and Nowka, "Leading zero anticipation and detection: a comparison of methods", ARITH-15, 2001).
//! A sum in two's complement may be negative; its leading bits then equal the sign.

use std::ops::Range;

use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{step, StickyLeftShift, Top};

/// The top of a sum, normalised as far as its exponent allows.
#[derive(Clone, Copy)]
pub struct Normalised<'n> {
    /// The biased exponent of the top bit, less one: 0 if the sum is subnormal or zero.
    pub exponent_minus_one: Net<'n>,
    /// The upper bits, and the OR of all bits below.
    pub top: Top<'n>,
}

/// An unnormalised sum, and the limit of its left shift.
#[derive(Clone, Copy)]
pub struct UnnormalisedSum<'n> {
    /// The sum without its sign; in two's complement if it can be negative.
    pub value: Net<'n>,
    /// The sign.
    pub negative: Net<'n>,
    /// The biased exponent of the top bit before normalisation, less one.
    pub exponent_minus_one: Net<'n>,
    /// Given if the exponent is large enough for every step whenever this is 1. If it is 0, no step is made.
    pub moves: Option<Net<'n>>,
}

/// Returns 1 if the sum is not zero.
pub fn is_nonzero<'n>(n: Scope<'n>, sum: UnnormalisedSum<'n>) -> Net<'n> {
    let _stage = n.stage(step::NORMALISE);
    let groups = NibbleGroups::new(sum.value, sum.negative);
    let alike = groups.alike(0..sum.value.width()).named(hidden("alike"));
    (!alike | sum.negative).named("nonzero")
}

/// Shifts the sum up step by step, the widest step first, and keeps the top `keep` bits.
///
/// A step is made if all bits that it shifts out equal the sign and the exponent is large enough. No subtraction tracks
/// the remaining exponent. Each earlier step has taken its own binary digit of the exponent if that was 1. Otherwise it
/// has taken a 1 of a higher digit that no step had taken. A step of 2^k is therefore allowed if digit k of the
/// exponent is 1. It is also allowed if a higher digit is 1 and its step was not made.
///
/// The wider steps are found together, from the original sum. Each is evaluated for all places to which the earlier
/// steps can shift the word, and their outcome then selects one. The last steps would have too many such places. They
/// are found after the other steps were made.
pub fn normalise<'n>(n: Scope<'n>, sum: UnnormalisedSum<'n>, nonzero: Net<'n>, keep: u32) -> Normalised<'n> {
    let _stage = n.stage(step::NORMALISE);
    let exponent = sum.exponent_minus_one;
    let mut left = u32::BITS - (sum.value.width() - 1).leading_zeros();
    let mut shift = StickyLeftShift::new(sum.value, keep);
    let mut spare = match exponent.width().checked_sub(left) {
        Some(higher) if higher > 0 => exponent.high(higher).any().named(hidden("spare")),
        _ => n.zero(),
    };
    let mut count: Option<Net<'n>> = None;
    while left > 0 {
        let steps = together(shift.bits.width(), left);
        let groups = match count {
            None => NibbleGroups::new(sum.value, sum.negative),
            // By now the sign reaches all bits.
            Some(_) => {
                let unlike = shift.bits ^ sum.negative.repeat(shift.bits.width());
                NibbleGroups::from_zeros(unlike.named(hidden("unlike_sign")))
            }
        };
        let search = Search {
            groups,
            exponent,
            spare,
            moves: sum.moves,
            first: steps.end - 1,
        };
        let found = search.steps(steps.clone());
        for (position, by) in steps.clone().rev().zip(found) {
            shift = shift.step(position, by);
            spare = (spare | (digit(exponent, position) & !by)).named(hidden(format!("spare_below_{}", 1 << position)));
            count = Some(count.map_or(by, |higher| higher.join(by)));
        }
        left = steps.start;
    }
    let count = count.unwrap_or_else(|| n.zero()).named(unsigned("count"));
    let width = exponent.width().max(count.width());
    let lowered = exponent.zero_extend(width) - count.zero_extend(width);
    let lowered = lowered.low(exponent.width()).named(hidden(unsigned("exponent")));
    let Top { kept, sticky } = shift.top();
    Normalised {
        exponent_minus_one: lowered.only_if(nonzero).named(unsigned("exponent_minus_one")),
        top: Top {
            kept: kept.named("kept"),
            sticky: sticky.named("sticky"),
        },
    }
}

/// The exponent of the shortest step, 2^2, that moves groups of four bits. Such steps are found from the groups of the
/// original sum.
const GROUPED: u32 = 2;

/// A limit on places. A shorter step that could begin in as many places or more is found only after the earlier steps
/// were made.
const TOO_MANY_PLACES: u32 = 5;

/// Returns the ones of the `left` last steps that are found together in a word of this width.
fn together(width: u32, left: u32) -> Range<u32> {
    let places = |position: u32| (width.min(1 << left) - 1) >> (position + 1);
    let is_first = |position: &u32| *position >= GROUPED || places(*position) < TOO_MANY_PLACES;
    (0..left).find(is_first).unwrap_or(0)..left
}

/// Returns a binary digit of a number, 0 above its highest.
fn digit<'n>(number: Net<'n>, position: u32) -> Net<'n> {
    if position < number.width() {
        number.bit(position)
    } else {
        number.builder().zero()
    }
}

/// Inputs of the decisions about the steps that are found in one word.
struct Search<'n> {
    groups: NibbleGroups<'n>,
    exponent: Net<'n>,
    /// 1 if a digit of the exponent is left from earlier steps.
    spare: Net<'n>,
    moves: Option<Net<'n>>,
    /// The widest step, as a power of two.
    first: u32,
}

impl<'n> Search<'n> {
    /// Returns for each step, from the widest to the shortest, 1 if it is made.
    fn steps(&self, steps: Range<u32>) -> Vec<Net<'n>> {
        let mut found: Vec<Net<'n>> = Vec::new();
        for position in steps.rev() {
            let by = self.chosen(&found, position, 0);
            found.push(by.named(hidden(format!("moves_by_{}", 1_u32 << position))));
        }
        found
    }

    /// Returns 1 if a step is made after these earlier ones and others that led to `place`. The steps found last select
    /// last.
    fn chosen(&self, found: &[Net<'n>], position: u32, place: u32) -> Net<'n> {
        let Some((by, earlier)) = found.split_last() else {
            return self.at(position, place);
        };
        // The distance of the last of the earlier steps.
        let distance = 1_u32 << (self.first - earlier.len() as u32);
        let before = |place: u32| {
            let moves = self.chosen(earlier, position, place);
            moves.named(hidden(format!(
                "moves_by_{}_from_{place}_before_{distance}",
                1_u32 << position
            )))
        };
        let (moved, unmoved) = (before(place + distance), before(place));
        by.select(moved, unmoved)
    }

    /// Returns 1 if a step is made from this place. Past the end of the word no step is made.
    fn at(&self, position: u32, place: u32) -> Net<'n> {
        let end = place + (1 << position);
        if end >= self.groups.width() {
            return self.exponent.builder().zero();
        }
        let enough = self.moves.unwrap_or_else(|| {
            let higher = (position + 1..=self.first).filter(|higher| place >> higher & 1 == 0);
            let digits = higher.chain([position]).map(|position| digit(self.exponent, position));
            let spare = Some(self.spare).filter(|spare| spare.constant_value() != Some(0));
            let sources = spare.into_iter().chain(digits).reduce(Net::join);
            sources.expect("a step has a digit").any()
        });
        self.groups.alike(place..end) & enough
    }
}

/// A word in groups of four bits from the top. For each group it holds whether all bits equal the bit above, which at
/// the top is the sign.
struct NibbleGroups<'n> {
    /// 1 for each bit that differs from the one above.
    changes: Net<'n>,
    alike: Vec<Net<'n>>,
}

impl<'n> NibbleGroups<'n> {
    fn new(word: Net<'n>, sign: Net<'n>) -> NibbleGroups<'n> {
        match sign.constant_value() {
            Some(0) => NibbleGroups::from_zeros(word),
            _ => NibbleGroups::from_zeros((word ^ sign.join(word.high(word.width() - 1))).named("changes")),
        }
    }

    /// Groups a word that has zeros where bits equal the one above.
    fn from_zeros(changes: Net<'n>) -> NibbleGroups<'n> {
        let width = changes.width();
        let four = |group: u32| {
            let top = 4 * group;
            let bits = changes.slice(width - (top + 4).min(width), 4.min(width - top));
            (!bits.any()).named(hidden(format!("alike_{top}")))
        };
        NibbleGroups {
            changes,
            alike: (0..width.div_ceil(4)).map(four).collect(),
        }
    }

    fn width(&self) -> u32 {
        self.changes.width()
    }

    /// Returns 1 if these bits, counted from the top, equal the one above.
    fn alike(&self, bits: Range<u32>) -> Net<'n> {
        if !bits.start.is_multiple_of(4) || bits.len() < 4 {
            let lowest = self.width() - bits.end;
            return !self.changes.slice(lowest, bits.len() as u32).any();
        }
        let groups = &self.alike[bits.start as usize / 4..bits.end.div_ceil(4) as usize];
        groups
            .iter()
            .copied()
            .reduce(Net::join)
            .expect("four bits and more")
            .all()
    }
}
