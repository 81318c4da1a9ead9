//! Alignment faults: shift distances, and the sticky bit of the bits that a shift loses.

use halfpipe_faults::nets::Site;
use halfpipe_hdl::net::{Net, Netlist};
use halfpipe_hdl::stage::{shift_right_sticky, EXTRA_BITS};

use super::fault::{Fault, Hardware};

pub const FAULTS: &[Fault] = &[
    Fault {
        number: 1,
        text: "sticky misses its lowest bit: the alignment loses it",
        instructions: &[
            "add.rn.f16",
            "sub.rn.bf16",
            "fma.rn.f16",
            "fma.rn.bf16",
            "add.rp.f32.f16",
            "sub.rn.f32.bf16",
            "fma.rm.f32.bf16",
        ],
        inject: lose_lowest_bit_in_alignment,
    },
    Fault {
        number: 2,
        text: "sticky 0 when the alignment shift exceeds the width",
        // Half-precision sums do not depend on it: rounding to nearest drops so small an addend anyway.
        instructions: &[
            "fma.rn.f16",
            "fma.rn.bf16",
            "add.rp.f32.f16",
            "sub.rz.f32.bf16",
            "fma.rm.f32.f16",
        ],
        inject: no_sticky_beyond_the_width,
    },
    Fault {
        number: 3,
        text: "shift amount one bit short: the alignment's",
        instructions: &[
            "add.rn.f16",
            "sub.rn.bf16",
            "fma.rn.f16",
            "fma.rn.bf16",
            "add.rz.f32.f16",
            "fma.rn.f32.bf16",
        ],
        inject: |hardware| {
            hardware.with(hardware.distance_net(), |at| {
                without_bit(at, highest_bit_of_distance(hardware, at))
            })
        },
    },
    Fault {
        number: 3,
        text: "shift amount one bit short: the normalisation's",
        instructions: &[
            "add.rn.f16",
            "mul.rn.f16",
            "mul.rn.bf16",
            "fma.rn.bf16",
            "add.rn.f32.bf16",
        ],
        inject: |hardware| {
            if hardware.is_product() {
                hardware.with("scale.shift", |at| without_bit(at, highest_bit_of_shift(hardware)))
            } else {
                hardware.with(&hardware.widest_step(), |at| at.builder().zero())
            }
        },
    },
    Fault {
        number: 4,
        text: "addend shifted out entirely, no sticky",
        instructions: &["fma.rn.f16", "fma.rn.bf16", "add.rm.f32.f16", "fma.rp.f32.bf16"],
        inject: no_sticky_alone,
    },
    Fault {
        number: 5,
        text: "sticky not turned into a borrow on subtraction",
        instructions: &[
            "add.rn.f16",
            "sub.rn.bf16",
            "fma.rn.f16",
            "fma.rn.bf16",
            "sub.rz.f32.f16",
            "fma.rn.f32.f16",
        ],
        inject: no_borrow_from_sticky,
    },
];

fn lose_lowest_bit_in_alignment(hardware: &Hardware) -> Netlist {
    if hardware.is_fused() {
        return with_lost_bits(hardware, |at| {
            let significand = at.net("unpack_c.significand");
            let without_lowest = significand.high(significand.width() - 1).append_zeros(1);
            aligned_in_window(hardware, at, without_lowest).bit(0)
        });
    }
    hardware.with(hardware.aligned_addend(), |at| {
        let aligned = at.original();
        let significand = at.net("order.smaller_significand");
        let significand = significand.high(significand.width() - EXTRA_BITS);
        let without_lowest = significand.high(significand.width() - 1).append_zeros(1 + EXTRA_BITS);
        let sticky = shift_right_sticky(without_lowest, hardware.distance(at)).bit(0);
        with_sticky(aligned, sticky)
    })
}

