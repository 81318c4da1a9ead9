//! Faults of division and square root.

use halfpipe_hdl::net::Net;

use super::fault::Fault;

/// Returns the constant 0 in the width of a net.
fn cleared(net: Net<'_>) -> Net<'_> {
    net.builder().constant(0, net.width())
}

pub const FAULTS: &[Fault] = &[
    Fault {
        number: 35,
        text: "a row of the division does not restore the remainder",
        instructions: &["div.rn.f16", "div.rz.bf16", "rcp.rn.f16"],
        inject: |hardware| {
            hardware.with("digit_5.complement", |at| {
                at.net("digit_5.sum").low(at.original().width())
            })
        },
    },
    Fault {
        number: 36,
        text: "sticky misses the last remainder",
        instructions: &["div.rn.f16", "div.rm.bf16", "rcp.rp.f16", "sqrt.rp.bf16"],
        inject: |hardware| {
            let last = hardware.result().fraction_bits + 1;
            hardware.with(&format!("digit_{last}.inexact"), |at| cleared(at.original()))
        },
    },
    Fault {
        number: 37,
        text: "a significand in the lowest half is not shifted to its leading one",
        instructions: &["div.rn.f16", "div.rn.bf16", "sqrt.rn.f16", "sqrt.rn.bf16"],
        inject: |hardware| {
            let farthest = 1 << hardware.operand().fraction_bits.ilog2();
            hardware.with(&format!("leading_one_a.moves_by_{farthest}"), |at| {
                cleared(at.original())
            })
        },
    },
    Fault {
        number: 38,
        text: "0 / 0 is infinite, or a root below zero is a number",
        instructions: &["div.rn.f16", "div.rn.bf16"],
        inject: |hardware| {
            hardware.with("special_quotient.nan", |at| {
                at.net("unpack_a.nan") | at.net("unpack_b.nan")
            })
        },
    },
    Fault {
        number: 38,
        text: "0 / 0 is infinite, or a root below zero is a number",
        instructions: &["sqrt.rn.f16", "sqrt.rn.bf16"],
        inject: |hardware| hardware.with("special_root.nan", |at| at.net("unpack_a.nan")),
    },
];
