//! Tests that a new FPGA family needs only a new row. The row alone provides Verilog, scripts, command lines and the
//! files of a board.

use expect_test::expect;
use halfpipe_figures::coverage::covered_modules;
use halfpipe_figures::design::measured_unit;
use halfpipe_fpga::board::{Board, Constraints};
use halfpipe_fpga::{
    CellFunction, CellType, Cells, Device, Family, HexadecimalText, LookupTable, MeasuringPins, ModelFile, Program,
    ResultCoverage, Router, Target, BY_TOOLS_INSTALL,
};
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::net::{Delays, Factors, MultiplierBlock, Netlist};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;
use halfpipe_synth::board::{packing, routing, sources, synthesis};
use halfpipe_synth::measure::{core_script, harness_script};
use halfpipe_synth::nextpnr::{arguments, parse_report};
use halfpipe_synth::origin::Origins;
use halfpipe_synth::timing::Origin;
use halfpipe_synth::Area;
use halfpipe_tools::Tool;
use halfpipe_yosys::statistics::parse_design;

/// A fictitious family.
static QUARRY: Family = Family {
    name: "quarry",
    title: "Quarry",
    cells: Cells {
        lookup_tables: &["Q_LUT*"],
        lookup_table_inputs: 4,
        lookup_table_output: "F",
        wide_multiplexers: &[],
        carries: &["Q_CARRY"],
        multipliers: &["Q_MUL12"],
        memories: &["Q_RAM"],
        flip_flops: &["Q_FF", "Q_FFE"],
        flip_flop_inputs: &["DATA"],
        packed: &["_SLICE"],
    },
    functions: &[CellType {
        kind: "Q_LUT4",
        function: CellFunction::LookUp {
            table: LookupTable {
                parameter: "TABLE",
                inputs: &["A", "B", "C", "D"],
            },
            output: "F",
        },
    }],
    delays: Delays {
        carry_entry: 0.5,
        carry_per_bit: 0.2,
        carry_exit: 1.0,
        multiplier_block: 2.0,
    },
    block: Some(&BLOCK),
    hexadecimal_text: HexadecimalText::Refused,
    memory: None,
    plain_cells: "-nomul",
    evaluated_blocks: None,
    file_blocks: None,
    models: ModelFile {
        file: "+/quarry/cells_sim.v",
        without_defaults: None,
    },
    repair: "opt_stones\n",
    router: Some(BRINGERS),
    remark: None,
    seeds: 2,
    devices: &[PIT],
};

const BRINGERS: Router = Router {
    program: &ROUTER,
    pins: "--vopt stones={}",
    layout: "--wall {}",
    packer: &PACKER,
    input: "pack {}",
    output: "-o {}",
    bitstream: "cart",
};

const PIT: Device = Device {
    name: "quarry-pit",
    has_multiplier_blocks: true,
    synthesis: "synth_quarry -deep",
    part: &["--pit", "--package", "box"],
    packing: &["-d", "pit"],
    pins: MeasuringPins::Fixed("stone clock 1\n"),
    frequency: "150",
    results: None,
    timing: None,
};

static BLOCK: MultiplierBlock = MultiplierBlock {
    macro_name: "HALFPIPE_QUARRY",
    owner: "the Quarry",
    widest_factor: 12,
    body: |Factors { a, b, are_registered }| {
        let kind = if are_registered {
            "Q_MUL12_REGISTERED"
        } else {
            "Q_MUL12"
        };
        format!("    {kind} #(.A({a}), .B({b})) block (.c(clock), .e(enable), .a(a), .b(b), .p(d));\n")
    },
};

/// A block that is too narrow for any product.
static NARROW: MultiplierBlock = MultiplierBlock {
    macro_name: "HALFPIPE_NARROW",
    owner: "nobody",
    widest_factor: 2,
    body: |_| unreachable!("no product is so narrow"),
};

const fn program(command: &'static str) -> Program {
    Program {
        command,
        purpose: "quarrying",
        version_argument: None,
        installation: BY_TOOLS_INSTALL,
        is_pinned: true,
        is_needed: true,
    }
}

static ROUTER: Program = program("nextpnr-quarry");
static PACKER: Program = program("quarrypack");

static BOARD: Board = Board {
    name: "trolley",
    title: "Trolley",
    target: Target::new(&QUARRY, &PIT),
    clock: 50,
    constraints: Constraints {
        name: "trolley.stones",
        text: "stone clock 1\nstone receive 2\nstone transmit 3\n",
    },
};

