//! Verilog files drawn from a right one by repeating, cutting and spoiling its text, and by adding what a reader may not expect.

use halfpipe_test_support::{seed, share};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{assert_statuses, one, spoil_often, Run, Tools, HOSTILE};
use crate::faults::external::corpus::generated;

/// The number of files. A test of a commit tries half of them.
const COUNT: usize = 200;

/// Lines for any place in the module.
const PIECES: [&str; 52] = [
    "`include \"/dev/zero\"",
    "`include \"/dev/null\"",
    "`include \"pipe\"",
    "`include \".\"",
    "`include \"variant.v\"",
    "`include \"nowhere.vh\"",
    "`define M `M",
    "`define M(x) `M(`M(x))\nwire m = `M(1);",
    "`ifdef A",
    "`else",
    "`endif",
    "`line 4294967295 \"x\" 3",
    "`pragma protect begin",
    "`begin_keywords \"1364-1995\"",
    "reg [15:0] m [0:1]; initial $readmemh(\"/dev/zero\", m);",
    "reg [15:0] m [0:1]; initial $readmemh(\"pipe\", m);",
    "reg [15:0] m [0:1]; initial $readmemh(\"\", m);",
    "reg m [0:2147483647];",
    "reg m [-2147483648:2147483647];",
    "wire [2147483647:0] w;",
    "wire [16777215:0] w = 1;",
    "wire [0:-1] w; wire [-1:-5] v = w;",
    "wire [1'bx:0] w;",
    "wire [15:0] w = {100000000{1'b1}};",
    "wire [15:0] w = {0{1'b1}};",
    "wire [15:0] w = {-1{1'b1}};",
    "wire [15:0] w = 1 << 2147483647;",
    "wire [15:0] w = 2 ** 2147483647;",
    "wire [15:0] w = 1000000000'd1;",
    "wire [15:0] w = 16'd99999999999999999999999999999999999999999;",
    "wire [15:0] w = 'hzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz;",
    "wire [15:0] w = 1.0e99999;",
    "wire [15:0] w = 5 / 0 + 5 % 0;",
    "genvar i; generate for (i = 0; i < 1; i = i) begin : g wire w; end endgenerate",
    "genvar i; generate for (i = 0; i < 1000000; i = i + 1) begin : g wire w; end endgenerate",
    "function integer f; input integer x; f = f(x); endfunction localparam F = f(1);",
    "function integer f; input integer x; while (1) f = x; endfunction localparam F = f(1);",
    "integer i; always @* for (i = 0; i < 2147483647; i = i + 1) d[0] = i;",
    "integer i; initial repeat (2147483647) i = i + 1;",
    "always @* while (1) ;",
    "always ;",
    "always @(*) d = d + 1;",
    "parameter P = P;",
    "parameter P = Q; parameter Q = P;",
    "defparam min_f16.P = 1;",
    "min_f16 again (.clock(clock), .reset(reset), .enable(enable), .in_valid(in_valid), .a(a), .b(b), .out_valid(), .d());",
    "assign d = d;",
    "SB_RAM40_4K ram ();",
    "DSP48E1 #(.AREG(9)) dsp (.A(a));",
    "specify (a => d) = 1; endspecify",
    "primitive p (o, i); output o; input i; table 0 : 1; endtable endprimitive",
    "class c; rand int x; endclass covergroup g; endgroup bind min_f16 p p(); import \"DPI-C\" function int f(); program q; endprogram",
];

/// Marks that a file may repeat without end.
const NESTED: [&str; 12] = [
    "(",
    "{",
    "begin ",
    "~",
    "-(",
    "a ? b : ",
    "if (a) ",
    "case (a) 0: ",
    "`M(",
    "/*",
    "generate ",
    "a[",
];

/// Spoils a text in one way.
fn spoiled(text: &str, random: &mut ChaCha8Rng) -> String {
    let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
    let mut place = || places[random.random_range(0..places.len())];
    let (first, second) = (place(), place());
    let (first, second) = (first.min(second), first.max(second));
    let line = text[..first].rfind('\n').map_or(0, |end| end + 1);
    let with = |added: &str| format!("{}{added}\n{}", &text[..line], &text[line..]);
    match random.random_range(0..20) {
        0..=8 => with(one(&PIECES, random)),
        9 => with(one(&HOSTILE, random)),
        10 => {
            let mark = one(&NESTED, random).repeat(random.random_range(1..20_000));
            with(&format!("assign d = {mark}"))
        }
        11 => {
            let count = random.random_range(1..2_000);
            let chain = "(".repeat(count) + "a" + &" + 1)".repeat(count);
            with(&format!("wire [15:0] chain = {chain};"))
        }
        12 => with(&format!("wire {};", "x".repeat(random.random_range(1..200_000)))),
        13 => {
            let count = random.random_range(1..5_000);
            with(
                &(0..count)
                    .map(|number| format!("wire w{number} = a[0];\n"))
                    .collect::<String>(),
            )
        }
        14 => format!("{}{}", &text[..first], &text[second..]),
        15 => text[..first.max(1)].to_owned(),
        16 => format!("{}{}", &text[..second], &text[first..]),
        17 => text.replace('\n', one(&["\r", "\r\n", " ", "\0\n", "\\\n"], random)),
        18 => text.replace(
            "wire",
            one(&["reg", "tri", "logic", "supply0", "real", "event", ""], random),
        ),
        _ => format!("{}{}{}", &text[..first], one(&HOSTILE, random), &text[first..]),
    }
}

#[test]
fn no_verilog_file_ends_in_a_panic_or_without_end_at_any_seed() {
    let mut random = seed::random();
    let right = generated();
    let drawn = |_| {
        let input = spoil_often(right.clone(), 0, &mut random, spoiled);
        let name = if random.random_range(0..3) == 0 {
            "variant.sv"
        } else {
            "variant.v"
        };
        let command = match random.random_range(0..8) {
            0 => vec![
                "verify",
                "min.f16",
                "--latency",
                "1",
                "--vectors",
                "100",
                "--engine",
                "gates",
            ],
            _ => vec!["prove", "min.f16", "--latency", "1"],
        };
        let arguments = command.into_iter().chain(["--verilog", name]);
        Run {
            arguments: arguments.map(Into::into).collect(),
            input,
        }
    };
    let runs: Vec<Run> = (0..share::count(COUNT / 4, COUNT)).map(drawn).collect();
    assert_statuses(&runs, Tools::Pinned, |run, folder| {
        std::fs::write(
            folder.join(run.arguments.last().expect("the file is named")),
            &run.input,
        )
        .unwrap();
        let pipe = std::process::Command::new("mkfifo").arg(folder.join("pipe")).status();
        assert!(pipe.unwrap().success());
    });
}
