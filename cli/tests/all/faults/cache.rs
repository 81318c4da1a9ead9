//! The cache of compiled models. Files planted in the working directory are not used, and damaged models are made
//! again. Folders may have any name.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use assert_cmd::Command;
use halfpipe_tools::{programs, Tool};

use crate::common::{files_in, halfpipe};

const ENGINES: [&str; 2] = ["gates", "verilator"];

/// Returns a command that makes an engine compile a small unit. For `gates` it is a run over every input.
fn work(engine: &str) -> String {
    match engine {
        "gates" => "prove neg.f16 --method exhaustive".to_owned(),
        other => format!("eval neg.f16 3c00 --engine {other}"),
    }
}

fn assert_right(mut command: Command, what: &str) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&output.stderr), "", "{what}");
    let printed = text(&output.stdout);
    let is_right = ["0xbc00\n", ": 65536 vectors, no mismatch,"]
        .iter()
        .any(|words| printed.contains(words));
    assert!(is_right, "{what}: {printed}");
    assert_eq!(output.status.code(), Some(0), "{what}");
}

/// Returns the error message of a command, and checks how the command fails.
fn complaint(command: &mut Command, what: &str) -> String {
    let output = command.output().unwrap();
    let complained = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{what}: {complained}");
    assert!(complained.starts_with("error: "), "{what}: {complained}");
    complained
}

/// Creates a folder that only this user can access, and returns its path.
fn private(path: PathBuf) -> PathBuf {
    fs::create_dir_all(&path).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
    path
}

/// A folder with the engines' cache entries for the unit.
struct Filled(tempfile::TempDir);

/// Returns the names and contents of the cache entries, made once for all tests.
fn kept() -> &'static [(String, Vec<u8>)] {
    static KEPT: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    KEPT.get_or_init(|| {
        let filled = Filled::empty();
        for engine in ENGINES {
            assert_right(filled.work(engine), engine);
        }
        let names = filled.entries().into_iter();
        let read = |name: &String| fs::read(filled.0.path().join(name)).unwrap();
        names.map(|name| (name.clone(), read(&name))).collect()
    })
}

impl Filled {
    fn empty() -> Filled {
        let folder = tempfile::tempdir().unwrap();
        private(folder.path().to_owned());
        Filled(folder)
    }

    fn new() -> Filled {
        let filled = Filled::empty();
        for (name, bytes) in kept() {
            let path = filled.0.path().join(name);
            fs::write(&path, bytes).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
        }
        filled
    }

    /// Returns the path of the entry whose name begins with `kind`.
    fn entry(&self, kind: &str) -> PathBuf {
        let found: Vec<String> = self
            .entries()
            .into_iter()
            .filter(|name| name.starts_with(kind))
            .collect();
        assert_eq!(found.len(), 1, "{kind}: {found:?}");
        self.0.path().join(&found[0])
    }

    /// Returns the names of the entries without digests. A compiler may produce different bytes each time.
    fn kinds(&self) -> Vec<String> {
        let names = self.entries().into_iter();
        names.map(|name| name.rsplit_once('-').unwrap().0.to_owned()).collect()
    }

    fn entries(&self) -> Vec<String> {
        let names = files_in(self.0.path()).into_iter();
        names.filter(|name| name != ".lock").collect()
    }

    fn work(&self, engine: &str) -> Command {
        let mut command = halfpipe(&work(engine));
        command.env("HALFPIPE_CACHE", self.0.path());
        command
    }
}

/// Returns the contents of a file with one wrong byte in the middle.
fn garbled(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    bytes
}

#[test]
fn damaged_models_are_made_again() {
    let filled = Filled::new();
    let kinds = filled.kinds();
    for name in filled.entries() {
        let path = filled.0.path().join(name);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    }
    for engine in ENGINES {
        assert_right(filled.work(engine), &format!("{engine}, truncated"));
    }
    assert_eq!(filled.kinds(), kinds);

    for (what, kind) in [
        ("garbled", "gates-"),
        ("garbled", "netlist-"),
        ("emptied", "gates-"),
        ("folder", "gates-"),
    ] {
        let path = filled.entry(kind);
        let good = fs::read(&path).unwrap();
        match what {
            "garbled" => fs::write(&path, garbled(&path)).unwrap(),
            "emptied" => fs::write(&path, "").unwrap(),
            _ => {
                fs::remove_file(&path).unwrap();
                fs::create_dir_all(path.join("below")).unwrap();
            }
        }
        assert_right(filled.work("gates"), &format!("{kind}, {what}"));
        assert!(fs::read(filled.entry(kind)).unwrap() == good, "{kind}, {what}");
    }
    assert_eq!(filled.kinds(), kinds);
}

