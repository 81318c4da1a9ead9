//! `--port` and its like: files with other ports than those of the contract.

use std::path::Path;

use halfpipe_faults::text::replaced;

use super::foreign::{generated, run, write};
use crate::common::halfpipe;

/// A file with ports of its own.
struct OwnPorts {
    /// The instruction, with options of the contract.
    instruction: &'static str,
    /// The module around `core`, the generated datapath.
    module: &'static str,
    /// The options that name its ports.
    options: &'static str,
    /// Text of the module and what makes it wrong.
    fault: (&'static str, &'static str),
    /// Words of the refutation.
    finding: &'static str,
}

impl OwnPorts {
    /// Proves the module, simulates it, and refutes the wrong one.
    fn check(&self) {
        let (folder, core) = generated(&format!("{} --latency 0 --name core", self.instruction), "core");
        write(folder.path(), "file.sv", &(core.clone() + self.module));
        let wrong = replaced(self.module, self.fault.0, self.fault.1);
        write(folder.path(), "wrong.sv", &(core + &wrong));
        let command = |command: &str, file: &str| {
            let arguments = format!(
                "{command} {} --verilog {file}.sv --top unit {}",
                self.instruction, self.options
            );
            run_quoted(folder.path(), &arguments)
        };
        let (said, status) = command("verify --engine gates --vectors 3000", "file");
        assert!(said.ends_with(" 3000 vectors, no mismatch\n"), "{said}");
        assert_eq!(status, 0);
        let (said, status) = command("prove", "file");
        assert!(said.contains(": holds, "), "{said}");
        assert!(said.contains("\n  top module unit of file.sv, "), "{said}");
        assert_eq!(status, 0);
        let (said, status) = command("prove", "wrong");
        assert!(said.contains(": fails, ") && said.contains(self.finding), "{said}");
        assert_eq!(status, 1);
    }
}

/// Runs a command line with single quotes, as a shell does.
fn run_quoted(folder: &Path, arguments: &str) -> (String, i32) {
    let words = arguments
        .split('\'')
        .enumerate()
        .flat_map(|(place, text)| match place % 2 {
            0 => text.split_whitespace().collect(),
            _ => vec![text],
        });
    let output = halfpipe("").args(words).current_dir(folder).output().unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (said.concat(), output.status.code().unwrap())
}

#[test]
fn operands_and_results_have_other_names_and_places() {
    let cases = [
        OwnPorts {
            instruction: "min.f16",
            module: "module unit(input [15:0] opa, input [15:0] opb, output [15:0] result);
    core core(.a(opa), .b(opb), .d(result));
endmodule
",
            options: "--port a=opa,b=opb --port d=result",
            fault: (".b(opb)", ".b(opa)"),
            finding: "again: halfpipe eval min.f16 ",
        },
        OwnPorts {
            instruction: "min.f16",
            module: "module unit(input [32:0] operands, output sign, output [4:0] exponent, output [9:0] fraction);
    core core(.a(operands[15:0]), .b(operands[31:16]), .d({sign, exponent, fraction}));
endmodule
",
            options: "--port 'a=operands[15:0],b=operands[31:16],d={sign,exponent,fraction}' --tie operands[32]=1",
            fault: ("operands[31:16]", "operands[32:17]"),
            finding:
                " --port 'a=operands[15:0],b=operands[31:16],d={sign,exponent,fraction}' --tie 'operands[32]=0x1' ",
        },
        OwnPorts {
            instruction: "neg.f16",
            module: "package kinds; typedef enum logic [1:0] {ABS = 1, NEG = 2} kind_e; endpackage
module unit import kinds::*; (input kind_e kind, input [1:0] low, input [15:0] a, output [15:0] d, output busy);
    wire [15:0] negated;
    core core(.a(a), .d(negated));
    assign d = kind == NEG && low == 2'd1 ? negated : 16'd0;
    assign busy = a[0];
endmodule
",
            options: "--tie kind=2,low=0x1 --ignore busy",
            fault: ("kind == NEG", "kind == ABS"),
            finding: "    actual ",
        },
    ];
    cases.iter().for_each(OwnPorts::check);
}

