//! Iterative units: the handshake for any number of clock cycles, and equivalence with the datapath without registers.
//!
//! While `enable` is 0, every register of a unit holds, except that a reset clears those of the handshake. The netlist says
//! so: each register has a next value, and a mark if a reset clears it. Three claims about enabled cycles then imply the
//! contract for all cycles, by induction:
//!
//! - After a reset, the unit is ready and shows no result.
//! - A ready unit without valid operands is ready in the next cycle, and shows no result.
//! - A ready unit with valid operands is not ready and shows no result, until it is ready again and shows a result, as many
//!   cycles later as the latency says.
//!
//! The last claim unrolls these cycles. The contents of all registers, and the inputs of the later cycles, are free. The
//! result in the last cycle is compared with the datapath for which the function is proven, lane by lane.
//!
//! The small divider of a core shows its result at most as many enabled cycles after the operands as the latency says. The
//! unrolled model repeats the cycle of the result up to that limit, with all later inputs 0. Further claims justify that: the
//! outputs depend on registers only, and before the result no input but a flush changes a register. A flush makes the unit
//! ready, and an operand without its box counts as a NaN.
//!
//! The digits of the unit and of the datapath come at different places, so a solver cannot compare long quotients. For them,
//! all operands are tried: for each exponent field of the dividend, all fractions, all divisors and one sign.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{cycle, outputs, IterationCycle, Schoolbook};
use halfpipe_isa::{Operand, Rounding};
use halfpipe_netlist::{Module, Netlist, NetlistPort};
use halfpipe_spec::Logic;

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::implementation::code;
use crate::kind::LemmaKind;
use crate::lemma::Lemma;

/// An iterative unit under proof.
#[derive(Clone)]
pub struct IterativeUnit {
    /// The unit.
    pub module: Arc<Module>,
    /// The unit of one lane of the instruction, which is the module itself if there is one lane.
    pub lane: Arc<Module>,
    /// The number of lanes.
    pub lanes: usize,
    /// The datapath of a lane, for which the function is proven.
    pub datapath: Arc<Netlist>,
    /// The number of fraction bits and exponent bits of the operands.
    pub operand_bits: [usize; 2],
    /// The operation of a core's small divider under proof, which the input [`IS_SQRT`] selects. None for other units.
    pub operation: Option<DivisionOperation>,
}

/// An operation of a core's small divider.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DivisionOperation {
    /// a / b.
    Quotient,
    /// The square root of a.
    Root,
}

/// The input that selects the root.
const IS_SQRT: &str = "is_sqrt";

/// The beginning of the name of an input that tells whether an operand has its box.
pub(crate) const BOXED: &str = "boxed_";

/// The input that drops the operation under way.
const FLUSH: &str = "flush";

/// The most fraction bits of two operands for which a solver finds the quotient right.
const MOST_SOLVED: usize = 7;

impl IterativeUnit {
    /// Returns the lemmas that the unit keeps the handshake and is the datapath, as many cycles later as the latency says.
    pub fn lemmas(self) -> Vec<Lemma> {
        let latency = self.module.latency;
        let ends_early = self.operation.is_some();
        let (reset, idle, valid) = (self.module.clone(), self.module.clone(), self.module.clone());
        let within = if ends_early {
            format!("at most {latency} enabled cycles later")
        } else {
            format!("{latency} enabled cycles later")
        };
        let mut lemmas = vec![
            Lemma::new(
                LemmaKind::Reset,
                "after a reset the unit is ready and shows no result",
                Procedure::Solve,
                move || ready_after_reset(&reset.lane),
            ),
            Lemma::new(
                LemmaKind::Idle,
                "a ready unit without valid operands stays ready and shows no result",
                Procedure::Solve,
                move || stays_ready(&idle.lane),
            ),
            Lemma::new(
                LemmaKind::Valid,
                format!(
                    "a ready unit with valid operands shows a result and is ready again {within}, and neither before"
                ),
                Procedure::Solve,
                move || keeps_time(&valid, ends_early),
            ),
        ];
        if ends_early {
            lemmas.extend(self.divider_lemmas());
        }
        if self.lanes > 1 {
            let unit = self.clone();
            let statement = "the unit equals the units of its lanes side by side";
            lemmas.push(Lemma::new(LemmaKind::Lanes, statement, Procedure::Sweep, move || {
                unit.equals_lanes()
            }));
        }
        let statement = format!("the result equals that of the datapath whose function is proven, {within}");
        let [fraction_bits, exponent_bits] = self.operand_bits;
        let numbers = self.datapath.inputs.iter().filter(|port| is_number(port)).count();
        if numbers == 1 || fraction_bits <= MOST_SOLVED {
            let unit = self;
            lemmas.push(Lemma::new(
                LemmaKind::Datapath,
                statement,
                Procedure::Sweep,
                move || {
                    let mut graph = Graph::new();
                    let inputs = unit.selected(operands(&mut graph, &unit.lane.lane));
                    unit.equals_datapath(graph, &inputs, std::slice::from_ref(&inputs))
                },
            ));
            return lemmas;
        }
        let unit = self.clone();
        lemmas.push(Lemma::new(
            LemmaKind::Signs,
            "the result depends on the exclusive or of the signs",
            Procedure::Sweep,
            move || unit.joins_signs(),
        ));
        for exponent in 0..1 << exponent_bits {
            let unit = self.clone();
            lemmas.push(Lemma::new(
                LemmaKind::Exponent(exponent),
                format!("{statement}, for a dividend with the exponent field {exponent} and a positive divisor"),
                Procedure::Enumerate,
                move || unit.equals_datapath_for(exponent),
            ));
        }
        lemmas
    }

