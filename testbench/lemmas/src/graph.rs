//! The bit graph as logic in which the specification writes its formulas.

use std::ops::{Deref, DerefMut};

use halfpipe_aig::Aig;
use halfpipe_spec::Logic;

pub use halfpipe_aig::{Gate, Literal};

/// The words of several ports.
pub type PortWords = Vec<Vec<Literal>>;

/// A bit graph that holds hardware and its specification.
#[derive(Clone, Debug, Default)]
pub struct Graph(pub Aig);

impl Graph {
    /// Creates a graph with nothing but the constant.
    pub fn new() -> Graph {
        Graph::default()
    }
}

impl Deref for Graph {
    type Target = Aig;

    fn deref(&self) -> &Aig {
        &self.0
    }
}

impl DerefMut for Graph {
    fn deref_mut(&mut self) -> &mut Aig {
        &mut self.0
    }
}

impl Logic for Graph {
    type Bit = Literal;

    fn constant(&self, value: bool) -> Literal {
        Literal::constant(value)
    }

    fn not(&self, bit: Literal) -> Literal {
        !bit
    }

    fn and(&mut self, first: Literal, second: Literal) -> Literal {
        self.0.and(first, second)
    }

    fn xor(&mut self, first: Literal, second: Literal) -> Literal {
        self.0.xor(first, second)
    }

    fn select(&mut self, condition: Literal, then: Literal, otherwise: Literal) -> Literal {
        self.0.select(condition, then, otherwise)
    }
}
