//! Sensitivity of a netlist's digest: it changes with the hardware only.

use std::sync::Arc;

use expect_test::expect;
use halfpipe_netlist::instantiate::instantiate;
use halfpipe_netlist::pipeline::pipeline;
use halfpipe_netlist::simulate::NetlistSimulator;
use halfpipe_netlist::verilog::module_text;
use halfpipe_netlist::{Builder, Digest, Label, Module, Net, NetId, Netlist, NetlistPort, Node, Op, Stage};
use halfpipe_test_support::cases;
use proptest::prelude::*;

fn module(lane: Netlist) -> Module {
    let latency = lane.nodes.iter().map(|node| node.cycle).max().unwrap_or(0);
    Module {
        name: "example".to_owned(),
        lane,
        lanes: 1,
        latency,
    }
}

/// Makes a net of 8 bits from earlier ones, as the numbers say.
fn grow<'n>(nets: &[Net<'n>], [op, first, second, third]: [u8; 4]) -> Net<'n> {
    let [a, b, c] = [first, second, third].map(|index| nets[usize::from(index) % nets.len()]);
    match op % 13 {
        0 => !a,
        1 => a & b,
        2 => a | b,
        3 => a ^ b,
        4 => a + b,
        5 => a - b,
        6 => a.high(4).multiply(b.low(4)),
        7 => a.equals(b).select(b, c),
        8 => a.less_than(b).select(a, c),
        9 => a.shift_left(b.low(3)),
        10 => a.shift_right(b.slice(2, 3)),
        11 => (a.any() & b.all()).repeat(3).join(c.slice(1, 5)),
        _ => a.slice(3, 2).look_up(&[1, 2, 3, u128::from(third)], 8),
    }
}

/// Returns a netlist grown from two inputs.
fn grown(steps: &[[u8; 4]]) -> Netlist {
    let n = Builder::new();
    let mut nets = vec![n.input("a", 8), n.input("b", 8), n.constant(0x5A, 8)];
    for (index, step) in steps.iter().enumerate() {
        let _stage = n.scope().stage((format!("stage_{}", index / 3), "a few steps"));
        nets.push(grow(&nets, *step).named(format!("net_{index}")));
    }
    let [.., e, d] = nets[..] else {
        unreachable!("there are three nets from the start")
    };
    n.output("d", d);
    n.output("e", e);
    n.finish()
}

/// Returns the same netlist with an output for every net, so that an output depends on each bit.
fn all_seen(netlist: Netlist) -> Netlist {
    let port = |net: NetId| NetlistPort {
        name: format!("seen_{}", net.index()),
        net,
        width: netlist.node(net).width,
        part: None,
    };
    Netlist {
        outputs: netlist.ids().map(port).collect(),
        ..netlist.clone()
    }
}

/// Returns the netlist of these steps with this many ranks of registers.
fn pipelined(steps: &[[u8; 4]], latency: u32) -> Netlist {
    pipeline(&grown(steps), latency)
}

/// Returns the same nets under other names and in another order, which the numbers choose.
fn disguised(netlist: &Netlist, choices: &[u8]) -> Netlist {
    let ids: Vec<NetId> = netlist.ids().collect();
    let mut moved: Vec<Option<NetId>> = vec![None; ids.len()];
    let mut nodes: Vec<Node> = Vec::new();
    while nodes.len() < ids.len() {
        let is_ready = |id: &&NetId| {
            let operands = &netlist.node(**id).operands;
            moved[id.index()].is_none() && operands.iter().all(|operand| moved[operand.index()].is_some())
        };
        let ready: Vec<NetId> = ids.iter().filter(is_ready).copied().collect();
        let choice = choices[nodes.len() % choices.len()];
        let chosen = ready[usize::from(choice) % ready.len()];
        let node = netlist.node(chosen);
        let operand = |operand: &NetId| moved[operand.index()].expect("it came before");
        let operands = node.operands.iter().map(operand).collect();
        moved[chosen.index()] = Some(ids[nodes.len()]);
        nodes.push(Node {
            operands,
            label: node
                .label
                .as_ref()
                .map(|label| Label::from(format!("other_{}", label.name()))),
            ..node.clone()
        });
    }
    let mut other = Netlist {
        nodes,
        stages: netlist
            .stages
            .iter()
            .map(|stage| Stage::from((format!("other_{}", stage.name), "other")))
            .collect(),
        cuts: netlist.cuts.iter().map(|cut| format!("other_{cut}")).collect(),
        ..netlist.clone()
    };
    for port in other.inputs.iter_mut().chain(&mut other.outputs) {
        port.net = moved[port.net.index()].expect("every net was moved");
    }
    other
}

