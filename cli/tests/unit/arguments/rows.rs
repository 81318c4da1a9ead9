//! The rows of options beside the definition of the command line.

use halfpipe_request::arguments::options::{find, OPTIONS};
use halfpipe_request::kind::COMMANDS;

#[test]
fn each_option_of_a_command_on_modules_has_a_row() {
    let definition = super::definition();
    let mut used = Vec::new();
    for command in COMMANDS {
        let defined = definition.find_subcommand(command.name).expect(command.name);
        for option in defined.get_arguments().filter_map(clap::Arg::get_long) {
            let row = find(command.name, option);
            let row = row.unwrap_or_else(|| panic!("{} --{option} has no row", command.name));
            used.push((row.commands, row.name));
        }
    }
    for row in OPTIONS {
        assert!(
            used.contains(&(row.commands, row.name)),
            "no command has --{}",
            row.name
        );
    }
}
