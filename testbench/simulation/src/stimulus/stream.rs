//! Vectors as a clocked sequence, with stalls, gaps and resets between them.

use halfpipe_hdl::design::Dut;
use halfpipe_hdl::design::{ControlInputs, Interface, Port};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{has_every_value, make_module_source, Schedule};
use crate::contract::Contract;
use crate::CycleIn;
use crate::{vector, Vector};

/// The number of upcoming vectors from which the operands of a cycle without acceptance are picked.
const NEARBY: usize = 256;

/// The number of random words drawn at once. Later draws thus do not depend on the number of operands, unless it is
/// larger.
const DRAWN: usize = 8;

/// The required outputs of a module in a clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedOutput {
    /// Arbitrary outputs: no reset has come before.
    Anything,
    /// `out_valid` is 0.
    Nothing,
    /// `out_valid` is 1, and the data outputs are those of the vector of this number, from 0. During a stall, several
    /// cycles show it.
    Result(usize),
}

/// One clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The inputs.
    pub input: CycleIn,
    /// The required outputs before the edge that ends the cycle.
    pub expected: ExpectedOutput,
}

/// The clock cycles in which numbered items go through a unit under a [`Schedule`]. Each has the control signals, the
/// number of the item that the cycle takes, or of the next one, and the required outputs.
///
/// It begins with a reset. Every item comes out, in order. An item that a reset discards before it is shown goes in
/// again. It ends some cycles after the last result, in which no result is expected.
#[derive(Clone, Debug)]
pub(crate) struct Driver {
    count: usize,
    schedule: Schedule,
    contract: Contract<usize>,
    /// True if a reset discards the item that its cycle would show.
    clears_at_once: bool,
    /// True until the reset at the beginning of the schedule.
    before_reset: bool,
    /// The next item to go in.
    next: usize,
    /// The number of items shown.
    shown: usize,
    /// The remaining cycles after the last result.
    left: u32,
}

impl Driver {
    /// Returns the driver of `count` items through a unit with this interface under a schedule.
    pub(crate) fn new(count: usize, interface: &Interface, schedule: Schedule) -> Driver {
        let latency = interface.latency();
        Driver {
            count,
            schedule,
            contract: Contract::from_interface(interface),
            clears_at_once: false,
            before_reset: latency > 0,
            next: 0,
            shown: 0,
            // Twice the number of cycles in which an enabled pipeline drains.
            left: if latency > 0 { 2 * latency + 2 } else { 0 },
        }
    }

    /// Sets whether a reset discards the item that its cycle would show.
    fn clearing_at_once(self, clears_at_once: bool) -> Driver {
        Driver { clears_at_once, ..self }
    }
}

/// The item at the inputs of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OfferedItem {
    /// The cycle takes the item of this number.
    Taken(usize),
    /// The cycle takes none, and the item of this number is next.
    Next(usize),
}

impl Iterator for Driver {
    type Item = (ControlInputs, OfferedItem, ExpectedOutput);

    fn next(&mut self) -> Option<(ControlInputs, OfferedItem, ExpectedOutput)> {
        if self.shown == self.count {
            self.left = self.left.checked_sub(1)?;
        }
        let mut control = self.schedule.next()?;
        if self.next == self.count && control.accepts() {
            control.in_valid = false;
        }
        let next = self.next;
        let is_taken = control.accepts() && self.contract.is_ready();
        let is_cleared = control.reset && self.clears_at_once;
        let shown = self.contract.cycle(control, next).filter(|_| !is_cleared);
        if let Some(number) = shown {
            self.shown = self.shown.max(number + 1);
        }
        if is_taken {
            self.next += 1;
        } else if control.reset {
            self.next = self.shown;
        }
        let expected = match shown {
            _ if self.before_reset => ExpectedOutput::Anything,
            None => ExpectedOutput::Nothing,
            Some(number) => ExpectedOutput::Result(number),
        };
        self.before_reset &= !control.reset;
        let item = if is_taken {
            OfferedItem::Taken(next)
        } else {
            OfferedItem::Next(next)
        };
        Some((control, item, expected))
    }
}

