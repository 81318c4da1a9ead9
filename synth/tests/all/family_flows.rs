//! Tests of Yosys and nextpnr themselves, on a small module. A missing tool fails these tests.

use std::process::Command;

use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Port, Role};
use halfpipe_synth::nextpnr::Nextpnr;
use halfpipe_synth::ports::ports;
use halfpipe_synth::timing::StepKind;
use halfpipe_synth::{harness, measure, measure_area};
use halfpipe_tools::Tool;
use halfpipe_yosys::Yosys;

const ADDER: &str = "\
module adder (input wire [15:0] a, input wire [15:0] b, output wire [15:0] d);
    assign d = a + b;
endmodule
";

/// A module that holds its output while `s` is 0, and reads an undeclared net.
const HOLDER: &str = "\
module holder (input wire s, input wire a, output reg d);
    always @* if (s) d = a & e;
endmodule
";

fn adder_ports() -> [Port; 3] {
    [
        Port::input("a", 16, Role::Operand(0)),
        Port::input("b", 16, Role::Operand(1)),
        Port::output("d", 16, Role::Result(0)),
    ]
}

fn yosys() -> Yosys {
    Yosys::find().unwrap_or_else(|error| panic!("{error}"))
}

fn source(name: &str, text: &str) -> (String, String) {
    (name.to_owned(), text.to_owned())
}

#[test]
fn an_adder_on_ice40_is_a_carry_chain_between_registers() {
    let measurement = measure(ADDER, "adder", &adder_ports(), Target::ICE40_HX8K, 1..=2).unwrap();
    let area = &measurement.area;
    assert_eq!((area.luts, area.carries, area.dsps, area.flip_flops), (16, 15, 0, 48));
    assert_eq!(measurement.timings.iter().map(|t| t.seed).collect::<Vec<_>>(), [1, 2]);
    for timing in &measurement.timings {
        // A register, one lookup table, sixteen carries of 0.13 ns, and the wires between them.
        assert!((150.0..350.0).contains(&timing.fmax), "{} MHz", timing.fmax);
        let length: f64 = timing.critical_path.iter().map(|step| step.delay).sum();
        assert!((length - 1000.0 / timing.fmax).abs() < 0.01, "{length} ns");
    }
}

