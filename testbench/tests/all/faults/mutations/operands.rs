//! Faults of the operands: subnormal numbers, formats, and `.ftz`.

use halfpipe_hdl::datapath::{build, LaneConfig};
use halfpipe_hdl::format::HardwareFormat;
use halfpipe_hdl::net::instantiate::instantiate;
use halfpipe_hdl::net::Netlist;
use halfpipe_isa::{FloatFormat, Modifier};

use super::fault::{rewired, Fault, Hardware};
use halfpipe_faults::carry::magnitude;

const SUMS_AND_PRODUCTS: &[&str] = &[
    "add.rn.f16",
    "sub.rn.bf16",
    "mul.rn.f16",
    "mul.rn.bf16",
    "fma.rn.f16",
    "fma.rn.bf16",
    "add.rn.f32.f16",
    "sub.rn.f32.bf16",
    "fma.rn.f32.f16",
    "fma.rn.f32.bf16",
];

const WITH_ADDEND: &[&str] = &[
    "add.rn.f16",
    "sub.rn.bf16",
    "fma.rn.f16",
    "fma.rn.bf16",
    "add.rn.f32.f16",
    "sub.rn.f32.bf16",
    "fma.rn.f32.f16",
    "fma.rn.f32.bf16",
];

pub const FAULTS: &[Fault] = &[
    Fault {
        number: 16,
        text: "subnormal operand with hidden bit 1: a",
        // Not a sum of f32 and f16: it normalises a, and a wrong hidden bit would be shifted out.
        instructions: &[
            "add.rn.f16",
            "sub.rn.bf16",
            "mul.rn.f16",
            "mul.rn.bf16",
            "fma.rn.f16",
            "fma.rn.bf16",
            "sub.rn.f32.bf16",
            "fma.rn.f32.f16",
            "fma.rn.f32.bf16",
        ],
        inject: |hardware| hidden_bit_of_subnormal(hardware, "a"),
    },
    Fault {
        number: 16,
        text: "subnormal operand with hidden bit 1: the addend",
        instructions: WITH_ADDEND,
        inject: |hardware| hidden_bit_of_subnormal(hardware, hardware.addend()),
    },
    Fault {
        number: 17,
        text: "subnormal exponent 0 instead of 1: a's",
        instructions: SUMS_AND_PRODUCTS,
        inject: |hardware| hardware.with_exponent_of_a(|at, _| at.net("unpack_a.field")),
    },
    Fault {
        number: 17,
        text: "subnormal exponent 0 instead of 1: the addend's",
        instructions: WITH_ADDEND,
        inject: |hardware| {
            let addend = hardware.addend();
            let field = format!("unpack_{addend}.field");
            hardware.with(&format!("unpack_{addend}.exponent"), |at| at.net(&field))
        },
    },
    Fault {
        number: 26,
        text: "ftz on inputs only",
        instructions: &[
            "add.rn.ftz.f16",
            "sub.rn.ftz.f16",
            "mul.rn.ftz.f16",
            "fma.rn.ftz.f16",
            "fma.rn.ftz.relu.f16",
        ],
        inject: |hardware| hardware.with("pack.kept", |at| at.builder().constant(1, 1)),
    },
    Fault {
        number: 27,
        text: "ftz drops the sign of an operand",
        instructions: &[
            "add.rn.ftz.f16",
            "mul.rn.ftz.f16",
            "fma.rn.ftz.f16",
            "neg.ftz.f16",
            "min.ftz.f16",
            "max.ftz.NaN.f16",
        ],
        inject: drop_sign_of_flushed_operand,
    },
    Fault {
        number: 27,
        text: "ftz drops the sign of a result",
        instructions: &["add.rn.ftz.f16", "mul.rn.ftz.f16", "fma.rn.ftz.f16"],
        inject: drop_sign_of_flushed_result,
    },
    Fault {
        number: 27,
        text: "ftz decides after rounding",
        // Half-precision sums round no tiny result.
        instructions: &["mul.rn.ftz.f16", "fma.rn.ftz.f16", "fma.rn.ftz.sat.f16"],
        inject: flush_after_rounding,
    },
    Fault {
        number: 28,
        text: "ftz on bf16",
        instructions: &[
            "add.rn.bf16",
            "sub.rn.bf16",
            "mul.rn.bf16",
            "fma.rn.bf16",
            "fma.rn.oob.relu.bf16",
            "neg.bf16",
            "abs.bf16",
            "min.bf16",
            "max.NaN.xorsign.abs.bf16",
        ],
        inject: |hardware| {
            build(&LaneConfig {
                modifiers: hardware.config.modifiers.with_modifier(Modifier::Ftz),
                ..hardware.config
            })
        },
    },
    Fault {
        number: 34,
        text: "the mixed unit takes f16's bias for bf16",
        instructions: &[
            "add.rn.f32.bf16",
            "sub.rz.f32.bf16",
            "fma.rn.f32.bf16",
            "fma.rp.f32.bf16",
        ],
        inject: bias_of_f16,
    },
];

fn hidden_bit_of_subnormal(hardware: &Hardware, operand: &str) -> Netlist {
    hardware.with(&format!("unpack_{operand}.significand"), |at| {
        let significand = at.original();
        significand.any().join(significand.low(significand.width() - 1))
    })
}

fn drop_sign_of_flushed_operand(hardware: &Hardware) -> Netlist {
    let format = hardware.operand();
    rewired(hardware, |n, operands| {
        let mut operands = operands.to_vec();
        let a = operands[0];
        let subnormal =
            a.slice(format.fraction_bits, format.exponent_bits).is_zero() & a.low(format.fraction_bits).any();
        operands[0] = subnormal.select(n.constant(0, format.width()), a);
        instantiate(n, &hardware.lane, &operands)[0]
    })
}

fn drop_sign_of_flushed_result(hardware: &Hardware) -> Netlist {
    let format = hardware.result();
    hardware.with("pack.result", |at| {
        let magnitude = at.original().low(format.magnitude_bits());
        let flushed = !at.net("pack.kept") & magnitude.is_zero() & !hardware.exact_zero(at);
        (at.original().top_bit() & !flushed).join(magnitude)
    })
}

fn flush_after_rounding(hardware: &Hardware) -> Netlist {
    let format = hardware.result();
    hardware.with("pack.kept", |at| {
        let is_normal = magnitude(at, format.magnitude_bits()).high(format.exponent_bits).any();
        at.original() | is_normal
    })
}

/// Rebiases a from f16 to f32; the exponent of a bf16 number needs no rebiasing.
fn bias_of_f16(hardware: &Hardware) -> Netlist {
    let rebias = hardware.result().bias_field() - FloatFormat::F16.bias_field();
    hardware.with_exponent_of_a(|at, exponent| exponent + at.builder().constant(rebias, exponent.width()))
}
