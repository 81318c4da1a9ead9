//! The place where two readings of a file differ.

use std::collections::{HashMap, HashSet};

use halfpipe_aig::plane::Plane;
use halfpipe_aig::sweep::{drawn, FIRST_RANDOM};
use halfpipe_aig::{Aig, Literal};
use halfpipe_hdl::design::Role;

use super::gates::refuse_at;
use super::refusal::Refusal;
use super::side::{is_never, outside, possible, Possible, Side, PLANES};
use crate::circuit::Mapping;
use crate::netlist::{Bit, Cell, YosysModule, YosysNet};

/// Refuses the net with the fewest gates in front of it that the readings compute differently.
pub fn first_difference(slang: &YosysModule, yosys: &YosysModule, mapping: Mapping) -> Refusal {
    let reason = "Yosys and slang read this differently, so flows build different circuits; write sizes and signs out";
    let nets = slang.netnames.iter().filter(|(name, _)| !name.starts_with('$'));
    let driven = [slang, yosys].map(driven_bits);
    let is_driven = |side: usize, net: &YosysNet| {
        let mut bits = net.bits.iter();
        bits.all(|bit| matches!(bit, Bit::Constant(_)) || driven[side].contains(bit))
    };
    let nets: Vec<Pair> = nets
        .filter_map(|(name, net)| Some((name.as_str(), net, yosys.netnames.get(name)?)))
        .filter(|(_, net, other)| is_driven(0, net) && is_driven(1, other))
        .collect();
    let probed = |nets: &[Pair]| {
        let bits: (Vec<&[Bit]>, Vec<&[Bit]>) = nets
            .iter()
            .map(|(_, net, other)| (&net.bits[..], &other.bits[..]))
            .unzip();
        Some([
            Side::read(slang, mapping, &bits.0).ok()?,
            Side::read(yosys, mapping, &bits.1).ok()?,
        ])
    };
    match probed(&nets).and_then(|sides| find_difference(&sides, &nets, slang)) {
        Some((name, lines)) => refuse_at(&lines, format!("net {name}"), reason.to_owned()),
        None => Refusal::without_line(reason),
    }
}

/// A net of both readings: its name, and its bits in each.
type Pair<'m> = (&'m str, &'m YosysNet, &'m YosysNet);

/// The most clauses that the solver may learn about one net of a refused file, and the most nets that it is asked about.
const FEW_LEARNT: u64 = 500;
const MOST_NETS: usize = 20;

/// A net or a register of both readings.
struct Candidate {
    /// The number of gates in front of it.
    gates: usize,
    name: String,
    /// The lines of Verilog that drive it, if known.
    lines: String,
    /// For each order of the readings: a bit that is 1 where it can have a value in the first that it cannot have in
    /// the second.
    outside: [Literal; 2],
}

