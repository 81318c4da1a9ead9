//! The sum of the terms of a dot product, addition by addition.
//!
//! Each sum of the netlist is a tree of additions. A term that is subtracted comes as its complement, and the increment
//! that it lacks enters one of the additions as a carry. A [`SumForm`] says which terms, earlier sums and increments an
//! addition has. It is read off the netlist; a lemma shows that it is right, and that the addition does not wrap. The
//! forms of all additions together then have to give each term once.

use std::collections::BTreeMap;

use halfpipe_netlist::{NetId, Netlist};
use halfpipe_spec::{Arithmetic, Logic};

use super::nets::{lies_in, CutNetlist, SumNets};
use crate::formula::Formula;
use crate::graph::{Graph, Literal};
use crate::named_words::NamedWords;

/// A sum as a linear form: its summands, and its range.
#[derive(Clone, Debug, Default)]
pub struct SumForm {
    /// The pairs whose terms it adds.
    pub pairs: Vec<usize>,
    /// True if it adds the term of c.
    pub has_addend: bool,
    /// The earlier sums that it adds.
    pub sums: Vec<usize>,
    /// The pairs whose increments it adds, or lacks, if it subtracts their terms.
    pub increments: Vec<(usize, i128)>,
    /// The least and the greatest value.
    pub range: [i128; 2],
}

/// Bits of the widest sum, with some above it.
pub const WIDE: usize = 64;

impl SumForm {
    /// Reads the form of each sum off the netlist.
    ///
    /// # Errors
    ///
    /// A description of a sum that is no sum of terms.
    pub fn read(netlist: &Netlist, nets: &SumNets, cuts: &[NetId]) -> Result<Vec<SumForm>, String> {
        let mut graph = Graph::new();
        let inputs = NamedWords::free_inputs(&mut graph, netlist).words;
        let cut = CutNetlist::new(&mut graph, netlist, &inputs, cuts);
        let mut forms: Vec<SumForm> = Vec::new();
        for (number, sum) in nets.sums.iter().enumerate() {
            let made = cut.made(*sum);
            let cone = graph.cone(made);
            let is_in = |id: &NetId| cut.free[id].iter().any(|bit| cone.binary_search(&bit.node()).is_ok());
            let which = |ids: &[NetId]| -> Vec<usize> { (0..ids.len()).filter(|at| is_in(&ids[*at])).collect() };
            let flags = which(&nets.subtracted);
            // The value if all bits but one flag are 0.
            let at = |flag: Option<usize>| {
                let node = flag.map(|flag| cut.free[&nets.subtracted[flag]][0].node());
                let values: Vec<u64> = graph.simulate(|input| u64::from(Some(input) == node));
                let bits = made.iter().map(|bit| bit.of_values(&values) & 1 == 1);
                let bits: Vec<bool> = bits.collect();
                let negative = bits.last() == Some(&true);
                bits.iter()
                    .rev()
                    .fold(-i128::from(negative), |value, bit| value << 1 | i128::from(*bit))
            };
            let mut form = SumForm {
                pairs: which(&nets.terms),
                has_addend: nets.addend.is_some_and(|addend| is_in(&addend)),
                sums: which(&nets.sums[..number]),
                increments: flags.into_iter().map(|flag| (flag, at(Some(flag)))).collect(),
                range: [0, 0],
            };
            form.increments.retain(|(_, count)| *count != 0);
            form.range = form.reach(netlist, nets, &forms);
            if form.range.iter().any(|bound| bound.unsigned_abs() >> (WIDE - 4) != 0) {
                return Err(format!("sum {} is no sum of terms", number + 1));
            }
            forms.push(form);
        }
        Ok(forms)
    }

    /// Returns the range of values.
    fn reach(&self, netlist: &Netlist, nets: &SumNets, earlier: &[SumForm]) -> [i128; 2] {
        let largest = |id: NetId| (1 << netlist.node(id).width) - 1;
        let [mut least, mut most] = [0, 0];
        for pair in &self.pairs {
            least -= largest(nets.terms[*pair]);
            most += largest(nets.terms[*pair]);
        }
        if let Some(addend) = nets.addend.filter(|_| self.has_addend) {
            most += largest(addend);
        }
        for sum in &self.sums {
            let [of_least, of_most] = earlier[*sum].range;
            least += of_least;
            most += of_most;
        }
        for (_, count) in &self.increments {
            least += count.min(&0);
            most += count.max(&0);
        }
        [least, most]
    }

