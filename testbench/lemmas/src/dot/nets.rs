//! The nets at which the proof of a dot product cuts a block.

use std::collections::HashMap;
use std::ops::Range;

use halfpipe_aig::bit_blast::{cut_words, Schoolbook};
use halfpipe_netlist::{NetId, Netlist, Show};
use halfpipe_spec::{Arithmetic, Logic};

use crate::graph::{Graph, Literal};

/// The nets of a sum of terms.
#[derive(Clone, Debug)]
pub struct SumNets {
    /// For each pair, the bit that is 1 if its term is subtracted.
    pub subtracted: Vec<NetId>,
    /// The magnitude of each term.
    pub terms: Vec<NetId>,
    /// The term of c, which is not negative; none in a group.
    pub addend: Option<NetId>,
    /// The sums of terms, in an order in which each follows its own summands. The last one has all terms.
    pub sums: Vec<NetId>,
}

impl SumNets {
    /// Returns all nets, each behind those that it depends on.
    pub fn cuts(&self) -> Vec<NetId> {
        let mut cuts = [&self.subtracted[..], &self.terms].concat();
        cuts.extend(self.addend);
        cuts.extend(&self.sums);
        cuts
    }
}

/// The nets of a netlist by their paths.
pub struct NetPaths(HashMap<String, NetId>);

impl NetPaths {
    /// Returns the nets that have a path.
    pub fn new(netlist: &Netlist) -> NetPaths {
        NetPaths(netlist.ids().filter_map(|id| Some((netlist.path(id)?, id))).collect())
    }

    /// Returns the net of a path.
    ///
    /// # Errors
    ///
    /// A net that the netlist lacks.
    pub fn find(&self, path: &str) -> Result<NetId, String> {
        self.0.get(path).copied().ok_or_else(|| describe_missing(path))
    }

    /// Returns the net of a path for each of some pairs, behind a prefix.
    ///
    /// # Errors
    ///
    /// A net that the netlist lacks.
    pub fn find_pairs(&self, prefix: &str, pairs: Range<usize>, path: &str) -> Result<Vec<NetId>, String> {
        pairs
            .map(|pair| self.find(&format!("{prefix}pair{pair}_{path}")))
            .collect()
    }

    /// Returns the numbered sums of a stage.
    ///
    /// # Errors
    ///
    /// A net that the netlist lacks.
    pub fn find_sums(&self, stage: &str) -> Result<Vec<NetId>, String> {
        let first = format!("{stage}.sum_");
        let sums = self.0.iter().filter(|(path, _)| path.starts_with(&first));
        let mut sums: Vec<NetId> = sums.map(|(_, id)| *id).collect();
        sums.sort_unstable();
        if sums.is_empty() {
            return Err(describe_missing(&format!("{first}1")));
        }
        Ok(sums)
    }
}

/// The cut nets of a block.
#[derive(Clone, Debug)]
pub struct BlockNets {
    /// The product of the significands of each pair.
    pub products: Vec<NetId>,
    /// The complement of the anchor's biased exponent.
    pub not_anchor: NetId,
    /// The terms and their sums. The addend is c.
    pub sum: SumNets,
    /// The result.
    pub result: NetId,
}

impl BlockNets {
    /// Finds the nets of a block with so many products, or groups of products.
    ///
    /// # Errors
    ///
    /// A net that the netlist lacks.
    pub fn find(netlist: &Netlist, products: usize) -> Result<BlockNets, String> {
        let paths = NetPaths::new(netlist);
        let find_pairs = |path: &str| paths.find_pairs("", 0..products, path);
        Ok(BlockNets {
            products: find_pairs("multiply.product")?,
            not_anchor: paths.find("anchor.not_anchor")?,
            sum: SumNets {
                subtracted: find_pairs("multiply.subtracted")?,
                terms: find_pairs("align.term")?,
                addend: Some(paths.find("align.term")?),
                sums: paths.find_sums("add")?,
            },
            result: netlist.outputs[0].net,
        })
    }

    /// Returns the nets that become free, in the order in which the lemmas show them right.
    pub fn cuts(&self) -> Vec<NetId> {
        let SumNets {
            subtracted,
            terms,
            addend,
            sums,
        } = &self.sum;
        let mut cuts = [&self.products[..], subtracted, &[self.not_anchor], terms].concat();
        cuts.extend(addend);
        cuts.extend(sums);
        cuts
    }
}

/// A netlist in a graph, in which some nets are free.
pub struct CutNetlist {
    /// The word of each net, as the netlist makes it of earlier nets.
    pub made: Vec<Vec<Literal>>,
    /// The free word in the place of each cut net.
    pub free: HashMap<NetId, Vec<Literal>>,
    /// True for each net whose bits are a number in two's complement.
    is_signed: Vec<bool>,
}

impl CutNetlist {
    /// Adds a netlist to a graph.
    pub fn new(graph: &mut Graph, netlist: &Netlist, inputs: &[Vec<Literal>], cuts: &[NetId]) -> CutNetlist {
        let mut made: Vec<Vec<Literal>> = netlist.ids().map(|_| Vec::new()).collect();
        let mut free = HashMap::new();
        let words = cut_words(graph, netlist, inputs, &mut Schoolbook, &mut |graph, id, word| {
            if !cuts.contains(&id) {
                return word;
            }
            let inputs = graph.inputs(word.len());
            free.insert(id, inputs.clone());
            made[id.index()] = word;
            inputs
        });
        for (made, word) in made.iter_mut().zip(words) {
            if made.is_empty() {
                *made = word;
            }
        }
        let is_signed = |id| {
            netlist
                .node(id)
                .label
                .as_ref()
                .is_some_and(|label| label.show() == Show::Signed)
        };
        CutNetlist {
            made,
            free,
            is_signed: netlist.ids().map(is_signed).collect(),
        }
    }

    /// Returns the word that a net has for later nets.
    pub fn word(&self, id: NetId) -> &[Literal] {
        self.free.get(&id).unwrap_or(&self.made[id.index()])
    }

    /// Returns the word of a net as the netlist makes it.
    pub fn made(&self, id: NetId) -> &[Literal] {
        &self.made[id.index()]
    }

    /// Returns a word in place of a net with other bits above it: its sign, or zeros.
    pub fn extended(&self, graph: &Graph, id: NetId, word: &[Literal], width: usize) -> Vec<Literal> {
        if self.is_signed[id.index()] {
            graph.extended(word, width)
        } else {
            graph.resized(word, width)
        }
    }
}

/// Returns 1 if a number in two's complement lies in a range.
pub fn lies_in(graph: &mut Graph, number: &[Literal], [least, most]: [i128; 2]) -> Literal {
    let width = number.len() + 1;
    let wide = graph.extended(number, width);
    let [least, most] = [least, most].map(|bound| graph.number(bound, width));
    let (above, _) = graph.subtract(&wide, &least);
    let (below, _) = graph.subtract(&most, &wide);
    let outside = graph.or(above[width - 1], below[width - 1]);
    graph.not(outside)
}

/// Describes a net that the netlist lacks.
pub fn describe_missing(path: &str) -> String {
    format!("there is no net {path}")
}
