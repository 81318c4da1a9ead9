//! Tests of the net layer: widths are checked, folding and pipelining preserve values, and the Verilog is as intended.

use std::collections::HashMap;

use halfpipe_netlist::pipeline::pipeline;
use halfpipe_netlist::simulate::NetlistSimulator;
use halfpipe_netlist::verilog::module_text;
use halfpipe_netlist::{longest_useful_latency, paths, Builder, Module, Net, NetId, Netlist, Op};
use halfpipe_test_support::cases;
use proptest::prelude::*;

fn module(lane: Netlist, latency: u32) -> Module {
    Module {
        name: "example".to_owned(),
        lane,
        lanes: 1,
        latency,
    }
}

#[test]
#[should_panic(expected = "widths differ in `ports.a (8 bits) + ports.b (4 bits)`")]
fn an_addition_of_different_widths_is_named() {
    let n = Builder::new();
    let _ = n.input("a", 8) + n.input("b", 4);
}

#[test]
#[should_panic(expected = "widths differ in `Add(ports.a, ports.a) (8 bits) & ports.b (4 bits)`")]
fn the_expression_on_either_side_is_named() {
    let n = Builder::new();
    let a = n.input("a", 8);
    let _ = (a + a) & n.input("b", 4);
}

#[test]
#[should_panic(expected = "bits 6 to 9 of ports.a (8 bits)")]
fn a_slice_stays_within_its_net() {
    let n = Builder::new();
    let _ = n.input("a", 8).slice(6, 4);
}

#[test]
#[should_panic(expected = "the condition ports.a (8 bits) of a selection is not one bit")]
fn a_condition_is_one_bit() {
    let n = Builder::new();
    let a = n.input("a", 8);
    let _ = a.select(a, a);
}

#[test]
#[should_panic(expected = "a product would be 140 bits wide; a net has 1 to 128 bits")]
fn no_net_is_wider_than_a_word() {
    let n = Builder::new();
    let a = n.input("a", 70);
    let _ = a.multiply(a);
}

#[test]
fn what_is_absent_leaves_nothing_behind() {
    let n = Builder::new();
    let a = n.input("a", 8);
    let never = n.zero();
    let d = never.select(!a, a) ^ never.repeat(8);
    n.output("d", d);
    assert_eq!(n.finish().nodes.len(), 1);
}

/// Makes a net from earlier ones, as the numbers say.
fn grow<'n>(nets: &[Net<'n>], [op, first, second, third]: [u8; 4]) -> Net<'n> {
    let pick = |index: u8| nets[usize::from(index) % nets.len()];
    let (a, b) = (pick(first), pick(second));
    let fitted = |net: Net<'n>, width: u32| {
        if net.width() < width {
            net.zero_extend(width)
        } else {
            net.low(width)
        }
    };
    let b_fitted = fitted(b, a.width());
    match op % 17 {
        0 => !a,
        1 => a & b_fitted,
        2 => a | b_fitted,
        3 => a ^ b_fitted,
        4 => a + b_fitted,
        5 => a - b_fitted,
        6 => fitted(a, 12).multiply(fitted(b, 10)),
        7 => a.equals(b_fitted),
        8 => a.less_than(b_fitted),
        9 => a.shift_left(fitted(b, 5)),
        10 => a.shift_right(fitted(b, 5)),
        11 => pick(third).bit(0).select(a, b_fitted),
        12 => fitted(a, 20).join(fitted(b, 20)),
        13 => a.slice(u32::from(third) % a.width(), 1),
        14 => a.high(1 + u32::from(third) % a.width()),
        15 => a.any(),
        _ => a.bit(0).repeat(1 + u32::from(third) % 20),
    }
}

/// Returns a netlist grown from inputs; those in `fixed` are constants instead.
fn grown(steps: &[[u8; 4]], values: [u64; 3], fixed: [bool; 3]) -> Netlist {
    let n = Builder::new();
    let widths = [7, 16, 1];
    let mut nets: Vec<Net<'_>> = Vec::new();
    for (index, width) in widths.into_iter().enumerate() {
        let port = n.input(["a", "b", "c"][index], width);
        let value = values[index] & ((1 << width) - 1);
        nets.push(if fixed[index] { n.constant(value, width) } else { port });
    }
    for step in steps {
        nets.push(grow(&nets, *step));
    }
    for (index, net) in nets.iter().rev().take(3).enumerate() {
        n.output(["d", "e", "f"][index], *net);
    }
    n.finish()
}

fn outputs(module: &Module, values: [u64; 3]) -> [u128; 3] {
    let mut simulator = NetlistSimulator::new(module);
    for (position, value) in values.into_iter().enumerate() {
        simulator.set_input(position, value);
    }
    for _ in 0..module.latency {
        simulator.settle();
        simulator.tick(true, false);
    }
    simulator.settle();
    [0, 1, 2].map(|position| simulator.output(position))
}

