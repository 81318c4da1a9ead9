//! Arrival times of the bits of a net, by the delay model.
//!
//! [`Delays`] are estimated in levels of four-input look-up tables; a carry chain counts a fraction of a level per bit.
//! The model only compares one part of a datapath with another; synthesis measures real timing.

use crate::module::Netlist;
use crate::node::{NetId, Op};
use crate::pipeline::timing::carry_chain::CarryChains;
use crate::pipeline::timing::delays::Delays;
use crate::pipeline::timing::fanout::{fanout_delay, Fanout};

/// Arrival time of each bit of a net, in look-up table levels after the clock edge.
pub(crate) type Arrival = Vec<f64>;

/// Arrival time of a constant, which precedes all others.
pub(crate) const ALWAYS: f64 = f64::NEG_INFINITY;

/// Delay of a 2-to-1 selection, in levels: two selections share two look-up tables.
pub(crate) const CHOICE: f64 = 0.8;

/// Returns the latest of some times; the time of a constant if there are none.
pub(crate) fn latest(times: impl IntoIterator<Item = f64>) -> f64 {
    times.into_iter().fold(ALWAYS, f64::max)
}

/// The delay model of a netlist.
pub(crate) struct Model<'a> {
    pub delays: &'a Delays,
    pub netlist: &'a Netlist,
    pub chains: CarryChains,
    fanout: Fanout,
}

impl<'a> Model<'a> {
    pub(crate) fn new(delays: &'a Delays, netlist: &'a Netlist) -> Model<'a> {
        Model {
            delays,
            netlist,
            chains: CarryChains::from_netlist(netlist),
            fanout: Fanout::from_netlist(netlist),
        }
    }

    /// Returns the arrival times of a net's bits from those of its logic's inputs: see [`CarryChains`].
    pub(crate) fn arrival(&self, id: NetId, operands: &[Arrival]) -> Arrival {
        let node = self.netlist.node(id);
        match node.op {
            Op::Mux => {
                let condition = operands[0][0] + self.fanout.delay(node.operands[0]);
                let bit = |(a, b): (&f64, &f64)| latest([condition, *a, *b]) + CHOICE;
                operands[1].iter().zip(&operands[2]).map(bit).collect()
            }
            _ => arrival(self.delays, &node.op, node.width, operands),
        }
    }
}

/// Returns the arrival times of a net's bits. Selections are handled elsewhere.
fn arrival(delays: &Delays, op: &Op, width: u32, operands: &[Arrival]) -> Arrival {
    let bits = width as usize;
    let all = |operand: &Arrival| latest(operand.iter().copied());
    // The operands' bits that are not constant are gathered in a tree.
    let gathered = |operands: &[Arrival]| {
        let inputs = operands.iter().flatten().filter(|time| **time > ALWAYS).count();
        latest(operands.iter().map(all)) + tree_levels(inputs)
    };
    let bitwise = |levels: f64| -> Arrival {
        let bit = |bit: usize| latest(operands.iter().map(|operand| operand[bit])) + levels;
        (0..bits).map(bit).collect()
    };
    match op {
        Op::Input | Op::State => vec![0.0; bits],
        // Synthesis sees through a register of a constant bit, so the bit stays constant behind the register.
        Op::Register => {
            let behind = |bit: &f64| if bit.is_constant() { ALWAYS } else { 0.0 };
            operands[0].iter().map(behind).collect()
        }
        Op::Constant(_) => vec![ALWAYS; bits],
        Op::Not => operands[0].clone(),
        Op::Slice { low } => operands[0][*low as usize..][..bits].to_vec(),
        Op::Concat => operands.iter().rev().flat_map(|part| part.iter().copied()).collect(),
        // Two small operators in a row share a look-up table.
        Op::And | Op::Or | Op::Xor => bitwise(0.5),
        Op::Mux => unreachable!("what a condition reaches decides"),
        Op::Add | Op::Sub => {
            let mut carry = Carry::into_chain(delays, operands.get(2).map_or(ALWAYS, |carry| carry[0]));
            (0..bits)
                .map(|bit| carry.pass(delays, operands[0][bit].max(operands[1][bit])))
                .collect()
        }
        Op::Less => {
            let mut carry = Carry::into_chain(delays, ALWAYS);
            for (a, b) in operands[0].iter().zip(&operands[1]) {
                carry.pass(delays, a.max(*b));
            }
            vec![carry.out(delays)]
        }
        Op::Equal | Op::Any | Op::All => vec![gathered(operands)],
        Op::ShiftLeft | Op::ShiftRight if operands[0].iter().all(|bit| *bit == ALWAYS) => {
            // A shifted constant becomes a decoder of the amount.
            vec![gathered(&operands[1..]); bits]
        }
        Op::ShiftLeft | Op::ShiftRight => {
            let mut time = all(&operands[0]);
            for (_, amount) in shifter_levels(&operands[1], width) {
                time = (latest(amount.iter().copied()) + fanout_delay(width)).max(time) + CHOICE;
            }
            vec![time; bits]
        }
        Op::Mul => vec![all(&operands[0]).max(all(&operands[1])) + delays.multiplier_block; bits],
        Op::Table(_) => {
            let levels = (operands[0].len() as f64 - 2.0).max(1.0);
            vec![all(&operands[0]) + levels; bits]
        }
    }
}

/// Returns the number of look-up table levels that reduce `inputs` bits to one.
fn tree_levels(inputs: usize) -> f64 {
    (inputs.max(1) as f64).log(4.0).ceil()
}

/// Returns the levels of a shifter of this width, each with the amount bits that it takes and the position of the
/// lowest. One level takes all amount bits that shift everything out; constant bits have no level.
pub(crate) fn shifter_levels<T: Time>(amount: &[T], width: u32) -> Vec<(u32, &[T])> {
    let near = (u32::BITS - (width - 1).leading_zeros()) as usize;
    let (near, far) = amount.split_at(near.min(amount.len()));
    let levels = near
        .chunks(1)
        .chain([far])
        .zip(0..)
        .map(|(bits, position)| (position, bits));
    levels
        .filter(|(_, bits)| bits.iter().any(|bit| !bit.is_constant()))
        .collect()
}

/// A point in time at which a bit is ready.
pub(crate) trait Time {
    /// True if the bit is constant.
    fn is_constant(&self) -> bool;
}

impl Time for f64 {
    fn is_constant(&self) -> bool {
        *self == ALWAYS
    }
}

/// Carry on its way up a chain.
#[derive(Clone, Copy)]
pub(crate) struct Carry(f64);

impl Carry {
    /// Returns a carry that enters the chain at this time.
    pub(crate) fn into_chain(delays: &Delays, time: f64) -> Carry {
        Carry(time + delays.carry_entry)
    }

    /// Passes a bit whose operands are ready at this time; returns when its sum is ready.
    pub(crate) fn pass(&mut self, delays: &Delays, ready: f64) -> f64 {
        let sum = ready.max(self.0) + delays.carry_exit;
        self.0 = (self.0 + delays.carry_per_bit).max(ready + delays.carry_entry);
        sum
    }

    /// Returns when the carry is available outside the chain.
    pub(crate) fn out(self, delays: &Delays) -> f64 {
        self.0 + delays.carry_exit
    }
}