    /// Returns the lemmas about the further inputs of a small divider.
    fn divider_lemmas(&self) -> Vec<Lemma> {
        let (shown, busy, flushed) = (self.module.clone(), self.module.clone(), self.module.clone());
        let mut lemmas = vec![
            Lemma::new(
                LemmaKind::Control,
                "in_ready, out_valid, the result and the flags depend on no input of the same cycle",
                Procedure::Sweep,
                move || shows_registers(&shown.lane),
            ),
            Lemma::new(
                LemmaKind::Busy,
                "while the unit is not ready, no input but a flush changes a register",
                Procedure::Sweep,
                move || ignores_operands(&busy.lane),
            ),
            Lemma::new(
                LemmaKind::Flush,
                "after an enabled cycle with a flush the unit is ready and shows no result",
                Procedure::Solve,
                move || ready_after_flush(&flushed.lane),
            ),
        ];
        if self.places_with_box().next().is_some() {
            let unit = self.clone();
            let statement = "an operand without its box counts as the canonical NaN";
            lemmas.push(Lemma::new(LemmaKind::Box, statement, Procedure::Sweep, move || {
                unit.checks_boxes()
            }));
        }
        lemmas
    }

    /// Returns the positions of the operation's operands that have a box, each with that of the box.
    fn places_with_box(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let ports = &self.lane.lane.inputs;
        let with_box = |(place, port): (usize, &NetlistPort)| {
            let name = format!("{BOXED}{}", port.name);
            let of_box = ports.iter().position(|port| port.name == name)?;
            let is_read = self.datapath.inputs.iter().any(|operand| operand.name == port.name);
            is_read.then_some([place, of_box])
        };
        ports.iter().enumerate().filter_map(with_box)
    }

    /// Claims that the result is the same if all operands without their boxes are replaced by the canonical NaN.
    fn checks_boxes(&self) -> Formula {
        let mut graph = Graph::new();
        let inputs = self.selected(operands(&mut graph, &self.lane.lane));
        let [fraction_bits, exponent_bits] = self.operand_bits;
        let (mut made, mut wanted) = (Vec::new(), Vec::new());
        let places: Vec<[usize; 2]> = self.places_with_box().collect();
        for missing in subsets(&places) {
            let (mut without, mut replaced) = (inputs.clone(), inputs.clone());
            for [place, of_box] in missing {
                without[of_box] = vec![Literal::FALSE];
                for (bit, value) in replaced[place].iter_mut().enumerate() {
                    *value = Literal::constant((fraction_bits - 1..fraction_bits + exponent_bits).contains(&bit));
                }
            }
            made.extend(self.results(&mut graph, &without));
            wanted.extend(self.results(&mut graph, &replaced));
        }
        claim(graph, &self.lane.lane, &inputs, &made, &wanted)
    }

    /// Returns the results of the lane's unit for these operands, for each state of the handshake in which it is ready.
    fn results(&self, graph: &mut Graph, inputs: &PortWords) -> Vec<PortWords> {
        match self.operation {
            Some(_) => early_results(graph, &self.lane, inputs),
            None => results(graph, &self.lane, inputs),
        }
    }

