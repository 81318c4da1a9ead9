//! Drawn command lines, project files and Verilog files: each ends with an exit status of the documentation, soon, and without a panic.

mod command_lines;
mod project_files;
mod verilog_files;

use std::ffi::OsString;
use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use wait_timeout::ChildExt;

use crate::common::process;

/// The processor time after which the system ends a run, in seconds. It is a fault then.
const LIMIT: u32 = 20;

/// The time after which a run that waits without computing is stopped, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(200);

/// The memory of a run in KiB. A run that needs more fails at an allocation, and aborts.
const MEMORY: u32 = 4 << 20;

/// The exit statuses of the documentation that a run without an interruption may have.
const STATUSES: [i32; 4] = [0, 1, 2, 3];

/// Words that no option and no file takes, or that test its limits.
const HOSTILE: [&str; 34] = [
    "",
    " ",
    "-",
    "--",
    "-1",
    "-0",
    "+1",
    "00",
    "1.5",
    "1e400",
    "0x10",
    "1_000",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "NaN",
    "inf",
    "１２",
    "é",
    "ﬀ.f16",
    "add.rn.f16\u{0}x",
    "\u{feff}neg.f16",
    "\u{202e}61f.gen",
    "neg.f16\n",
    "*",
    "***************************************************a",
    ",",
    ",,neg.f16",
    "=",
    "/",
    "../../../../../../../../../nowhere/x",
];

/// A run of the command: its arguments and its standard input.
struct Run {
    arguments: Vec<OsString>,
    input: Vec<u8>,
}

/// The external tools that a run finds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tools {
    /// None.
    None,
    /// Those of the tests.
    Pinned,
}

/// Returns one of a list.
fn one<'l, T: ?Sized>(list: &[&'l T], random: &mut ChaCha8Rng) -> &'l T {
    list.choose(random).expect("the list is not empty")
}

/// Spoils a text a few times, at least `least` times, and at times puts a byte into it that is no text.
fn spoil_often(
    mut text: String,
    least: u32,
    random: &mut ChaCha8Rng,
    spoil: impl Fn(&str, &mut ChaCha8Rng) -> String,
) -> Vec<u8> {
    for _ in 0..random.random_range(least..4) {
        if !text.is_empty() {
            text = spoil(&text, random);
        }
    }
    let mut input = text.into_bytes();
    if random.random_range(0..20) == 0 {
        let place = random.random_range(0..=input.len());
        input.insert(place, 0xFF);
    }
    input
}

/// Runs a command in a folder. Returns its status, or a complaint if it does not end as it
/// should.
fn status(run: &Run, tools: Tools, folder: &Path) -> Result<i32, String> {
    let files = ["in", "out", "errors"].map(|name| folder.join(format!(".{name}")));
    let [input, output, errors] = &files;
    std::fs::write(input, &run.input).unwrap();
    let whole = process("");
    let mut command = Command::new("/bin/sh");
    command
        .args([
            "-c",
            &format!("ulimit -v {MEMORY}; ulimit -t {LIMIT}; ulimit -c 0; exec \"$0\" \"$@\""),
        ])
        .arg(whole.get_program())
        .args(&run.arguments)
        .current_dir(folder)
        .env_clear()
        .env("HALFPIPE_PROGRESS", "off")
        .env("HALFPIPE_CACHE", folder.join("cache"))
        .env("HOME", folder.join("home"))
        .stdin(File::open(input).unwrap())
        .stdout(File::create(output).unwrap())
        .stderr(File::create(errors).unwrap());
    for name in ["PATH", "HALFPIPE_TOOLS"] {
        match (tools, std::env::var_os(name)) {
            (Tools::Pinned, Some(value)) => command.env(name, value),
            (Tools::Pinned, None) => &mut command,
            (Tools::None, _) => command.env(name, "/nowhere"),
        };
    }
    let mut child = command.spawn().unwrap();
    let status = child.wait_timeout(PATIENCE).unwrap();
    if status.is_none() {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let errors = String::from_utf8_lossy(&std::fs::read(errors).unwrap()).into_owned();
    let code = status.and_then(|status| status.code());
    code.filter(|code| STATUSES.contains(code) && !errors.contains("panicked at"))
        .ok_or_else(|| format!("{:?}\n  status {status:?}\n{errors}", run.arguments))
}

/// Runs all, each in a folder of its own that `prepare` fills, and fails with the complaints. Some must succeed, and some must be
/// refused.
fn assert_statuses(runs: &[Run], tools: Tools, prepare: impl Fn(&Run, &Path) + Sync) {
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let folder = tempfile::tempdir().unwrap();
                    prepare(run, folder.path());
                    let outcome = status(run, tools, folder.path());
                    outcomes.lock().unwrap().push(outcome);
                }
            });
        }
    });
    let (statuses, complaints): (Vec<_>, Vec<_>) = outcomes.into_inner().unwrap().into_iter().partition(Result::is_ok);
    let complaints: Vec<String> = complaints.into_iter().filter_map(Result::err).collect();
    assert!(
        complaints.is_empty(),
        "{} runs:\n{}",
        complaints.len(),
        complaints.join("\n")
    );
    let count = |status: i32| statuses.iter().filter(|one| **one == Ok(status)).count();
    let counts = STATUSES.map(count);
    println!("runs with status 0 to 3: {counts:?}");
    assert!(counts[0] > 0 && counts[2] > 0, "{counts:?}");
}
