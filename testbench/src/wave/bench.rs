//! Waveform of a module behind a handshake: its package's testbench under Verilator.

use std::path::Path;
use std::process::Command;

use halfpipe_hdl::export::{BenchVector, Package};
use halfpipe_tools::files::write_files;
use halfpipe_tools::folder::temporary_folder;
use halfpipe_tools::Tool;

use super::save::SaveFile;
use super::scope::Shown;
use super::{WaveError, WaveFiles};
use crate::engine::command::run_command;
use crate::engine::EngineError;

/// The name of the dump in its folder.
const DUMP: &str = "wave.vcd";

/// The program that Verilator makes.
const PROGRAM: &str = "bench";

/// The statement that writes every net of the testbench, before the end of its module.
const DUMPING: &str = "    initial begin\n        $dumpfile(\"wave.vcd\");\n        $dumpvars;\n    end\n\nendmodule\n";

/// Runs vectors through a module in its package's testbench. Writes `MODULE.vcd` with the nets of the Verilog into the folder
/// `out`, and a save file for GTKWave that shows the ports. Returns the files, and what the testbench says of mismatches.
///
/// # Errors
///
/// When a file cannot be written, or Verilator is missing or fails.
pub fn write_bench(
    package: &Package,
    verilog: &str,
    vectors: &[BenchVector],
    out: &Path,
) -> Result<(WaveFiles, Option<String>), WaveError> {
    let module = package.module();
    let (dump, said) = run(module, verilog, &package.testbench(vectors))?;
    let [vcd, save] = ["vcd", "gtkw"].map(|ending| format!("{module}.{ending}"));
    let view = view(package, &vcd, &save);
    write_files(out, &[(vcd.as_str(), &dump[..]), (save.as_str(), view.as_bytes())])?;
    let files = WaveFiles {
        vcd: out.join(vcd),
        save: Some(out.join(save)),
        surfer: None,
        pictures: Vec::new(),
        scripts: Vec::new(),
        mismatch: None,
    };
    Ok((files, said))
}

/// Runs a testbench. Returns its dump, and its output if it found a mismatch.
fn run(module: &str, verilog: &str, testbench: &str) -> Result<(Vec<u8>, Option<String>), EngineError> {
    for needed in [Tool::Perl, Tool::Make, Tool::Compiler] {
        needed.find()?;
    }
    let failed = |error: std::io::Error| EngineError::Stopped {
        module: module.to_owned(),
        message: error.to_string(),
    };
    let folder = temporary_folder()?;
    let body = testbench.trim_end().trim_end_matches("endmodule");
    for (name, text) in [("module.v", verilog), ("bench.v", &format!("{body}{DUMPING}"))] {
        std::fs::write(folder.path().join(name), text).map_err(failed)?;
    }
    let mut command = Command::new(Tool::Verilator.find()?);
    let options = "--binary --timing --trace --timescale 1ns/1ns -j 2 --Mdir build -Wno-fatal -Wno-lint -Wno-style";
    command
        .args(options.split_whitespace())
        // Verilator's makefile refuses a folder whose name has blanks, if it knows the name.
        .args(["-MAKEFLAGS", "CURDIR=."])
        // The program runs for less time than optimisation would take.
        .args([
            "-MAKEFLAGS",
            "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0",
        ])
        .args(["--top-module", &format!("{module}_tb"), "-o", PROGRAM])
        .args(["module.v", "bench.v"])
        .current_dir(folder.path());
    run_command(Tool::Verilator, command, module)?;
    let program = folder.path().join("build").join(PROGRAM);
    let output = Command::new(program)
        .current_dir(folder.path())
        .output()
        .map_err(failed)?;
    let dump = std::fs::read(folder.path().join(DUMP)).map_err(failed)?;
    let said = String::from_utf8_lossy(&output.stdout);
    let own = said.lines().filter(|line| line.starts_with(&format!("{module}: ")));
    let own: Vec<&str> = own.collect();
    Ok((dump, (!output.status.success()).then(|| own.join("\n"))))
}

/// Returns the save file: the inputs, and the outputs.
fn view(package: &Package, dump: &str, name: &str) -> String {
    let mut file = SaveFile::new(package.module());
    file.text += &format!("[dumpfile] \"{dump}\"\n");
    file.own_name(name);
    file.usual_window();
    for (title, is_input) in [("inputs", true), ("outputs", false)] {
        file.begin_group(title, true);
        for port in package.ports().iter().filter(|port| port.is_input() == is_input) {
            let range = match port.width {
                1 => String::new(),
                width => format!("[{}:0]", width - 1),
            };
            let path = format!("{}_tb.dut.{}{range}", package.module(), port.name);
            file.trace(&path, port.width, Shown::Hexadecimal);
        }
        file.end_group(title, true);
    }
    file.text
}
