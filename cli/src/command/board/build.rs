//! `board` with the name of a board: bitstreams.

use std::io::Write;

use halfpipe_fpga::board::Board;
use halfpipe_hdl::design::Interface;
use halfpipe_isa::Instruction;
use halfpipe_request::render::{generate_command, FLAGS_OPTION, ROUNDING_OPTION};
use halfpipe_request::request::LatencyChoice;
use halfpipe_synth::board::{self, Bitstream, BitstreamReport};
use halfpipe_tools::files::write_files;
use serde::Serialize;

use crate::arguments::board::build::Arguments;
use crate::error::Error;
use crate::interrupt;
use crate::json::write_json;

/// The name of the report's file.
const REPORT: &str = "report.json";

/// The report with the names of all files.
#[derive(Serialize)]
struct Listing<'b> {
    #[serde(flatten)]
    report: &'b BitstreamReport,
    bitstream: &'b str,
    sources: Vec<&'b str>,
}

impl Listing<'_> {
    fn new(built: &Bitstream) -> Listing<'_> {
        Listing {
            report: &built.report,
            bitstream: &built.name,
            sources: built.sources.iter().map(|file| file.name.as_str()).collect(),
        }
    }
}

/// Builds the bitstream and writes it with its Verilog and report.
pub fn run(board: &Board, arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if arguments.core.ports.flags {
        return Err(Error::usage(format!(
            "{FLAGS_OPTION} is not available on boards: answers on the serial port carry results only"
        )));
    }
    let latency = LatencyChoice::from_number(arguments.latency);
    let design = arguments.core.design(&arguments.mnemonic, latency)?;
    check(design.interface())?;
    let built = board::build(board, &design, design.spec().as_ref().map(generate_command).as_deref())
        .map_err(Error::failure)?;
    let listing = Listing::new(&built);
    let report = serde_json::to_string_pretty(&listing).map_err(Error::failure)? + "\n";
    let texts = built
        .sources
        .iter()
        .map(|file| (file.name.as_str(), file.text.as_bytes()));
    let own = [(REPORT, report.as_bytes()), (&built.name, &built.bytes)];
    let files: Vec<(&str, &[u8])> = texts.chain(own).collect();
    interrupt::uninterrupted(|| write_files(&arguments.out, &files))?;
    if arguments.json {
        return write_json(&listing, output);
    }
    let BitstreamReport {
        mnemonic,
        latency,
        clock_mhz,
        fmax_mhz,
        area,
        ..
    } = &built.report;
    writeln!(
        output,
        "{mnemonic} at latency {latency} on {}: {fmax_mhz:.1} MHz where the clock has {clock_mhz} MHz; {} LUT4, {} carry, {} \
         DSP, {} flip-flops",
        board.title,
        area.luts,
        area.carries,
        area.dsps,
        area.flip_flops
    )?;
    if let Some(remark) = built.report.target.family().remark {
        writeln!(output, "{remark}")?;
    }
    for (name, _) in files {
        writeln!(output, "{}", arguments.out.join(name).display())?;
    }
    Ok(())
}

/// Refuses a core of anything but the arithmetic of PTX, and a unit with a rounding port. A request names its instruction in
/// one byte, and its rounding nowhere.
fn check(interface: &Interface) -> Result<(), Error> {
    let is_refused = |instruction: &Instruction| {
        if interface.is_core() {
            !Instruction::arithmetic().contains(instruction)
        } else {
            instruction.has_rounding_port()
        }
    };
    match interface.instructions().find(is_refused) {
        None => Ok(()),
        Some(other) if other.has_rounding_port() => Err(Error::usage(format!(
            "{other} is not available on boards: leave out {ROUNDING_OPTION}, and name a rounding"
        ))),
        Some(other) => Err(Error::usage(format!(
            "{other} is not available in a core on a board, which takes the arithmetic instructions of PTX; build a board of {other} \
             alone"
        ))),
    }
}
