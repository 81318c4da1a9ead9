//! Programs that run too long.

use std::path::Path;
use std::time::Duration;

use halfpipe_tools::run::run_within;
use halfpipe_tools::{Error, Tool};

/// Runs lines of a shell.
fn shell(lines: &str, limit: Duration) -> Result<(), Error> {
    let folder = tempfile::tempdir().unwrap();
    run_within(Tool::Make, Path::new("/bin/sh"), folder.path(), &["-c", lines], limit)
}

/// More time than any of these programs takes.
const LONG: Duration = Duration::from_secs(60);

#[test]
fn a_program_is_stopped_when_its_time_is_over() {
    let error = shell("exec sleep 600", Duration::from_millis(10)).unwrap_err();
    assert!(matches!(error, Error::TooSlow { .. }), "{error}");
}

#[test]
fn a_program_in_time_prints_as_much_as_it_likes() {
    // More than a pipe holds.
    shell("head -c 1000000 /dev/zero; echo ERROR: none >&2", LONG).unwrap();
    let error = shell("echo ERROR: a wire is missing >&2; exit 3", LONG).unwrap_err();
    assert!(error.to_string().contains("a wire is missing"), "{error}");
}
