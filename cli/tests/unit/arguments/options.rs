use super::*;

#[test]
fn each_option_of_a_command_on_modules_has_a_row() {
    let definition = crate::arguments::definition();
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

#[test]
fn each_command_has_each_kind_or_a_reason() {
    for command in COMMANDS {
        for kind in ModuleKind::ALL {
            let has_reason = command.others.iter().any(|(others, _)| others.contains(&kind));
            assert_ne!(command.kinds.contains(&kind), has_reason, "{} {kind}", command.name);
        }
    }
}
