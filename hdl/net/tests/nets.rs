//! The net layer: widths are checked, folding and pipelining change no value, and Verilog says what was meant.

use halfpipe_net::pipeline::pipeline;
use halfpipe_net::simulate::Simulator;
use halfpipe_net::verilog::module_text;
use halfpipe_net::{choose_cuts, paths, Builder, Module, Net, Netlist};
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

/// Makes a net out of earlier ones, as the numbers say.
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

/// A netlist grown from inputs, of which those in `fixed` are constants instead.
fn grown(steps: &[[u8; 4]], values: [u64; 3], fixed: [bool; 3]) -> Netlist {
    let n = Builder::new();
    let widths = [7, 16, 1];
    let mut nets: Vec<Net<'_>> = Vec::new();
    for (index, width) in widths.into_iter().enumerate() {
        let port = n.input(["a", "b", "c"][index], width);
        let value = values[index] & ((1 << width) - 1);
        nets.push(if fixed[index] { n.constant(value, width) } else { port });
    }
    for (index, step) in steps.iter().enumerate() {
        nets.push(grow(&nets, *step));
        if index % 5 == 4 {
            n.cut(&format!("cut_{index}"));
        }
    }
    for (index, net) in nets.iter().rev().take(3).enumerate() {
        n.output(["d", "e", "f"][index], *net);
    }
    n.finish()
}

fn outputs(module: &Module, values: [u64; 3]) -> [u128; 3] {
    let mut simulator = Simulator::new(module);
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
    #[test]
    fn constants_fold_to_what_the_nets_would_compute(
        steps in prop::collection::vec(any::<[u8; 4]>(), 1..40),
        values in any::<[u64; 3]>(),
        fixed in any::<[bool; 3]>(),
    ) {
        let free = outputs(&module(grown(&steps, values, [false; 3]), 0), values);
        prop_assert_eq!(outputs(&module(grown(&steps, values, fixed), 0), values), free);
    }

    #[test]
    fn registers_delay_and_change_nothing(
        steps in prop::collection::vec(any::<[u8; 4]>(), 5..40),
        values in any::<[u64; 3]>(),
        count in 0..8_usize,
    ) {
        let netlist = grown(&steps, values, [false; 3]);
        let cuts = choose_cuts(&netlist, count);
        prop_assert_eq!(cuts.len(), count);
        let latency = cuts.len() as u32;
        let combinational = outputs(&module(netlist.clone(), 0), values);
        prop_assert_eq!(outputs(&module(pipeline(&netlist, &cuts), latency), values), combinational);
        // More registers never make the longest path longer.
        let longest = |cuts: &[usize]| paths(&netlist, cuts).into_iter().fold(0.0, f64::max);
        prop_assert!(longest(&cuts) <= longest(&[]) + 1e-9);
    }

    #[test]
    fn equal_netlists_are_equal_bytes(steps in prop::collection::vec(any::<[u8; 4]>(), 1..40)) {
        let text = || module_text(&module(grown(&steps, [0; 3], [false; 3]), 0));
        prop_assert_eq!(text(), text());
    }
}

#[test]
fn chosen_cuts_are_the_best_there_are() {
    let steps: Vec<[u8; 4]> = (0..30).map(|i| [4 + (i % 2) * 7, i, i + 1, i + 2]).collect();
    let netlist = grown(&steps, [0; 3], [false; 3]);
    let longest = |cuts: &[usize]| paths(&netlist, cuts).into_iter().fold(0.0, f64::max);
    let chosen = longest(&choose_cuts(&netlist, 2));
    for first in 0..netlist.cuts.len() {
        for second in first + 1..netlist.cuts.len() {
            assert!(
                chosen <= longest(&[first, second]) + 1e-9,
                "{first} and {second} are better"
            );
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
    n.cut("add");
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
    .assert_eq(module_text(&module(pipeline(&netlist, &[0]), 1)).as_str());
}