/// The effect of a mutation on one net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mutation {
    /// Another operator, constant or table.
    Of(&'static str),
    /// Operands in another order, or bits from another place, which may be the same ones.
    Exchange,
}

/// Returns the netlist with a fault in one net, if there is one for it.
fn mutated(netlist: &Netlist, at: usize) -> Option<(Mutation, Netlist)> {
    let mut netlist = netlist.clone();
    let widths: Vec<u32> = netlist.nodes.iter().map(|node| node.width).collect();
    let node = &mut netlist.nodes[at];
    let mutation = match &mut node.op {
        Op::Mux => {
            node.operands.swap(1, 2);
            Mutation::Exchange
        }
        Op::Concat => {
            node.operands.reverse();
            Mutation::Exchange
        }
        Op::Slice { low } if *low > 0 => {
            *low -= 1;
            Mutation::Exchange
        }
        Op::Slice { low } if *low + node.width < widths[node.operands[0].index()] => {
            *low += 1;
            Mutation::Exchange
        }
        Op::Constant(value) => {
            *value ^= 1;
            Mutation::Of("constant")
        }
        Op::Table(entries) => {
            let mut other = entries.to_vec();
            other[2] ^= 4;
            *entries = Arc::from(other);
            Mutation::Of("table")
        }
        Op::Register => {
            node.op = Op::Slice { low: 0 };
            Mutation::Of("register")
        }
        op => {
            *op = match op {
                Op::And => Op::Or,
                Op::Or => Op::Xor,
                Op::Xor => Op::And,
                Op::Add => Op::Sub,
                Op::Sub => Op::Add,
                Op::Equal => Op::Less,
                Op::Less => Op::Equal,
                Op::ShiftLeft => Op::ShiftRight,
                Op::ShiftRight => Op::ShiftLeft,
                Op::Any => Op::All,
                Op::All => Op::Any,
                _ => return None,
            };
            Mutation::Of("operator")
        }
    };
    Some((mutation, netlist))
}

/// Returns the outputs in each clock cycle of a run.
fn run(netlist: &Netlist) -> Vec<[u128; 2]> {
    let mut simulator = NetlistSimulator::new(&module(netlist.clone()));
    let mut outputs = Vec::new();
    for step in 0..64_u64 {
        simulator.set_input(0, (step * 37) & 0xFF);
        simulator.set_input(1, (step * 91 + step / 7) & 0xFF);
        simulator.settle();
        outputs.push([simulator.output(0), simulator.output(1)]);
        simulator.tick(true, false);
    }
    outputs
}

proptest! {
    #![proptest_config(cases::configure(256))]

    #[test]
    fn names_and_the_order_of_nets_do_not_matter_at_any_seed(
        steps in prop::collection::vec(any::<[u8; 4]>(), 1..40),
        latency in 0..6_u32,
        choices in prop::collection::vec(any::<u8>(), 1..40),
    ) {
        let netlist = pipelined(&steps, latency);
        prop_assert_eq!(disguised(&netlist, &choices).digest(), netlist.digest());
    }

    #[test]
    fn every_fault_in_a_net_matters_at_any_seed(steps in prop::collection::vec(any::<[u8; 4]>(), 1..40)) {
        let netlist = all_seen(grown(&steps));
        for at in 0..netlist.nodes.len() {
            if let Some((mutation @ Mutation::Of(_), other)) = mutated(&netlist, at) {
                prop_assert_ne!(other.digest(), netlist.digest(), "{:?} of net {}", mutation, at);
            }
        }
    }

    #[test]
    fn what_behaves_otherwise_has_another_digest_at_any_seed(
        steps in prop::collection::vec(any::<[u8; 4]>(), 4..40),
        latency in 0..6_u32,
    ) {
        let netlist = pipelined(&steps, latency);
        let behaviour = run(&netlist);
        for at in 0..netlist.nodes.len() {
            if let Some((mutation, other)) = mutated(&netlist, at) {
                if other.digest() == netlist.digest() {
                    prop_assert_eq!(run(&other), behaviour.clone(), "{:?} of net {}", mutation, at);
                }
            }
        }
    }
}

