//! The core of RISC-V's floating-point instructions: simulation under Verilator against the golden model, and a proof of
//! its handshake.

mod codes;
pub mod faults;
mod proof;
mod registers;
mod reports;
mod simulation;

use halfpipe_hdl::export::riscv::zfh_verilog;
use halfpipe_hdl::zfh::{parts, Divider, Extension, Sharing, ZfhSpec};
use halfpipe_isa::FloatFormat;
use halfpipe_test_support::lint::{assert_clean, Source};
use halfpipe_test_support::share;
use rand::Rng;
use rayon::prelude::*;

/// Returns cores of every form, each with a name of its own. Of those with single precision or Zfa, a commit has half.
pub fn specs() -> Vec<ZfhSpec> {
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
    let others = with_single().into_iter().enumerate();
    let others = others.filter_map(|(place, form)| share::is_tried(place, 2).then_some(form));
    let named = all.into_iter().chain(others).map(|(name, spec)| ZfhSpec {
        name: Some(format!("zfh_{name}")),
        ..spec
    });
    named.collect()
}

/// Returns forms of core with single precision or Zfa.
fn with_single() -> [(&'static str, ZfhSpec); 7] {
    let of = |extensions: &[Extension]| ZfhSpec {
        extensions: extensions.to_vec(),
        ..ZfhSpec::default()
    };
    [
        (
            "shared",
            ZfhSpec {
                divider: Divider::Small,
                latencies: [2, 1, 1],
                ..of(&[Extension::F, Extension::Zfh, Extension::Zfbfmin, Extension::Zfa])
            },
        ),
        (
            "single",
            ZfhSpec {
                divider: Divider::Small,
                ..of(&[Extension::F])
            },
        ),
        (
            "apart",
            ZfhSpec {
                divider: Divider::Fast(3),
                sharing: Sharing::None,
                flen: 64,
                ..of(&[Extension::F, Extension::Zfh])
            },
        ),
        (
            "shared_wide",
            ZfhSpec {
                formats: Some(vec![FloatFormat::RISCV_H, FloatFormat::RISCV_BF16]),
                latencies: [3, 3, 3],
                xlen: 64,
                flen: 64,
                ..of(&[Extension::F, Extension::Zfh, Extension::Zfa])
            },
        ),
        (
            "single_in_integer_registers",
            ZfhSpec {
                divider: Divider::Small,
                xlen: 64,
                ..of(&[Extension::Zfinx, Extension::Zhinx])
            },
        ),
        (
            "single_with_moves",
            ZfhSpec {
                latencies: [0, 0, 0],
                ..of(&[Extension::F, Extension::Zfhmin])
            },
        ),
        ("additional", of(&[Extension::Zfh, Extension::Zfa])),
    ]
}

/// Draws a core.
fn drawn(random: &mut impl Rng) -> ZfhSpec {
    const FORMATS: [FloatFormat; 3] = [FloatFormat::RISCV_H, FloatFormat::RISCV_BF16, FloatFormat::RISCV_S];
    loop {
        let is_in_integer_registers = random.random_bool(0.3);
        let mut extensions = Extension::ALL.to_vec();
        extensions.retain(|extension| {
            extension.is_in_integer_registers() == is_in_integer_registers && random.random_bool(0.5)
        });
        let mut formats = FORMATS.to_vec();
        formats.retain(|_| random.random_bool(0.7));
        let same = random.random_range(0..4);
        let moves_together = random.random_bool(0.3);
        let latencies = [(); 3].map(|()| {
            if moves_together {
                same
            } else {
                random.random_range(0..5)
            }
        });
        let spec = ZfhSpec {
            extensions,
            formats: random.random_bool(0.5).then_some(formats),
            xlen: [32, 64][random.random_range(0..2)],
            flen: [16, 32, 64][random.random_range(0..3)],
            latencies,
            divider: match random.random_range(0..4) {
                0 => Divider::None,
                1 => Divider::Small,
                2 => Divider::Fast(same),
                _ => Divider::Fast(random.random_range(0..5)),
            },
            sharing: [Sharing::None, Sharing::Formats][random.random_range(0..2)],
            ..ZfhSpec::default()
        };
        if parts(&spec).is_ok_and(|parts| !parts.is_empty()) {
            return spec;
        }
    }
}

/// Returns the Verilog of a core.
pub fn verilog(spec: &ZfhSpec) -> String {
    zfh_verilog(spec, None).unwrap()
}

/// Returns the Verilog of a core as files, one for each module.
fn files(spec: &ZfhSpec) -> Vec<Source> {
    let text = verilog(spec);
    let parts = parts(spec).unwrap();
    let names = parts.iter().map(|part| part.module.name.as_str());
    let decoder = format!("{}_decoder", spec.name());
    let names = [spec.name(), &decoder].into_iter().chain(names);
    let modules = text.split("\n// Part of the core");
    names
        .zip(modules)
        .map(|(name, module)| (format!("{name}.v"), format!("//{module}\n")))
        .collect()
}

#[test]
fn cores_pass_verilators_lint_and_yosys() {
    specs()
        .par_iter()
        .with_max_len(1)
        .for_each(|spec| assert_clean((0, files(spec))));
}
