//! Sources of vectors.

use crate::Vector;

/// A source of vectors.
pub trait VectorSource: Send {
    /// Returns the next `count` vectors, or as many as are left.
    fn fill(&mut self, count: usize) -> Vec<Vector>;

    /// Returns the seed of the schedule: the cycles in which the vectors come. It is 0 for vectors without a seed.
    fn seed(&self) -> u64 {
        0
    }
}

/// A list of vectors, taken from its front.
impl VectorSource for std::vec::IntoIter<Vector> {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        self.take(count).collect()
    }
}
