//! The cost of AXI4-Stream ports, as docs/module.md states it.

use halfpipe_fpga::Target;
use halfpipe_hdl::design::Design;
use halfpipe_synth::Area;
use halfpipe_yosys::statistics::parse_design;
use halfpipe_yosys::Yosys;
use rayon::prelude::*;

use super::write;

/// Returns the area of a module in the unit's two files.
fn area(unit: &Design, module: &str) -> Area {
    let folder = tempfile::tempdir().unwrap();
    let [own, stream] = write(unit, folder.path());
    let target = Target::ICE40_HX8K;
    let (reading, synthesis) = (target.read_verilog_command(), target.synthesis());
    let script = format!("{reading} {own} {stream}\n{synthesis} -top {module}\ntee -q -o cells.json stat -json\n");
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    yosys
        .run(folder.path(), "script.ys", &script)
        .unwrap_or_else(|error| panic!("{error}"));
    let cells = std::fs::read_to_string(folder.path().join("cells.json")).unwrap();
    Area::new(target.family(), parse_design(&cells).unwrap())
}

#[test]
fn a_stream_costs_what_the_page_says() {
    // With the lookup tables for each bit of the result: more if only a multiplexer lies between the last registers and
    // the output.
    let units = [
        ("fma.rn.f16", 4, 1),
        ("add.rn.f16x2", 3, 1),
        ("max.bf16", 2, 3),
        ("max.bf16", 1, 3),
    ];
    units.into_par_iter().for_each(|(mnemonic, latency, for_each_bit)| {
        let unit = Design::unit(mnemonic.parse().unwrap(), latency).unwrap();
        let [own, stream] = [unit.name(), unit.stream().name()].map(|module| area(&unit, module));
        let width = unit.instruction().signature().result_width();
        assert_eq!(
            stream.flip_flops - own.flip_flops,
            u64::from(width + latency + 2),
            "flip-flops of {mnemonic}"
        );
        // Synthesis finds other lookup tables for the unit itself, too.
        let tables = stream.luts.abs_diff(own.luts);
        assert!(
            tables <= u64::from(for_each_bit * width + 8),
            "{tables} LUT4 of {mnemonic}"
        );
    });
}