proptest! {
    #![proptest_config(cases::configure(256))]

    #[test]
    fn constants_fold_to_what_the_nets_would_compute_at_any_seed(
        steps in prop::collection::vec(any::<[u8; 4]>(), 1..40),
        values in any::<[u64; 3]>(),
        fixed in any::<[bool; 3]>(),
    ) {
        let free = outputs(&module(grown(&steps, values, [false; 3]), 0), values);
        prop_assert_eq!(outputs(&module(grown(&steps, values, fixed), 0), values), free);
    }

    #[test]
    fn registers_delay_and_change_nothing_at_any_seed(
        steps in prop::collection::vec(any::<[u8; 4]>(), 5..40),
        values in any::<[u64; 3]>(),
        latency in 0..12_u32,
    ) {
        let netlist = grown(&steps, values, [false; 3]);
        let pipelined = pipeline(&netlist, latency);
        prop_assert_eq!(pipelined.cuts.len(), latency as usize);
        // Registers do not lengthen the longest path, apart from 2 % allowed to save registers and 5 % for held
        // products.
        let (with, without) = (longest(&pipelined), longest(&netlist));
        prop_assert!(with <= without * 1.02 * 1.05 + 1e-9, "{with} levels with registers, {without} without");
        let combinational = outputs(&module(netlist, 0), values);
        prop_assert_eq!(outputs(&module(pipelined, latency), values), combinational);
    }

    #[test]
    fn equal_netlists_are_equal_bytes_at_any_seed(steps in prop::collection::vec(any::<[u8; 4]>(), 1..40)) {
        let text = || module_text(&module(grown(&steps, [0; 3], [false; 3]), 0));
        prop_assert_eq!(text(), text());
    }
}

/// Returns the longest estimated path between registers.
fn longest(netlist: &Netlist) -> f64 {
    paths(netlist).into_iter().fold(0.0, f64::max)
}

/// Returns a netlist of single bits, in which nothing can be split: each net takes two of the four before it.
fn bitwise_netlist() -> Netlist {
    let n = Builder::new();
    let mut nets: Vec<Net<'_>> = ["a", "b", "c", "d"].map(|name| n.input(name, 1)).into();
    for index in 0..10_usize {
        let [a, b] = [nets[nets.len() - 1], nets[nets.len() - 2 - index % 3]];
        nets.push(if index % 2 == 0 {
            a + b
        } else {
            nets[index].select(a, b)
        });
    }
    n.output("e", nets[nets.len() - 1]);
    n.finish()
}

/// Returns the longest path with each net in the given cycle; none if one would be computed before its operands.
fn longest_in(netlist: &Netlist, cycles: &HashMap<NetId, u32>) -> Option<f64> {
    let mut times: HashMap<NetId, f64> = HashMap::new();
    for id in netlist.ids() {
        let node = netlist.node(id);
        let cycle = |id: &NetId| cycles.get(id).copied().unwrap_or(0);
        if node.operands.iter().any(|operand| cycle(operand) > cycle(&id)) {
            return None;
        }
        let here = node.operands.iter().filter(|operand| cycle(operand) == cycle(&id));
        let own = match node.op {
            Op::Input => 0.0,
            Op::Mux => 0.8,
            _ => 1.0,
        };
        let time = here.map(|operand| times[operand]).fold(0.0, f64::max) + own;
        times.insert(id, time);
    }
    Some(times.into_values().fold(0.0, f64::max))
}

#[test]
fn no_other_placement_of_registers_has_shorter_paths() {
    let netlist = bitwise_netlist();
    let logic: Vec<NetId> = netlist.ids().filter(|id| netlist.node(*id).op != Op::Input).collect();
    assert_eq!(logic.len(), 10);
    let every = (0..3_u32.pow(10)).filter_map(|choice| {
        let cycles = logic
            .iter()
            .zip(0..)
            .map(|(id, place)| (*id, choice / 3_u32.pow(place) % 3));
        longest_in(&netlist, &cycles.collect())
    });
    let best = every.fold(f64::INFINITY, f64::min);
    let found = longest(&pipeline(&netlist, 2));
    assert!(
        (best..=best * 1.02).contains(&(found + 1e-9)),
        "{found} levels, and {best} are enough"
    );
}

