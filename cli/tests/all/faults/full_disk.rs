//! A full disk, simulated by a limit on file size. All files of a module are new, or all are old.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use crate::common::{files_in, halfpipe, process};

/// Returns the name and contents of every file in a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |name: &String| std::fs::read(folder.join(name)).unwrap();
    files_in(folder)
        .into_iter()
        .map(|name| (name.clone(), read(&name)))
        .collect()
}

/// Runs a command in a folder with a limit on file size. The unit is a block of 512 or 1024 bytes, depending on the
/// shell. At the limit, the system ends the command with a signal. If the signal is ignored, the command reports that
/// the file is too large.
fn limited(folder: &Path, blocks: u32, ignored: bool, arguments: &str) -> Output {
    let trap = if ignored { "trap '' XFSZ;" } else { "" };
    let whole = process(arguments);
    Command::new("sh")
        .args(["-c", &format!("{trap} ulimit -f {blocks}; exec \"$0\" \"$@\"")])
        .arg(whole.get_program())
        .args(whole.get_args())
        .envs(whole.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The arguments for the old files. In the later command, the testbench is longer than all other files.
const OLD: &str = "generate neg.f16 --package --latency 0";
const NEW: &str = "generate neg.f16 --package --latency 1";
const BLOCKS: u32 = 6;

/// Returns a folder with the old files.
fn written() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    halfpipe(OLD).current_dir(folder.path()).assert().success();
    let longer_than = |bytes: u32| {
        let files = contents(folder.path()).into_iter();
        let names = files
            .filter(|(_, text)| text.len() > bytes as usize)
            .map(|(name, _)| name);
        names.collect::<Vec<_>>()
    };
    assert_eq!(longer_than(BLOCKS * 512), ["neg_f16_tb.v"]);
    assert_eq!(longer_than(BLOCKS * 1024), ["neg_f16_tb.v"]);
    folder
}

#[test]
fn the_old_files_are_there_when_one_of_the_new_does_not_fit() {
    let folder = written();
    let old = contents(folder.path());
    let output = limited(folder.path(), BLOCKS, true, NEW);
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        complaint,
        "error: cannot write ./neg_f16_tb.v: File too large (os error 27)\n"
    );
    assert!(output.stdout.is_empty());
    assert!(contents(folder.path()) == old);
    halfpipe(NEW).current_dir(folder.path()).assert().success();
    assert_eq!(files_in(folder.path()).len(), old.len());
    assert!(contents(folder.path()) != old);
}

#[test]
fn there_is_nothing_where_nothing_was() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [NEW, "build"] {
        std::fs::write(
            folder.path().join("halfpipe.toml"),
            "[[module]]\ninstruction = \"neg.f16\"\npackage = true\n",
        )
        .unwrap();
        let output = limited(folder.path(), BLOCKS, true, arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        assert_eq!(files_in(folder.path()), ["halfpipe.toml"], "{arguments}");
    }
}

#[test]
fn what_a_killed_run_leaves_is_swept_by_a_later_one() {
    let folder = written();
    let old = contents(folder.path());
    let output = limited(folder.path(), BLOCKS, false, NEW);
    assert!(output.status.signal().is_some(), "{output:?}");
    let mut names = files_in(folder.path());
    let unfinished = names.iter().position(|name| name.starts_with(".halfpipe-unfinished-"));
    let unfinished = folder.path().join(names.remove(unfinished.expect("it was killed")));
    assert!(names.iter().eq(old.keys()));
    assert!(names
        .iter()
        .all(|name| std::fs::read(folder.path().join(name)).unwrap() == old[name]));

    // A recent file may belong to a run that has just started.
    halfpipe(NEW).current_dir(folder.path()).assert().success();
    assert!(unfinished.exists());
    let day_before = SystemTime::now() - Duration::from_secs(24 * 60 * 60);
    File::open(&unfinished).unwrap().set_modified(day_before).unwrap();
    halfpipe(NEW).current_dir(folder.path()).assert().success();
    assert_eq!(files_in(folder.path()), names);
}
