//! The fast normaliser of a fused multiply-add: a search of half the window, or a known shift.
//!
//! Terms are near if the top of the addend is below that of the product, or one place above it in a difference. Leading
//! places can cancel only then, and the sum lies in the lower part of the window, where the leading one is searched.
//! Terms are far otherwise. The leading one of the sum is then beside that of the addend, so the distance of the addend
//! is the shift (Farmwald, "On the design of high performance digital arithmetic units", Stanford, 1981).
//!
//! The distance of both shifts is found one-hot in groups of four places, so that a level of the shifter is a sum of
//! products. The same steps of two places and of one follow.

use halfpipe_isa::{FloatFormat, LaneFormats};

use crate::datapath::fma::addend::Alignment;
use crate::datapath::fma::exponents::Exponents;
use crate::datapath::fma::sum::NormalisedSum;
use crate::datapath::fma::window::{sums_are_normal, Window};
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{is_above, step, Normalised, OneHotShift, Top, Unpacked};

/// The most groups that are searched in one chain. With more, each sixteen places are searched alone, beside a chain over whole
/// sixteens.
const LONGEST_CHAIN: u32 = 12;

/// The two parts of the sums, and the place of the sum in each.
#[derive(Clone, Copy)]
pub struct Parts<'n> {
    /// 1 if the terms are near.
    near: Net<'n>,
    /// The biased exponent, less one, of the part's top place. A far part begins one place above the window.
    exponent_minus_one: Net<'n>,
    /// The shift of a far sum, less the last step.
    far_shift: Net<'n>,
    /// 1 if the exponent of a far sum allows the last step.
    far_moves: Net<'n>,
    /// The width of the near part, in places.
    width: u32,
    /// The longest shift of a far sum, in places.
    longest_far: u32,
    /// True if the exponent of a near sum can end its shift.
    is_limited: bool,
}

