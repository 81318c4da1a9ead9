//! Equivalence of a pipelined design, with its registers and products, with the datapath without registers.

use std::sync::Arc;

use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Operand;
use halfpipe_netlist::{Module, Netlist};
use halfpipe_spec::{Arithmetic, Logic};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::products::{OpenProducts, Rows};
use crate::ranks::ranks;
use halfpipe_aig::bit_blast::{outputs, outputs_of_chains, Multiplications};

/// Returns the lemmas that a module is the datapath with `latency` registers on every path. `factors` has the widths in
/// bits of the factors of its products. A module of several `lanes` has the values of their datapaths side by side, and
/// the OR of their flags. `is_dot` is true for a dot product: its products have single rows, and a sum of two numbers and
/// a bit is one chain of carries, because registers divide such sums.
pub fn lemmas(
    module: Arc<Module>,
    multiplier: Multiplier,
    datapath: Arc<Netlist>,
    lanes: usize,
    factors: &[usize],
    is_dot: bool,
) -> Vec<Lemma> {
    let has_rows = multiplier == Multiplier::Rows;
    let kind = if is_dot { Rows::Single } else { Rows::Pairs };
    let outputs = if is_dot { outputs_of_chains } else { outputs };
    let mut lemmas: Vec<Lemma> = if has_rows {
        factors.iter().map(|bits| rows(*bits, kind)).collect()
    } else {
        Vec::new()
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
            let ports = &module.lane.inputs;
            let inputs: Vec<Vec<Literal>> = ports.iter().map(|port| graph.inputs(port.width as usize)).collect();
            let mut multiplications: Box<dyn Multiplications> = if has_rows {
                Box::new(kind)
            } else {
                Box::new(OpenProducts::default())
            };
            let made = outputs(&mut graph, &module.lane, &inputs, &mut *multiplications);
            let wanted = match lanes {
                1 => outputs(&mut graph, &datapath, &inputs, &mut *multiplications),
                _ => {
                    let named = ports
                        .iter()
                        .map(|port| port.name.as_str())
                        .zip(inputs.iter().map(Vec::as_slice));
                    all_lanes(
                        &mut graph,
                        &datapath,
                        lanes,
                        &named.collect::<Vec<_>>(),
                        &mut *multiplications,
                    )
                }
            };
            let names = ports.iter().map(|port| port.name.clone());
            let same = graph.equal(&made.concat(), &wanted.concat());
            Formula {
                graph,
                negated_goals: vec![!same],
                words: names.zip(inputs).collect(),
                ..Formula::default()
            }
        },
    ));
    lemmas.extend(ranks);
    lemmas
}

/// Returns the outputs of several datapaths, each with its part of the inputs: their values side by side, and the OR of
/// their flags. All have the same rounding.
fn all_lanes(
    graph: &mut Graph,
    datapath: &Netlist,
    lanes: usize,
    inputs: &[(&str, &[Literal])],
    multiplications: &mut dyn Multiplications,
) -> Vec<Vec<Literal>> {
    let mut value = Vec::new();
    let mut flags: Option<Vec<Literal>> = None;
    for lane in 0..lanes {
        let share = |(name, word): &(&str, &[Literal])| {
            if *name == Operand::ROUNDING.name {
                return word.to_vec();
            }
            let width = word.len() / lanes;
            word[lane * width..][..width].to_vec()
        };
        let inputs: Vec<Vec<Literal>> = inputs.iter().map(share).collect();
        let of_lane = outputs(graph, datapath, &inputs, multiplications);
        value.extend(&of_lane[0]);
        flags = match (flags, of_lane.get(1)) {
            (Some(flags), Some(raised)) => {
                let both = flags.iter().zip(raised);
                Some(both.map(|(one, other)| graph.or(*one, *other)).collect())
            }
            (_, raised) => raised.cloned(),
        };
    }
    [Some(value), flags].into_iter().flatten().collect()
}

/// Returns the lemma that the sum of the rows is the product.
fn rows(bits: usize, kind: Rows) -> Lemma {
    let statement = format!("the sum of partial products is the product, for all factors of {bits} bits");
    Lemma::new(LemmaKind::Rows(bits), statement, Procedure::Enumerate, move || {
        let mut graph = Graph::new();
        let [first, second] = [graph.inputs(bits), graph.inputs(bits)];
        let mut rows = kind;
        let made = rows.product(&mut graph, &first, &second);
        let wanted = graph.multiply(&first, &second);
        let same = graph.equal(&made, &wanted);
        Formula {
            graph,
            negated_goals: vec![!same],
            words: vec![("first".to_owned(), first), ("second".to_owned(), second)],
            ..Formula::default()
        }
    })
}