/// Files are limited to a number of blocks of 512 bytes. A disk that fills up truncates files in the same way.
#[test]
fn a_disk_that_fills_up_leaves_nothing_that_fails_later() {
    for (kind, limit) in [("netlist-", 1), ("gates-", 0), ("gates-", 1), ("gates-", 16)] {
        let filled = Filled::new();
        fs::remove_file(filled.entry(kind)).unwrap();
        let mut limited = Command::new("sh");
        limited.env("HALFPIPE_CACHE", filled.0.path());
        limited
            .arg("-c")
            .arg(format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" \"$@\""));
        limited
            .arg(assert_cmd::cargo::cargo_bin("halfpipe"))
            .args(work("gates").split_whitespace());
        complaint(&mut limited, &format!("{kind} of {limit}"));
        assert_right(filled.work("gates"), &format!("{kind} after {limit}"));
        filled.entry(kind);
    }
}

/// A copy of the command, in folders with planted programs.
struct Planted {
    root: tempfile::TempDir,
    program: PathBuf,
    /// A file that exists once anything planted has run.
    marker: PathBuf,
}

impl Planted {
    fn new() -> Planted {
        let root = tempfile::tempdir().unwrap();
        let path = |name: &str| root.path().join(name);
        let program = path("installed/halfpipe");
        fs::create_dir(path("installed")).unwrap();
        fs::copy(assert_cmd::cargo::cargo_bin("halfpipe"), &program).unwrap();
        let marker = path("planted-code-ran");
        let planted = Planted { program, marker, root };
        let library = planted.shared_object();
        for project in ["project", "project/sub"] {
            let project = planted.root.path().join(project);
            fs::create_dir_all(project.join("target/tools/bin")).unwrap();
            fs::write(project.join("Cargo.lock"), "").unwrap();
            fs::write(project.join("Cargo.toml"), "[workspace]\n").unwrap();
            for tool in programs() {
                planted.script(&project.join("target/tools/bin").join(tool.command()));
                planted.script(&project.join(tool.command()));
            }
            planted.fill(&private(project.join("target/halfpipe-cache")), &library);
        }
        planted.fill(&private(planted.root.path().join("tmp/halfpipe")), &library);
        planted
    }

    /// Builds a shared object that creates the marker when it is loaded.
    fn shared_object(&self) -> PathBuf {
        let source = self.root.path().join("planted.cpp");
        let text = format!(
            "#include <cstdio>\n__attribute__((constructor)) static void run() {{ fclose(fopen({:?}, \"w\")); }}\n",
            self.marker
        );
        fs::write(&source, text).unwrap();
        let library = self.root.path().join("planted.so");
        let mut compiler = Command::new(Tool::Compiler.find().unwrap());
        compiler
            .args(["-shared", "-fPIC", "-o"])
            .args([&library, &source])
            .assert()
            .success();
        library
    }

    /// Writes a program that creates the marker.
    fn script(&self, path: &Path) {
        fs::write(path, format!("#!/bin/sh\necho ran > '{}'\n", self.marker.display())).unwrap();
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    }

    /// Plants a file under the name of each cache entry, with and without the digest.
    fn fill(&self, folder: &Path, library: &Path) {
        for (name, _) in kept() {
            let (stem, digest) = name.rsplit_once('-').unwrap();
            let ending = digest.find('.').map_or("", |point| &digest[point..]);
            for name in [name, &format!("{stem}{ending}")] {
                let path = folder.join(name);
                match ending {
                    "" => self.script(&path),
                    _ => drop(fs::copy(library, path).unwrap()),
                }
            }
        }
    }

    /// Returns the copy of the command in the prepared folder. The user has a home folder.
    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments.split_whitespace())
            .current_dir(self.root.path().join("project/sub"));
        for variable in ["HALFPIPE_CACHE", "HALFPIPE_TOOLS", "XDG_CACHE_HOME"] {
            command.env_remove(variable);
        }
        // An empty entry of the PATH is the current folder to a shell.
        command.env("PATH", ":/usr/bin:/bin:");
        command
            .env("HOME", self.home())
            .env("TMPDIR", self.root.path().join("tmp"));
        command
    }

    fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    fn assert_nothing_ran(&self, what: &str) {
        assert!(!self.marker.exists(), "{what}: something that was planted ran");
    }
}

