//! Faults of signs, zeros, infinities and NaNs, and of the modifiers that come after rounding.

use halfpipe_faults::nets::Site;
use halfpipe_hdl::datapath::{build, LaneConfig};
use halfpipe_hdl::net::instantiate::instantiate;
use halfpipe_hdl::net::{Net, Netlist};
use halfpipe_isa::{Modifier, Operation};

use super::fault::{class, rewired, Fault, Hardware};

pub const FAULTS: &[Fault] = &[
    Fault {
        number: 22,
        text: "rm cancellation gives +0",
        instructions: &["add.rm.f32.f16", "sub.rm.f32.bf16", "fma.rm.f32.f16", "fma.rm.f32.bf16"],
        inject: |hardware| zero_sum_positive(hardware, true),
    },
    Fault {
        number: 23,
        text: "(-0) + (-0) gives +0",
        instructions: &[
            "add.rn.f16",
            "sub.rn.bf16",
            "fma.rn.f16",
            "fma.rn.bf16",
            "add.rn.f32.f16",
            "sub.rm.f32.bf16",
            "fma.rp.f32.f16",
        ],
        inject: |hardware| zero_sum_positive(hardware, false),
    },
    Fault {
        number: 24,
        text: "inf * 0 + NaN gives inf",
        instructions: &["fma.rn.f16", "fma.rn.bf16", "fma.rn.f32.f16"],
        inject: undefined_product_hides_nan,
    },
    Fault {
        number: 24,
        text: "inf * 0 gives inf",
        instructions: &["mul.rn.f16", "mul.rn.bf16"],
        inject: undefined_product_infinite,
    },
    Fault {
        number: 24,
        text: "inf - inf gives inf",
        instructions: &[
            "add.rn.f16",
            "sub.rn.bf16",
            "fma.rn.f16",
            "fma.rn.bf16",
            "add.rz.f32.f16",
            "fma.rn.f32.bf16",
        ],
        inject: difference_of_infinities,
    },
    Fault {
        number: 25,
        text: "a quieted payload leaks: a's",
        instructions: &[
            "add.rn.f16",
            "mul.rn.bf16",
            "fma.rn.f16",
            "fma.rn.relu.bf16",
            "neg.f16",
            "abs.bf16",
            "min.NaN.f16",
            "max.NaN.xorsign.abs.bf16",
        ],
        inject: |hardware| leak_payload(hardware, "a"),
    },
    Fault {
        number: 25,
        text: "a quieted payload leaks: the addend's",
        instructions: &[
            "sub.rn.bf16",
            "fma.rn.bf16",
            "add.rn.f32.f16",
            "sub.rp.f32.bf16",
            "fma.rn.f32.f16",
        ],
        inject: |hardware| leak_payload(hardware, hardware.addend()),
    },
    Fault {
        number: 29,
        text: "sat leaves -0",
        instructions: &[
            "add.rn.sat.f16",
            "mul.rn.sat.f16",
            "fma.rn.ftz.sat.f16",
            "fma.rn.sat.f32.bf16",
        ],
        inject: keep_negative_zero,
    },
    Fault {
        number: 29,
        text: "relu leaves -0",
        instructions: &["fma.rn.relu.f16", "fma.rn.relu.bf16", "fma.rn.oob.relu.f16"],
        inject: keep_negative_zero,
    },
    Fault {
        number: 29,
        text: "sat lets NaN through",
        instructions: &[
            "add.rn.sat.f16",
            "mul.rn.ftz.sat.f16",
            "fma.rn.sat.f16",
            "sub.rn.sat.f32.f16",
        ],
        inject: keep_nan,
    },
    Fault {
        number: 32,
        text: "xorsign taken after abs",
        instructions: &["min.xorsign.abs.f16", "max.NaN.xorsign.abs.f16", "max.xorsign.abs.bf16"],
        inject: |hardware| hardware.with("choose.result", positive),
    },
    Fault {
        number: 32,
        text: "xorsign blocked by a's NaN",
        instructions: &["min.xorsign.abs.f16", "max.ftz.xorsign.abs.f16", "max.xorsign.abs.bf16"],
        inject: |hardware| {
            hardware.with("choose.result", |at| {
                let [a, b] = ["a", "b"].map(|operand| class(at, hardware.operand(), operand).nan);
                let result = at.original();
                let sign = (a & !b).select(at.net("ports.b").top_bit(), result.top_bit());
                sign.join(result.low(result.width() - 1))
            })
        },
    },
    Fault {
        number: 33,
        text: "min/max zero order: zeros count as equal",
        instructions: &["min.f16", "max.f16", "min.ftz.f16", "max.NaN.bf16", "min.bf16"],
        inject: zeros_alike,
    },
    Fault {
        number: 33,
        text: ".NaN ignored for b",
        instructions: &[
            "min.NaN.f16",
            "max.ftz.NaN.f16",
            "min.NaN.xorsign.abs.f16",
            "max.NaN.bf16",
        ],
        inject: |hardware| hardware.with("choose.nan", |at| class(at, hardware.operand(), "a").nan),
    },
];

