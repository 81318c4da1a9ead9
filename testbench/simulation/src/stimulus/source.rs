//! Sources of vectors.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

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

/// The vectors of one function: fixed ones, and a random mix of the hard cases.
pub trait FunctionVectors: Send {
    /// Returns the number of fixed vectors.
    fn fixed_count(&self) -> u64;

    /// Returns one of the fixed vectors, by its index.
    fn fixed_vector(&self, index: u64) -> Vector;

    /// Draws a vector of the random mix.
    fn draw(&self, random: &mut ChaCha8Rng) -> Vector;

    /// Draws a vector from anywhere in the stream.
    fn draw_any(&self, random: &mut ChaCha8Rng) -> Vector;

    /// Returns the vector at this place in the stream; None for one of the random mix, which follows the fixed ones.
    fn find(&self, index: u64) -> Option<Vector> {
        (index < self.fixed_count()).then(|| self.fixed_vector(index))
    }

    /// Returns every combination of classes of values, if the function has them.
    fn classes(&self) -> Vec<Vector> {
        Vec::new()
    }
}

/// An endless deterministic source of the vectors of one function.
#[derive(Clone)]
pub struct VectorStream<V: FunctionVectors + ?Sized> {
    pub(super) vectors: Box<V>,
    /// The index of the next vector.
    next: u64,
    seed: u64,
    random: ChaCha8Rng,
}

impl<V: FunctionVectors + ?Sized> VectorStream<V> {
    /// Starts the stream of a seed. The fixed vectors do not depend on the seed, but for a rounding that is an operand.
    pub fn start(vectors: Box<V>, seed: u64) -> VectorStream<V> {
        VectorStream {
            vectors,
            next: 0,
            seed,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Returns the number of vectors before the random ones.
    pub fn fixed_count(&self) -> u64 {
        self.vectors.fixed_count()
    }

    /// Returns one of the vectors before the random ones, by its index.
    pub fn fixed_vector(&self, index: u64) -> Vector {
        self.vectors.fixed_vector(index)
    }

    /// Returns the next `count` vectors.
    pub fn fill(&mut self, count: usize) -> Vec<Vector> {
        let one = |index| {
            let fixed = self.vectors.find(index);
            fixed.unwrap_or_else(|| self.vectors.draw(&mut self.random))
        };
        let first = self.next;
        self.next += count as u64;
        (first..self.next).map(one).collect()
    }

    /// Returns the next `count` random vectors, even if earlier vectors are left.
    pub fn random(&mut self, count: usize) -> Vec<Vector> {
        (0..count).map(|_| self.vectors.draw(&mut self.random)).collect()
    }

    /// Returns a vector from anywhere in the stream.
    pub fn any(&mut self) -> Vector {
        self.vectors.draw_any(&mut self.random)
    }
}

impl<V: FunctionVectors + ?Sized> VectorSource for VectorStream<V> {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        VectorStream::fill(self, count)
    }

    fn seed(&self) -> u64 {
        self.seed
    }
}