/// Returns a netlist of two operands and a result.
fn example(build: impl for<'n> Fn(&'n Builder, Net<'n>, Net<'n>) -> Net<'n>) -> Netlist {
    let n = Builder::new();
    let (a, b) = (n.input("a", 8), n.input("b", 8));
    n.output("d", build(&n, a, b));
    n.finish()
}

fn sum_and_mix<'n>(_: &'n Builder, a: Net<'n>, b: Net<'n>) -> Net<'n> {
    !((a + b) ^ a)
}

#[test]
fn a_digest_is_the_same_in_every_build() {
    let digest = module(pipeline(&example(sum_and_mix), 2)).digest();
    expect!["a62c09e65d2c51f045d49e5bc53f68a6"].assert_eq(&digest.to_string());
}

#[test]
fn the_place_of_a_register_matters() {
    // A register in front of the complement, or behind it.
    let sum = pipeline(&example(|_, a, b| a + b), 1);
    let of = |build: for<'n> fn(&Netlist, &'n Builder, Net<'n>, Net<'n>) -> Net<'n>| {
        example(|n, a, b| build(&sum, n, a, b)).digest()
    };
    let all = [
        of(|sum, n, a, b| !instantiate(n, sum, &[a, b])[0]),
        of(|sum, n, a, b| instantiate(n, sum, &[!a, b])[0]),
        of(|_, _, a, b| !(a + b)),
    ];
    for (index, one) in all.iter().enumerate() {
        assert!(!all[index + 1..].contains(one));
    }
}

#[test]
fn a_width_matters() {
    let narrow =
        |width: u32| example(move |n, a, b| (a.low(width) + b.low(width)).zero_extend(8) ^ n.constant(1, 8)).digest();
    assert_ne!(narrow(6), narrow(7));
    let factors = |a_width: u32| example(move |_, a, b| a.low(a_width).multiply(b.low(8 - a_width))).digest();
    assert_ne!(factors(3), factors(4));
}

#[test]
fn operands_change_places_only_where_that_changes_nothing() {
    let digest = |build: for<'n> fn(Net<'n>, Net<'n>) -> Net<'n>| example(move |_, a, b| build(a, b)).digest();
    assert_eq!(digest(|a, b| a + b), digest(|a, b| b + a));
    assert_eq!(
        digest(|a, b| a.multiply(b).high(8)),
        digest(|a, b| b.multiply(a).high(8))
    );
    assert_ne!(digest(|a, b| a - b), digest(|a, b| b - a));
    assert_ne!(
        digest(|a, b| a.less_than(b).repeat(8)),
        digest(|a, b| b.less_than(a).repeat(8))
    );
    assert_ne!(
        digest(|a, b| a.high(4).join(b.low(4))),
        digest(|a, b| b.high(4).join(a.low(4)))
    );
}

/// A named joined net stays whole in the Verilog; an unnamed one is split.
#[test]
fn a_name_for_bits_that_are_only_joined_does_not_matter() {
    let of = |is_named: bool| {
        let netlist = example(move |_, a, b| {
            let pair = (a ^ b).high(4).join(!a.low(4));
            let pair = if is_named { pair.named("pair") } else { pair };
            pair.slice(2, 5).zero_extend(8) + pair
        });
        pipeline(&netlist, 1)
    };
    let (named, bare) = (of(true), of(false));
    assert_ne!(module_text(&module(named.clone())), module_text(&module(bare.clone())));
    assert_eq!(named.digest(), bare.digest());
}

