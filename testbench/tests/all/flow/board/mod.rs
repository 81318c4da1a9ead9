//! Simulation of whole boards through the pins of their serial ports: thousands of requests against the model, with
//! every kind of faulty request among them.

mod faults;
mod model;
mod noise;
mod noisy;
mod session;
use std::collections::BTreeMap;

use halfpipe_fpga::board::{Board, BOARDS, HX8K, ICEBREAKER, ULX3S};
use halfpipe_hdl::design::{Design, DesignSpec, Function};
use halfpipe_isa::{ElementType, Instruction, Operand, Signature};
use halfpipe_simulation::model::results;
use halfpipe_synth::board::sources;
use halfpipe_testbench::board::SimulatedBoard;
use rayon::prelude::*;
use session::Session;

/// The number of clocks per bit in simulation, where a board's own rate would be slow to simulate.
const FAST: u32 = 8;

const SEED: u64 = 5;

fn unit(mnemonic: &str, latency: u32) -> Design {
    Design::unit(mnemonic.parse().unwrap(), latency).unwrap()
}

fn iterative_unit(mnemonic: &str) -> Design {
    Design::from_spec(&DesignSpec::iterative(mnemonic.parse().unwrap())).unwrap()
}

fn core(instructions: &[Instruction], latency: u32) -> Design {
    Design::core(instructions, latency).unwrap()
}

/// Builds the simulation of a board with a design in it.
fn simulated(board: &Board, unit: &Design, clocks_per_bit: u32) -> SimulatedBoard {
    SimulatedBoard::new(&sources(board, unit, None), clocks_per_bit).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the results of an instruction.
fn arithmetic(function: &Function, operands: &[u64]) -> Vec<u64> {
    results(function.instruction().expect("the board has instructions"), operands)
}

/// Builds a function whose registers have other widths than those of arithmetic: the sum and the parity of all
/// operands.
fn of_odd_widths(latency: u32) -> Design {
    let operands = [("number", 64), ("b", 3), ("c", 9), ("e", 1)];
    let results = [("odd", 1), ("sum", 64), ("low", 12)];
    let register = |(name, width)| Operand::new(name, ElementType::Bits(width));
    let signature = Signature::new(&operands.map(register), &results.map(register)).unwrap();
    let function = Function::new("sum.b64", signature).unwrap();
    let design = Design::from_function(&function, latency, |_, operands| {
        let wide = operands.iter().map(|operand| operand.zero_extend(64));
        let sum = wide.reduce(|sum, operand| sum + operand).expect("there are operands");
        let bits = operands
            .iter()
            .flat_map(|operand| (0..operand.width()).map(|place| operand.bit(place)));
        let odd = bits.reduce(|odd, bit| odd ^ bit).expect("there are operands");
        vec![odd, sum, sum.slice(0, 12)]
    });
    design.unwrap()
}

/// Returns the results of [`of_odd_widths`].
fn odd_widths(_: &Function, operands: &[u64]) -> Vec<u64> {
    let sum = operands.iter().fold(0_u64, |sum, operand| sum.wrapping_add(*operand));
    let ones: u32 = operands.iter().map(|operand| operand.count_ones()).sum();
    vec![u64::from(ones & 1), sum, sum & 0xFFF]
}

#[test]
fn registers_of_any_width_and_many_results_fit_a_board() {
    for latency in [0, 2] {
        let unit = of_odd_widths(latency);
        let session = Session::new(unit.interface().operations(), odd_widths, 1000, SEED);
        let answers = simulated(&HX8K, &unit, FAST).exchange(&session.exchanges()).unwrap();
        session.judge(&answers).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}

/// One instruction in so many is in a core.
const OF_A_CORE: usize = 12;

#[test]
fn thousands_of_requests_are_answered_as_the_model_says() {
    // One to three operands of 16 and 32 bits, mixed widths, combinational, with many registers and iterative, with and
    // without a number of its own: single units, and some instructions of every operation in a core.
    let of_a_core: Vec<Instruction> = Instruction::arithmetic().iter().copied().step_by(OF_A_CORE).collect();
    let units = [
        (&ICEBREAKER, iterative_unit("div.rn.f16")),
        (&HX8K, unit("add.f32.bf16", 1)),
        (&ULX3S, unit("fma.rn.relu.f16x2", 6)),
        (&ULX3S, core(&of_a_core, 4)),
        (
            &HX8K,
            core(&["neg.f16", "max.bf16"].map(|name| name.parse().unwrap()), 0),
        ),
    ];
    units.par_iter().with_max_len(1).for_each(|(board, unit)| {
        let session = Session::new(unit.interface().operations(), arithmetic, 2000, SEED);
        let answers = simulated(board, unit, FAST).exchange(&session.exchanges()).unwrap();
        session.judge(&answers).unwrap_or_else(|wrong| panic!("{wrong}"));
    });
}

#[test]
fn each_board_works_at_its_own_clock() {
    // Boards with the same clock have the same Verilog.
    let of_clocks: BTreeMap<u32, &Board> = BOARDS.iter().map(|board| (board.clock, *board)).collect();
    of_clocks.par_iter().for_each(|(_, board)| {
        let unit = unit("add.rn.f16", 2);
        let session = Session::new(unit.interface().operations(), arithmetic, 200, SEED);
        let simulated = simulated(board, &unit, board.clocks_per_bit());
        // A line whose bit rate is off by 2 % is still understood.
        for deviation in [-5, 5] {
            let line = simulated.clone().with_slower_line(deviation);
            let answers = line.exchange(&session.exchanges()).unwrap();
            session
                .judge(&answers)
                .unwrap_or_else(|wrong| panic!("{}, line off by {deviation}/256: {wrong}", board.name));
        }
    });
}
