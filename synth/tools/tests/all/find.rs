//! Tests of the search for external programs, and of the message when one is missing.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use halfpipe_fpga::{Program, BY_TOOLS_INSTALL};
use halfpipe_tools::install::programs_in;
use halfpipe_tools::search_path::{tools_of_checkout, ToolSearchPath};
use halfpipe_tools::tool::TOOLS_FOLDER;
use halfpipe_tools::{Tool, ToolError};

/// A program of a fictitious family.
static ROUTER: Program = Program {
    command: "nextpnr-quarry",
    purpose: "placement and routing for Quarry",
    version_argument: Some("--version"),
    installation: BY_TOOLS_INSTALL,
    is_pinned: true,
    is_needed: true,
};

/// Writes a file that may or may not be executable.
fn program(folder: &Path, name: &str, mode: u32) {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_missing_tool_is_named_with_its_purpose_and_the_way_to_install_it() {
    let empty = tempfile::tempdir().unwrap();
    let places = ToolSearchPath::new(empty.path().as_os_str(), None, None, None, empty.path());
    let router = Tool::OfFamily(&ROUTER);
    let error = router.find_in(&places).unwrap_err();
    assert_eq!(error, ToolError::Missing { tool: router });
    assert_eq!(
        error.to_string(),
        "nextpnr-quarry (placement and routing for Quarry) not found on the PATH or in a tool folder \
         (HALFPIPE_TOOLS); run `halfpipe tools install`"
    );
    let error = Tool::Gtkwave.find_in(&places).unwrap_err().to_string();
    assert!(error.ends_with("; install the Debian package gtkwave"), "{error}");
}

#[test]
fn the_path_comes_before_the_tool_folder() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let (path, tools) = (root.join("path"), root.join("tools"));
    program(&tools, "yosys", 0o755);
    let places = ToolSearchPath::new(path.as_os_str(), Some(tools.as_os_str()), None, None, root);
    assert_eq!(Tool::Yosys.find_in(&places), Ok(tools.join("yosys")));

    program(&path, "yosys", 0o755);
    assert_eq!(Tool::Yosys.find_in(&places), Ok(path.join("yosys")));
}

#[test]
fn a_file_that_cannot_be_executed_is_no_program() {
    let root = tempfile::tempdir().unwrap();
    program(root.path(), "yosys", 0o644);
    fs::create_dir(root.path().join("verilator")).unwrap();
    let places = ToolSearchPath::new(root.path().as_os_str(), None, None, None, root.path());
    assert!(Tool::Yosys.find_in(&places).is_err());
    assert!(Tool::Verilator.find_in(&places).is_err());
}

#[test]
fn the_checkouts_tools_are_for_what_was_built_there() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path().canonicalize().unwrap();
    let checkout = root.join("project");
    let tools = checkout.join(TOOLS_FOLDER);
    program(&tools, "verilator", 0o755);
    for built in [
        "target/release",
        "target/debug/deps",
        "target/x86_64-unknown-linux-gnu/release",
    ] {
        let folder = checkout.join(built);
        program(&folder, "halfpipe", 0o755);
        assert_eq!(
            tools_of_checkout(&folder.join("halfpipe"), &checkout),
            Some(tools.clone())
        );
    }
    // Installed, copied beside the target folder, in another checkout, and nowhere.
    for elsewhere in [
        "bin",
        "project",
        "project/sub",
        "project/target-of-mine",
        "other/target/release",
    ] {
        let folder = root.join(elsewhere);
        program(&folder, "halfpipe", 0o755);
        assert_eq!(
            tools_of_checkout(&folder.join("halfpipe"), &checkout),
            None,
            "{elsewhere}"
        );
    }
    assert_eq!(tools_of_checkout(Path::new(""), &checkout), None);
    assert_eq!(tools_of_checkout(&root.join("bin/halfpipe"), &root.join("none")), None);

    let link = root.join("link");
    std::os::unix::fs::symlink(checkout.join("target/release/halfpipe"), &link).unwrap();
    assert_eq!(tools_of_checkout(&link, &checkout), Some(tools.clone()));

    let places = ToolSearchPath::new(OsStr::new(""), None, Some(&tools), None, &root);
    assert_eq!(Tool::Verilator.find_in(&places), Ok(tools.join("verilator")));
}

#[test]
fn nothing_in_or_above_the_current_folder_is_a_place() {
    let root = tempfile::tempdir().unwrap();
    let current = root.path().join("sub");
    for folder in [root.path(), &current] {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("Cargo.lock"), "").unwrap();
        program(&folder.join(TOOLS_FOLDER), "yosys", 0o755);
        program(folder, "yosys", 0o755);
    }
    for path in ["", ":", "/nowhere:", ":/nowhere", "/nowhere::/elsewhere"] {
        let places = ToolSearchPath::new(OsStr::new(path), Some(OsStr::new("")), None, None, &current);
        assert!(Tool::Yosys.find_in(&places).is_err(), "PATH '{path}'");
    }
    // A path that names the current folder is meant to.
    for (path, found) in [
        (".", "./yosys"),
        ("/nowhere:target/tools/bin", "target/tools/bin/yosys"),
    ] {
        let places = ToolSearchPath::new(OsStr::new(path), None, None, None, &current);
        assert_eq!(Tool::Yosys.find_in(&places), Ok(current.join(found)), "PATH '{path}'");
    }
}

#[test]
fn the_variable_replaces_the_checkouts_tools_and_may_be_relative() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let of_checkout = root.join(TOOLS_FOLDER);
    program(&of_checkout, "yosys", 0o755);
    program(&root.join("own"), "verilator", 0o755);
    let places = ToolSearchPath::new(OsStr::new(""), Some(OsStr::new("own")), Some(&of_checkout), None, root);
    assert_eq!(Tool::Verilator.find_in(&places), Ok(root.join("own/verilator")));
    assert!(Tool::Yosys.find_in(&places).is_err());
}

#[test]
fn the_users_tools_come_last_and_only_when_they_are_whole() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let (own, installation) = (root.join("own"), root.join("data/tools"));
    let of_user = installation.join("bin");
    program(&of_user, "yosys", 0o755);
    assert_eq!(programs_in(&installation), None);
    fs::write(installation.join("installed"), "").unwrap();
    assert_eq!(programs_in(&installation), Some(of_user.clone()));

    let places = ToolSearchPath::new(OsStr::new(""), Some(own.as_os_str()), None, Some(&of_user), root);
    assert_eq!(Tool::Yosys.find_in(&places), Ok(of_user.join("yosys")));
    program(&own, "yosys", 0o755);
    assert_eq!(Tool::Yosys.find_in(&places), Ok(own.join("yosys")));
}
