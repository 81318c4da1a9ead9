//! Timing faults that runs over every pair must find: an operand bit one clock cycle early, and a register that ignores
//! stalls.

use halfpipe_faults::cells::{always_enabled, bypassed, flip_flop};
use halfpipe_fpga::Family;
use halfpipe_hdl::design::Design;
use halfpipe_testbench::exhaustive::{row_count, ExhaustiveError, Runner, Shard, ROWS};
use halfpipe_yosys::circuit::netlist;
use halfpipe_yosys::netlist::{Bit, YosysModule};
use halfpipe_yosys::{Circuit, Mapping};

/// A unit, and its netlist for iCE40, whose flip-flops have a pin for `enable`.
struct Pipelined {
    unit: Design,
    module: YosysModule,
}

impl Pipelined {
    fn new(mnemonic: &str, latency: u32) -> Pipelined {
        let unit = Design::unit(mnemonic.parse().unwrap(), latency).unwrap();
        let module = netlist(&unit, Mapping::Cells(Family::ICE40)).unwrap();
        Pipelined { unit, module }
    }

    /// Builds a unit whose first registers hold the operands directly.
    fn with_operands_held() -> Pipelined {
        Pipelined::new("max.xorsign.abs.bf16", 1)
    }

    /// Returns a bit of a port.
    fn bit(&self, port: &str, bit: usize) -> &Bit {
        &self.module.ports.get(port).expect("the module has the port").bits[bit]
    }

    /// Counts the wrong results of a shard of the run, or returns nothing if `out_valid` is wrong.
    fn mismatches(&self, module: &YosysModule) -> Option<u64> {
        let circuit = Circuit::from_netlist(&self.unit, Mapping::Cells(Family::ICE40), module).unwrap();
        let shard: Shard = "5/512".parse().unwrap();
        let rows = match row_count(self.unit.instruction()) {
            ROWS => shard.rows(),
            few => 0..few,
        };
        match Runner::new(&self.unit, &circuit).unwrap().run(rows) {
            Ok(outcome) => Some(outcome.mismatches),
            Err(ExhaustiveError::Valid { .. }) => None,
            Err(other) => panic!("{other}"),
        }
    }
}

/// The lowest bits of b distinguish the vectors that run side by side; the highest bits of a are the same in a whole
/// shard.
#[test]
fn an_operand_bit_without_its_register_is_found() {
    let unit = Pipelined::with_operands_held();
    assert_eq!(unit.mismatches(&unit.module), Some(0));
    for (port, bit) in [("b", 0), ("b", 7), ("b", 8), ("b", 14), ("a", 0), ("a", 8), ("a", 14)] {
        let flip_flop = flip_flop(&unit.module, unit.bit(port, bit));
        let found = unit.mismatches(&bypassed(&unit.module, flip_flop));
        assert!(
            found.is_some_and(|found| found > 0),
            "{port}[{bit}] comes early: {found:?}"
        );
    }
}

/// The same among short operands, which run against the exact model.
#[test]
fn an_operand_bit_of_a_short_format_without_its_register_is_found() {
    let unit = Pipelined::new("max.e5m2x2", 1);
    assert_eq!(unit.mismatches(&unit.module), Some(0));
    for (port, bit) in [("b", 0), ("b", 6), ("b", 8), ("a", 0), ("a", 6), ("a", 8), ("a", 14)] {
        let flip_flop = flip_flop(&unit.module, unit.bit(port, bit));
        let found = unit.mismatches(&bypassed(&unit.module, flip_flop));
        assert!(
            found.is_some_and(|found| found > 0),
            "{port}[{bit}] comes early: {found:?}"
        );
    }
}

#[test]
fn a_register_that_a_stall_does_not_stop_is_found() {
    let unit = Pipelined::with_operands_held();
    for (port, bit) in [("b", 0), ("b", 14), ("a", 0), ("a", 14)] {
        let flip_flop = flip_flop(&unit.module, unit.bit(port, bit));
        let found = unit.mismatches(&always_enabled(&unit.module, flip_flop));
        assert!(
            found.is_some_and(|found| found > 0),
            "{port}[{bit}] moves on: {found:?}"
        );
    }
}

#[test]
fn a_valid_bit_that_a_stall_does_not_stop_is_found_at_every_stage() {
    let unit = Pipelined::new("mul.rn.f16", 3);
    let mut bit = unit.bit("in_valid", 0);
    for stage in 1..=3 {
        let flip_flop = flip_flop(&unit.module, bit);
        let broken = always_enabled(&unit.module, flip_flop);
        assert_eq!(unit.mismatches(&broken), None, "stage {stage}");
        bit = &unit.module.cells[flip_flop].connections["Q"][0];
    }
    assert_eq!(bit, unit.bit("out_valid", 0));
}