/// Returns an fma that is told by `lost` that ones of the addend leave the window.
fn with_lost_bits(hardware: &Hardware, lost: impl for<'n> Fn(&Site<'n, '_>) -> Net<'n>) -> Netlist {
    hardware.with("align.keeps_all", |at| !lost(at))
}

/// Returns the addend of an fma in its place, with the OR of all lower places in the lowest bit.
fn aligned_in_window<'n>(hardware: &Hardware, at: &Site<'n, '_>, significand: Net<'n>) -> Net<'n> {
    let below = hardware.window_bits() - significand.width();
    shift_right_sticky(significand.append_zeros(below), hardware.distance(at))
}

/// Returns 1 if the addend is shifted by less than a width.
fn is_within<'n>(hardware: &Hardware, at: &Site<'n, '_>, width: u32) -> Net<'n> {
    let distance = hardware.distance(at);
    distance.less_than(at.builder().constant(u64::from(width), distance.width()))
}

fn no_sticky_beyond_the_width(hardware: &Hardware) -> Netlist {
    if hardware.is_fused() {
        let width = hardware.window_bits();
        return with_lost_bits(hardware, |at| !at.original() & is_within(hardware, at, width));
    }
    hardware.with(hardware.aligned_addend(), |at| {
        at.original().only_if(is_within(hardware, at, at.original().width()))
    })
}

/// Returns the shift amount with one bit cleared.
fn without_bit<'n>(at: &Site<'n, '_>, position: u32) -> Net<'n> {
    let amount = at.original();
    let others = u64::MAX >> (u64::BITS - amount.width()) & !(1 << position);
    amount & at.builder().constant(others, amount.width())
}

/// Returns the highest bit of a distance that a finite sum can depend on.
fn highest_bit_of_distance(hardware: &Hardware, at: &Site<'_, '_>) -> u32 {
    let below = hardware.places_below_distance();
    let sign = u32::from(hardware.is_fused());
    let width = at.original().width() - sign - below;
    let highest = if hardware.config.is_mixed() {
        // If a product lies further above the addend than the result has exponents, it overflows.
        width.min(hardware.result().exponent_bits) - 1
    } else {
        width - 1
    };
    below + highest
}

/// Returns the highest bit that can be set in a product's shift distance.
fn highest_bit_of_shift(hardware: &Hardware) -> u32 {
    // The range covers the places above the product that a subnormal result needs, and the leading zeros of a subnormal
    // operand.
    let format = hardware.result();
    (format.significand_bits() + 1 + format.fraction_bits).ilog2()
}

/// Returns 1 if a bit above the sticky bit is 1.
fn has_more_than_sticky(aligned: Net<'_>) -> Net<'_> {
    aligned.high(aligned.width() - 1).any()
}

fn no_sticky_alone(hardware: &Hardware) -> Netlist {
    if hardware.is_fused() {
        return with_lost_bits(hardware, |at| {
            let aligned = aligned_in_window(hardware, at, at.net("unpack_c.significand"));
            !at.original() & has_more_than_sticky(aligned)
        });
    }
    hardware.with(hardware.aligned_addend(), |at| {
        at.original().only_if(has_more_than_sticky(at.original()))
    })
}

fn no_borrow_from_sticky(hardware: &Hardware) -> Netlist {
    hardware.with(hardware.chain(), |at| {
        let sum = at.original();
        if hardware.is_fused() {
            // The lowest place of the chain makes its carry in.
            let borrow = at.net("add.subtracted") & !at.net("align.keeps_all");
            return sum + borrow.append_zeros(1).zero_extend(sum.width());
        }
        // Below the other operand the sum has zeros, so the sticky bit can be put back after the subtraction.
        let lost = at.net("add.subtracted") & at.net(hardware.aligned_addend()).bit(0);
        let lost = lost.zero_extend(sum.width());
        (sum + lost) | lost
    })
}

fn with_sticky<'n>(value: Net<'n>, sticky: Net<'n>) -> Net<'n> {
    value.high(value.width() - 1).join(sticky)
}
