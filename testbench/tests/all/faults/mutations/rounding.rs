//! Faults of rounding, overflow and normalisation.

use halfpipe_faults::nets::{replace, Site};
use halfpipe_hdl::format::HardwareFormat;
use halfpipe_hdl::net::{Net, Netlist};
use halfpipe_hdl::stage::{count_leading_zeros, shift_left_to_top};
use halfpipe_isa::Rounding;

use super::fault::{Fault, Hardware};
use halfpipe_faults::carry::CHAIN;

/// One instruction of every datapath that rounds to nearest.
const EVERY_DATAPATH: &[&str] = &[
    "add.rn.f16",
    "sub.rn.bf16",
    "mul.rn.f16",
    "mul.rn.bf16",
    "fma.rn.f16",
    "fma.rn.relu.bf16",
    "add.rn.f32.f16",
    "sub.rn.f32.bf16",
    "fma.rn.f32.f16",
    "fma.rn.f32.bf16",
];

pub const FAULTS: &[Fault] = &[
    Fault {
        number: 1,
        text: "sticky misses its lowest bit: of the exact value",
        // The lowest bit of an fma's window is a sticky bit itself, and always far below the rounding.
        instructions: &[
            "add.rn.f16",
            "sub.rn.bf16",
            "mul.rn.f16",
            "mul.rn.bf16",
            "add.rn.f32.f16",
            "fma.rn.f32.bf16",
        ],
        inject: lose_lowest_bit,
    },
    Fault {
        number: 6,
        text: "guard and round swapped",
        instructions: EVERY_DATAPATH,
        inject: swap_guard_and_round,
    },
    Fault {
        number: 7,
        text: "ties away from zero",
        instructions: EVERY_DATAPATH,
        inject: |hardware| hardware.with_up(|at, up| up | at.net(&hardware.unrounded("guard"))),
    },
    Fault {
        number: 8,
        text: "ties to zero",
        instructions: EVERY_DATAPATH,
        inject: ties_to_zero,
    },
    Fault {
        number: 12,
        text: "leading-zero count off by one",
        instructions: EVERY_DATAPATH,
        inject: |hardware| {
            if hardware.is_product() {
                return hardware.with("operand_zeros.count", |at| {
                    at.original() + at.builder().constant(1, at.original().width())
                });
            }
            // The count's last digit decides the last step.
            hardware.with("normalise.moves_by_1", |at| !at.original())
        },
    },
    Fault {
        number: 13,
        text: "no clamp of the left shift at the smallest exponent",
        instructions: EVERY_DATAPATH,
        inject: normalise_too_far,
    },
    Fault {
        number: 14,
        text: "carry out of rounding lost in the exponent",
        instructions: EVERY_DATAPATH,
        inject: |hardware| lose_rounding_carry(hardware, true),
    },
    Fault {
        number: 15,
        text: "carry from subnormal to normal lost",
        // Half-precision sums and all mixed-precision sums of f16 are exact where they are subnormal.
        instructions: &[
            "mul.rn.f16",
            "mul.rn.bf16",
            "fma.rn.f16",
            "fma.rn.bf16",
            "fma.rn.f32.bf16",
        ],
        inject: |hardware| lose_rounding_carry(hardware, false),
    },
    Fault {
        number: 18,
        text: "product overflow decided before c is added",
        // A product of two f16 numbers never overflows an f32.
        instructions: &["fma.rn.f16", "fma.rn.bf16", "fma.rz.f32.bf16"],
        inject: overflow_before_addition,
    },
    Fault {
        number: 19,
        text: "rn overflow gives max",
        // A sum of f32 and f16 numbers does not overflow where it is rounded to nearest or towards zero.
        instructions: &[
            "add.rn.f16",
            "sub.rn.bf16",
            "mul.rn.f16",
            "mul.rn.bf16",
            "fma.rn.f16",
            "fma.rn.relu.bf16",
            "sub.rn.f32.bf16",
            "fma.rn.f32.bf16",
        ],
        inject: overflow_to_largest,
    },
    Fault {
        number: 20,
        text: "rz overflow gives inf",
        instructions: &["add.rz.f32.bf16", "sub.rz.f32.bf16", "fma.rz.f32.bf16"],
        inject: overflow_to_infinity,
    },
    Fault {
        number: 21,
        text: "rm and rp swapped for negatives",
        instructions: &[
            "add.rm.f32.f16",
            "add.rp.f32.bf16",
            "sub.rp.f32.f16",
            "fma.rm.f32.bf16",
            "fma.rp.f32.f16",
        ],
        inject: swap_directions_for_negatives,
    },
];

fn lose_lowest_bit(hardware: &Hardware) -> Netlist {
    let keep = hardware.result().significand_bits() + 1;
    hardware.with(&hardware.normalised("sticky"), |at| {
        let exact = hardware.exact(at);
        let without_lowest = exact.high(exact.width() - 1).append_zeros(1);
        hardware.normalise(at, without_lowest, keep).sticky
    })
}

fn swap_guard_and_round(hardware: &Hardware) -> Netlist {
    // The guard bit, the round bit below it, and the sticky remainder.
    let kept = hardware.result().significand_bits();
    let guard_swapped = Hardware::with_kept(&hardware.lane, |at| {
        let top = hardware.normalise(at, hardware.exact(at), kept + 2);
        top.kept.high(kept).join(top.kept.bit(0))
    });
    replace(&guard_swapped, &hardware.normalised("sticky"), |at| {
        let top = hardware.normalise(at, hardware.exact(at), kept + 2);
        top.kept.bit(1) | top.sticky
    })
}