/// A multiplier block can hold the registers of its factors, but not bits that are joined behind registers.
#[test]
fn the_registers_of_factors_matter() {
    let text = |netlist: &Netlist| module_text(&module(netlist.clone()));
    let unit = example(|_, a, b| {
        let product = (a + b).multiply(a - b);
        product.high(8) + product.low(8)
    });
    let pipelines = (1..6).map(|latency| pipeline(&unit, latency));
    let held = |netlist: &Netlist| text(netlist).as_str().contains("example_two_cycle_multiplier_8x8");
    let netlist = pipelines.into_iter().find(held).expect("a block holds the factors");
    let product = netlist.ids().find(|id| netlist.node(*id).op == Op::Mul);
    let product = product.expect("it is there").index();
    // The bits of the second factor in two parts, in front of the product.
    let mut parted = netlist.clone();
    let factor = netlist.nodes[product].operands[1];
    let wiring = |op: Op, width: u32, operands: Vec<NetId>| Node {
        op,
        width,
        operands,
        label: None,
        ..netlist.node(factor).clone()
    };
    let added = 3;
    parted.nodes.splice(
        product..product,
        (0..added).map(|place| wiring(Op::Slice { low: 4 * (place % 2) }, 4, vec![factor])),
    );
    let ids: Vec<NetId> = parted.ids().collect();
    let moved = |id: &mut NetId| {
        if id.index() >= product {
            *id = ids[id.index() + added as usize];
        }
    };
    for node in &mut parted.nodes[product + added as usize..] {
        node.operands.iter_mut().for_each(moved);
    }
    parted.outputs.iter_mut().for_each(|port| moved(&mut port.net));
    parted.nodes[product + 2] = wiring(Op::Concat, 8, vec![ids[product + 1], ids[product]]);
    parted.nodes[product + 3].operands[1] = ids[product + 2];

    assert!(text(&parted).as_str().contains("example_multiplier_8x8"));
    assert_ne!(parted.digest(), netlist.digest());
}

#[test]
fn an_expression_that_is_there_twice_is_the_same() {
    let once = example(|_, a, b| (a + b) & !(a + b));
    let of = |wanted: Op| once.ids().find(|id| once.node(*id).op == wanted).expect("it is there");
    let (sum, complement, both) = (of(Op::Add), of(Op::Not), of(Op::And));
    let mut twice = once.clone();
    let mut copy = |of: NetId, operands: Vec<NetId>| {
        twice.nodes.push(Node {
            operands,
            ..once.node(of).clone()
        });
        twice.ids().next_back().expect("it was just put there")
    };
    let second_sum = copy(sum, once.node(sum).operands.clone());
    let complement = copy(complement, vec![second_sum]);
    let both = copy(both, vec![sum, complement]);
    twice.outputs[0].net = both;
    let twice = twice.without_dead_nets();
    assert_eq!(twice.nodes.len(), once.nodes.len() + 1);
    assert_eq!(twice.digest(), once.digest());
}

#[test]
fn ports_matter() {
    let original = example(|_, a, b| a - b);
    let digest = |change: fn(&mut Netlist)| -> Digest {
        let mut other = original.clone();
        change(&mut other);
        other.digest()
    };
    let changed = [
        digest(|netlist| netlist.inputs[0].name = "c".to_owned()),
        digest(|netlist| netlist.outputs[0].name = "e".to_owned()),
        digest(|netlist| {
            let [a, b] = &mut netlist.inputs[..] else {
                unreachable!("two inputs")
            };
            std::mem::swap(&mut a.name, &mut b.name);
        }),
        digest(|netlist| netlist.outputs[0].net = netlist.inputs[0].net),
        digest(|netlist| netlist.outputs.push(netlist.outputs[0].clone())),
    ];
    for digest in changed {
        assert_ne!(digest, original.digest());
    }
    assert_eq!(digest(|_| ()), original.digest());
}

#[test]
fn lanes_and_latency_matter_and_the_name_does_not() {
    let original = module(example(|_, a, b| a + b));
    let with = |change: fn(&mut Module)| {
        let mut other = original.clone();
        change(&mut other);
        other.digest()
    };
    assert_ne!(with(|module| module.lanes = 2), original.digest());
    assert_ne!(with(|module| module.latency = 1), original.digest());
    assert_eq!(with(|module| module.name = "other".to_owned()), original.digest());
}
