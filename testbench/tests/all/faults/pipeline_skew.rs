//! Timing faults that runs over every pair must find: an operand bit one clock cycle early, and a register that ignores
//! stalls.

use halfpipe_fpga::Family;
use halfpipe_hdl::design::Design;
use halfpipe_testbench::exhaustive::{ExhaustiveError, Runner, Shard};
use halfpipe_yosys::circuit::netlist;
use halfpipe_yosys::netlist::Module;
use halfpipe_yosys::{Circuit, Mapping};
use serde_json::{json, Value};

/// A unit, and its netlist for iCE40, whose flip-flops have a pin for `enable`.
struct Pipelined {
    unit: Design,
    module: Value,
}

impl Pipelined {
    fn new(mnemonic: &str, latency: u32) -> Pipelined {
        let unit = Design::unit(mnemonic.parse().unwrap(), latency).unwrap();
        let netlist = netlist(&unit, Mapping::Cells(Family::ICE40)).unwrap();
        Pipelined {
            unit,
            module: serde_json::to_value(netlist).unwrap(),
        }
    }

    /// Builds a unit whose first registers hold the operands directly.
    fn with_operands_held() -> Pipelined {
        Pipelined::new("max.xorsign.abs.bf16", 1)
    }

    /// Returns the name of the flip-flop that stores a bit of a port.
    fn flip_flop(&self, port: &str, bit: usize) -> String {
        self.taker(&self.module["ports"][port]["bits"][bit])
    }

    /// Returns the name of the flip-flop that stores the value of a net.
    fn taker(&self, net: &Value) -> String {
        let mut cells = self.module["cells"].as_object().unwrap().iter();
        let found = cells.find(|(_, cell)| cell["connections"]["D"][0] == *net);
        found
            .unwrap_or_else(|| panic!("no flip-flop takes net {net}"))
            .0
            .clone()
    }

    /// Returns the module with the loads of one net connected to another.
    fn with_net_moved(&self, from: &Value, to: &Value) -> Value {
        let mut module = self.module.clone();
        for cell in module["cells"].as_object_mut().unwrap().values_mut() {
            let outputs = cell["port_directions"].clone();
            for (pin, nets) in cell["connections"].as_object_mut().unwrap() {
                let nets = nets.as_array_mut().unwrap().iter_mut();
                for net in nets.filter(|net| outputs[pin] == "input" && *net == from) {
                    *net = to.clone();
                }
            }
        }
        module
    }

    /// Returns the module with a flip-flop bypassed: its output is its input.
    fn bypassed(&self, flip_flop: &str) -> Value {
        let pins = &self.module["cells"][flip_flop]["connections"];
        self.with_net_moved(&pins["Q"][0], &pins["D"][0])
    }

    /// Returns the module with a flip-flop that is always enabled.
    fn never_stopped(&self, flip_flop: &str) -> Value {
        let mut module = self.module.clone();
        let enable = &mut module["cells"][flip_flop]["connections"]["E"];
        assert!(enable.is_array(), "{flip_flop} has an enable pin");
        *enable = json!(["1"]);
        module
    }

    /// Counts the wrong results of a shard of the run, or returns nothing if `out_valid` is wrong.
    fn mismatches(&self, module: &Value) -> Option<u64> {
        let netlist: Module = serde_json::from_value(module.clone()).unwrap();
        let circuit = Circuit::of_netlist(&self.unit, Mapping::Cells(Family::ICE40), &netlist).unwrap();
        let rows = "5/512".parse::<Shard>().unwrap().rows();
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
        let flip_flop = unit.flip_flop(port, bit);
        let found = unit.mismatches(&unit.bypassed(&flip_flop));
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
        let flip_flop = unit.flip_flop(port, bit);
        let found = unit.mismatches(&unit.never_stopped(&flip_flop));
        assert!(
            found.is_some_and(|found| found > 0),
            "{port}[{bit}] moves on: {found:?}"
        );
    }
}

#[test]
fn a_valid_bit_that_a_stall_does_not_stop_is_found_at_every_stage() {
    let unit = Pipelined::new("mul.rn.f16", 3);
    let mut net = unit.module["ports"]["in_valid"]["bits"][0].clone();
    for stage in 1..=3 {
        let flip_flop = unit.taker(&net);
        assert_eq!(unit.mismatches(&unit.never_stopped(&flip_flop)), None, "stage {stage}");
        net = unit.module["cells"][&flip_flop]["connections"]["Q"][0].clone();
    }
    assert_eq!(net, unit.module["ports"]["out_valid"]["bits"][0]);
}