/// The clock cycles in which vectors go through a unit under a [`Schedule`], and the required outputs in each.
///
/// It begins with a reset. Every vector comes out, in order. A vector that a reset discards before it is shown goes in
/// again. During a stall, a gap or a reset the operands have other values, often the complement of the next vector. A
/// register that wrongly takes them is thus detected. The stream ends some cycles after the last result, in which
/// `out_valid` must be 0.
///
/// ```
/// use halfpipe_hdl::design::Design;
/// use halfpipe_simulation::stimulus::{ExpectedOutput, Stream};
///
/// let unit = Design::unit("fma.rn.f16".parse()?, 3)?;
/// let stream = Stream::from_device(&unit, 1, 1000);
/// let vectors = stream.vectors().to_vec();
/// let mut shown = Vec::new();
/// for cycle in stream {
///     // Here cycle.input enters the DUT, and its outputs are compared.
///     if let ExpectedOutput::Result(number) = cycle.expected {
///         shown.push(number);
///     }
/// }
/// // A stall shows a result for several cycles.
/// shown.dedup();
/// assert!(shown.into_iter().eq(0..vectors.len()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    vectors: Vec<Vector>,
    driver: Driver,
    /// The mask of each operand's bits.
    masks: Vector,
    /// True if the operands are 0 in gaps, so that each vector follows the same value.
    rests: bool,
    random: ChaCha8Rng,
}

impl Stream {
    /// Returns the stream of these vectors under schedule number `number` of the seed. Equal numbers and seeds give
    /// equal streams.
    pub fn new(device: &dyn Dut, vectors: Vec<Vector>, seed: u64, number: u64) -> Stream {
        let masks = vector(device.interface().inputs().map(Port::ones));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // The vectors and the schedules use the first streams of the seed.
        random.set_stream(!number);
        let schedule = Schedule::new(device.latency(), seed, number).always_enabled(device.is_always_enabled());
        // If the vectors are all values, a fault may affect a single one: in a stall, or after other values.
        let function = device.interface().function();
        let every_value = function.is_some_and(|function| has_every_value(function.signature()));
        let schedule = match (every_value, number) {
            (true, 0) => schedule.alternating_stalls(),
            (true, 1) => schedule.spaced(),
            _ => schedule,
        };
        Stream {
            rests: schedule.is_spaced(),
            driver: Driver::new(vectors.len(), device.interface(), schedule)
                .clearing_at_once(device.clears_valid_at_once()),
            vectors,
            masks,
            random,
        }
    }

    /// Returns the stream of the first `count` vectors of a seed, with which `verify` begins.
    pub fn from_device(device: &dyn Dut, seed: u64, count: usize) -> Stream {
        Stream::new(
            device,
            make_module_source(device.interface(), seed).fill(count),
            seed,
            0,
        )
    }

    /// Returns the vectors, in the order of their numbers.
    pub fn vectors(&self) -> &[Vector] {
        &self.vectors
    }

    /// Returns the operands of a cycle that takes none, while the vector number `next` is next.
    fn other_values(&mut self, next: usize) -> Vector {
        let place = next + self.random.random_range(0..NEARBY);
        let of_vector =
            |number: usize, position: usize| self.vectors.get(number).map_or(0, |vector| vector.word(position));
        let masks = self.masks.iter().enumerate();
        match self.random.random_range(0..4) {
            0 => vector(masks.map(|(position, mask)| of_vector(place, position) & mask)),
            1 => vector(self.masks.chunks(DRAWN).flat_map(|masks| {
                let words: [u64; DRAWN] = self.random.random();
                masks.iter().zip(words).map(|(mask, word)| word & mask)
            })),
            _ => vector(masks.map(|(position, mask)| !of_vector(next, position) & mask)),
        }
    }
}

impl Iterator for Stream {
    type Item = Cycle;

    fn next(&mut self) -> Option<Cycle> {
        let (control, item, expected) = self.driver.next()?;
        let data = match item {
            OfferedItem::Taken(number) => self.vectors[number].clone(),
            OfferedItem::Next(_) if self.rests && control.enable => Vector::zeros(self.masks.len()),
            OfferedItem::Next(next) => self.other_values(next),
        };
        let input = CycleIn {
            controls: control,
            data,
        };
        Some(Cycle { input, expected })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/stimulus/stream.rs"]
mod tests;
