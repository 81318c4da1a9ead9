//! The core of RISC-V's half-precision instructions: simulation under Verilator against the golden model, and a proof of
//! its handshake.

mod faults;
mod proof;
mod simulation;

use halfpipe_hdl::export::riscv::zfh_verilog;
use halfpipe_hdl::zfh::{Divider, Extension, ZfhSpec};
use halfpipe_isa::FloatFormat;
use halfpipe_tools::Tool;

/// Returns cores of every form, each with a name of its own.
fn specs() -> Vec<ZfhSpec> {
    const H: FloatFormat = FloatFormat::RISCV_H;
    const BF16: FloatFormat = FloatFormat::RISCV_BF16;
    const S: FloatFormat = FloatFormat::RISCV_S;
    let default = ZfhSpec::default;
    let all = [
        ("default", default()),
        (
            "combinational",
            ZfhSpec {
                formats: Some(vec![H]),
                latencies: [0, 0, 0],
                ..default()
            },
        ),
        (
            "together",
            ZfhSpec {
                latencies: [3, 3, 3],
                ..default()
            },
        ),
        (
            "both_formats",
            ZfhSpec {
                extensions: vec![Extension::Zfh, Extension::Zfbfmin],
                formats: Some(vec![H, BF16, S]),
                divider: Divider::Small,
                xlen: 64,
                flen: 64,
                ..default()
            },
        ),
        (
            "wide_registers",
            ZfhSpec {
                flen: 64,
                latencies: [1, 0, 2],
                divider: Divider::Small,
                ..default()
            },
        ),
        (
            "integer_registers",
            ZfhSpec {
                extensions: vec![Extension::Zhinx],
                divider: Divider::Fast(4),
                ..default()
            },
        ),
        (
            "zfhmin",
            ZfhSpec {
                extensions: vec![Extension::Zfhmin],
                xlen: 64,
                ..default()
            },
        ),
        (
            "zfbfmin",
            ZfhSpec {
                extensions: vec![Extension::Zfbfmin],
                latencies: [1, 1, 1],
                ..default()
            },
        ),
        (
            "narrow_registers",
            ZfhSpec {
                flen: 16,
                divider: Divider::Fast(3),
                latencies: [2, 0, 1],
                ..default()
            },
        ),
    ];
    let named = all.into_iter().map(|(name, spec)| ZfhSpec {
        name: Some(format!("zfh_{name}")),
        ..spec
    });
    named.collect()
}

/// Returns the Verilog of a core.
fn verilog(spec: &ZfhSpec) -> String {
    zfh_verilog(spec, None).unwrap()
}

/// Finds a tool that the tests need.
fn tool(tool: Tool) -> std::path::PathBuf {
    tool.find().unwrap_or_else(|error| panic!("{error}"))
}
