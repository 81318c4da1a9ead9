//! Clock cycles of an iterative unit.

use halfpipe_aig::bit_blast::{cycle, IterationCycle, Schoolbook};
use halfpipe_netlist::{Module, Netlist, NetlistPort};
use halfpipe_spec::Logic;

use crate::graph::{Graph, Literal, PortWords};
use crate::handshake::{HandshakeCycle, HandshakeUnit};

/// The input that drops the operation under way.
pub(super) const FLUSH: &str = "flush";

impl HandshakeUnit for Netlist {
    type Contents = PortWords;

    fn contents(&self, graph: &mut Graph) -> PortWords {
        free_contents(graph, self, false)
    }

    fn contents_after_reset(&self, graph: &mut Graph) -> PortWords {
        free_contents(graph, self, true)
    }

    fn run_cycle(&self, graph: &mut Graph, held: &PortWords, in_valid: Option<Literal>) -> HandshakeCycle<PortWords> {
        let shown = free_cycle(graph, self, held, in_valid);
        HandshakeCycle {
            in_ready: shown.in_ready,
            out_valid: shown.out_valid,
            next: shown.next,
        }
    }
}

/// Returns all subsets of some values but the empty one.
pub fn list_subsets<T: Copy>(values: &[T]) -> impl Iterator<Item = Vec<T>> + '_ {
    let contained = |subset: u32| {
        let members = values
            .iter()
            .zip(0..)
            .filter(move |(_, place)| subset >> place & 1 == 1);
        members.map(|(value, _)| *value).collect()
    };
    (1..1 << values.len()).map(contained)
}

/// Returns free values for all inputs but the flush. Nothing is dropped.
pub(super) fn free_operands(graph: &mut Graph, netlist: &Netlist) -> PortWords {
    let ports = netlist.inputs.iter();
    let value = |port: &NetlistPort| match port.name.as_str() {
        FLUSH => vec![Literal::FALSE],
        _ => graph.inputs(port.width as usize),
    };
    ports.map(value).collect()
}

/// Returns free contents of the registers. Those that a reset clears are 0 if `after_reset`.
fn free_contents(graph: &mut Graph, netlist: &Netlist, after_reset: bool) -> PortWords {
    let registers = netlist.state_registers().iter();
    let held = registers.map(|register| {
        let width = netlist.node(register.net).width as usize;
        if register.is_cleared && after_reset {
            vec![Literal::FALSE; width]
        } else {
            graph.inputs(width)
        }
    });
    held.collect()
}

/// Returns an enabled cycle with these contents, and free operands.
fn free_cycle(graph: &mut Graph, netlist: &Netlist, held: &PortWords, in_valid: Option<Literal>) -> IterationCycle {
    let operands = free_operands(graph, netlist);
    let in_valid = in_valid.unwrap_or_else(|| graph.inputs(1)[0]);
    cycle(graph, netlist, &operands, in_valid, held, &mut Schoolbook)
}

/// Returns the contents after a cycle, or those before it where a unit is ready, and loads its registers anew.
pub(super) fn hold_when_ready(graph: &mut Graph, held: &PortWords, in_ready: Literal, next: &PortWords) -> PortWords {
    let mut word = |(held, next): (&Vec<Literal>, &Vec<Literal>)| -> Vec<Literal> {
        let bits = held.iter().zip(next);
        bits.map(|(held, next)| graph.select(in_ready, *held, *next)).collect()
    };
    held.iter().zip(next).map(&mut word).collect()
}

/// Returns the results for these operands of a unit that ends early, for each value of the handshake's registers with which
/// it is ready. Inputs of later cycles are 0, because they change no register before the result.
pub(super) fn list_early_results(graph: &mut Graph, module: &Module, inputs: &PortWords) -> Vec<PortWords> {
    let later: PortWords = inputs.iter().map(|word| vec![Literal::FALSE; word.len()]).collect();
    list_results_by(graph, module, inputs, |graph, held| {
        let shown = cycle(graph, &module.lane, &later, Literal::FALSE, held, &mut Schoolbook);
        IterationCycle {
            next: hold_when_ready(graph, held, shown.in_ready, &shown.next),
            ..shown
        }
    })
}

/// Returns the results for these operands, `latency` enabled cycles after a ready unit takes them: for each value of the
/// handshake's registers with which it is ready.
pub fn list_results(graph: &mut Graph, module: &Module, inputs: &PortWords) -> Vec<PortWords> {
    list_results_by(graph, module, inputs, |graph, held| {
        free_cycle(graph, &module.lane, held, None)
    })
}

/// Returns the results for these operands in the last of `latency` enabled cycles, each of which follows from the contents
/// of the registers.
fn list_results_by(
    graph: &mut Graph,
    module: &Module,
    inputs: &PortWords,
    follow: impl Fn(&mut Graph, &PortWords) -> IterationCycle,
) -> Vec<PortWords> {
    let netlist = &module.lane;
    let free = netlist.contents(graph);
    let mut results = Vec::new();
    for held in list_handshakes(netlist, &free) {
        let first = cycle(graph, netlist, inputs, Literal::TRUE, &held, &mut Schoolbook);
        if first.in_ready == Literal::FALSE {
            continue;
        }
        let mut next = first.next;
        for _ in 1..module.latency {
            next = follow(graph, &next).next;
        }
        results.push(follow(graph, &next).outputs);
    }
    results
}

/// Returns the contents of the registers with each value of those that a reset clears, which are the handshake's. As
/// constants they simplify the unrolled cycles.
fn list_handshakes(netlist: &Netlist, free: &PortWords) -> Vec<PortWords> {
    let mut all = vec![free.clone()];
    for (place, register) in netlist.state_registers().iter().enumerate() {
        if register.is_cleared {
            let with = |held: &PortWords, value: bool| {
                let mut held = held.clone();
                held[place] = vec![Literal::constant(value)];
                held
            };
            all = all
                .iter()
                .flat_map(|held| [with(held, false), with(held, true)])
                .collect();
        }
    }
    all
}
