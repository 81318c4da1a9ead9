use super::*;

#[test]
fn each_command_has_each_kind_or_a_reason() {
    for command in COMMANDS {
        for kind in ModuleKind::ALL {
            let has_reason = command.others.iter().any(|(others, _)| others.contains(&kind));
            assert_ne!(command.kinds.contains(&kind), has_reason, "{} {kind}", command.name);
        }
    }
}
