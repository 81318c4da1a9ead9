//! A full or closed output: every command ends with status 1.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use halfpipe_test_support::share;

use crate::common::{commands, files_in, process};

/// A run of each command that prints something.
const RUNS: [&str; 19] = [
    "list",
    "list --json",
    "explain fma.rn.f16",
    "generate neg.f16",
    "generate fpu --instructions neg.f16",
    "build",
    "eval neg.f16 3c00",
    "eval neg.f16",
    "verify neg.f16 --vectors 10",
    "prove neg.f16 --method exhaustive --engine simulator --json",
    "prove neg.f16",
    "wave neg.f16",
    "synth neg.f16 --seeds 0 --latency 0",
    "board hx8k neg.f16 --latency 0 --out made",
    "filter f16",
    "doctor",
    // The folder of the tools depends on the machine.
    "tools --help",
    "completions bash",
    "man",
];

const HELP: [&str; 4] = ["--help", "--version", "generate --help", "help eval"];

/// Runs a command in a folder with a project file and input data.
fn run(arguments: &str, folder: &Path, output: Stdio) -> Output {
    std::fs::write(folder.join("halfpipe.toml"), "[[module]]\ninstruction = \"neg.f16\"\n").unwrap();
    let mut child = process(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(b"3c00\n");
    child.wait_with_output().unwrap()
}

/// Commands that start tools before they print.
const SLOW: [&str; 2] = ["board", "doctor"];

/// Runs every command with such an output, but for the skipped ones. Each must end with status 1 and this error message.
fn all_fail_on(output: impl Fn() -> Stdio, complaint: &str, skipped: &[&str]) {
    for command in commands() {
        assert!(
            RUNS.iter().any(|run| run.split(' ').next() == Some(&command)),
            "{command}"
        );
    }
    let is_skipped = |run: &&&str| run.split(' ').next().is_some_and(|command| skipped.contains(&command));
    for arguments in RUNS.iter().chain(&HELP).filter(|run| !is_skipped(run)) {
        let folder = tempfile::tempdir().unwrap();
        let outcome = run(arguments, folder.path(), output());
        assert_eq!(outcome.status.code(), Some(1), "{arguments}");
        assert_eq!(String::from_utf8(outcome.stderr).unwrap(), complaint, "{arguments}");
    }
}

#[test]
fn a_full_output_is_complained_of() {
    all_fail_on(
        || File::options().write(true).open("/dev/full").unwrap().into(),
        "error: cannot write the output: No space left on device (os error 28)\n",
        &[],
    );
}

#[test]
fn nobody_is_told_that_an_output_is_closed() {
    let skipped = if share::all() { &[][..] } else { &SLOW };
    all_fail_on(|| std::io::pipe().unwrap().1.into(), "", skipped);
}

#[test]
fn a_full_error_stream_changes_no_status() {
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let status = |arguments: &str| process(arguments).stderr(full()).status().unwrap();
    assert_eq!(status("explain nothing").code(), Some(2));
    assert_eq!(status("board run --port /nowhere neg.f16 0001").code(), Some(1));
}

/// Runs `verify` with its waveform written to `file`.
fn with_wave(folder: &Path, file: &str, output: Stdio) {
    let run = run(
        &format!("verify neg.f16 --latency 0 --vectors 10 --vcd {file}"),
        folder,
        output,
    );
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn a_wave_goes_into_a_pipe_a_device_or_a_stream_that_stays() {
    use std::os::unix::fs::FileTypeExt;

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    let names = |expected: &[&str]| {
        let names = files_in(folder.path()).into_iter();
        assert_eq!(
            names.filter(|name| name != "halfpipe.toml").collect::<Vec<_>>(),
            expected
        );
    };
    let made = Command::new("mkfifo").arg(path("pipe.vcd")).status().unwrap();
    assert!(made.success());
    let held = File::options().read(true).write(true).open(path("pipe.vcd")).unwrap();
    with_wave(folder.path(), "pipe.vcd", Stdio::null());
    assert!(path("pipe.vcd").symlink_metadata().unwrap().file_type().is_fifo());
    let reader = File::open(path("pipe.vcd")).unwrap();
    drop(held);
    let piped = std::io::read_to_string(reader).unwrap();
    assert!(piped.contains("$enddefinitions"), "{piped}");
    with_wave(folder.path(), "/dev/null", Stdio::null());
    assert!(Path::new("/dev/null")
        .symlink_metadata()
        .unwrap()
        .file_type()
        .is_char_device());
    names(&["pipe.vcd"]);

    // The command's report must appear too.
    with_wave(
        folder.path(),
        "/dev/stdout",
        File::create(path("printed")).unwrap().into(),
    );
    let printed = read("printed");
    assert!(
        printed.contains(&piped) && printed.contains("engine simulator"),
        "{printed}"
    );
    names(&["pipe.vcd", "printed"]);

    std::os::unix::fs::symlink("real.vcd", path("link.vcd")).unwrap();
    with_wave(folder.path(), "link.vcd", Stdio::null());
    assert!(path("link.vcd").is_symlink());
    assert_eq!(read("real.vcd"), piped);
    let views = ["halfpipe-f16.sh", "link.gtkw", "link.surf.ron"];
    names(&[&views[..], &["link.vcd", "pipe.vcd", "printed", "real.vcd"]].concat());
}

#[test]
fn a_run_that_waits_for_the_reader_of_a_pipe_can_be_interrupted() {
    // The pipe is the dump, or one of a module's files. It holds less than the command writes.
    let runs = [
        ("wave.vcd", "verify dot8.rn.f32.f16 --vectors 10 --vcd wave.vcd"),
        ("fma_rn_f16_tb.v", "generate fma.f16 --no-check --latency 2 --package"),
    ];
    for (pipe, arguments) in runs {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(pipe);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let mut run = process(arguments)
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut reader = File::open(&path).unwrap();
        reader.read_exact(&mut [0]).unwrap();
        let kill = format!("kill -INT {}", run.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert_eq!(run.wait().unwrap().code(), Some(130), "{arguments}");
        assert_eq!(files_in(folder.path()), [pipe]);
    }
}