    /// Returns the inputs with the value that selects the operation, whose operands have their boxes.
    fn selected(&self, mut inputs: PortWords) -> PortWords {
        let ports = &self.lane.lane.inputs;
        for [_, of_box] in self.places_with_box() {
            inputs[of_box] = vec![Literal::TRUE];
        }
        if let Some(place) = ports.iter().position(|port| port.name == IS_SQRT) {
            inputs[place] = vec![Literal::constant(self.operation == Some(DivisionOperation::Root))];
        }
        inputs
    }

    /// Returns the results of the datapath for inputs of the unit, which has them by the same names.
    fn results_of_datapath(&self, graph: &mut Graph, inputs: &PortWords) -> PortWords {
        let ports = &self.lane.lane.inputs;
        let named = |name: &str| {
            let place = ports.iter().position(|port| port.name == name);
            inputs[place.expect("the unit has the inputs of the datapath")].clone()
        };
        let words: PortWords = self.datapath.inputs.iter().map(|port| named(&port.name)).collect();
        outputs(graph, &self.datapath, &words, &mut Schoolbook)
    }

    /// Claims that the unit is that of one lane, several times.
    fn equals_lanes(&self) -> Formula {
        let mut graph = Graph::new();
        let netlist = &self.module.lane;
        let inputs = operands(&mut graph, netlist);
        let mut value = Vec::new();
        let mut flags: Option<Vec<Literal>> = None;
        for lane in 0..self.lanes {
            let share = |(port, word): (&NetlistPort, &Vec<Literal>)| {
                if is_number(port) {
                    word[word.len() / self.lanes * lane..][..word.len() / self.lanes].to_vec()
                } else {
                    word.clone()
                }
            };
            let inputs: PortWords = netlist.inputs.iter().zip(&inputs).map(share).collect();
            let of_lane = results(&mut graph, &self.lane, &inputs).swap_remove(0);
            value.extend(&of_lane[0]);
            flags = match (flags, of_lane.get(1)) {
                (Some(flags), Some(raised)) => {
                    let both = flags.iter().zip(raised);
                    Some(both.map(|(one, other)| graph.or(*one, *other)).collect())
                }
                (_, raised) => raised.cloned(),
            };
        }
        let wanted: PortWords = [Some(value), flags].into_iter().flatten().collect();
        let all = results(&mut graph, &self.module, &inputs);
        claim(graph, netlist, &inputs, &all, &vec![wanted; all.len()])
    }

    /// Claims that the lane's unit and its datapath have the same results for operands whose signs are joined.
    fn joins_signs(&self) -> Formula {
        let mut graph = Graph::new();
        let netlist = &self.lane.lane;
        let inputs = self.selected(operands(&mut graph, netlist));
        let joined = joined_signs(&mut graph, &inputs);
        let mut made = self.results(&mut graph, &inputs);
        let mut wanted = self.results(&mut graph, &joined);
        made.push(self.results_of_datapath(&mut graph, &inputs));
        wanted.push(self.results_of_datapath(&mut graph, &joined));
        claim(graph, netlist, &inputs, &made, &wanted)
    }

    /// Claims that the lane's unit has the results of its datapath, for one exponent field of the dividend and a positive
    /// divisor. If the rounding is an input, each rounding is claimed.
    fn equals_datapath_for(&self, exponent: u64) -> Formula {
        let mut graph = Graph::new();
        let [fraction_bits, exponent_bits] = self.operand_bits;
        let mut inputs = self.selected(operands(&mut graph, &self.lane.lane));
        for (place, bit) in inputs[0][fraction_bits..][..exponent_bits].iter_mut().enumerate() {
            *bit = Literal::constant(exponent >> place & 1 == 1);
        }
        if let Some(sign) = inputs[1].last_mut() {
            *sign = Literal::FALSE;
        }
        let all: Vec<PortWords> = match inputs.len() {
            2 => vec![inputs.clone()],
            _ => {
                let with = |rounding| [&inputs[..2], &[code(&graph, rounding)], &inputs[3..]].concat();
                Rounding::ALL.map(with).into()
            }
        };
        self.equals_datapath(graph, &inputs, &all)
    }

    /// Claims that the lane's unit has the results of its datapath for each of several operands. `inputs` are free.
    fn equals_datapath(&self, mut graph: Graph, inputs: &PortWords, all: &[PortWords]) -> Formula {
        let (mut made, mut wanted) = (Vec::new(), Vec::new());
        for operands in all {
            let results = self.results(&mut graph, operands);
            let right = self.results_of_datapath(&mut graph, operands);
            wanted.extend(vec![right; results.len()]);
            made.extend(results);
        }
        claim(graph, &self.lane.lane, inputs, &made, &wanted)
    }
}

