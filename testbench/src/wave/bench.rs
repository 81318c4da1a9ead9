//! Waveform of a module behind a handshake: its package's testbench under Verilator.

use std::path::Path;

use halfpipe_hdl::export::{BenchVector, Package};
use halfpipe_simulation::wave::Shown;
use halfpipe_tools::files::write_files;

use super::save::SaveFile;
use super::{WaveError, WaveFiles};
use crate::engine::verilator::DriverProgram;
use crate::engine::EngineError;

/// The name of the dump in its folder.
const DUMP: &str = "wave.vcd";

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
        ..WaveFiles::default()
    };
    Ok((files, said))
}

/// Runs a testbench. Returns its dump, and its output if it found a mismatch.
fn run(module: &str, verilog: &str, testbench: &str) -> Result<(Vec<u8>, Option<String>), EngineError> {
    let bench = testbench.trim_end().trim_end_matches("endmodule").to_owned() + DUMPING;
    // The program runs for less time than optimisation would take.
    let program = DriverProgram::build(
        &format!("{module}_tb"),
        "--binary --timing --trace --timescale 1ns/1ns",
        "-O0",
        &[("module.v", verilog), ("bench.v", &bench)],
    )?;
    let output = program.run(&[])?;
    let dump = program.folder().join(DUMP);
    let dump = std::fs::read(&dump).map_err(halfpipe_tools::cache::failed(&dump))?;
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
