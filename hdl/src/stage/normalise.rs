//! Normalise: the leading one of a sum moved to the top, but not past the smallest exponent.

use std::ops::Range;

use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{step, Raised, Top};

/// The top of a sum that is normalised as far as its exponent allows.
#[derive(Clone, Copy)]
pub struct Normalised<'n> {
    /// One less than the biased exponent of the top bit: 0 where the sum is subnormal or zero.
    pub exponent_minus_one: Net<'n>,
    /// Its upper bits, and whether there is anything below.
    pub top: Top<'n>,
}

/// A sum, and how far it may be moved up.
#[derive(Clone, Copy)]
pub struct Movable<'n> {
    /// The sum: in two's complement, if it can be negative, without its sign.
    pub value: Net<'n>,
    /// Its sign.
    pub negative: Net<'n>,
    /// One less than the biased exponent of its top bit as it stands.
    pub exponent_minus_one: Net<'n>,
    /// Given where the exponent is always large enough for every step, unless this is 0: then no step is made.
    pub moves: Option<Net<'n>>,
}

/// Whether the sum is not zero.
pub fn is_nonzero<'n>(n: Scope<'n>, sum: Movable<'n>) -> Net<'n> {
    let _stage = n.stage(step::NORMALISE);
    let fours = Fours::of(sum.value, sum.negative);
    let alike = fours.alike(0..sum.value.width()).named(hidden("alike"));
    (!alike | sum.negative).named("nonzero")
}

/// Moves the sum up step by step, the widest step first, and keeps the top `keep` bits.
///
/// A step is made where all the bits that it moves out are like the sign, and where the exponent is large enough. What earlier
/// steps have left of the exponent needs no subtraction: each has taken one binary digit of it, where that was 1, or else one of
/// a higher digit that no step had taken. So a step of 2^k has enough where the exponent's digit k is 1, or where any higher one is
/// 1 and its step was not made.
///
/// The wider steps are found together, from the sum as it was: each for all places where those before it can leave the word, until
/// it is known where they did. For the last ones there would be too many places; they are found from what the others left.
pub fn normalise<'n>(n: Scope<'n>, sum: Movable<'n>, nonzero: Net<'n>, keep: u32) -> Normalised<'n> {
    let _stage = n.stage(step::NORMALISE);
    let exponent = sum.exponent_minus_one;
    let mut left = u32::BITS - (sum.value.width() - 1).leading_zeros();
    let mut raised = Raised::new(sum.value, keep);
    let mut spare = match exponent.width().checked_sub(left) {
        Some(higher) if higher > 0 => exponent.high(higher).any().named(hidden("spare")),
        _ => n.zero(),
    };
    let mut count: Option<Net<'n>> = None;
    while left > 0 {
        let steps = together(raised.bits.width(), left);
        let fours = match count {
            None => Fours::of(sum.value, sum.negative),
            // By now the sign reaches all bits.
            Some(_) => {
                let unlike = raised.bits ^ sum.negative.repeat(raised.bits.width());
                Fours::of_zeros(unlike.named(hidden("unlike_sign")))
            }
        };
        let search = Search {
            fours,
            exponent,
            spare,
            moves: sum.moves,
            first: steps.end - 1,
        };
        let found = search.steps(steps.clone());
        for (position, by) in steps.clone().rev().zip(found) {
            raised = raised.step(position, by);
            spare = (spare | (digit(exponent, position) & !by)).named(hidden(format!("spare_below_{}", 1 << position)));
            count = Some(count.map_or(by, |higher| higher.join(by)));
        }
        left = steps.start;
    }
    let count = count.unwrap_or_else(|| n.zero()).named(unsigned("count"));
    let width = exponent.width().max(count.width());
    let lowered = exponent.zero_extend(width) - count.zero_extend(width);
    let lowered = lowered.low(exponent.width()).named(hidden(unsigned("exponent")));
    let Top { kept, sticky } = raised.top();
    Normalised {
        exponent_minus_one: lowered.only_if(nonzero).named(unsigned("exponent_minus_one")),
        top: Top {
            kept: kept.named("kept"),
            sticky: sticky.named("sticky"),
        },
    }
}