/// True for an operand that is a number.
fn is_number(port: &NetlistPort) -> bool {
    let others = [Operand::ROUNDING.name, Operand::RM.name, IS_SQRT, FLUSH];
    !others.contains(&port.name.as_str()) && !port.name.starts_with(BOXED)
}

/// Returns the operands with the exclusive or of both signs as the sign of the first.
fn joined_signs(graph: &mut Graph, inputs: &PortWords) -> PortWords {
    let mut joined = inputs.clone();
    let top = joined[0].len() - 1;
    joined[0][top] = graph.xor(inputs[0][top], inputs[1][top]);
    joined[1][top] = Literal::FALSE;
    joined
}

/// Claims that words are equal, pair by pair.
fn claim(mut graph: Graph, netlist: &Netlist, inputs: &PortWords, made: &[PortWords], wanted: &[PortWords]) -> Formula {
    let pairs = made.iter().zip(wanted);
    let wrong: Vec<Literal> = pairs
        .map(|(made, wanted)| !graph.equal(&made.concat(), &wanted.concat()))
        .collect();
    let wrong = graph.any(&wrong);
    let names = netlist.inputs.iter().map(|port| port.name.clone());
    Formula {
        graph,
        negated_goals: vec![wrong],
        words: names.zip(inputs.iter().cloned()).collect(),
        ..Formula::default()
    }
}

/// The words of a netlist's inputs.
pub(crate) type PortWords = Vec<Vec<Literal>>;

/// Returns all subsets of some values but the empty one.
pub(crate) fn subsets<T: Copy>(values: &[T]) -> impl Iterator<Item = Vec<T>> + '_ {
    let contained = |subset: u32| {
        let of_subset = values
            .iter()
            .zip(0..)
            .filter(move |(_, place)| subset >> place & 1 == 1);
        of_subset.map(|(value, _)| *value).collect()
    };
    (1..1 << values.len()).map(contained)
}

/// Returns free values for all inputs but the flush. Nothing is dropped.
fn operands(graph: &mut Graph, netlist: &Netlist) -> PortWords {
    let ports = netlist.inputs.iter();
    let value = |port: &NetlistPort| match port.name.as_str() {
        FLUSH => vec![Literal::FALSE],
        _ => graph.inputs(port.width as usize),
    };
    ports.map(value).collect()
}

/// Returns free contents of the registers. Those that a reset clears are 0 if `after_reset`.
fn contents(graph: &mut Graph, netlist: &Netlist, after_reset: bool) -> PortWords {
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
    let operands = operands(graph, netlist);
    let in_valid = in_valid.unwrap_or_else(|| graph.inputs(1)[0]);
    cycle(graph, netlist, &operands, in_valid, held, &mut Schoolbook)
}

fn ready_after_reset(netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let held = contents(&mut graph, netlist, true);
    let shown = free_cycle(&mut graph, netlist, &held, None);
    let is_right = graph.and(shown.in_ready, !shown.out_valid);
    Formula {
        graph,
        negated_goals: vec![!is_right],
        ..Formula::default()
    }
}

fn stays_ready(netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let held = contents(&mut graph, netlist, false);
    let first = free_cycle(&mut graph, netlist, &held, Some(Literal::FALSE));
    let second = free_cycle(&mut graph, netlist, &first.next, None);
    let is_right = graph.and(second.in_ready, !second.out_valid);
    Formula {
        graph,
        assumptions: vec![first.in_ready],
        negated_goals: vec![!is_right],
        ..Formula::default()
    }
}

fn ready_after_flush(netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let held = contents(&mut graph, netlist, false);
    let mut operands = operands(&mut graph, netlist);
    for (port, word) in netlist.inputs.iter().zip(&mut operands) {
        if port.name == FLUSH {
            *word = vec![Literal::TRUE];
        }
    }
    let in_valid = graph.inputs(1)[0];
    let flushed = cycle(&mut graph, netlist, &operands, in_valid, &held, &mut Schoolbook);
    let shown = free_cycle(&mut graph, netlist, &flushed.next, None);
    let is_right = graph.and(shown.in_ready, !shown.out_valid);
    Formula {
        graph,
        negated_goals: vec![!is_right],
        ..Formula::default()
    }
}

