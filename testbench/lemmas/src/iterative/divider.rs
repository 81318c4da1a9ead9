//! The small divider of a core: it may end early, may be flushed, and has operands in boxes.

use halfpipe_aig::bit_blast::{cycle, Schoolbook};
use halfpipe_netlist::Netlist;
use halfpipe_spec::Logic;

use super::cycles::{free_operands, hold_when_ready, list_subsets, FLUSH};
use super::unit::IterativeUnit;
use crate::formula::Formula;
use crate::graph::{Graph, Literal};
use crate::handshake::{claim_idle, HandshakeUnit};
use crate::kind::LemmaKind;
use crate::named_words::NamedWords;
use crate::subject_lemmas::SubjectLemmas;

/// Adds the lemmas about the further inputs of a small divider.
pub(super) fn add_lemmas(lemmas: &mut SubjectLemmas<IterativeUnit>) {
    lemmas.sweep(
        LemmaKind::Control,
        "in_ready, out_valid, the result and the flags depend on no input of the same cycle",
        |unit| shows_registers(&unit.module.lane),
    );
    lemmas.sweep(
        LemmaKind::Busy,
        "while the unit is not ready, no input but a flush changes a register",
        |unit| ignores_operands(&unit.module.lane),
    );
    lemmas.solve(
        LemmaKind::Flush,
        "after an enabled cycle with a flush the unit is ready and shows no result",
        |unit| is_ready_after_flush(&unit.module.lane),
    );
    if lemmas.subject.places_with_box().next().is_some() {
        let statement = "an operand without its box counts as the canonical NaN";
        lemmas.sweep(LemmaKind::Box, statement, checks_boxes);
    }
}

/// Claims that a ready unit with valid operands shows its result once, at most as late as the latency says. It is then
/// ready, and not before.
pub(super) fn keeps_time(unit: &IterativeUnit) -> Formula {
    let (netlist, latency) = (&unit.module.lane, unit.module.latency);
    let mut graph = Graph::new();
    let held = netlist.contents(&mut graph);
    let first = netlist.run_cycle(&mut graph, &held, Some(Literal::TRUE));
    let mut wrong = Vec::new();
    let mut next = first.next;
    for number in 1..=latency {
        let shown = netlist.run_cycle(&mut graph, &next, None);
        wrong.push(graph.xor(shown.in_ready, shown.out_valid));
        wrong.extend((number == latency).then_some(!shown.out_valid));
        wrong.extend((number == 1).then_some(shown.out_valid));
        next = hold_when_ready(&mut graph, &next, shown.in_ready, &shown.next);
    }
    Formula::never(graph, &wrong).assume(first.in_ready)
}

fn is_ready_after_flush(netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let held = netlist.contents(&mut graph);
    let mut operands = free_operands(&mut graph, netlist);
    for (port, word) in netlist.inputs.iter().zip(&mut operands) {
        if port.name == FLUSH {
            *word = vec![Literal::TRUE];
        }
    }
    let in_valid = graph.inputs(1)[0];
    let flushed = cycle(&mut graph, netlist, &operands, in_valid, &held, &mut Schoolbook);
    let shown = netlist.run_cycle(&mut graph, &flushed.next, None);
    claim_idle(graph, &shown)
}

fn shows_registers(netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let held = netlist.contents(&mut graph);
    let mut show = || {
        let inputs = NamedWords::free_inputs(&mut graph, netlist).words;
        let in_valid = graph.inputs(1)[0];
        let shown = cycle(&mut graph, netlist, &inputs, in_valid, &held, &mut Schoolbook);
        [&[shown.in_ready, shown.out_valid], &shown.outputs.concat()[..]].concat()
    };
    let [one, other] = [(); 2].map(|()| show());
    Formula::equal(graph, &one, &other)
}

fn ignores_operands(netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let held = netlist.contents(&mut graph);
    let [one, other] = [(); 2].map(|()| netlist.run_cycle(&mut graph, &held, None));
    Formula::equal(graph, &one.next.concat(), &other.next.concat()).assume(!one.in_ready)
}

/// Claims that the result is the same if all operands without their boxes are replaced by the canonical NaN.
fn checks_boxes(unit: &IterativeUnit) -> Formula {
    let mut graph = Graph::new();
    let inputs = unit.free_inputs(&mut graph);
    let [fraction_bits, exponent_bits] = unit.operand_bits;
    let (mut made, mut wanted) = (Vec::new(), Vec::new());
    let places: Vec<[usize; 2]> = unit.places_with_box().collect();
    for missing in list_subsets(&places) {
        let (mut without, mut replaced) = (inputs.clone(), inputs.clone());
        for [place, place_of_box] in missing {
            without[place_of_box] = vec![Literal::FALSE];
            for (bit, value) in replaced[place].iter_mut().enumerate() {
                *value = Literal::constant((fraction_bits - 1..fraction_bits + exponent_bits).contains(&bit));
            }
        }
        made.extend(unit.list_results(&mut graph, &without));
        wanted.extend(unit.list_results(&mut graph, &replaced));
    }
    unit.claim_results(graph, inputs, &made, &wanted)
}
