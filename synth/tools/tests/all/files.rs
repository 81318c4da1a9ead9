//! Tests of files: each is whole at any moment, sets of files too, and no update of concurrent writers is lost.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use halfpipe_tools::files::{is_special, write_file, write_files, FileLock};

/// The folder in which a second run of this program writes without end.
const FOLDER: &str = "HALFPIPE_TEST_WRITES_TO";

/// More lines than a file system writes in one piece.
const LINES: usize = 20_000;

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

fn whole(number: u64) -> String {
    format!("{number}\n").repeat(LINES)
}

fn is_whole(text: &str) -> bool {
    let first = text.lines().next().unwrap();
    text.ends_with('\n') && text.lines().count() == LINES && text.lines().all(|line| line == first)
}

/// Reads a number, adds one and writes it, with one writer at a time.
fn count(file: &Path) {
    let _lock = FileLock::acquire(file).unwrap();
    let before: u64 = match std::fs::read_to_string(file) {
        Ok(text) => text.trim().parse().unwrap(),
        Err(_) => 0,
    };
    write_file(file, format!("{}\n", before + 1).as_bytes()).unwrap();
}

#[test]
fn no_writer_undoes_what_another_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("some/count");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..25).for_each(|_| count(&file)));
        }
    });
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "200\n");
    assert_eq!(names_in(&folder.path().join("some")), ["count"]);
}

#[test]
fn a_lock_is_given_to_one_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let [file, other] = ["file", "other"].map(|name| folder.path().join(name));
    let lock = FileLock::acquire(&file).unwrap();
    assert!(FileLock::try_acquire(&file).unwrap().is_none());
    assert!(FileLock::try_acquire(&other).unwrap().is_some());
    drop(lock);
    assert!(FileLock::try_acquire(&file).unwrap().is_some());
    assert_eq!(names_in(folder.path()), [""; 0]);
}

#[test]
fn what_cannot_be_locked_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let error = FileLock::acquire(&folder.path().join("file/below"))
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("cannot write ") && error.contains("/file: "),
        "{error}"
    );
}

#[test]
fn a_reader_sees_a_whole_file_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    write_file(&file, whole(0).as_bytes()).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reads = 0;
            while !done.load(Ordering::Relaxed) || reads == 0 {
                assert!(is_whole(&std::fs::read_to_string(&file).unwrap()));
                reads += 1;
            }
        });
        (1..50).for_each(|number| write_file(&file, whole(number).as_bytes()).unwrap());
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap();
    });
}

/// Not a test by itself: the writer that [`a_killed_writer_leaves_a_whole_file_and_no_lock`] starts and kills.
#[test]
fn writes_without_end_where_it_is_told_to() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let file = Path::new(&folder).join("file");
    for number in 0.. {
        let _lock = FileLock::acquire(&file).unwrap();
        write_file(&file, whole(number).as_bytes()).unwrap();
        println!("wrote {number}");
    }
}

#[test]
fn a_killed_writer_leaves_a_whole_file_and_no_lock() {
    for writes in 1..20 {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "--nocapture",
                "files::writes_without_end_where_it_is_told_to",
            ])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
        let written = lines.filter(|line| line.as_ref().unwrap().contains("wrote "));
        assert_eq!(written.take(writes).count(), writes);
        writer.kill().unwrap();
        writer.wait().unwrap();
        assert!(is_whole(&std::fs::read_to_string(&file).unwrap()));
        let _lock = FileLock::try_acquire(&file).unwrap().expect("the dead hold no lock");
    }
}

/// Sets the modification time of a file or folder back.
fn make_old(path: &Path, age: Duration) {
    File::open(path).unwrap().set_modified(SystemTime::now() - age).unwrap();
}

#[test]
fn where_one_file_cannot_be_written_none_is() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    write_files(folder.path(), &[("first", "old"), ("second", "old")]).unwrap();
    // No file can be renamed over a folder.
    std::fs::create_dir(folder.path().join("third")).unwrap();
    let files = [
        ("fresh", "new"),
        ("first", "new"),
        ("second", "new"),
        ("third", "new"),
        ("fourth", "new"),
    ];
    let error = write_files(folder.path(), &files).unwrap_err().to_string();
    assert!(error.contains("third: Is a directory"), "{error}");
    let mut names = names_in(folder.path());
    names.sort();
    assert_eq!(names, ["first", "second", "third"]);
    assert_eq!([read("first"), read("second")], ["old", "old"]);

    std::fs::remove_dir(folder.path().join("third")).unwrap();
    write_files(folder.path(), &files).unwrap();
    assert_eq!(names_in(folder.path()).len(), files.len());
    assert_eq!([read("first"), read("fourth")], ["new", "new"]);
}

