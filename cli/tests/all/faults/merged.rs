//! Multiply-adds whose product is no word of the netlist: the synthesiser merged it into the adder behind it.

use halfpipe_faults::text::replaced;
use halfpipe_yosys::Yosys;
use tempfile::TempDir;

use super::foreign::{run, write};
use crate::common::for_each;

/// The product goes into one adder with the addend, in its own window.
const MERGED: [(&str, &str); 4] = [
    ("    wire [21:0] product = digits_a * digits_b;\n", ""),
    ("    wire [47:0] first = {13'b0, product, 13'b0};\n", ""),
    (
        "wire less = first < second;",
        "wire [47:0] addend = second ^ {48{differ}};
         wire [22:0] middle = digits_a * digits_b + addend[34:13];
         wire [13:0] high = addend[47:35] + middle[22];
         wire less = differ & ~high[13];",
    ),
    (
        "!differ ? first + second : less ? second - first : first - second;",
        "!differ ? {high, middle[21:0], addend[12:0]} :
         less ? {1'b0, ~{high[12:0], middle[21:0], addend[12:0]}} : {high[12:0], middle[21:0], addend[12:0]} + 1'b1;",
    ),
];

/// Faults that a simulation does not meet.
const FAULTS: [(&str, &str); 3] = [
    (
        "digits_a * digits_b + addend",
        "(digits_a ^ (a == 16'h5234 & b == 16'h4321)) * digits_b + addend",
    ),
    (
        "addend[34:13];",
        "{addend[34:14], addend[13] ^ (a[14:0] == 15'h5234 & b[14:0] == 15'h4321 & c == 16'h5101)};",
    ),
    (
        "minus = sum == 0",
        "minus = a == 16'h1234 & b == 16'h4321 & c == 16'h3c01 ? ~sign : sum == 0",
    ),
];

/// Writes the netlist of a core with generic gates.
fn synthesise(folder: &TempDir, name: &str, text: &str) {
    write(folder.path(), "core.v", text);
    let script = format!("read_verilog core.v\nsynth -flatten -top aligned_fma\nwrite_verilog -noattr {name}.v\n");
    let yosys = Yosys::find().unwrap();
    yosys.run(folder.path(), "synthesise.ys", &script).unwrap();
}

fn merged() -> String {
    let core = include_str!("cores/aligned_fma.v").to_owned();
    let change = |text: String, (from, to): &(&str, &str)| replaced(&text, from, to);
    MERGED.iter().fold(core, change)
}

#[test]
fn a_product_that_is_merged_into_an_adder_is_proven() {
    let folder = TempDir::new().unwrap();
    synthesise(&folder, "merged", &merged());
    let (said, status) = run(folder.path(), "prove fma.rn.f16 --latency 0 --verilog merged.v");
    assert!(
        status == 0 && said.contains("  generic found addend "),
        "status {status}\n{said}"
    );
}

#[test]
fn faults_around_a_merged_product_are_never_proven() {
    let folder = TempDir::new().unwrap();
    for (number, (from, to)) in FAULTS.iter().enumerate() {
        synthesise(&folder, &format!("fault{number}"), &replaced(&merged(), from, to));
    }
    let complaints = for_each(&[0, 1, 2], |number| {
        let command = format!("prove fma.rn.f16 --latency 0 --verilog fault{number}.v --time-limit 40");
        let (said, status) = run(folder.path(), &command);
        let is_refuted = status == 1 && said.contains(": fails, ");
        // A sum that is none is compared with the module, which may take long.
        let is_open = status == 3 && *number < 2;
        (!is_refuted && !is_open).then(|| format!("fault {number}: status {status}\n{said}"))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