/// Makes the zero of a sum positive: of a cancellation, or of two zeros.
fn zero_sum_positive(hardware: &Hardware, of_cancellation: bool) -> Netlist {
    hardware.with(&hardware.unrounded("sign"), |at| {
        let subtracted = at.net("add.subtracted");
        let affected = if of_cancellation { subtracted } else { !subtracted };
        at.original() & !(hardware.exact_zero(at) & affected)
    })
}

fn undefined_product_hides_nan(hardware: &Hardware) -> Netlist {
    hardware.with("special.nan", |at| {
        let undefined = undefined_product(hardware, at);
        at.original() & !(undefined & class(at, hardware.result(), "c").nan)
    })
}

/// Returns the bit that is 1 for inf * 0 or 0 * inf.
fn undefined_product<'n>(hardware: &Hardware, at: &Site<'n, '_>) -> Net<'n> {
    let [a, b] = ["a", "b"].map(|operand| class(at, hardware.operand(), operand));
    (a.infinite & b.zero) | (b.infinite & a.zero)
}

fn undefined_product_infinite(hardware: &Hardware) -> Netlist {
    hardware.with("special_product.nan", |at| {
        at.original() & !undefined_product(hardware, at)
    })
}

/// Gives NaN only for a NaN operand or inf * 0.
fn difference_of_infinities(hardware: &Hardware) -> Netlist {
    hardware.with("special.nan", |at| {
        let first = if hardware.config.operation == Operation::Fma {
            let of = |operand| class(at, hardware.operand(), operand).nan;
            of("a") | of("b") | undefined_product(hardware, at)
        } else {
            class(at, hardware.operand(), "a").nan
        };
        first | class(at, hardware.result(), hardware.addend()).nan
    })
}

/// Returns a NaN operand with its quiet bit set and its payload unchanged.
fn leak_payload(hardware: &Hardware, operand: &str) -> Netlist {
    let format = hardware.result();
    hardware.with(hardware.encoded_result(), |at| {
        let value = at.net(&format!("ports.{operand}"));
        let quiet = at.builder().constant(1 << (format.fraction_bits - 1), format.width());
        class(at, format, operand).nan.select(value | quiet, at.original())
    })
}

/// Makes `.sat` or `.relu` keep -0.
fn keep_negative_zero(hardware: &Hardware) -> Netlist {
    let format = hardware.result();
    instead_of_clamp(hardware, |unclamped, clamped| {
        let negative_zero = 1 << format.magnitude_bits();
        unclamped.equals_constant(negative_zero).select(unclamped, clamped)
    })
}

/// Makes `.sat` keep NaN.
fn keep_nan(hardware: &Hardware) -> Netlist {
    let format = hardware.result();
    instead_of_clamp(hardware, |unclamped, clamped| {
        unclamped
            .equals_constant(u64::from(format.canonical_nan()))
            .select(unclamped, clamped)
    })
}

/// Builds the lane with a wrong stage for `.sat` or `.relu`, made from the result before and after the right one.
fn instead_of_clamp(hardware: &Hardware, wrong: impl for<'n> Fn(Net<'n>, Net<'n>) -> Net<'n>) -> Netlist {
    let unclamped = build(&LaneConfig {
        modifiers: hardware
            .config
            .modifiers
            .without_modifier(Modifier::Sat)
            .without_modifier(Modifier::Relu),
        ..hardware.config
    });
    rewired(hardware, |n, operands| {
        let [before, after] = [&unclamped, &hardware.lane].map(|lane| instantiate(n, lane, operands)[0]);
        wrong(before, after)
    })
}

fn positive<'n>(at: &Site<'n, '_>) -> Net<'n> {
    let result = at.original();
    result.low(result.width() - 1).zero_extend(result.width())
}

fn zeros_alike(hardware: &Hardware) -> Netlist {
    let larger = hardware.config.operation == Operation::Max;
    // With .NaN, NaN operands have no part in the selection.
    let decision = if hardware.config.has(Modifier::Nan) {
        "compare.a_wins"
    } else {
        "compare.take_a"
    };
    hardware.with(decision, |at| {
        let [a, b] = ["a", "b"].map(|operand| class(at, hardware.operand(), operand).zero);
        (a & b).select(at.builder().constant(u64::from(larger), 1), at.original())
    })
}
