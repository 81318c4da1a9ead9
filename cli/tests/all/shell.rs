//! What belongs to a command at home in a shell: completions, manual pages, colours, exit statuses.

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
    let script = printed("completions bash");
    let question =
        "\nCOMP_WORDS=(halfpipe gen); COMP_CWORD=1; _halfpipe halfpipe gen halfpipe; echo \"${COMPREPLY[@]}\"";
    let output = std::process::Command::new("bash")
        .args(["--norc", "-c", &(script + question)])
        .output()
        .expect("bash starts");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "generate\n");
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

/// The files of the pages that a page refers to, as `halfpipe\-eval(1)`.
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
    // The test is no terminal, unless it says that it would like to be treated as one.
    assert!(complained(None).starts_with("error: "));
    assert!(complained(Some("NO_COLOR")).starts_with("error: "));
    assert!(complained(Some("CLICOLOR_FORCE")).starts_with("\u{1b}["));
}
