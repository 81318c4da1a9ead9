//! Tests that each board's bitstream meets its clock.

use halfpipe_figures::latency::default_latency;
use halfpipe_fpga::board::{Board, HX8K, ICEBREAKER, TANG_NANO_20K, TANG_NANO_9K, ULX3S};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::File;
use halfpipe_isa::Instruction;
use halfpipe_synth::board::{build, sources, Bitstream};
use halfpipe_synth::Error;
use halfpipe_yosys::Yosys;

fn unit(mnemonic: &str, latency: Option<u32>) -> Design {
    let instruction: Instruction = mnemonic.parse().unwrap();
    Design::unit(instruction, latency.unwrap_or(default_latency(instruction))).unwrap()
}

fn bitstream(board: &Board, mnemonic: &str) -> Bitstream {
    let built = build(board, &unit(mnemonic, None), None).unwrap_or_else(|error| panic!("{}: {error}", board.name));
    let report = &built.report;
    assert!(report.fmax_mhz >= f64::from(board.clock), "{report:?}");
    // The registers of the serial port alone are more.
    assert!(report.area.flip_flops > 100 && report.area.luts > 100, "{report:?}");
    built
}

/// True if the bytes have the preamble of the family's bitstreams near their beginning.
fn has(bytes: &[u8], preamble: &[u8]) -> bool {
    bytes.windows(preamble.len()).take(512).any(|window| window == preamble)
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn icebreaker() {
    let built = bitstream(&ICEBREAKER, "fma.rn.f16");
    assert_eq!(built.name, "fma_rn_f16.bin");
    assert!(has(&built.bytes, &[0x7E, 0xAA, 0x99, 0x7E]));
    assert!(built.bytes.len() > 100_000, "{} bytes", built.bytes.len());
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn hx8k_breakout() {
    let built = bitstream(&HX8K, "add.rn.f16x2");
    assert_eq!(built.name, "add_rn_f16x2.bin");
    assert!(has(&built.bytes, &[0x7E, 0xAA, 0x99, 0x7E]));
    assert!(built.bytes.len() > 130_000, "{} bytes", built.bytes.len());
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn ulx3s() {
    let built = bitstream(&ULX3S, "mul.rn.bf16x2");
    assert_eq!(built.name, "mul_rn_bf16x2.bit");
    assert!(has(&built.bytes, &[0xFF, 0xFF, 0xBD, 0xB3]));
    assert!(built.bytes.len() > 500_000, "{} bytes", built.bytes.len());
}

/// True if a Gowin bitstream has a line. Its lines consist of 0 and 1.
fn has_line(built: &Bitstream, line: &str) -> bool {
    let mut lines = std::str::from_utf8(&built.bytes).unwrap().lines();
    lines.any(|found| found == line)
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn tang_nano_9k() {
    let built = bitstream(&TANG_NANO_9K, "mul.rn.f16");
    assert_eq!(built.name, "mul_rn_f16.fs");
    assert!(has_line(&built, "1010010111000011"));
    assert!(built.bytes.len() > 2_000_000, "{} bytes", built.bytes.len());
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn tang_nano_20k() {
    let built = bitstream(&TANG_NANO_20K, "add.rn.f16");
    assert_eq!(built.name, "add_rn_f16.fs");
    assert!(has_line(&built, "1010010111000011"));
    assert!(built.bytes.len() > 4_000_000, "{} bytes", built.bytes.len());
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn a_core() {
    let core = ["neg.f16", "add.f32.bf16"].map(|mnemonic| mnemonic.parse().unwrap());
    let core = Design::core(&core, 2).unwrap();
    let built = build(&ICEBREAKER, &core, None).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (built.name.as_str(), built.report.mnemonic.as_str()),
        ("halfpipe_fpu.bin", "fpu")
    );
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn a_missed_clock_is_an_error_that_names_both_frequencies() {
    let error = build(&ICEBREAKER, &unit("fma.rn.f16", Some(0)), None).unwrap_err();
    let Error::TooSlow { clock, fmax, .. } = error else {
        panic!("{error}")
    };
    assert!(fmax < f64::from(clock), "{fmax} MHz");
}

#[test]
fn yosys_has_no_complaint_about_the_sources() {
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    let some = ["neg.f16", "add.f32.f16", "fma.rn.f16x2"].map(|mnemonic| mnemonic.parse().unwrap());
    let core = |latency| Design::core(&some, latency).unwrap();
    for (board, design) in [
        (&ICEBREAKER, unit("neg.f16", Some(0))),
        (&HX8K, unit("add.f32.f16", Some(2))),
        (&ULX3S, unit("fma.rn.f16x2", Some(3))),
        (&ULX3S, core(0)),
        (&HX8K, core(2)),
    ] {
        let files = sources(board, &design, None);
        let (sources, others): (Vec<_>, Vec<_>) = files.into_iter().partition(File::is_verilog);
        let header = others.iter().find(|file| file.name == "board.vh").unwrap();
        // The check has no include files. The header replaces the line that includes it.
        let sources: Vec<_> = sources
            .into_iter()
            .map(|file| (file.name, file.text.replace("`include \"board.vh\"", &header.text)))
            .collect();
        let check = yosys.check(&sources).unwrap();
        assert!(check.is_clean(), "{}: {check:?}", design.interface().title());
    }
}
