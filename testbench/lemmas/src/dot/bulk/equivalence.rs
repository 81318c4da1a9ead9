//! A bulk-normalised dot product under proof, with its cut nets free.

use std::sync::Arc;

use halfpipe_netlist::{NetId, Netlist};
use halfpipe_spec::{Arithmetic, BulkDot, Dot, DotOperands, DotTerm, Logic};

use crate::dot::nets::{CutNetlist, NetPaths, SumNets};
use crate::dot::sum::SumForm;
use crate::formula::Formula;
use crate::graph::{Graph, Literal};
use crate::named_words::NamedWords;

/// The cut nets of a bulk-normalised dot product.
#[derive(Clone, Debug)]
pub struct BulkNets {
    /// The product of the significands of each pair.
    pub products: Vec<NetId>,
    /// The sign of product 0.
    pub sign: NetId,
    /// The sum of the biased exponents of the anchor's factors.
    pub anchor: NetId,
    /// The terms and their sums. The addend is product 0; the other products follow.
    pub sum: SumNets,
    /// The sign, the exponent and the significand of the rounded sum.
    pub rounded: [NetId; 3],
    /// 1 if the sum is too large; None if it never is.
    pub overflow: Option<NetId>,
    /// The sum with c.
    pub total: TotalNets,
    /// The result.
    pub result: NetId,
}

/// The cut nets of the sum with c.
#[derive(Clone, Copy, Debug)]
pub struct TotalNets {
    /// The magnitude of the sum.
    pub sum: NetId,
    /// The exponent of the larger operand.
    pub exponent: NetId,
    /// The sign of the larger operand.
    pub sign: NetId,
    /// 1 if the signs differ.
    pub subtracted: NetId,
}

impl BulkNets {
    /// Finds the nets of a dot product of so many products.
    ///
    /// # Errors
    ///
    /// A net that the netlist lacks.
    fn find(netlist: &Netlist, products: usize) -> Result<BulkNets, String> {
        let paths = NetPaths::new(netlist);
        // The sign of an infinite product is the same net.
        let sign = paths.find("pair0_multiply.sign");
        let rounded = |name: &str| paths.find(&format!("round_sum.rounded_{name}"));
        Ok(BulkNets {
            products: paths.find_pairs("", 0..products, "multiply.product")?,
            sign: sign.or_else(|_| paths.find("pair0_special_product.sign"))?,
            anchor: paths.find("anchor.anchor")?,
            sum: SumNets {
                subtracted: paths.find_pairs("", 1..products, "multiply.subtracted")?,
                terms: paths.find_pairs("", 1..products, "align.term")?,
                addend: Some(paths.find("pair0_align.term")?),
                sums: paths.find_sums("add")?,
            },
            rounded: [rounded("sign")?, rounded("exponent")?, rounded("significand")?],
            overflow: paths.find("round_sum.overflow").ok(),
            total: TotalNets {
                sum: paths.find("total_add.sum")?,
                exponent: paths.find("total_order.larger_exponent")?,
                sign: paths.find("total_order.larger_sign")?,
                subtracted: paths.find("total_add.subtracted")?,
            },
            result: netlist.outputs[0].net,
        })
    }

    /// Returns the nets that become free, in the order in which the lemmas show them right.
    fn cuts(&self) -> Vec<NetId> {
        let SumNets {
            subtracted,
            terms,
            addend,
            sums,
        } = &self.sum;
        let first = [self.sign, self.anchor];
        let mut cuts = [&self.products[..], subtracted, &first].concat();
        cuts.extend(addend);
        cuts.extend([&terms[..], sums, &self.rounded].concat());
        cuts.extend(self.overflow);
        let TotalNets {
            sum,
            exponent,
            sign,
            subtracted,
        } = self.total;
        cuts.extend([exponent, sign, subtracted, sum]);
        cuts
    }
}

/// A bulk-normalised dot product, and the netlist that should compute it.
pub struct BulkEquivalence {
    pub dot: Dot,
    pub bulk: BulkDot,
    pub netlist: Arc<Netlist>,
    /// The cut nets.
    pub nets: BulkNets,
    /// The sums.
    pub forms: Vec<SumForm>,
}