fn unit(multiplier: Multiplier) -> Design {
    let spec = DesignSpec::unit("mul.rn.f16".parse().unwrap(), 2).with_multiplier(multiplier);
    Design::from_spec(&spec).unwrap()
}

#[test]
fn a_file_names_the_blocks_of_every_row_that_are_wide_enough() {
    static OTHER: MultiplierBlock = MultiplierBlock {
        macro_name: "HALFPIPE_OTHER",
        owner: "the Other",
        ..BLOCK
    };
    static ONE: [&MultiplierBlock; 2] = [&NARROW, &BLOCK];
    static TWO: [&MultiplierBlock; 2] = [&BLOCK, &OTHER];
    let multiplier = |blocks: &'static [&'static MultiplierBlock]| {
        let text = verilog(&unit(Multiplier::Block(blocks)));
        let begin = text.find("\n// The product of a and b").expect("a multiplier's module");
        text[begin..].to_owned()
    };
    expect![[r#"

        // The product of a and b, one enabled cycle later. Define HALFPIPE_QUARRY to make it a multiplier block of the Quarry
        // with the register inside.
        /* verilator lint_off DECLFILENAME */
        module mul_rn_f16_multiplier_11x11 (
            input  wire clock,
            input  wire enable,
            input  wire [10:0] a,
            input  wire [10:0] b,
            output wire [21:0] d
        );
        `ifdef HALFPIPE_QUARRY
            Q_MUL12 #(.A(11), .B(11)) block (.c(clock), .e(enable), .a(a), .b(b), .p(d));
        `else
            (* keep *) reg [21:0] product;
            always @(posedge clock) begin
                if (enable) product <= {11'd0, a} * {11'd0, b};
            end
            assign d = product;
        `endif
        endmodule
        /* verilator lint_on DECLFILENAME */

        `default_nettype wire
    "#]].assert_eq(&multiplier(&ONE));
    let choices = |text: String| -> Vec<String> {
        let lines = text
            .lines()
            .filter(|line| line.starts_with('`') || line.contains("Define"));
        lines.map(str::to_owned).collect()
    };
    let [_, other, directives @ ..] = &choices(multiplier(&TWO))[..] else {
        panic!("two lines say what to define")
    };
    assert_eq!(other, "// Define HALFPIPE_OTHER to make it one of the Other.");
    assert_eq!(
        directives,
        [
            "`ifdef HALFPIPE_QUARRY",
            "`elsif HALFPIPE_OTHER",
            "`else",
            "`endif",
            "`default_nettype wire"
        ]
    );
    assert_eq!(choices(multiplier(&[])), ["`default_nettype wire"]);
}

/// Checks register placement on every family. A generated module is for any device, so its registers are placed by
/// delays of no family. The test limits the length of its longest path, by a family's delays, relative to registers
/// placed for that family.
#[test]
fn the_registers_of_a_module_lie_well_on_every_family() {
    let all: Vec<_> = covered_modules(ResultCoverage::EveryLatency);
    // A few families with carry chains like those of another one.
    let few: Vec<_> = covered_modules(ResultCoverage::ZeroAndDefault);
    for (family, allowed, modules) in [
        (Family::ICE40, 1.15, &all),
        (Family::ECP5, 1.39, &all),
        (Family::NEXUS, 1.39, &few),
        (Family::GOWIN, 1.39, &few),
    ] {
        let target = Target::new(family, &family.devices[0]);
        let excess = |instruction: Instruction, latency: u32| {
            let unit = measured_unit(instruction, latency, target).unwrap();
            let longest = |lane: &Netlist| family.delays.paths(lane).into_iter().fold(0.0, f64::max);
            longest(&unit.module().lane) / longest(&family.delays.pipeline(unit.lane(), latency))
        };
        let pipelined = modules.iter().filter(|(_, latency)| *latency > 0);
        let excesses = pipelined.map(|(instruction, latency)| excess(*instruction, *latency));
        let worst = excesses.fold(1.0, f64::max);
        assert!(
            worst <= allowed,
            "{worst} times as long on {}; {allowed} is allowed",
            family.title
        );
    }
}

#[test]
fn a_measurement_has_its_scripts_and_its_command_line() {
    let target = BOARD.target;
    expect![[r#"
        read_verilog -DHALFPIPE_QUARRY module.v harness.v
        synth_quarry -deep -top measured_core
        tee -q -o core_cells.json stat -json
    "#]]
    .assert_eq(&core_script(&target.read_verilog_command(), target));
    expect![[r#"
        read_verilog -DHALFPIPE_QUARRY module.v harness.v
        synth_quarry -deep -top measuring_harness
        delete */t:$scopeinfo
        opt_stones
        write_json harness.json
    "#]]
    .assert_eq(&harness_script(&target.read_verilog_command(), target));
    assert_eq!(
        arguments(target, &BRINGERS, "harness.json", "timing_2.json", 2).join(" "),
        "--pit --package box --freq 150 --timing-allow-fail --vopt stones=measuring.pins \
         --json harness.json --report timing_2.json --seed 2"
    );
    assert_eq!((target.name(), target.seeds()), ("quarry-pit", 2));
}

#[test]
fn a_board_has_its_sources_its_pins_and_its_command_lines() {
    let sources = sources(&BOARD, &unit(Multiplier::Rows), None);
    let pins = sources.iter().find(|file| file.name == "trolley.stones");
    assert_eq!(pins.map(|file| file.text.as_str()), Some(BOARD.constraints.text));
    expect![[r#"
        read_verilog -DHALFPIPE_QUARRY top.v uart_receive.v uart_transmit.v frame_receive.v frame_transmit.v crc32.v operation.v instruction.v mul_rn_f16.v
        synth_quarry -deep -top top
        delete */t:$scopeinfo
        opt_stones
        tee -q -o cells.json stat -json
        write_json netlist.json
    "#]].assert_eq(&synthesis(&BOARD, &sources));
    assert_eq!(
        routing(&BOARD, &BRINGERS).join(" "),
        "--pit --package box --json netlist.json --report timing.json --freq 50 --seed 1 --timing-allow-fail \
         --vopt stones=trolley.stones --wall layout"
    );
    let packing = packing(BOARD.target, &BRINGERS, "mul.cart");
    assert_eq!(packing.join(" "), "pack layout -o mul.cart -d pit");
}

#[test]
fn its_programs_are_named_where_they_are_missing() {
    for (tool, command) in [(BRINGERS.program, "nextpnr-quarry"), (BRINGERS.packer, "quarrypack")] {
        let missing = Tool::OfFamily(tool).find().unwrap_err().to_string();
        let expected = format!("{command} (quarrying) not found on the PATH or in a tool folder");
        assert!(missing.starts_with(&expected), "{missing}");
    }
}

#[test]
fn its_cells_are_counted() {
    let counts = r#"{ "modules": {}, "design": { "num_cells_by_type": {
        "Q_LUT3": 2, "Q_LUT4": 5, "Q_CARRY": 4, "Q_MUL12": 1, "Q_RAM": 1, "Q_FF": 6, "Q_FFE": 3, "LUT4": 9 } } }"#;
    let area = Area::new(&QUARRY, parse_design(counts).unwrap());
    let counted = [area.luts, area.carries, area.dsps, area.rams, area.flip_flops];
    assert_eq!(counted, [7, 4, 1, 1, 9]);
}

#[test]
fn its_critical_path_is_led_back_to_the_source() {
    let netlist = r#"{ "modules": { "measuring_harness": {
        "netnames": { "core.unit.sum": { "bits": [9] } },
        "cells": {
            "table": { "type": "Q_LUT4", "attributes": { "src": "module.v:4.1-4.9" }, "connections": { "F": [3] } },
            "register": { "type": "Q_FF", "attributes": { "src": "module.v:5.5-7.8" },
                "connections": { "DATA": [3], "Q": [9] } } } } } }"#;
    let report = r#"{ "critical_paths": [ { "from": "posedge clock", "to": "posedge clock", "path": [
        { "type": "clk-to-q", "delay": 1.0, "to": { "cell": "register", "port": "Q" } },
        { "type": "setup", "delay": 1.0, "to": { "cell": "table_SLICE", "port": "F" } } ] } ],
        "fmax": { "clock": { "achieved": 500.0 } } }"#;
    let mut timing = parse_report(report, 1).unwrap();
    Origins::parse(netlist, &QUARRY).unwrap().locate(&mut timing);
    for end in [timing.from, timing.to].map(|end| end.expect("a register")) {
        assert_eq!(
            (end.name.as_deref(), end.origin),
            (Some("sum"), Some(Origin::Module(5)))
        );
    }
}