fn ties_to_zero(hardware: &Hardware) -> Netlist {
    hardware.with_up(|at, up| {
        let tie = at.net(&hardware.unrounded("guard")) & !at.net(&hardware.normalised("sticky"));
        up & !tie
    })
}

fn normalise_too_far(hardware: &Hardware) -> Netlist {
    if hardware.is_product() {
        return hardware.with("scale.limited", |at| at.builder().zero());
    }
    let keep = hardware.result().significand_bits() + 1;
    let kept = Hardware::with_kept(&hardware.lane, |at| {
        shift_left_to_top(hardware.exact(at), unstopped(hardware, at), keep).kept
    });
    let sticky = replace(&kept, "normalise.sticky", |at| {
        shift_left_to_top(hardware.exact(at), unstopped(hardware, at), keep).sticky
    });
    replace(&sticky, "normalise.exponent_minus_one", |at| {
        let exponent = at.net(if hardware.is_fused() {
            "align.exponent"
        } else {
            "order.larger_exponent"
        });
        let zeros = unstopped(hardware, at);
        let width = exponent.width().max(zeros.width());
        (exponent.zero_extend(width) - zeros.zero_extend(width)).low(exponent.width())
    })
}

/// Returns the leading zeros of the sum, or the leading ones of a negative sum.
fn unstopped<'n>(hardware: &Hardware, at: &Site<'n, '_>) -> Net<'n> {
    let sum = hardware.exact(at);
    let value = if hardware.is_fused() {
        sum ^ at.net("add.negative").join(sum.high(sum.width() - 1))
    } else {
        sum
    };
    count_leading_zeros(at.builder().scope(), ("unstopped", "the sum alone"), value)
}

/// Builds a lane with the exponent field from before rounding, for normal or for subnormal results.
fn lose_rounding_carry(hardware: &Hardware, of_normal: bool) -> Netlist {
    let format = hardware.result();
    hardware.with(CHAIN, |at| {
        let leading = at.net(&hardware.unrounded("significand")).top_bit();
        let exponent = at.net(hardware.exponent()).low(format.exponent_bits);
        let exponent = exponent + leading.zero_extend(format.exponent_bits);
        let normal = exponent.any();
        let affected = if of_normal { normal } else { !normal };
        let chain = at.original();
        let without_carry = exponent.join(chain.low(1 + format.fraction_bits));
        affected.select(without_carry.zero_extend(chain.width()), chain)
    })
}

fn overflow_before_addition(hardware: &Hardware) -> Netlist {
    let (operand, result) = (hardware.operand(), hardware.result());
    hardware.with("pack.result", |at| {
        let n = at.builder();
        // The product's biased exponent in the result's format is this sum, minus twice the operands' bias, plus the
        // result's.
        let product = at.net("multiply.product");
        let [a, b] = ["a", "b"].map(|factor| hardware.exponent_of_factor(at, factor));
        let exponent_sum = a.add_with_carry(b);
        let width = exponent_sum.width() + 1;
        let exponent = exponent_sum.zero_extend(width) + product.top_bit().zero_extend(width);
        let smallest_too_big = u64::from(result.special_exponent()) + 2 * operand.bias_field() - result.bias_field();
        let too_big = exponent.at_least(n.constant(smallest_too_big, width)) & product.high(2).any();
        let sign = at.net("ports.a").top_bit() ^ at.net("ports.b").top_bit();
        let infinity = sign.join(n.constant(u64::from(result.infinity()), result.magnitude_bits()));
        (too_big & is_finite(hardware, at)).select(infinity, at.original())
    })
}

fn overflow_to_largest(hardware: &Hardware) -> Netlist {
    let format = hardware.result();
    hardware.with("pack.result", |at| {
        let result = at.original();
        let infinite = result
            .low(format.magnitude_bits())
            .equals_constant(u64::from(format.infinity()));
        let largest = at
            .builder()
            .constant(u64::from(format.infinity()) - 1, format.magnitude_bits());
        (infinite & is_finite(hardware, at)).select(result.top_bit().join(largest), result)
    })
}

fn overflow_to_infinity(hardware: &Hardware) -> Netlist {
    let format = hardware.result();
    hardware.with("pack.result", |at| {
        let result = at.original();
        let overflow = at.net("round.overflow") & is_finite(hardware, at);
        let infinity = at
            .builder()
            .constant(u64::from(format.infinity()), format.magnitude_bits());
        overflow.select(result.top_bit().join(infinity), result)
    })
}

/// Returns the bit that is 1 if all operands are finite.
fn is_finite<'n>(hardware: &Hardware, at: &Site<'n, '_>) -> Net<'n> {
    !(at.net(&hardware.special("nan")) | at.net(&hardware.special("infinite")))
}

fn swap_directions_for_negatives(hardware: &Hardware) -> Netlist {
    let rounding = hardware.config.rounding;
    hardware.with_up(|at, up| {
        // Down is away from zero for a negative value, and up is towards it.
        let of_negative = match rounding {
            Rounding::TowardPositive => at.net(&hardware.unrounded("guard")) | at.net(&hardware.normalised("sticky")),
            _ => at.builder().zero(),
        };
        at.net(&hardware.unrounded("sign")).select(of_negative, up)
    })
}
