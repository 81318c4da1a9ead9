//! Double-rounding faults: a product is rounded before the sum, or a result is rounded in a wider format before the
//! narrow one.

use halfpipe_hdl::datapath::{build, LaneConfig};
use halfpipe_hdl::net::instantiate::instantiate;
use halfpipe_hdl::net::{Builder, Net, Netlist};
use halfpipe_hdl::stage::{overflows_to_infinity, pack, round_to, unpack, Limits, Raw};
use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Modifier, Operation, Rounding};

use super::fault::{rewired, Fault, Hardware};

pub const FAULTS: &[Fault] = &[
    Fault {
        number: 9,
        text: "product rounded before the add",
        instructions: &[
            "fma.rn.f16",
            "fma.rn.ftz.sat.f16",
            "fma.rn.bf16",
            "fma.rn.f32.f16",
            "fma.rz.f32.bf16",
        ],
        inject: product_then_sum,
    },
    Fault {
        number: 10,
        text: "double rounding into subnormals",
        // Sums of one format are exact where they are subnormal.
        instructions: &["mul.rn.f16", "mul.rn.bf16", "fma.rn.f16", "fma.rn.bf16"],
        inject: with_wider_exponent,
    },
    Fault {
        number: 11,
        text: "fma through f32",
        instructions: &["fma.rn.f16", "fma.rn.bf16"],
        inject: through_f32,
    },
];

fn product_then_sum(hardware: &Hardware) -> Netlist {
    let config = hardware.config;
    let product = build(&LaneConfig {
        operation: Operation::Mul,
        formats: LaneFormats::same(hardware.operand()),
        rounding: Rounding::NearestEven,
        modifiers: config
            .modifiers
            .without_modifier(Modifier::Sat)
            .without_modifier(Modifier::Relu),
        ..config
    });
    let sum = build(&LaneConfig {
        operation: Operation::Add,
        ..config
    });
    rewired(hardware, |n, operands| {
        let product = instantiate(n, &product, &operands[..2])[0];
        instantiate(n, &sum, &[product, operands[2]])[0]
    })
}

/// Rounds as if every result were normal, then again to the format's precision.
pub fn with_wider_exponent(hardware: &Hardware) -> Netlist {
    let format = hardware.operand();
    let wide = FloatFormat::new(if format == FloatFormat::F16 { 8 } else { 9 }, format.fraction_bits);
    let arithmetic = build(&LaneConfig {
        formats: LaneFormats::same(wide),
        ..hardware.config
    });
    rewired(hardware, |n, operands| {
        let operands: Vec<Net<'_>> = operands
            .iter()
            .map(|operand| widen(n, format, wide, *operand))
            .collect();
        narrow(n, wide, format, instantiate(n, &arithmetic, &operands)[0])
    })
}

fn through_f32(hardware: &Hardware) -> Netlist {
    let format = hardware.operand();
    let formats = LaneFormats {
        operand: format,
        result: FloatFormat::F32,
    };
    let fma = build(&LaneConfig {
        formats,
        ..hardware.config
    });
    rewired(hardware, |n, operands| {
        let c = widen(n, format, FloatFormat::F32, operands[2]);
        narrow(
            n,
            FloatFormat::F32,
            format,
            instantiate(n, &fma, &[operands[0], operands[1], c])[0],
        )
    })
}

/// Converts a value to a format that represents it exactly: x + (-0) is x for every x.
fn widen<'n>(n: &'n Builder, from: FloatFormat, to: FloatFormat, value: Net<'n>) -> Net<'n> {
    let instruction: Instruction = "add.rn.f32.f16".parse().expect("an instruction");
    let sum = build(&LaneConfig::with_formats(
        instruction,
        LaneFormats {
            operand: from,
            result: to,
        },
    ));
    let negative_zero = n.constant(1 << to.magnitude_bits(), to.width());
    instantiate(n, &sum, &[value, negative_zero])[0]
}

/// Rounds a value to the nearest number of a format with fewer bits.
fn narrow<'n>(n: &'n Builder, from: FloatFormat, to: FloatFormat, value: Net<'n>) -> Net<'n> {
    let n = n.scope();
    let raw = Raw::new(n, from, unpack(n, "wide", from, value), to);
    let rounded = round_to(n, to, raw, |exact| exact.rounds_up(n, Rounding::NearestEven));
    let limits = Limits {
        to_infinity: overflows_to_infinity(Rounding::NearestEven, rounded.sign),
        saturate: n.zero(),
        flush: n.zero(),
    };
    pack(n, to, limits, rounded, raw.special())
}
