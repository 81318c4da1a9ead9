//! Tests of the list of programs, and of those that `halfpipe tools install` and `make tools` install.

use halfpipe_fpga::FAMILIES;
use halfpipe_tools::{programs, Tool};

#[test]
fn every_program_has_a_command_of_its_own() {
    let commands: Vec<&str> = programs().map(Tool::command).collect();
    let routers = FAMILIES.iter().filter(|family| family.router.is_some());
    assert_eq!(commands.len(), Tool::common_tools().count() + 2 * routers.count());
    for (index, command) in commands.iter().enumerate() {
        assert!(!commands[index + 1..].contains(command), "{command}");
    }
}

#[test]
fn the_installed_tools_have_versions() {
    for tool in programs().filter(|tool| tool.is_pinned()) {
        let version = tool.version().unwrap_or_else(|error| panic!("{error}"));
        let has_option = tool.program().version_argument.is_some();
        assert_eq!(version.is_some(), has_option, "{tool}");
    }
}
