//! Tests that Verilator and Yosys accept the Verilog that rust-hdl writes for a design with our units in it.

use std::path::Path;
use std::process::Command;

use halfpipe_hdl::host::TernaryUnit;
use halfpipe_tools::Tool;
use rust_hdl_core::prelude::*;

/// a·b + c·d + e: an fma that feeds another of the same kind, and a third one that is combinational.
#[derive(LogicBlock)]
struct SumOfProducts {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub in_valid: Signal<In, Bit>,
    pub a: Signal<In, Bits<16>>,
    pub b: Signal<In, Bits<16>>,
    pub c: Signal<In, Bits<16>>,
    pub out_valid: Signal<Out, Bit>,
    pub d: Signal<Out, Bits<16>>,
    first: TernaryUnit<16>,
    second: TernaryUnit<16>,
    third: TernaryUnit<16>,
}

impl SumOfProducts {
    fn new() -> SumOfProducts {
        let fma = |latency| {
            let instruction = "fma.rn.f16".parse().expect("a PTX instruction");
            TernaryUnit::new(instruction, latency).expect("it fits")
        };
        SumOfProducts {
            clock: Default::default(),
            reset: Default::default(),
            in_valid: Default::default(),
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            out_valid: Default::default(),
            d: Default::default(),
            first: fma(2),
            second: fma(2),
            third: fma(0),
        }
    }
}

impl Logic for SumOfProducts {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, first, second);
        self.first.reset.next = self.reset.val();
        self.first.enable.next = true;
        self.first.in_valid.next = self.in_valid.val();
        self.first.a.next = self.a.val();
        self.first.b.next = self.b.val();
        self.first.c.next = self.c.val();
        self.second.reset.next = self.reset.val();
        self.second.enable.next = true;
        self.second.in_valid.next = self.first.out_valid.val();
        self.second.a.next = self.first.d.val();
        self.second.b.next = self.b.val();
        self.second.c.next = self.c.val();
        self.third.a.next = self.second.d.val();
        self.third.b.next = self.b.val();
        self.third.c.next = self.c.val();
        self.out_valid.next = self.second.out_valid.val();
        self.d.next = self.third.d.val();
    }
}

/// Writes the design's Verilog to a file of its own.
fn write_design(folder: &Path) {
    let mut design = SumOfProducts::new();
    design.connect_all();
    std::fs::write(folder.join("top.v"), generate_verilog(&design)).expect("a folder to write to");
}

fn run(tool: Tool, arguments: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write_design(folder.path());
    let program = tool.find().unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder.path())
        .output();
    let output = output.expect("the program starts");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(
        output.status.success() && !said.contains("Warning"),
        "{tool:?} said:\n{said}"
    );
}

#[test]
fn verilator_accepts_several_units_of_one_instruction() {
    run(Tool::Verilator, &["--lint-only", "--top-module", "top", "top.v"]);
}

#[test]
fn yosys_accepts_several_units_of_one_instruction() {
    run(
        Tool::Yosys,
        &[
            "-p",
            "read_verilog top.v; hierarchy -check -top top; proc; check -assert",
        ],
    );
}
