//! Several files, lists of files, and the settings with which tools read them.

use std::path::Path;

use expect_test::{expect, Expect};

use crate::common::halfpipe;

/// A module of several files with a package, an interface, a structure and a function. Its width, the result for a NaN and
/// a file of its body come from outside.
const FILES: [(&str, &str); 11] = [
    (
        "formats.sv",
        "package formats;
    typedef struct packed { logic sign; logic [4:0] exponent; logic [9:0] fraction; } half;
    function automatic logic is_nan(half x);
        return &x.exponent && |x.fraction;
    endfunction
    function automatic half negated(half x);
        negated = x;
        negated.sign = ~x.sign;
    endfunction
endpackage
",
    ),
    (
        "link.sv",
        "interface link #(parameter WIDTH = 1);
    logic [WIDTH-1:0] word;
    modport source(output word);
endinterface
",
    ),
    (
        "flip.sv",
        "module flip import formats::*; (link.source out, input half a);
    assign out.word = is_nan(a) ? `QUIET : negated(a);
endmodule
",
    ),
    (
        "top.sv",
        "module neg_f16 #(parameter WIDTH = 8) (input logic [WIDTH-1:0] a, output logic [WIDTH-1:0] d);
    link #(WIDTH) wires ();
    flip part (.out(wires), .a(a));
`include \"result.svh\"
endmodule
",
    ),
    (
        "inner.f",
        "formats.sv link.sv /* both files\nof types */ flip.sv\n+define+QUIET=16'h7fff\n",
    ),
    (
        "list.f",
        "// all but the top module\n+incdir+include\n-f inner.f # and its own options\n",
    ),
    ("library.f", "-y cells +libext+.v\n"),
    ("variable.f", "$ROOT/top.sv\n"),
    ("open.f", "top.sv\n-D\n"),
    ("missing.f", "top.sv\nother.sv\n"),
    ("quoted.f", "\"top.sv\"\n"),
];

/// Returns the output and the status of a command in a folder with the files.
fn run(folder: &Path, command: &str) -> (String, i32) {
    let output = halfpipe(command).current_dir(folder).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (said, output.status.code().unwrap())
}

