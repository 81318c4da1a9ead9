//! Nets of more than 64 bits: simulated, folded and written, they match the same arithmetic on integers.

use halfpipe_netlist::simulate::NetlistSimulator;
use halfpipe_netlist::verilog::module_text;
use halfpipe_netlist::{Builder, Module, Net, Netlist};
use halfpipe_test_support::cases;
use proptest::prelude::*;

/// Returns the low `width` bits of a value.
fn cut(value: u128, width: u32) -> u128 {
    value & (u128::MAX >> (128 - width))
}

/// Returns the expected results for two values of a width and a shift amount: names, values and widths.
fn expected([a, b]: [u128; 2], amount: u32, width: u32) -> Vec<u128> {
    let half = width / 2;
    let shifted = |shift: fn(u128, u32) -> Option<u128>, value| shift(value, amount).unwrap_or(0);
    vec![
        cut(a.wrapping_add(b), width),
        cut(a.wrapping_sub(b), width),
        cut(a, half) * cut(b, half),
        u128::from(a < b),
        u128::from(a == b),
        cut(shifted(u128::checked_shl, a), width),
        shifted(u128::checked_shr, a),
        cut(a, half) << (width - half) | b >> half,
        cut(a >> 3, width - 5),
        cut(!a, width) ^ (a & b) ^ (a | b),
        u128::from(a != 0),
        u128::from(a == cut(u128::MAX, width)),
        if a & 1 == 1 { a } else { b },
        cut((a >> (width - 1) & 1).wrapping_neg(), width),
    ]
}

/// Returns the same results as nets.
fn computed<'n>([a, b]: [Net<'n>; 2], amount: Net<'n>) -> Vec<Net<'n>> {
    let width = a.width();
    let half = width / 2;
    vec![
        a + b,
        a - b,
        a.low(half).multiply(b.low(half)),
        a.less_than(b),
        a.equals(b),
        a.shift_left(amount),
        a.shift_right(amount),
        a.low(half).join(b.high(width - half)),
        a.slice(3, width - 5),
        !a ^ (a & b) ^ (a | b),
        a.any(),
        a.all(),
        a.bit(0).select(a, b),
        a.top_bit().repeat(width),
    ]
}

/// Returns the netlist of one of the results, with inputs or constants as operands.
fn netlist(position: usize, [a, b]: [u128; 2], amount: u32, width: u32, are_constant: bool) -> Netlist {
    let n = Builder::new();
    let inputs = [n.input("a", width), n.input("b", width)];
    let by = n.input("amount", 8);
    let (operands, by) = if are_constant {
        (
            [a, b].map(|value| n.wide_constant(value, width)),
            n.constant(amount.into(), 8),
        )
    } else {
        (inputs, by)
    };
    n.output("d", computed(operands, by)[position]);
    n.finish()
}

proptest! {
    #![proptest_config(cases::configure(256))]

    #[test]
    fn wide_nets_compute_what_integers_do_at_any_seed(
        a in any::<u128>(),
        b in any::<u128>(),
        alike in 0..4_u32,
        amount in 0..200_u32,
        width in 65..=128_u32,
    ) {
        let a = cut(a, width);
        // Equal or nearly equal operands are rare among arbitrary ones.
        let b = match alike {
            0 => a,
            1 => a ^ 1 << (width - 1),
            _ => cut(b, width),
        };
        for (position, expected) in expected([a, b], amount, width).into_iter().enumerate() {
            for are_constant in [false, true] {
                let module = Module {
                    name: "wide".to_owned(),
                    lane: netlist(position, [a, b], amount, width, are_constant),
                    lanes: 1,
                    latency: 0,
                };
                let mut simulator = NetlistSimulator::new(&module);
                simulator.set_input(0, a);
                simulator.set_input(1, b);
                simulator.set_input(2, u128::from(amount));
                simulator.settle();
                prop_assert_eq!(simulator.output(0), expected, "result {} of {:x} and {:x}", position, a, b);
            }
        }
    }
}

#[test]
fn a_wide_constant_is_written_in_full() {
    let n = Builder::new();
    let a = n.input("a", 128);
    n.output("d", a ^ n.wide_constant(u128::MAX << 1, 128));
    let module = Module {
        name: "wide".to_owned(),
        lane: n.finish(),
        lanes: 1,
        latency: 0,
    };
    let text = module_text(&module);
    assert!(
        text.as_str()
            .contains("assign d = a ^ 128'hfffffffffffffffffffffffffffffffe;"),
        "{}",
        text.as_str()
    );
}
