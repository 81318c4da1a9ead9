//! The reference of commands, `docs/commands.md`. Its second part is the help of each command.
//!
//! `UPDATE_EXPECT=1` updates the page.

use expect_test::expect_file;

use crate::common::printed;

/// The heading above the generated part.
const HELP: &str = "## Help\n";

/// Returns the names of the commands, in the order of `halfpipe --help`.
fn commands() -> Vec<String> {
    let help = printed("--help");
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| line.starts_with("  "));
    let names = listed.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn the_page_of_commands_has_the_help_of_each() {
    let page = include_str!("../../../../docs/commands.md");
    let (written, _) = page.split_once(HELP).unwrap();
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    let help = commands.iter().map(|command| {
        let help = printed(&format!("{command} --help"));
        format!("\n### {command}\n\n```text\n{help}```\n")
    });
    let page = format!("{written}{HELP}{}", help.collect::<String>());
    expect_file!["../../../../docs/commands.md"].assert_eq(&page);
}