    /// Returns the summands in words.
    pub fn summands(&self) -> String {
        let terms = self.pairs.len() + usize::from(self.has_addend);
        let counts = [
            (terms, "term"),
            (self.sums.len(), "earlier sum"),
            (self.increments.len(), "increment"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(count, noun)| format!("{count} {noun}{}", if count == 1 { "" } else { "s" }))
            .collect();
        match &counts[..] {
            [] => "nothing".to_owned(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }
}

/// Claims that a sum has the value of its form. The formula has the graph of the cut netlist.
pub fn claim_addition(
    mut formula: Formula,
    cut: &CutNetlist,
    nets: &SumNets,
    forms: &[SumForm],
    number: usize,
) -> Formula {
    let graph = &mut formula.graph;
    let form = &forms[number];
    let mut total = graph.number(0, WIDE);
    for pair in &form.pairs {
        let sign = cut.word(nets.subtracted[*pair])[0];
        let magnitude = graph.resized(cut.word(nets.terms[*pair]), WIDE);
        let flipped: Vec<Literal> = magnitude.iter().map(|bit| graph.xor(*bit, sign)).collect();
        total = graph.add(&total, &flipped, sign).0;
    }
    if let Some(addend) = nets.addend.filter(|_| form.has_addend) {
        let addend = graph.resized(cut.word(addend), WIDE);
        total = graph.sum(&total, &addend);
    }
    for sum in &form.sums {
        let word = cut.word(nets.sums[*sum]).to_vec();
        let in_range = lies_in(graph, &word, forms[*sum].range);
        formula.assumptions.push(in_range);
        let word = graph.extended(&word, WIDE);
        total = graph.sum(&total, &word);
    }
    for (pair, count) in &form.increments {
        let count = graph.number(*count, WIDE);
        let increment = graph.only_if(cut.word(nets.subtracted[*pair])[0], &count);
        total = graph.sum(&total, &increment);
    }
    let made = graph.extended(cut.made(nets.sums[number]), WIDE);
    formula.claim_equal([(&made[..], &total[..])])
}

/// Checks that the last of some sums has each term once, and all of their increments. `has_addend` is true if c is a term too.
///
/// # Errors
///
/// A description of what is wrong.
pub fn check_terms(forms: &[SumForm], products: usize, has_addend: bool) -> Result<String, String> {
    // How often each sum has each term, c, and each increment.
    let mut totals: Vec<BTreeMap<(&str, usize), i128>> = Vec::new();
    for form in forms {
        let mut total = BTreeMap::new();
        let mut add = |part, count| *total.entry(part).or_default() += count;
        form.pairs.iter().for_each(|pair| add(("term", *pair), 1));
        form.increments
            .iter()
            .for_each(|(pair, count)| add(("increment", *pair), *count));
        if form.has_addend {
            add(("c", 0), 1);
        }
        for sum in &form.sums {
            totals[*sum].iter().for_each(|(part, count)| add(*part, *count));
        }
        totals.push(total);
    }
    let mut total = totals.pop().unwrap_or_default();
    total.retain(|_, count| *count != 0);
    let terms = (0..products)
        .map(|pair| ("term", pair))
        .chain(has_addend.then_some(("c", 0)));
    let wanted: BTreeMap<(&str, usize), i128> = terms.map(|term| (term, 1)).collect();
    let parts = total.keys().chain(wanted.keys());
    for part in parts {
        let [found, wanted] = [&total, &wanted].map(|total| total.get(part).copied().unwrap_or(0));
        if found != wanted {
            let (name, number) = part;
            return Err(format!("the sum has {found} of {name} {number}, not {wanted}"));
        }
    }
    let terms = products + usize::from(has_addend);
    Ok(format!("{terms} terms in {} additions", forms.len()))
}
