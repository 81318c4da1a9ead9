//! Rows of pairs of operands through a circuit, compared with the integer model.

use std::ops::Range;

use halfpipe_reference::IntegerModel;

use super::digest::Digest;
use crate::engine::gates::circuit::{self, Half, Ports};
use crate::engine::gates::plane::{Block, Plane, BITS, LANES};
use crate::engine::gates::Machine;

/// How many blocks a row has.
const BLOCKS: usize = (1 << 16) / LANES;

/// How many of the second operand's bits tell the vectors of a block apart.
const BITS_IN_BLOCK: usize = LANES.trailing_zeros() as usize;

/// In x2, what the upper lane's operands differ by from the lower lane's: the lanes never see the same pair.
const UPPER_A: u16 = 0x5A5A;
const UPPER_B: u16 = 0xA5C3;

/// What rows gave.
#[derive(Clone, Copy, Default, Debug)]
pub struct RowsOutcome {
    /// Pairs of operands, each in every lane.
    pub vectors: u64,
    /// Those with a wrong result in some lane.
    pub mismatches: u64,
    /// The first of them: the operand registers and the result.
    pub first: Option<([u32; 2], u32)>,
    /// The digest of all results.
    pub digest: Digest,
    /// The number of clock cycles in which `out_valid` was wrong.
    pub invalid: u64,
}

/// A circuit with a model of each of its lanes.
pub struct Rows<'c> {
    machine: Machine,
    ports: &'c Ports,
    latency: usize,
    lanes: Vec<Lane>,
}

/// One lane: its model, its ports, and how its operands are derived.
struct Lane {
    model: IntegerModel,
    a: Half,
    b: Half,
    result: Half,
    differs: [u16; 2],
}

impl<'c> Rows<'c> {
    /// Rows of a circuit with two operands of one or two lanes.
    pub fn new(machine: Machine, ports: &'c Ports, latency: u32, model: IntegerModel) -> Rows<'c> {
        let halves = ports.operands[0].halves().zip(ports.operands[1].halves());
        let lanes = halves.zip(ports.result.halves()).enumerate();
        let lane = |(number, ((a, b), result)): (usize, ((Half, Half), Half))| Lane {
            model,
            a,
            b,
            result,
            differs: if number == 0 { [0, 0] } else { [UPPER_A, UPPER_B] },
        };
        Rows {
            machine,
            ports,
            latency: latency as usize,
            lanes: lanes.map(lane).collect(),
        }
    }

    /// Runs the rows of these first operands, one block of second operands in each clock cycle.
    pub fn run(&mut self, rows: Range<u32>) -> RowsOutcome {
        pulp::Arch::new().dispatch(Run { lanes: self, rows })
    }

    #[inline(always)]
    fn run_inlined(&mut self, rows: Range<u32>) -> RowsOutcome {
        let mut outcome = RowsOutcome::default();
        let blocks = rows.len() * BLOCKS;
        self.reset();
        self.write_low_bits();
        for cycle in 0..blocks + self.latency {
            if cycle < blocks {
                if cycle % BLOCKS == 0 {
                    self.write_a((rows.start as usize + cycle / BLOCKS) as u16);
                }
                self.write_high_bits(cycle % BLOCKS);
            }
            self.set_valid(cycle < blocks);
            let outputs = self.machine.step();
            if self.ports.pipelined {
                let due = Plane::filled(cycle >= self.latency);
                outcome.invalid += u64::from(outputs[circuit::OUT_VALID] != due);
            }
            if let Some(block) = cycle.checked_sub(self.latency) {
                let a = (rows.start as usize + block / BLOCKS) as u16;
                compare(&self.lanes, outputs, a, block % BLOCKS, &mut outcome);
            }
        }
        outcome
    }

    fn reset(&mut self) {
        if self.ports.pipelined {
            self.machine.inputs[circuit::RESET] = Plane::filled(true);
            self.machine.inputs[circuit::ENABLE] = Plane::filled(true);
            self.machine.step();
            self.machine.inputs[circuit::RESET] = Plane::filled(false);
        }
    }

    #[inline(always)]
    fn set_valid(&mut self, valid: bool) {
        if self.ports.pipelined {
            self.machine.inputs[circuit::IN_VALID] = Plane::filled(valid);
        }
    }

    /// The first operand, the same in all vectors.
    fn write_a(&mut self, a: u16) {
        for lane in &self.lanes {
            let a = a ^ lane.differs[0];
            for (bit, plane) in self.machine.inputs[lane.a.bits.clone()].iter_mut().enumerate() {
                *plane = Plane::filled(a >> bit & 1 == 1);
            }
        }
    }

    /// The bits of the second operand that are the same in every block.
    fn write_low_bits(&mut self) {
        for lane in &self.lanes {
            let numbers = (0..LANES as u16).map(|vector| vector ^ lane.differs[1]);
            let first = lane.b.bits.start;
            Block::of_numbers(numbers).write_planes(&mut self.machine.inputs[first..first + BITS_IN_BLOCK]);
        }
    }

    /// The bits of the second operand that are the same in every vector of a block.
    #[inline(always)]
    fn write_high_bits(&mut self, block: usize) {
        for lane in &self.lanes {
            let b = (block << BITS_IN_BLOCK) as u16 ^ lane.differs[1];
            for bit in BITS_IN_BLOCK..BITS {
                self.machine.inputs[lane.b.bits.start + bit] = Plane::filled(b >> bit & 1 == 1);
            }
        }
    }
}

/// A run to be compiled for the widest vector instructions that the processor turns out to have: that is done to all
/// that is inlined into it.
struct Run<'r, 'c> {
    lanes: &'r mut Rows<'c>,
    rows: Range<u32>,
}

impl pulp::NullaryFnOnce for Run<'_, '_> {
    type Output = RowsOutcome;

