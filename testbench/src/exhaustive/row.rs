//! Rows of operand pairs through a circuit, compared with the integer model.

use std::ops::Range;

use halfpipe_aig::plane::{Block, Plane, BITS, LANES};
use halfpipe_aig::simd::with_best_simd;
use halfpipe_hdl::design::control_inputs;
use halfpipe_model::value::IntegerModel;
use halfpipe_yosys::circuit::{PortSlice, Ports};
use halfpipe_yosys::Machine;

use super::digest::ResultDigest;
use super::walk::{walk, Given, Place};

/// The difference between the operands of the upper and the lower lane in x2. The lanes never see the same pair.
pub(super) const UPPER_A: u16 = 0x5A5A;
pub(super) const UPPER_B: u16 = 0xA5C3;

/// The results of rows.
#[derive(Clone, Copy, Default, Debug)]
pub struct RowsOutcome {
    /// The number of operand pairs, each in every lane.
    pub vectors: u64,
    /// The number of pairs with a wrong result in some lane.
    pub mismatches: u64,
    /// The first mismatch: the operand registers and the result.
    pub first: Option<([u32; 2], u32)>,
    /// The digest of all results.
    pub digest: ResultDigest,
    /// The number of clock cycles in which `out_valid` was wrong.
    pub invalid: u64,
}

/// A circuit with a model of each of its lanes.
pub struct Rows<'c> {
    machine: Machine,
    ports: &'c Ports,
    latency: usize,
    lanes: Vec<Lane>,
    /// The bits of the vector numbers.
    vectors: [Plane; BITS],
}

/// One lane: its model, its ports, and the derivation of its operands.
struct Lane {
    model: IntegerModel,
    a: PortSlice,
    b: PortSlice,
    result: PortSlice,
    differs: [u16; 2],
}

impl<'c> Rows<'c> {
    /// Returns the rows of a circuit with two operands of one or two lanes.
    pub fn new(machine: Machine, ports: &'c Ports, latency: u32, model: IntegerModel) -> Rows<'c> {
        let slices = ports.inputs[0].slices().zip(ports.inputs[1].slices());
        let lanes = slices.zip(ports.outputs[0].slices()).enumerate();
        let lane = |(number, ((a, b), result)): (usize, ((PortSlice, PortSlice), PortSlice))| Lane {
            model,
            a,
            b,
            result,
            differs: if number == 0 { [0, 0] } else { [UPPER_A, UPPER_B] },
        };
        let mut vectors = [Plane::filled(false); BITS];
        Block::of_numbers(0..LANES as u16).write_planes(&mut vectors);
        Rows {
            machine,
            ports,
            latency: latency as usize,
            lanes: lanes.map(lane).collect(),
            vectors,
        }
    }

    /// Runs the rows of these first operands, one block of second operands in each clock cycle.
    pub fn run(&mut self, rows: Range<u32>) -> RowsOutcome {
        with_best_simd(
            #[inline(always)]
            || self.run_inlined(rows),
        )
    }

    #[inline(always)]
    fn run_inlined(&mut self, rows: Range<u32>) -> RowsOutcome {
        let mut outcome = RowsOutcome::default();
        self.reset();
        for cycle in walk(rows, self.latency) {
            self.write(cycle.given);
            let outputs = self.machine.step();
            if self.ports.pipelined {
                let due = Plane::filled(cycle.out_valid);
                outcome.invalid += u64::from(outputs[control_inputs::OUT_VALID] != due);
            }
            if let Some(place) = cycle.leaving {
                compare(&self.lanes, outputs, place, &mut outcome);
            }
        }
        outcome
    }

    fn reset(&mut self) {
        if self.ports.pipelined {
            let inputs = self.machine.inputs_mut();
            inputs[control_inputs::RESET] = Plane::filled(true);
            inputs[control_inputs::ENABLE] = Plane::filled(true);
            self.machine.step();
            self.machine.inputs_mut()[control_inputs::RESET] = Plane::filled(false);
        }
    }

    /// Writes the inputs of one clock cycle.
    #[inline(always)]
    fn write(&mut self, given: Given) {
        let inputs = self.machine.inputs_mut();
        if self.ports.pipelined {
            inputs[control_inputs::ENABLE] = Plane::filled(!matches!(given, Given::Stall(_)));
            inputs[control_inputs::IN_VALID] = Plane::filled(given.taken().is_some());
        }
        let [a, b] = given.operands();
        for lane in &self.lanes {
            let (a, b) = (a ^ lane.differs[0], b ^ lane.differs[1]);
            for (bit, plane) in inputs[lane.a.bits.clone()].iter_mut().enumerate() {
                *plane = Plane::filled(a >> bit & 1 == 1);
            }
            for (bit, plane) in inputs[lane.b.bits.clone()].iter_mut().enumerate() {
                let of_block = Plane::filled(b >> bit & 1 == 1);
                *plane = self.vectors[bit].zip(&of_block, |vector, of_block| vector ^ of_block);
            }
        }
    }
}

/// Compares the results of one block.
#[inline(always)]
fn compare(lanes: &[Lane], outputs: &[Plane], place: Place, outcome: &mut RowsOutcome) {
    let mut wrong = [false; LANES];
    let mut any = false;
    let [row, of_block] = place.operands();
    for lane in lanes {
        let (a, of_block) = (row ^ lane.differs[0], of_block ^ lane.differs[1]);
        let mut b = [0; LANES];
        for (vector, b) in b.iter_mut().enumerate() {
            *b = of_block ^ vector as u16;
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
        note(lanes, outputs, place, &wrong, outcome);
    }
}

/// Records the wrong results of a block.
#[cold]
fn note(lanes: &[Lane], outputs: &[Plane], place: Place, wrong: &[bool; LANES], outcome: &mut RowsOutcome) {
    outcome.mismatches += wrong.iter().filter(|wrong| **wrong).count() as u64;
    if outcome.first.is_some() {
        return;
    }
    let vector = wrong.iter().position(|wrong| *wrong).expect("a result is wrong");
    let [row, of_block] = place.operands();
    let b = of_block ^ vector as u16;
    let (mut operands, mut result) = ([0; 2], 0);
    for lane in lanes {
        operands[0] |= u32::from(row ^ lane.differs[0]) << lane.a.shift;
        operands[1] |= u32::from(b ^ lane.differs[1]) << lane.b.shift;
        let of_lane = Block::of_planes(&outputs[lane.result.bits.clone()]).0[vector];
        result |= u32::from(of_lane) << lane.result.shift;
    }
    outcome.first = Some((operands, result));
}
