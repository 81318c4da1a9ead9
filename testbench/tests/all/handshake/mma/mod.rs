//! Tiles of dot products and Vortex' unit: simulation under Verilator against the golden model, and a proof of the tile's
//! handshake.

pub mod faults;
mod header;
mod proof;
mod simulation;
mod vortex;

use halfpipe_hdl::export::mma::{mma_verilog, vortex_verilog};
use halfpipe_hdl::mma::{instruction, MmaSpec, VortexSpec};
use halfpipe_test_support::lint::{assert_clean, Source};
use rayon::prelude::*;

/// Returns a tile of this name.
pub fn tile(name: &str, [rows, columns, products]: [u32; 3], mode: &str, ty: &str, latency: u32) -> MmaSpec {
    MmaSpec {
        name: Some(format!("tile_{name}")),
        ..MmaSpec::new(rows, columns, instruction(products, mode, ty).unwrap(), latency)
    }
}

/// Returns a tile with another number of slots.
fn with_slots(spec: MmaSpec, slots: u32) -> MmaSpec {
    MmaSpec { slots, ..spec }
}

/// Returns tiles of every form, each with a name of its own.
pub fn tiles() -> Vec<MmaSpec> {
    vec![
        tile("volta", [2, 2, 4], "volta", "f32.f16", 1),
        with_slots(tile("ampere", [2, 2, 8], "ampere", "f32.f16", 3), 4),
        tile("exact", [1, 2, 4], "rn", "f16.f16", 3),
        with_slots(tile("few", [1, 3, 2], "volta", "f16.f16", 4), 2),
        with_slots(tile("one", [3, 1, 4], "ampere", "f32.bf16", 2), 1),
        with_slots(tile("wide", [1, 2, 16], "ada", "f16.e4m3", 2), 5),
        with_slots(tile("idle", [1, 1, 2], "rm", "f16.e5m2", 1), 3),
    ]
}

/// Returns the Verilog of a tile.
pub fn verilog(spec: &MmaSpec) -> String {
    mma_verilog(spec, None).unwrap()
}

/// Returns Vortex' units: sizes of both latencies, and modes with and without bf16.
fn vortex_units() -> Vec<VortexSpec> {
    let unit = |size, mode: &str| VortexSpec {
        name: None,
        size,
        mode: halfpipe_hdl::mma::mode(mode).unwrap(),
        multiplier: halfpipe_hdl::unit::Multiplier::default(),
    };
    vec![unit(1, "volta"), unit(2, "ampere"), unit(4, "hopper")]
}

#[test]
fn the_modules_pass_verilators_lint_and_yosys() {
    let tile = |spec: &MmaSpec| -> Vec<Source> {
        let text = verilog(spec);
        // A file for each module, as the lint wants them.
        let names = ["", "_cell", "_unit"].map(|suffix| format!("{}{suffix}.v", spec.name()));
        let (top, rest) = text.split_once("\n// A cell").unwrap();
        let (cell, unit) = rest.split_once("\n// The unit").unwrap();
        names
            .into_iter()
            .zip([
                top.to_owned() + "\n",
                format!("// A cell{cell}\n"),
                format!("// The unit{unit}"),
            ])
            .collect()
    };
    tiles()
        .par_iter()
        .with_max_len(1)
        .for_each(|spec| assert_clean((0, tile(spec))));
    vortex_units().par_iter().with_max_len(1).for_each(|spec| {
        let text = vortex_verilog(spec, None).unwrap();
        let modules: Vec<&str> = text.split("\n// Part of the unit").collect();
        let units = spec.units().unwrap();
        let names = [format!("{}.sv", spec.name())]
            .into_iter()
            .chain(units.iter().map(|unit| format!("{}.v", unit.name())));
        assert_clean((
            0,
            names
                .zip(modules)
                .map(|(name, text)| (name, format!("//{text}\n")))
                .collect(),
        ));
    });
}
