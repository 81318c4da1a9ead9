//! Digests of parts of a run.

use std::collections::BTreeMap;
use std::ops::Range;

use super::digest::Digest;

/// How many rows have a digest of their own. A thread takes as many at a time, some hundredths of a second's work.
pub const BLOCK: u32 = 64;

/// The pieces of blocks that these rows are cut into: each ends where a block does, or with the rows.
pub fn cut(rows: Range<u32>) -> impl Iterator<Item = Range<u32>> {
    let blocks = rows.start / BLOCK..rows.end.div_ceil(BLOCK);
    blocks.map(move |block| rows.start.max(block * BLOCK)..rows.end.min((block + 1) * BLOCK))
}

/// The digest of each block of rows, or of as many of its rows as were run, by the block's first row.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Blocks(BTreeMap<u32, Digest>);

impl Blocks {
    /// Adds results of a row's block.
    pub fn add(&mut self, row: u32, digest: Digest) {
        let of_block = self.0.entry(row - row % BLOCK).or_default();
        *of_block = of_block.with(digest);
    }

    /// The digests of the rows of both.
    pub fn with(mut self, other: &Blocks) -> Blocks {
        other.iter().for_each(|(row, digest)| self.add(row, digest));
        self
    }

    /// The digest of a row's block, where any of its rows was run.
    pub fn of(&self, row: u32) -> Option<Digest> {
        self.0.get(&(row - row % BLOCK)).copied()
    }

    /// The digest of all rows.
    pub fn total(&self) -> Digest {
        self.0.values().copied().fold(Digest::default(), Digest::with)
    }

    /// The blocks' first rows and digests, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Digest)> + '_ {
        self.0.iter().map(|(row, digest)| (*row, *digest))
    }

    /// Whether these are the digests of exactly the blocks that these rows lie in.
    pub fn are_of(&self, rows: Range<u32>) -> bool {
        let due = cut(rows).map(|piece| piece.start - piece.start % BLOCK);
        self.0.keys().copied().eq(due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_cut_where_blocks_end() {
        let pieces = |rows: Range<u32>| cut(rows).collect::<Vec<_>>();
        assert_eq!(pieces(0..128), [0..64, 64..128]);
        assert_eq!(pieces(10..130), [10..64, 64..128, 128..130]);
        assert_eq!(pieces(70..71), [70..71; 1]);
        assert_eq!(pieces(64..64), [0..0; 0]);
    }

    #[test]
    fn parts_of_a_block_are_added_up() {
        let (mut first, mut second) = (Blocks::default(), Blocks::default());
        first.add(63, Digest(1));
        first.add(64, Digest(2));
        second.add(127, Digest(u64::MAX));
        let both = first.clone().with(&second);
        assert_eq!(
            [both.of(0), both.of(100), both.of(128)],
            [Some(Digest(1)), Some(Digest(1)), None]
        );
        assert_eq!(both.total(), Digest(2));
        assert!(both.are_of(5..65) && !both.are_of(0..129) && !both.are_of(0..64) && !both.are_of(64..128));
    }
}