/// A register holds the low half of the sum, another the operands' high halves.
#[test]
fn a_rank_can_lie_inside_an_addition() {
    let n = Builder::new();
    let (a, b) = (n.input("a", 40), n.input("b", 40));
    let stage = n.scope().stage(("add", "a sum"));
    let sum = (a + b).named("sum");
    drop(stage);
    n.output("d", sum);
    let netlist = n.finish();
    let pipelined = pipeline(&netlist, 1);
    assert_eq!(pipelined.cuts, ["add_sum_to_bit_20"]);
    let widths = pipelined.ids().filter(|id| pipelined.node(*id).op == Op::Add);
    let widths: Vec<u32> = widths.map(|id| pipelined.node(id).width).collect();
    // Each half has one more position: for the carry that leaves it, or the one that enters.
    assert_eq!(widths, [22, 20]);
    assert!(longest(&pipelined) < longest(&netlist) * 0.7);
}

/// Every chain and every shifter computes the same result wherever it is split.
#[test]
fn operators_in_parts_compute_what_they_do_as_a_whole() {
    let widths = [9, 24, 40, 64, 100];
    for width in widths {
        let n = Builder::new();
        let (a, b, c) = (n.input("a", width), n.input("b", width), n.input("c", 1));
        n.output("d", a + b + c.zero_extend(width));
        n.output("e", (a - b) ^ a.shift_right(b.low(7)) ^ a.shift_left(b.slice(1, 6)));
        n.output("f", a.less_than(b));
        let netlist = n.finish();
        let values = [
            0x1234_5678_9ABC_DEF0 & ((1 << (width.min(63))) - 1),
            0x0FED_CBA9_8765_4321 & ((1 << (width.min(63))) - 1),
            1,
        ];
        let expected = outputs(&module(netlist.clone(), 0), values);
        for latency in 1..=longest_useful_latency(&netlist) + 1 {
            let module = module(pipeline(&netlist, latency), latency);
            assert_eq!(outputs(&module, values), expected, "{width} bits at latency {latency}");
        }
    }
}

#[test]
fn verilog_reads_stage_by_stage() {
    let n = Builder::new();
    let (a, b) = (n.input("a", 4), n.input("b", 4));
    let sum = {
        let _stage = n.scope().stage(("add", "a sum"));
        a.add_with_carry(b).named("sum")
    };
    let stage = n.scope().stage(("choose", "the sum, or the complement of a"));
    let d = sum.top_bit().select(!a, sum.low(4)).named("result");
    drop(stage);
    n.output("d", d);
    let netlist = n.finish();
    expect_test::expect![[r#"
        `default_nettype none

        module example (
            input  wire clock,
            input  wire reset,
            input  wire enable,
            input  wire in_valid,
            input  wire [3:0] a,
            input  wire [3:0] b,
            output wire out_valid,
            output wire [3:0] d
        );

            // ---- valid: in_valid, delayed as the results are ----
            reg  valid;
            always @(posedge clock) begin
                if (reset) valid <= 1'd0;
                else if (enable) valid <= in_valid;
            end
            assign out_valid = valid;

            // ---- ports: the inputs, as far as later clock cycles need them ----
            // Register 1, after add.
            reg  [3:0] a_1;
            always @(posedge clock) begin
                if (enable) begin
                    a_1 <= a;
                end
            end

            // ---- add: a sum ----
            wire [4:0] add_sum = {1'd0, a} + {1'd0, b};
            // Register 1, after add.
            reg  add_sum_bit4_1;
            reg  [3:0] add_sum_bits3to0_1;
            always @(posedge clock) begin
                if (enable) begin
                    add_sum_bit4_1 <= add_sum[4];
                    add_sum_bits3to0_1 <= add_sum[3:0];
                end
            end

            // ---- choose: the sum, or the complement of a ----
            wire [3:0] choose_result = add_sum_bit4_1 ? ~a_1 : add_sum_bits3to0_1;

            assign d = choose_result;

        endmodule

        `default_nettype wire
    "#]]
    .assert_eq(module_text(&module(pipeline(&netlist, 1), 1)).as_str());
}

/// Some bits of the joined net are constant, though others arrive late.
#[test]
fn logic_that_no_output_depends_on_is_pipelined_like_other_logic() {
    let n = Builder::new();
    let (a, b) = (n.input("a", 8), n.input("b", 8));
    let late = ((a + b).less_than(a - b) & ((a - b).any() ^ (b ^ a).all())).named("late");
    let joined = late.repeat(3).join(n.constant(13, 5)).named("joined");
    let amount = joined.low(6).join(n.constant(0, 2)).named("amount");
    n.output("d", (!a).shift_left(amount.low(3)));
    n.output("e", !b);
    let netlist = n.finish();
    for latency in 0..6 {
        let mut simulator = NetlistSimulator::new(&module(pipeline(&netlist, latency), latency));
        for _ in 0..=latency {
            simulator.set_input(0, 0xA5_u64);
            simulator.set_input(1, 0x3C_u64);
            simulator.settle();
            simulator.tick(true, false);
        }
        simulator.settle();
        let outputs = [simulator.output(0), simulator.output(1)];
        assert_eq!(outputs, [0xA0, 0xC3], "latency {latency}");
    }
}