#[test]
fn what_killed_writers_leave_is_swept_and_nothing_else() {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let folder = tempfile::tempdir().unwrap();
    let leave = |name: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("new-0"), "half").unwrap();
        path
    };
    let killed = leave(".halfpipe-unfinished-killed");
    let young = leave(".halfpipe-unfinished-young");
    let [at_work, foreign] = [".halfpipe-unfinished-at-work", ".halfpipe"].map(leave);
    for path in [&killed, &at_work, &foreign] {
        make_old(path, DAY);
    }
    let lock = File::open(&at_work).unwrap();
    lock.lock().unwrap();
    write_file(&folder.path().join("file"), b"new").unwrap();
    assert!(!killed.exists());
    assert!(young.exists() && at_work.exists() && foreign.exists());

    drop(lock);
    write_file(&folder.path().join("file"), b"new").unwrap();
    assert!(!at_work.exists());
}

/// Makes a named pipe, and reads it until it is closed.
#[cfg(unix)]
fn with_reader(pipe: &Path, write: impl FnOnce()) -> String {
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    std::thread::scope(|scope| {
        // The reader ends with this handle, even if nothing is written.
        let held = File::options().read(true).write(true).open(pipe).unwrap();
        // It opens the pipe before anything is written, as nobody may write to it later.
        let opened = File::open(pipe).unwrap();
        let reader = scope.spawn(|| std::io::read_to_string(opened).unwrap());
        write();
        drop(held);
        reader.join().unwrap()
    })
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_to_and_stays() {
    use std::os::unix::fs::FileTypeExt;

    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    // A pipe takes less than this at once.
    let contents = whole(7);
    let files = [("beside", contents.as_bytes()), ("pipe", contents.as_bytes())];
    let read = with_reader(&pipe, || write_files(folder.path(), &files).unwrap());
    assert!(read == contents, "{} bytes of {}", read.len(), contents.len());
    assert_eq!(
        std::fs::read(folder.path().join("beside")).unwrap(),
        contents.as_bytes()
    );
    assert!(pipe.symlink_metadata().unwrap().file_type().is_fifo());
    assert!(is_special(&pipe) && !is_special(&folder.path().join("beside")) && !is_special(folder.path()));
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_stays() {
    use std::os::unix::fs::FileTypeExt;

    let null = Path::new("/dev/null");
    write_file(null, b"nothing").unwrap();
    assert!(null.symlink_metadata().unwrap().file_type().is_char_device());
    let error = write_file(Path::new("/dev/full"), b"too much").unwrap_err().to_string();
    assert!(error.starts_with("cannot write /dev/full: No space left"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_the_file_behind_it_is_replaced() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("elsewhere")).unwrap();
    std::fs::write(path("elsewhere/file"), "old").unwrap();
    let kept = std::fs::File::open(path("elsewhere/file")).unwrap();
    symlink("elsewhere/file", path("first")).unwrap();
    symlink("first", path("second")).unwrap();
    symlink("elsewhere/fresh", path("dangling")).unwrap();
    symlink("circle", path("circle")).unwrap();

    let lock = FileLock::acquire(&path("second")).unwrap();
    assert!(FileLock::try_acquire(&path("elsewhere/file")).unwrap().is_none());
    drop(lock);
    write_files(
        folder.path(),
        &[("second", "new"), ("dangling", "fresh"), ("plain", "plain")],
    )
    .unwrap();
    for link in ["first", "second", "dangling"] {
        assert!(path(link).is_symlink(), "{link}");
    }
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    assert_eq!(
        ["elsewhere/file", "elsewhere/fresh", "plain"].map(read),
        ["new", "fresh", "plain"]
    );
    // A process with the old file open still reads the old contents: the file was replaced as a whole.
    assert_eq!(std::io::read_to_string(kept).unwrap(), "old");
    let mut names = names_in(&path("elsewhere"));
    names.sort();
    assert_eq!(names, ["file", "fresh"]);
    let error = write_file(&path("circle"), b"").unwrap_err().to_string();
    assert!(error.contains("circle: Too many levels of symbolic links"), "{error}");
}

#[test]
#[cfg(unix)]
fn a_pipe_that_its_reader_closes_leaves_every_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    write_file(&folder.path().join("file"), b"old").unwrap();
    // More than a pipe holds.
    let text = whole(7).repeat(8);
    std::thread::scope(|scope| {
        scope.spawn(|| drop(File::open(&path).unwrap()));
        let error = write_files(folder.path(), &[("file", "new"), ("pipe", &text)]).unwrap_err();
        assert!(error.to_string().contains("pipe: Broken pipe"), "{error}");
    });
    assert_eq!(std::fs::read_to_string(folder.path().join("file")).unwrap(), "old");
}