impl<'n> Parts<'n> {
    /// Finds the part of a sum. `subtracted` is 1 if the signs of product and addend differ.
    pub fn new(
        n: Scope<'n>,
        formats: LaneFormats,
        exponents: Exponents<'n>,
        alignment: Alignment<'n>,
        c: Unpacked<'n>,
        subtracted: Net<'n>,
    ) -> Parts<'n> {
        let _stage = n.stage(step::CHOOSE_PART);
        let window = Window::from_formats(formats);
        let Alignment { above, distance, .. } = alignment;
        let above_near = window.addend + 1;
        // A difference of terms that far apart loses a place.
        let near = is_above(distance.join(subtracted), u64::from(2 * above_near)) & !above;
        let near = near.named("near");
        let top = exponents.place_exponent(n, formats, near, above_near);
        let exponent = above
            .select(exponents.addend, top)
            .named(hidden(signed("signed_exponent")));
        let normal = c.significand.top_bit();
        let longest_far = above_near + 1;
        // At least two digits of groups, which the shifter takes.
        let shift_bits = (u32::BITS - longest_far.leading_zeros()).max(4);
        let beside = (subtracted | !normal).named(hidden("beside"));
        let far_shift = distance.low(shift_bits).only_if(!above) + beside.zero_extend(shift_bits);
        let two_or_more = c.exponent.high(c.exponent.width() - 1).any();
        Parts {
            near,
            exponent_minus_one: exponent.low(exponent.width() - 1).named(unsigned("exponent")),
            far_shift: far_shift.named(unsigned("far_shift")),
            far_moves: subtracted.select(two_or_more, normal).named(hidden("far_moves")),
            width: window.bits() - above_near,
            longest_far,
            is_limited: !sums_are_normal(formats),
        }
    }

    /// Normalises the sum of the window and keeps its top `keep` bits. The top bit of them and the exponent are those
    /// before the last step, because their sum is the same after it. `addend` is the addend in the window.
    pub fn normalise(
        self,
        n: Scope<'n>,
        format: FloatFormat,
        sum: Net<'n>,
        negative: Net<'n>,
        addend: Net<'n>,
        keep: u32,
    ) -> NormalisedSum<'n> {
        let _stage = n.stage(step::NORMALISE);
        let exponent = self.exponent_minus_one;
        let search = self.search(sum, negative);
        // Steps of two places and of one follow.
        let width = keep + 3;
        let far = self.far_word(sum, negative, keep);
        let Shifted { word, below, groups } = self.shift_by_fours(&search, sum.low(self.width), far, width);
        let far_two = (!self.near & self.far_shift.bit(1)).named(hidden("far_two"));
        let two = (search.two | far_two).named("moves_by_2");
        let one_of_far = !self.near & self.far_shift.bit(0);
        let count = groups.join(two).join(one_of_far).named(unsigned("count"));
        let may_move = |spare: Net<'n>| self.near.select(!search.limited | spare, self.far_moves);
        let is_like = |bits: Net<'n>, place: u32| !(bits.bit(bits.width() - 1 - place) ^ negative);
        let after_two = is_like(word, 2) & may_move(exponent.bit(0));
        let after_none = is_like(word, 0) & may_move(exponent.low(2).any());
        let one = two.select(after_two, after_none).named("moves_by_1");
        let by_2 = two.select(word.low(keep + 1), word.high(keep + 1)).named("by_2");
        let below = (below | (!two & word.low(2).any())).named(hidden("below_by_2"));
        let kept = one.select(by_2.low(keep), by_2.high(keep)).low(keep - 1);
        let sticky = (below | (!one & by_2.bit(0))).named("sticky");
        // If the sum is zero, both operands are 0: a gate behind the carry chain would make its path longer.
        let lowered = exponent.only_if(search.found) - count.only_if(search.found);
        // The last step leaves a subnormal sum if two places are like the sign.
        let subnormal = is_like(by_2, 0) & is_like(by_2, 1);
        let lowest = (lowered.bit(0) & !subnormal).named(hidden("exponent_lowest"));
        let lowered = lowered.high(lowered.width() - 1).join(lowest);
        let lowered = lowered.named(unsigned("exponent_minus_one"));
        let field = lowered.low(format.exponent_bits);
        let past_field = match lowered.width() - format.exponent_bits {
            0 => n.zero(),
            above => lowered.high(above).any(),
        };
        let too_large = past_field | (field.high(field.width() - 1).all() & (field.bit(0) | !is_like(by_2, 0)));
        let high = addend.high(addend.width() + 1 - self.width).any();
        NormalisedSum {
            normalised: Normalised {
                exponent_minus_one: lowered,
                top: Top {
                    kept: by_2.top_bit().join(kept).named("kept"),
                    sticky,
                },
            },
            negative,
            nonzero: (high | negative | search.changes).named("nonzero"),
            too_large: format.has_infinity().then(|| too_large.named("too_large")),
        }
    }

    /// Shifts the part of the sum by a multiple of four places, in two levels, and keeps the top `width` bits.
    fn shift_by_fours(&self, search: &Search<'n>, near: Net<'n>, far: FarWord<'n>, width: u32) -> Shifted<'n> {
        let far_groups = self.far_shift.high(self.far_shift.width() - 2);
        let is_far = |name: &str, index: u32, digits: Net<'n>| {
            let is_here = !self.near & digits.equals_constant(u64::from(index));
            is_here.named(hidden(format!("far_{name}_{index}")))
        };
        let far_sixteens = match self.longest_far / 16 {
            0 => vec![!self.near],
            largest => {
                let digits = far_groups.high(far_groups.width() - 2);
                (0..=largest).map(|index| is_far("sixteens", index, digits)).collect()
            }
        };
        let far_lost = far.lost;
        let parts = [(near, search.sixteens.clone()), (far.places, far_sixteens)];
        let [near, far] = parts.map(|(bits, here)| OneHotShift {
            bits,
            distance: 16,
            here,
        });
        // Up to three groups of four follow.
        let width_by_16 = width + 12;
        let by_16 = near.moved(width_by_16) | far.moved(width_by_16);
        let below_by_16 = far_lost | near.below(width_by_16) | far.below(width_by_16);
        let in_sixteen = |index: u32| {
            let is_here = search.fours[index as usize] | is_far("fours", index, far_groups.low(2));
            is_here.named(hidden(format!("fours_{index}")))
        };
        let fours = OneHotShift {
            bits: by_16.named(hidden("by_16")),
            distance: 4,
            here: (0..4).map(in_sixteen).collect(),
        };
        let digits = self.exponent_minus_one.width() - 4;
        Shifted {
            word: fours.moved(width).named("by_4"),
            below: (below_by_16 | fours.below(width)).named(hidden("below_by_4")),
            groups: if digits == 0 {
                // Few exponents do not count sixteens.
                fours.index(2)
            } else {
                (near.index(digits) | far.index(digits)).join(fours.index(2))
            },
        }
    }

    /// Searches the leading one of a near sum in groups of four places.
    fn search(&self, sum: Net<'n>, negative: Net<'n>) -> Search<'n> {
        let changes = (sum.low(self.width) ^ sum.slice(1, self.width)).named("changes");
        let exponent = self.exponent_minus_one;
        let zero = exponent.builder().zero();
        let count = self.width.div_ceil(4);
        let mut search = Search {
            sixteens: Vec::new(),
            fours: [zero; 4],
            two: zero,
            limited: zero,
            found: zero,
            changes: changes.any(),
        };
        let is_in_sixteens = count > LONGEST_CHAIN;
        let mut before_sixteen = self.near;
        // 1 if no group so far, or so far in these sixteen places, has the leading one or ends the shift.
        let mut none = if is_in_sixteens { !zero } else { self.near };
        for group in 0..count {
            let place = 4 * group;
            let width = 4.min(self.width - place);
            let of_group = changes.slice(self.width - place - width, width);
            let alike = (!of_group.any()).named(hidden(format!("alike_{place}")));
            let at_limit = if self.is_limited {
                exponent.high(exponent.width() - 2).equals_constant(u64::from(group))
            } else {
                zero
            };
            let at_limit = at_limit.named(hidden(format!("limit_{place}")));
            let is_last = group + 1 == count;
            // A sum without a leading one counts as one that has it in the last group.
            let stops = if is_last { none } else { none & (!alike | at_limit) };
            let stops = if is_in_sixteens { before_sixteen & stops } else { stops };
            let stops = stops.named(hidden(format!("leading_{place}")));
            let has_two = !of_group.high(width.min(2)).any() & !(at_limit & !exponent.bit(1));
            search.two = search.two | (stops & has_two.named(hidden(format!("two_from_{place}"))));
            search.limited = search.limited | (stops & at_limit);
            let of_fours = &mut search.fours[group as usize % 4];
            *of_fours = *of_fours | stops;
            none = (none & alike & !at_limit).named(hidden(format!("none_to_{}", place + width - 1)));
            if is_last {
                search.sixteens.push(before_sixteen);
                search.found = !(stops & alike & !negative);
            } else if group % 4 == 3 {
                search.sixteens.push(before_sixteen & !none);
                if is_in_sixteens {
                    before_sixteen = before_sixteen & none;
                    none = !zero;
                } else {
                    before_sixteen = none;
                }
            }
        }
        search
    }

    /// Returns a far sum after the first step, with as many places as the longest shift and `keep` kept bits take.
    fn far_word(&self, sum: Net<'n>, negative: Net<'n>, keep: u32) -> FarWord<'n> {
        let signed_sum = negative.join(sum);
        let by_one = self.far_shift.bit(0);
        let width = self.longest_far + keep + 1;
        let below = sum.width() - width;
        let [unmoved, moved] = [below + 1, below].map(|lowest| signed_sum.slice(lowest, width));
        let lost = sum.low(below).any() | (!by_one & sum.bit(below));
        FarWord {
            places: by_one.select(moved, unmoved).named(hidden("far_word")),
            lost: (!self.near & lost).named(hidden("far_lost")),
        }
    }
}

/// A far sum after its first step.
#[derive(Clone, Copy)]
struct FarWord<'n> {
    /// Its top places.
    places: Net<'n>,
    /// 1 if the terms are far and a bit below these places is 1.
    lost: Net<'n>,
}

/// A sum that was shifted by a multiple of four places.
struct Shifted<'n> {
    /// The top bits.
    word: Net<'n>,
    /// 1 if a bit below them is 1.
    below: Net<'n>,
    /// The number of groups of four places.
    groups: Net<'n>,
}

/// The leading one of a near sum. All bits but the last are 0 if the terms are far.
struct Search<'n> {
    /// For each sixteen places, 1 if it is there, or if the exponent ends the shift there.
    sixteens: Vec<Net<'n>>,
    /// The same for each four places of sixteen.
    fours: [Net<'n>; 4],
    /// 1 if two places of that group are shifted out.
    two: Net<'n>,
    /// 1 if the exponent ends the shift within that group.
    limited: Net<'n>,
    /// 0 if the terms are near and the sum is zero.
    found: Net<'n>,
    /// 1 if any two neighbours differ, whatever the part.
    changes: Net<'n>,
}
