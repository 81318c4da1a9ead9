//! Readers of external files that are missing a part, or die.

use std::os::unix::fs::symlink;
use std::path::Path;

use halfpipe_tools::Tool;

use super::corpus::generated;
use crate::common::{halfpipe, program};

/// Returns the output and status of `prove` on a right file, with a folder's programs as the only external tools.
fn verdict(programs: &Path) -> (String, i32) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("min_f16.v"), generated()).unwrap();
    let mut command = halfpipe("prove min.f16 --latency 1 --verilog min_f16.v");
    command
        .current_dir(folder.path())
        .env("PATH", format!("{}:/usr/bin:/bin", programs.display()))
        .env("HALFPIPE_TOOLS", "/nowhere")
        .env("HALFPIPE_CACHE", folder.path().join("cache"));
    let output = command.output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (said, output.status.code().unwrap())
}

/// Puts an external tool into a folder of programs.
fn link(programs: &Path, tool: Tool, name: &str) {
    symlink(tool.find().unwrap(), programs.join(name)).unwrap();
}

#[test]
fn a_yosys_without_slang_is_refused_with_the_command_to_type() {
    let programs = tempfile::tempdir().unwrap();
    link(programs.path(), Tool::Slang, "halfpipe-slang");
    link(programs.path(), Tool::Verilator, "verilator");
    let lines = "case \"$*\" in *-V*) echo 'Yosys 0.60 (git sha1 abc)'; exit 0;; esac\n\
                 echo 'ERROR: No such command: read_slang'\nexit 1\n";
    program(programs.path(), "yosys", lines);
    let (said, status) = verdict(programs.path());
    assert!(
        said.contains("it has no read_slang; run `halfpipe tools install`"),
        "{said}"
    );
    assert_eq!(status, 1);
}

#[test]
fn a_program_of_facts_that_dies_is_a_refusal() {
    let programs = tempfile::tempdir().unwrap();
    for (tool, name) in [(Tool::Yosys, "yosys"), (Tool::Verilator, "verilator")] {
        link(programs.path(), tool, name);
    }
    for lines in ["kill -SEGV $$\n", "exit 3\n"] {
        program(programs.path(), "halfpipe-slang", lines);
        let (said, status) = verdict(programs.path());
        assert!(
            said.starts_with("error: ") && said.contains("or stops"),
            "{lines}: {said}"
        );
        assert_eq!(status, 2);
    }
}
