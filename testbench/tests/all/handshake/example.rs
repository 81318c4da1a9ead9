//! The example of `docs/add-a-module.md`: a module behind a handshake that sorts two halves.

use halfpipe_faults::text::replaced;
use halfpipe_hdl::design::{Design, Port, Role};
use halfpipe_hdl::export::{verilog, BenchVector, Package};
use halfpipe_isa::Instruction;
use halfpipe_simulation::core_module::{files, CoreModule, ModuleError};
use halfpipe_simulation::model::results;
use halfpipe_simulation::stimulus::sample;
use halfpipe_test_support::lint::assert_clean;

use super::package::run;

/// A module that sorts two halves, one pair in each clock cycle.
struct Sorter;

/// The module around the two units: a register for the pair and its tag, which waits for the receiver.
const SHELL: &str = "
`default_nettype none

module sort_f16 #(
    parameter TAG_BITS = 8
) (
    input  wire clock,
    input  wire reset_n,
    input  wire flush,
    input  wire in_valid,
    output wire in_ready,
    input  wire [15:0] a,
    input  wire [15:0] b,
    input  wire [TAG_BITS-1:0] tag_in,
    output reg  out_valid,
    input  wire out_ready,
    output reg  [15:0] low,
    output reg  [15:0] high,
    output reg  [TAG_BITS-1:0] tag_out,
    output wire busy
);

    wire [15:0] least;
    wire [15:0] greatest;
    min_f16 smaller (.a(a), .b(b), .d(least));
    max_f16 larger (.a(a), .b(b), .d(greatest));

    assign in_ready = !out_valid || out_ready;
    assign busy = in_valid || out_valid;
    always @(posedge clock or negedge reset_n) begin
        if (!reset_n) out_valid <= 1'b0;
        else if (flush) out_valid <= 1'b0;
        else if (in_ready) out_valid <= in_valid;
    end
    always @(posedge clock) begin
        if (in_ready) begin
            low <= least;
            high <= greatest;
            tag_out <= tag_in;
        end
    end

endmodule

`default_nettype wire
";

/// Returns a unit without registers.
fn unit(name: &str) -> Result<Design, ModuleError> {
    Ok(Design::unit(name.parse()?, 0)?)
}

impl CoreModule for Sorter {
    fn name(&self) -> &str {
        "sort_f16"
    }

    fn verilog(&self, command: Option<&str>) -> Result<String, ModuleError> {
        let comment: String = command
            .iter()
            .map(|command| format!("// Made by: {command}\n"))
            .collect();
        Ok(comment + SHELL + &verilog(&unit("min.f16")?) + &verilog(&unit("max.f16")?))
    }

    fn manifest(&self, command: &str) -> Result<String, ModuleError> {
        let manifest = serde_json::json!({ "module": self.name(), "latency": 1, "command": command });
        Ok(manifest.to_string() + "\n")
    }

    fn bench(&self, size: usize) -> Option<(Package, Vec<BenchVector>)> {
        let inputs = ["a", "b"].map(|name| Port::input(name, 16, Role::Op));
        let outputs = ["low", "high"].map(|name| Port::output(name, 16, Role::Result(0)));
        let package = Package::tagged(
            "the order of two halves",
            self.name(),
            [inputs.into(), outputs.into()],
            1,
        );
        let units = ["min.f16", "max.f16"].map(|name| name.parse::<Instruction>().expect("it is an instruction"));
        let vectors = sample(&units[0].into(), 1, size).into_iter().map(|operands| {
            let sorted: Vec<u64> = units.iter().map(|unit| results(*unit, &operands)[0]).collect();
            package.vector(&operands, &sorted)
        });
        let vectors = vectors.collect();
        Some((package, vectors))
    }

    fn usual_size(&self) -> usize {
        200
    }
}

/// Returns the Verilog, and the testbench of the usual size.
fn texts() -> [String; 2] {
    let (package, vectors) = Sorter.bench(Sorter.usual_size()).unwrap();
    [Sorter.verilog(None).unwrap(), package.testbench(&vectors)]
}

#[test]
fn the_sorter_has_files_that_lint_and_a_testbench_that_passes() {
    let files = files(&Sorter, "make sorter").unwrap();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["sort_f16.v", "sort_f16.json"]);
    assert!(files[0].text.starts_with("// Made by: make sorter\n"));
    let part = |name: &str| verilog(&unit(name).unwrap());
    let sources = [
        ("sort_f16.v", SHELL.to_owned()),
        ("min_f16.v", part("min.f16")),
        ("max_f16.v", part("max.f16")),
    ];
    assert_clean((1, sources.map(|(name, text)| (name.to_owned(), text)).into()));
    let [text, testbench] = texts();
    assert_eq!(run("sort_f16", &text, &testbench), "sort_f16: 200 vectors, no mismatch");
}

#[test]
fn faults_of_the_sorter_are_found() {
    let [text, testbench] = texts();
    for (right, wrong) in [
        ("low <= least;", "low <= greatest;"),
        ("!out_valid || out_ready;", "1'b1;"),
        ("else if (flush) out_valid <= 1'b0;", ""),
        ("max_f16 larger (.a(a)", "max_f16 larger (.a(b)"),
    ] {
        let said = run("sort_f16", &replaced(&text, right, wrong), &testbench);
        assert!(said.ends_with("mismatches"), "{wrong}: {said}");
    }
}

/// The page about this file.
const PAGE: &str = include_str!("../../../../docs/add-a-module.md");

#[test]
fn the_page_shows_the_example() {
    let own = include_str!("example.rs");
    for start in ["    fn verilog(", "    fn bench("] {
        let place = own.find(start).unwrap();
        let function = own[place..].split_inclusive("\n    }\n").next().unwrap();
        assert!(PAGE.contains(function), "the page lacks\n{function}");
    }
}