/// Returns a folder with the files.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("include")).unwrap();
    std::fs::write(folder.path().join("include/result.svh"), "    assign d = wires.word;\n").unwrap();
    for (name, text) in FILES {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn each_command_reads_several_files_with_their_settings() {
    let folder = folder();
    let files = "-f list.f --verilog top.sv -P WIDTH=16";
    let single = "--verilog formats.sv --verilog link.sv --verilog flip.sv --verilog top.sv -I include -D QUIET=16'h7fff -P WIDTH=16";
    for (command, words) in [
        ("prove neg.f16", "neg.f16 at latency 0 is correct for all 2^16 operands"),
        ("prove neg.f16 --method exhaustive", "no mismatch"),
        ("verify neg.f16 --vectors 2000", "2000 vectors, no mismatch"),
        (
            "verify neg.f16 --vectors 2000 --engine gates",
            "2000 vectors, no mismatch",
        ),
        ("eval neg.f16 3c00", "0xbc00"),
        ("synth neg.f16 --target xilinx-7", "neg.f16"),
        ("wave neg.f16 3c00 --out run", "neg_f16"),
    ] {
        for files in [files, single] {
            let (said, status) = run(folder.path(), &format!("{command} {files}"));
            assert!(status == 0 && said.contains(words), "{command} {files}: {said}");
        }
    }
    let (said, _) = run(folder.path(), &format!("prove neg.f16 {files} --json"));
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    let reading = &json[0]["reading"];
    assert_eq!(
        reading["files"],
        serde_json::json!(["flip.sv", "formats.sv", "include/result.svh", "link.sv", "top.sv"])
    );
    assert_eq!(reading["includes"], serde_json::json!(["include"]));
    assert_eq!(reading["defines"], serde_json::json!(["QUIET=16'h7fff"]));
    assert_eq!(reading["parameters"], serde_json::json!(["WIDTH=16"]));
}

#[test]
fn a_command_that_reproduces_repeats_the_settings() {
    let folder = folder();
    let files = "-f list.f --verilog top.sv -P WIDTH=16 -D QUIET=16'h7e00 -U UNKNOWN";
    let (said, status) = run(folder.path(), &format!("prove neg.f16 {files}"));
    let again = said
        .lines()
        .find_map(|line| line.trim().strip_prefix("again: halfpipe "))
        .unwrap();
    assert_eq!(status, 1);
    let again = again
        .replace(r"'QUIET=16'\''h7e00'", "QUIET=16'h7e00")
        .replace("'WIDTH=16'", "WIDTH=16");
    assert!(
        again.contains(
            " --file-list list.f --verilog top.sv --define QUIET=16'h7e00 --undefine UNKNOWN --parameter WIDTH=16 "
        ),
        "{again}"
    );
    let (said, status) = run(folder.path(), &again);
    assert!(status == 0 && said.contains("0x7e00"), "{said}");
}

fn check(command: &str, expected: &Expect) {
    let (said, status) = run(folder().path(), &format!("eval neg.f16 3c00 {command}"));
    expected.assert_eq(&said);
    assert_eq!(status, 2, "{command}");
}

#[test]
fn settings_that_cannot_be_read_are_refused() {
    for (command, expected) in [
        (
            "-f library.f",
            expect![[r#"
            error: library.f:1: -y: it is no option of a list; write files, -f LIST, -I DIR, +incdir+DIR, -D NAME, +define+NAME or -U NAME
        "#]],
        ),
        (
            "-f variable.f",
            expect![[r#"
            error: variable.f:1: $ROOT/top.sv: a list has no variables here; write the path
        "#]],
        ),
        (
            "-f open.f",
            expect![[r#"
            error: open.f:2: -D: it has no value; write one behind it
        "#]],
        ),
        (
            "-f nowhere.f",
            expect![[r#"
            error: nowhere.f: No such file or directory (os error 2)
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -P DEPTH=16",
            expect![[r#"
            error: top.sv:1: -P DEPTH: module neg_f16 has no parameter DEPTH; its parameters are WIDTH
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -P WIDTH=16 --top other",
            expect![[r#"
            error: formats.sv:1: -P WIDTH: the files have no module other; name the top module with --top NAME
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -P WIDTH",
            expect![[r#"
            error: invalid value 'WIDTH' for '--parameter <NAME=V>': WIDTH has no value; write NAME=VALUE, such as WIDTH=16
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -P WIDTH=0x10",
            expect![[r#"
            error: invalid value 'WIDTH=0x10' for '--parameter <NAME=V>': `0x10` is no number of Verilog; write 8'h10
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -P WIDTH=half",
            expect![[r#"
            error: top.sv:1: -P WIDTH=half: the files do not declare half; write a number, a text in quotes such as '"half"', or package::NAME
        "#]],
        ),
        (
            "-f missing.f",
            expect![[r#"
            error: missing.f:2: other.sv: there is no such file; the paths in a list count from the working folder
        "#]],
        ),
        (
            "-f quoted.f",
            expect![[r#"
            error: quoted.f:1: "top.sv": a list has no quotes here; write the path without them
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -P WIDTH=(16)",
            expect![[r#"
            error: invalid value 'WIDTH=(16)' for '--parameter <NAME=V>': `(16)` is no value of a parameter; write a number, a text or a name, such as 16, 8'hff or package::NAME
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -D 2=3",
            expect![[r#"
            error: invalid value '2=3' for '--define <NAME[=T]>': `2` is no name; write letters, digits and _, without a digit in front
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -D A=`B",
            expect![[r#"
            error: invalid value 'A=`B' for '--define <NAME[=T]>': ``B` is no text of a macro; write ASCII without `, \ and comments
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -P WIDTH=16 -P WIDTH=8",
            expect![[r#"
            error: -P WIDTH is given twice; give it once
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -D A=1 -D A=2",
            expect![[r#"
            error: -D A is given twice; give it once
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -U A -D A=2",
            expect![[r#"
            error: -D A defines the macro that -U A leaves undefined; leave out one of them
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -P WIDTH=16 -U QUIET",
            expect![[r#"
            error: formats.sv: -U QUIET: -D QUIET defines this macro; leave out one of them
        "#]],
        ),
        (
            "-f list.f --verilog top.sv -I nowhere",
            expect![[r#"
            error: nowhere: no folder; -I names the folder of included files
        "#]],
        ),
        (
            "-f inner.f --verilog top.sv -P WIDTH=16",
            expect![[r#"
            error: top.sv:4: `include "result.svh": result.svh: No such file or directory (os error 2)
        "#]],
        ),
        (
            "-f list.f --verilog top.sv --verilog top.sv -P WIDTH=16",
            expect![[r#"
                error: top.sv: it is named twice, by --verilog or in a list; name it once
            "#]],
        ),
        (
            "-I include",
            expect![[r#"
            error: the following required arguments were not provided: <--verilog <FILE>|--file-list <LIST>>; `halfpipe eval --help` says what is allowed
        "#]],
        ),
    ] {
        check(command, &expected);
    }
}

#[test]
fn a_conditional_that_the_settings_decide_is_read() {
    let text = "module neg_f16 (input [15:0] a, output [15:0] d);
    wire is_nan = &a[14:10] && |a[9:0];
`ifdef SYNTHESIS
    assign d = is_nan ? 16'h7fff : {~a[15], a[14:0]};
`else
    assign d = a;
`endif
endmodule
";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("neg.v"), text).unwrap();
    for (setting, expected) in [
        ("-D SYNTHESIS", (": holds, ", 0)),
        ("-U SYNTHESIS", (": fails, ", 1)),
        (
            "",
            (
                "neg.v:3: conditional on SYNTHESIS: some tools predefine this macro, so they read another circuit; \
                 choose one with -D SYNTHESIS or -U SYNTHESIS\n",
                2,
            ),
        ),
    ] {
        let (said, status) = run(folder.path(), &format!("prove neg.f16 --verilog neg.v {setting}"));
        assert!(said.contains(expected.0) && status == expected.1, "{setting}: {said}");
    }
}