    #[inline(always)]
    fn call(self) -> RowsOutcome {
        self.lanes.run_inlined(self.rows)
    }
}

/// Compares the results of one block.
#[inline(always)]
fn compare(lanes: &[Lane], outputs: &[Plane], row: u16, block: usize, outcome: &mut RowsOutcome) {
    let mut wrong = [false; LANES];
    let mut any = false;
    for lane in lanes {
        let a = row ^ lane.differs[0];
        let mut b = [0; LANES];
        for (vector, b) in b.iter_mut().enumerate() {
            *b = ((block << BITS_IN_BLOCK) + vector) as u16 ^ lane.differs[1];
        }
        let mut expected = [0; LANES];
        lane.model.fill(a, &b, &mut expected);
        let actual = Block::of_planes(&outputs[lane.result.bits.clone()]).0;
        outcome.digest.add_row(a, &b, &actual);
        if actual != expected {
            any = true;
            for (wrong, (actual, expected)) in wrong.iter_mut().zip(actual.iter().zip(&expected)) {
                *wrong |= actual != expected;
            }
        }
    }
    outcome.vectors += LANES as u64;
    if any {
        note(lanes, outputs, row, block, &wrong, outcome);
    }
}

/// Notes the wrong results of a block.
#[cold]
fn note(lanes: &[Lane], outputs: &[Plane], row: u16, block: usize, wrong: &[bool; LANES], outcome: &mut RowsOutcome) {
    outcome.mismatches += wrong.iter().filter(|wrong| **wrong).count() as u64;
    if outcome.first.is_some() {
        return;
    }
    let vector = wrong.iter().position(|wrong| *wrong).expect("a result is wrong");
    let b = ((block << BITS_IN_BLOCK) + vector) as u16;
    let (mut operands, mut result) = ([0; 2], 0);
    for lane in lanes {
        operands[0] |= u32::from(row ^ lane.differs[0]) << lane.a.shift;
        operands[1] |= u32::from(b ^ lane.differs[1]) << lane.b.shift;
        let of_lane = Block::of_planes(&outputs[lane.result.bits.clone()]).0[vector];
        result |= u32::from(of_lane) << lane.result.shift;
    }
    outcome.first = Some((operands, result));
}
