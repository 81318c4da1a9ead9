//! The cost of a rounding port in lookup tables.

use halfpipe_fpga::Target;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::verilog;
use halfpipe_isa::Instruction;
use halfpipe_synth::measure::measure_area;
use halfpipe_test_support::share;

fn lookup_tables(instruction: Instruction) -> u64 {
    let unit = Design::unit(instruction, 0).unwrap();
    let area = measure_area(
        &verilog(&unit),
        unit.name(),
        unit.interface().ports(),
        Target::ICE40_HX8K,
    );
    area.unwrap_or_else(|error| panic!("{instruction}: {error}")).luts
}

#[test]
fn a_port_costs_at_most_10_percent_of_add_and_mul_and_6_of_fma() {
    let limits = [
        ("add.f16", 110),
        ("add.bf16", 110),
        ("mul.f16", 110),
        ("mul.bf16", 110),
        ("fma.f16", 106),
        ("fma.bf16", 106),
    ];
    for (place, (name, percent)) in limits.into_iter().enumerate() {
        // The test of a commit measures f16.
        if !share::is_tried(place, 2) {
            continue;
        }
        let nearest: Instruction = name.parse().unwrap();
        let port = nearest.with_rounding_port().unwrap();
        let [nearest, port] = [nearest, port].map(lookup_tables);
        assert!(
            100 * port <= percent * nearest,
            "{name}: {nearest} LUT4, {port} with the port"
        );
    }
}