#[test]
fn nothing_that_lies_in_or_above_the_working_directory_is_run() {
    let planted = Planted::new();
    // Without tools, the exit status depends on the programs that the system has.
    for arguments in [
        &work("gates"),
        &work("verilator"),
        "doctor",
        "synth neg.f16 --latency 0",
    ] {
        planted.command(arguments).output().unwrap();
        planted.assert_nothing_ran(arguments);
    }
    let mut command = planted.command("doctor --json");
    command.env("PATH", ":").env_remove("TMPDIR");
    let output = command.output().unwrap();
    let diagnosis: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let tools = diagnosis["tools"].as_array().unwrap();
    assert!(tools.iter().all(|tool| tool["path"].is_null()), "{diagnosis}");
    planted.assert_nothing_ran("doctor");

    // With tools, the engines make their own models in the user's folder.
    let tools = Tool::Yosys.find().unwrap();
    for engine in ENGINES {
        let mut command = planted.command(&work(engine));
        command.env("HALFPIPE_TOOLS", tools.parent().unwrap());
        assert_right(command, engine);
        planted.assert_nothing_ran(engine);
    }
    let kept = files_in(&planted.home().join(".cache/halfpipe"));
    for kind in ["gates-", "netlist-", "verilated-"] {
        assert!(kept.iter().any(|name| name.starts_with(kind)), "{kind}: {kept:?}");
    }
}

/// Returns the cache's folder and fault according to `doctor`.
fn diagnosed(set_up: impl FnOnce(&mut Command) -> &mut Command) -> (Option<String>, Option<String>) {
    let empty = tempfile::tempdir().unwrap();
    let mut command = halfpipe("doctor --json");
    // Without tools, the diagnosis takes little time.
    command.env("PATH", empty.path()).env("HALFPIPE_TOOLS", empty.path());
    command.env_remove("HALFPIPE_CACHE").env_remove("XDG_CACHE_HOME");
    set_up(&mut command);
    let output = command.output().unwrap();
    let diagnosis: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |name: &str| diagnosis["cache"][name].as_str().map(str::to_owned);
    (text("path"), text("problem"))
}

#[test]
fn the_cache_lies_where_the_users_caches_lie() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path().canonicalize().unwrap();
    let path = |name: &str| Some(root.join(name).display().to_string());

    let found = diagnosed(|command| command.env("HOME", &root));
    assert_eq!(found, (path(".cache/halfpipe"), None));
    assert_eq!(
        fs::metadata(root.join(".cache/halfpipe")).unwrap().permissions().mode() & 0o777,
        0o700
    );

    let found = diagnosed(|command| command.env("HOME", &root).env("XDG_CACHE_HOME", root.join("caches")));
    assert_eq!(found, (path("caches/halfpipe"), None));

    // A relative cache folder is ignored, as the standard requires. A relative home counts as none.
    let found = diagnosed(|command| command.env("HOME", &root).env("XDG_CACHE_HOME", "caches"));
    assert_eq!(found, (path(".cache/halfpipe"), None));
    for home in [".", "home"] {
        let (found, problem) = diagnosed(|command| command.env("HOME", home).current_dir(&root));
        assert_eq!(found, None);
        let problem = problem.unwrap();
        assert!(
            problem.contains("set HOME, or set HALFPIPE_CACHE to a folder of your own"),
            "{problem}"
        );
    }
    assert!(!root.join("home").exists());

    let found = diagnosed(|command| command.env("HALFPIPE_CACHE", "own").current_dir(&root));
    assert_eq!(found, (path("own"), None));
}

#[test]
fn a_cache_that_others_can_write_is_told_and_not_used() {
    let filled = Filled::new();
    fs::set_permissions(filled.0.path(), Permissions::from_mode(0o777)).unwrap();
    let (_, problem) = diagnosed(|command| command.env("HALFPIPE_CACHE", filled.0.path()));
    let problem = problem.unwrap();
    assert!(
        problem.contains("other users have access to ") && problem.contains("(mode 777)"),
        "{problem}"
    );
    for engine in ENGINES {
        let error = complaint(&mut filled.work(engine), engine);
        assert!(error.contains(&problem), "{error}");
    }
}

/// A name with special characters of shells, make and ABC scripts.
const ODD: &str = "a b 'c' \"d\" $HOME `e` ü;#&%";

#[test]
fn temporary_folders_and_the_cache_may_be_called_anything() {
    let root = tempfile::tempdir().unwrap();
    let odd = private(root.path().join(ODD));
    let in_odd = |arguments: &str| {
        let mut command = halfpipe(arguments);
        command.env("TMPDIR", &odd).env("HALFPIPE_CACHE", odd.join("cache"));
        command
    };
    for engine in ENGINES {
        assert_right(in_odd(&work(engine)), engine);
    }
    let output = in_odd("synth neg.f16 --latency 0 --target ice40-hx8k")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    // Only the cache remains.
    assert_eq!(files_in(&odd), ["cache"]);
}
