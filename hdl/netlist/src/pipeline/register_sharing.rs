//! Splitting of joined nets in a rank of registers, so that no bit is registered twice.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::module::Netlist;
use crate::node::{NetId, Op};

/// Nets wanted in clock cycles after their own.
pub(crate) type RegisterDemand = BTreeSet<(NetId, u32)>;

/// A bit of a net that is more than wiring.
type Bit = (NetId, u32);

/// Splits joined nets if some of their bits occur twice or are held in other registers of the same rank. Their parts
/// are then wanted instead, and are joined again behind the registers. A net is split only if that leaves fewer bits to
/// hold. Returns the split nets.
pub(crate) fn share_registers(netlist: &Netlist, needed: &mut RegisterDemand, times: &[u32]) -> HashSet<NetId> {
    let mut split: HashSet<NetId> = HashSet::new();
    let mut refused: HashSet<NetId> = HashSet::new();
    loop {
        let duplicated = duplicated(netlist, needed, &split);
        let Some(id) = duplicated.into_iter().find(|id| !refused.contains(id)) else {
            return split;
        };
        let (joined, ..) = source(netlist, id);
        let mut split_then = split.clone();
        split_then.extend([id, joined]);
        let wanted = with_parts(netlist, needed, &split_then, times);
        if bits(netlist, &wanted, &split_then) < bits(netlist, needed, &split) {
            (*needed, split) = (wanted, split_then);
            // Its parts may now be held beside those of another net.
            refused.clear();
        } else {
            refused.insert(id);
        }
    }
}

/// Adds the parts of a split net for as long as the net is wanted. The parts may be split themselves.
fn with_parts(netlist: &Netlist, needed: &RegisterDemand, split: &HashSet<NetId>, times: &[u32]) -> RegisterDemand {
    let mut wanted = needed.clone();
    for id in netlist.ids().rev().filter(|id| split.contains(id)) {
        let Some((_, last)) = wanted.range((id, 0)..=(id, u32::MAX)).next_back().copied() else {
            continue;
        };
        let parts = netlist.node(id).operands.iter();
        for part in parts.filter(|part| !netlist.node(**part).is_constant()) {
            wanted.extend((times[part.index()] + 1..=last).map(|cycle| (*part, cycle)));
        }
    }
    wanted
}

/// Returns the split nets that something uses, with the cycles of that use.
pub(crate) fn rejoined(netlist: &Netlist, split: &HashSet<NetId>, times: &[u32], latency: u32) -> RegisterDemand {
    let mut wanted = RegisterDemand::new();
    for output in netlist.outputs.iter().filter(|output| split.contains(&output.net)) {
        wanted.insert((output.net, latency));
    }
    for id in netlist.ids().rev() {
        let again: Vec<u32> = wanted
            .range((id, 0)..=(id, u32::MAX))
            .map(|(_, cycle)| *cycle)
            .collect();
        for operand in netlist
            .node(id)
            .operands
            .iter()
            .filter(|operand| split.contains(operand))
        {
            wanted.insert((*operand, times[id.index()]));
            wanted.extend(again.iter().map(|cycle| (*operand, *cycle)));
        }
    }
    wanted.retain(|(id, cycle)| times[id.index()] < *cycle);
    wanted
}

/// Returns the nets of each rank that are held whole.
fn ranks(needed: &RegisterDemand, split: &HashSet<NetId>) -> BTreeMap<u32, Vec<NetId>> {
    let mut ranks: BTreeMap<u32, Vec<NetId>> = BTreeMap::new();
    for (id, cycle) in needed.iter().filter(|(id, _)| !split.contains(id)) {
        ranks.entry(*cycle).or_default().push(*id);
    }
    ranks
}

/// Returns the bits of all registers.
fn bits(netlist: &Netlist, needed: &RegisterDemand, split: &HashSet<NetId>) -> u32 {
    let of_rank = |rank: &Vec<NetId>| -> u32 {
        let held = registers_of_rank(netlist, rank);
        held.iter().map(|id| netlist.node(*id).width).sum()
    };
    ranks(needed, split).values().map(of_rank).sum()
}

/// Returns the nets of a rank that get registers. A slice of a net needs none if other slices hold all of its bits.
pub(crate) fn registers_of_rank(netlist: &Netlist, rank: &[NetId]) -> BTreeSet<NetId> {
    let mut of_source: BTreeMap<NetId, Vec<NetId>> = BTreeMap::new();
    for id in rank {
        of_source.entry(source(netlist, *id).0).or_default().push(*id);
    }
    for group in of_source.values_mut() {
        // The narrowest comes first: a net inside another one is never held.
        let mut narrowest = group.clone();
        narrowest.sort_by_key(|id| netlist.node(*id).width);
        for id in narrowest {
            let others: Vec<NetId> = group.iter().copied().filter(|other| *other != id).collect();
            if pieces(netlist, id, &others).is_some() {
                *group = others;
            }
        }
    }
    of_source.into_values().flatten().collect()
}

