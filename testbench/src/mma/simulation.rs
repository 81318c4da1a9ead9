//! Simulation of tiles under Verilator.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use halfpipe_hdl::mma::MmaSpec;
use halfpipe_tools::folder::temporary_folder;
use halfpipe_tools::Tool;
use tempfile::TempDir;

use super::matrix::{Steps, TileStep};
use crate::engine::command::run_command;
use crate::engine::EngineError;

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DriveOutcome {
    /// The number of steps.
    pub steps: u64,
    /// The number of results.
    pub results: u64,
    /// The number of clock cycles.
    pub cycles: u64,
    /// The first rule that the module broke.
    pub fault: Option<String>,
}

/// Several tiles in one simulated design.
#[derive(Debug)]
pub struct TileSimulation {
    folder: TempDir,
    tiles: Vec<MmaSpec>,
    /// The numbers of 32-bit words of A, B, and C or D in the design.
    words: [usize; 3],
}

/// The least number of 32-bit words of a port. Verilator has one type for all ports from this width on.
const LEAST_WORDS: u32 = 3;

impl TileSimulation {
    /// Compiles tiles with their Verilog. Each has a name of its own.
    ///
    /// # Errors
    ///
    /// Returns an error if a tool is missing or fails.
    pub fn compile(tiles: &[(MmaSpec, String)]) -> Result<TileSimulation, EngineError> {
        let mut design: String = tiles.iter().map(|(_, text)| text.as_str()).collect();
        let tiles: Vec<MmaSpec> = tiles.iter().map(|(spec, _)| spec.clone()).collect();
        let words = [0, 1, 2].map(|port| {
            let widths = tiles.iter().map(|tile| tile.port_bits()[port].div_ceil(32));
            widths.max().unwrap_or(0).max(LEAST_WORDS)
        });
        design += &side_by_side(&tiles, words);
        let [a, b, c] = words;
        let sizes = format!("enum {{ A_WORDS = {a}, B_WORDS = {b}, C_WORDS = {c} }};\n");
        let units = tiles.iter().map(|tile| format!("{}_unit", tile.name()));
        let files = [("sizes.h", sizes), ("drive.cpp", include_str!("drive.cpp").to_owned())];
        Ok(TileSimulation {
            folder: compile("tiles", &design, units, &files)?,
            words: words.map(|words| words as usize),
            tiles,
        })
    }

    /// Runs steps on one of the tiles, with random gaps, stalls and resets of this seed.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not run.
    pub fn run(&self, tile: usize, steps: &Steps, seed: u64) -> Result<DriveOutcome, EngineError> {
        let spec = &self.tiles[tile];
        let mut words = vec![
            seed as u32,
            tile as u32,
            spec.latency,
            spec.slots,
            spec.columns,
            spec.result_bits(),
            steps.steps.len() as u32,
        ];
        let [a, b, c] = self.words;
        let add = |port: &[u32], count: usize, words: &mut Vec<u32>| {
            words.extend((0..count).map(|place| port.get(place).copied().unwrap_or(0)));
        };
        for TileStep {
            slot,
            first,
            last,
            a: row,
            b: column,
            c: addend,
            d: sum,
        } in &steps.steps
        {
            words.push(slot | u32::from(*first) << 8 | u32::from(*last) << 9);
            for (port, count) in [(row, a), (column, b), (addend, c), (sum, c)] {
                add(port, count, &mut words);
            }
        }
        let (is_sound, output) = drive(self.folder.path(), "tiles", spec.name(), &words)?;
        let mut numbers = output.split_whitespace().map(str::parse);
        let mut number = || numbers.next().and_then(Result::ok).unwrap_or(0);
        Ok(if is_sound {
            DriveOutcome {
                steps: steps.steps.len() as u64,
                results: number(),
                cycles: number(),
                fault: None,
            }
        } else {
            DriveOutcome {
                fault: Some(output.trim().to_owned()),
                ..DriveOutcome::default()
            }
        })
    }
}

