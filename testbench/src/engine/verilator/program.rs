//! Programs that Verilator builds from modules and a driver in C++, for handshakes that react to the module in each cycle.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use halfpipe_tools::folder::{temporary_folder, write};
use halfpipe_tools::Tool;
use tempfile::TempDir;

use crate::engine::command::run_command;
use crate::engine::EngineError;

/// The options of a program with a driver.
pub const DRIVER_OPTIONS: &str = "--cc --exe -O3 --x-assign fast --x-initial unique --build";

/// The name of the program.
const PROGRAM: &str = "program";

/// A program in a folder of its own.
#[derive(Debug)]
pub struct DriverProgram {
    folder: TempDir,
    top: String,
}

impl DriverProgram {
    /// Builds a program around the module `top`, with these options of Verilator and this optimisation of the C++. Files
    /// are names and texts: Verilog, C++, headers, and settings of Verilator.
    ///
    /// # Errors
    ///
    /// Returns an error if a tool is missing or fails.
    pub fn build(
        top: &str,
        options: &str,
        optimisation: &str,
        files: &[(&str, &str)],
    ) -> Result<DriverProgram, EngineError> {
        // Verilator's build runs these tools.
        for needed in [Tool::Perl, Tool::Make, Tool::Compiler] {
            needed.find()?;
        }
        let folder = temporary_folder()?;
        for (name, text) in files {
            write(&folder.path().join(name), text)?;
        }
        let make = format!("OPT_FAST={optimisation} OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0");
        let mut command = Command::new(Tool::Verilator.find()?);
        command
            .args(options.split_whitespace())
            .args(["-j", "2", "-Wno-fatal", "-Wno-lint", "-Wno-style"])
            // Verilator's makefile refuses a folder whose name has blanks, if it knows the name.
            .args(["-MAKEFLAGS", "CURDIR=.", "-MAKEFLAGS", &make])
            .args(["--top-module", top, "--Mdir", "build", "-o", PROGRAM])
            .args(files.iter().map(|(name, _)| name).filter(|name| !name.ends_with(".h")))
            .current_dir(folder.path());
        run_command(Tool::Verilator, command, top)?;
        Ok(DriverProgram {
            folder,
            top: top.to_owned(),
        })
    }

    /// Returns the folder in which the program runs.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs the program on its standard input.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not run, or succeeds before it has read its input.
    pub fn run(&self, input: &[u8]) -> Result<Output, EngineError> {
        let failed = |error: std::io::Error| self.stopped(error.to_string());
        let mut child = Command::new(self.folder().join("build").join(PROGRAM))
            .current_dir(self.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let written = child.stdin.take().expect("standard input is a pipe").write_all(input);
        let output = child.wait_with_output().map_err(failed)?;
        // A program that finds a fault leaves the rest of its input unread.
        if output.status.success() {
            written.map_err(failed)?;
        }
        Ok(output)
    }

    /// Runs a driver on words. Returns whether it finds nothing wrong, and what it prints.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not run to its end: its exit status is neither 0 nor 1.
    pub fn drive(&self, input: &[u8]) -> Result<(bool, String), EngineError> {
        let Output { status, stdout, stderr } = self.run(input)?;
        let printed = [stdout, stderr].concat();
        let printed = String::from_utf8_lossy(&printed).into_owned();
        match status.code() {
            Some(code @ (0 | 1)) => Ok((code == 0, printed)),
            _ => Err(self.stopped(format!("{status}: {}", printed.trim()))),
        }
    }

    fn stopped(&self, message: String) -> EngineError {
        EngineError::Stopped {
            module: self.top.clone(),
            message,
        }
    }
}

/// A module among others with the same ports.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The name of the module, and its parameters.
    pub module: String,
    /// The widths of its inputs and outputs.
    pub widths: Vec<u32>,
}

/// Returns a module `top` with all instances side by side. Its input `which` selects the one whose `in_valid` may be 1
/// and whose outputs are shown. Each port, beside the clock, has a name and a width that is enough for all.
pub fn side_by_side(top: &str, inputs: &[(&str, u32)], outputs: &[(&str, u32)], instances: &[Instance]) -> String {
    let mut ports = vec!["input wire clock".to_owned(), "input wire [7:0] which".to_owned()];
    for (direction, named) in [("input", inputs), ("output", outputs)] {
        let port = |(name, width): &(&str, u32)| format!("{direction} wire {} {name}", range(*width));
        ports.extend(named.iter().map(port));
    }
    let mut text = format!("\nmodule {top} ({});\n", ports.join(", "));
    for (place, Instance { module, widths }) in instances.iter().enumerate() {
        let (input_widths, output_widths) = widths.split_at(inputs.len());
        let mut connections = vec![".clock(clock)".to_owned()];
        connections.extend(inputs.iter().zip(input_widths).map(|((name, _), width)| match *name {
            "in_valid" => format!(".in_valid(in_valid && which == {place})"),
            _ => format!(".{name}({name}{})", range(*width)),
        }));
        for ((name, _), width) in outputs.iter().zip(output_widths) {
            let _ = writeln!(text, "    wire {} {name}_{place};", range(*width));
            connections.push(format!(".{name}({name}_{place})"));
        }
        let _ = writeln!(text, "    {module} instance_{place} ({});", connections.join(", "));
    }
    for (name, width) in outputs {
        let shown: Vec<String> = (0..instances.len())
            .map(|place| format!("({{{width}{{which == {place}}}}} & {name}_{place})"))
            .collect();
        let _ = writeln!(text, "    assign {name} = {};", shown.join(" | "));
    }
    text + "endmodule\n"
}

/// Returns the range of a vector of this width in Verilog.
fn range(width: u32) -> String {
    format!("[{}:0]", width - 1)
}