#[test]
fn an_adder_on_ecp5_is_a_carry_chain_between_registers() {
    let measurement = measure(ADDER, "adder", &adder_ports(), Target::ECP5_25K, 1..=1).unwrap();
    let area = &measurement.area;
    assert_eq!((area.luts, area.carries, area.dsps, area.flip_flops), (0, 8, 0, 48));
    let fmax = measurement.timings[0].fmax;
    assert!((200.0..450.0).contains(&fmax), "{fmax} MHz");
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn an_adder_on_nexus_is_a_carry_chain_between_registers() {
    let measurement = measure(ADDER, "adder", &adder_ports(), Target::NEXUS_LIFCL_40, 1..=1).unwrap();
    let area = &measurement.area;
    // One cell more than the bits need; the chain begins in it.
    assert_eq!((area.luts, area.carries, area.dsps, area.flip_flops), (0, 9, 0, 48));
    let fmax = measurement.timings[0].fmax;
    assert!((200.0..900.0).contains(&fmax), "{fmax} MHz");
}

#[test]
fn an_adder_on_gowin_is_a_carry_chain_between_registers() {
    let measurement = measure(ADDER, "adder", &adder_ports(), Target::GOWIN_GW1N_9C, 1..=1).unwrap();
    let area = &measurement.area;
    assert_eq!((area.luts, area.carries, area.dsps, area.flip_flops), (0, 16, 0, 48));
    let fmax = measurement.timings[0].fmax;
    assert!((100.0..400.0).contains(&fmax), "{fmax} MHz");
}

/// Parities: an inverter, and xors of two and of three bits.
const PARITIES: [(&str, &str); 3] = [
    ("LUT1", "~a[0]"),
    ("LUT2", "a[0] ^ b[0]"),
    ("LUT3", "a[0] ^ a[1] ^ b[0]"),
];

#[test]
fn a_small_lookup_table_on_gowin_takes_its_time() {
    for (table, parity) in PARITIES {
        let parity = format!(
            "module parity (input wire [1:0] a, input wire [1:0] b, output wire d);\n    assign d = {parity};\nendmodule\n"
        );
        let ports = [
            Port::input("a", 2, Role::Operand(0)),
            Port::input("b", 2, Role::Operand(1)),
            Port::output("d", 1, Role::Result(0)),
        ];
        let measurement = measure(&parity, "parity", &ports, Target::GOWIN_GW1N_9C, 1..=1);
        let measurement = measurement.unwrap_or_else(|error| panic!("{table}: {error}"));
        let steps = &measurement.timings[0].critical_path;
        let through_tables: f64 = steps
            .iter()
            .filter(|step| step.kind == StepKind::Logic)
            .map(|step| step.delay)
            .sum();
        assert!(through_tables > 0.5, "{table}: {steps:?}");
    }
}

#[test]
fn what_is_put_right_for_a_router_computes_the_same() {
    let parities: String = PARITIES
        .iter()
        .map(|(table, parity)| format!("    assign {} = {parity};\n", table.to_lowercase()))
        .collect();
    let target = Target::GOWIN_GW1N_9C;
    let script = format!(
        "read_verilog <<END\n\
         module tables (input wire [1:0] a, input wire [1:0] b, output wire lut1, output wire lut2, output wire lut3);\n\
         {parities}endmodule\nEND\n\
         design -save before\n\
         {} -top tables\n\
         select -assert-any t:LUT2 t:LUT3\n\
         {}select -assert-none t:LUT1 t:LUT2 t:LUT3\n\
         select -assert-count 3 t:LUT4\n\
         read_verilog +/gowin/cells_sim.v\nhierarchy -top tables\nproc\nflatten\nrename tables after\n\
         design -copy-from before -as before tables\n\
         miter -equiv -make_assert before after compared\nflatten compared\n\
         sat -verify -prove-asserts compared\n",
        target.synthesis(),
        target.repair()
    );
    let folder = tempfile::tempdir().unwrap();
    yosys()
        .run(folder.path(), "script.ys", &script)
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn on_xilinx_the_area_alone_is_measured() {
    let measurement = measure(ADDER, "adder", &adder_ports(), Target::XILINX_7, 1..=1).unwrap();
    let area = &measurement.area;
    assert_eq!((area.luts, area.carries, area.dsps, area.flip_flops), (16, 4, 0, 48));
    assert_eq!(measurement.timings, []);
    let error = Nextpnr::find(Target::XILINX_7).unwrap_err().to_string();
    assert_eq!(
        error,
        "no tool places and routes for xilinx-7; only its area can be measured"
    );
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn every_target_has_the_multiplier_it_is_known_for() {
    let multiplier = "\
module multiplier (input wire [10:0] a, input wire [10:0] b, output wire [21:0] d);
    assign d = a * b;
endmodule
";
    let ports = ports(multiplier, "multiplier").unwrap();
    let dsps = |target| measure_area(multiplier, "multiplier", &ports, target).unwrap().dsps;
    let counted: Vec<_> = Target::all().map(|target| (target.name(), dsps(target))).collect();
    let known = [
        ("ice40-hx8k", 0),
        ("ice40-up5k", 1),
        ("ecp5-25k", 1),
        ("ecp5-85k", 1),
        ("nexus-lifcl-40", 1),
        ("gowin-gw1n-9c", 0),
        ("gowin-gw2a-18c", 0),
        ("xilinx-7", 1),
    ];
    assert_eq!(counted, known);
    for (target, (_, blocks)) in Target::all().zip(known) {
        assert_eq!(target.has_multiplier_blocks(), blocks > 0, "{target}");
    }
}

#[test]
fn the_harness_is_clean() {
    let ports = ports(ADDER, "adder").unwrap();
    assert_eq!(ports, adder_ports());
    let text = ADDER.to_owned() + &harness::verilog("adder", &ports).unwrap();
    let check = yosys().check(&[source("harness.v", &text)]).unwrap();
    assert!(check.is_clean(), "{check:?}");

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("harness.v"), text).unwrap();
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let lint = Command::new(verilator)
        .args([
            "--lint-only",
            "-Wall",
            "-Wno-DECLFILENAME",
            "--top-module",
            harness::HARNESS,
            "harness.v",
        ])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(lint.status.success(), "{}", String::from_utf8_lossy(&lint.stderr));
}

#[test]
fn latches_and_warnings_are_found_in_the_module_that_has_them() {
    let sources = [source("adder.v", ADDER), source("holder.v", HOLDER)];
    let check = yosys().check(&sources).unwrap();
    assert_eq!(
        check.latches.into_iter().collect::<Vec<_>>(),
        [("holder".to_owned(), 1)]
    );
    let [undeclared, latch, ..] = &check.warnings[..] else {
        panic!("{:?}", check.warnings)
    };
    assert_eq!(undeclared, "holder.v:2: Identifier `\\e' is implicitly declared.");
    assert!(latch.starts_with("Latch inferred for signal `\\holder.\\d'"), "{latch}");
}

#[test]
fn a_source_that_yosys_refuses_is_an_error_with_its_words() {
    let error = yosys()
        .check(&[source("broken.v", "module broken (;\nendmodule\n")])
        .unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("yosys failed: broken.v:1: syntax error"),
        "{message}"
    );

    let error = ports(ADDER, "subtractor").unwrap_err();
    assert_eq!(error.to_string(), "yosys failed: Module `subtractor' not found!");
}

#[test]
fn a_netlist_that_nextpnr_refuses_is_an_error_with_its_words() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("empty.json"), "{}").unwrap();
    let nextpnr = Nextpnr::find(Target::ICE40_HX8K).unwrap_or_else(|error| panic!("{error}"));
    let error = nextpnr.run(folder.path(), "empty.json", 1).unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("nextpnr-ice40 failed: JSON file 'empty.json' doesn't look"),
        "{message}"
    );
}