fn shows_registers(netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let held = contents(&mut graph, netlist, false);
    let mut show = || {
        let ports = netlist.inputs.iter();
        let inputs: PortWords = ports.map(|port| graph.inputs(port.width as usize)).collect();
        let in_valid = graph.inputs(1)[0];
        let shown = cycle(&mut graph, netlist, &inputs, in_valid, &held, &mut Schoolbook);
        [&[shown.in_ready, shown.out_valid], &shown.outputs.concat()[..]].concat()
    };
    let [one, other] = [(); 2].map(|()| show());
    let is_same = graph.equal(&one, &other);
    Formula {
        graph,
        negated_goals: vec![!is_same],
        ..Formula::default()
    }
}

fn ignores_operands(netlist: &Netlist) -> Formula {
    let mut graph = Graph::new();
    let held = contents(&mut graph, netlist, false);
    let [one, other] = [(); 2].map(|()| free_cycle(&mut graph, netlist, &held, None));
    let is_same = graph.equal(&one.next.concat(), &other.next.concat());
    Formula {
        graph,
        assumptions: vec![!one.in_ready],
        negated_goals: vec![!is_same],
        ..Formula::default()
    }
}

/// Returns the contents after a cycle, or those before it where a unit is ready, and loads its registers anew.
fn held_when_ready(graph: &mut Graph, held: &PortWords, shown: &IterationCycle) -> PortWords {
    let registers = held.iter().zip(&shown.next);
    let mut kept = |(held, next): (&Vec<Literal>, &Vec<Literal>)| -> Vec<Literal> {
        let bits = held.iter().zip(next);
        bits.map(|(held, next)| graph.select(shown.in_ready, *held, *next))
            .collect()
    };
    registers.map(&mut kept).collect()
}

/// Claims that a unit shows its result in time. If it `ends_early`, the latency is the longest time.
fn keeps_time(module: &Module, ends_early: bool) -> Formula {
    let netlist = &module.lane;
    let mut graph = Graph::new();
    let held = contents(&mut graph, netlist, false);
    let first = free_cycle(&mut graph, netlist, &held, Some(Literal::TRUE));
    let mut wrong = Vec::new();
    let mut next = first.next;
    for number in 1..=module.latency {
        let shown = free_cycle(&mut graph, netlist, &next, None);
        let is_last = number == module.latency;
        if ends_early {
            wrong.push(graph.xor(shown.in_ready, shown.out_valid));
            wrong.extend(is_last.then_some(!shown.out_valid));
            wrong.extend((number == 1).then_some(shown.out_valid));
            next = held_when_ready(&mut graph, &next, &shown);
        } else {
            wrong.extend([shown.in_ready, shown.out_valid].map(|bit| bit.inverted_if(is_last)));
            next = shown.next;
        }
    }
    let wrong = graph.any(&wrong);
    Formula {
        graph,
        assumptions: vec![first.in_ready],
        negated_goals: vec![wrong],
        ..Formula::default()
    }
}

/// Returns the results for these operands of a unit that ends early, for each value of the handshake's registers with which
/// it is ready. Inputs of later cycles are 0, because they change no register before the result.
fn early_results(graph: &mut Graph, module: &Module, inputs: &PortWords) -> Vec<PortWords> {
    let later: PortWords = inputs.iter().map(|word| vec![Literal::FALSE; word.len()]).collect();
    results_after(graph, module, inputs, |graph, held| {
        let shown = cycle(graph, &module.lane, &later, Literal::FALSE, held, &mut Schoolbook);
        IterationCycle {
            next: held_when_ready(graph, held, &shown),
            ..shown
        }
    })
}

/// Returns the results for these operands, `latency` enabled cycles after a ready unit takes them: for each value of the
/// handshake's registers with which it is ready.
pub(crate) fn results(graph: &mut Graph, module: &Module, inputs: &PortWords) -> Vec<PortWords> {
    results_after(graph, module, inputs, |graph, held| {
        free_cycle(graph, &module.lane, held, None)
    })
}

/// Returns the results for these operands in the last of `latency` enabled cycles, each of which follows from the contents
/// of the registers.
fn results_after(
    graph: &mut Graph,
    module: &Module,
    inputs: &PortWords,
    follow: impl Fn(&mut Graph, &PortWords) -> IterationCycle,
) -> Vec<PortWords> {
    let netlist = &module.lane;
    let free = contents(graph, netlist, false);
    let mut results = Vec::new();
    for held in handshakes(netlist, &free) {
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
fn handshakes(netlist: &Netlist, free: &PortWords) -> Vec<PortWords> {
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