/// Compiles a design and its driver. `units` are modules that Verilator compiles once for all instances.
pub(super) fn compile(
    top: &str,
    design: &str,
    units: impl Iterator<Item = String>,
    files: &[(&str, String)],
) -> Result<TempDir, EngineError> {
    for needed in [Tool::Perl, Tool::Make, Tool::Compiler] {
        needed.find()?;
    }
    let failed = |error: std::io::Error| EngineError::Stopped {
        module: top.to_owned(),
        message: error.to_string(),
    };
    let folder = temporary_folder()?;
    let mut config = "`verilator_config\n".to_owned();
    for unit in units {
        let _ = writeln!(config, "no_inline -module \"{unit}\"");
    }
    let files = files.iter().map(|(name, text)| (*name, text.as_str()));
    for (name, text) in files.chain([("design.sv", design), ("config.vlt", &config)]) {
        std::fs::write(folder.path().join(name), text).map_err(failed)?;
    }
    let mut command = Command::new(Tool::Verilator.find()?);
    let options = "--cc --exe --build -j 2 -O3 --x-assign fast --x-initial unique -Wno-fatal -Wno-lint -Wno-style";
    command
        .args(options.split_whitespace())
        // Verilator's makefile refuses a folder whose name has blanks, if it knows the name.
        .args(["-MAKEFLAGS", "CURDIR=."])
        // The program runs for less time than more optimisation would take.
        .args([
            "-MAKEFLAGS",
            "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0",
        ])
        .args([
            "--top-module",
            top,
            "--Mdir",
            "build",
            "config.vlt",
            "design.sv",
            "drive.cpp",
        ])
        .current_dir(folder.path());
    run_command(Tool::Verilator, command, top)?;
    Ok(folder)
}

/// Runs a compiled program on words. Returns whether it found nothing wrong, and its output.
pub(super) fn drive(folder: &Path, top: &str, module: &str, words: &[u32]) -> Result<(bool, String), EngineError> {
    let failed = |error: std::io::Error| EngineError::Stopped {
        module: module.to_owned(),
        message: error.to_string(),
    };
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let mut child = Command::new(folder.join(format!("build/V{top}")))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let written = match child.stdin.take() {
        Some(mut input) => input.write_all(&bytes),
        None => Ok(()),
    };
    let output = child.wait_with_output().map_err(failed)?;
    // A program that ends at once leaves the rest of its input unread.
    if output.status.code() != Some(1) {
        written.map_err(failed)?;
    }
    match output.status.code() {
        Some(code @ (0 | 1)) => Ok((code == 0, String::from_utf8_lossy(&output.stdout).into_owned())),
        _ => Err(EngineError::Stopped {
            module: module.to_owned(),
            message: format!("{}: {}", output.status, String::from_utf8_lossy(&output.stdout).trim()),
        }),
    }
}

/// Returns a module with all tiles side by side. `which` selects the one that is offered steps, and shown.
fn side_by_side(tiles: &[MmaSpec], [a, b, c]: [u32; 3]) -> String {
    let inputs = [
        ("reset", 1),
        ("in_valid", 1),
        ("slot", 8),
        ("first", 1),
        ("last", 1),
        ("a", 32 * a),
        ("b", 32 * b),
        ("c", 32 * c),
        ("out_ready", 1),
    ];
    let outputs = [("in_ready", 1), ("out_valid", 1), ("out_slot", 8), ("d", 32 * c)];
    let range = |width: u32| format!("[{}:0]", width - 1);
    let mut ports = vec!["input wire clock".to_owned(), "input wire [7:0] which".to_owned()];
    ports.extend(inputs.map(|(name, width)| format!("input wire {} {name}", range(width))));
    ports.extend(outputs.map(|(name, width)| format!("output wire {} {name}", range(width))));
    let mut text = format!("\nmodule tiles ({});\n", ports.join(", "));
    for (place, tile) in tiles.iter().enumerate() {
        let [a, b, c] = tile.port_bits();
        let own = |name: &str| match name {
            "slot" | "out_slot" => tile.slot_bits(),
            "a" => a,
            "b" => b,
            "c" | "d" => c,
            _ => 1,
        };
        let mut connections = vec![".clock(clock)".to_owned()];
        connections.extend(inputs.map(|(name, _)| match name {
            "in_valid" => format!(".in_valid(in_valid && which == {place})"),
            _ => format!(".{name}({name}{})", range(own(name))),
        }));
        for (name, _) in outputs {
            let _ = writeln!(text, "    wire {} {name}_{place};", range(own(name)));
            connections.push(format!(".{name}({name}_{place})"));
        }
        let _ = writeln!(text, "    {} tile_{place} ({});", tile.name(), connections.join(", "));
    }
    for (name, width) in outputs {
        let shown: Vec<String> = (0..tiles.len())
            .map(|place| format!("({{{width}{{which == {place}}}}} & {name}_{place})"))
            .collect();
        let _ = writeln!(text, "    assign {name} = {};", shown.join(" | "));
    }
    text.replace("in_valid[0:0]", "in_valid")
        .replace("reset(reset[0:0])", "reset(reset)")
        + "endmodule\n"
}