/// Returns the net or register with the fewest gates in front of it that differs. The nets are the last outputs of both
/// sides.
fn find_difference(sides: &[Side; 2], nets: &[Pair], module: &YosysModule) -> Option<(String, String)> {
    let mut graph = Aig::new();
    let inputs = graph.inputs(sides[0].aig.input_count());
    let mut known = HashMap::new();
    let [own, others] = sides.each_ref().map(|side| {
        let held = side.register_bits(&mut graph, &mut known);
        possible(&mut graph, &side.aig, &inputs, &held)
    });
    let mut found = Vec::new();
    let count = |pick: fn(&Pair) -> usize| nets.iter().map(pick).sum::<usize>();
    let mut first = sides[0].aig.outputs().len() - count(|(_, net, _)| net.bits.len());
    let mut first_of_other = sides[1].aig.outputs().len() - count(|(_, _, net)| net.bits.len());
    for (name, net, of_other) in nets {
        let bits = &sides[0].aig.outputs()[first..][..net.bits.len()];
        let is_as_wide = net.bits.len() == of_other.bits.len();
        let pairs = own.0[first..][..net.bits.len()].iter().copied();
        let pairs: Vec<_> = pairs.zip(others.0[first_of_other..].iter().copied()).collect();
        let lines = driver_lines(module, &net.bits).or(net.attributes.get("src").map(String::as_str));
        found.push(Candidate {
            gates: sides[0].aig.cone(bits).len(),
            name: (*name).to_owned(),
            lines: lines.unwrap_or_default().to_owned(),
            outside: if is_as_wide {
                outside_either(&mut graph, &pairs)
            } else {
                [Literal::TRUE; 2]
            },
        });
        first += net.bits.len();
        first_of_other += of_other.bits.len();
    }
    for (place, name) in sides[0].registers.iter().enumerate() {
        let Some(other) = sides[1].registers.iter().position(|other| other == name) else {
            continue;
        };
        let next = sides[0].aig.registers()[place].next;
        found.push(Candidate {
            gates: sides[0].aig.cone(&[next]).len(),
            name: name.clone(),
            lines: String::new(),
            outside: outside_either(&mut graph, &[(own.1[place], others.1[other])]),
        });
    }
    found.retain(|candidate| candidate.outside != [Literal::FALSE; 2]);
    found.sort_by(|one, other| {
        let key = |candidate: &Candidate| (candidate.gates, candidate.name.len());
        key(one).cmp(&key(other)).then_with(|| one.name.cmp(&other.name))
    });
    let mut random = FIRST_RANDOM;
    let mut seen = vec![[false; 2]; found.len()];
    for _ in 0..PLANES {
        let values = graph.simulate(|_| Plane::of_words(|| drawn(&mut random)));
        for (seen, candidate) in seen.iter_mut().zip(&found) {
            for (seen, bit) in seen.iter_mut().zip(&candidate.outside) {
                *seen |= bit.of_values::<Plane>(&values).first_one().is_some();
            }
        }
    }
    // Each reading may leave another net undefined. Then the first of these nets is named.
    let by_values = [[true; 2], [true, false], [false, true]].map(|one| seen.iter().position(|seen| *seen == one));
    let different = by_values[0].or(by_values[1]).or(by_values[2]).or_else(|| {
        let mut can_be = |bit: Literal| is_never(&mut graph, &[bit], FEW_LEARNT) == Some(false);
        let mut asked = found.iter().take(MOST_NETS);
        asked.position(|candidate| candidate.outside.iter().any(|bit| can_be(*bit)))
    });
    let Candidate { name, lines, .. } = found.swap_remove(different?);
    Some((name, lines))
}

/// Returns the bits that tell if one of some pairs can have a value in the first reading that it cannot have in the
/// second, and the other way round.
fn outside_either(graph: &mut Aig, pairs: &[(Possible, Possible)]) -> [Literal; 2] {
    let mut bits = [Vec::new(), Vec::new()];
    for (one, other) in pairs {
        bits[0].extend(outside(graph, std::iter::once((one, other))));
        bits[1].extend(outside(graph, std::iter::once((other, one))));
    }
    bits.map(|bits| graph.any(&bits))
}

/// Returns the bits that an input other than the clock, or a cell drives.
fn driven_bits(module: &YosysModule) -> HashSet<&Bit> {
    let clock = Role::Clock.contract_name();
    let inputs = module
        .ports
        .0
        .iter()
        .filter(|(name, port)| port.direction == "input" && name != clock);
    let inputs = inputs.flat_map(|(_, port)| &port.bits);
    let pins = module.cells.values().flat_map(|cell| {
        let is_output = |pin: &&String| {
            cell.port_directions
                .get(*pin)
                .is_none_or(|direction| direction == "output")
        };
        let outputs = cell.connections.keys().filter(is_output);
        outputs.flat_map(|pin| &cell.connections[pin]).collect::<Vec<_>>()
    });
    inputs.chain(pins).collect()
}

/// Returns the lines of the first cell that drives one of some bits.
fn driver_lines<'m>(module: &'m YosysModule, bits: &[Bit]) -> Option<&'m str> {
    let drives = |cell: &&Cell| cell.nets_at(&["Q", "Y"]).any(|net| bits.contains(net));
    module
        .cells
        .values()
        .find(drives)?
        .attributes
        .get("src")
        .map(String::as_str)
}
