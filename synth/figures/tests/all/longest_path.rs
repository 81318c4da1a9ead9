//! Estimates of the longest path, with delays that identify the parts of a path.

use halfpipe_figures::estimate::Paths;
use halfpipe_fpga::Timing;
use halfpipe_hdl::net::{Builder, Delays, Net};

/// Delays that differ for each part.
const TIMING: Timing = Timing {
    register: 1000.0,
    table: 10.0,
    table_inputs: 4,
    fanout: 0.0,
    table_input: 1.0,
    carry_entry: 3.0,
    carry_per_bit: 0.25,
    carry_to_sum: 5.0,
    carry_exit: 7.0,
    sums_share_tables: true,
    multiplier: 100.0,
    multiplier_to_register: 50.0,
    memory: 20.0,
    memory_index: 2000.0,
};

/// Returns the longest path of logic on operands of these widths, beyond the registers around it.
fn longest(timing: Timing, widths: &[u32], make: for<'n> fn(&[Net<'n>]) -> Net<'n>) -> f64 {
    let n = Builder::new();
    let inputs: Vec<Net<'_>> = (0..)
        .zip(widths)
        .map(|(place, width)| n.input(format!("input{place}").as_str(), *width))
        .collect();
    n.output("d", make(&inputs));
    Paths::from_netlist(&n.finish()).longest(&timing) - timing.register
}

#[test]
fn a_function_of_four_bits_is_one_table_whatever_it_is_written_as() {
    fn selected<'n>(n: &[Net<'n>]) -> Net<'n> {
        (n[0] ^ n[1]).select(n[2] & !n[1], n[3])
    }
    assert_eq!(longest(TIMING, &[1, 1, 1, 1], selected), 10.0);
    // Wires and complements add no delay.
    assert_eq!(longest(TIMING, &[4], |n| !n[0].high(2).join(n[0].low(1))), 0.0);
    assert_eq!(
        longest(TIMING, &[4], |n| n[0] & n[0].builder().constant(0b0110, 4)),
        0.0
    );
}

#[test]
fn many_bits_are_gathered_in_a_tree() {
    fn any<'n>(n: &[Net<'n>]) -> Net<'n> {
        n[0].any()
    }
    for (width, tables) in [(4, 1.0), (5, 2.0), (16, 2.0), (17, 3.0)] {
        assert_eq!(longest(TIMING, &[width], any), 10.0 * tables, "{width} bits");
    }
    // Operators in a row form a tree as well, and so does an equality.
    fn one_by_one<'n>(n: &[Net<'n>]) -> Net<'n> {
        (1..16).fold(n[0].bit(0), |all, bit| all & n[0].bit(bit))
    }
    assert_eq!(longest(TIMING, &[16], one_by_one), 20.0);
    assert_eq!(longest(TIMING, &[8, 8], |n| n[0].equals(n[1])), 20.0);
    // The last input to arrive is combined last.
    fn late<'n>(n: &[Net<'n>]) -> Net<'n> {
        n[0].any() & n[1].all() & n[2]
    }
    assert_eq!(longest(TIMING, &[8, 1, 1], late), 20.0);
}

#[test]
fn a_sum_is_a_chain_and_takes_in_what_follows_where_the_device_can() {
    // Into the chain, up seven places, to the sum.
    fn sum<'n>(n: &[Net<'n>]) -> Net<'n> {
        n[0] + n[1]
    }
    assert_eq!(longest(TIMING, &[17, 17], sum), 3.0 + 15.0 * 0.25 + 5.0);
    fn masked<'n>(n: &[Net<'n>]) -> Net<'n> {
        (n[0] + n[1]).only_if(n[2])
    }
    assert_eq!(longest(TIMING, &[17, 17, 1], masked), 3.0 + 15.0 * 0.25 + 5.0);
    let apart = Timing {
        sums_share_tables: false,
        ..TIMING
    };
    assert_eq!(longest(apart, &[17, 17, 1], masked), 3.0 + 15.0 * 0.25 + 5.0 + 10.0);
    // A comparison leaves its chain.
    assert_eq!(
        longest(TIMING, &[8, 8], |n| n[0].less_than(n[1])),
        3.0 + 7.0 * 0.25 + 7.0
    );
}

#[test]
fn what_many_take_arrives_later() {
    let slow = Timing { fanout: 1.0, ..TIMING };
    assert_eq!(longest(slow, &[16, 1], |n| n[0].only_if(n[1])), 4.0 + 10.0);
}

#[test]
fn blocks_are_faster_with_a_register() {
    fn product<'n>(n: &[Net<'n>]) -> Net<'n> {
        n[0].multiply(n[1])
    }
    assert_eq!(longest(TIMING, &[8, 8], product), 50.0);
    assert_eq!(
        longest(TIMING, &[8, 8, 16], |n| n[0].multiply(n[1]) ^ n[2]),
        100.0 + 10.0
    );
}

#[test]
fn a_large_table_with_a_register_behind_it_is_a_memory() {
    let entries: Vec<u128> = (0..256).map(|entry| entry * 7 % 251).collect();
    let n = Builder::new();
    let a = n.input("a", 8);
    n.output("d", a.look_up(&entries, 8) ^ a);
    let netlist = n.finish();
    // Four inputs of a table and four more bits, then the gate.
    assert_eq!(Paths::from_netlist(&netlist).longest(&TIMING), 1000.0 + 14.0 + 10.0);
    let registered = Delays::default().pipeline(&netlist, 1);
    assert_eq!(Paths::from_netlist(&registered).longest(&TIMING), 2000.0);
}

#[test]
fn registers_end_paths() {
    let n = Builder::new();
    let [a, b] = ["a", "b"].map(|name| n.input(name, 64));
    n.output("d", a + b + b);
    let netlist = n.finish();
    let paths: Vec<f64> = (0..3)
        .map(|latency| Paths::from_netlist(&Delays::default().pipeline(&netlist, latency)).longest(&TIMING))
        .collect();
    assert!(paths.windows(2).all(|pair| pair[1] < pair[0]), "{paths:?}");
}
