//! Faults of `.oob`, and of lanes that are not independent.

use halfpipe_hdl::net::instantiate::instantiate;
use halfpipe_hdl::net::{Builder, Net, Netlist};
use halfpipe_hdl::stage::{force_out_of_bounds, is_out_of_bounds};

use super::fault::{class, Fault, Hardware};

const OUT_OF_BOUNDS: &[&str] = &[
    "fma.rn.oob.f16",
    "fma.rn.oob.relu.f16",
    "fma.rn.oob.bf16",
    "fma.rn.oob.relu.bf16x2",
];

pub const FAULTS: &[Fault] = &[
    Fault {
        number: 30,
        text: "oob tests c",
        instructions: OUT_OF_BOUNDS,
        inject: |hardware| {
            let format = hardware.operand();
            hardware.with("out_of_bounds.found", |at| {
                let [a, c] = ["ports.a", "ports.c"].map(|path| at.net(path));
                at.original() | is_out_of_bounds(at.builder().scope(), format, a, c)
            })
        },
    },
    Fault {
        number: 30,
        text: "oob tests for any NaN",
        instructions: OUT_OF_BOUNDS,
        inject: |hardware| {
            hardware.with("out_of_bounds.result", |at| {
                let [a, b] = ["a", "b"].map(|operand| class(at, hardware.operand(), operand).nan);
                at.original().only_if(!(a | b))
            })
        },
    },
    Fault {
        number: 30,
        text: "oob tests for 0x7FFF",
        instructions: OUT_OF_BOUNDS,
        inject: |hardware| {
            let format = hardware.operand();
            hardware.with("out_of_bounds.found", |at| {
                let found = |path| at.net(path).low(format.magnitude_bits()).all();
                found("ports.a") | found("ports.b")
            })
        },
    },
    Fault {
        number: 31,
        text: "oob looks at the sign",
        instructions: OUT_OF_BOUNDS,
        inject: |hardware| {
            let format = hardware.operand();
            hardware.with("out_of_bounds.found", |at| {
                let found = |path| at.net(path).equals_constant(u64::from(format.out_of_bounds_nan()));
                found("ports.a") | found("ports.b")
            })
        },
    },
    Fault {
        number: 31,
        text: "oob couples the lanes",
        instructions: &["fma.rn.oob.f16x2", "fma.rn.oob.relu.f16x2", "fma.rn.oob.bf16x2"],
        inject: couple_out_of_bounds,
    },
    Fault {
        number: 34,
        text: "upper lane uses lower lane's c",
        instructions: &["fma.rn.f16x2", "fma.rn.relu.bf16x2", "fma.rn.oob.f16x2"],
        inject: |hardware| two_lanes(hardware, |lanes| lanes.upper[2] = lanes.lower[2], |_, results| results),
    },
];

/// Returns two correct lanes.
pub fn side_by_side(hardware: &Hardware) -> Netlist {
    two_lanes(hardware, |_| {}, |_, results| results)
}

/// The operands of both lanes.
struct Lanes<'n> {
    lower: [Net<'n>; 3],
    upper: [Net<'n>; 3],
}

/// Builds two lanes of an fma in one netlist, wired by `operands` and `results`.
fn two_lanes(
    hardware: &Hardware,
    operands: impl for<'n> Fn(&mut Lanes<'n>),
    results: impl for<'n> Fn(&Lanes<'n>, [Net<'n>; 2]) -> [Net<'n>; 2],
) -> Netlist {
    let width = hardware.operand().width();
    let builder = Builder::new();
    let registers = ["a", "b", "c"].map(|name| builder.input(name, 2 * width));
    let mut lanes = Lanes {
        lower: registers.map(|register| register.low(width)),
        upper: registers.map(|register| register.high(width)),
    };
    operands(&mut lanes);
    let [lower, upper] = [lanes.lower, lanes.upper].map(|lane| instantiate(&builder, &hardware.lane, &lane)[0]);
    let [lower, upper] = results(&lanes, [lower, upper]);
    builder.output("d", upper.join(lower));
    builder.finish()
}

fn couple_out_of_bounds(hardware: &Hardware) -> Netlist {
    let format = hardware.operand();
    two_lanes(
        hardware,
        |_| {},
        |lanes, results| {
            let n = results[0].builder().scope();
            let [lower, upper] = [lanes.lower, lanes.upper].map(|[a, b, _]| is_out_of_bounds(n, format, a, b));
            results.map(|result| force_out_of_bounds(n, lower | upper, result))
        },
    )
}
