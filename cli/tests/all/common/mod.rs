//! Helpers that run the command and check its output.
#![allow(dead_code, missing_docs, reason = "each test file uses a part of this")]

use std::path::Path;
use std::process::Command as Process;

use assert_cmd::cargo::CommandCargoExt;
use assert_cmd::Command;
use expect_test::Expect;

/// Make variables for the fastest build of a short Verilator simulation: one file, without optimisation. They go into
/// the environment as `MAKEFLAGS`.
pub const SOON: &str = "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0";

/// Returns the command with these arguments, separated by blanks.
pub fn halfpipe(arguments: &str) -> Command {
    Command::from_std(process(arguments))
}

/// Returns the same command as a process with configurable streams. Its output is independent of the machine's speed.
pub fn process(arguments: &str) -> Process {
    let mut process = Process::cargo_bin("halfpipe").unwrap();
    process
        .args(arguments.split_whitespace())
        .env("HALFPIPE_PROGRESS", "off");
    process
}

/// Returns the commands that the help lists.
pub fn commands() -> Vec<String> {
    let help = printed("--help");
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.map_while(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Runs a command and compares it with the expectation: output, messages and exit status.
pub fn check(mut command: Command, expected: Expect) {
    let output = command.output().unwrap();
    let status = output
        .status
        .code()
        .map_or("killed".to_owned(), |code| code.to_string());
    let (said, complained) = (text(output.stdout), text(output.stderr));
    let complained: String = complained.lines().map(|line| format!("! {line}\n")).collect();
    expected.assert_eq(&format!("{said}{complained}status {status}\n"));
}

/// Runs a command, given by its arguments, and compares it with the expectation.
pub fn check_arguments(arguments: &str, expected: Expect) {
    check(halfpipe(arguments), expected);
}

/// Returns the output of a command, which must succeed.
pub fn printed(arguments: &str) -> String {
    let output = halfpipe(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments}: {}", text(output.stderr));
    text(output.stdout)
}

/// Writes a program into a folder: a shell script of these lines.
#[cfg(unix)]
pub fn program(folder: &Path, name: &str, lines: &str) {
    use std::os::unix::fs::PermissionsExt;

    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns the search path with this folder in front.
pub fn path_with(folder: &Path) -> std::ffi::OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).expect("folders without a colon")
}

/// Returns the sorted names of a folder's files, hidden ones included.
pub fn files_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

pub fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Applies `work` to each item, on as many threads as there are processors. Returns the results in order.
pub fn for_each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut done = Vec::new();
                    loop {
                        let item = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        match items.get(item) {
                            Some(of_item) => done.push((item, work(of_item))),
                            None => return done,
                        }
                    }
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    done.sort_by_key(|(item, _)| *item);
    done.into_iter().map(|(_, result)| result).collect()
}
