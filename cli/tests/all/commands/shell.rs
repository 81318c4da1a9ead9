//! Shell integration: completions, manual pages, colours, exit statuses.

use crate::common::{commands, files_in, halfpipe, printed};

#[test]
fn completions_know_every_command_and_its_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&format!("completions {shell}"));
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        assert!(script.contains("stream") && script.contains("latency"), "{shell}");
    }
}

#[test]
fn bash_completes_with_the_script() {
    let lines = [
        ("halfpipe gen", "generate"),
        (
            "halfpipe eval fma.rn.oob.relu.bf",
            "fma.rn.oob.relu.bf16 fma.rn.oob.relu.bf16x2",
        ),
        ("halfpipe verify neg.f16 abs.b", "abs.bf16 abs.bf16x2"),
        (
            "halfpipe list ta",
            "tanh tanh.approx.f16 tanh.approx.f16x2 tanh.approx.bf16 tanh.approx.bf16x2",
        ),
        ("halfpipe explain fp", "fpu"),
        ("halfpipe board run mul.rn.ftz.sat.f16x", "mul.rn.ftz.sat.f16x2"),
    ];
    let mut script = printed("completions bash");
    script += "\nask() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _halfpipe halfpipe \"${COMP_WORDS[-1]}\" \"${COMP_WORDS[-2]}\"; ";
    script += "echo \"${COMPREPLY[@]}\"; }\n";
    script.extend(lines.map(|(line, _)| format!("ask {line}\n")));
    let output = std::process::Command::new("bash")
        .args(["--norc", "-c", &script])
        .output()
        .expect("bash starts");
    let completed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        completed.lines().collect::<Vec<_>>(),
        lines.map(|(_, completed)| completed)
    );
}

#[test]
fn completions_know_mnemonics_and_the_help_is_not_flooded_with_them() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&format!("completions {shell}"));
        // Only these generators complete positional arguments.
        if ["bash", "fish", "zsh"].contains(&shell) {
            assert!(script.contains("fma.rn.oob.relu.bf16x2"), "{shell}");
        }
    }
    let fish = printed("completions fish");
    for condition in [
        "using_subcommand eval\"",
        "using_subcommand board; and __fish_seen_subcommand_from ulx3s\"",
    ] {
        let found = fish
            .lines()
            .any(|line| line.contains(condition) && line.contains(" -f -a \"fpu add.rn.f16 "));
        assert!(found, "{condition}");
    }
    assert!(!printed("eval --help").contains("fma.rn.oob.relu.bf16x2"));
}

#[test]
fn every_command_has_a_manual_page_with_its_exit_status() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe("man");
    command.arg("--out").arg(folder.path()).assert().success();
    let pages = files_in(folder.path());
    let mut named = vec!["halfpipe.1".to_owned()];
    named.extend(commands().iter().map(|command| format!("halfpipe-{command}.1")));
    for page in &pages {
        let text = std::fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(text.contains("Exit status"), "{page}");
        assert!(text.contains(".SH SYNOPSIS"), "{page}");
        named.extend(pages_named_in(&text));
    }
    named.sort();
    named.dedup();
    assert!(named.contains(&"halfpipe-board-run.1".to_owned()), "{named:?}");
    assert_eq!(pages, named);
}

/// Returns the files of the pages to which a page refers, as `halfpipe\-eval(1)`.
fn pages_named_in(text: &str) -> Vec<String> {
    let text = text.replace('\\', "");
    let words = text.split(|letter: char| letter.is_whitespace() || letter == ',');
    let names = words.filter_map(|word| word.strip_suffix("(1)"));
    let own = names.filter(|name| name.starts_with("halfpipe-"));
    own.map(|name| format!("{name}.1")).collect()
}

#[test]
fn every_help_says_what_the_exit_statuses_mean() {
    for command in commands().iter().map(String::as_str).chain([""]) {
        let help = printed(&format!("{command} --help"));
        assert_eq!(help.matches("Exit status: ").count(), 1, "{command}: {help}");
    }
}

#[test]
fn colours_are_for_terminals() {
    let complained = |variable: Option<&str>| {
        let mut command = halfpipe("list --frobnicate");
        command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
        variable.map(|name| command.env(name, "1"));
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    // The test is not a terminal, unless it asks to be treated as one.
    assert!(complained(None).starts_with("error: "));
    assert!(complained(Some("NO_COLOR")).starts_with("error: "));
    assert!(complained(Some("CLICOLOR_FORCE")).starts_with("\u{1b}["));
}