#[test]
fn control_ports_have_other_names_and_levels() {
    let cases = [
        OwnPorts {
            instruction: "neg.f16",
            module: "module unit(input clk_i, input rst_ni, input stall_i, input valid_i, input [15:0] a,
    output reg valid_o, output reg [15:0] d);
    wire [15:0] negated;
    core core(.a(a), .d(negated));
    always @(posedge clk_i) begin
        if (!rst_ni) valid_o <= 1'b0; else if (!stall_i) valid_o <= valid_i;
        if (!stall_i) d <= negated;
    end
endmodule
",
            options: "--port clock=clk_i,reset=!rst_ni,enable=!stall_i,in_valid=valid_i,out_valid=valid_o",
            fault: ("if (!rst_ni) valid_o <= 1'b0; else", ""),
            finding: "out_valid",
        },
        OwnPorts {
            instruction: "neg.f16",
            module: "module unit(input clk, input reset, input out_ready, input start, input [15:0] a,
    output in_ready, output reg done, output reg [15:0] d);
    wire [15:0] negated;
    core core(.a(a), .d(negated));
    assign in_ready = out_ready;
    always @(posedge clk) begin
        if (reset) done <= 1'b0; else if (out_ready) done <= start;
        if (out_ready) d <= negated;
    end
endmodule
",
            options: "--port clock=clk,start=start,done=done,in_ready=in_ready,out_ready=out_ready",
            fault: ("if (out_ready) d <=", "d <="),
            finding: ": d is 0x",
        },
        OwnPorts {
            instruction: "neg.f16",
            module: "module unit(input clk, input ce, input [15:0] a, output reg [15:0] d);
    wire [15:0] negated;
    reg [15:0] first;
    core core(.a(first), .d(negated));
    always @(posedge clk) if (ce) begin first <= a; d <= negated; end
endmodule
",
            options: "--port clock=clk,enable=ce --latency 2",
            fault: (".a(first)", ".a(a)"),
            finding: "    actual ",
        },
    ];
    cases.iter().for_each(OwnPorts::check);
}