/// Returns the nets of a rank that get registers at last: those of [`registers_of_rank`], less the nets whose bits other
/// registers all hold, as bits of joined nets.
pub(crate) fn held_in_rank(netlist: &Netlist, rank: &[NetId]) -> BTreeSet<NetId> {
    let mut held = registers_of_rank(netlist, rank);
    let mut holders: HashMap<Bit, u32> = HashMap::new();
    for bit in held.iter().flat_map(|id| distinct_bits(netlist, *id)) {
        *holders.entry(bit).or_default() += 1;
    }
    for id in held.clone() {
        let bits = distinct_bits(netlist, id);
        let has_constants = (0..netlist.node(id).width).any(|bit| origin(netlist, (id, bit)).is_none());
        if !has_constants && bits.iter().all(|bit| holders[bit] > 1) {
            held.remove(&id);
            bits.iter().for_each(|bit| *holders.entry(*bit).or_default() -= 1);
        }
    }
    held
}

/// Returns the origins of a net's bits, each once.
fn distinct_bits(netlist: &Netlist, id: NetId) -> BTreeSet<Bit> {
    let bits = 0..netlist.node(id).width;
    bits.filter_map(|bit| origin(netlist, (id, bit))).collect()
}

/// Returns where registers hold the bits of a net without constant bits, as bits of joined nets, the lowest first.
/// Returns none if they do not hold all of them.
pub(crate) fn pieces_of_joined(netlist: &Netlist, id: NetId, held: &[NetId]) -> Option<Vec<Piece>> {
    let width_of = |id: NetId| netlist.node(id).width;
    // The number of bits from this one on that lie in the same order in a register, from one of its bits on.
    let run = |from: u32, of: NetId, low: u32| {
        let longest = (width_of(id) - from).min(width_of(of) - low);
        let is_same = |next: &u32| {
            let bit = origin(netlist, (id, from + next));
            bit.is_some() && bit == origin(netlist, (of, low + next))
        };
        (0..longest).take_while(is_same).count() as u32
    };
    let mut found = Vec::new();
    let mut from = 0;
    while from < width_of(id) {
        let places = held.iter().flat_map(|of| (0..width_of(*of)).map(move |low| (*of, low)));
        let pieces = places.map(|(of, low)| Piece {
            of,
            low,
            width: run(from, of, low),
        });
        let longest = pieces.max_by_key(|piece| piece.width).filter(|piece| piece.width > 0)?;
        from += longest.width;
        found.push(longest);
    }
    Some(found)
}

/// A slice of a net in a register.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Piece {
    pub of: NetId,
    pub low: u32,
    pub width: u32,
}

/// Returns where other slices of the same net hold the bits of a slice, the lowest bits first. Returns none if they do
/// not hold all of them.
pub(crate) fn pieces(netlist: &Netlist, id: NetId, others: &[NetId]) -> Option<Vec<Piece>> {
    let (of, mut low, width) = source(netlist, id);
    let end = low + width;
    let holds = |low: u32| {
        let sources = others.iter().map(move |other| (*other, source(netlist, *other)));
        sources.filter(move |(_, (same, from, width))| *same == of && *from <= low && low < from + width)
    };
    let mut found = Vec::new();
    while low < end {
        let (other, (_, from, width)) =
            holds(low).max_by_key(|(_, (_, from, width))| ((from + width).min(end), *width))?;
        let width = (from + width).min(end) - low;
        found.push(Piece {
            of: other,
            low: low - from,
            width,
        });
        low += width;
    }
    Some(found)
}

/// Returns the joined nets, and slices of such, with a bit that their rank also holds elsewhere.
fn duplicated(netlist: &Netlist, needed: &RegisterDemand, split: &HashSet<NetId>) -> BTreeSet<NetId> {
    let mut found = BTreeSet::new();
    for rank in ranks(needed, split).values() {
        let mut holders: HashMap<Bit, NetId> = HashMap::new();
        let is_joined = |id: &NetId| netlist.node(source(netlist, *id).0).op == Op::Concat;
        // Bits that several slices take from one net lie in one register.
        let (joined, whole): (Vec<NetId>, Vec<NetId>) = rank.iter().partition(|id| is_joined(id));
        for id in whole {
            let bits = (0..netlist.node(id).width).filter_map(|bit| origin(netlist, (id, bit)));
            holders.extend(bits.map(|bit| (bit, id)));
        }
        for id in joined {
            for bit in (0..netlist.node(id).width).filter_map(|bit| origin(netlist, (id, bit))) {
                if let Some(other) = holders.insert(bit, id) {
                    found.insert(id);
                    found.extend(Some(other).filter(is_joined));
                }
            }
        }
    }
    found
}

/// Returns the net from which a slice takes its bits, the lowest of them, and their number. For a net that is no slice,
/// these are all its own bits.
pub(crate) fn source(netlist: &Netlist, id: NetId) -> (NetId, u32, u32) {
    let node = netlist.node(id);
    match node.op {
        Op::Slice { low } => (node.operands[0], low, node.width),
        _ => (id, 0, node.width),
    }
}

/// Returns the origin of a bit past all wiring; none if it is constant.
fn origin(netlist: &Netlist, (id, bit): Bit) -> Option<Bit> {
    let node = netlist.node(id);
    match node.op {
        Op::Constant(_) => None,
        Op::Slice { low } => origin(netlist, (node.operands[0], low + bit)),
        Op::Concat => {
            let mut below = bit;
            for part in node.operands.iter().rev() {
                let width = netlist.node(*part).width;
                if below < width {
                    return origin(netlist, (*part, below));
                }
                below -= width;
            }
            None
        }
        _ => Some((id, bit)),
    }
}
