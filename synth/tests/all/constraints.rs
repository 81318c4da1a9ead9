//! Tests of the boards' constraint files: a top with a clock and a serial port can be placed and routed with each.

use std::fs;
use std::path::Path;
use std::process::Command;

use halfpipe_fpga::Family;
use halfpipe_tools::Tool;

/// A top that returns its serial input through registers.
const TOP: &str = "\
module top (input wire clock, input wire receive, output reg transmit);
    reg synchronised;
    always @(posedge clock) begin
        synchronised <= receive;
        transmit <= synchronised;
    end
endmodule
";

fn run(tool: Tool, folder: &Path, arguments: &[&str]) {
    let program = tool.find().unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Places and routes the top with a constraint file of the project.
fn place(constraints: &str, synthesis: &str, tool: Tool, options: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../constraints")
        .join(constraints);
    fs::copy(file, folder.path().join(constraints)).unwrap();
    fs::write(folder.path().join("top.v"), TOP).unwrap();
    let script = format!("read_verilog top.v; {synthesis} -top top -json top.json");
    run(Tool::Yosys, folder.path(), &["-q", "-p", &script]);
    let mut arguments = vec!["--json", "top.json"];
    arguments.extend(options);
    run(tool, folder.path(), &arguments);
}

fn router(family: &Family) -> Tool {
    let router = family.router.as_ref().expect("the family has a router");
    Tool::OfFamily(router.program)
}

#[test]
fn icebreaker() {
    let options = [
        "--up5k",
        "--package",
        "sg48",
        "--freq",
        "12",
        "--pcf",
        "icebreaker.pcf",
        "--asc",
        "top.asc",
    ];
    place(
        "icebreaker.pcf",
        "synth_ice40 -device u",
        router(Family::ICE40),
        &options,
    );
}

#[test]
fn hx8k_breakout() {
    let options = [
        "--hx8k",
        "--package",
        "ct256",
        "--freq",
        "12",
        "--pcf",
        "hx8k.pcf",
        "--asc",
        "top.asc",
    ];
    place("hx8k.pcf", "synth_ice40 -device hx", router(Family::ICE40), &options);
}

#[test]
fn ulx3s() {
    let options = [
        "--25k",
        "--package",
        "CABGA381",
        "--freq",
        "25",
        "--lpf",
        "ulx3s.lpf",
        "--textcfg",
        "top.config",
    ];
    place("ulx3s.lpf", "synth_ecp5", router(Family::ECP5), &options);
}

#[test]
fn tang_nano_20k() {
    let options = [
        "--device",
        "GW2AR-LV18QN88C8/I7",
        "--vopt",
        "family=GW2A-18C",
        "--freq",
        "27",
        "--vopt",
        "cst=tangnano20k.cst",
        "--write",
        "placed.json",
    ];
    place(
        "tangnano20k.cst",
        "synth_gowin -family gw2a",
        router(Family::GOWIN),
        &options,
    );
}
