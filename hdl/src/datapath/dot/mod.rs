//! Dot products: the sum of products and c, as tensor cores compute it.
//!
//! Tensor cores add the products of a block in fixed point. The point is the largest exponent among the terms, the
//! anchor. Each term is cut below the last place of the sum, without a sticky bit (Fasi, Higham, Mikaitis and Pranesh,
//! "Numerical behavior of NVIDIA tensor cores", PeerJ Computer Science 7:e330, 2021). Blocks follow one another: the
//! result of one is the `c` of the next.

mod block;
mod bulk;
mod exact;
mod factors;
mod groups;
mod parameters;
mod rounded;
mod shape;
mod terms;
mod truncated;
mod wide;

use halfpipe_isa::{FloatFormat, WIDEST};

use crate::datapath::LaneConfig;
use crate::net::{Net, Scope};

use block::block;
use bulk::bulk;
use exact::exact;
use groups::groups;
use shape::Shape;

pub use parameters::Dot;

impl Dot {
    /// Returns the result.
    pub(super) fn result<'n>(&self, n: Scope<'n>, config: &LaneConfig, operands: &[Net<'n>]) -> Net<'n> {
        let (operands, scales) = operands.split_at(operands.len() - if self.scales.is_some() { 2 } else { 0 });
        let (c, factors) = operands.split_last().expect("a dot product has operands");
        let [format_of_a, format_of_b] = self.formats.elements;
        let bits_of_a = self.products * format_of_a.register_bits();
        let (a, b) = factors.split_at(bits_of_a.div_ceil(WIDEST) as usize);
        let pair = |number| [element(a, format_of_a, number), element(b, format_of_b, number)];
        let pairs: Vec<[Net; 2]> = (0..self.products).map(pair).collect();
        if self.is_bulk {
            return bulk(n, self.formats, config.multiplier, &pairs, *c);
        }
        let Some(core) = self.core else {
            return exact(n, config, self.formats, &pairs, *c);
        };
        let shape = Shape::new(core, self.formats, self.products, self.scales.map(|own| own.format));
        if let (Some(own), [of_a, of_b]) = (self.scales, scales) {
            let scales = [*of_a, *of_b];
            if !own.has_groups() {
                return block(n, shape, config.multiplier, &pairs, *c, Some(scales));
            }
            return groups(n, self.formats, own, config.multiplier, &pairs, *c, scales);
        }
        let blocks = pairs.chunks(shape.products as usize).enumerate();
        let count = pairs.len() / shape.products as usize;
        blocks.fold(*c, |c, (number, pairs)| {
            let n = match count {
                1 => n,
                _ => n.scope(&format!("block{number}")),
            };
            block(n, shape, config.multiplier, pairs, c, None)
        })
    }
}

/// Returns an element of a register, which comes in parts. An element of six bits has two bits above it, and one of TF32 has
/// bits below it.
fn element<'n>(register: &[Net<'n>], format: FloatFormat, number: u32) -> Net<'n> {
    let bits = format.register_bits();
    let in_part = register[0].width() / bits;
    let part = register[(number / in_part) as usize];
    part.slice(number % in_part * bits + format.ignored_bits(), format.width())
}
