//! Mutants of a core's control: an operation receives another control value than it needs.
//!
//! Operations are proven together, so a wrong one must not pass among others that are right.

use std::sync::Arc;

use halfpipe_hdl::design::{Design, Role};
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::{Module, Netlist, Op};
use halfpipe_isa::Instruction;
use halfpipe_lemmas::core::{datapath, lemmas_of_netlist};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_model::value::evaluate;
use halfpipe_simulation::stimulus::make_module_source;
use halfpipe_simulation::Vector;
use halfpipe_test_support::{seed, share};
use rand::Rng;
use rayon::prelude::*;

use super::Fate;
use crate::common::instruction;

/// The instructions of the core, of which some differ in one control each. The control bits that make no difference to
/// an instruction follow its name.
const INSTRUCTIONS: [(&str, &[u32]); 9] = [
    ("mul.rn.f16x2", &[4, 6, 9, 10]),
    ("mul.rn.sat.f16x2", &[4, 6, 9, 10]),
    ("min.f16", &[1, 2, 4, 8, 9, 10]),
    ("max.f16", &[1, 2, 4, 8, 9, 10]),
    ("max.NaN.f16", &[2, 6, 8]),
    ("max.NaN.xorsign.abs.f16x2", &[2, 6, 8]),
    ("max.bf16", &[2, 6, 8]),
    ("neg.ftz.f16", &[2, 6, 8]),
    ("abs.f16", &[2, 6, 7, 8]),
];

/// The number of mutants that are tried. There is one for each of the twelve bits of each control.
const DRAWN: usize = 24;

/// The number of vectors that are simulated.
const TRIED: usize = 20_000;

/// True if a core's netlist agrees with the model for these data inputs.
fn is_right(design: &Design, simulator: &mut NetlistSimulator, inputs: &[u64]) -> bool {
    let interface = design.interface();
    for (position, word) in inputs.iter().enumerate() {
        simulator.set_input(position, *word);
    }
    simulator.settle();
    let operation = interface.operation(inputs).expect("the core has it");
    let instruction = operation.instruction().expect("the core has only instructions");
    let operands: Vec<u32> = interface
        .operands(operation, inputs)
        .iter()
        .map(|word| *word as u32)
        .collect();
    let result = interface.output_position(Role::Result(0)).expect("a core has a result");
    simulator.output(result) == evaluate(instruction, &operands).into()
}

fn simulator(netlist: &Netlist) -> NetlistSimulator {
    NetlistSimulator::new(&Module {
        name: "mutant".to_owned(),
        lane: netlist.clone(),
        lanes: 1,
        latency: 0,
    })
}

/// Returns the netlist with one bit of an operation's control changed, if there is such a bit.
fn mutant(netlist: &Netlist, op: usize, bit: u32) -> Option<Netlist> {
    let mut netlist = netlist.clone();
    let table = netlist.nodes.iter_mut().find_map(|node| match &mut node.op {
        Op::Table(entries) if bit < node.width => Some(entries),
        _ => None,
    })?;
    let mut entries = table.to_vec();
    entries[op] ^= 1 << bit;
    *table = Arc::from(entries);
    Some(netlist)
}

/// Judges a mutant with the lemmas of the core's function.
fn fate(design: &Design, netlist: &Netlist, mutated: Netlist, vectors: &[Vector]) -> Fate {
    let mut running = simulator(&mutated);
    let mut is_wrong = |vector: &&Vector| !is_right(design, &mut running, &vector[..]);
    let difference = vectors.iter().find(&mut is_wrong);
    let Ok(lemmas) = lemmas_of_netlist(design, Arc::new(mutated)) else {
        // The mutant multiplies other factors.
        return if difference.is_some() {
            Fate::Caught
        } else {
            Fate::Refused
        };
    };
    let mut verdicts = lemmas.iter().map(|lemma| lemma.decide().verdict);
    let Some(first) = verdicts.find(|verdict| *verdict != LemmaVerdict::Holds) else {
        assert_eq!(difference, None, "a mutant that is wrong passes");
        return Fate::Same;
    };
    let LemmaVerdict::Fails(words) = first else {
        return Fate::Unproven;
    };
    let interface = design.interface();
    let word = |name: &str| {
        words
            .iter()
            .find(|(word, _)| word == name)
            .map_or(0, |(_, value)| *value)
    };
    let inputs: Vec<u64> = interface.inputs().map(|port| word(&port.name) as u64).collect();
    assert!(
        is_right(design, &mut simulator(netlist), &inputs),
        "wrong without the mutation: {words:x?}"
    );
    assert!(
        !is_right(design, &mut running, &inputs),
        "right with the mutation: {words:x?}"
    );
    Fate::Refuted
}

/// A mutant that changes something is refuted. Any other is proven to change nothing.
#[test]
fn an_operation_that_is_told_something_else_is_refuted_at_any_seed() {
    let mut random = seed::random();
    let instructions: Vec<Instruction> = INSTRUCTIONS.map(|(mnemonic, _)| instruction(mnemonic)).to_vec();
    let design = Design::core(&instructions, 0).expect("there is such a core");
    let netlist = datapath(&design).expect("there is such a core");
    let mut vectors = make_module_source(design.interface(), random.random()).fill(TRIED);
    vectors.retain(|vector| design.interface().operation(vector).is_some());
    let mutants: Vec<(usize, u32, Netlist)> = (0..instructions.len())
        .flat_map(|op| {
            let netlist = &netlist;
            (0..).map_while(move |bit| Some((op, bit, mutant(netlist, op, bit)?)))
        })
        .collect();
    let tried = share::drawn(&mutants, DRAWN, &mut random);
    tried.into_par_iter().with_max_len(1).for_each(|(op, bit, mutated)| {
        let (mnemonic, idle) = INSTRUCTIONS[op];
        let fate = fate(&design, &netlist, mutated, &vectors);
        let is_told = if idle.contains(&bit) {
            fate == Fate::Same
        } else {
            matches!(fate, Fate::Refuted | Fate::Caught)
        };
        assert!(is_told, "{mnemonic} with bit {bit} of its control changed: {fate:?}");
    });
}
