//! Cuts: sets of bits from which a lookup table can make another bit.

/// The largest supported number of inputs of a lookup table.
const MOST_INPUTS: usize = 6;

/// The bits of which another bit is a function, in rising order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    gates: [u32; MOST_INPUTS],
    size: usize,
    /// The time at which a table of the cut has its output.
    pub time: f64,
}

impl Cut {
    pub const EMPTY: Cut = Cut {
        gates: [0; MOST_INPUTS],
        size: 0,
        time: 0.0,
    };

    /// Returns the cut of one bit.
    pub fn from_gate(gate: usize) -> Cut {
        let mut cut = Cut { size: 1, ..Cut::EMPTY };
        cut.gates[0] = gate as u32;
        cut
    }

    /// Returns the gates of the bits.
    pub fn gates(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits().iter().map(|gate| *gate as usize)
    }

    /// Returns the number of bits.
    pub fn size(&self) -> usize {
        self.size
    }

    fn bits(&self) -> &[u32] {
        &self.gates[..self.size]
    }

    /// Returns the union of both cuts, if it has at most `inputs` bits.
    pub fn with(&self, other: &Cut, inputs: usize) -> Option<Cut> {
        let mut cut = Cut::EMPTY;
        let (mut first, mut second) = (self.bits().iter().peekable(), other.bits().iter().peekable());
        loop {
            let next = match (first.peek(), second.peek()) {
                (None, None) => return Some(cut),
                (Some(one), Some(another)) if one == another => {
                    second.next();
                    first.next()
                }
                (Some(one), Some(another)) if one > another => second.next(),
                (Some(_), _) => first.next(),
                (None, Some(_)) => second.next(),
            };
            if cut.size == inputs {
                return None;
            }
            cut.gates[cut.size] = *next.expect("there is one");
            cut.size += 1;
        }
    }
}
