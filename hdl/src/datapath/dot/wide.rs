//! Numbers in fixed point with more bits than a net has: words of several nets.

use crate::net::{hidden, unsigned, Net, Scope};

/// The width of a block, to which a term is shifted whole.
pub const BLOCK_BITS: u32 = 32;
/// The number of blocks in a net.
const BLOCKS_IN_LIMB: usize = 3;

/// A number in two's complement, as nets of three blocks, the lowest first. The last net may have fewer.
#[derive(Clone)]
pub struct Word<'n> {
    limbs: Vec<Net<'n>>,
}

impl<'n> Word<'n> {
    /// Returns a word of `count` blocks with a value, shifted up by a number of places and by `blocks` whole blocks.
    pub fn shifted(count: usize, value: Net<'n>, blocks: usize, places: Net<'n>) -> Word<'n> {
        let n = value.builder();
        let fine = BLOCK_BITS.ilog2();
        let places = places.zero_extend(places.width().max(fine + 1));
        let room = (value.width() + BLOCK_BITS - 1).next_multiple_of(BLOCK_BITS);
        let begun = value
            .zero_extend(room)
            .shift_left(places.low(fine))
            .named(hidden("begun"));
        let pieces = room / BLOCK_BITS;
        let coarse = places.high(places.width() - fine);
        let block = |number: usize| {
            let piece = |piece: u32| {
                let wanted = number.checked_sub(blocks + piece as usize)? as u64;
                let is_here = (wanted >> coarse.width() == 0).then(|| coarse.equals_constant(wanted))?;
                Some(begun.slice(piece * BLOCK_BITS, BLOCK_BITS).only_if(is_here))
            };
            let pieces = (0..pieces).filter_map(piece).reduce(|one, other| one | other);
            pieces.unwrap_or_else(|| n.constant(0, BLOCK_BITS))
        };
        let blocks: Vec<Net> = (0..count).map(block).collect();
        let limbs = blocks.chunks(BLOCKS_IN_LIMB).enumerate();
        let limbs = limbs.map(|(number, blocks)| {
            let limb = blocks.iter().copied().reduce(|low, high| high.join(low));
            limb.expect("a limb has blocks")
                .named(hidden(format!("placed_{number}")))
        });
        Word { limbs: limbs.collect() }
    }

    /// Returns the complement of all bits if the sign is 1.
    pub fn complemented(&self, sign: Net<'n>) -> Word<'n> {
        let limbs = self.limbs.iter().map(|limb| *limb ^ sign.repeat(limb.width()));
        Word { limbs: limbs.collect() }
    }

    /// Returns the sum of two words and a carry, without the carry out. Its nets get the name.
    pub fn plus(&self, other: &Word<'n>, carry: Net<'n>, name: &str) -> Word<'n> {
        let mut carry = carry;
        let limbs = self.limbs.iter().zip(&other.limbs).enumerate();
        let limbs = limbs.map(|(number, (one, other))| {
            let width = one.width();
            let sum = one.add_with_carry(*other) + carry.zero_extend(width + 1);
            let sum = sum.named(hidden(format!("{name}_{number}")));
            carry = sum.top_bit();
            sum.low(width)
        });
        Word { limbs: limbs.collect() }
    }

    /// Returns zero in the width of this word.
    fn zero(&self) -> Word<'n> {
        let limbs = self
            .limbs
            .iter()
            .map(|limb| limb.builder().wide_constant(0, limb.width()));
        Word { limbs: limbs.collect() }
    }

    /// Returns the word plus a carry.
    pub fn incremented(&self, carry: Net<'n>) -> Word<'n> {
        self.plus(&self.zero(), carry, "incremented")
    }

    /// Returns the sign.
    pub fn sign(&self) -> Net<'n> {
        self.limbs[self.limbs.len() - 1].top_bit()
    }

    /// Returns the magnitude.
    pub fn magnitude(&self) -> Word<'n> {
        let sign = self.sign();
        self.complemented(sign).plus(&self.zero(), sign, "magnitude")
    }

    /// Returns the highest block that is not zero and the block below it. The word is not negative.
    pub fn highest(&self, n: Scope<'n>) -> HighestBlock<'n> {
        let block = |number: usize| {
            let limb = self.limbs[number / BLOCKS_IN_LIMB];
            limb.slice(BLOCK_BITS * (number % BLOCKS_IN_LIMB) as u32, BLOCK_BITS)
        };
        let count = self.limbs.iter().map(|limb| limb.width() / BLOCK_BITS).sum::<u32>() as usize;
        let bits = (count - 1).ilog2() + 1;
        let mut lower = n.zero();
        let mut candidates = Vec::new();
        for number in 0..count {
            let below = match number {
                0 => n.constant(0, BLOCK_BITS),
                _ => block(number - 1),
            };
            let any = block(number).any().named(hidden(format!("any_{number}")));
            candidates.push(HighestBlock {
                any,
                number: n.constant(number as u64, bits),
                digits: block(number).join(below),
                sticky: lower,
            });
            // From the next block on, the block below this one is lost.
            lower = (lower | below.any()).named(hidden(format!("lost_below_{number}")));
        }
        while candidates.len() > 1 {
            let pair = |pair: &[HighestBlock<'n>]| match *pair {
                [low, high] => high.or(low),
                _ => pair[0],
            };
            candidates = candidates.chunks(2).map(pair).collect();
        }
        let highest = candidates[0];
        HighestBlock {
            any: highest.any.named("nonzero"),
            number: highest.number.named(unsigned("block")),
            digits: highest.digits.named("digits"),
            sticky: highest.sticky.named("sticky"),
        }
    }
}

/// The highest block of a word that is not zero.
#[derive(Clone, Copy)]
pub struct HighestBlock<'n> {
    /// 1 if the word is not zero. The other fields then have a meaning.
    pub any: Net<'n>,
    /// The number of the block, the lowest is 0.
    pub number: Net<'n>,
    /// The block, and the one below it.
    pub digits: Net<'n>,
    /// 1 if a lower bit is 1.
    pub sticky: Net<'n>,
}

impl<'n> HighestBlock<'n> {
    /// Returns this block if it is not zero, otherwise the lower one.
    fn or(self, lower: HighestBlock<'n>) -> HighestBlock<'n> {
        HighestBlock {
            any: self.any | lower.any,
            number: self.any.select(self.number, lower.number),
            digits: self.any.select(self.digits, lower.digits),
            sticky: self.any.select(self.sticky, lower.sticky),
        }
    }
}