/// A dot product in a graph, with its cut nets free.
pub struct CutBulk {
    /// The formula, which assumes nothing and has no goal.
    pub formula: Formula,
    pub cut: CutNetlist,
    pub c: Vec<Literal>,
    /// The products of the specification.
    pub products: Vec<DotTerm<Literal>>,
    /// 1 if an element is an infinity or a NaN.
    pub is_special: Literal,
    /// The sum of the products then.
    pub special: Vec<Literal>,
}

impl BulkEquivalence {
    /// Takes a dot product and its netlist.
    ///
    /// # Errors
    ///
    /// A net that the netlist lacks, or a sum that is none of terms.
    pub fn new(dot: Dot, bulk: BulkDot, netlist: Arc<Netlist>) -> Result<BulkEquivalence, String> {
        let nets = BulkNets::find(&netlist, dot.products())?;
        Ok(BulkEquivalence {
            dot,
            bulk,
            forms: SumForm::read(&netlist, &nets.sum, &nets.cuts())?,
            nets,
            netlist,
        })
    }

    /// Elaborates the dot product with all cut nets free.
    pub fn elaborate(&self) -> CutBulk {
        let mut graph = Graph::new();
        let mut words = NamedWords::free_inputs(&mut graph, &self.netlist);
        let DotOperands { factors, c, .. } = self.dot.elements(&words.words);
        let cuts = self.nets.cuts();
        let cut = CutNetlist::new(&mut graph, &self.netlist, &words.words, &cuts);
        let name = |id: &NetId| self.netlist.path(*id).unwrap_or_default();
        words.names.extend(cuts.iter().map(name));
        words.words.extend(cuts.iter().map(|id| cut.free[id].clone()));
        let products = factors.iter().map(|factors| self.bulk.product(&mut graph, factors));
        let products: Vec<DotTerm<Literal>> = products.collect();
        let (is_special, special) = self.bulk.special(&mut graph, &factors);
        CutBulk {
            formula: Formula {
                graph,
                words: words.into_pairs(),
                ..Formula::default()
            },
            cut,
            c,
            products,
            is_special,
            special,
        }
    }

    /// Elaborates the dot product, and assumes that all elements are finite.
    pub fn elaborate_finite(&self) -> CutBulk {
        let elaborated = self.elaborate();
        let is_special = elaborated.is_special;
        CutBulk {
            formula: elaborated.formula.assume(!is_special),
            ..elaborated
        }
    }

    /// Returns the exponent that the specification has for a word in place of the anchor, a sum of biased exponents.
    pub fn unbiased(&self, graph: &mut Graph, anchor: &[Literal]) -> Vec<Literal> {
        let width = self.bulk.exponent_bits();
        let biased = graph.resized(anchor, width);
        let bias: i64 = self.dot.element_formats().iter().map(|format| format.bias()).sum();
        let bias = graph.number((-bias).into(), width);
        graph.sum(&biased, &bias)
    }

    /// Returns the encoding of the rounded sum that the free nets have, and the condition that they have one.
    pub fn rounded_sum(&self, graph: &mut Graph, cut: &CutNetlist) -> (Vec<Literal>, Literal) {
        let [sign, exponent, significand] = self.nets.rounded.map(|net| cut.word(net).to_vec());
        let (normal, fraction) = significand.split_last().expect("a significand has bits");
        let field = graph.only_if(*normal, &exponent);
        let finite = [fraction, &field].concat();
        let [one, special] = [1, (1 << exponent.len()) - 1].map(|value| graph.number(value, exponent.len()));
        let is_one = graph.equal(&exponent, &one);
        let is_zero = !graph.any(&exponent);
        let is_largest = graph.equal(&exponent, &special);
        let is_subnormal = graph.or(*normal, is_one);
        let is_valid = graph.all(&[is_subnormal, !is_zero, !is_largest]);
        let Some(overflow) = self.nets.overflow else {
            return ([finite, sign].concat(), is_valid);
        };
        let overflow = cut.word(overflow)[0];
        let zeros = graph.number(0, fraction.len());
        let infinity = [zeros, special].concat();
        let magnitude = graph.choose(overflow, &infinity, &finite);
        let is_valid = graph.or(overflow, is_valid);
        ([magnitude, sign].concat(), is_valid)
    }
}
