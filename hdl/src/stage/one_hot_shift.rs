//! A left shifter of one level: a sum of products of the moved words and the digits of a one-hot distance.

use crate::net::{hidden, Net};

/// A left shift by a multiple of a distance.
pub struct OneHotShift<'n> {
    /// The word, which is shifted at its top.
    pub bits: Net<'n>,
    /// The distance, in places.
    pub distance: u32,
    /// For each multiple, 1 if the shift is by as many. At most one of them is 1.
    pub here: Vec<Net<'n>>,
}

impl<'n> OneHotShift<'n> {
    /// Returns the top `width` bits of the moved word, or 0 if it is not moved here.
    pub fn moved(&self, width: u32) -> Net<'n> {
        let padded = self.bits.append_zeros(width);
        let moved = |(group, here): (usize, &Net<'n>)| {
            let lost = (self.distance * group as u32).min(padded.width() - width);
            padded.slice(padded.width() - lost - width, width).only_if(*here)
        };
        self.any(width, self.here.iter().enumerate().map(moved))
    }

    /// Returns 1 if a bit below the top `width` bits of the moved word is 1.
    pub fn below(&self, width: u32) -> Net<'n> {
        let left = |group: usize| self.bits.width().saturating_sub(width + self.distance * group as u32);
        // From the lowest bit up, so that each part is looked at once.
        let mut end = 0;
        let mut below = self.bits.builder().zero();
        let mut all = Vec::new();
        for (group, here) in self.here.iter().enumerate().rev() {
            let width = left(group);
            if width > end {
                below = (below | self.bits.slice(end, width - end).any()).named(hidden(format!("any_below_{width}")));
                end = width;
                all.push(*here & below);
            }
        }
        self.any(1, all)
    }

    /// Returns the multiple.
    pub fn index(&self, width: u32) -> Net<'n> {
        let digit = |position: u32| {
            let here = self.here.iter().enumerate();
            let with_digit = here.filter(|(group, _)| group >> position & 1 == 1);
            self.any(1, with_digit.map(|(_, here)| *here))
        };
        (0..width)
            .map(digit)
            .reduce(|low, high| high.join(low))
            .expect("a number has digits")
    }

    /// Returns the OR of nets of this width.
    fn any(&self, width: u32, nets: impl IntoIterator<Item = Net<'n>>) -> Net<'n> {
        let zero = self.bits.builder().constant(0, width);
        nets.into_iter().reduce(|one, other| one | other).unwrap_or(zero)
    }
}
