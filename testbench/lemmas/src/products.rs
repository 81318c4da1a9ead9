//! Treatments of multiplications in formulas.

use halfpipe_aig::bit_blast::{outputs, Multiplications, Schoolbook};
use halfpipe_aig::{Aig, Literal};
use halfpipe_hdl::stage::{product, small_product, Multiplier};
use halfpipe_netlist::{Builder, MultiplierBlock, Netlist};

use crate::formula::OpenProduct;

/// Abstraction of products: the bits of a product are free inputs. The same factors have the same product.
#[derive(Default)]
pub struct OpenProducts {
    /// The multiplications so far.
    pub products: Vec<OpenProduct>,
}

impl Multiplications for OpenProducts {
    fn product(&mut self, graph: &mut Aig, first: &[Literal], second: &[Literal]) -> Vec<Literal> {
        let is_known = |factor: &[Literal]| factor.iter().all(|bit| bit.node() == Literal::FALSE.node());
        if is_known(first) || is_known(second) {
            // A product with a constant is not abstracted.
            return graph.multiply(first, second);
        }
        if let Some(known) = self
            .products
            .iter()
            .find(|open| open.factors[0] == first && open.factors[1] == second)
        {
            return known.product.clone();
        }
        let product = graph.inputs(first.len() + second.len());
        self.products.push(OpenProduct {
            factors: [first.to_vec(), second.to_vec()],
            product: product.clone(),
        });
        product
    }
}

/// Multiplication as a sum of partial products.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowProducts {
    /// A row for each two bits of a factor, in all instructions but dot products.
    Pairs,
    /// A row for each bit of a factor, in dot products.
    Single,
    /// Products of parts of the factors that fit these multiplier blocks.
    Parts(&'static [&'static MultiplierBlock]),
}

impl RowProducts {
    /// Returns the netlist of a product of two factors of these widths in bits.
    pub fn netlist(self, widths: [u32; 2]) -> Netlist {
        let builder = Builder::new();
        let [a, b] = [("first", widths[0]), ("second", widths[1])].map(|(name, width)| builder.input(name, width));
        let made = match self {
            RowProducts::Pairs => product(builder.scope(), Multiplier::Rows, a, b),
            RowProducts::Single => small_product(builder.scope(), Multiplier::Rows, a, b),
            RowProducts::Parts(blocks) => product(builder.scope(), Multiplier::Block(blocks), a, b),
        };
        builder.output("product", made);
        builder.finish()
    }
}

impl Multiplications for RowProducts {
    fn product(&mut self, graph: &mut Aig, first: &[Literal], second: &[Literal]) -> Vec<Literal> {
        let netlist = self.netlist([first, second].map(|factor| factor.len() as u32));
        let inputs = [first.to_vec(), second.to_vec()];
        outputs(graph, &netlist, &inputs, &mut Schoolbook).swap_remove(0)
    }
}

/// Multiplication as a sum of products of parts, which are abstracted, where factors are wider than multiplier blocks.
pub struct PartProducts {
    blocks: &'static [&'static MultiplierBlock],
    parts: OpenProducts,
}

impl PartProducts {
    /// Makes the multiplication for blocks of these devices.
    pub fn new(blocks: &'static [&'static MultiplierBlock]) -> PartProducts {
        PartProducts {
            blocks,
            parts: OpenProducts::default(),
        }
    }
}

impl Multiplications for PartProducts {
    fn product(&mut self, graph: &mut Aig, first: &[Literal], second: &[Literal]) -> Vec<Literal> {
        let widths = [first, second].map(|factor| factor.len() as u32);
        let is_whole = |widest: u32| widths.iter().all(|width| *width <= widest);
        if Multiplier::Block(self.blocks).widest_factor().is_none_or(is_whole) {
            return self.parts.product(graph, first, second);
        }
        let netlist = RowProducts::Parts(self.blocks).netlist(widths);
        let inputs = [first.to_vec(), second.to_vec()];
        outputs(graph, &netlist, &inputs, &mut self.parts).swap_remove(0)
    }
}
