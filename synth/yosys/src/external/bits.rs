//! Sets of bits of a value.

use serde::Deserialize;

/// Bits of a value, as ranges of first and last bit in ascending order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct BitSet(Vec<[usize; 2]>);

impl BitSet {
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of the lowest bit.
    pub fn first(&self) -> Option<usize> {
        self.0.first().map(|[low, _]| *low)
    }

    /// Adds the bits of another set.
    pub fn add(&mut self, other: &BitSet) {
        self.0.extend(&other.0);
        self.0.sort_unstable();
        let mut joined: Vec<[usize; 2]> = Vec::new();
        for [low, high] in self.0.drain(..) {
            match joined.last_mut() {
                Some([_, last]) if low <= *last + 1 => *last = high.max(*last),
                _ => joined.push([low, high]),
            }
        }
        self.0 = joined;
    }

    /// Returns the bits that another set has too.
    pub fn common(&self, other: &BitSet) -> BitSet {
        let pairs = self
            .0
            .iter()
            .flat_map(|own| other.0.iter().map(move |other| (own, other)));
        let common = pairs.map(|(own, other)| [own[0].max(other[0]), own[1].min(other[1])]);
        BitSet(common.filter(|[low, high]| low <= high).collect())
    }

    /// Returns the bits that another set lacks.
    pub fn without(&self, other: &BitSet) -> BitSet {
        let mut rest = self.0.clone();
        for [low, high] in &other.0 {
            let cut = |[first, last]: [usize; 2]| -> Vec<[usize; 2]> {
                let below = (first < *low).then(|| [first, last.min(low.saturating_sub(1))]);
                let above = (last > *high).then(|| [first.max(high + 1), last]);
                below.into_iter().chain(above).collect()
            };
            rest = rest.into_iter().flat_map(cut).collect();
        }
        BitSet(rest)
    }
}
