//! The build of a board's bitstream from its sources.

use halfpipe_fpga::board::{Board, TOP};
use halfpipe_fpga::Router;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::File;
use halfpipe_tools::folder::{read, temporary_folder, write};
use halfpipe_tools::run::run;
use halfpipe_tools::Tool;
use halfpipe_yosys::statistics::parse_design;
use halfpipe_yosys::Yosys;
use serde::Serialize;

use super::sources;
use crate::error::Error;
use crate::measure::Area;
use crate::nextpnr::{parse_report, route};

/// The seed of the placement.
const SEED: u32 = 1;

/// The netlist that Yosys hands to nextpnr.
const NETLIST: &str = "netlist.json";

/// The layout that nextpnr hands to the packer.
const LAYOUT: &str = "layout";

/// The file of Yosys' cell counts.
const CELLS: &str = "cells.json";

/// The file of nextpnr's timing report.
const TIMING: &str = "timing.json";

/// A bitstream that meets the board's clock, with its sources and its report.
#[derive(Clone, Debug)]
pub struct Bitstream {
    /// The name of its file.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// The sources.
    pub sources: Vec<File>,
    /// The report of its build.
    pub report: BitstreamReport,
}

/// The results of a build.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BitstreamReport {
    /// The board's name.
    pub board: &'static str,
    /// Its FPGA.
    pub target: Target,
    /// The instruction, or `fpu`.
    pub mnemonic: String,
    /// Its latency in clocks.
    pub latency: u32,
    /// The frequency of the board's clock, in MHz.
    pub clock_mhz: u32,
    /// The highest clock frequency of the design, in MHz.
    pub fmax_mhz: f64,
    /// The seed of the placement.
    pub seed: u32,
    /// The cells of the whole design.
    pub area: Area,
}

/// Builds the bitstream of `board` with `design` in it. The file of the design names the command that generates it, if
/// one is given.
///
/// # Errors
///
/// [`Error::TooSlow`] when the design does not meet the board's clock. Other errors when a tool is missing or refuses
/// the design, for example because it does not fit.
pub fn build(board: &Board, design: &Design, command: Option<&str>) -> Result<Bitstream, Error> {
    let (target, family) = (board.target, board.target.family());
    let yosys = Yosys::find()?;
    let tools = target.router()?;
    let [router, packer] = [tools.program, tools.packer].map(Tool::OfFamily);
    let (router, packer_path) = (router.find()?, packer.find()?);
    let folder = temporary_folder()?;
    let folder = folder.path();
    let sources = sources(board, design, command);
    for file in &sources {
        write(&folder.join(&file.name), &file.text)?;
    }
    yosys.run(folder, "board.ys", &synthesis(board, &sources))?;
    let area = Area::new(family, parse_design(&read(&folder.join(CELLS))?)?);
    route(tools, &router, folder, &routing(board, tools), board.title)?;
    let fmax_mhz = parse_report(&read(&folder.join(TIMING))?, SEED)?.fmax;
    if fmax_mhz < f64::from(board.clock) {
        return Err(Error::TooSlow {
            what: format!("{} at latency {}", design.interface().mnemonic(), design.latency()),
            board: board.title,
            clock: board.clock,
            fmax: fmax_mhz,
        });
    }
    let name = format!("{}.{}", design.name(), tools.bitstream);
    run(packer, &packer_path, folder, &packing(target, tools, &name))?;
    let path = folder.join(&name);
    Ok(Bitstream {
        bytes: std::fs::read(&path).map_err(halfpipe_tools::Error::file(path))?,
        name,
        sources,
        report: BitstreamReport {
            board: board.name,
            target,
            mnemonic: design.interface().mnemonic(),
            latency: design.latency(),
            clock_mhz: board.clock,
            fmax_mhz,
            seed: SEED,
            area,
        },
    })
}

/// Returns the Yosys script for the sources of a board.
pub fn synthesis(board: &Board, sources: &[File]) -> String {
    let verilog = sources.iter().filter(|file| file.is_verilog());
    let names: Vec<&str> = verilog.map(|file| file.name.as_str()).collect();
    let (reading, synthesis) = (board.target.read_verilog_command(), board.target.synthesis());
    let repair = board.target.repair();
    format!(
        "{reading} {}\n{synthesis} -top {TOP}\n{repair}tee -q -o {CELLS} stat -json\nwrite_json {NETLIST}\n",
        names.join(" ")
    )
}

/// Returns the router's arguments. A missed clock is no error of the router: the build reports it with the frequency
/// reached.
pub fn routing(board: &Board, router: &Router) -> Vec<String> {
    let (clock, seed) = (board.clock.to_string(), SEED.to_string());
    let own = ["--json", NETLIST, "--report", TIMING, "--freq", &clock, "--seed", &seed];
    let part = board.target.device().part.iter();
    let words = part.chain(&own).chain(&["--timing-allow-fail"]);
    let words = words.map(|word| (*word).to_owned());
    let files = [
        Router::with_file(router.pins, board.constraints.name),
        Router::with_file(router.layout, LAYOUT),
    ];
    words.chain(files.concat()).collect()
}

/// Returns the packer's arguments.
pub fn packing(target: Target, router: &Router, bitstream: &str) -> Vec<String> {
    let device = target.device().packing.iter().map(|word| (*word).to_owned());
    let input = Router::with_file(router.input, LAYOUT);
    let output = Router::with_file(router.output, bitstream);
    input.into_iter().chain(output).chain(device).collect()
}
