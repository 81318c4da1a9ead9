//! Simulation of every form of stream under Verilator, all in one design, against the model of the instruction.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::export::verilog;
use halfpipe_isa::Operand;
use halfpipe_test_support::share;
use halfpipe_testbench::model;
use halfpipe_testbench::stimulus::Stimulus;
use halfpipe_tools::Tool;

use super::faults::{self, FAULTS};
use super::{tool, ITERATIVE, UNITS};

/// The number of beats that each stream is given.
const BEATS: usize = 5000;

const SEED: u32 = 11;

/// Returns a unit and its stream with the latency in their names, so that several latencies fit into one design.
fn renamed(unit: &Design) -> Design {
    let spec = DesignSpec {
        name: Some(format!("{}_latency{}", unit.name(), unit.latency())),
        ..unit.spec().expect("it computes an instruction")
    };
    Design::from_spec(&spec).expect("it has the latency")
}

/// Returns the Verilog of a unit and its stream under that name.
fn sources(unit: &Design) -> String {
    let unit = renamed(unit);
    let stream = unit.stream();
    verilog(stream.inner().expect("a stream has a unit")) + &verilog(&stream)
}

/// Returns a module with all streams side by side. Each port has one word for every stream, and `s_tdata` three.
fn all_streams(units: &[Design]) -> String {
    let words = |count: usize| format!("[{}:0]", 32 * count * units.len() - 1);
    let (one, three) = (words(1), words(3));
    let mut text = format!(
        "module streams (
    input wire aclk, input wire aresetn,
    input wire {one} s_tvalid, output wire {one} s_tready, input wire {three} s_tdata, input wire {one} s_tlast,
    output wire {one} m_tvalid, input wire {one} m_tready, output wire {one} m_tdata, output wire {one} m_tlast
);\n"
    );
    for (index, unit) in units.iter().enumerate() {
        let stream = renamed(unit).stream();
        let name = stream.name();
        let connections: Vec<String> = stream
            .interface()
            .ports()
            .iter()
            .map(|port| {
                let outer = port.name.replace("_axis", "");
                let low = 32 * index * if outer == "s_tdata" { 3 } else { 1 };
                match outer.as_str() {
                    "aclk" | "aresetn" => format!(".{0}({0})", port.name),
                    _ => format!(".{}({outer}[{low} +: {}])", port.name, port.width),
                }
            })
            .collect();
        let _ = writeln!(text, "    {name} stream{index} ({});", connections.join(", "));
        // The remaining bits of a word.
        let width = stream.interface().outputs().map(|port| port.width).sum::<u32>();
        if width < 32 {
            let (low, left) = (32 * index as u32 + width, 32 - width);
            let _ = writeln!(text, "    assign m_tdata[{low} +: {left}] = {left}'d0;");
        }
    }
    text + "endmodule\n"
}

/// Compiles the design and the program that drives it.
fn compile(design: &str, folder: &Path) -> PathBuf {
    std::fs::write(folder.join("streams.v"), design).unwrap();
    std::fs::write(folder.join("drive.cpp"), include_str!("drive.cpp")).unwrap();
    // Verilator's build runs these tools.
    [Tool::Perl, Tool::Make, Tool::Compiler]
        .into_iter()
        .for_each(|needed| drop(tool(needed)));
    let options =
        "--cc --exe --build -j 2 -O3 --x-assign fast --x-initial unique -Wno-fatal -Wno-WIDTH --top-module streams";
    let output = Command::new(tool(Tool::Verilator))
        .args(options.split_whitespace())
        // Verilator's makefile refuses a folder whose name has blanks, if it knows the name.
        .args(["-MAKEFLAGS", "CURDIR=."])
        // The program runs for less time than optimisation would take.
        .args([
            "-MAKEFLAGS",
            "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0",
        ])
        .args(["--Mdir", "build", "streams.v", "drive.cpp"])
        .current_dir(folder)
        .output()
        .expect("Verilator starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder.join("build/Vstreams")
}

/// Packs the operands or results from the lowest bit on into words.
fn packed(operands: &[Operand], values: &[u64]) -> [u32; 3] {
    let mut bits = 0u128;
    let mut low = 0;
    for (operand, value) in operands.iter().zip(values) {
        bits |= u128::from(*value) << low;
        low += operand.width();
    }
    [bits as u32, (bits >> 32) as u32, (bits >> 64) as u32]
}

/// Returns the program's input: the number of beats of each stream, its operands and their results.
fn orders<'u>(streams: impl ExactSizeIterator<Item = (&'u Design, usize)>) -> Vec<u8> {
    let mut words = vec![SEED, streams.len() as u32];
    for (unit, beats) in streams {
        let instruction = unit.instruction();
        let is_iterative = u32::from(unit.interface().is_iterative());
        words.extend([unit.stream().latency(), is_iterative, beats as u32]);
        let mut stimulus = Stimulus::new(instruction, SEED.into());
        for _ in 0..beats {
            let signature = instruction.signature();
            let operands: Vec<u64> = stimulus.any().words(signature.operands().len()).collect();
            words.extend(packed(signature.operands(), &operands));
            words.push(packed(signature.results(), &model::results(instruction, &operands))[0]);
        }
    }
    words.into_iter().flat_map(u32::to_ne_bytes).collect()
}

/// Runs the program. Returns whether every rule was kept, and the program's output.
fn drive(program: &Path, orders: &[u8]) -> (bool, String) {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the model starts");
    child.stdin.take().unwrap().write_all(orders).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

/// One form of stream in so many is run, unless all are.
const ONE_IN: usize = 20;

#[test]
fn streams_lose_nothing_and_keep_the_rules_under_random_stalls() {
    let folder = tempfile::tempdir().unwrap();
    let units = UNITS.iter().enumerate();
    let units = units.filter(|(place, unit)| unit.instruction().has_flags() || share::is_tried(*place, ONE_IN));
    let units = units.map(|(_, unit)| *unit).chain(ITERATIVE.iter());
    let units: Vec<Design> = units.cloned().collect();
    let design: String = units.iter().map(sources).collect();
    let program = compile(&(design + &all_streams(&units)), folder.path());
    let (kept, said) = drive(&program, &orders(units.iter().map(|unit| (unit, BEATS))));
    assert!(kept, "{said}");
}

#[test]
fn faults_of_a_stream_are_found() {
    let unit = faults::unit();
    let sound = sources(unit);
    let units = vec![unit.clone(); FAULTS.len()];
    let (mut design, mut top) = (String::new(), all_streams(&units));
    // One stream for each fault, side by side, each under its own name.
    for (index, fault) in FAULTS.iter().enumerate() {
        let [own, broken] = ["_latency2".to_owned(), format!("_latency2_fault{index}")];
        design += &fault.text.inject(&sound).replace(&own, &broken);
        let instance = |own: &str| format!("{own}_stream stream{index} ");
        assert!(top.contains(&instance(&own)));
        top = top.replace(&instance(&own), &instance(&broken));
    }
    let folder = tempfile::tempdir().unwrap();
    let program = compile(&(design + &top), folder.path());
    for (index, fault) in FAULTS.iter().enumerate() {
        // The others stay idle, and an idle stream breaks no rule.
        let beats = |stream| if stream == index { BEATS } else { 0 };
        let streams: Vec<(&Design, usize)> = units.iter().enumerate().map(|(i, unit)| (unit, beats(i))).collect();
        let (kept, said) = drive(&program, &orders(streams.into_iter()));
        assert!(!kept && said.contains(fault.complaint), "{}: {said}", fault.text.wrong);
    }
}
