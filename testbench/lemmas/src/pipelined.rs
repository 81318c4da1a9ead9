//! Equivalence of a pipelined design, with its registers and products, with the datapath without registers.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, outputs_of_chains, Multiplications};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Operand;
use halfpipe_netlist::{Module, Netlist};

use crate::algebra::check_product;
use crate::enumeration::MOST_BITS_OF_FACTORS;
use crate::formula::{Formula, Procedure};
use crate::graph::Graph;
use crate::kind::LemmaKind;
use crate::lanes::join_lanes;
use crate::lemma::Lemma;
use crate::named_words::NamedWords;
use crate::products::{OpenProducts, PartProducts, RowProducts};
use crate::ranks::ranks;
use crate::verdict::{LemmaVerdict, UnprovenReason};

/// Returns the lemmas that a module is the datapath with `latency` registers on every path. `factors` has the widths in
/// bits of the two factors of its products. A module of several `lanes` has the values of their datapaths side by side, and
/// the OR of their flags. `is_dot` is true for a dot product: its products have single rows, and a sum of two numbers and
/// a bit is one chain of carries, because registers divide such sums.
pub fn lemmas(
    module: Arc<Module>,
    multiplier: Multiplier,
    datapath: Arc<Netlist>,
    lanes: usize,
    factors: &[[usize; 2]],
    is_dot: bool,
) -> Vec<Lemma> {
    let widest = multiplier.widest_factor();
    let is_wide = |bits: &usize| widest.is_none_or(|widest| *bits > widest as usize);
    let is_divided = |widths: &&[usize; 2]| widths.iter().any(is_wide);
    let rows = match multiplier {
        Multiplier::Rows if is_dot => Some(RowProducts::Single),
        Multiplier::Rows => Some(RowProducts::Pairs),
        Multiplier::Block(blocks) => {
            let has_parts = widest.is_some() && factors.iter().any(|widths| is_divided(&widths));
            has_parts.then_some(RowProducts::Parts(blocks))
        }
    };
    let outputs = if is_dot { outputs_of_chains } else { outputs };
    let mut lemmas: Vec<Lemma> = match rows {
        Some(kind) => {
            let divided = factors.iter().filter(is_divided);
            divided.map(|widths| sum_rows(*widths, kind)).collect()
        }
        None => Vec::new(),
    };
    let latency = module.latency;
    let ranks = (latency > 0).then(|| ranks(module.clone()));
    let statement = format!("at latency {latency} the module equals the datapath whose function is proven");
    lemmas.push(Lemma::new(
        LemmaKind::Datapath,
        statement,
        Procedure::Sweep,
        move || {
            let mut graph = Graph::new();
            let inputs = NamedWords::free_inputs(&mut graph, &module.lane);
            let mut multiplications: Box<dyn Multiplications> = match rows {
                Some(RowProducts::Parts(blocks)) => Box::new(PartProducts::new(blocks)),
                Some(kind) => Box::new(kind),
                None => Box::new(OpenProducts::default()),
            };
            let made = outputs(&mut graph, &module.lane, &inputs.words, &mut *multiplications);
            let wanted = match lanes {
                1 => outputs(&mut graph, &datapath, &inputs.words, &mut *multiplications),
                _ => {
                    // All lanes have the same rounding.
                    let is_shared = |place: usize| inputs.names[place] == Operand::ROUNDING.name;
                    join_lanes(&mut graph, lanes, &inputs.words, is_shared, |graph, inputs| {
                        outputs(graph, &datapath, inputs, &mut *multiplications)
                    })
                }
            };
            Formula::equal(graph, &made.concat(), &wanted.concat()).show(inputs)
        },
    ));
    lemmas.extend(ranks);
    lemmas
}

/// Returns the lemma that the sum of the rows is the product.
fn sum_rows(widths: [usize; 2], kind: RowProducts) -> Lemma {
    let [first, second] = widths;
    let bits = if first == second {
        format!("{first} bits")
    } else {
        format!("{first} and {second} bits")
    };
    let statement = format!("the sum of partial products is the product, for all factors of {bits}");
    if first + second > MOST_BITS_OF_FACTORS {
        return Lemma::structural(LemmaKind::Rows(widths), statement, move || {
            let unproven = |reason: String| LemmaVerdict::Unproven(UnprovenReason::Structure(reason));
            check_product(&kind.netlist(widths.map(|bits| bits as u32))).map_err(unproven)
        });
    }
    Lemma::new(LemmaKind::Rows(widths), statement, Procedure::Enumerate, move || {
        let mut graph = Graph::new();
        let factors = NamedWords::free(
            &mut graph,
            [("first", first), ("second", second)].map(|(name, bits)| (name.to_owned(), bits)),
        );
        let [first, second] = [0, 1].map(|factor: usize| &factors.words[factor]);
        let made = { kind }.product(&mut graph, first, second);
        let wanted = graph.multiply(first, second);
        Formula::equal(graph, &made, &wanted).show(factors)
    })
}
