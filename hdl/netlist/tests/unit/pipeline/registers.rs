//! Unit tests of `src/pipeline/registers.rs`.

use super::*;
use crate::build::builder::Builder;
use crate::module::Module;
use crate::node::{NetId, Node, Op};
use crate::simulate::NetlistSimulator;

/// Returns the complement of (a + b) xor a.
fn example() -> Netlist {
    let n = Builder::new();
    let a = n.input("a", 8);
    let b = n.input("b", 8);
    let sum = (a + b).named("sum");
    n.output("d", !(sum ^ a));
    n.finish()
}

/// Returns the netlist with that many ranks of registers; `cycles` are those of the nets with logic, in order.
fn registered(netlist: &Netlist, cycles: &[u32], latency: u32) -> Netlist {
    let mut cycles = cycles.iter();
    let has_logic = |id: &NetId| {
        let op = &netlist.node(*id).op;
        !matches!(op, Op::Input | Op::Constant(_) | Op::Slice { .. } | Op::Concat)
    };
    let mut cycle = |id: NetId| {
        if has_logic(&id) {
            *cycles.next().expect("each net with logic has a cycle")
        } else {
            0
        }
    };
    let cycles: Vec<u32> = netlist.ids().map(&mut cycle).collect();
    let ranks = vec!["somewhere".to_owned(); latency as usize];
    with_registers(netlist, &with_wiring(netlist, &cycles, latency), ranks)
}

#[test]
fn every_placement_of_registers_computes_the_same_a_few_cycles_later() {
    let placements = [
        ([0, 0, 0], 0),
        ([0, 1, 1], 1),
        ([1, 1, 1], 1),
        ([0, 1, 2], 2),
        ([0, 0, 0], 1),
        ([0, 0, 2], 2),
        ([0, 1, 2], 5),
    ];
    for (cycles, latency) in placements {
        let module = Module {
            name: "example".to_owned(),
            lane: registered(&example(), &cycles, latency),
            lanes: 1,
            latency,
        };
        let latency = latency as usize;
        let mut simulator = NetlistSimulator::new(&module);
        let operands: Vec<(u64, u64)> = (0..50).map(|i| (i * 37 % 256, i * 91 % 256)).collect();
        let mut results = Vec::new();
        for step in 0..operands.len() + latency {
            let (a, b) = operands[step.min(operands.len() - 1)];
            simulator.set_input(0, a);
            simulator.set_input(1, b);
            simulator.settle();
            if step >= latency {
                results.push(simulator.output(0));
            }
            simulator.tick(true, false);
        }
        let right = |(a, b): &(u64, u64)| u128::from(!(((a + b) & 0xFF) ^ a) & 0xFF);
        let expected: Vec<u128> = operands.iter().map(right).collect();
        assert_eq!(results, expected, "{cycles:?}, latency {latency}");
    }
}

/// Returns the bits of all registers.
fn registers(netlist: &Netlist) -> u32 {
    let registers = netlist.nodes.iter().filter(|node| node.is_register());
    registers.map(|node| node.width).sum()
}

#[test]
fn only_nets_that_are_used_in_a_later_cycle_are_registered() {
    let bits = |cycles: &[u32], latency| registers(&registered(&example(), cycles, latency));
    assert_eq!(bits(&[0, 0, 0], 0), 0);
    assert_eq!(bits(&[0, 1, 1], 1), 16);
    assert_eq!(bits(&[0, 0, 1], 1), 8);
    assert_eq!(bits(&[0, 1, 2], 2), 24);
    assert_eq!(bits(&[0, 1, 2], 4), 24 + 2 * 8);
}

#[test]
fn registers_behind_all_logic_come_after_the_result() {
    let cuts = pipeline(&example(), 4).cuts;
    assert_eq!(cuts[2..], [RESULT, RESULT]);
}

#[test]
fn registered_ports_have_no_logic_beside_them() {
    for latency in PORT_RANKS..6 {
        let netlist = Delays::default().pipeline_with_registered_ports(&example(), latency);
        assert_eq!(netlist.cuts.len(), latency as usize);
        let is_before_registers = |node: &Node| node.cycle == 0;
        let logic = |node: &&Node| !node.is_wiring() && !node.is_register() && node.op != Op::Input;
        for node in netlist.nodes.iter().filter(logic) {
            assert!(
                !is_before_registers(node) && node.cycle < latency,
                "latency {latency}: {node:?}"
            );
        }
    }
}

#[test]
fn registers_around_the_logic_leave_it_in_one_cycle() {
    for latency in 1..5 {
        let netlist = Delays::default().pipeline_around(&example(), latency);
        assert_eq!(netlist.cuts.len(), latency as usize);
        let logic = |node: &&Node| !node.is_wiring() && !node.is_register() && node.op != Op::Input;
        for node in netlist.nodes.iter().filter(logic) {
            assert_eq!(node.cycle, 1, "latency {latency}: {node:?}");
        }
    }
    assert_eq!(registers(&Delays::default().pipeline_around(&example(), 0)), 0);
}

#[test]
fn a_bit_crosses_a_clock_edge_in_one_register() {
    let n = Builder::new();
    let (a, b) = (n.input("a", 8), n.input("b", 8));
    // All of a, its upper half and a bit of that; two parts of b, and a bit of one.
    n.output("whole", !a);
    n.output("half", !a.high(4));
    n.output("bit", !a.bit(6));
    n.output("low", !b.low(3));
    n.output("inner", !b.bit(1));
    n.output("high", !b.high(2));
    assert_eq!(registers(&registered(&n.finish(), &[1; 6], 1)), 8 + 3 + 2);
}

#[test]
fn joined_nets_are_taken_apart_where_their_bits_are_held_twice() {
    let n = Builder::new();
    let (a, b) = (n.input("a", 8), n.input("b", 4));
    let (sum, bit) = (a + a, b.any());
    let joined = sum.low(6).join(b).named("joined");
    let copies = bit.repeat(16).named("copies");
    n.output("sum", !sum);
    n.output("joined", !joined);
    n.output("copies", !copies);
    // The sum, b, and one bit for all copies.
    assert_eq!(registers(&registered(&n.finish(), &[0, 0, 1, 1, 1], 1)), 8 + 4 + 1);
}

#[test]
fn a_net_that_a_slice_of_a_joined_net_holds_has_no_register_of_its_own() {
    let n = Builder::new();
    let (a, b) = (n.input("a", 8), n.input("b", 8));
    let any = a.any();
    let joined = any.join(b).named("joined");
    // Five bits of b, beside the bit that is used alone.
    n.output("high", !joined.high(6));
    n.output("any", !any);
    assert_eq!(registers(&registered(&n.finish(), &[0, 1, 1], 1)), 6);
}

#[test]
fn joined_nets_with_a_name_stay_whole_where_nothing_else_holds_their_bits() {
    let n = Builder::new();
    let joined = n.input("a", 8).join(n.input("b", 4)).named("joined");
    n.output("d", !joined);
    let netlist = registered(&n.finish(), &[1], 1);
    assert_eq!(netlist.nodes.iter().filter(|node| node.is_register()).count(), 1);
}