#[test]
fn flags_have_another_order() {
    let cases = [
        OwnPorts {
            instruction: "min.f16 --flags",
            module: "module unit(input [15:0] a, input [15:0] b, output [15:0] d, output [4:0] flags);
    wire nv, dz, of, uf, nx;
    core core(.a(a), .b(b), .d(d), .flags({nv, dz, of, uf, nx}));
    assign flags = {nx, uf, of, dz, nv};
endmodule
",
            options: "--port flags={NX,UF,OF,DZ,NV}",
            fault: ("of, dz, nv}", "of, nv, dz}"),
            finding: "flags actual ",
        },
        OwnPorts {
            instruction: "min.f16 --flags",
            module: "module unit(input [15:0] a, input [15:0] b, output [15:0] d, output invalid, output [7:0] status);
    wire [4:0] flags;
    core core(.a(a), .b(b), .d(d), .flags(flags));
    assign invalid = flags[4];
    assign status = {6'd0, flags[1], flags[2]};
endmodule
",
            options: "--port NV=invalid,DZ=0,NX=0,flags=status[1:0]:{UF,OF}",
            fault: ("= flags[4]", "= ~flags[4]"),
            finding: "flags actual ",
        },
    ];
    cases.iter().for_each(OwnPorts::check);
}

#[test]
fn roundings_have_other_codes() {
    let (folder, core) = generated("cvt.s32.f16 --rounding port --latency 0 --name core", "core");
    let cases = [
        (
            "[4:0]",
            "mode[1] ? 3'd1 : mode[2] ? 3'd2 : mode[3] ? 3'd3 : mode[4] ? 3'd4 : 3'd0",
            "rounding=mode:onehot",
        ),
        (
            "[3:0]",
            "mode == 4'd2 ? 3'd3 : mode == 4'd3 ? 3'd2 : mode[2:0]",
            "rounding=mode:{rn,rz,rp,rm,rna}",
        ),
    ];
    for (range, rounding, port) in cases {
        for (rounding, expected) in [(rounding, 0), ("mode[2:0]", 1)] {
            let module = format!(
                "module unit(input [15:0] a, input {range} mode, output [31:0] d);
    wire [2:0] rounding = {rounding};
    core core(.a(a), .rounding(rounding), .d(d));
endmodule
"
            );
            write(folder.path(), "file.v", &(core.clone() + &module));
            for command in ["verify --engine gates --vectors 3000", "prove"] {
                let arguments =
                    format!("{command} cvt.s32.f16 --rounding port --verilog file.v --top unit --port {port}");
                let (said, status) = run(folder.path(), &arguments);
                assert_eq!(status, expected, "{said}");
            }
        }
    }
}

#[test]
fn a_file_without_enable_runs_with_enable_always_1() {
    let module =
        "module unit(input clk, input reset, input valid_i, input [15:0] a, output reg valid_o, output reg [15:0] d);
    wire [15:0] negated;
    core core(.a(a), .d(negated));
    always @(posedge clk) begin valid_o <= valid_i && !reset; d <= negated; end
endmodule
";
    let contract = "no-enable = true\n[port]\nclock = \"clk\"\nin_valid = \"valid_i\"\nout_valid = \"valid_o\"\n";
    let (folder, core) = generated("neg.f16 --latency 0 --name core", "core");
    write(folder.path(), "file.v", &(core.clone() + module));
    write(folder.path(), "wrong.v", &(core + &replaced(module, "&& !reset", "")));
    write(folder.path(), "contract.toml", contract);
    let files = "--top unit --contract contract.toml";
    let (said, status) = run(
        folder.path(),
        &format!("verify neg.f16 --vectors 5000 --verilog file.v {files}"),
    );
    assert!(
        said.ends_with("neg.f16 at latency 1, enable always 1: 5000 vectors, no mismatch\n"),
        "{said}"
    );
    assert_eq!(status, 0);
    let (said, status) = run(folder.path(), &format!("prove neg.f16 --verilog file.v {files}"));
    assert!(said.contains("enable is always 1") && status == 0, "{said}");
    let (said, status) = run(folder.path(), &format!("prove neg.f16 --verilog wrong.v {files}"));
    assert!(said.contains(": fails, ") && status == 1, "{said}");
    let command = format!("verify neg.f16 --engine gates --verilog wrong.v {files}");
    let (said, status) = run(folder.path(), &command);
    assert!(said.contains("  enable     11\n"), "{said}");
    assert!(
        said.contains("  again: halfpipe verify neg.f16 --verilog wrong.v --top unit --contract contract.toml "),
        "{said}"
    );
    assert_eq!(status, 1);
    let ports = "--port clock=clk,in_valid=valid_i,out_valid=valid_o --no-enable";
    let (said, status) = run(
        folder.path(),
        &format!("eval neg.f16 3c00 --verilog file.v --top unit {ports}"),
    );
    assert_eq!((said.as_str(), status), ("0xbc00\n", 0));
    let (said, status) = run(
        folder.path(),
        &format!("wave neg.f16 --verilog file.v --top unit {ports} --out run"),
    );
    assert!(
        said.starts_with("run/neg_f16.vcd\n") && !said.contains("mismatch"),
        "{said}"
    );
    assert_eq!(status, 0);
    for (text, message) in [
        ("ports = 3\n", ":1: unknown key `ports`, expected one of "),
        ("[tie]\nclk = -1\n", ": `clk=-1` fixes no input; write "),
        ("[port]\na = \"+\"\n", ": `+` names no bits of a port; write "),
        ("ignore = [\"1\"]\n", ": `1` is no name of a port"),
    ] {
        write(folder.path(), "contract.toml", text);
        let (said, status) = run(folder.path(), &command);
        assert!(said.starts_with(&format!("error: contract.toml{message}")), "{said}");
        assert_eq!(status, 2);
    }
}

#[test]
fn ports_and_parameters_of_several_files_go_together() {
    let (folder, core) = generated("neg.f16 --latency 0 --name core", "core");
    let module =
        "module unit #(parameter WIDTH = 8, parameter NEGATE = 0) (input [WIDTH-1:0] opa, output [`LAST:0] result);
    wire [WIDTH-1:0] negated;
    core core(.a(opa), .d(negated));
    assign result = NEGATE ? negated : opa;
endmodule
";
    write(folder.path(), "core.v", &core);
    write(folder.path(), "unit.v", module);
    write(folder.path(), "list.f", "core.v\n");
    let files = "--verilog unit.v -f list.f --port a=opa,d=result -D LAST=15 --top unit";
    let (said, status) = run(folder.path(), &format!("prove neg.f16 {files} -P WIDTH=16 -P NEGATE=1"));
    let reading = "\n  top module unit of core.v, unit.v, with WIDTH=16, NEGATE=1, with LAST=15 defined, with the ports a=opa, d=result, read";
    assert!(said.contains(": holds, ") && said.contains(reading), "{said}");
    assert_eq!(status, 0);
    let (said, status) = run(folder.path(), &format!("prove neg.f16 {files} -P WIDTH=16"));
    assert_eq!(status, 1);
    let mut lines = said.lines();
    let again = lines.find_map(|line| line.trim().strip_prefix("again: halfpipe "));
    let again = again.unwrap_or_else(|| panic!("{said}"));
    let options = " --file-list list.f --verilog unit.v --define 'LAST=15' --parameter 'WIDTH=16' --top unit --port 'a=opa,d=result' ";
    assert!(again.contains(options), "{again}");
    let operand = again.split_whitespace().nth(2).unwrap();
    assert_eq!(run_quoted(folder.path(), again), (format!("{operand}\n"), 0));
    let (said, status) = run(folder.path(), &format!("verify neg.f16 {files}"));
    assert!(said.contains("a has 16 bits, and opa has 8"), "{said}");
    assert_eq!(status, 2);
}

#[test]
fn ports_beyond_the_contract_get_their_options() {
    let (folder, core) = generated("neg.f16 --latency 0 --name core", "core");
    let module = "module unit(input [15:0] a, input [3:0] mode, output [15:0] d, output busy);
    core core(.a(a), .d(d));
    assign busy = |mode;
endmodule
";
    write(folder.path(), "file.v", &(core.clone() + module));
    let files = "--verilog file.v --top unit";
    let (said, status) = run(folder.path(), &format!("prove neg.f16 {files}"));
    let (_, help) = said
        .split_once("it has busy, mode, which no port is called at latency 0; ")
        .expect(&said);
    assert_eq!(help, "name its ports, for example: --tie mode=0 --ignore busy\n");
    assert_eq!(status, 2);
    let (said, status) = run(
        folder.path(),
        &format!("prove neg.f16 {files} --tie mode=0 --ignore busy"),
    );
    assert!(said.contains(": holds, ") && status == 0, "{said}");
    // A combinational file has no enable.
    write(folder.path(), "core.v", &core);
    let (said, status) = run(folder.path(), "prove neg.f16 --verilog core.v --no-enable");
    assert!(
        said.ends_with(": at latency 0 there is no enable; leave out --no-enable\n"),
        "{said}"
    );
    assert_eq!(status, 2);
}
