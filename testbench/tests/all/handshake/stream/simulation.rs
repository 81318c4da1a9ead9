//! Simulation of every form of stream under Verilator, all in one design, against the model of the instruction.

use std::fmt::Write as _;

use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::export::verilog;
use halfpipe_isa::Operand;
use halfpipe_simulation::model;
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_test_support::share;
use halfpipe_testbench::engine::verilator::{DriverProgram, DRIVER_OPTIONS};

use super::faults::{self, FAULTS};
use super::{ITERATIVE, UNITS};

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
fn compile(design: &str) -> DriverProgram {
    let files = [("streams.v", design), ("drive.cpp", include_str!("drive.cpp"))];
    // The program runs for less time than optimisation would take.
    DriverProgram::build("streams", DRIVER_OPTIONS, "-O0", &files).unwrap()
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

/// One form of stream in so many is run, unless all are.
const ONE_IN: usize = 20;

#[test]
fn streams_lose_nothing_and_keep_the_rules_under_random_stalls() {
    let units = UNITS.iter().enumerate();
    let units = units.filter(|(place, unit)| unit.instruction().has_flags() || share::is_tried(*place, ONE_IN));
    let units = units.map(|(_, unit)| *unit).chain(ITERATIVE.iter());
    let units: Vec<Design> = units.cloned().collect();
    let design: String = units.iter().map(sources).collect();
    let program = compile(&(design + &all_streams(&units)));
    let (kept, said) = program.drive(&orders(units.iter().map(|unit| (unit, BEATS)))).unwrap();
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
    let program = compile(&(design + &top));
    for (index, fault) in FAULTS.iter().enumerate() {
        // The others stay idle, and an idle stream breaks no rule.
        let beats = |stream| if stream == index { BEATS } else { 0 };
        let streams: Vec<(&Design, usize)> = units.iter().enumerate().map(|(i, unit)| (unit, beats(i))).collect();
        let (kept, said) = program.drive(&orders(streams.into_iter())).unwrap();
        assert!(!kept && said.contains(fault.complaint), "{}: {said}", fault.text.wrong);
    }
}