/// From this power of two on, steps move groups of four bits, and all of them are found from the groups of the sum as it was.
const GROUPED: u32 = 2;

/// A step shorter than that which could begin in so many places or more is found only after the earlier steps were made.
const TOO_MANY_PLACES: u32 = 5;

/// Which of the `left` last steps are found together in a word of this width.
fn together(width: u32, left: u32) -> Range<u32> {
    let places = |position: u32| (width.min(1 << left) - 1) >> (position + 1);
    let is_first = |position: &u32| *position >= GROUPED || places(*position) < TOO_MANY_PLACES;
    (0..left).find(is_first).unwrap_or(0)..left
}

/// A binary digit of a number, 0 above its highest.
fn digit<'n>(number: Net<'n>, position: u32) -> Net<'n> {
    match position < number.width() {
        true => number.bit(position),
        false => number.builder().zero(),
    }
}

/// What decides about the steps that are found in one word.
struct Search<'n> {
    fours: Fours<'n>,
    exponent: Net<'n>,
    /// A digit of the exponent is left from before.
    spare: Net<'n>,
    moves: Option<Net<'n>>,
    /// The widest step, as a power of two.
    first: u32,
}

impl<'n> Search<'n> {
    /// Whether each step is made, from the widest to the shortest.
    fn steps(&self, steps: Range<u32>) -> Vec<Net<'n>> {
        let mut found: Vec<Net<'n>> = Vec::new();
        for position in steps.rev() {
            let by = self.chosen(&found, position, 0);
            found.push(by.named(hidden(format!("moves_by_{}", 1_u32 << position))));
        }
        found
    }

    /// Whether a step is made, where these earlier ones and others have led to `place`. Those found last decide last.
    fn chosen(&self, found: &[Net<'n>], position: u32, place: u32) -> Net<'n> {
        let Some((by, earlier)) = found.split_last() else {
            return self.at(position, place);
        };
        // That of the last of the earlier steps.
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

    /// Whether a step is made from this place. Past the end of the word it never is.
    fn at(&self, position: u32, place: u32) -> Net<'n> {
        let end = place + (1 << position);
        if end >= self.fours.width() {
            return self.exponent.builder().zero();
        }
        let enough = self.moves.unwrap_or_else(|| {
            let higher = (position + 1..=self.first).filter(|higher| place >> higher & 1 == 0);
            let digits = higher.chain([position]).map(|position| digit(self.exponent, position));
            let spare = Some(self.spare).filter(|spare| spare.constant_value() != Some(0));
            let sources = spare.into_iter().chain(digits).reduce(Net::join);
            sources.expect("a step has a digit").any()
        });
        self.fours.alike(place..end) & enough
    }
}

/// A word in groups of four bits from the top. Of each is known whether all its bits are like the one above, which at the top is the
/// sign.
struct Fours<'n> {
    /// Whether a bit differs from the one above.
    changes: Net<'n>,
    alike: Vec<Net<'n>>,
}

impl<'n> Fours<'n> {
    fn of(word: Net<'n>, sign: Net<'n>) -> Fours<'n> {
        match sign.constant_value() {
            Some(0) => Fours::of_zeros(word),
            _ => Fours::of_zeros((word ^ sign.join(word.high(word.width() - 1))).named("changes")),
        }
    }

    /// Of a word that has zeros where bits are like the one above.
    fn of_zeros(changes: Net<'n>) -> Fours<'n> {
        let width = changes.width();
        let four = |group: u32| {
            let top = 4 * group;
            let bits = changes.slice(width - (top + 4).min(width), 4.min(width - top));
            (!bits.any()).named(hidden(format!("alike_{top}")))
        };
        Fours {
            changes,
            alike: (0..width.div_ceil(4)).map(four).collect(),
        }
    }

    fn width(&self) -> u32 {
        self.changes.width()
    }

    /// Whether these bits, counted from the top, are like the one above.
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
