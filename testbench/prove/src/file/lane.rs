//! A lane of a file in which a product is searched.

use std::collections::HashMap;

use halfpipe_lemmas::convention::Convention;
use halfpipe_spec::{Format, Lane};

use super::cut::{ProductBit, ProductCut};
use super::factor::{Factor, Hypothesis};
use super::function::FileFunction;

/// One lane of a file's function, with what is specified of it.
#[derive(Clone, Copy)]
pub struct SearchedLane<'f> {
    /// The function of the lane.
    pub function: &'f FileFunction,
    /// The specification of the lane.
    pub lane: Lane,
    /// The format of the factors.
    pub format: Format,
    /// The conventions of the file.
    pub convention: &'f Convention,
    /// The name of the rounding port, which is the last operand, if there is one.
    pub rounding_port: Option<&'static str>,
}

impl SearchedLane<'_> {
    /// Returns the lane with a product whose bits are these nodes. No nodes are bits of its factors, and it has no addend.
    pub fn cut(&self, hypothesis: Hypothesis, forms: [Factor; 2], bits: HashMap<usize, ProductBit>) -> ProductCut {
        ProductCut {
            function: self.function.clone(),
            file: None,
            lane: self.lane,
            format: self.format,
            hypothesis,
            bits,
            addend: Vec::new(),
            forms,
            factor_bits: [HashMap::new(), HashMap::new()],
            convention: self.convention.clone(),
            rounding_port: self.rounding_port,
        }
    }
}
